// The tables of a local stand are those that the migrations make, and wrangler's own command finds nothing left to do.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, it } from "vitest";
import { findLocalFile } from "../../operator/access/sqlite.ts";
import { describeLocal, nameDatabase, runWrangler } from "../../operator/access/wrangler.ts";
import { migrate } from "../../stand/migrate.ts";
import { listMigrationFiles, listMigrationStatements } from "../support/migration.ts";

const folder = mkdtempSync(join(tmpdir(), "factura-edge-migrate-"));

afterAll(() => rmSync(folder, { recursive: true }));

function withFile<Result>(work: (db: DatabaseSync) => Result): Result {
  const db = new DatabaseSync(findLocalFile(folder) ?? "");
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** Tables, indexes and triggers, without what the platform adds. */
function listObjects(db: DatabaseSync): readonly unknown[] {
  const own = "name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name <> 'd1_migrations'";
  return db.prepare(`SELECT type, name, sql FROM sqlite_master WHERE ${own} ORDER BY type, name`).all();
}

function listNames(db: DatabaseSync): readonly unknown[] {
  return db
    .prepare("SELECT name FROM d1_migrations ORDER BY id")
    .all()
    .map(({ name }) => name);
}

it("makes the tables once, and leaves wrangler nothing to apply", async () => {
  const said: string[] = [];
  const print = (line: string) => void said.push(line);
  await migrate(folder, print);
  const expected = new DatabaseSync(":memory:");
  for (const statement of listMigrationStatements()) expected.exec(statement);
  const objects = listObjects(expected);
  expect(withFile(listObjects)).toEqual(objects);
  expect(withFile(listNames)).toEqual(listMigrationFiles());
  await migrate(folder, print);
  expect(said).toEqual(["Migrating the local database…"]);
  const listed = await runWrangler(["d1", "migrations", "list", ...nameDatabase(describeLocal(folder))]);
  expect(new TextDecoder().decode(listed)).toContain("No migrations to apply");
});
