// What every list, search and page reads stays the same however many documents one company has.
import { expect, it } from "vitest";
import { openCounted, type Reading } from "../../bench/read/count.ts";
import { BIG } from "../../bench/read/fill.ts";
import { countReads, type ReadRow, type Stage, withStages } from "../../bench/read/measure.ts";
import { accountLedger } from "../../operator/command/ledger-gaps.ts";

const SIZES = [20_000, 80_000];
/** Of a company whose numbers are all accounted for. */
const ACCOUNTED = [2_000, 8_000];
const NEIGHBOURS = 20;
/** Some rows more or less: where a walk ends depends on which documents are rejected. */
const SLACK = 150;
/** What reads more until it has looked at all that it ever looks at. */
const MOST = [
  { named: /q=|factura_id/, rows: 30_000 },
  { named: /page/, rows: 20_000 },
];

it("no list, search or page reads more rows in a company with four times the documents", async () => {
  const rows = await withStages(SIZES, NEIGHBOURS, countReads);
  const mostOf = (name: string) => MOST.find(({ named }) => named.test(name))?.rows ?? 0;
  const isGrown = ({ name, rows: [few = 0, many = 0] }: ReadRow) => many > Math.max(few + SLACK, mostOf(name));
  expect(rows.filter(isGrown)).toEqual([]);
  expect(rows.map((row) => row.rows.length)).toEqual(rows.map(() => SIZES.length));
});

it("the account of all numbers reads each document a fixed number of times, however many there are", async () => {
  const reads = await withStages(ACCOUNTED, NEIGHBOURS, (stages) => Promise.all(stages.map(countAccount)));
  expect(reads).toEqual(ACCOUNTED.map((documents) => expect.objectContaining({ holes: documents / 20 })));
  const [few = 0, many = 0] = reads.map(({ rows, documents }) => rows / documents);
  expect(many).toBeLessThan(few * 1.01);
});

/** What the account of the big company's numbers reads: every twentieth number has a note on a support document. */
async function countAccount({ db, documents }: Stage) {
  await db
    .prepare(
      `INSERT INTO series (company_id, type_code, environment, prefix, first_number, next_number)
       VALUES (?, '95', 'produccion', 'P95X', 1, ?)`,
    )
    .bind(BIG, documents)
    .run();
  const reading: Reading = { rows: 0, asked: [] };
  const counted = openCounted(db, reading);
  const { findings } = await accountLedger(counted, [counted], BIG, () => undefined);
  return { documents, rows: reading.rows, holes: findings.filter(({ what }) => what === "hole").length };
}
