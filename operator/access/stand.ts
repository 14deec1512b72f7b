// Reaches the database and the archive of a running stand through the local platform's own interface, which respects its locks.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { HeadFile } from "../../src/store/event-head.ts";
import type { PutResult } from "../../src/store/files.ts";
import type { Archive } from "./archive.ts";
import { type Reached, reach, renderSql } from "./database.ts";

// Another process that writes the file itself makes the running Worker fail with SQLITE_BUSY (tried).
const EXPLORER = "/cdn-cgi/local/explorer/api/d1/database";
const FILES = "/cdn-cgi/local/explorer/api/r2/buckets/factura-edge-files/objects";
const PROBE_TIMEOUT_MS = 2_000;
const TIMEOUT_MS = 15_000;
const STAND_FILE = "stand.json";

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
export interface RunningStand extends Reached, Pick<Archive, "putFile"> {
  /** Every database by its number. */
  readonly shards: readonly Reached[];
}

/** Finds the stand that runs on a persist folder; undefined when none does. */
export async function findStand(persistFolder: string): Promise<RunningStand | undefined> {
  const stand = readStandFile(persistFolder);
  if (stand === undefined) return undefined;
  const { origin } = stand;
  const shards = (await listDatabaseIds(origin)).map((id) => openStand(`${origin}${EXPLORER}/${id}/raw`));
  const [first] = shards;
  if (first === undefined) return undefined;
  return {
    ...first,
    shards,
    putFile: (file) => putFile(`${origin}${FILES}`, file),
  };
}

/** The first one, and those that are called like a binding after it. */
async function listDatabaseIds(origin: string): Promise<readonly string[]> {
  let response: Response;
  try {
    response = await fetch(`${origin}${EXPLORER}`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
  } catch (cause) {
    // Nothing listens: the stand was stopped.
    if (cause instanceof TypeError || cause instanceof DOMException) return [];
    throw cause;
  }
  if (!response.ok) return [];
  const { result } = DATABASES.parse(await response.json());
  const numberOf = (id: string) => Number(/^DB([1-9]\d*)$/.exec(id)?.[1] ?? 0);
  const ids = result.map(({ uuid }) => uuid).toSorted((one, other) => numberOf(one) - numberOf(other));
  return ids.filter((id, index) => numberOf(id) === index);
}

function openStand(address: string): Reached {
  return reach(async (queries) => {
    const batch = queries.map((query) => ({ sql: renderSql(query) }));
    const response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ batch }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = ANSWER.parse(await response.json());
    if (!answer.success || answer.result === null) {
      throw new Error(answer.errors.map(({ message }) => message).join("; "));
    }
    return answer.result.map(({ results }) => results.rows);
  });
}

/** The interface knows no condition: of two that ask at the same instant the later one wins, on a local stand only. */
async function putFile(address: string, { path, bytes, label }: HeadFile): Promise<PutResult> {
  const url = `${address}/${encodeURIComponent(path)}`;
  const present = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const found = new Uint8Array(await present.arrayBuffer());
  if (present.ok) return Buffer.from(found).equals(bytes) ? "same-bytes" : "other-bytes";
  if (present.status !== 404) throw new Error(`the stand answered ${present.status} for a file of its archive`);
  const stored = await fetch(url, {
    method: "PUT",
    headers: { "content-type": "application/json", "cf-r2-custom-metadata": JSON.stringify(label) },
    body: Uint8Array.from(bytes),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!stored.ok) throw new Error(`the stand answered ${stored.status} to a file for its archive`);
  return "stored";
}
