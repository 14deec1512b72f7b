// A SQLite file into a database for the operator: the local D1 while no stand is running, or a copy in memory for tests.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Database } from "../../src/store/database.ts";
import { OperatorError } from "../error.ts";
import { createDatabase, type SqlResult, type SqlStatement } from "./database.ts";

const BUSY_TIMEOUT_MS = 5_000;
/** Where the local platform keeps D1 below the folder that it persists to. */
const D1_FOLDER = "v3/d1/miniflare-D1DatabaseObject";

/** Finds the file of the only local D1 below the persist folder; undefined before the first migration. */
export function findLocalFile(persistFolder: string): string | undefined {
  const folder = join(persistFolder, D1_FOLDER);
  if (!existsSync(folder)) return undefined;
  const names = readdirSync(folder).filter((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite");
  if (names.length > 1) throw new OperatorError(`${folder} holds ${names.length} databases`, "run `npm run reset`");
  return names[0] === undefined ? undefined : join(folder, names[0]);
}

/** A database that was opened, and how to let go of it. */
export interface OpenDatabase {
  readonly db: Database;
  readonly close: () => Promise<void>;
}

/** Opens a SQLite file, or `:memory:`. */
export function openSqlite(path: string): OpenDatabase {
  const connection = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  const execute = async (statements: readonly SqlStatement[]) => runAll(connection, statements);
  return {
    db: createDatabase(execute),
    close: async () => connection.close(),
  };
}

function runAll(connection: DatabaseSync, statements: readonly SqlStatement[]): SqlResult[] {
  if (statements.length === 1) return statements.map((statement) => runOne(connection, statement));
  connection.exec("BEGIN IMMEDIATE");
  try {
    const results = statements.map((statement) => runOne(connection, statement));
    connection.exec("COMMIT");
    return results;
  } catch (cause) {
    connection.exec("ROLLBACK");
    throw cause;
  }
}

function runOne(connection: DatabaseSync, { sql, parameters }: SqlStatement): SqlResult {
  const prepared = connection.prepare(sql);
  if (prepared.columns().length === 0) {
    return { rows: [], changes: Number(prepared.run(...parameters).changes) };
  }
  const rows = prepared.all(...parameters).map((row) => ({ ...row }));
  const changed = connection.prepare("SELECT changes() AS changes").get();
  return { rows, changes: Number(changed?.changes ?? 0) };
}
