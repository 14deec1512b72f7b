// `npm run deep -- crash --cycles N --seed S`: the deployed bundle under load, killed without warning again and again; alarms alone
// must bring every document to its end, and then disk, HTTP and the authority's ledger must tell the same story.
import { parseArgs } from "node:util";
import { createRandom, drawInteger } from "../support/random.ts";
import { auditAll } from "./audit.ts";
import { Book, type KindName } from "./book.ts";
import { type Ground, prepareGround } from "./ground.ts";
import { startLoad } from "./load.ts";
import { printAlerts } from "./log.ts";
import { awaitMoment, drawMoment } from "./moment.ts";
import { readCounters, type State } from "./state.ts";

const LOST_RATE = 0.002;
const SHOWN = 20;
const KINDS: readonly KindName[] = ["dse", "fe"];
const tell = (line: string) => process.stdout.write(`${line}\n`);

interface Options {
  readonly cycles: number;
  readonly seed: number;
  readonly keep: boolean;
  readonly kinds: readonly KindName[];
  readonly pollScale: number;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      cycles: { type: "string", default: "50" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
      "poll-scale": { type: "string", default: "0.005" },
      kinds: { type: "string", default: "dse,fe" },
      keep: { type: "boolean", default: false },
    },
  });
  const read = (name: "cycles" | "seed" | "poll-scale", least = 0) => {
    const value = Number(values[name]);
    if (!(value >= least && value < Number.POSITIVE_INFINITY))
      throw new Error(`--${name} is a number from ${least} on`);
    return value;
  };
  const kinds = values.kinds.split(",").map((name) => {
    const kind = KINDS.find((one) => one === name);
    if (kind === undefined) throw new Error(`--kinds takes some of ${KINDS.join()}, not ${name}`);
    return kind;
  });
  return { cycles: read("cycles", 1), seed: read("seed"), keep: values.keep, pollScale: read("poll-scale"), kinds };
}

async function main(): Promise<number> {
  const options = readOptions();
  tell(`crash: ${options.cycles} cycles, seed ${options.seed}`);
  const ground = await prepareGround({ pollScale: options.pollScale, tell });
  try {
    return await attack(ground, options);
  } finally {
    if (options.keep) {
      await Promise.all([ground.service.stop(), ground.authority.stop()]);
      tell(`kept: ${ground.folder}`);
    } else await ground.clear();
  }
}

async function attack(ground: Ground, { cycles, seed, kinds }: Options): Promise<number> {
  const { service, stateFolder, companies } = ground;
  const before = readCounters(stateFolder);
  const book = new Book();
  const random = createRandom(seed);
  const target = { origin: service.origin, companies };
  const startedAt = performance.now();
  for (let cycle = 1; cycle <= cycles; cycle += 1) {
    await service.start();
    const clients = 8 + drawInteger(random, 25);
    const load = startLoad({ target, book, clients, random, kinds, run: `c${seed}-${cycle}`, lostRate: LOST_RATE });
    const readProgress = () => ({ keys: book.entries.length, answers: book.countAnswers() });
    await awaitMoment(readProgress, drawMoment(random, clients), random);
    // Nobody begins anything with a service that is gone: how long it takes to die would count as keys without an answer.
    const stopping = load.stop();
    await service.kill();
    await stopping;
    if (cycle % 10 === 0) tell(`  ${cycle} kills, ${book.entries.length} keys, ${book.violations.length} violations`);
  }
  const loadMs = performance.now() - startedAt;
  const verdict = await auditAll({ ground, book, kinds, before, target });
  summarize({ ground, book, ...verdict, cycles, seed, loadMs });
  return verdict.problems.length === 0 ? 0 : 1;
}

interface Summary {
  readonly ground: Ground;
  readonly book: Book;
  readonly state: State;
  readonly problems: readonly string[];
  readonly cycles: number;
  readonly seed: number;
  readonly loadMs: number;
  readonly tookMs: number;
}

function summarize({ ground, book, state, problems, cycles, seed, loadMs, tookMs }: Summary): void {
  const answers = [...book.statuses].sort().map(([what, count]) => `${what}: ${count}`);
  const states = new Map<string, number>();
  for (const { module, state: phase } of state.documents) {
    const name = `${module} ${phase}`;
    states.set(name, (states.get(name) ?? 0) + 1);
  }
  const requests = [...book.statuses.values()].reduce((sum, count) => sum + count, 0);
  tell(`\ncrash summary (seed ${seed})`);
  tell(
    `  kills            ${cycles} in ${Math.round(loadMs / 1000)} s, then ${(tookMs / 1000).toFixed(1)} s of alarms alone`,
  );
  tell(`  requests         ${requests} (${answers.join(", ")})`);
  const [keys, told] = [book.entries.length, book.listAcknowledged().length];
  tell(`  keys             ${keys}, acknowledged ${told} (${((100 * told) / keys).toFixed(0)} %)`);
  tell(
    `  documents        ${state.documents.length} (${[...states]
      .sort()
      .map((one) => one.join(" "))
      .join(", ")})`,
  );
  tell(`  warnings         ${printAlerts(ground.logFile)}`);
  tell(`  violations       ${problems.length}`);
  for (const problem of problems.slice(0, SHOWN)) tell(`    ${problem}`);
  if (problems.length > SHOWN) tell(`    and ${problems.length - SHOWN} more`);
}

process.exitCode = await main();
