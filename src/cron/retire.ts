// Walks through the documents from the oldest on and asks the objects of those that came to rest long ago to empty themselves.
import { withDeadline } from "../deadline.ts";
import { DAY_MS } from "../domain/calendar.ts";
import { isTerminal } from "../domain/state.ts";
import type { Env } from "../env.ts";
import { RETIRE_AFTER_MS } from "../issuance/schedule.ts";
import { getIssuance } from "../issuance/stub.ts";
import type { Database } from "../store/db.ts";
import { openAll } from "../store/home.ts";
import { moveWalk, readWalkPage } from "../store/retirement.ts";
import { runInParallel } from "./in-parallel.ts";

/** Documents looked at per run and database: 288,000 a day. */
const LOOKED_AT = 200;
/** Documents come to rest a while after they were reserved, and the walk passes each once: a day longer than a journal is kept. */
const PASSED_AFTER_MS = RETIRE_AFTER_MS + DAY_MS;
const ANSWER_WITHIN_MS = 10_000;
const FAILURE_CODE = "retire_failed";

/**
 * Takes the next steps of the walk in each database.
 * @param nowMs epoch milliseconds.
 * @returns how many objects were asked.
 */
export async function retireJournals(env: Env, nowMs: number): Promise<number> {
  const asked = await Promise.all(openAll(env).map((db) => walk(env, db, nowMs)));
  return asked.reduce((sum, one) => sum + one, 0);
}

/** A document that did not answer is asked again by the next run; an open one is passed by. */
async function walk(env: Env, db: Database, nowMs: number): Promise<number> {
  const page = await readWalkPage(db, LOOKED_AT);
  const end = page.findIndex(({ reservedAt }) => nowMs - Date.parse(reservedAt) < PASSED_AFTER_MS);
  const old = end === -1 ? page : page.slice(0, end);
  const due = old.filter(({ state }) => isTerminal(state));
  const failed = new Set(due.map(({ id }) => id));
  await runInParallel(due, FAILURE_CODE, async ({ id, name }) => {
    await withDeadline(getIssuance(env, name).retire(name), ANSWER_WITHIN_MS, "retire");
    failed.delete(id);
  });
  const firstFailed = Math.min(...failed);
  const done = old.filter(({ id }) => id < firstFailed).at(-1);
  if (done !== undefined) await moveWalk(db, done.id);
  return due.length;
}
