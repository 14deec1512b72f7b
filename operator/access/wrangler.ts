// Calls the platform's own command-line tool, which reaches the remote database, files and secrets with the operator's own login.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { z } from "zod";
import type { Limits, SqlQuery } from "../../src/store/base/db.ts";
import { OperatorError } from "../error.ts";
import { CONFIGURATION, readConfiguration } from "./configuration.ts";
import { type Reached, reach, renderSql } from "./database.ts";

const ROOT = join(import.meta.dirname, "../..");
const WRANGLER = join(ROOT, "node_modules/wrangler/bin/wrangler.js");
/** A call starts a program, which asks the network. */
const REMOTE_TIMEOUT_MS = 120_000;

/** What wrangler prints of statements: rows by the names of their columns. */
const EXECUTED = z.array(z.object({ results: z.array(z.record(z.string(), z.unknown())).default([]) }));

/**
 * Runs wrangler and answers what it printed; `input` is its standard input: secrets never travel as parameters.
 * @throws OperatorError with wrangler's own last words when it fails.
 */
export type Wrangler = (parameters: readonly string[], input?: string) => Promise<Uint8Array>;

/** The call of wrangler as a person would type it; for --dry-run and messages. */
export function describeCall(parameters: readonly string[]): string {
  const quoted = parameters.map((text) =>
    /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`,
  );
  return `wrangler ${quoted.join(" ")}`;
}

/** The wrangler that is installed here. */
export const runWrangler: Wrangler = async (parameters, input) => {
  const child = spawn(process.execPath, [WRANGLER, ...parameters], {
    cwd: ROOT,
    env: { ...process.env, FORCE_COLOR: "0", WRANGLER_SEND_METRICS: "false" },
    timeout: REMOTE_TIMEOUT_MS,
  });
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
  child.stdin.end(input ?? "");
  const { code, signal } = await new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal }));
  });
  if (code === 0) return Uint8Array.from(Buffer.concat(output));
  const words = `${Buffer.concat(errors)}${Buffer.concat(output)}`.trim().split("\n").slice(-6).join("\n");
  const call = `wrangler ${parameters.slice(0, 3).join(" ")}`;
  if (signal !== null) {
    const limit = `${REMOTE_TIMEOUT_MS / 1000} s`;
    throw new OperatorError(`${call} was ended (${signal}; it has ${limit}): ${words}`, "it may have taken effect");
  }
  throw new OperatorError(`${call} failed: ${words}`, "is `npx wrangler login` done?");
};

/**
 * Name of the database with a number, as wrangler.toml has it; one that is not bound yet would be `NAME-1`, `NAME-2` and so
 * on, after the first one's.
 */
export function databaseName(shard: number, path = CONFIGURATION): string {
  const names = listDatabases(path);
  return names[shard] ?? `${names[0] ?? "factura-edge"}-${shard}`;
}

/** How many databases a configuration of the Worker binds: `DB`, `DB1` and so on, as far as they go. */
export function countDatabases(path = CONFIGURATION): number {
  return listDatabases(path).length;
}

/** Names of the databases that are bound as `DB`, `DB1` and so on. */
function listDatabases(path: string): string[] {
  const { d1_databases: databases } = readConfiguration(path);
  const names = new Map(databases.map(({ binding, database_name }) => [binding, database_name]));
  const bound: string[] = [];
  for (let binding = "DB"; names.has(binding); binding = `DB${bound.length}`) bound.push(names.get(binding) ?? binding);
  return bound;
}

/** Parameters that say which database a call is about. */
export function nameDatabase(isRemote: boolean, persistFolder: string, shard = 0): readonly string[] {
  return [databaseName(shard), ...(isRemote ? ["--remote"] : ["--local", "--persist-to", persistFolder])];
}

/** Parameters of the call that runs statements on the remote database, as one transaction. */
export function remoteExecuteCall(queries: readonly SqlQuery[], place = nameDatabase(true, "")): string[] {
  const sql = queries.map((query) => `${renderSql(query)};`).join("\n");
  return ["d1", "execute", ...place, "--json", "--yes", "--command", sql];
}

/** Each call is a program of its own. */
const LIMITS: Limits = { readMs: REMOTE_TIMEOUT_MS, writeMs: REMOTE_TIMEOUT_MS };

/** The remote database; `place` is what `nameDatabase` says of another one. */
export function openRemote(place = nameDatabase(true, ""), wrangler: Wrangler = runWrangler): Reached {
  return reach(async (queries) => {
    const output = await wrangler(remoteExecuteCall(queries, place));
    const answers = EXECUTED.parse(JSON.parse(new TextDecoder().decode(output)));
    return queries.map((_, index) => (answers[index]?.results ?? []).map((row) => Object.values(row)));
  }, LIMITS);
}
