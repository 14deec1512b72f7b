// Holds what docs/cost.md says is written: a change that writes a row more shows here.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { measureCosts } from "../../bench/cost/measure.ts";
import { COUNTS_BEGIN, COUNTS_END, printBilled } from "../../bench/cost/page.ts";
import { ROOT } from "../../bench/stack.ts";

it("counts what docs/cost.md says (otherwise: npm run bench:cost)", { timeout: 120_000 }, async () => {
  const page = readFileSync(join(ROOT, "docs/cost.md"), "utf8");
  const written = page.slice(page.indexOf(COUNTS_BEGIN) + COUNTS_BEGIN.length, page.indexOf(COUNTS_END)).trim();
  const { costs } = await measureCosts(true);
  expect(printBilled(costs)).toBe(written);
});
