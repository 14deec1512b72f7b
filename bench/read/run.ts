// Runs `npm run bench:list [-- --sizes 3000,1000000 --neighbours 2000]`: rows that each list, search and page reads in one company.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { measureReads, type ReadRow } from "./measure.ts";

/** Where a page has the table. */
const TABLE = /<!-- reads -->.*<!-- \/reads -->/s;

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "3000,1000000" },
    neighbours: { type: "string", default: "2000" },
    /** The page that gets the table. */
    page: { type: "string" },
  },
});
const sizes = values.sizes.split(",").map(Number);
const rows = await measureReads(sizes, Number(values.neighbours));
const print = (count: number) => count.toLocaleString("en-US");

function printTable(): string {
  const line = ({ name, indexes, rows: counts }: ReadRow) =>
    `| ${name} | ${indexes.map((index) => `\`${index}\``).join(", ")} | ${counts.map(print).join(" | ")} |`;
  return `| what is asked | indexes | ${sizes.map((size) => `rows read, ${print(size)} documents`).join(" | ")} |
|---|---|${sizes.map(() => "---").join("|")}|
${rows.map(line).join("\n")}`;
}

process.stdout.write(`${printTable()}\n`);
if (values.page !== undefined) {
  const text = readFileSync(values.page, "utf8");
  writeFileSync(
    values.page,
    text.replace(TABLE, () => `<!-- reads -->\n${printTable()}\n<!-- /reads -->`),
  );
}
