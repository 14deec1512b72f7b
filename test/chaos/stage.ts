// Runs the real engine, adapters and authority client in Node for one document: real sockets, and a clock that jumps from wake
// to wake.
import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import type { Env } from "../../src/env.ts";
import type { IssueCommand } from "../../src/issuance/contract/command.ts";
import type { IssueRecord, World } from "../../src/issuance/contract/ports.ts";
import { createEngine, type Engine } from "../../src/issuance/engine.ts";
import { createSigner } from "../../src/issuance/file/signed-file.ts";
import { createAuthority } from "../../src/issuance/port/authority-port.ts";
import { priceAny } from "../../src/issuance/price/price.ts";
import { createJournal, type JournalStorage } from "../../src/issuance/record/journal.ts";
import { createArchive, digestFile } from "../../src/store/archive/files.ts";
import { type Binding, openDatabase } from "../../src/store/base/db.ts";
import { createLedger } from "../../src/store/ledger.ts";
import { createBrakeMemory } from "../support/brake-memory.ts";
import type { Random } from "../support/random.ts";
import { TEST_KEY } from "../support/test-key.ts";

export interface StageOptions {
  readonly db: Binding;
  /** Where the authority is believed to be, asked anew for each request. */
  readonly originOf: () => string;
  readonly deadlineMs: number;
  readonly random: Random;
}

export interface Stage {
  /** Issues, then lets alarms drive the document until `isOver`, at most `firings` of them. */
  play(command: IssueCommand, firings: number, isOver: (record: IssueRecord) => boolean): Promise<IssueRecord>;
  /** Files of the archive by path. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** How often the document's range was stopped. */
  readonly stopped: number;
  /** Codes of the operator's alerts. */
  readonly alerts: readonly string[];
}

/** A stage for one document. */
export function createStage({ db, originOf, deadlineMs, random }: StageOptions): Stage {
  const files = new Map<string, Uint8Array>();
  const alerts: string[] = [];
  const kept: Promise<unknown>[] = [];
  let aheadMs = 0;
  let stopped = 0;
  const world: World = {
    nowMs: () => Date.now() + aheadMs,
    newUuid: () => crypto.randomUUID(),
    random,
    sleep: (milliseconds, signal) => {
      // The caller's 25 s are real, and end with its answer; every other wait is for the authority's schedule.
      if (signal !== undefined) return waitUntilAborted(milliseconds, signal);
      aheadMs += milliseconds;
      return new Promise((resolve) => setImmediate(resolve));
    },
    sha256Hex: digestFile,
    keepRunning: (work) => {
      kept.push(work);
    },
    alert: (code) => alerts.push(code),
  };
  const env = {
    DB: db,
    FILES: createBucket(files),
    VAULT_KEY: TEST_KEY,
    SOAP_SECURITY_VARIANT: "plain",
  } as unknown as Env;
  // Who lists the bindings does not ask where the authority is.
  for (const name of ["AUTHORITY_URL", "AUTHORITY_TEST_URL"]) Object.defineProperty(env, name, { get: originOf });
  const journal = createJournal(createStorage(), (work) => kept.push(work));
  const engine = createEngine({
    journal,
    world,
    // The trials share their ranges: that one would stop is noted, and the others go on.
    ledger: {
      ...createLedger(openDatabase(env.DB)),
      stopRange: async () => {
        stopped += 1;
      },
    },
    archive: createArchive(env.FILES),
    signer: createSigner(env),
    authority: createAuthority(env, deadlineMs),
    brake: createBrakeMemory(),
    price: priceAny,
    pollScale: 1,
  });
  return {
    files,
    get stopped() {
      return stopped;
    },
    alerts,
    play: async (command, firings, isOver) => {
      await engine.issue(command);
      await settle(kept);
      for (let left = firings; left > 0; left -= 1) {
        const record = readRecord(engine);
        if (isOver(record) || record.wakeAt === null) return record;
        aheadMs += Math.max(Date.parse(record.wakeAt) - world.nowMs(), 0);
        await engine.wake();
        await settle(kept);
      }
      return readRecord(engine);
    },
  };
}

function readRecord(engine: Engine): IssueRecord {
  const record = engine.read();
  if (record === undefined) throw new Error("the document is gone");
  return record;
}

/** Work in hand may begin other work. */
async function settle(kept: Promise<unknown>[]): Promise<void> {
  for (let work = kept.pop(); work !== undefined; work = kept.pop()) await work;
}

function waitUntilAborted(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** What an object's SQLite does where nothing crashes. */
function createStorage(): JournalStorage {
  const connection = new DatabaseSync(":memory:");
  return {
    sql: {
      exec: (query, ...bindings) => {
        const values = bindings.map((value) => (value instanceof ArrayBuffer ? new Uint8Array(value) : value));
        const rows = connection.prepare(query).all(...values);
        const toBuffer = (value: unknown) => (value instanceof Uint8Array ? value.slice().buffer : value);
        const converted = rows.map((row) =>
          Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toBuffer(value)])),
        );
        return { toArray: () => converted as ReturnType<ReturnType<JournalStorage["sql"]["exec"]>["toArray"]> };
      },
    },
    transactionSync: (work) => {
      connection.exec("BEGIN");
      const result = work();
      connection.exec("COMMIT");
      return result;
    },
    setAlarm: async () => undefined,
    deleteAlarm: async () => undefined,
    deleteAll: async () => undefined,
  };
}

/** As much of R2 as the archive uses: conditional puts, digests verified on upload. */
function createBucket(files: Map<string, Uint8Array>): R2Bucket {
  const digestOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
  const bucket = {
    put: async (path: string, bytes: Uint8Array, options: { readonly sha256: string }) => {
      if (digestOf(bytes) !== options.sha256) throw new Error("put: the digest does not match");
      if (files.has(path)) return null;
      files.set(path, bytes.slice());
      return {};
    },
    head: async (path: string) => {
      const bytes = files.get(path);
      const digest = bytes === undefined ? undefined : Uint8Array.from(Buffer.from(digestOf(bytes), "hex")).buffer;
      return digest === undefined ? null : { checksums: { sha256: digest } };
    },
    get: async (path: string) => {
      const bytes = files.get(path);
      return bytes === undefined ? null : { arrayBuffer: async () => bytes.slice().buffer };
    },
  };
  return bucket as unknown as R2Bucket;
}
