// Reaches the database and the archive of a running stand through the local platform's own interface, which respects its locks.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { PutResult } from "../../src/store/archive/files.ts";
import type { HeadFile } from "../../src/store/audit/event-head.ts";
import { type Execute, isReading, type Limits } from "../../src/store/base/db.ts";
import { OperatorError } from "../error.ts";
import type { Archive } from "./archive.ts";
import { readTopLevel } from "./configuration.ts";
import { type Reached, reach, renderSql } from "./database.ts";

// Another process that writes the file itself makes the running Worker fail with SQLITE_BUSY (tried).
const EXPLORER = "/cdn-cgi/local/explorer/api/d1/database";
const BUCKETS = "/cdn-cgi/local/explorer/api/r2/buckets";
const PROBE_TIMEOUT_MS = 10_000;
/** No client waits, as one does for the Worker: forty rows at once on a busy machine take longer than its 3 s. */
const LIMITS: Limits = { readMs: 30_000, writeMs: 30_000 };
/** After the limits, which say what is late. */
const TIMEOUT_MS = 35_000;
/** Characters of the platform's words that an error repeats. */
const WORDS_MOST = 200;
const STAND_FILE = "stand.json";

/**
 * Each question goes over a connection of its own: the stand closes one that was idle for 5 s, and who kept the processor for longer
 * would use it all the same, and hear nothing.
 */
const CLOSING = { connection: "close" };
const JSON_BODY = { "content-type": "application/json" };

function call(
  address: string,
  init: Pick<RequestInit, "method" | "body"> = {},
  more: Readonly<Record<string, string>> = {},
) {
  const headers = { ...CLOSING, ...more };
  return fetch(address, { ...init, headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
}

/** Where a stand listens, and its process. */
const STAND = z.object({ origin: z.string(), pid: z.number() });

const DATABASES = z.object({ result: z.array(z.object({ uuid: z.string() })) });

/** Each statement's rows, or what was wrong. */
const ANSWER = z.object({
  success: z.boolean(),
  errors: z.array(z.object({ message: z.string() })),
  result: z.array(z.object({ results: z.object({ rows: z.array(z.array(z.unknown())) }) })).nullable(),
});

/** Path of the file in which a stand says where it listens. */
export function standFile(persistFolder: string): string {
  return join(persistFolder, STAND_FILE);
}

/** What a stand wrote of itself; undefined when there is no such file. */
export function readStandFile(persistFolder: string): z.output<typeof STAND> | undefined {
  const path = standFile(persistFolder);
  return existsSync(path) ? STAND.parse(JSON.parse(readFileSync(path, "utf8"))) : undefined;
}

/** What the operator reaches of a running stand. */
export interface RunningStand extends Reached, Pick<Archive, "putFile" | "readFile"> {
  /** Every database by its number. */
  readonly shards: readonly Reached[];
}

/**
 * Finds the stand that runs on a persist folder; undefined when none does.
 * @throws OperatorError when its process runs and does not answer: its files must not be opened beside it.
 */
export async function findStand(persistFolder: string): Promise<RunningStand | undefined> {
  const stand = readStandFile(persistFolder);
  return stand && reachStand(stand);
}

/** The same of a stand whose address is known. */
export async function reachStand(stand: z.output<typeof STAND>): Promise<RunningStand | undefined> {
  const { origin } = stand;
  const shards = (await listDatabaseIds(stand)).map((id) => openStand(`${origin}${EXPLORER}/${id}/raw`));
  const [first] = shards;
  if (first === undefined) return undefined;
  return {
    ...first,
    shards,
    readFile: openStandFiles(origin).readFile,
    putFile: (file) => putFile(`${origin}${BUCKETS}/${readTopLevel().bucket}/objects`, file),
  };
}

const LISTED = z.object({ result: z.array(z.object({ key: z.string(), size: z.coerce.number() })) });

/** The files of a running stand, to be read. */
export function openStandFiles(origin: string) {
  const objects = `${origin}${BUCKETS}/${readTopLevel().bucket}/objects`;
  return {
    readFile: async (path: string): Promise<Uint8Array | undefined> => {
      const response = await call(`${objects}/${encodeURIComponent(path)}`);
      const bytes = new Uint8Array(await response.arrayBuffer());
      if (response.status === 404) return undefined;
      if (!response.ok) throw new Error(`the stand answered ${response.status} for a file of its archive`);
      return bytes;
    },
    listFiles: async (prefix: string, most: number) => {
      const response = await call(`${objects}?prefix=${encodeURIComponent(prefix)}&per_page=${most}`);
      return LISTED.parse(await response.json()).result.map(({ key, size }) => ({ path: key, size }));
    },
  };
}

/** The first one, and those that are called like a binding after it. */
async function listDatabaseIds({ origin, pid }: z.output<typeof STAND>): Promise<readonly string[]> {
  const response = await probe(`${origin}${EXPLORER}`);
  if (!(response instanceof Response) || !response.ok) {
    if (response === "refused" || !isAlive(pid)) return [];
    const what =
      response === "late" ? `no answer in ${PROBE_TIMEOUT_MS / 1000} s` : `an answer with ${response.status}`;
    throw new OperatorError(`the stand at ${origin} gives ${what}`, `try again, or stop it (process ${pid})`);
  }
  const { result } = DATABASES.parse(await response.json());
  const numberOf = (id: string) => Number(/^DB([1-9]\d*)$/.exec(id)?.[1] ?? 0);
  const ids = result.map(({ uuid }) => uuid).toSorted((one, other) => numberOf(one) - numberOf(other));
  return ids.filter((id, index) => numberOf(id) === index);
}

/** @returns `refused` when nothing listens: the stand was stopped. */
async function probe(address: string): Promise<Response | "refused" | "late"> {
  try {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
    return await fetch(address, { headers: CLOSING, signal });
  } catch (cause) {
    if (cause instanceof TypeError) return "refused";
    if (cause instanceof DOMException) return "late";
    throw cause;
  }
}

/** Whether a process runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause)) throw cause;
    // It is another user's.
    if (cause.code === "EPERM") return true;
    if (cause.code === "ESRCH") return false;
    throw cause;
  }
}

/** The local platform answered with words of its own: under load it loses its connection to the database. */
class LostError extends Error {}

function openStand(address: string): Reached {
  const execute: Execute = async (queries) => {
    const batch = queries.map((query) => ({ sql: renderSql(query) }));
    const response = await call(address, { method: "POST", body: JSON.stringify({ batch }) }, JSON_BODY);
    const answer = ANSWER.parse(readAnswer(response.status, await response.text()));
    if (!answer.success || answer.result === null) {
      throw new Error(answer.errors.map(({ message }) => message).join("; "));
    }
    return answer.result.map(({ results }) => results.rows);
  };
  return reach(async (queries) => {
    try {
      return await execute(queries);
    } catch (cause) {
      // A write may be written: whoever gave it looks first.
      if (!(cause instanceof LostError) || !queries.every(isReading)) throw cause;
      return execute(queries);
    }
  }, LIMITS);
}

/** @throws LostError for what is no JSON, with its first line. */
function readAnswer(status: number, body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    const [line = ""] = body.trim().split("\n");
    throw new LostError(`the stand answered ${status}: ${line.slice(0, WORDS_MOST)}`);
  }
}

/** The interface knows no condition: of two that ask at the same instant the later one wins, on a local stand only. */
async function putFile(address: string, { path, bytes, label }: HeadFile): Promise<PutResult> {
  const url = `${address}/${encodeURIComponent(path)}`;
  const present = await call(url);
  const found = new Uint8Array(await present.arrayBuffer());
  if (present.ok) return Buffer.from(found).equals(bytes) ? "same-bytes" : "other-bytes";
  if (present.status !== 404) throw new Error(`the stand answered ${present.status} for a file of its archive`);
  const named = { ...JSON_BODY, "cf-r2-custom-metadata": JSON.stringify(label) };
  const stored = await call(url, { method: "PUT", body: Uint8Array.from(bytes) }, named);
  if (!stored.ok) throw new Error(`the stand answered ${stored.status} to a file for its archive`);
  return "stored";
}
