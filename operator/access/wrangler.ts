// Calls the platform's own command-line tool, which reaches the remote database, files and secrets with the operator's own login.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { z } from "zod";
import { type Execute, isReading, type Limits, type SqlQuery } from "../../src/store/base/db.ts";
import { OperatorError } from "../error.ts";
import { type Configured, readTopLevel } from "./configuration.ts";
import { type Ahead, gather, type Reached, reach, readAhead, renderSql } from "./database.ts";

const ROOT = join(import.meta.dirname, "../..");
const WRANGLER = join(ROOT, "node_modules/wrangler/bin/wrangler.js");
/** A call starts a program, which asks the network. */
const REMOTE_TIMEOUT_MS = 120_000;
/** An index of a large table takes minutes to build, and an upload is followed by checks. */
const LONG_TIMEOUT_MS = 1_800_000;
const LONG_CALL = /^(?:d1 migrations apply|deploy)\b/;

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
  const timeout = LONG_CALL.test(parameters.join(" ")) ? LONG_TIMEOUT_MS : REMOTE_TIMEOUT_MS;
  const child = spawn(process.execPath, [WRANGLER, ...parameters], {
    cwd: ROOT,
    env: { ...process.env, FORCE_COLOR: "0", WRANGLER_SEND_METRICS: "false" },
    timeout,
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
    const limit = `${timeout / 1000} s`;
    throw new OperatorError(`${call} was ended (${signal}; it has ${limit}): ${words}`, "it may have taken effect");
  }
  throw new OperatorError(`${call} failed: ${words}`, "is `npx wrangler login` done?");
};

/** Where a call of wrangler works: a deployment, or the state of a local platform. */
export interface Target extends Pick<Configured, "databases" | "envFlags"> {
  readonly isRemote: boolean;
  /** What the local platform persists to. */
  readonly persistFolder: string;
}

/** The state of the local platform: what the top level of wrangler.toml binds. */
export function describeLocal(persistFolder: string): Target & Configured {
  return { ...readTopLevel(), isRemote: false, persistFolder };
}

/**
 * Name of the database with a number, as wrangler.toml has it; one that is not bound yet would be `NAME-1`, `NAME-2` and so
 * on, after the first one's.
 */
export function databaseName({ databases }: Pick<Target, "databases">, shard: number): string {
  return databases[shard] ?? `${databases[0] ?? "factura-edge"}-${shard}`;
}

/** A call of wrangler about one deployment. */
export function address(
  parameters: readonly string[],
  { envFlags, isRemote }: Pick<Target, "envFlags" | "isRemote">,
): readonly string[] {
  return isRemote ? [...parameters, ...envFlags] : parameters;
}

/** Parameters that say which database a call is about. */
export function nameDatabase(target: Target, shard = 0): readonly string[] {
  const { isRemote, persistFolder } = target;
  return [databaseName(target, shard), ...(isRemote ? ["--remote"] : ["--local", "--persist-to", persistFolder])];
}

/** Parameters of the call that runs statements on a database, as one transaction. @param place what `nameDatabase` says. */
export function remoteExecuteCall(queries: readonly SqlQuery[], place: readonly string[]): string[] {
  const sql = queries.map((query) => `${renderSql(query)};`).join("\n");
  return ["d1", "execute", ...place, "--json", "--yes", "--command", sql];
}

/** What changes a deployment: a secret, a version, tables, files, or rows. */
const WRITING =
  /^(?:secret (?:put|bulk|delete)|deploy\b|rollback|d1 migrations apply|d1 execute .*--file|d1 execute [\s\S]*--command (?:[\s\S]*;\n)?\s*(?!select|explain)[a-z]+\b)/i;

/** Calls about one deployment; before the first one that changes it, it is told to whom it goes. */
export function addressAll(wrangler: Wrangler, target: Target, announce: () => void): Wrangler {
  return (parameters, input) => {
    if (target.isRemote && WRITING.test(parameters.join(" "))) announce();
    return wrangler(address(parameters, target), input);
  };
}

/** Each call is a program of its own. */
const LIMITS: Limits = { readMs: REMOTE_TIMEOUT_MS, writeMs: REMOTE_TIMEOUT_MS };

/** The marks of other deployments in a database. */
const MARKS = "FROM deployments WHERE name <> ?";

/**
 * Runs a list of statements of which one writes, in the same call and transaction with the question whose database it is.
 * @throws OperatorError, with nothing written, where another deployment has marked it.
 */
async function writeOwn(run: Execute, queries: readonly SqlQuery[], worker: string, place: readonly string[]) {
  const params = [worker];
  try {
    // No text that begins so is JSON: a row undoes all.
    return (await run([{ sql: `SELECT json('{' || name) ${MARKS}`, params }, ...queries])).slice(1);
  } catch (cause) {
    if (!(cause instanceof Error && /malformed JSON/.test(cause.message))) throw cause;
    const [[[mark] = []] = []] = await run([{ sql: `SELECT name ${MARKS}`, params }]);
    if (mark === undefined) throw cause;
    throw new OperatorError(
      `${place[0]} is marked by another deployment, ${mark}: is its name in wrangler.toml right?`,
    );
  }
}

/** What a line knows of its database beforehand. */
export interface Beforehand {
  /** What is read beside the first question, because it will be asked. */
  readonly ahead?: Ahead | undefined;
  /** Rejects where nothing may be done: no answer is given before. */
  readonly admission?: Promise<unknown> | undefined;
}

/**
 * The database that `place` names, as `nameDatabase` says it.
 * @param worker whose it is: where another one has marked it, nothing is written; undefined where no table is there yet.
 */
export function openRemote(
  place: readonly string[],
  wrangler: Wrangler = runWrangler,
  worker: string | undefined = undefined,
  { ahead, admission }: Beforehand = {},
): Reached {
  const run: Execute = async (queries) => {
    if (!queries.every(isReading)) await admission;
    const [output] = await Promise.all([wrangler(remoteExecuteCall(queries, place)), admission]);
    const answers = EXECUTED.parse(JSON.parse(new TextDecoder().decode(output)));
    return queries.map((_, index) => (answers[index]?.results ?? []).map((row) => Object.values(row)));
  };
  const execute: Execute = (queries) =>
    worker === undefined || queries.every(isReading) ? run(queries) : writeOwn(run, queries, worker, place);
  return reach(gather(ahead === undefined ? execute : readAhead(execute, ahead)), LIMITS);
}
