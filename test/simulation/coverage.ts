// Adds up the counts of many worlds in one report: what was tried how often, and what too seldom.
import { TRANSITIONS } from "../../src/domain/document/state.ts";
import type { Fault } from "./fault.ts";
import { POINTS } from "./point.ts";
import type { WorldReport } from "./world.ts";

/** Goals for 100,000 runs, as shares of the number of runs. */
const WAITS_PER_RUN = 1_000 / 100_000;
const MOVES_PER_RUN = 10_000 / 100_000;
const CRASHES_PER_RUN = 1.2;
/** Of worlds whose authority denies what it does not know: a twentieth of the goal. */
const RARE_EVENTS = ["answers-exhausted", "operator-close"] as const;
const RARE_SHARE = 1 / 20;

/** What many worlds add up to; plain data, so that it crosses threads. */
export interface Tally {
  runs: number;
  crashes: number;
  waits: Record<string, number>;
  moves: Record<string, number>;
}

export function createTally(): Tally {
  return { runs: 0, crashes: 0, waits: {}, moves: {} };
}

export function addReport(tally: Tally, report: WorldReport): void {
  tally.runs += 1;
  tally.crashes += report.crashes;
  for (const [key, times] of report.waits) tally.waits[key] = (tally.waits[key] ?? 0) + times;
  for (const [key, times] of report.moves) tally.moves[key] = (tally.moves[key] ?? 0) + times;
}

export function addTally(sum: Tally, part: Tally): void {
  sum.runs += part.runs;
  sum.crashes += part.crashes;
  for (const [key, times] of Object.entries(part.waits)) sum.waits[key] = (sum.waits[key] ?? 0) + times;
  for (const [key, times] of Object.entries(part.moves)) sum.moves[key] = (sum.moves[key] ?? 0) + times;
}

export interface Coverage {
  readonly text: string;
  /** Every await point that was met stands in point.ts. */
  readonly isDeclared: boolean;
  /** Every goal was met. */
  readonly isComplete: boolean;
}

export function printCoverage(tally: Tally): Coverage {
  const waits = Object.entries(POINTS).flatMap(([point, { kinds, goal = 1 }]) =>
    kinds.map((kind) => ({ name: `${point} ${kind}`, times: tally.waits[`${point} ${kind}`] ?? 0, goal })),
  );
  const moves = Object.entries(TRANSITIONS).flatMap(([state, cells]) =>
    Object.keys(cells).map((event) => ({ name: `${state} ${event}`, times: tally.moves[`${state} ${event}`] ?? 0 })),
  );
  const thinWaits = waits.filter(({ times, goal }) => times < WAITS_PER_RUN * tally.runs * goal);
  const isRare = (name: string) => RARE_EVENTS.some((event) => name.endsWith(event));
  const goalOf = (name: string) => MOVES_PER_RUN * tally.runs * (isRare(name) ? RARE_SHARE : 1);
  const thinMoves = moves.filter(({ name, times }) => times < goalOf(name));
  const strangers = [...new Set(Object.keys(tally.waits).map((key) => key.split(" ")[0] ?? ""))].filter(
    (point) => !(point in POINTS),
  );
  const crashes = tally.crashes / tally.runs;
  const lines = [
    "await points x faults (times that each befell a wait):",
    ...printTable(tally),
    "",
    "transitions:",
    ...moves.map(({ name, times }) => `  ${name.padEnd(40)} ${times}`),
    "",
    `runs ${tally.runs}; crashes per run ${crashes.toFixed(2)} (goal ${CRASHES_PER_RUN})`,
    `(await point, fault) pairs ${waits.length}, below ${Math.ceil(WAITS_PER_RUN * tally.runs)}: ${thinWaits.length}`,
    ...thinWaits.map(({ name, times }) => `  ${name}: ${times}`),
    `transitions ${moves.length}, below ${Math.ceil(MOVES_PER_RUN * tally.runs)}: ${thinMoves.length}`,
    ...thinMoves.map(({ name, times }) => `  ${name}: ${times}`),
    ...strangers.map((point) => `  not declared in point.ts: ${point}`),
  ];
  const isDeclared = strangers.length === 0;
  const isComplete = isDeclared && thinWaits.length === 0 && thinMoves.length === 0 && crashes >= CRASHES_PER_RUN;
  return { text: lines.join("\n"), isDeclared, isComplete };
}

const COLUMNS: readonly (readonly [Fault | "none", string])[] = [
  ["none", "none"],
  ["crash-unflushed", "unflushed"],
  ["crash-before", "cr-before"],
  ["crash-after", "cr-after"],
  ["zombie", "zombie"],
  ["error-before", "er-before"],
  ["error-after", "er-after"],
  ["slow", "slow"],
];

function printTable({ waits }: Tally): string[] {
  const head = `  ${"".padEnd(28)}${COLUMNS.map(([, title]) => title.padStart(10)).join("")}`;
  const rows = Object.keys(POINTS).map((point) => {
    const cells = COLUMNS.map(([fault]) => String(waits[`${point} ${fault}`] ?? "-").padStart(10));
    return `  ${point.padEnd(28)}${cells.join("")}`;
  });
  return [head, ...rows];
}
