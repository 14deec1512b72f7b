// Counts the rows that a piece of work reads of a D1, as D1 bills them, and keeps what it asked.
import { connect, type Database, type SqlQuery } from "../../src/store/base/db.ts";

/** What the statements of a piece of work read. */
export interface Reading {
  rows: number;
  readonly asked: SqlQuery[];
}

/** A database that counts. */
export function openCounted(binding: D1Database, reading: Reading): Database {
  return connect(async (queries) => {
    reading.asked.push(...queries);
    const results = await binding.batch<Record<string, unknown>>(
      queries.map(({ sql, params }) => binding.prepare(sql).bind(...params)),
    );
    for (const { meta } of results) reading.rows += meta.rows_read;
    return results.map(({ results: rows }) => rows.map((row) => Object.values(row)));
  });
}
