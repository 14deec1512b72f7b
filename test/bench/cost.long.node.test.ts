// Holds what docs/cost.md says is written: a change that writes a row more shows here.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Counts } from "../../bench/cost/count.ts";
import { measureCosts } from "../../bench/cost/measure.ts";
import { COUNTS_BEGIN, COUNTS_END, printBilled } from "../../bench/cost/page.ts";
import { countWhere } from "../../bench/cost/where.ts";
import { ROOT } from "../../bench/stack.ts";

it("counts what docs/cost.md says (otherwise: npm run bench:cost)", async () => {
  const page = readFileSync(join(ROOT, "docs/cost.md"), "utf8");
  const written = page.slice(page.indexOf(COUNTS_BEGIN) + COUNTS_BEGIN.length, page.indexOf(COUNTS_END)).trim();
  const { costs } = await measureCosts(true);
  expect(printBilled(costs)).toBe(written);
  // A webhook adds nothing to the path of issuing: the row of the change is there with and without one.
  const writtenBy = (what: string) => {
    const { d1RowsWritten, objectRowsWritten, objectStatements, r2Puts } =
      costs.find((one) => one.what === what)?.counts ?? {};
    return { d1RowsWritten, objectRowsWritten, objectStatements, r2Puts };
  };
  const alone = writtenBy("new support document, 1 line");
  expect(alone.d1RowsWritten).toBe(countWhere("support document"));
  expect(writtenBy("new invoice, 1 line").d1RowsWritten).toBe(countWhere("invoice"));
  expect(writtenBy("new support document, 1 line, a webhook listens")).toEqual(alone);
  // Where e-mail is bound and off, no row and no operation is more than where it is not bound.
  const rowsOf = (what: string) => {
    const { r2Bytes, ...rows }: Partial<Counts> = costs.find((one) => one.what === what)?.counts ?? {};
    return rows;
  };
  const unbound = rowsOf("new invoice, 1 line, no till (v2)");
  expect(unbound.d1RowsRead).toBeGreaterThan(0);
  expect(rowsOf("new invoice, 1 line, no till, e-mail bound and off (v2)")).toEqual(unbound);
  const mailed = rowsOf("new invoice, 1 line, no till, e-mail on (v2)");
  expect(mailed.d1RowsWritten).toBeGreaterThan(unbound.d1RowsWritten ?? 0);
  expect([mailed.objectRowsWritten, mailed.r2Puts]).toEqual([unbound.objectRowsWritten, unbound.r2Puts]);
  // A ticket costs what an invoice costs at the same till; an invoice without one has an entry less, in the index by till.
  const atTill = writtenBy("new invoice, 1 line, at a till (v2)");
  expect(writtenBy("new ticket, 1 line (v2)")).toEqual(atTill);
  const { d1RowsWritten = 0, ...others } = writtenBy("new invoice, 1 line, no till (v2)");
  expect(atTill).toEqual({ ...others, d1RowsWritten: d1RowsWritten + 1 });
});
