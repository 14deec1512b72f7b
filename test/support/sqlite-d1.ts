// Offers the D1 binding in Node: the real migrations on SQLite, for tests that need a database and no runtime.
import { SimulatedD1 } from "../simulation/database.ts";

interface Statement {
  bind(...values: readonly unknown[]): Statement;
  all(): Promise<{ readonly results: readonly unknown[] }>;
}

/** D1's way of asking for one row, which the simulated worlds do not need. */
function withFirst(statement: Statement): Statement & { first(): Promise<unknown> } {
  return Object.assign(statement, {
    bind: (
      (bind) =>
      (...values: readonly unknown[]) =>
        withFirst(bind(...values))
    )(statement.bind),
    first: async () => (await statement.all()).results[0] ?? null,
  });
}

/** A new, empty database with the product's tables. */
export function createD1(): D1Database {
  return createD1ToReset().db;
}

/** The same, which can be emptied again: quicker than a new one for each of a thousand worlds. */
export function createD1ToReset(): { readonly db: D1Database; reset(): void } {
  const simulated = new SimulatedD1();
  const bound = simulated.bind(async (effect) => effect());
  const prepare = (sql: string) => withFirst(bound.prepare(sql) as unknown as Statement);
  return { db: { ...bound, prepare } as unknown as D1Database, reset: () => simulated.reset() };
}
