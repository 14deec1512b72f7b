// Wakes the objects of webhooks that are behind the feed or have an order of an operator: a wake after a projection may be lost.
import { wakeWebhook } from "../delivery/wake.ts";
import type { Env } from "../env.ts";
import { fromAll } from "../store/home.ts";
import { listLagging } from "../store/webhooks.ts";
import { runInParallel } from "./in-parallel.ts";

/** Objects woken per run. */
const LIMIT = 500;

/** @returns how many were woken. */
export async function wakeLagging(env: Env): Promise<number> {
  const ids = await fromAll(env, (db) => listLagging(db, LIMIT));
  await runInParallel(ids, "poke_failed", (id) => wakeWebhook(env, id));
  return ids.length;
}
