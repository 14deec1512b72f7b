// Opens a SQLite file as the operator's database: the local D1 while no stand is running, or one in memory for tests.
import { createHash, createHmac } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { SqlQuery, SqlRows } from "../../src/store/base/db.ts";
import { OperatorError } from "../error.ts";
import { type Reached, reach } from "./database.ts";

const BUSY_TIMEOUT_MS = 5_000;
/** Where the local platform keeps D1 below the folder that it persists to. */
const D1_FOLDER = "v3/d1/miniflare-D1DatabaseObject";

/** Finds the file of the first local D1 below the persist folder; undefined before the first migration. */
export function findLocalFile(persistFolder: string): string | undefined {
  const folder = join(persistFolder, D1_FOLDER);
  if (!existsSync(folder)) return undefined;
  const others = listOtherFiles(persistFolder).map((path) => basename(path));
  const names = readdirSync(folder).filter((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite");
  const [name, ...rest] = names.filter((one) => !others.includes(one));
  if (rest.length > 0) throw new OperatorError(`${folder} holds ${names.length} databases`, "run `npm run reset`");
  return name === undefined ? undefined : join(folder, name);
}

/** The files of the local `DB1`, `DB2` and so on, as far as they are there. */
export function listOtherFiles(persistFolder: string): string[] {
  const found: string[] = [];
  for (;;) {
    const path = join(persistFolder, D1_FOLDER, `${nameLocalFile(`DB${found.length + 1}`)}.sqlite`);
    if (!existsSync(path)) return found;
    found.push(path);
  }
}

/** What the local platform calls the file of a binding: the name of the object that keeps it. */
export function nameLocalFile(binding: string): string {
  const key = createHash("sha256").update("miniflare-D1DatabaseObject").digest();
  const digest = (data: string | Uint8Array) => createHmac("sha256", key).update(data).digest().subarray(0, 16);
  const half = digest(binding);
  return Buffer.concat([half, digest(half)]).toString("hex");
}

/** A database that was opened, and how to let go of it. */
export interface OpenDatabase extends Reached {
  readonly close: () => Promise<void>;
}

/** Opens a SQLite file, or `:memory:`. */
export function openSqlite(path: string): OpenDatabase {
  const connection = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  return { ...reach(async (queries) => runAll(connection, queries)), close: async () => connection.close() };
}

function runAll(connection: DatabaseSync, queries: readonly SqlQuery[]): SqlRows[] {
  if (queries.length === 1) return queries.map((query) => runOne(connection, query));
  connection.exec("BEGIN IMMEDIATE");
  try {
    const answers = queries.map((query) => runOne(connection, query));
    connection.exec("COMMIT");
    return answers;
  } catch (cause) {
    connection.exec("ROLLBACK");
    throw cause;
  }
}

function runOne(connection: DatabaseSync, { sql, params }: SqlQuery): SqlRows {
  const statement = connection.prepare(sql);
  statement.setReturnArrays(true);
  return statement.all(...params).map((row) => Object.values(row));
}
