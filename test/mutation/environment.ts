// The bindings that tests inside workerd ask the platform for, in Node: the real SQL on SQLite, and a key that is secret to nobody.
import { SimulatedD1 } from "../simulation/database.ts";

const sqlite = new SimulatedD1();
const simulated = sqlite.bind(async (effect) => effect());

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

export const env = {
  DB: { ...simulated, prepare: (sql: string) => withFirst(simulated.prepare(sql) as unknown as Statement) },
  VAULT_KEY: `1:${btoa("factura-edge-test-key-32-bytes!!")}`,
  ALERT_URL: "",
};
