// What every list, search and page reads stays the same however many documents one company has.
import { expect, it } from "vitest";
import { countReads, type ReadRow, withStages } from "../../bench/read/measure.ts";

const SIZES = [20_000, 80_000];
const NEIGHBOURS = 20;
/** Some rows more or less: where a walk ends depends on which documents are rejected. */
const SLACK = 150;
/** What reads more until it has looked at all that it ever looks at. */
const MOST = [
  { named: /q=|factura_id/, rows: 30_000 },
  { named: /page/, rows: 20_000 },
];
const TIMEOUT_MS = 120_000;

it(
  "no list, search or page reads more rows in a company with four times the documents",
  async () => {
    const rows = await withStages(SIZES, NEIGHBOURS, countReads);
    const mostOf = (name: string) => MOST.find(({ named }) => named.test(name))?.rows ?? 0;
    const isGrown = ({ name, rows: [few = 0, many = 0] }: ReadRow) => many > Math.max(few + SLACK, mostOf(name));
    expect(rows.filter(isGrown)).toEqual([]);
    expect(rows.map((row) => row.rows.length)).toEqual(rows.map(() => SIZES.length));
  },
  TIMEOUT_MS,
);
