// Runs the real migrations and the real SQL on SQLite, behind the D1 interface: one database per process, clean for each world.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { unpackRow } from "../support/unpack.ts";

const MIGRATIONS = resolve(import.meta.dirname, "../../migrations");

/** Carries a call to the database: where latency and faults happen. */
export type Carrier = <T>(effect: () => T) => Promise<T>;

export type DatabaseRow = Readonly<Record<string, unknown>>;

interface Compiled {
  readonly statement: StatementSync;
  readonly hasRows: boolean;
}

/** D1 asks its own clock; here that is the clock of the world. */
function askClock(sql: string): string {
  return sql.replaceAll("unixepoch('now', 'subsec')", "(world_clock() / 1000.0)");
}

/** SQLite as D1 keeps it. Every world runs inside one savepoint, rolled back at its end. */
export class SimulatedD1 {
  readonly #db = new DatabaseSync(":memory:");
  readonly #statements = new Map<string, Compiled>();
  /** How often it was set back. */
  #restores = 0;
  /** The clock of the world, epoch milliseconds. */
  nowMs: () => number = Date.now;
  /** Called when a statement or a batch of a caller is committed. */
  onCommit: () => void = () => undefined;

  /** @param more SQL after the migrations: a planted bug of the schema. */
  constructor(more = "") {
    const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith(".sql"));
    this.#db.function("world_clock", () => this.nowMs());
    for (const name of files.sort()) {
      this.#db.exec(askClock(readFileSync(join(MIGRATIONS, name), "utf8").replaceAll("--> statement-breakpoint", "")));
    }
    this.#db.exec(askClock(more));
    this.#db.exec("SAVEPOINT world");
  }

  /** Forgets everything that a world wrote. */
  reset(): void {
    this.#db.exec("ROLLBACK TO world");
  }

  /** The moment to which `setBack` comes back. */
  mark(): void {
    this.#db.exec("SAVEPOINT past");
  }

  /** Everything since `mark` never happened; what is on its way fails. */
  setBack(): void {
    this.#restores += 1;
    this.#db.exec("ROLLBACK TO past");
  }

  /** Runs a statement now: for seeding, for operators at their desk, for the auditor. */
  query(sql: string, ...values: SQLInputValue[]): DatabaseRow[] {
    return this.#read(sql, values).map(unpackRow);
  }

  #read(sql: string, values: readonly SQLInputValue[]): DatabaseRow[] {
    return this.#compile(sql).statement.all(...values) as DatabaseRow[];
  }

  #compile(sql: string): Compiled {
    let compiled = this.#statements.get(sql);
    if (compiled === undefined) {
      const statement = this.#db.prepare(askClock(sql));
      compiled = { statement, hasRows: statement.columns().length > 0 };
      this.#statements.set(sql, compiled);
    }
    return compiled;
  }

  /** The D1 binding as one caller sees it. */
  bind(carryPlainly: Carrier): D1Database {
    const carry: Carrier = (effect) => {
      const restores = this.#restores;
      return carryPlainly(() => {
        if (restores !== this.#restores) throw new Error("D1: network connection lost: the database was restored");
        const result = effect();
        this.onCommit();
        return result;
      });
    };
    const prepare = (sql: string) => this.#prepare(sql, [], carry);
    const batch = (statements: readonly Prepared[]) =>
      carry(() => this.#transact(() => statements.map((statement) => statement.runNow())));
    return { prepare, batch } as unknown as D1Database;
  }

  #prepare(sql: string, values: readonly SQLInputValue[], carry: Carrier): Prepared {
    const runNow = () => {
      const { statement, hasRows } = this.#compile(sql);
      if (hasRows) return { success: true as const, results: this.#read(sql, values), meta: { changes: 0 } };
      const changes = Number(statement.run(...values).changes);
      return { success: true as const, results: [], meta: { changes } };
    };
    return {
      runNow,
      bind: (...bound) => this.#prepare(sql, bound, carry),
      all: () => carry(runNow),
      raw: () => carry(() => runNow().results.map((row) => Object.values(row))),
      run: () => carry(runNow),
    };
  }

  #transact<T>(work: () => T): T {
    this.#db.exec("SAVEPOINT batch");
    try {
      const result = work();
      this.#db.exec("RELEASE batch");
      return result;
    } catch (cause) {
      this.#db.exec("ROLLBACK TO batch");
      this.#db.exec("RELEASE batch");
      throw cause;
    }
  }
}

interface Prepared {
  runNow(): { readonly success: true; readonly results: DatabaseRow[]; readonly meta: { readonly changes: number } };
  bind(...values: SQLInputValue[]): Prepared;
  all(): Promise<unknown>;
  raw(): Promise<unknown[][]>;
  run(): Promise<unknown>;
}
