// Runs `npm run bench:list [-- --sizes 10000,1000000 --neighbours 2000]`: rows and time of what clients and the cron ask of one
// company, how long its documents take to be numbered, and what its searches cost a neighbour.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { countReads, type ReadRow, type Stage, withStages } from "./measure.ts";
import { timeNeighbour, timeNumbering, timeReads } from "./time.ts";

/** Where a page has the table. */
const TABLE = /<!-- reads -->.*<!-- \/reads -->/s;

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "10000,1000000" },
    neighbours: { type: "string", default: "2000" },
    /** The page that gets the table. */
    page: { type: "string" },
  },
});
const sizes = values.sizes.split(",").map(Number);
const print = (count: number) => count.toLocaleString("en-US");

function printTable(rows: readonly ReadRow[], times: readonly (readonly number[])[]): string {
  const line = ({ name, indexes, rows: counts }: ReadRow, i: number) => {
    const [first = Number.NaN] = times[i] ?? [];
    const grown = `${((times[i]?.at(-1) ?? Number.NaN) / first).toFixed(2)}×`;
    return `| ${name} | ${indexes.map((index) => `\`${index}\``).join(", ")} | ${counts.map(print).join(" | ")} | ${grown} |`;
  };
  return `| what is asked | indexes | ${sizes.map((size) => `rows read, ${print(size)} documents`).join(" | ")} | time, last against first |
|---|---|${sizes.map(() => "---").join("|")}|---|
${rows.map(line).join("\n")}`;
}

async function printNeighbour(stage: Stage): Promise<string> {
  const { quiet, beside } = await timeNeighbour(stage);
  const ratio = (one: number, other: number) => `${(one / other).toFixed(2)}×`;
  return `Another company's documents are numbered while four clients search the company of ${print(stage.documents)}, each twice a second: ${ratio(beside.p50, quiet.p50)} of quiet
in the median (goal: 1.5×), ${ratio(beside.p95, quiet.p95)} at the 95th percentile.`;
}

function printNumbering(medians: readonly number[]): string {
  const [first = Number.NaN] = medians;
  const [fewest = 0] = sizes;
  return `A document of the company takes ${((medians.at(-1) ?? Number.NaN) / first).toFixed(2)}× as long to be numbered with ${print(sizes.at(-1) ?? 0)} as with ${print(fewest)} (median; goal: 1.5×).`;
}

const printed = await withStages(sizes, Number(values.neighbours), async (stages) => {
  const rows = await countReads(stages);
  const table = printTable(rows, await timeReads(stages));
  // What they number stays open, which lists would read.
  const numbering = printNumbering(await timeNumbering(stages));
  const last = stages.at(-1);
  const neighbour = last === undefined ? "" : await printNeighbour(last);
  return `${table}\n\n${numbering}\n${neighbour}`;
});
process.stdout.write(`${printed}\n`);
if (values.page !== undefined) {
  const text = readFileSync(values.page, "utf8");
  writeFileSync(
    values.page,
    text.replace(TABLE, () => `<!-- reads -->\n${printed}\n<!-- /reads -->`),
  );
}
