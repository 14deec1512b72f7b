// Runs the statements that Drizzle writes: on D1 in the Worker, on any other SQLite in the operator's program and the tests.
//
// How to use it. A function of the store takes a `Database`, the one driver type: `openDatabase(env.DB)` gives it in the
// Worker, `connect(withLimits(execute, limits))` over any other way to run SQL. `build` writes statements, typed by
// `schema.ts`, and runs none; these run them, each call one round trip and one transaction:
//
//   run(db, build.select({ id: companies.id }).from(companies))     its rows
//   findOne(db, …)                                                  its first row
//   db.batch([one, other])                                          the rows of each, typed
//   runNamed(db, { row: one, facts: other })                        the same under a name each
//   runAll(db, statements)                                          a list of them whose rows are not read
//
// What the builder cannot say is `build.run(sql`…`)` with columns out of the schema: a batch takes it beside the others.
// How many rows a statement changed is how many its `.returning(…)` gives. A statement that runs for every document is made
// once by `statement(…)` and bound to values at each call. Two columns of one name need an alias each, because a batch on D1
// names its columns.
//
// The driver is Drizzle's `sqlite-proxy`, also over D1. Drizzle's own D1 driver prepares a statement for one binding, so that
// each session would build it anew; it cannot fill placeholders inside a batch, which the allocation is; and its errors quote
// the values of a statement, which may be personal data.
import { AsyncLocalStorage } from "node:async_hooks";
import { Column, getTableColumns, is, Param, Placeholder, type Query, SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { drizzle, type SqliteRemoteDatabase } from "drizzle-orm/sqlite-proxy";
import { withDeadline } from "../../deadline.ts";
import type { State } from "../../domain/document/state.ts";
import type { TypeCode } from "../../domain/kind.ts";
import { gateOf, type Lane, type Passage } from "./gate.ts";

/** Runs statements: all of one call in one round trip and one transaction, or none of them. */
export type Database = Pick<SqliteRemoteDatabase, "batch">;

/** What D1 binds, and SQLite takes as a literal. */
export type SqlValue = string | number | Uint8Array | null;

/** A statement as a database takes it, with the values of its parameters in order. */
export interface SqlQuery {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** Rows of one statement: values in the order of its columns. */
export type SqlRows = readonly (readonly unknown[])[];

/** A way to run statements in order, as one transaction; the rows of each. */
export type Execute = (queries: readonly SqlQuery[]) => Promise<readonly SqlRows[]>;

/** How long a round trip may take, in milliseconds. */
export interface Limits {
  readonly readMs: number;
  /** Writes, and batches that write. */
  readonly writeMs: number;
}

/** D1 answers within this, or the caller hears about it. */
export const D1_LIMITS: Limits = { readMs: 3_000, writeMs: 10_000 };

/** Round trips of one piece of work. */
export interface Trips {
  count: number;
}

const counters = new AsyncLocalStorage<Trips>();

/** Runs work whose round trips to D1 are counted into `trips`, however deep it makes them. */
export function countingTrips<Result>(trips: Trips, work: () => Result): Result {
  return counters.run(trips, work);
}

/** Counts one round trip. @returns whether it is the first one of work that is counted: of a request. */
function countTrip(): boolean {
  const trips = counters.getStore();
  if (trips === undefined) return false;
  trips.count += 1;
  return trips.count === 1;
}

/** Whether a statement only reads; one that begins WITH may write. */
export function isReading({ sql: text }: SqlQuery): boolean {
  return /^\s*(?:select|explain)\b/i.test(text);
}

/** A way to run statements that counts each round trip and ends it at its deadline. @throws DeadlineError when that is over. */
export function withLimits(execute: Execute, limits: Limits): Execute {
  return (queries) => {
    countTrip();
    const { limitMs, what } = describeTrip(queries, limits);
    return withDeadline(execute(queries), limitMs, what);
  };
}

function describeTrip(queries: readonly SqlQuery[], { readMs, writeMs }: Limits): Omit<Passage, "lane"> {
  const isRead = queries.every(isReading);
  const what = `D1 ${isRead ? "read" : "write"}${queries.length === 1 ? "" : " batch"}`;
  return { limitMs: isRead ? readMs : writeMs, what };
}

/** The database over a way to run statements. */
export function connect(execute: Execute): Database {
  return drizzle(runNothing, async (queries) => {
    const results = await execute(
      queries.map(({ sql: text, params }) => ({ sql: text, params: params.map(toSqlValue) })),
    );
    return results.map((rows) => ({ rows: [...rows] }));
  });
}

/** The binding, or a session of it. */
export type Binding = Pick<D1Database, "prepare" | "batch">;

const opened = new WeakMap<Binding, Map<Lane, Database>>();

/** D1 behind a binding of the Worker. @param lane of what is asked, before the first read of a request is known as such. */
export function openDatabase(binding: Binding, lane: Lane = "begun"): Database {
  const lanes = opened.get(binding) ?? new Map<Lane, Database>();
  opened.set(binding, lanes);
  const database = lanes.get(lane) ?? connect(reachDatabase(binding, lane));
  lanes.set(lane, database);
  return database;
}

/**
 * The same as a way to run statements: each call is counted, passes the gate and has its deadline.
 * @throws BusyError, from its calls, when nothing was sent.
 */
export function reachDatabase(binding: Binding, lane: Lane = "begun"): Execute {
  const execute = executeOn(binding);
  return (queries) => {
    const isFirst = countTrip() && lane === "begun";
    const passage = { lane: isFirst ? "entrance" : lane, ...describeTrip(queries, D1_LIMITS) } as const;
    return gateOf(binding).pass(passage, () => execute(queries));
  };
}

/** The only place that prepares a statement of D1. */
function executeOn(binding: Binding): Execute {
  return async (queries) => {
    const prepared = queries.map(({ sql: text, params }) => binding.prepare(text).bind(...params));
    const [first] = prepared;
    if (first !== undefined && prepared.length === 1) return [await first.raw()];
    const results = await binding.batch<Readonly<Record<string, unknown>>>(prepared);
    return results.map(({ results: rows }) => rows.map((row) => Object.values(row)));
  };
}

function toSqlValue(value: unknown): SqlValue {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  if (value instanceof Uint8Array) return value;
  throw new Error(`a statement cannot take a ${typeof value}`);
}

const runNothing = () => Promise.reject(new Error("a statement runs in a batch of a database"));

/** Writes statements, and runs none: a database's `batch` does. */
export const build = drizzle(runNothing, runNothing);

/** A statement with its values, as a batch takes it. */
export type Statement = BatchItem<"sqlite">;
type RowsOf<Item extends Statement> = Item["_"]["result"];

/** A row that a statement gives. */
export type RowOf<Item extends Statement> = RowsOf<Item>[number];

/** The rows of statements that have names. */
export type NamedRows<Items extends Readonly<Record<string, Statement>>> = {
  readonly [Name in keyof Items]: RowsOf<Items[Name]>;
};

/** The rows of one statement. */
export async function run<Item extends Statement>(db: Database, item: Item): Promise<RowsOf<Item>> {
  const [rows] = await db.batch([item]);
  return rows;
}

/** The first row of one statement. */
export async function findOne<Item extends Statement>(db: Database, item: Item): Promise<RowsOf<Item>[0] | undefined> {
  const rows = await run(db, item);
  return rows[0];
}

/** Runs statements in the order of their names, as one transaction. @returns the rows of each under its name. */
export async function runNamed<Items extends Readonly<Record<string, Statement>>>(
  db: Database,
  items: Items,
): Promise<NamedRows<Items>> {
  const [first, ...others]: Statement[] = Object.values(items);
  const results = first === undefined ? [] : await db.batch([first, ...others]);
  const named = Object.keys(items).map((name, position) => [name, results[position]]);
  return Object.fromEntries(named) as NamedRows<Items>;
}

/** Runs a list of statements as one transaction; an empty one makes no round trip. */
export async function runAll(db: Database, statements: readonly Statement[]): Promise<void> {
  const [first, ...others] = statements;
  if (first !== undefined) await db.batch([first, ...others]);
}

/** What every builder of Drizzle gives once its statement is complete. */
interface Complete extends Statement {
  prepare(): Prepared;
}

/** A statement that was written, with placeholders for its values. */
interface Prepared {
  getQuery(): Query;
  mapResult(response: unknown, isFromBatch?: boolean): unknown;
}

type Placeholders<Name extends string> = Readonly<Record<Name, Placeholder<Name>>>;
type PlaceholderValues<Name extends string> = Readonly<Record<Name, unknown>>;

/**
 * A statement that is built once, at its first use, and bound to values at each call. Built anew, the batch that numbers a
 * document takes some 4 ms of the processor instead of 0.6.
 * @param names of its placeholders.
 */
export function statement<const Name extends string, Item extends Complete>(
  names: readonly Name[],
  write: (values: Placeholders<Name>) => Item,
): (values: PlaceholderValues<Name>) => Bound<RowsOf<Item>> {
  let prepared: Prepared | undefined;
  return (values) => {
    prepared ??= write(createPlaceholders(names)).prepare();
    return new Bound(prepared, values);
  };
}

/** The same for a statement that only a template can say; it gives no rows. */
export function template<const Name extends string>(
  names: readonly Name[],
  write: (values: Placeholders<Name>) => SQL,
): (values: PlaceholderValues<Name>) => Bound<readonly never[]> {
  let query: Query | undefined;
  return (values) => {
    query ??= build.run(write(createPlaceholders(names))).getQuery();
    const written = query;
    return new Bound({ getQuery: () => written, mapResult: () => [] }, values);
  };
}

/** One statement for each shape that it may have, made when that is first asked for. */
export function byShape<Shape, Made>(make: (shape: Shape) => Made): (shape: Shape) => Made {
  const made = new Map<string, Made>();
  return (shape) => {
    const key = JSON.stringify(shape);
    const known = made.get(key) ?? make(shape);
    made.set(key, known);
    return known;
  };
}

function createPlaceholders<Name extends string>(names: readonly Name[]): Placeholders<Name> {
  return Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as Placeholders<Name>;
}

/** A statement with its values, for a batch of any database. */
class Bound<Result> implements Statement {
  declare readonly _: { readonly dialect: "sqlite"; readonly result: Result };
  readonly #prepared: Prepared;
  readonly #values: PlaceholderValues<string>;

  constructor(prepared: Prepared, values: PlaceholderValues<string>) {
    this.#prepared = prepared;
    this.#values = values;
  }

  /** What the driver asks of a batch's members. */
  _prepare() {
    return this;
  }

  getQuery(): Query {
    const query = this.#prepared.getQuery();
    return { ...query, params: query.params.map((param) => fill(param, this.#values)) };
  }

  mapResult(response: unknown, isFromBatch?: boolean): unknown {
    return this.#prepared.mapResult(response, isFromBatch);
  }
}

/** A parameter with its value as its column keeps it; unlike Drizzle's own, null stays null in a JSON column. */
function fill(param: unknown, values: PlaceholderValues<string>): unknown {
  if (is(param, Placeholder)) return values[param.name];
  if (!is(param, Param) || !is(param.value, Placeholder)) return param;
  const value = values[param.value.name];
  return value === null ? null : param.encoder.mapToDriverValue(value);
}

/** What a selected column may be. */
type Expression = SQL | SQLiteColumn | Placeholder | string | number | boolean | null;

/**
 * INSERT … SELECT of some columns of a table; the builder's own asks for all of them.
 * @param rest of the statement, from FROM on.
 */
export function insertSelect<Table extends SQLiteTable>(
  table: Table,
  values: { readonly [Key in keyof Table["$inferInsert"]]?: Expression },
  rest: SQL,
): SQL {
  const columns: Readonly<Record<string, SQLiteColumn>> = getTableColumns(table);
  const given: { readonly [key: string]: Expression | undefined } = values;
  const entries = Object.entries(columns).flatMap(([key, column]) => {
    const value = given[key];
    if (value === undefined) return [];
    const isWritten = is(value, SQL) || is(value, Column);
    return [{ name: sql.identifier(column.name), expression: isWritten ? value : sql.param(value, column) }];
  });
  const comma = sql.raw(", ");
  const names = entries.map(({ name }) => name);
  const expressions = entries.map(({ expression }) => expression);
  return sql`INSERT INTO ${table} (${sql.join(names, comma)}) SELECT ${sql.join(expressions, comma)} ${rest}`;
}

/** Whether a column is one of any number of values, which take one parameter together: D1 binds at most a hundred. */
export function isAmong(column: SQLiteColumn, values: readonly (string | number)[]): SQL {
  return isAmongJson(column, JSON.stringify(values));
}

/** The same, with the values as JSON text. */
export function isAmongJson(column: SQLiteColumn, values: string | Placeholder): SQL {
  return sql`${column} IN (SELECT value FROM json_each(${values}))`;
}

/** Codes as literals of a statement: SQLite uses an index of some codes only where it reads them there. */
export function writeCodes(codes: readonly (TypeCode | State)[]): SQL {
  return sql.raw(codes.map((code) => `'${code}'`).join(", "));
}

/** A column without its table, where SQL takes no table: what an upsert is about and sets. */
export function nameOf(column: SQLiteColumn): SQL {
  return sql`${sql.identifier(column.name)}`;
}

/** The greatest of a column of numbers over a whole table; 0 where it has no row. */
export function greatestOf(column: SQLiteColumn): SQL<number> {
  return sql<number>`coalesce((SELECT max(${column}) FROM ${column.table}), 0)`;
}

/** In an upsert, the value that the row would have had. */
export function excluded(column: SQLiteColumn): SQL {
  return sql`excluded.${nameOf(column)}`;
}
