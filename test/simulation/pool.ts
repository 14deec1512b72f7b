// Spreads many seeds over a few threads: each takes the next handful and reports counts and failures.
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { addTally, createTally, type Tally } from "./coverage.ts";
import type { SeedOptions } from "./run-seed.ts";
import { SOURCE_ROOT } from "./system.ts";

export interface Failure {
  readonly seed: number;
  readonly violations: readonly string[];
}

export interface PoolOptions {
  readonly firstSeed: number;
  readonly runs: number;
  readonly workers: number;
  /** Root of the source tree under test. */
  readonly root?: string;
  readonly seedOptions?: SeedOptions;
  /** Changes the schema after the migrations. */
  readonly sql?: string;
  /** Stop at the first failure. */
  readonly isHasty?: boolean;
  readonly onProgress?: (done: number, failures: readonly Failure[]) => void;
}

export interface PoolResult {
  readonly tally: Tally;
  readonly failures: readonly Failure[];
}

/** What a thread is given at its start. */
export interface Job {
  readonly root: string;
  readonly seedOptions: SeedOptions;
  readonly sql: string;
  /** One failure is enough: in the world of a later seed a planted bug may turn without end. */
  readonly isHasty: boolean;
}

/** Seeds from `from` on, `to` not included. */
export interface Handful {
  readonly from: number;
  readonly to: number;
}

/** What a thread says of a handful. */
export interface Answer {
  readonly tally: Tally;
  readonly failures: readonly Failure[];
}

const HANDFUL = 50;
const HASTY_HANDFUL = 10;
/** A thread takes half as long again for a world after some ten thousand of them: a new one takes its place before. */
const SEEDS_OF_A_THREAD = 2_500;

/** Runs the seeds; the order in which they run changes nothing, each has its own world. @throws Error when there are none. */
export async function runPool(options: PoolOptions): Promise<PoolResult> {
  const { firstSeed, runs, workers, root = SOURCE_ROOT, seedOptions = {}, sql = "" } = options;
  for (const [name, value] of Object.entries({ runs, workers, "first seed": firstSeed })) {
    if (!Number.isInteger(value) || value < 1) throw new Error(`${name}: a whole number from 1 on, not ${value}`);
  }
  const tally = createTally();
  const failures: Failure[] = [];
  let next = firstSeed;
  const endSeed = firstSeed + runs;
  const isOver = () => next >= endSeed || (options.isHasty === true && failures.length > 0);
  const runWorker = () =>
    new Promise<void>((resolve, reject) => {
      let left = SEEDS_OF_A_THREAD;
      const worker = new Worker(join(import.meta.dirname, "worker.ts"), {
        workerData: { root, seedOptions, sql, isHasty: options.isHasty === true } satisfies Job,
        // A world dies young as a whole: room for it saves the collector's copying.
        resourceLimits: { maxYoungGenerationSizeMb: 64 },
      });
      const give = () => {
        if (isOver() || left <= 0) {
          resolve();
          void worker.terminate();
          return;
        }
        const to = Math.min(next + (options.isHasty === true ? HASTY_HANDFUL : HANDFUL), endSeed);
        worker.postMessage({ from: next, to } satisfies Handful);
        left -= to - next;
        next = to;
      };
      worker.on("message", (answer: Answer | "ready") => {
        if (answer !== "ready") {
          addTally(tally, answer.tally);
          failures.push(...answer.failures);
          options.onProgress?.(tally.runs, failures);
        }
        give();
      });
      worker.on("error", reject);
    });
  const runThreads = async () => {
    while (!isOver()) await runWorker();
  };
  await Promise.all(Array.from({ length: workers }, runThreads));
  failures.sort((one, other) => one.seed - other.seed);
  return { tally, failures };
}
