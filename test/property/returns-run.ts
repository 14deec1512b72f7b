// Runs `npm run deep -- returns --sales 20000 [--seed N]`: random sales with notes until nothing is left. What was paid is what
// was paid back, to the cent, and no document breaks a published tolerance; a sale that fails is shown with its seed.
import { parseArgs } from "node:util";
import { liveSale } from "./returns.ts";

const { values } = parseArgs({
  options: {
    sales: { type: "string", default: "20000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const sales = Number(values.sales);
const seed = Number(values.seed);
if (!Number.isSafeInteger(sales) || sales < 1) throw new Error("--sales is a whole number from 1 on");
if (!Number.isSafeInteger(seed) || seed < 0) throw new Error("--seed is a whole number");
process.exitCode = main() ? 0 : 1;

function main(): boolean {
  const startMs = Date.now();
  const tally = { sold: 0, refused: 0, notes: 0, failed: 0 };
  const SHOWN_MAX = 10;
  for (let place = 0; tally.sold < sales; place += 1) {
    const { isRefused, notes, faults } = liveSale(seed + place);
    if (isRefused) {
      tally.refused += 1;
      continue;
    }
    tally.sold += 1;
    tally.notes += notes;
    if (faults.length === 0) continue;
    tally.failed += 1;
    if (tally.failed <= SHOWN_MAX) console.log(`seed ${seed + place}: ${faults.join("; ")}`);
  }
  const seconds = Math.round((Date.now() - startMs) / 1000);
  console.log(
    `${tally.sold} sales from seed ${seed}, ${tally.refused} drafts refused, ${tally.notes} notes, in ${seconds} s: ${tally.failed} do not hold`,
  );
  return tally.failed === 0 && tally.refused <= tally.sold / 4;
}
