// Runs `npm run deep -- simulate --seed N --runs N [--workers N] [--trace]` or `--exhaustive [--single] [--part 1/2]`: the
// engine against simulated worlds; exhaustive plays every fault at every wait, and two crashes at every two unless single.
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { printCoverage } from "./coverage.ts";
import { runExhaustive } from "./exhaustive.ts";
import { type Failure, runPool } from "./pool.ts";
import { SeedRunner } from "./run-seed.ts";
import { loadSystem } from "./system.ts";
import { printFailure } from "./trace.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    runs: { type: "string", default: "1" },
    workers: { type: "string", default: String(Math.min(2, availableParallelism())) },
    trace: { type: "boolean", default: false },
    exhaustive: { type: "boolean", default: false },
    single: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    part: { type: "string", default: "1/1" },
  },
});

const SHOWN_MAX = 3;
/** So many runs reach everything often enough. */
const COMPLETE_FROM = 20_000;
const PROGRESS_EVERY = 10_000;

process.exitCode = (await main()) ? 0 : 1;

async function main(): Promise<boolean> {
  if (values.exhaustive) {
    return runExhaustive({ hasPairs: !values.single, only: values.only, part: readPart(), log: console.log });
  }
  const seed = Number(values.seed);
  const runs = Number(values.runs);
  if (values.trace || runs === 1) return runOne(seed);
  const startMs = Date.now();
  let reported = 0;
  let named = 0;
  // What was found so far, so that a run that is stopped has said something.
  const onProgress = (done: number, found: readonly Failure[]) => {
    for (const { seed: one, violations } of found.slice(named)) console.log(`seed ${one}: ${violations[0]}`);
    named = found.length;
    if (Math.floor(done / PROGRESS_EVERY) === reported) return;
    reported = Math.floor(done / PROGRESS_EVERY);
    const { user, system } = process.cpuUsage();
    const cpu = `${Math.round((user + system) / 1e6)} s of the processor`;
    console.log(`${done} runs, ${found.length} with violations, ${seconds(startMs)} s, ${cpu}`);
  };
  const { tally, failures } = await runPool({ firstSeed: seed, runs, workers: Number(values.workers), onProgress });
  const { text, isDeclared, isComplete } = printCoverage(tally);
  console.log(text);
  console.log(`${runs} runs in ${seconds(startMs)} s; ${failures.length} with violations`);
  if (failures.length > 0) console.log(`seeds with violations: ${failures.map((failure) => failure.seed).join(", ")}`);
  for (const failure of failures.slice(0, SHOWN_MAX)) await runOne(failure.seed);
  return failures.length === 0 && isDeclared && (isComplete || runs < COMPLETE_FROM);
}

/** Several processes share the waits: each plays its part of them. */
function readPart(): readonly [part: number, of: number] {
  const [, part, of] = /^(\d+)\/(\d+)$/.exec(values.part) ?? [];
  if (Number(part) >= 1 && Number(part) <= Number(of)) return [Number(part), Number(of)];
  throw new Error(`--part is 1/2 or 2/2, for example, not ${values.part}`);
}

/** One seed with its story: the same every time. */
async function runOne(seed: number): Promise<boolean> {
  const report = await new SeedRunner(await loadSystem()).run(seed, { isTraced: true });
  const isClean = report.violations.length === 0;
  console.log(`seed ${seed}: ${report.crashes} crashes, ${report.violations.length} violations`);
  if (values.trace) console.log(report.trace.join("\n"));
  else if (!isClean) console.log(`${printFailure(report)}\nreplay: npm run deep -- simulate --seed ${seed} --trace`);
  return isClean;
}

function seconds(startMs: number): number {
  return Math.round((Date.now() - startMs) / 1000);
}
