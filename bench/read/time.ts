// Times each list, search and page at each size, and a neighbour that numbers documents while four clients search.
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "../../src/store/base/db.ts";
import { allocateNumber } from "../../src/store/number/allocation.ts";
import { sampleReservation, sampleSupportDocument, seedCompany } from "../../test/store/sample.ts";
import { percentile } from "../measure.ts";
import { READ_CASES } from "./case.ts";
import { BIG } from "./fill.ts";
import type { Stage } from "./measure.ts";

const WARM_UP_RUNS = 1;
const RUNS = 9;
const SEARCHERS = 4;
/** Each of them asks twice a second. */
const PACE_MS = 500;
/** Quiet and searched take turns, so that other work of the machine weighs on both alike. */
const TURNS = 5;
const NUMBERED_PER_TURN = 50;
const PAST_FILLED = 1_000_000;
/** Between two documents of the neighbour. */
const PAUSE_MS = 20;

/** Medians in milliseconds of every case in the order of `READ_CASES`, one for each stage; stages take turns. */
export async function timeReads(stages: readonly Stage[]): Promise<readonly (readonly number[])[]> {
  const medians: (readonly number[])[] = [];
  for (const { run } of READ_CASES) {
    const times = stages.map((): number[] => []);
    for (let i = -WARM_UP_RUNS; i < RUNS; i += 1) {
      for (const [place, { db, documents }] of stages.entries()) {
        const startedAt = performance.now();
        await run(openDatabase(db), documents);
        if (i >= 0) times[place]?.push(performance.now() - startedAt);
      }
    }
    medians.push(times.map((each) => percentile(each, 50)));
  }
  return medians;
}

/** Medians in milliseconds that a document of the big company takes to be numbered, one for each stage; stages take turns. */
export async function timeNumbering(stages: readonly Stage[]): Promise<readonly number[]> {
  const times = stages.map((): number[] => []);
  for (let turn = 0; turn <= TURNS; turn += 1) {
    for (const [place, { db }] of stages.entries()) {
      const taken = await numberDocuments(db, BIG);
      if (turn > 0) times[place]?.push(...taken);
    }
  }
  return times.map((each) => percentile(each, 50));
}

/** Milliseconds that a document takes to be numbered. */
export interface NeighbourTimes {
  readonly p50: number;
  readonly p95: number;
}

/** How long another company's documents take to be numbered while nobody searches, and beside four clients that search the big one. */
export async function timeNeighbour({
  db,
  documents,
}: Stage): Promise<{ readonly quiet: NeighbourTimes; readonly beside: NeighbourTimes }> {
  const most = 2 * (TURNS + 1) * NUMBERED_PER_TURN;
  // Ids of companies go on after the greatest one: past those of the fill, which have no rows of their own.
  await db
    .prepare("INSERT INTO companies (id, nit, name, environment, profile) VALUES (?1, '1', 'x', 'produccion', '{}')")
    .bind(PAST_FILLED)
    .run();
  const companyId = await seedCompany(db, { allowance: most, to: most });
  const quiet: number[] = [];
  const beside: number[] = [];
  await numberDocuments(db, companyId);
  for (let turn = 0; turn < TURNS; turn += 1) {
    quiet.push(...(await numberDocuments(db, companyId)));
    const searching = { isOver: false };
    const searchers = Array.from({ length: SEARCHERS }, (_, place) => search(db, documents, place, searching));
    beside.push(...(await numberDocuments(db, companyId)));
    searching.isOver = true;
    await Promise.all(searchers);
  }
  const describe = (times: number[]) => ({ p50: percentile(times, 50), p95: percentile(times, 95) });
  return { quiet: describe(quiet), beside: describe(beside) };
}

async function numberDocuments(db: D1Database, companyId: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let i = 0; i < NUMBERED_PER_TURN; i += 1) {
    const startedAt = performance.now();
    const { type } = await allocateNumber(openDatabase(db), sampleReservation(companyId), sampleSupportDocument());
    times.push(performance.now() - startedAt);
    if (type !== "allocated") throw new Error(`the neighbour got no number: ${type}`);
    await sleep(PAUSE_MS);
  }
  return times;
}

/** Asks one search after the other until it is over. */
async function search(
  db: D1Database,
  documents: number,
  place: number,
  searching: { readonly isOver: boolean },
): Promise<void> {
  const cases = READ_CASES.filter(({ name }) => name.includes("q="));
  await sleep((place * PACE_MS) / SEARCHERS);
  for (let i = place; !searching.isOver; i += SEARCHERS) {
    await cases[i % cases.length]?.run(openDatabase(db), documents);
    await sleep(PACE_MS);
  }
}
