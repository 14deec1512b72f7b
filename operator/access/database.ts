// Writes statements with their values as text, and reports writes instead of doing them: for wrangler, --dry-run and files of SQL.
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

/** A question that will be asked: how it is put beforehand, and which one its answer is the answer of. */
export interface Ahead {
  readonly ask: SqlQuery;
  readonly isAnswerOf: (query: SqlQuery, rows: SqlRows) => boolean;
}

/**
 * Asks a question beside the first ones, and answers it from there when it is asked by itself: where each call is a program, that
 * spares one. What was heard is given once: whoever asks again, asks the database.
 */
export function readAhead(execute: Execute, { ask, isAnswerOf }: Ahead): Execute {
  let isAsked = false;
  let heard: SqlRows | undefined;
  return async (queries) => {
    const [first] = queries;
    if (heard !== undefined && first !== undefined && queries.length === 1 && isAnswerOf(first, heard)) {
      const rows = heard;
      heard = undefined;
      return [rows];
    }
    if (isAsked || !queries.every(isReading)) return execute(queries);
    isAsked = true;
    const answers = await execute([...queries, ask]);
    heard = answers.at(-1);
    return answers.slice(0, -1);
  };
}

/** More would not fit into a parameter of a program (128 KiB). */
const GATHERED_CHARACTERS = 60_000;

interface Waiting {
  readonly queries: readonly SqlQuery[];
  readonly resolve: (answers: readonly SqlRows[]) => void;
  readonly reject: (cause: unknown) => void;
}

/** Asks in one call what is asked at the same time: one read waits for none of the others. Writes go as they are. */
export function gather(execute: Execute): Execute {
  let waiting: Waiting[] = [];
  const ask = async (group: readonly Waiting[]) => {
    try {
      const answers = await execute(group.flatMap(({ queries }) => queries));
      let from = 0;
      for (const { queries, resolve } of group) {
        resolve(answers.slice(from, from + queries.length));
        from += queries.length;
      }
    } catch (cause) {
      for (const { reject } of group) reject(cause);
    }
  };
  const askAll = () => {
    const all = waiting;
    waiting = [];
    let group: Waiting[] = [];
    let size = 0;
    for (const one of all) {
      const own = one.queries.reduce((sum, { sql: text }) => sum + text.length, 0);
      if (group.length > 0 && size + own > GATHERED_CHARACTERS) {
        void ask(group);
        [group, size] = [[], 0];
      }
      group.push(one);
      size += own;
    }
    void ask(group);
  };
  return (queries) => {
    if (!queries.every(isReading)) return execute(queries);
    return new Promise((resolve, reject) => {
      waiting.push({ queries, resolve, reject });
      if (waiting.length === 1) setImmediate(askAll);
    });
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
