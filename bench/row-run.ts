// Runs `npm run deep -- rows --documents 2000000 --lines 10`: fills a database with settled invoices, says how many 10 GB hold.
import { parseArgs } from "node:util";
import { measureRows } from "./row.ts";

/** What a D1 may be. */
const MOST_BYTES = 10e9;
/** Documents on their way at once, as in an ordinary minute. */
const OPEN = 5;

const { values } = parseArgs({
  options: { documents: { type: "string", default: "2000000" }, lines: { type: "string", default: "10" } },
});
const print = (count: number) => count.toLocaleString("en-US");
const [documents, lines] = [Number(values.documents), Number(values.lines)];
const startedAt = performance.now();
const { pages, file, all, parts, row } = await measureRows({ documents, lines, open: OPEN }, (given, bytes) =>
  process.stderr.write(`${print(given)} documents in ${print(bytes)} bytes\n`),
);
const minutes = (performance.now() - startedAt) / 60_000;
for (const [name, bytes] of Object.entries(parts)) console.log(`${String(bytes).padStart(6)} B  ${name}`);
console.log(
  `${print(all)} settled invoices of ${lines} lines lie in ${print(file)} bytes, after ${minutes.toFixed(0)} minutes`,
);
console.log(`${row} bytes a row, ${pages} bytes of pages a document`);
console.log(`a database of 10 GB holds ${(MOST_BYTES / (file / all) / 1e6).toFixed(2)} million of them`);
