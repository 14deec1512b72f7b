// Counts what each list, search and page reads in a local D1 whose one company has so many documents.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { getPlatformProxy } from "wrangler";
import { seedCompany } from "../../test/store/sample.ts";
import { listMigrationStatements } from "../../test/support/migration.ts";
import { READ_CASES } from "./case.ts";
import { openCounted, type Reading } from "./count.ts";
import { BIG, listFill } from "./fill.ts";

/** What one case read, at each size. */
export interface ReadRow {
  readonly name: string;
  /** Indexes of documents and third parties, and searches in their keys. */
  readonly indexes: readonly string[];
  /** Rows, as D1 bills them. */
  readonly rows: readonly number[];
}

/** A local D1 with the documents of one company and of its small neighbours. */
export interface Stage {
  readonly documents: number;
  readonly db: D1Database;
  readonly file: string;
}

/**
 * Runs work with a database of each size.
 * @param sizes documents of the one company. @param neighbours companies beside it, with twenty documents each.
 */
export async function withStages<Result>(
  sizes: readonly number[],
  neighbours: number,
  work: (stages: readonly Stage[]) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "bench-read-"));
  const closes: (() => Promise<void>)[] = [];
  try {
    const stages: Stage[] = [];
    for (const documents of sizes) {
      const own = mkdtempSync(join(folder, "d1-"));
      const file = await fillDatabase(own, documents, neighbours);
      const { db, close } = await openLocalD1(own, join(own, "state"));
      closes.push(close);
      // The cron passes by documents of a company that does not live there; room for what is numbered beside the filled ones.
      await seedCompany(db, { id: BIG, allowance: 2 * documents, used: documents, to: documents });
      stages.push({ documents, db, file });
    }
    return await work(stages);
  } finally {
    for (const close of closes) await close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Counts what every case reads, at each size. */
export async function countReads(stages: readonly Stage[]): Promise<readonly ReadRow[]> {
  const measured: (readonly ReadRow[])[] = [];
  for (const stage of stages) measured.push(await countStage(stage));
  return READ_CASES.map(({ name }, i) => ({
    name,
    indexes: measured.at(-1)?.[i]?.indexes ?? [],
    rows: measured.flatMap((rows) => rows[i]?.rows ?? []),
  }));
}

async function countStage({ db, file, documents }: Stage): Promise<readonly ReadRow[]> {
  const planned = new DatabaseSync(file, { readOnly: true });
  try {
    const rows: ReadRow[] = [];
    for (const { name, run } of READ_CASES) {
      const reading: Reading = { rows: 0, asked: [] };
      await run(openCounted(db, reading), documents);
      const steps = reading.asked.flatMap(({ sql, params }) =>
        planned.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...params),
      );
      rows.push({ name, indexes: listIndexes(steps.map(({ detail }) => String(detail))), rows: [reading.rows] });
    }
    return rows;
  } finally {
    planned.close();
  }
}

async function fillDatabase(folder: string, documents: number, neighbours: number): Promise<string> {
  const state = join(folder, "state");
  const { db, close } = await openLocalD1(folder, state);
  for (const statement of listMigrationStatements()) await db.prepare(statement).run();
  await close();
  const file = findFile(state);
  fillFile(file, documents, neighbours);
  return file;
}

function listIndexes(steps: readonly string[]): readonly string[] {
  const named = steps.flatMap((step) => /INDEX (documents_\w+|third_part\w+)/.exec(step)?.[1] ?? []);
  return [...new Set(named)].filter((name) => !name.includes("autoindex")).sort();
}

function fillFile(file: string, documents: number, neighbours: number): void {
  const db = new DatabaseSync(file);
  db.exec("PRAGMA synchronous = OFF; PRAGMA cache_size = -262144; BEGIN");
  for (const { sql, params } of listFill(documents, neighbours)) db.prepare(sql).run(...params);
  db.exec("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
}

/** A local D1 of its own folder. */
async function openLocalD1(folder: string, state: string) {
  const configPath = join(folder, "wrangler.toml");
  const database = '[[d1_databases]]\nbinding = "DB"\ndatabase_name = "bench"\ndatabase_id = "bench"\n';
  writeFileSync(configPath, `name = "bench"\ncompatibility_date = "2026-09-15"\n${database}`);
  const proxy = await getPlatformProxy<{ DB: D1Database }>({ configPath, persist: { path: state } });
  return { db: proxy.env.DB, close: () => proxy.dispose() };
}

function findFile(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const [file, ...others] = files.filter((name) => name.endsWith(".sqlite") && !name.includes("metadata"));
  if (file === undefined || others.length > 0) throw new Error("expected one database");
  return join(folder, file);
}
