// Runs `npm run deep -- outages [--documents N] [--seed N]`: outages of every kind and length, then each planted bug of the brake until
// one of them finds it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Mutant } from "./mutant-list.ts";
import { OUTAGE_MUTANTS } from "./mutant-outage-list.ts";
import { planOutages, playOutage } from "./outage.ts";
import { plantCopy } from "./plant.ts";
import { loadSystem } from "./system.ts";

/** Enough for each planted bug. */
const HUNTED_DOCUMENTS = 400;

const { values } = parseArgs({
  options: { documents: { type: "string", default: "10000" }, seed: { type: "string", default: "1" } },
});

process.exitCode = (await main()) ? 0 : 1;

async function main(): Promise<boolean> {
  const [documents, seed] = [Number(values.documents), Number(values.seed)];
  const system = await loadSystem();
  let wrong = 0;
  for (const plan of planOutages(seed, documents)) {
    const { lost, people, peopleUnsent, held, lastHeldS, violations } = await playOutage(system, plan);
    wrong += violations.length;
    const seconds = String(Math.round(plan.lengthMs / 1000)).padStart(6);
    const sent = `${lost} sent into it, ${people} of them for two people`;
    console.log(
      `${plan.kind.padEnd(20)}${seconds} s, ${plan.isolates} isolates: ${held} held, the last for ${lastHeldS} s after it; ${sent}; ${peopleUnsent} unsent`,
    );
    for (const one of violations) console.log(`  ${one}`);
  }
  let found = 0;
  for (const mutant of OUTAGE_MUTANTS) if (await hunt(mutant, seed)) found += 1;
  console.log(`${wrong} violations; ${found} of ${OUTAGE_MUTANTS.length} planted bugs found`);
  return wrong === 0 && found === OUTAGE_MUTANTS.length;
}

async function hunt({ name, edits }: Mutant, seed: number): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "outage-"));
  try {
    const root = join(folder, "src");
    plantCopy(edits, root);
    const system = await loadSystem(root);
    for (const plan of planOutages(seed, HUNTED_DOCUMENTS)) {
      const [violation] = (await playOutage(system, plan)).violations;
      if (violation === undefined) continue;
      console.log(`found     ${name}: ${violation}`);
      return true;
    }
    console.log(`SURVIVED  ${name}`);
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
