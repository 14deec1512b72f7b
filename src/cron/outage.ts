// Finds what is to be reported of outages: mostly it was, by the isolate that saw it, but that one may have lost D1 meanwhile.
import type { Env } from "../env.ts";
import { nameOutage, nameOutageEnd } from "../issuance/port/brake-port.ts";
import type { Database } from "../store/base/db.ts";
import { listRaised, type NewAlert } from "../store/watch/alerts.ts";
import { listBrakes } from "../store/watch/brake.ts";

/** An end that is older stays without a report. */
const LOOK_BACK_MS = 30 * 86_400_000;

/** The outages there are, and the ends of those that were reported (`nowMs` epoch milliseconds). */
export async function findOutages(env: Env, directory: Database, nowMs: number): Promise<readonly NewAlert[]> {
  const since = new Date(nowMs - LOOK_BACK_MS).toISOString();
  // Read first: what begins meanwhile is known before it is reported, and would look as if it were over.
  const raised = await listRaised(directory, ["authority_down", "authority_back"], since);
  const brakes = await listBrakes(directory);
  const present = brakes.flatMap(({ environment, state }) => nameOutage(env, environment, state) ?? []);
  const subjectsOf = (code: string) => raised.filter((one) => one.code === code).map(({ subject }) => subject);
  const open = new Set([...present.map(({ subject }) => subject), ...subjectsOf("authority_back")]);
  const over = raised.filter(({ subject }) => !open.has(subject));
  return [...present, ...over.map((one) => nameOutageEnd(one, new Date(nowMs).toISOString()))];
}
