// Writes statements with their values as text, and reports writes instead of doing them: for wrangler, --dry-run and files of SQL.
import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import type { Database as Binding } from "../../src/store/database.ts";
import {
  build,
  connect,
  D1_LIMITS,
  type Database,
  isReading,
  type Limits,
  type SqlQuery,
  type SqlValue,
  withLimits,
} from "../../src/store/db.ts";

/** A statement with its values, as a batch takes it. */
export type Statement = BatchItem<"sqlite">;

/** Rows of one statement, in the order of its columns. */
export interface SqlAnswer {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** A way to run statements in order, as one transaction. */
export type RunSql = (queries: readonly SqlQuery[]) => Promise<readonly SqlAnswer[]>;

/** A database by its ways in. */
export interface Reached {
  readonly db: Database;
  /** For parts of the store that still prepare statements themselves. */
  readonly binding: Binding;
  readonly runSql: RunSql;
}

/** The database over a way to run statements. */
export function reach(runSql: RunSql, limits: Limits = D1_LIMITS): Reached {
  const execute = async (queries: readonly SqlQuery[]) => (await runSql(queries)).map(({ rows }) => rows);
  return { db: connect(withLimits(execute, limits)), binding: createBinding(runSql), runSql };
}

/** Runs what reads, and reports what writes instead of doing it. */
export function reportWrites(runSql: RunSql, report: (writes: readonly SqlQuery[]) => void): RunSql {
  return async (queries) => {
    const writes = queries.filter((query) => !isReading(query));
    if (writes.length > 0) report(writes);
    const reads = queries.filter(isReading);
    const answers = reads.length === 0 ? [] : await runSql(reads);
    return queries.map((query) => answers[reads.indexOf(query)] ?? { columns: [], rows: [] });
  };
}

const dialect = new SQLiteSyncDialect();

/**
 * A statement with its values as literals, for ways that take text alone.
 * @throws Error for a number that SQLite has no literal for, or a question mark that stands for no value.
 */
export function renderSql({ sql: text, params }: SqlQuery): string {
  const parts = text.trim().split("?");
  if (parts.length !== params.length + 1) throw new Error("a statement has not one question mark for each value");
  const chunks = parts.flatMap((part, index) => [sql.raw(part), ...params.slice(index, index + 1).map(toLiteral)]);
  return dialect.sqlToQuery(sql.join(chunks).inlineParams()).sql;
}

/** A NUL ends a program's parameter, and SQLite's reading of a text: it is put in by a function. */
function toLiteral(value: SqlValue): SQL {
  if (typeof value === "number" && !Number.isFinite(value)) throw new Error("a number of a statement is not finite");
  if (typeof value !== "string" || !value.includes("\0")) return sql`${value}`;
  const parts = value.split("\0").map((part) => sql`${part}`);
  return sql`(${sql.join(parts, sql` || char(0) || `)})`;
}

const PLACEHOLDER = /'(?:[^']|'')*'|"[^"]*"|\?(\d*)/g;
const prepared = new WeakMap<D1PreparedStatement, SqlQuery>();

/** The D1 interface over a way to run statements. */
function createBinding(runSql: RunSql): Binding {
  return {
    prepare: (text) => prepare(runSql, { sql: text, params: [] }),
    batch: async <T>(statements: D1PreparedStatement[]) => {
      const answers = await runSql(statements.map(readPrepared));
      return answers.map((answer) => toD1Result<T>(answer));
    },
  };
}

/** A statement that a part of the store prepared itself, for a batch of the builder's. */
export function adopt(statement: D1PreparedStatement): Statement {
  const { sql: text, params } = readPrepared(statement);
  const chunks = text
    .split("?")
    .flatMap((part, index) => [sql.raw(part), ...params.slice(index, index + 1).map((value) => sql`${value}`)]);
  return build.run(sql.join(chunks));
}

function readPrepared(statement: D1PreparedStatement): SqlQuery {
  const query = prepared.get(statement);
  if (query === undefined) throw new Error("a prepared statement of another database");
  const params: SqlValue[] = [];
  let position = 0;
  const text = query.sql.replace(PLACEHOLDER, (found, index: string | undefined) => {
    if (index === undefined) return found;
    position = index === "" ? position + 1 : Number(index);
    const value = query.params[position - 1];
    if (value === undefined) throw new Error(`the statement lacks parameter ?${position}`);
    params.push(value);
    return "?";
  });
  return { sql: text, params };
}

function prepare(runSql: RunSql, query: SqlQuery): D1PreparedStatement {
  const runOne = async (): Promise<SqlAnswer> => {
    const [answer] = await runSql([readPrepared(statement)]);
    if (answer === undefined) throw new Error("the database gave no result");
    return answer;
  };
  const statement = {
    bind: (...values: unknown[]) => prepare(runSql, { ...query, params: values.map(toSqlValue) }),
    all: async <T>() => toD1Result<T>(await runOne()),
    run: async <T>() => toD1Result<T>(await runOne()),
    raw: async () => (await runOne()).rows,
  } as unknown as D1PreparedStatement;
  prepared.set(statement, query);
  return statement;
}

function toSqlValue(value: unknown): SqlValue {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  throw new Error(`a statement cannot take a ${typeof value}`);
}

function toD1Result<T>({ columns, rows }: SqlAnswer): D1Result<T> {
  const meta = { duration: 0, size_after: 0, rows_read: 0, rows_written: 0, last_row_id: 0, changed_db: false };
  const results = rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]])) as T);
  return { success: true, results, meta: { ...meta, changes: 0 } };
}
