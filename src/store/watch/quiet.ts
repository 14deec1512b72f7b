// Reads from the record which warnings operators keep quiet: acknowledged, until they would be reported anew, or snoozed, until a day.
import { and, eq, inArray, or, sql } from "drizzle-orm";
import { dateInBogota } from "../../domain/value/calendar.ts";
import { build, type Database, isAmong, run } from "../base/db.ts";
import { isRead } from "../base/home.ts";
import { events } from "../base/schema.ts";
import { nameAlerts } from "./alert-name.ts";
import type { Warning } from "./health.ts";

/** What operators do to a warning of a company: the last of these events of a company and a code holds. */
export const QUIETING = { acknowledge: "alert.acknowledge", snooze: "alert.snooze", wake: "alert.wake" } as const;

/** How much worse than another a severity is. */
const RANK = { warning: 0, critical: 1 } as const;
export type Severity = keyof typeof RANK;

/** What an operator said of the warnings of one company and code; company 0: of the service. */
export interface Quiet {
  readonly companyId: number;
  readonly code: string;
  readonly actor: string;
  readonly reason: string | null;
  /** What is worse than this is heard all the same. */
  readonly severity: Severity;
  /** Snoozed: the day (`YYYY-MM-DD` in Bogotá) on which it is heard again; null: acknowledged. */
  readonly until: string | null;
  /** Acknowledged: the subjects of the alerts that were read. */
  readonly subjects: readonly string[];
}

/** Something that an operator may have quieted. */
export interface Heard {
  readonly companyId: number;
  readonly code: string;
  readonly severity: Severity;
  readonly subject: string;
}

/** What operators keep quiet of some companies, whether its time is over or not. */
export async function listQuiet(db: Database, companyIds: readonly number[]): Promise<readonly Quiet[]> {
  const { companyId, sequence, action, actor, reason, detail } = events;
  const member = (name: string) => sql<string | null>`${detail} ->> ${`$.${name}`}`;
  const rows = await run(
    db,
    build
      .select({
        companyId,
        action,
        actor,
        reason,
        code: member("code").as("code"),
        severity: member("severity").as("severity"),
        until: member("until").as("until"),
        subjects: sql<string | null>`(SELECT group_concat(value, char(10)) FROM json_each(${detail}, '$.subjects'))`.as(
          "subjects",
        ),
      })
      .from(events)
      .where(
        and(
          isAmong(companyId, [...new Set(companyIds)]),
          inArray(action, Object.values(QUIETING)),
          // A company that moved away left its events as they were then.
          or(eq(companyId, 0), isRead(companyId)),
        ),
      )
      .orderBy(companyId, sequence),
  );
  const last = new Map(rows.map((row) => [`${row.companyId} ${row.code}`, row]));
  return [...last.values()].flatMap(({ action: done, code, severity, subjects, ...row }) =>
    done === QUIETING.wake || code === null
      ? []
      : [
          {
            ...row,
            code,
            severity: severity === "critical" ? severity : "warning",
            subjects: subjects?.split("\n") ?? [],
          },
        ],
  );
}

/** What keeps something quiet at an instant (epoch milliseconds); undefined where it is heard. */
export function findQuieting(quiet: readonly Quiet[], heard: Heard, nowMs: number): Quiet | undefined {
  return quiet.find(
    ({ companyId, code, severity, until, subjects }) =>
      companyId === heard.companyId &&
      code === heard.code &&
      RANK[heard.severity] <= RANK[severity] &&
      (until === null ? subjects.includes(heard.subject) : dateInBogota(nowMs) < until),
  );
}

/** A warning as it is heard. */
export function toHeard(warning: Warning, nowMs: number): Heard {
  const { companyId, code, severity } = warning;
  const [{ subject } = { subject: "" }] = nameAlerts(warning, nowMs);
  return { companyId, code, severity, subject };
}

/** Says of each of these warnings whether an operator keeps it quiet; asks nothing where there are none. */
export async function findQuiet(
  db: Database,
  warnings: readonly Warning[],
  nowMs: number,
): Promise<(warning: Warning) => boolean> {
  const companyIds = warnings.map(({ companyId }) => companyId);
  const quiet = companyIds.length === 0 ? [] : await listQuiet(db, companyIds);
  return (warning) => findQuieting(quiet, toHeard(warning, nowMs), nowMs) !== undefined;
}
