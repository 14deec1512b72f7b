// D1 statements into rows, each call with its deadline and counted.
import { AsyncLocalStorage } from "node:async_hooks";
import { countTrip } from "./db.ts";
import { withDeadline } from "./deadline.ts";

/** What the store needs of D1: the binding, a session of it, or the operator program's stand-in. */
export type Database = Pick<D1Database, "prepare" | "batch">;

/** Reads answer within this, or the caller hears about it. */
export const READ_TIMEOUT_MS = 3_000;
/** Writes, and batches that write. */
export const WRITE_TIMEOUT_MS = 10_000;

const patience = new AsyncLocalStorage<number>();

/** Runs work whose calls may each take `timeoutMs` when that is longer than their own deadline: each is a program of its own. */
export function patiently<Result>(timeoutMs: number, work: () => Result): Result {
  return patience.run(timeoutMs, work);
}

/** One round trip, with its deadline. */
function callDatabase<T>(call: () => Promise<T>, timeoutMs: number, what: string): Promise<T> {
  countTrip();
  return withDeadline(call(), Math.max(timeoutMs, patience.getStore() ?? 0), what);
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
