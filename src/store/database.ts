// D1 statements into rows, each call with its deadline and counted.
import { AsyncLocalStorage } from "node:async_hooks";

/** What the store needs of D1: the binding, a session of it, or the operator program's stand-in. */
export type Database = Pick<D1Database, "prepare" | "batch">;

/** Reads answer within this, or the caller hears about it. */
export const READ_TIMEOUT_MS = 3_000;
/** Writes, and batches that write. */
export const WRITE_TIMEOUT_MS = 10_000;

/** The database or the bucket did not answer in time: nothing is known about the call's effect. */
export class DeadlineError extends Error {
  constructor(what: string, timeoutMs: number) {
    super(`${what}: no answer within ${timeoutMs} ms`);
    this.name = "DeadlineError";
  }
}

/** Round trips to D1 of one piece of work. */
export interface Trips {
  count: number;
}

const counters = new AsyncLocalStorage<Trips>();
const patience = new AsyncLocalStorage<number>();

/** Runs work whose calls may each take `timeoutMs` when that is longer than their own deadline: each is a program of its own. */
export function patiently<Result>(timeoutMs: number, work: () => Result): Result {
  return patience.run(timeoutMs, work);
}

/** Runs work whose round trips to D1 are counted into `trips`, whoever makes them on the way. */
export function countingTrips<Result>(trips: Trips, work: () => Result): Result {
  return counters.run(trips, work);
}

/** One round trip, with its deadline. */
function callDatabase<T>(call: () => Promise<T>, timeoutMs: number, what: string): Promise<T> {
  const trips = counters.getStore();
  if (trips !== undefined) trips.count += 1;
  return withDeadline(call(), timeoutMs, what);
}

/**
 * Waits for `work` at most `timeoutMs`, or as `patiently` says.
 * @throws DeadlineError when the time is over; the work itself may still take effect.
 */
export async function withDeadline<T>(work: Promise<T>, timeoutMs: number, what: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const mostMs = Math.max(timeoutMs, patience.getStore() ?? 0);
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlineError(what, mostMs)), mostMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** All rows of a reading statement. */
export async function readAll<Row>(statement: D1PreparedStatement): Promise<Row[]> {
  const result = await callDatabase(() => statement.all<Row>(), READ_TIMEOUT_MS, "D1 read");
  return result.results;
}

/** The first row of a reading statement. */
export async function readOne<Row>(statement: D1PreparedStatement): Promise<Row | undefined> {
  const rows = await readAll<Row>(statement);
  return rows[0];
}

/** The rows of several reading statements, in one round trip. */
export async function readBatch(db: Database, statements: D1PreparedStatement[]): Promise<unknown[][]> {
  const results = await callDatabase(() => db.batch(statements), READ_TIMEOUT_MS, "D1 read batch");
  return results.map((result) => result.results);
}

/** Runs one writing statement and returns how many rows it changed. */
export async function write(statement: D1PreparedStatement): Promise<number> {
  const result = await callDatabase(() => statement.run(), WRITE_TIMEOUT_MS, "D1 write");
  return result.meta.changes;
}

/** Runs statements as one transaction; the rows that each returned. */
export async function writeBatch(db: Database, statements: D1PreparedStatement[]): Promise<unknown[][]> {
  const results = await callDatabase(() => db.batch(statements), WRITE_TIMEOUT_MS, "D1 write batch");
  return results.map((result) => result.results);
}
