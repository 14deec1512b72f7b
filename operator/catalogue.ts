// Turns the authority's published code lists, in the folder that is its argument, into the JSON modules of src/domain/catalogue.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const SOURCE_ROW = z.object({ code: z.string(), name: z.string() });
const SOURCE = z.object({ rows: z.array(SOURCE_ROW) });

type SourceRow = Readonly<z.output<typeof SOURCE_ROW>>;

interface Recipe {
  /** File of the source folder, without extension; also the name of the module. */
  readonly list: string;
  /** `code name` per row, or the code alone where the product never prints the name. */
  readonly isNamed: boolean;
  /** Rows that live platforms accept although the toolbox's list is older. */
  readonly additions?: readonly SourceRow[];
}

/** Revision of the lists: the authority's toolbox 1.8 with the additions of annex 1.9. */
const EDITION = "toolbox 1.8, annex 1.9";
const TARGET = join(import.meta.dirname, "../src/domain/catalogue");

const RECIPES: readonly Recipe[] = [
  // The authority's own list capitalises like this, `Bogotá, D.c.` and `Santa Rosa De Osos`; documents carry its names unchanged.
  { list: "municipalities", isNamed: true },
  { list: "departments", isNamed: true },
  // The toolbox prints Sweden under Slovenia's code; ISO 3166-1 says SE.
  { list: "countries", isNamed: true, additions: [{ code: "SE", name: "Suecia" }] },
  { list: "identification_types", isNamed: true },
  {
    list: "payment_means",
    isNamed: true,
    additions: [
      { code: "71", name: "Bonos" },
      { code: "72", name: "Vales" },
    ],
  },
  { list: "units_of_measure", isNamed: false },
  { list: "currencies", isNamed: false },
  { list: "credit_note_concepts", isNamed: true },
  { list: "debit_note_concepts", isNamed: true },
  { list: "support_adjustment_concepts", isNamed: true },
  { list: "allowance_charge_reasons", isNamed: true },
];

/** One list as a module: rows joined by `|`, each `code` or `code name`, with edition, count and digest. */
function encodeList(rows: readonly SourceRow[], isNamed: boolean): string {
  const texts = rows.map((row) => (isNamed ? `${row.code} ${row.name.trim()}` : row.code));
  const joined = texts.join("|");
  if (joined.split("|").length !== rows.length || rows.some((row) => /[\s|]/.test(row.code))) {
    throw new Error("a code or a name carries the separator");
  }
  const sha256 = createHash("sha256").update(joined).digest("hex");
  return `${JSON.stringify({ edition: EDITION, count: rows.length, sha256, rows: joined }, null, 1)}\n`;
}

function readRows(folder: string, list: string): readonly SourceRow[] {
  const source = SOURCE.parse(JSON.parse(readFileSync(join(folder, `${list}.json`), "utf8")));
  // The list spells one unit with a space inside (`G K`) and repeats a few rows.
  const byCode = new Map<string, SourceRow>();
  for (const row of source.rows) {
    const code = row.code.replace(/\s/g, "");
    if (!byCode.has(code)) byCode.set(code, { ...row, code });
  }
  return [...byCode.values()];
}

/** Every module of the catalogue by file name; the taxes are the table `src/domain/tax-table.ts`. */
export function generateCatalogue(folder: string): ReadonlyMap<string, string> {
  const modules = new Map<string, string>();
  for (const recipe of RECIPES) {
    const rows = [...readRows(folder, recipe.list), ...(recipe.additions ?? [])];
    modules.set(`${recipe.list.replaceAll("_", "-")}.json`, encodeList(rows, recipe.isNamed));
  }
  return modules;
}

function main(): void {
  const folder = process.argv[2];
  if (folder === undefined) throw new Error("usage: node operator/catalogue.ts <folder with the code lists>");
  for (const [file, text] of generateCatalogue(folder)) writeFileSync(join(TARGET, file), text);
}

if (import.meta.main) main();
