// A running stand into a database for the operator: through the local platform's own door, so that its locks are respected.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../../src/store/database.ts";
import type { HeadFile } from "../../src/store/event-head.ts";
import type { PutResult } from "../../src/store/files.ts";
import type { Archive } from "./archive.ts";
import { createDatabase, renderSql, type SqlResult, type SqlStatement } from "./database.ts";

// Another process that writes the file itself makes the running Worker fail with SQLITE_BUSY (tried).
const DOOR = "/cdn-cgi/local/explorer/api/d1/database";
const FILE_DOOR = "/cdn-cgi/local/explorer/api/r2/buckets/factura-edge-files/objects";
const PROBE_TIMEOUT_MS = 2_000;
const TIMEOUT_MS = 15_000;
const STAND_FILE = "stand.json";

interface DoorAnswer {
  readonly success: boolean;
  readonly errors: readonly { readonly message: string }[];
  readonly result:
    | readonly {
        readonly results: { readonly columns: readonly string[]; readonly rows: readonly (readonly unknown[])[] };
        readonly meta: { readonly changes: number };
      }[]
    | null;
}

/** Path of the file in which a stand says where it listens. */
export function standFile(persistFolder: string): string {
  return join(persistFolder, STAND_FILE);
}

/** What a running stand lets the operator write through its own doors. */
export type RunningStand = Database & Pick<Archive, "putFile">;

/** Finds the stand that runs on a persist folder; undefined when none does. */
export async function findStand(persistFolder: string): Promise<RunningStand | undefined> {
  const path = standFile(persistFolder);
  if (!existsSync(path)) return undefined;
  const { origin } = JSON.parse(readFileSync(path, "utf8")) as { readonly origin: string };
  const databaseId = await findDatabaseId(origin);
  if (databaseId === undefined) return undefined;
  const db = openStand(`${origin}${DOOR}/${databaseId}/raw`);
  return { ...db, putFile: (file) => putFile(`${origin}${FILE_DOOR}`, file) };
}

async function findDatabaseId(origin: string): Promise<string | undefined> {
  let response: Response;
  try {
    response = await fetch(`${origin}${DOOR}`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
  } catch (cause) {
    // Nobody listens: the stand was stopped.
    if (cause instanceof TypeError || cause instanceof DOMException) return undefined;
    throw cause;
  }
  if (!response.ok) return undefined;
  const { result } = (await response.json()) as { readonly result: readonly { readonly uuid: string }[] };
  return result[0]?.uuid;
}

function openStand(address: string): Database {
  return createDatabase(async (statements: readonly SqlStatement[]) => {
    const batch = statements.map((statement) => ({ sql: renderSql(statement) }));
    const response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ batch }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = (await response.json()) as DoorAnswer;
    if (!answer.success || answer.result === null) {
      throw new Error(answer.errors.map(({ message }) => message).join("; "));
    }
    return answer.result.map(({ results, meta }): SqlResult => {
      const rows = results.rows.map((row) => Object.fromEntries(results.columns.map((name, at) => [name, row[at]])));
      return { rows, changes: meta.changes };
    });
  });
}

/** The door knows no condition: of two that ask at the same instant the later one wins, on a local stand only. */
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
