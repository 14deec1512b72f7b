// Says to an outside monitor whether the service can issue now, by what it reaches; of companies, documents and secrets nothing.
import type { Env } from "../../env.ts";
import { findCondition } from "../../issuance/port/brake-port.ts";
import { confirmStorage, createArchive } from "../../store/archive/files.ts";
import { build, run } from "../../store/base/db.ts";
import { openAll } from "../../store/base/home.ts";
import { companies } from "../../store/base/schema.ts";

/** Whoever asks more often gets the same answer: an open address must not cost a database. */
const KEPT_MS = 10_000;

/** `degraded`: documents are taken and wait for the authority. `down`: none can be issued. */
interface Readiness {
  readonly status: "ok" | "degraded" | "down";
  readonly database: "ok" | "down";
  readonly archive: "ok" | "down";
  readonly authority: "normal" | "lenta" | "caida" | "unknown";
  /** ISO instant at which this was found out. */
  readonly at: string;
}

const known = new WeakMap<Env["DB"], { readonly untilMs: number; readonly found: Readiness }>();

/** What is the case now, or was seconds ago (`nowMs` epoch milliseconds). It never throws. */
export async function findReadiness(env: Env, nowMs: number): Promise<Readiness> {
  const before = known.get(env.DB);
  if (before !== undefined && nowMs < before.untilMs) return before.found;
  // Each request looks itself: one that leaves would keep those waiting that waited for its look.
  const found = await look(env, nowMs);
  known.set(env.DB, { untilMs: nowMs + KEPT_MS, found });
  return found;
}

async function look(env: Env, nowMs: number): Promise<Readiness> {
  const [database, archive, condition] = await Promise.allSettled([
    askDatabases(env),
    askArchive(env),
    findCondition(env, "produccion", nowMs),
  ]);
  const stateOf = ({ status }: PromiseSettledResult<unknown>) => (status === "fulfilled" ? "ok" : "down");
  const authority = condition.status === "fulfilled" ? condition.value.state : "unknown";
  const isDown = stateOf(database) === "down" || stateOf(archive) === "down";
  return {
    status: isDown ? "down" : authority === "normal" ? "ok" : "degraded",
    database: stateOf(database),
    archive: stateOf(archive),
    authority,
    at: new Date(nowMs).toISOString(),
  };
}

/** Those of another deployment are none of this one's. */
async function askDatabases(env: Env): Promise<void> {
  await confirmStorage(env);
  for (const db of openAll(env)) await run(db, build.select({ id: companies.id }).from(companies).limit(1));
}

async function askArchive({ FILES }: Env): Promise<void> {
  // There is no such file: that it is not there is an answer.
  await createArchive(FILES).get("readiness");
}
