// Runs `npm run deep -- mutants [--runs N --only TEXT --from PLACE]`: plants each bug in a copy of the source and counts the seeds
// until it is found. A run that was stopped goes on from a place in the list, which each line begins with.
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { FEED_MUTANTS } from "./mutant-feed-list.ts";
import { MUTANTS, type Mutant } from "./mutant-list.ts";
import { MOVE_MUTANTS } from "./mutant-move-list.ts";
import { NOTE_MUTANTS } from "./mutant-note-list.ts";
import { TICKET_MUTANTS } from "./mutant-ticket-list.ts";
import { TROUBLE_MUTANTS } from "./mutant-trouble-list.ts";
import { plantCopy } from "./plant.ts";
import { runPool } from "./pool.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "50000" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    from: { type: "string", default: "1" },
    workers: { type: "string", default: String(Math.min(2, availableParallelism())) },
  },
});

process.exitCode = (await main()) ? 0 : 1;

async function main(): Promise<boolean> {
  const all = [...MUTANTS, ...TROUBLE_MUTANTS, ...NOTE_MUTANTS, ...TICKET_MUTANTS, ...FEED_MUTANTS, ...MOVE_MUTANTS];
  const chosen = all
    .map((mutant, at) => ({ mutant, place: at + 1 }))
    .filter(({ mutant, place }) => mutant.name.includes(values.only) && place >= Number(values.from));
  if (chosen.length === 0) throw new Error(`no planted bug has "${values.only}" in its name`);
  let found = 0;
  for (const { mutant, place } of chosen) {
    const line = await hunt(mutant);
    if (line.isFound) found += 1;
    console.log(`${String(place).padStart(3)} of ${all.length}  ${line.text}`);
  }
  console.log(`${found} of ${chosen.length} planted bugs found`);
  return found === chosen.length;
}

/** Runs seeds on the patched copy until one shows a violation. */
async function hunt(mutant: Mutant): Promise<{ readonly isFound: boolean; readonly text: string }> {
  const folder = mkdtempSync(join(tmpdir(), "mutant-"));
  try {
    const root = join(folder, "src");
    plantCopy(mutant.edits, root);
    const { failures, tally } = await runPool({
      firstSeed: Number(values.seed),
      runs: Number(values.runs),
      workers: Number(values.workers),
      root,
      sql: mutant.sql ?? "",
      seedOptions: { hasGate: mutant.hasGate ?? true },
      isHasty: true,
    });
    const [first] = failures;
    if (first === undefined) return { isFound: false, text: `SURVIVED  ${mutant.name} (${tally.runs} seeds)` };
    const invariants = [...new Set(first.violations.map((violation) => violation.split(":")[0]))].join(", ");
    const seeds = first.seed - Number(values.seed) + 1;
    return { isFound: true, text: `found     ${mutant.name}: seed ${seeds}, by ${invariants}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
