// Reads the released migrations as the statements that fill an empty database with the product's tables.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const MIGRATION_FOLDER = join(import.meta.dirname, "../../migrations");

/** Names of the files, in the order in which they are applied. */
export function listMigrationFiles(): readonly string[] {
  return readdirSync(MIGRATION_FOLDER)
    .filter((name) => name.endsWith(".sql"))
    .sort();
}

/** The statements of every migration, in order. */
export function listMigrationStatements(): readonly string[] {
  const texts = listMigrationFiles().map((file) => readFileSync(join(MIGRATION_FOLDER, file), "utf8"));
  return texts.flatMap((text) => text.split("--> statement-breakpoint")).filter((statement) => statement.trim() !== "");
}
