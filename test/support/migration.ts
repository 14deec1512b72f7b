// The folder of released migrations into the statements that make an empty database ours.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../../migrations");

/** The statements of every migration, in order. */
export function listMigrationStatements(): readonly string[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".sql"));
  const texts = files.sort().map((file) => readFileSync(join(FOLDER, file), "utf8"));
  return texts.flatMap((text) => text.split("--> statement-breakpoint")).filter((statement) => statement.trim() !== "");
}
