// Goes through the documents from the oldest on and asks the objects of those finished long ago to delete their journals.
import { withDeadline } from "../deadline.ts";
import { isTerminal, type State } from "../domain/document/state.ts";
import { DAY_MS } from "../domain/value/calendar.ts";
import type { Env } from "../env.ts";
import { getIssuance } from "../issuance/contract/stub.ts";
import { RETIRE_AFTER_MS } from "../issuance/record/schedule.ts";
import { BY_ID, BY_REST, moveWalk, readLatePage, readWalkPage, type Walk } from "../store/audit/walks.ts";
import type { Database } from "../store/base/db.ts";
import { openAll } from "../store/base/home.ts";
import { runInParallel } from "./in-parallel.ts";

/** Documents looked at per run, walk and database: 288,000 a day. */
const LOOKED_AT = 200;
/** Of a document that rests on the day of its reservation: a day longer than a journal is kept. */
const PASSED_AFTER_MS = RETIRE_AFTER_MS + DAY_MS;
const ANSWER_WITHIN_MS = 10_000;
const FAILURE_CODE = "retire_failed";

/**
 * Takes the next steps of the walks in each database.
 * @param nowMs epoch milliseconds.
 * @returns how many objects were asked.
 */
export async function retireJournals(env: Env, nowMs: number): Promise<number> {
  const asked = await Promise.all(openAll(env).flatMap((db) => [walkById(env, db, nowMs), walkByRest(env, db, nowMs)]));
  return asked.reduce((sum, one) => sum + one, 0);
}

/** An open document is skipped; the second walk finds it once it is finished. */
async function walkById(env: Env, db: Database, nowMs: number): Promise<number> {
  const page = await readWalkPage(db, LOOKED_AT);
  const end = page.findIndex(({ reservedAt }) => nowMs - Date.parse(reservedAt) < PASSED_AFTER_MS);
  return pass(env, db, BY_ID, end === -1 ? page : page.slice(0, end));
}

async function walkByRest(env: Env, db: Database, nowMs: number): Promise<number> {
  const until = new Date(nowMs - PASSED_AFTER_MS).toISOString();
  return pass(env, db, BY_REST, await readLatePage(db, LOOKED_AT, until));
}

interface Passed {
  /** Its place in the walk. */
  readonly at: number;
  readonly name: string;
  readonly state: State;
}

/** Asks the objects of documents at rest; one that did not answer is asked again by the next run. */
async function pass(env: Env, db: Database, walk: Walk, documents: readonly Passed[]): Promise<number> {
  const due = documents.filter(({ state }) => isTerminal(state));
  const failed = new Set(due);
  await runInParallel(due, FAILURE_CODE, async (document) => {
    await withDeadline(getIssuance(env, document.name).retire(document.name), ANSWER_WITHIN_MS, "retire");
    failed.delete(document);
  });
  const firstFailed = Math.min(...[...failed].map(({ at }) => at));
  const done = documents.filter(({ at }) => at < firstFailed).at(-1);
  if (done !== undefined) await moveWalk(db, walk, done.at);
  return due.length;
}
