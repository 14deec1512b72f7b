// Simulates the SQLite storage of one object as the platform gives it: coalesced writes, confirmed later, lost with a crash.
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import type { JournalStorage, SqlValue } from "../../src/issuance/record/journal.ts";

/** What storage says to an instance that has been replaced. */
export class InstanceReset extends Error {
  readonly durableObjectReset = true;
  constructor() {
    super("Durable Object reset because a newer instance took over");
    this.name = "InstanceReset";
  }
}

interface Turn {
  /** The alarm before this turn's writes. */
  readonly alarmMs: number | null;
}

interface Prepared {
  readonly statement: StatementSync;
  /** It reads or writes blobs, which come and go in another form. */
  readonly hasBytes: boolean;
}

/** Everything that an object's storage held at one moment. */
export interface StorageCopy {
  readonly tables: readonly { readonly sql: string; readonly name: string; readonly rows: readonly object[] }[];
  readonly alarmMs: number | null;
}

/** Committed state, plus the turns that were written and not yet confirmed. */
export class ObjectStorage {
  readonly #db = new DatabaseSync(":memory:");
  readonly #statements = new Map<string, Prepared>();
  readonly #controls = new Map<string, StatementSync>();
  #turns: Turn[] = [];
  #confirmed = 0;
  /** Turns that wrote something, in all lives. */
  #begun = 0;
  #isOpen = false;
  /** Grows whenever the turns are counted anew: confirmations of an earlier life count for nothing. */
  #life = 0;
  #waiting: { readonly turns: number; readonly resolve: () => void }[] = [];
  #onDirty: () => void;
  /** Answers to questions without parameters, true until something is written or undone. */
  readonly #known = new Map<string, Record<string, SqlValue>[]>();
  #changes = 0;
  alarmMs: number | null = null;

  constructor(onDirty: () => void) {
    this.#onDirty = onDirty;
  }

  /** The storage as one instance sees it; throws once `isReset` says that a newer one took over. */
  open(isReset: () => boolean): JournalStorage {
    const guard = () => {
      if (isReset()) throw new InstanceReset();
    };
    const setAlarm = async (atMs: number | null) => {
      guard();
      this.#begin();
      this.alarmMs = atMs;
    };
    return {
      sql: {
        exec: (query, ...bindings) => {
          guard();
          const rows = this.#execute(query, bindings);
          return { toArray: () => rows };
        },
      },
      transactionSync: (work) => {
        guard();
        return this.#transact(work);
      },
      setAlarm,
      deleteAlarm: () => setAlarm(null),
      deleteAll: async () => {
        guard();
        this.#begin();
        this.#dropTables();
      },
    };
  }

  /** Ends the turn: no write that follows shares its fate. Returns what confirms it, when there is anything to confirm. */
  endTurn(): (() => void) | undefined {
    if (!this.#isOpen) return undefined;
    this.#isOpen = false;
    const life = this.#life;
    const turns = this.#turns.length;
    return () => {
      if (life === this.#life) this.#confirm(turns);
    };
  }

  /** The output gate: opens when everything written so far is confirmed; never, if it is lost. */
  gate(): Promise<void> {
    if (this.#turns.length === this.#confirmed) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ turns: this.#turns.length, resolve }));
  }

  /** Grows with everything that is written or undone. */
  get changes(): number {
    return this.#changes;
  }

  /** How many turns have written something so far: what `hasUnconfirmedOf` is asked about later. */
  get begun(): number {
    return this.#begun;
  }

  /** Whether a write of those first turns may still be lost; what was written since says nothing of it. */
  hasUnconfirmedOf(begun: number): boolean {
    return this.#begun - (this.#turns.length - this.#confirmed) < begun;
  }

  hasUnconfirmed(): boolean {
    return this.#turns.length > this.#confirmed;
  }

  /** The instance dies: what was not confirmed never happened. */
  crash(): void {
    const lost = this.#turns[this.#confirmed];
    if (lost !== undefined) {
      this.#forgetAnswers();
      this.#control(`ROLLBACK TO t${this.#confirmed + 1}`);
      this.alarmMs = lost.alarmMs;
    }
    this.#release();
    this.#waiting = [];
  }

  /** Everything is gone: a renamed class, a restore to before the first write. */
  wipe(): void {
    this.crash();
    this.#dropTables();
    this.alarmMs = null;
  }

  /** What it holds now; nothing may be unconfirmed. */
  copy(): StorageCopy {
    const tables = this.#db.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'table'").all();
    return {
      tables: tables.map(({ name, sql }) => ({
        name: String(name),
        sql: String(sql),
        rows: this.#db.prepare(`SELECT * FROM "${name}"`).all(),
      })),
      alarmMs: this.alarmMs,
    };
  }

  /** It holds what it held: point-in-time recovery. */
  rewind({ tables, alarmMs }: StorageCopy): void {
    this.wipe();
    for (const { name, sql, rows } of tables) {
      this.#db.exec(sql);
      for (const row of rows) {
        const values = Object.values(row) as SQLInputValue[];
        this.#db.prepare(`INSERT INTO "${name}" VALUES (${values.map(() => "?").join(", ")})`).run(...values);
      }
    }
    this.alarmMs = alarmMs;
  }

  /** The alarm fires: it is no longer set, durably. */
  takeAlarm(): void {
    this.alarmMs = null;
    this.#turns = this.#turns.map(() => ({ alarmMs: null }));
  }

  close(): void {
    this.#db.close();
  }

  #begin(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#control(`SAVEPOINT t${this.#turns.length + 1}`);
    this.#turns.push({ alarmMs: this.alarmMs });
    this.#begun += 1;
    this.#onDirty();
  }

  #confirm(turns: number): void {
    this.#confirmed = Math.max(this.#confirmed, turns);
    const opened = this.#waiting.filter((one) => one.turns <= this.#confirmed);
    this.#waiting = this.#waiting.filter((one) => one.turns > this.#confirmed);
    if (this.#confirmed === this.#turns.length && !this.#isOpen) this.#release();
    for (const { resolve } of opened) resolve();
  }

  #release(): void {
    if (this.#turns.length > 0) this.#control("RELEASE t1");
    this.#turns = [];
    this.#confirmed = 0;
    this.#isOpen = false;
    this.#life += 1;
  }

  #execute(query: string, bindings: readonly SqlValue[]): Record<string, SqlValue>[] {
    if (!query.startsWith("SELECT")) {
      this.#forgetAnswers();
      this.#begin();
    } else if (bindings.length === 0) {
      const known = this.#known.get(query) ?? this.#run(query, bindings);
      this.#known.set(query, known);
      return known;
    }
    return this.#run(query, bindings);
  }

  #run(query: string, bindings: readonly SqlValue[]): Record<string, SqlValue>[] {
    let prepared = this.#statements.get(query);
    if (prepared === undefined) {
      prepared = { statement: this.#db.prepare(query), hasBytes: /\bbody\b/.test(query) };
      this.#statements.set(query, prepared);
    }
    if (!prepared.hasBytes)
      return prepared.statement.all(...(bindings as SQLInputValue[])) as Record<string, SqlValue>[];
    const values = bindings.map((value) => (value instanceof ArrayBuffer ? new Uint8Array(value) : value));
    return prepared.statement.all(...values).map((row) => {
      const { body } = row;
      return { ...row, ...(body instanceof Uint8Array ? { body: body.slice().buffer } : {}) };
    }) as Record<string, SqlValue>[];
  }

  #forgetAnswers(): void {
    this.#known.clear();
    this.#changes += 1;
  }

  /** Statements that open and close savepoints, prepared once. */
  #control(text: string): void {
    let statement = this.#controls.get(text);
    if (statement === undefined) {
      statement = this.#db.prepare(text);
      this.#controls.set(text, statement);
    }
    statement.run();
  }

  #transact<T>(work: () => T): T {
    this.#begin();
    this.#control("SAVEPOINT work");
    try {
      const result = work();
      this.#control("RELEASE work");
      return result;
    } catch (cause) {
      this.#forgetAnswers();
      this.#control("ROLLBACK TO work");
      this.#control("RELEASE work");
      throw cause;
    }
  }

  #dropTables(): void {
    this.#statements.clear();
    this.#forgetAnswers();
    const tables = this.#db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    for (const { name } of tables) this.#db.exec(`DROP TABLE "${name}"`);
  }
}
