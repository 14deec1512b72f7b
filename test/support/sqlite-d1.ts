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
  const bound = new SimulatedD1().bind(async (effect) => effect());
  const prepare = (sql: string) => withFirst(bound.prepare(sql) as unknown as Statement);
  return { ...bound, prepare } as unknown as D1Database;
}
