// Writes statements with their values as text, and reports writes instead of doing them: for wrangler, --dry-run and files of SQL.
import { isDeepStrictEqual } from "node:util";
import { type SQL, sql } from "drizzle-orm";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import {
  connect,
  D1_LIMITS,
  type Database,
  type Execute,
  isReading,
  type Limits,
  type SqlQuery,
  type SqlRows,
  type SqlValue,
  withLimits,
} from "../../src/store/base/db.ts";

/** A database, and the way in which its statements run. */
export interface Reached {
  readonly db: Database;
  readonly execute: Execute;
  readonly limits: Limits;
}

/** The database over a way to run statements. */
export function reach(execute: Execute, limits: Limits = D1_LIMITS): Reached {
  return { db: connect(withLimits(execute, limits)), execute, limits };
}

/**
 * Asks a question beside the first ones, and answers it from there when it is asked by itself: where each call is a program, that
 * spares one. What was heard is given once: whoever asks again, asks the database.
 */
export function readAhead(execute: Execute, ahead: SqlQuery): Execute {
  let isAsked = false;
  let heard: SqlRows | undefined;
  return async (queries) => {
    const [first] = queries;
    if (heard !== undefined && first !== undefined && queries.length === 1 && isDeepStrictEqual(first, ahead)) {
      const rows = heard;
      heard = undefined;
      return [rows];
    }
    if (isAsked || !queries.every(isReading)) return execute(queries);
    isAsked = true;
    const answers = await execute([...queries, ahead]);
    heard = answers.at(-1);
    return answers.slice(0, -1);
  };
}

/** Runs what reads, and reports what writes instead of doing it. */
export function reportWrites(execute: Execute, report: (writes: readonly SqlQuery[]) => void): Execute {
  return async (queries) => {
    const writes = queries.filter((query) => !isReading(query));
    if (writes.length > 0) report(writes);
    const reads = queries.filter(isReading);
    const answers = reads.length === 0 ? [] : await execute(reads);
    return queries.map((query) => answers[reads.indexOf(query)] ?? []);
  };
}

/** Says in words which tables a batch writes: `would add to ranges (2 rows) and events, and change plans`. */
export function describeWrites(writes: readonly SqlQuery[]): string {
  const verbs = { insert: "add to", update: "change", delete: "delete from" } as const;
  const found = writes.flatMap(({ sql: text }) => {
    const [, verb = "", table] =
      /^\s*(?:with\b[\s\S]*?\)\s*)?(insert|update|delete)(?:\s+or\s+\w+)?(?:\s+(?:into|from))?\s+["`]?(\w+)/i.exec(
        text,
      ) ?? [];
    const known = Object.entries(verbs).find(([name]) => name === verb.toLowerCase());
    return known === undefined || table === undefined ? ["run a statement"] : [`${known[1]} ${table}`];
  });
  const counts = [...Map.groupBy(found, (one) => one)].map(([one, { length }]) => {
    return length === 1 ? one : `${one} (${length} statements)`;
  });
  return `would ${counts.join(", ")}`;
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
  if (value instanceof Uint8Array) return sql.raw(`X'${Buffer.from(value).toString("hex")}'`);
  if (typeof value !== "string" || !value.includes("\0")) return sql`${value}`;
  const parts = value.split("\0").map((part) => sql`${part}`);
  return sql`(${sql.join(parts, sql` || char(0) || `)})`;
}
