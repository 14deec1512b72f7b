// Shows on one page what needs an operator: the authority, open documents, warnings, and what the service reported.

import { isNotNull, isNull, sql } from "drizzle-orm";
import { html } from "hono/html";
import { listReported } from "../../operator/data/heard.ts";
import { listWaiting } from "../../src/cron/alert-waiting.ts";
import { ENVIRONMENTS } from "../../src/domain/company.ts";
import { isUncertain } from "../../src/domain/document/state.ts";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import { findLastCopy, isCopyLate } from "../../src/store/audit/configuration-copy.ts";
import { build, run } from "../../src/store/base/db.ts";
import { alerts } from "../../src/store/base/schema.ts";
import { readBrake } from "../../src/store/watch/brake.ts";
import { countPending } from "../../src/store/watch/health.ts";
import { type Html, link, section, type Tone, table, toned } from "../html.ts";
import { addressOf, fromEach, nameEnvironment, type Shown, showCondition, stateOf, type View } from "../view.ts";
import { showReported } from "./reported.ts";
import { listWarnings, showKinds } from "./warning.ts";

const MINUTE_MS = 60_000;
/** The cron posts an alert each minute until somebody takes it: of an older one that failed. */
const LATE_MINUTES = 5;

export async function showOverview(view: View): Promise<Shown> {
  const { words, ledger, nowMs } = view;
  const [pending, { heard: warnings, quiet }, reported, waiting, authority, copy] = await Promise.all([
    fromEach(ledger, (db) => countPending(db, nowMs)),
    listWarnings(view),
    listReported(ledger.databases, nowMs),
    countUndelivered(view),
    showConditions(view),
    showLastCopy(view),
  ]);
  const sum = (of: typeof pending) => of.reduce((total, group) => total + group.documents, 0);
  // What is younger is being sent right now.
  const uncertain = pending.filter(
    ({ state, age }) => isUncertain(state) && !(state === "sending" && age === "under 1 min"),
  );
  const undecided = sum(uncertain.filter(({ state }) => state === "send_unknown"));
  const ages = pending.map(({ state, age, documents }) => [words.ageOf(age), stateOf(view, state), documents]);
  return {
    title: words.overview,
    body: [
      html`<div class="tiles">${[
        ...authority,
        tile(link(addressOf(view, "/pending"), sum(pending)), words.openNow),
        tile(counted(sum(uncertain), undecided === 0 ? "warn" : "bad"), words.uncertainNow(undecided)),
        tile(link(addressOf(view, "/warnings"), counted(warnings.length, "warn")), words.warningCount),
        tile(toned("faint", waiting.due), words.dueAlerts),
        showLate(view, waiting),
        tile(copy, words.lastCopy),
      ]}</div>`,
      section(
        words.warnings,
        await showKinds(view, warnings),
        quiet === 0 ? html`` : html`<p class="faint">${words.quietCount(quiet)}</p>`,
      ),
      section(words.pending, table([words.age, words.state, words.count], ages, words.none)),
      section(words.reported, await showReported(view, reported)),
    ],
  };
}

function tile(value: Html, name: string): Html {
  return html`<div class="tile"><b>${value}</b><span>${name}</span></div>`;
}

function counted(count: number, tone: Tone): Html {
  return toned(count === 0 ? "good" : tone, count);
}

/** What all isolates know of the authority together. */
function showConditions(view: View): Promise<readonly Html[]> {
  return Promise.all(
    ENVIRONMENTS.map(async (environment) => {
      const { state } = await readBrake(view.ledger.databases[0], environment);
      return tile(showCondition(view, state).shown, `${view.words.authority}, ${nameEnvironment(view, environment)}`);
    }),
  );
}

/** Whether alerts reach somebody. The console has no secret of the service: it goes by what was taken. */
function showLate({ words }: View, { late, hasReceiver }: Undelivered): Html {
  if (hasReceiver) return tile(counted(late, "warn"), words.lateAlerts(LATE_MINUTES));
  return late > 0 ? tile(toned("bad", late), words.noReceiver) : tile(toned("warn", "?"), words.untriedReceiver);
}

/** The day of the newest copy of the configuration, red where it is late. */
async function showLastCopy({ ledger, nowMs, words }: View): Promise<Html> {
  try {
    const last = await findLastCopy(ledger.readFile, dateInBogota(nowMs));
    if (last === undefined) return toned("warn", words.noCopy);
    return toned(isCopyLate(last) ? "bad" : "good", last.day);
  } catch {
    // The page is wanted most when something does not answer.
    return toned("bad", words.noArchive);
  }
}

interface Undelivered {
  readonly due: number;
  readonly late: number;
  /** Some alert was taken once. */
  readonly hasReceiver: boolean;
}

/** Alerts that no receiver took and nobody keeps quiet: those that the cron has tried by now, and those whose turn comes. */
async function countUndelivered({ ledger, nowMs }: View): Promise<Undelivered> {
  const before = new Date(nowMs - LATE_MINUTES * MINUTE_MS).toISOString();
  const isLate = sql<number>`${alerts.raisedAt} < ${before}`;
  const counting = build.select({ isLate, count: sql<number>`count(*)` }).from(alerts);
  const counts = await fromEach(ledger, (db) => run(db, counting.where(isNull(alerts.deliveredAt)).groupBy(isLate)));
  const { held } = await listWaiting(ledger.databases, nowMs);
  const sum = (late: number) =>
    counts.filter((one) => one.isLate === late).reduce((total, { count }) => total + count, 0) -
    held.filter(({ raisedAt }) => Number(raisedAt < before) === late).length;
  const taking = build.select({ code: alerts.code }).from(alerts).where(isNotNull(alerts.deliveredAt)).limit(1);
  const taken = await fromEach(ledger, (db) => run(db, taking));
  return { due: sum(0), late: sum(1), hasReceiver: taken.length > 0 };
}
