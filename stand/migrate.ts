// Brings the local databases to the present tables, as `wrangler d1 migrations apply` would, in one call for each.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { findLocalFile, listOtherFiles, openSqlite } from "../operator/access/sqlite.ts";
import { describeLocal, nameDatabase, runWrangler } from "../operator/access/wrangler.ts";
import { ROOT } from "../operator/deployment.ts";
import { build, run } from "../src/store/base/db.ts";

const MIGRATIONS = join(ROOT, "migrations");

/** Where wrangler remembers what it applied: it goes on from there. */
const REMEMBERED = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
);`;

/** Applies what is missing, in the order of the names, to every database that wrangler.toml binds. */
export async function migrate(persistFolder: string, print: (line: string) => void): Promise<void> {
  const names = readdirSync(MIGRATIONS).filter((name) => name.endsWith(".sql"));
  const files = [findLocalFile(persistFolder), ...listOtherFiles(persistFolder)];
  // The directory comes last: the service asks it first.
  const target = describeLocal(persistFolder);
  for (let shard = target.databases.length - 1; shard >= 0; shard -= 1) {
    const applied = await listApplied(files[shard]);
    const missing = names.filter((name) => !applied.includes(name)).sort();
    if (missing.length === 0) continue;
    print(shard === 0 ? "Migrating the local database…" : `Migrating the local database ${shard}…`);
    await apply(missing, nameDatabase(target, shard));
  }
}

/** One file of all of them: wrangler's own command starts a platform for each migration. */
async function apply(names: readonly string[], place: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "factura-edge-migrations-"));
  const path = join(folder, "missing.sql");
  const texts = names.map(
    (name) =>
      `${readFileSync(join(MIGRATIONS, name), "utf8")}\n;\nINSERT INTO d1_migrations (name) VALUES ('${name}');`,
  );
  try {
    writeFileSync(path, [REMEMBERED, ...texts].join("\n"));
    await runWrangler(["d1", "execute", ...place, "--yes", "--file", path]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The platform's own table of the migrations that it has applied. */
const appliedMigrations = sqliteTable("d1_migrations", { name: text().notNull() });

async function listApplied(path: string | undefined): Promise<string[]> {
  if (path === undefined) return [];
  const { db, close } = openSqlite(path);
  try {
    return (await run(db, build.select().from(appliedMigrations))).map(({ name }) => name);
  } catch (cause) {
    // Before the first migration there is no such table.
    if (cause instanceof Error && /no such table/.test(cause.message)) return [];
    throw cause;
  } finally {
    await close();
  }
}
