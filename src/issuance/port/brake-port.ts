// Shares between all isolates what each hears of the authority's environments: nothing while they answer, a row of D1 when they do not.

import type { Environment } from "../../domain/company.ts";
import {
  type BrakeState,
  type Condition,
  describeCondition,
  judgePassage,
  KNOWN_FOR_MS,
  LOOK_EVERY_MS,
  listLate,
  noteAnswer,
  noteFailure,
  noteSilence,
  type Passage,
  RELEASED,
  type Sent,
} from "../../domain/document/brake.ts";
import type { Env } from "../../env.ts";
import { type Database, openDatabase } from "../../store/base/db.ts";
import { type NewAlert, raiseAlerts } from "../../store/watch/alerts.ts";
import { readBrake, writeBrake } from "../../store/watch/brake.ts";
import { writeWarning } from "../../telemetry/alert.ts";
import { describeError } from "../../telemetry/describe-error.ts";
import { createMetrics } from "../../telemetry/metrics.ts";
import type { Brake } from "../contract/ports.ts";
import { readPollScale } from "./authority-port.ts";

/** Tries of one change, when other isolates change the same row. */
const TRIES = 4;

/** What this isolate knows of an environment; unscaled epoch milliseconds. */
interface Known {
  /** Undefined until the row was read, or something was heard. */
  state?: BrakeState;
  /** When the row was last read. */
  readMs: number;
  /** Requests under way, by what began them. */
  readonly waiting: Map<Sent, Sent>;
  /** When an answer was last heard. */
  heardMs: number;
}

/** By the database that all isolates share. */
const known = new WeakMap<D1Database, Map<Environment, Known>>();

/**
 * The brake of this isolate. An isolate reads the row once, before its first sending, and from then on only when something fails or is
 * late: so one that is new in an outage sends nothing, and a document costs nothing while all is well.
 */
export function createBrake(env: Env): Brake {
  // The waits of a stand are shorter: everything is reckoned in unscaled time.
  const scale = readPollScale(env);
  const unscale = (sent: Sent): Sent => ({ ...sent, startedMs: sent.startedMs / scale });
  return {
    learn: async (environment, nowMs) => {
      if (getKnown(env.DB, environment).state === undefined) await learn(env, environment, nowMs / scale);
    },
    judge: async (environment, { companyId, reservedMs }, nowMs) => {
      const present = await lookAround(env, environment, nowMs / scale);
      const waiting = { companyId, reservedMs: reservedMs / scale };
      const make = (state: BrakeState) => judgePassage(state, waiting, nowMs / scale);
      let { passage, state } = make(present);
      // It is time for the one question of an outage, or its one document, if no other isolate has taken it.
      if (state !== present) {
        const isShared = await share(env, environment, nowMs / scale, (shared) => {
          ({ passage, state } = make(shared));
          return state;
        });
        if (!isShared) passage = { type: "wait", untilMs: nowMs / scale + LOOK_EVERY_MS };
      }
      return scalePassage(passage, scale);
    },
    begin: (environment, sent) => {
      getKnown(env.DB, environment).waiting.set(sent, unscale(sent));
    },
    note: async (environment, sent, isAnswered, nowMs) => {
      const here = getKnown(env.DB, environment);
      here.waiting.delete(sent);
      if (isAnswered === undefined) return;
      if (isAnswered) here.heardMs = nowMs / scale;
      if (here.state === undefined) await learn(env, environment, nowMs / scale);
      const before = here.state ?? RELEASED;
      const make = (state: BrakeState) => (isAnswered ? noteAnswer : noteFailure)(state, unscale(sent), nowMs / scale);
      const after = make(before);
      if (after === before) return;
      // At once, whatever becomes of the row.
      here.state = after;
      await share(env, environment, nowMs / scale, make);
    },
  };
}

/** What is known before a document leaves; while requests are late, what the other isolates know too (`nowMs` unscaled). */
async function lookAround(env: Env, environment: Environment, nowMs: number): Promise<BrakeState> {
  const here = getKnown(env.DB, environment);
  const isOld = here.state === undefined || (here.state.outage !== null && here.readMs <= nowMs - KNOWN_FOR_MS);
  const state = isOld ? await learn(env, environment, nowMs) : (here.state ?? RELEASED);
  const late = listLate([...here.waiting.values()], here.heardMs, nowMs);
  if (late.length === 0 || state.outage !== null) return state;
  const make = (one: BrakeState) => noteSilence(one, late, nowMs);
  here.state = make(state);
  await share(env, environment, nowMs, make);
  return here.state;
}

/** What is known now of an environment for all companies together: one read of D1 (`nowMs` epoch milliseconds). */
export async function findCondition(env: Env, environment: Environment, nowMs: number): Promise<Condition> {
  const { state } = await readBrake(openDatabase(env.DB), environment);
  return toCondition(env, state, nowMs);
}

/** The same by what was read, or for one company (`nowMs` epoch milliseconds). */
export function toCondition(env: Env, state: BrakeState, nowMs: number, companyId?: number): Condition {
  const scale = readPollScale(env);
  const { sinceMs, ...condition } = describeCondition(state, nowMs / scale, companyId);
  return { ...condition, sinceMs: sinceMs === null ? null : sinceMs * scale };
}

function getKnown(database: D1Database, environment: Environment): Known {
  const all = known.get(database) ?? new Map<Environment, Known>();
  known.set(database, all);
  const one = all.get(environment) ?? { readMs: 0, waiting: new Map(), heardMs: 0 };
  all.set(environment, one);
  return one;
}

async function learn(env: Env, environment: Environment, nowMs: number): Promise<BrakeState> {
  const here = getKnown(env.DB, environment);
  here.readMs = nowMs;
  try {
    const { state } = await readBrake(openDatabase(env.DB), environment);
    here.state = state;
    return state;
  } catch (cause) {
    writeWarning("brake_unreadable", { environment, error: describeError(cause) });
    return here.state ?? RELEASED;
  }
}

/**
 * Changes the row that all isolates share, and what this one knows with it; the first to see an outage, or its end, reports it.
 * @returns false where the row was not changed, although it had to be.
 */
async function share(
  env: Env,
  environment: Environment,
  nowMs: number,
  make: (state: BrakeState) => BrakeState,
): Promise<boolean> {
  const db = openDatabase(env.DB);
  let isShared = false;
  try {
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const before = await readBrake(db, environment);
      const next = make(before.state);
      const isWritten = next === before.state || (await writeBrake(db, environment, before, next));
      if (!isWritten) continue;
      isShared = true;
      Object.assign(getKnown(env.DB, environment), { state: next, readMs: nowMs });
      await report(env, db, environment, before.state, next);
      return isShared;
    }
    writeWarning("brake_contended", { environment });
  } catch (cause) {
    writeWarning("brake_unreadable", { environment, error: describeError(cause) });
  }
  return isShared;
}

/**
 * One alert for the service when an environment goes down, and one when it is back; none of one company's own trouble, whose documents
 * are reported as they wait. What is not kept here, the cron reports.
 */
async function report(
  env: Env,
  db: Database,
  environment: Environment,
  before: BrakeState,
  next: BrakeState,
): Promise<void> {
  const [told, tells] = [nameOutage(env, environment, before), nameOutage(env, environment, next)];
  const known = told ?? tells;
  if ((told === null) === (tells === null) || known === null) return;
  const overMs = next.backSince ?? before.outage?.answersSinceMs ?? Date.now() / readPollScale(env);
  const alert = tells ?? nameOutageEnd(env, known, overMs);
  writeWarning(alert.code, alert.detail);
  createMetrics(env.METRICS).measure({ name: "alert", code: alert.code });
  await raiseAlerts(db, [alert], new Date().toISOString());
}

/** What is reported of an outage that holds everybody; null where there is none. */
export function nameOutage(env: Env, environment: Environment, { outage }: BrakeState): NewAlert | null {
  if (outage?.onlyOf !== null) return null;
  const since = toIso(env, outage.sinceMs);
  const questions = outage.answersSinceMs === null ? "unanswered" : "answered";
  const subject = `${environment} since:${since}`;
  return { code: "authority_down", subject, companyId: null, detail: { environment, since, questions } };
}

/**
 * What is reported when an outage is over.
 * @param begun what was reported when it began.
 * @param overMs when it was over, unscaled.
 */
export function nameOutageEnd(
  env: Env,
  { subject, detail }: Pick<NewAlert, "subject" | "detail">,
  overMs: number,
): NewAlert {
  const { environment = null, since: down = null } = detail;
  const since = toIso(env, overMs);
  return { code: "authority_back", subject, companyId: null, detail: { environment, since, down } };
}

/** An instant of what is known, which is unscaled, as ISO. */
function toIso(env: Env, atMs: number): string {
  return new Date(atMs * readPollScale(env)).toISOString();
}

function scalePassage(passage: Passage, scale: number): Passage {
  return passage.type === "wait" ? { type: "wait", untilMs: Math.ceil(passage.untilMs * scale) } : passage;
}
