// Walks through the documents from the oldest on and asks the objects of those that came to rest long ago to empty themselves.
import type { Env } from "../env.ts";
import { mayBeRetired } from "../issuance/schedule.ts";
import { getIssuance } from "../issuance/stub.ts";
import type { Database } from "../store/db.ts";
import { withDeadline } from "../deadline.ts";
import { openAll } from "../store/home.ts";
import { moveWalk, readWalkPage } from "../store/retirement.ts";
import { runInParallel } from "./in-parallel.ts";

/** Documents looked at per run and database: 288,000 a day. */
const LOOKED_AT = 200;
/** A day more than the journal itself waits after its document came to rest. */
const LATER_MS = 24 * 3_600_000;
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
  const isYoung = ({ reservedAt }: { readonly reservedAt: string }) =>
    !mayBeRetired({ state: "aceptado", reservedAt }, nowMs - LATER_MS);
  const end = page.findIndex(isYoung);
  const old = end === -1 ? page : page.slice(0, end);
  const due = old.filter((document) => mayBeRetired(document, nowMs));
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
