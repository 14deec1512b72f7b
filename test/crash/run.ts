// Runs `npm run deep -- crash --cycles N --seed S`: kills the deployed bundle under load again and again; alarms alone must
// bring every document to its end, and then disk, HTTP and the authority's ledger must agree.
import { parseArgs } from "node:util";
import { createRandom, drawInteger } from "../support/random.ts";
import { auditAll } from "./audit.ts";
import { ClientLog, KIND_NAMES, type KindName } from "./client-log.ts";
import { type LocalDeployment, prepareDeployment } from "./deployment.ts";
import { awaitKillPoint, drawKillPoint, drawMoverPoint } from "./kill-point.ts";
import { startLoad } from "./load.ts";
import { printAlerts } from "./log.ts";
import { Movers } from "./mover.ts";
import { readCounters, type State } from "./state.ts";

const LOST_RATE = 0.002;
/** Cycles in which companies move, where there are several databases. */
const MOVING_RATE = 0.5;
/** Pause of a client there. */
const MOVING_PACE_MS = 150;
const SHOWN = 20;
const print = (line: string) => process.stdout.write(`${line}\n`);

interface Options {
  readonly cycles: number;
  readonly seed: number;
  readonly keep: boolean;
  readonly kinds: readonly KindName[];
  readonly pollScale: number;
  /** A company goes from each of them to the next. */
  readonly databases: number;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      cycles: { type: "string", default: "50" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
      "poll-scale": { type: "string", default: "0.005" },
      databases: { type: "string", default: "4" },
      kinds: { type: "string", default: KIND_NAMES.join() },
      keep: { type: "boolean", default: false },
    },
  });
  const read = (name: "cycles" | "databases" | "seed" | "poll-scale", least = 0) => {
    const value = Number(values[name]);
    if (!(value >= least && value < Number.POSITIVE_INFINITY))
      throw new Error(`--${name} is a number from ${least} on`);
    return value;
  };
  const kinds = values.kinds.split(",").map((name) => {
    const kind = KIND_NAMES.find((one) => one === name);
    if (kind === undefined) throw new Error(`--kinds takes some of ${KIND_NAMES.join()}, not ${name}`);
    return kind;
  });
  return {
    ...{ cycles: read("cycles", 1), seed: read("seed"), pollScale: read("poll-scale") },
    ...{ databases: read("databases", 1), keep: values.keep, kinds },
  };
}

async function main(): Promise<number> {
  const options = readOptions();
  print(`crash: ${options.cycles} cycles, seed ${options.seed}`);
  const deployment = await prepareDeployment({ ...options, print });
  try {
    return await attack(deployment, options);
  } finally {
    if (options.keep) {
      await Promise.all([deployment.service.stop(), deployment.authority.stop()]);
      print(`kept: ${deployment.folder}`);
    } else await deployment.clear();
  }
}

async function attack(deployment: LocalDeployment, { cycles, seed, kinds, databases }: Options): Promise<number> {
  const { service, stateFolder, companies } = deployment;
  const before = readCounters(stateFolder);
  const clientLog = new ClientLog();
  const random = createRandom(seed);
  const movers = new Movers(deployment, createRandom(seed + 1));
  let moving = 0;
  const target = { origin: service.origin, companies };
  const startedAt = performance.now();
  for (let cycle = 1; cycle <= cycles; cycle += 1) {
    await service.start();
    const isMoving = databases > 1 && random() < MOVING_RATE;
    // A mover shares one thread with them: it gets nowhere beside many that never rest.
    const clients = isMoving ? 2 + drawInteger(random, 5) : 8 + drawInteger(random, 25);
    const load = startLoad({
      target,
      clientLog,
      clients,
      random,
      kinds,
      run: `c${seed}-${cycle}`,
      lostRate: LOST_RATE,
      paceMs: isMoving ? MOVING_PACE_MS : 0,
    });
    if (isMoving) moving += 1;
    const stopMovers = isMoving ? movers.start() : undefined;
    const readProgress = () => ({
      ...{ keys: clientLog.entries.length, answers: clientLog.countAnswers(), calls: movers.countCalls() },
    });
    await awaitKillPoint(readProgress, (isMoving ? drawMoverPoint : drawKillPoint)(random, clients), random);
    // No client begins anything with a service that is gone: how long it takes to die would count as keys without an answer.
    const stopping = Promise.all([load.stop(), stopMovers?.()]);
    await service.kill();
    await stopping;
    if (cycle % 10 === 0)
      print(`  ${cycle} kills, ${clientLog.entries.length} keys, ${clientLog.violations.length} violations`);
  }
  const loadMs = performance.now() - startedAt;
  const verdict = await auditAll({ deployment, clientLog, kinds, before, target, movers });
  summarize({ deployment, clientLog, movers, moving, ...verdict, cycles, seed, loadMs });
  return verdict.problems.length === 0 ? 0 : 1;
}

interface Summary {
  readonly deployment: LocalDeployment;
  readonly clientLog: ClientLog;
  readonly movers: Movers;
  /** Cycles in which companies moved. */
  readonly moving: number;
  readonly state: State;
  readonly problems: readonly string[];
  readonly cycles: number;
  readonly seed: number;
  readonly loadMs: number;
  readonly tookMs: number;
}

function summarize({
  deployment,
  clientLog,
  movers,
  moving,
  state,
  problems,
  cycles,
  seed,
  loadMs,
  tookMs,
}: Summary): void {
  const answers = [...clientLog.statuses].sort().map(([what, count]) => `${what}: ${count}`);
  const states = new Map<string, number>();
  for (const { type_code: type, state: phase } of state.documents) {
    const name = `${type} ${phase}`;
    states.set(name, (states.get(name) ?? 0) + 1);
  }
  const requests = [...clientLog.statuses.values()].reduce((sum, count) => sum + count, 0);
  print(`\ncrash summary (seed ${seed})`);
  print(
    `  kills            ${cycles} in ${Math.round(loadMs / 1000)} s, then ${(tookMs / 1000).toFixed(1)} s of alarms alone`,
  );
  print(`  requests         ${requests} (${answers.join(", ")})`);
  const [keys, acknowledged] = [clientLog.entries.length, clientLog.listAcknowledged().length];
  print(`  keys             ${keys}, acknowledged ${acknowledged} (${((100 * acknowledged) / keys).toFixed(0)} %)`);
  print(
    `  documents        ${state.documents.length} (${[...states]
      .sort()
      .map((one) => one.join(" "))
      .join(", ")})`,
  );
  const moves = [...movers.counts].sort().map(([what, count]) => `${count} ${what}`);
  print(`  moving           ${moving} cycles, ${movers.countCalls()} calls (${moves.join(", ")})`);
  print(`  warnings         ${printAlerts(deployment.logFile)}`);
  print(`  violations       ${problems.length}`);
  for (const problem of problems.slice(0, SHOWN)) print(`    ${problem}`);
  if (problems.length > SHOWN) print(`    and ${problems.length - SHOWN} more`);
}

process.exitCode = await main();
