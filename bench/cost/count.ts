// Counts what the platform would bill: rows and calls of D1, statements and rows of objects, alarms, operations of R2.

/** Counts since the last reset; every number is an exact count. */
export interface Counts {
  d1Calls: number;
  d1Statements: number;
  d1RowsWritten: number;
  d1RowsRead: number;
  objectStatements: number;
  objectRowsWritten: number;
  objectRowsRead: number;
  objectKeysWritten: number;
  objectCalls: number;
  alarmsSet: number;
  alarmsRun: number;
  r2Puts: number;
  r2Heads: number;
  r2Gets: number;
  r2Lists: number;
  r2Bytes: number;
  logLines: number;
}

const ZERO: Counts = {
  d1Calls: 0,
  d1Statements: 0,
  d1RowsWritten: 0,
  d1RowsRead: 0,
  objectStatements: 0,
  objectRowsWritten: 0,
  objectRowsRead: 0,
  objectKeysWritten: 0,
  objectCalls: 0,
  alarmsSet: 0,
  alarmsRun: 0,
  r2Puts: 0,
  r2Heads: 0,
  r2Gets: 0,
  r2Lists: 0,
  r2Bytes: 0,
  logLines: 0,
};

/** The counter of one isolate. A cursor knows its rows only once it was read, so cursors are added up when counts are. */
export class Counter {
  #counts = { ...ZERO };
  #cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];

  add(name: keyof Counts, by = 1): void {
    this.#counts[name] += by;
  }

  addCursor(cursor: SqlStorageCursor<Record<string, SqlStorageValue>>): void {
    this.add("objectStatements");
    this.#cursors.push(cursor);
  }

  addMeta({ rows_written: written, rows_read: read }: D1Meta): void {
    this.add("d1RowsWritten", written);
    this.add("d1RowsRead", read);
  }

  read(): Counts {
    const sum = (of: "rowsWritten" | "rowsRead") => this.#cursors.reduce((total, cursor) => total + cursor[of], 0);
    // A key is a row to the platform.
    const objectRowsWritten = sum("rowsWritten") + this.#counts.objectKeysWritten;
    return { ...this.#counts, objectRowsWritten, objectRowsRead: sum("rowsRead") };
  }

  reset(): void {
    this.#counts = { ...ZERO };
    this.#cursors = [];
  }
}

/** D1 as the product uses it: `prepare`, `bind`, `raw`, `batch`, `withSession`. Rows that a single statement reads need its meta, which `raw` hides. */
export function countDatabase<Target extends D1Database | D1DatabaseSession>(target: Target, counter: Counter): Target {
  const originals = new WeakMap<object, D1PreparedStatement>();
  const batch = async (statements: D1PreparedStatement[]) => {
    counter.add("d1Calls");
    counter.add("d1Statements", statements.length);
    const results = await target.batch<Record<string, unknown>>(statements.map((one) => originals.get(one) ?? one));
    for (const { meta } of results) counter.addMeta(meta);
    return results;
  };
  const watch = (statement: D1PreparedStatement): D1PreparedStatement => {
    const watched = new Proxy(statement, {
      get(inner, name) {
        if (name === "bind") return (...values: unknown[]) => watch(inner.bind(...values));
        if (name !== "raw") throw new Error(`a statement's ${String(name)} is not counted`);
        return async () => {
          const [result] = await batch([inner]);
          return (result?.results ?? []).map((row) => Object.values(row));
        };
      },
    });
    originals.set(watched, statement);
    return watched;
  };
  return new Proxy(target, {
    get(inner, name) {
      const member: unknown = Reflect.get(inner, name);
      if (typeof member !== "function") return member;
      if (name === "prepare") return (text: string) => watch(inner.prepare(text));
      if (name === "batch") return batch;
      if (name === "withSession") return (...values: unknown[]) => countDatabase(member.apply(inner, values), counter);
      return member.bind(inner);
    },
  });
}

const R2_COUNTS = { put: "r2Puts", head: "r2Heads", get: "r2Gets", list: "r2Lists" } as const;

/** R2 with its operations and the bytes put into it, labels included. */
export function countBucket(bucket: R2Bucket, counter: Counter): R2Bucket {
  return new Proxy(bucket, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...values: unknown[]) => {
        const count = Object.hasOwn(R2_COUNTS, name) ? R2_COUNTS[name as keyof typeof R2_COUNTS] : undefined;
        if (count !== undefined) counter.add(count);
        if (name === "put") counter.add("r2Bytes", measurePut(values));
        return member.apply(target, values);
      };
    },
  });
}

function measurePut([, body, options]: readonly unknown[]): number {
  const size = body instanceof Uint8Array ? body.byteLength : typeof body === "string" ? body.length : 0;
  const label = (options as R2PutOptions | undefined)?.customMetadata ?? {};
  return size + Object.entries(label).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
}

/** Every line that this isolate logs. */
export function countConsole(counter: Counter): void {
  for (const level of ["log", "warn", "error"] as const) {
    const write = console[level].bind(console);
    console[level] = (...values: unknown[]) => {
      counter.add("logLines");
      write(...values);
    };
  }
}

const watched = new WeakSet<object>();

/** The storage of every object of this isolate: its methods live on prototypes that objects share. */
export function countStorage(storage: DurableObjectStorage, counter: Counter): void {
  wrap(storage.sql, "exec", (cursor) => counter.addCursor(cursor as SqlStorageCursor<Record<string, SqlStorageValue>>));
  wrap(storage, "setAlarm", () => counter.add("alarmsSet"));
  wrap(storage.kv, "put", () => counter.add("objectKeysWritten"));
}

function wrap(instance: object, name: string, onResult: (result: unknown) => void): void {
  const prototype: unknown = Object.getPrototypeOf(instance);
  if (typeof prototype !== "object" || prototype === null || watched.has(prototype)) return;
  watched.add(prototype);
  const original: unknown = Reflect.get(prototype, name);
  if (typeof original !== "function") throw new Error(`storage has no ${name}`);
  Object.defineProperty(prototype, name, {
    configurable: true,
    value(this: object, ...values: unknown[]) {
      const result: unknown = original.apply(this, values);
      onResult(result);
      return result;
    },
  });
}
