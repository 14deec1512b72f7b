// Tests that the way back behind the migration that takes indexes away makes the tables what they were.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { listMigrationFiles, MIGRATION_FOLDER } from "../support/migration.ts";

const BEHIND = "0015";
const WAY_BACK = join(MIGRATION_FOLDER, "../docs/rollback-0015.sql");

/** A database at some migration, with an invoice in each of three states. */
function open(isApplied: (file: string) => boolean): DatabaseSync {
  const db = new DatabaseSync(":memory:");
  for (const file of listMigrationFiles().filter(isApplied)) {
    db.exec(readFileSync(join(MIGRATION_FOLDER, file), "utf8").replaceAll("--> statement-breakpoint", ""));
  }
  const insert = db.prepare(
    `INSERT INTO documents (company_id, module, type_code, environment, client_id, issuance_name, reservation_id, fingerprint,
       reserved_at, prefix, number, full_number, state, version, issue_date, issue_time, currency, subtotal, taxes, total,
       withheld, detail, due_at) VALUES (1, 'fe', '01', 'produccion', 1, ?, ?, '', '', 'FE', ?, ?, ?, 1, '', '', '', '', '', '', '', '{}', ?)`,
  );
  for (const [at, state] of ["aceptado", "rechazado", "sending"].entries()) {
    insert.run(`fe:1:${at}`, `r${at}`, at + 1, `FE${at + 1}`, state, state === "sending" ? "2026" : null);
  }
  return db;
}

function describe(db: DatabaseSync) {
  const read = (sql: string) => db.prepare(sql).all().map(Object.values);
  return {
    schema: read("SELECT type, name, sql FROM sqlite_master WHERE name LIKE 'document%' ORDER BY type, name"),
    counts: read("SELECT * FROM document_counts ORDER BY status"),
  };
}

it("is the schema of before, with its indexes, triggers and counts", () => {
  const before = open((file) => file < BEHIND);
  const after = open((file) => file.slice(0, BEHIND.length) <= BEHIND);
  expect(describe(after)).not.toEqual(describe(before));
  after.exec(readFileSync(WAY_BACK, "utf8"));
  expect(describe(after)).toEqual(describe(before));
});
