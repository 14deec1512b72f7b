// Finds companies by what somebody has of them: the NIT in any spelling, or words of the name.
import { or, type SQL, sql } from "drizzle-orm";
import { findCheckDigit } from "../../src/domain/catalogue/catalogue.ts";
import { isAmong } from "../../src/store/base/db.ts";
import { companies } from "../../src/store/base/schema.ts";
import { foldText } from "../../src/store/base/stored-form.ts";

/** Whether a company has this NIT, or these words in its name, in any order. */
export function isNamedLike(text: string): SQL | undefined {
  // Lists write a comma behind the surnames.
  const words = foldText(text)
    .split(/[\s,;]+/)
    .filter((word) => word !== "");
  // One value, however many they are: D1 takes statements of 100 KB.
  const isMissing = sql`SELECT 1 FROM json_each(${JSON.stringify(words)}) AS word WHERE instr(${foldColumn(companies.name)}, word.value) = 0`;
  const hasAll = words.length === 0 ? undefined : sql`NOT EXISTS (${isMissing})`;
  return or(isAmong(companies.nit, listNits(text)), hasAll);
}

/** NITs that a text may mean: with points or without, its check digit beside it or not; a wrong one is no reason to find nothing. */
export function listNits(text: string): readonly string[] {
  const [, number = "", given] = /^(?:NIT)?[\s:.]*(\d[\d.\s]*?)(?:\s*-\s*(\d))?$/i.exec(text) ?? [];
  const digits = number.replaceAll(/[.\s]/g, "");
  if (!/^\d{5,11}$/.test(digits)) return [];
  const before = digits.slice(0, -1);
  return given === undefined && findCheckDigit(before) === digits.at(-1) ? [digits, before] : [digits];
}

const ACCENTED = Object.entries({ Á: "a", É: "e", Í: "i", Ó: "o", Ú: "u", Ü: "u", Ñ: "n" });

/** As `foldText` folds a text, for the letters of Spanish: SQLite folds none beyond ASCII. */
function foldColumn(column: typeof companies.name): SQL {
  const letters = ACCENTED.flatMap(([upper, plain]) => [upper, upper.toLowerCase()].map((letter) => [letter, plain]));
  return letters.reduce<SQL>(
    (folded, [letter = "", plain = ""]) => sql`replace(${folded}, ${sql.raw(`'${letter}'`)}, ${sql.raw(`'${plain}'`)})`,
    sql`lower(${column})`,
  );
}
