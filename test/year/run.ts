// Runs `npm run deep -- year --lives N [--seed N]`: four hundred days of random companies, each on its own clock, and checks
// what they were promised.
import { parseArgs } from "node:util";
import { live } from "./life.ts";

const { values } = parseArgs({
  options: { lives: { type: "string", default: "20" }, seed: { type: "string", default: "1" } },
});
const first = Number(values.seed);
const lives = Number(values.lives);
const startMs = Date.now();
const totals = new Map<string, number>();
let broken = 0;
for (let seed = first; seed < first + lives; seed += 1) {
  const { violations, events } = await live(seed);
  for (const [name, times] of events) totals.set(name, (totals.get(name) ?? 0) + times);
  if (violations.length === 0) continue;
  broken += 1;
  console.log(`seed ${seed}: ${violations.length} violations\n  ${violations.slice(0, 5).join("\n  ")}`);
}
console.log(
  [...totals]
    .map(([name, times]) => `${String(times).padStart(6)}  ${name}`)
    .sort()
    .join("\n"),
);
console.log(`${lives} lives in ${Math.round((Date.now() - startMs) / 1000)} s; ${broken} with violations`);
process.exitCode = broken === 0 && lives > 0 ? 0 : 1;
