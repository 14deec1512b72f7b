// Reports the end of what is reported again and again while it lasts: when it was not for a while, it is over.
import type { Database } from "../store/base/db.ts";
import { listRaised, type NewAlert, type StoredAlert } from "../store/watch/alerts.ts";

const MINUTE_MS = 60_000;
/** Codes with that of their end, and minutes after which one that lasts would have been reported again. */
const LASTING = [
  { code: "cron_failed", end: "cron_works", quietMinutes: 70 },
  { code: "errors_many", end: "errors_over", quietMinutes: 20 },
  // Each test is a matter of its own, and over once somebody could see it.
  { code: "alert_test", end: "alert_test_over", quietMinutes: 5 },
] as const;
/** What ended before is not looked at. */
const LOOK_BACK_MINUTES = 2 * 24 * 60;

/** The ends that are to be raised (`nowMs` epoch milliseconds). */
export async function findEnds(db: Database, nowMs: number): Promise<readonly NewAlert[]> {
  const since = new Date(nowMs - LOOK_BACK_MINUTES * MINUTE_MS).toISOString();
  const codes = LASTING.flatMap(({ code, end }) => [code, end]);
  const raised = await listRaised(db, codes, since);
  return LASTING.flatMap(({ code, end, quietMinutes }) => {
    const begun = raised.filter((alert) => alert.code === code);
    return [...Map.groupBy(begun, matterOf)].flatMap(([matter, alike]) => {
      const last = alike.at(-1);
      if (last === undefined || Date.parse(last.raisedAt) > nowMs - quietMinutes * MINUTE_MS) return [];
      // The subject is that of the last report: its end is raised once, whoever looks again.
      const subject = last.subject;
      const isSaid = raised.some((alert) => alert.code === end && alert.subject === subject);
      return isSaid
        ? []
        : [{ code: end, subject, companyId: null, detail: { since: firstOf(alike, raised, end, matter) } }];
    });
  });
}

/** A subject without the hour in which it was reported. */
function matterOf({ subject }: Pick<StoredAlert, "subject">): string {
  return subject.replace(/ ?\bhour:\S+/, "");
}

/** When it began, since it was over the last time. */
function firstOf(
  alike: readonly StoredAlert[],
  raised: readonly StoredAlert[],
  end: string,
  matter: string,
): string | null {
  const ended = raised.filter((alert) => alert.code === end && matterOf(alert) === matter).at(-1)?.raisedAt ?? "";
  return alike.find(({ raisedAt }) => raisedAt > ended)?.raisedAt ?? null;
}
