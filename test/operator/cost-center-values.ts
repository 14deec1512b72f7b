// Values that a way of writing SQL may spoil, and the statements that keep and read them.
import { asc } from "drizzle-orm";
import { build, type Database, run } from "../../src/store/base/db.ts";
import { costCenters } from "../../src/store/base/schema.ts";
import { listMigrationStatements } from "../support/migration.ts";

/** What makes the table and its indexes; its triggers write another table. */
export const CREATION = listMigrationStatements().filter((text) =>
  /^\s*CREATE (?!TRIGGER)[^(]*`cost_centers`/.test(text),
);

/** The greatest whole number that JavaScript and SQLite agree on. */
const BIG = Number.MAX_SAFE_INTEGER;

export const TEXTS: readonly string[] = [
  "it's \"it\" `it` ''",
  "a\0b",
  "\0",
  "one\ntwo\r\nthree\\n",
  "Ñandú 日本 👩‍👩‍👧 \u2028",
  "?1 ? $1 :a @b",
  "; -- /* */ 'd;\n",
  "",
  String(BIG),
];

const { companyId, code, alternativeCode, name } = costCenters;

/** Keeps a text for each code, with a big number and null beside it. */
export function keepTexts(db: Database, texts: readonly string[]): Promise<unknown> {
  const rows = texts.map((text, index) => ({ companyId: BIG, code: String(index), alternativeCode: null, name: text }));
  return run(db, build.insert(costCenters).values(rows));
}

/** What is kept, in the order of the codes. */
export function readTexts(db: Database) {
  return run(db, build.select({ companyId, alternativeCode, name }).from(costCenters).orderBy(asc(code)));
}

/** What `readTexts` gives when all arrived unchanged. */
export function describeTexts(texts: readonly string[]) {
  return texts.map((text) => ({ companyId: BIG, alternativeCode: null, name: text }));
}
