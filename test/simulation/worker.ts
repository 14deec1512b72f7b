// Runs one thread of the pool: handfuls of seeds, counted with their failures.
import { parentPort, workerData } from "node:worker_threads";
import { addReport, createTally } from "./coverage.ts";
import type { Answer, Failure, Handful, Job } from "./pool.ts";
import { SeedRunner } from "./run-seed.ts";
import { loadSystem } from "./system.ts";

const { root, seedOptions, sql, isHasty } = workerData as Job;
const runner = new SeedRunner(await loadSystem(root), sql);

parentPort?.on("message", async ({ from, to }: Handful) => {
  const tally = createTally();
  const failures: Failure[] = [];
  for (let seed = from; seed < to; seed += 1) {
    const report = await runner.run(seed, seedOptions);
    addReport(tally, report);
    if (report.violations.length === 0) continue;
    failures.push({ seed, violations: report.violations });
    if (isHasty) break;
  }
  parentPort?.postMessage({ tally, failures } satisfies Answer);
});
parentPort?.postMessage("ready");
