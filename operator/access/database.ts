// A way to run SQL into the D1 interface that the store speaks, so that the same functions serve the Worker and the operator.
import type { Database } from "../../src/store/database.ts";

export type SqlValue = string | number | null;

/** One statement with its parameters `?1`, `?2`, … */
export interface SqlStatement {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

export interface SqlResult {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly changes: number;
}

/** Runs statements in order, all of them or none. */
export type Execute = (statements: readonly SqlStatement[]) => Promise<readonly SqlResult[]>;

const PLACEHOLDER = /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\?(\d*)/g;

/** The D1 interface over any way to run SQL. */
export function createDatabase(execute: Execute): Database {
  return {
    prepare: (sql) => createStatement(execute, { sql, parameters: [] }),
    batch: async <T>(prepared: D1PreparedStatement[]) => {
      const results = await execute(prepared.map(readStatement));
      return results.map((result) => toD1Result<T>(result));
    },
  };
}

/** SQL and parameters of a statement made by `createDatabase`. */
export function readStatement(prepared: D1PreparedStatement): SqlStatement {
  const statement = statements.get(prepared);
  if (statement === undefined) throw new Error("a prepared statement of another database");
  return statement;
}

/** Whether a statement only reads. */
export function isReading({ sql }: SqlStatement): boolean {
  return /^\s*(?:SELECT|EXPLAIN)\b/i.test(sql);
}

/** A database whose reads go through, and whose writes are told instead of done. */
export function tellWrites(db: Database, tell: (writes: readonly SqlStatement[]) => void): Database {
  return createDatabase(async (statements) => {
    const writes = statements.filter((one) => !isReading(one));
    if (writes.length > 0) tell(writes);
    const reads = statements.filter(isReading);
    const answers =
      reads.length === 0
        ? []
        : await db.batch<Record<string, unknown>>(
            reads.map(({ sql, parameters }) => db.prepare(sql).bind(...parameters)),
          );
    return statements.map((one): SqlResult => {
      const answer = answers[reads.indexOf(one)];
      return answer === undefined ? { rows: [], changes: 1 } : { rows: answer.results, changes: answer.meta.changes };
    });
  });
}

/**
 * Writes the parameters of a statement into its text as literals, for ways that take text alone.
 * @throws Error when a parameter is missing, or a text holds a NUL.
 */
export function renderSql({ sql, parameters }: SqlStatement): string {
  let position = 0;
  return sql.trim().replace(PLACEHOLDER, (found, index: string | undefined) => {
    if (index === undefined) return found;
    position = index === "" ? position + 1 : Number(index);
    const value = parameters[position - 1];
    if (value === undefined) throw new Error(`the statement lacks parameter ?${position}`);
    return renderLiteral(value);
  });
}

function renderLiteral(value: SqlValue): string {
  if (value === null) return "NULL";
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new Error("a number of a statement is not finite");
    return String(value);
  }
  if (value.includes("\0")) throw new Error("a text of a statement holds a NUL");
  return `'${value.replaceAll("'", "''")}'`;
}

/** Every statement made here, with what it stands for. */
const statements = new WeakMap<D1PreparedStatement, SqlStatement>();

function createStatement(execute: Execute, statement: SqlStatement): D1PreparedStatement {
  const runOne = async (): Promise<SqlResult> => {
    const [result] = await execute([statement]);
    if (result === undefined) throw new Error("the database gave no result");
    return result;
  };
  const prepared = {
    bind: (...values: unknown[]) => createStatement(execute, { ...statement, parameters: values.map(toSqlValue) }),
    all: async <T>() => toD1Result<T>(await runOne()),
    run: async <T>() => toD1Result<T>(await runOne()),
    first: async (column?: string) => {
      const [row] = (await runOne()).rows;
      if (row === undefined) return null;
      return column === undefined ? row : row[column];
    },
    raw: async () => (await runOne()).rows.map((row) => Object.values(row)),
  } as unknown as D1PreparedStatement;
  statements.set(prepared, statement);
  return prepared;
}

function toSqlValue(value: unknown): SqlValue {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  throw new Error(`a statement cannot take a ${typeof value}`);
}

function toD1Result<T>(result: SqlResult): D1Result<T> {
  const meta = { duration: 0, size_after: 0, rows_read: 0, rows_written: 0, last_row_id: 0, changed_db: false };
  return { success: true, results: result.rows as T[], meta: { ...meta, changes: result.changes } };
}
