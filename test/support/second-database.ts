// Takes companies of the tests to the second database, as the operator's program does.
import { env } from "cloudflare:workers";
import { isSeeded, seedIds } from "../../operator/move/ids.ts";
import { beginExtension, beginMove, goOn, type MoveWorld } from "../../operator/move/mover.ts";
import { openDatabase, reachDatabase, runAll } from "../../src/store/base/db.ts";
import { listBindings } from "../../src/store/base/home.ts";

const CARRIED = 500_000;

/** A mover of a company over the test's databases. */
export function createMover(companyId: number): MoveWorld {
  const shards = listBindings(env).map((db) => reachDatabase(db));
  return { companyId, shards, carried: CARRIED, nowMs: Date.now, progress: () => undefined };
}

/** Gives the second database ids of its own. */
export async function prepareSecond(): Promise<void> {
  const [, second] = listBindings(env);
  if (second === undefined) throw new Error("this project has one database");
  const db = openDatabase(second);
  if (!(await isSeeded(db, 1))) await runAll(db, seedIds(1));
}

/** A company goes to the second database. */
export async function moveToSecond(companyId: number): Promise<void> {
  await prepareSecond();
  const world = createMover(companyId);
  await beginMove(world, 1);
  await goOn(world);
}

/** A company goes on in the second database, and keeps its older documents where they are. */
export async function extendToSecond(companyId: number): Promise<void> {
  await prepareSecond();
  const world = createMover(companyId);
  await beginExtension(world, 1);
  await goOn(world);
}
