// Shares between all isolates what each hears of the authority's environments: nothing while they answer, a row of D1 when they do not.

import type { Environment } from "../../domain/company.ts";
import {
  type BrakeState,
  type Condition,
  describeCondition,
  judgePassage,
  listLate,
  noteAnswer,
  noteFailure,
  noteSilence,
  type Passage,
  RELEASED,
} from "../../domain/document/brake.ts";
import type { Env } from "../../env.ts";
import { type Database, openDatabase } from "../../store/base/db.ts";
import { raiseAlerts } from "../../store/watch/alerts.ts";
import { readBrake, writeBrake } from "../../store/watch/brake.ts";
import { writeWarning } from "../../telemetry/alert.ts";
import { describeError } from "../../telemetry/describe-error.ts";
import { createMetrics } from "../../telemetry/metrics.ts";
import type { Brake } from "../contract/ports.ts";
import { readPollScale } from "./authority-port.ts";

/** Tries of one change, when other isolates change the same row. */
const TRIES = 4;

/** What this isolate knows of an environment. */
interface Known {
  /** Undefined until the row was read, or something was heard. */
  state?: BrakeState;
  /** When each request under way began, and when an answer was last heard; unscaled epoch milliseconds. */
  waiting: readonly number[];
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
  return {
    learn: async (environment) => {
      if (getKnown(env.DB, environment).state === undefined) await learn(env, environment);
    },
    judge: async (environment, reservedMs, nowMs) => {
      const present = await lookAround(env, environment, nowMs / scale);
      const make = (state: BrakeState) => judgePassage(state, reservedMs / scale, nowMs / scale);
      let { passage, state } = make(present);
      // It is time for the one question of an outage, if no other isolate has taken it.
      if (state !== present) {
        passage = { type: "wait", untilMs: state.probeAt };
        await share(env, environment, (shared) => {
          ({ passage, state } = make(shared));
          return state;
        });
      }
      return scalePassage(passage, scale);
    },
    begin: (environment, startedMs) => {
      const here = getKnown(env.DB, environment);
      here.waiting = [...here.waiting, startedMs / scale];
    },
    note: async (environment, isAnswered, startedMs, nowMs, isSending) => {
      const here = getKnown(env.DB, environment);
      const index = here.waiting.indexOf(startedMs / scale);
      here.waiting = here.waiting.filter((_, at) => at !== index);
      if (isAnswered === undefined) return;
      if (isAnswered) here.heardMs = nowMs / scale;
      const before = here.state ?? RELEASED;
      const make = (state: BrakeState) =>
        (isAnswered ? noteAnswer : noteFailure)(state, startedMs / scale, nowMs / scale, isSending);
      const after = make(before);
      // At once, whatever becomes of the row.
      here.state = after;
      const isNews = isAnswered ? before.failures.length > 0 || before.toldSince !== null : after !== before;
      if (isNews) await share(env, environment, make, isAnswered && isSending ? nowMs / scale : null);
    },
  };
}

/** What is known before a document leaves; while requests are late, what the other isolates know too (`nowMs` unscaled). */
async function lookAround(env: Env, environment: Environment, nowMs: number): Promise<BrakeState> {
  const here = getKnown(env.DB, environment);
  const { state = await learn(env, environment), waiting, heardMs } = here;
  const late = listLate(waiting, heardMs, nowMs);
  if (late.length === 0 || state.downSince !== null) return state;
  const make = (one: BrakeState) => noteSilence(one, late, nowMs);
  here.state = make(state);
  await share(env, environment, make);
  return here.state;
}

/** What is known now of an environment, for people: one read of D1 (`nowMs` epoch milliseconds). */
export async function findCondition(env: Env, environment: Environment, nowMs: number): Promise<Condition> {
  const { state } = await readBrake(openDatabase(env.DB), environment);
  return toCondition(env, state, nowMs);
}

/** The same by what was read (`nowMs` epoch milliseconds). */
export function toCondition(env: Env, state: BrakeState, nowMs: number): Condition {
  const scale = readPollScale(env);
  const { sinceMs, ...condition } = describeCondition(state, nowMs / scale);
  return { ...condition, sinceMs: sinceMs === null ? null : sinceMs * scale };
}

function getKnown(database: D1Database, environment: Environment): Known {
  const all = known.get(database) ?? new Map<Environment, Known>();
  known.set(database, all);
  const one = all.get(environment) ?? { waiting: [], heardMs: 0 };
  all.set(environment, one);
  return one;
}

async function learn(env: Env, environment: Environment): Promise<BrakeState> {
  try {
    const { state } = await readBrake(openDatabase(env.DB), environment);
    getKnown(env.DB, environment).state = state;
    return state;
  } catch (cause) {
    writeWarning("brake_unreadable", { environment, error: describeError(cause) });
    return RELEASED;
  }
}

/**
 * Changes the row that all isolates share, and what this one knows with it; the first to see an outage, or its end, reports it.
 * @param takenMs when a sending was answered, if this is that; unscaled.
 */
async function share(
  env: Env,
  environment: Environment,
  make: (state: BrakeState) => BrakeState,
  takenMs: number | null = null,
): Promise<void> {
  const db = openDatabase(env.DB);
  try {
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const before = await readBrake(db, environment);
      const next = make(before.state);
      const isWritten = next === before.state || (await writeBrake(db, environment, before, next));
      if (!isWritten) continue;
      getKnown(env.DB, environment).state = next;
      return await report(env, db, environment, { before: before.state, next, takenMs });
    }
    writeWarning("brake_contended", { environment });
  } catch (cause) {
    writeWarning("brake_unreadable", { environment, error: describeError(cause) });
  }
}

/** One alert for the service when an environment goes down, and one when it is back: when a sending is answered, see `noteAnswer`. */
async function report(
  env: Env,
  db: Database,
  environment: Environment,
  { before, next, takenMs }: { before: BrakeState; next: BrakeState; takenMs: number | null },
): Promise<void> {
  const [told, tells] = [before.toldSince, next.toldSince];
  const hasFailed = told === null && tells !== null;
  const isBack = told !== null && tells === null;
  if (!hasFailed && !isBack) return;
  const scale = readPollScale(env);
  const toIso = (atMs: number | null) => new Date((atMs ?? 0) * scale).toISOString();
  const since = toIso(hasFailed ? tells : told);
  const code = hasFailed ? "authority_down" : "authority_back";
  const detail = hasFailed
    ? { environment, since }
    : { environment, since: toIso(takenMs ?? next.backSince ?? before.backSince), down: since };
  writeWarning(code, detail);
  createMetrics(env.METRICS).measure({ name: "alert", code });
  const alert = { code, subject: `${environment} since:${since}`, companyId: null, detail };
  await raiseAlerts(db, [alert], new Date().toISOString());
}

function scalePassage(passage: Passage, scale: number): Passage {
  return passage.type === "wait" ? { type: "wait", untilMs: Math.ceil(passage.untilMs * scale) } : passage;
}
