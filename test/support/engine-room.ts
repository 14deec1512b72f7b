// Runs one object's engine in Node: its real journal, D1 and R2, with an authority, a signer and a clock that the test
// controls.
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { Outcome } from "../../src/authority/outcome.ts";
import type { IssueCommand } from "../../src/issuance/contract/command.ts";
import type { AttemptFact, IssueRecord, Journal, Ports, Transmission } from "../../src/issuance/contract/ports.ts";
import { createEngine, type Engine } from "../../src/issuance/engine.ts";
import { createJournal, type JournalStorage, type SqlValue } from "../../src/issuance/record/journal.ts";
import { createArchive } from "../../src/store/archive/files.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { createLedger } from "../../src/store/ledger.ts";
import { SimulatedR2, sha256Hex } from "../simulation/bucket.ts";
import { sampleSupportDocument, seedCompany } from "../store/sample.ts";
import { createBrakeMemory } from "./brake-memory.ts";
import { createD1 } from "./sqlite-d1.ts";

export const START_MS = Date.parse("2026-11-20T15:00:00.000Z");
export const VERDICT = { isValid: true, statusCode: "00", statusDescription: "d", statusMessage: "m", rules: [] };
const FROZEN = { fiscalId: "cuds-1", fileName: "ds1.xml" };
export const SIGNED_BYTES = new TextEncoder().encode("<signed/>");
export const XML_PATH = "documents/1/produccion/05/DS1.xml";

export interface EngineRoom {
  readonly engine: Engine;
  readonly journal: Journal;
  readonly ports: Ports;
  readonly db: D1Database;
  readonly files: SimulatedR2;
  readonly command: IssueCommand;
  readonly alerts: (readonly [string, object])[];
  readonly facts: AttemptFact[];
  /** What the authority was asked, in order. */
  readonly asked: string[];
  /** Instants at which the alarm was armed, last one last. */
  readonly armed: number[];
  /** Answers of the authority, first come first served; when there are none left, nothing is known. */
  readonly answers: (Transmission | Outcome)[];
  readonly clock: { nowMs: number };
  /** Whether the caller's 25 s are over before any answer is there. */
  readonly caller: { isLate: boolean };
  /** A call of a port that fails so many times from now on. */
  fail(call: string, times?: number): void;
  /** Work that no caller waits for. */
  settle(): Promise<void>;
  /** Forgets the journal, as a lost storage would. */
  loseJournal(): void;
  record(): IssueRecord;
}

/** @param changes of the ports, for what a test is about. */
export async function openEngineRoom(changes: Partial<Ports> = {}): Promise<EngineRoom> {
  const db = createD1();
  const companyId = await seedCompany(db);
  const files = new SimulatedR2();
  const clock = { nowMs: START_MS };
  const caller = { isLate: false };
  const alerts: (readonly [string, object])[] = [];
  const facts: AttemptFact[] = [];
  const asked: string[] = [];
  const armed: number[] = [];
  const answers: (Transmission | Outcome)[] = [];
  const running: Promise<unknown>[] = [];
  const failures = new Map<string, number>();
  const passing = <Args extends unknown[], T>(call: string, work: (...args: Args) => Promise<T>) => {
    return async (...args: Args): Promise<T> => {
      const left = failures.get(call) ?? 0;
      failures.set(call, left - 1);
      if (left > 0) throw new Error(`${call} failed`);
      return work(...args);
    };
  };
  const answer = async (question: string): Promise<Transmission> => {
    asked.push(question);
    clock.nowMs += 500;
    if (caller.isLate) await turn().then(turn);
    const next = answers.shift() ?? { type: "unknown" as const, reason: "timeout" as const, detail: "timeout: 90 s" };
    return "outcome" in next ? next : { outcome: next, httpStatus: 200, raw: null };
  };
  const storage = openStorage(armed);
  const journal = createJournal(storage, (work) => void running.push(work));
  const ledger = createLedger(openDatabase(db));
  const archive = createArchive(files.bind(() => async (effect) => effect()));
  let uuids = 0;
  const ports: Ports = {
    journal,
    ledger: {
      allocate: passing("allocate", ledger.allocate),
      findByName: passing("findByName", ledger.findByName),
      findCorrected: passing("findCorrected", ledger.findCorrected),
      project: passing("project", ledger.project),
      stopRange: passing("stopRange", ledger.stopRange),
      loadCompany: passing("loadCompany", ledger.loadCompany),
    },
    archive: { putOnce: passing("putOnce", archive.putOnce), get: passing("get", archive.get) },
    signer: {
      findFault: passing("findFault", async () => undefined),
      sign: passing("sign", async () => ({ ...FROZEN, bytes: SIGNED_BYTES, sha256: sha256Hex(SIGNED_BYTES) })),
    },
    authority: {
      send: (_, record) => answer(`send ${record.fiscalId}`),
      askStatus: (_, record) => answer(`status ${record.fiscalId}`),
      askStatusZip: (_, record, zipKey) => answer(`zip ${zipKey} ${record.fiscalId}`),
    },
    brake: createBrakeMemory(),
    world: {
      nowMs: () => clock.nowMs,
      newUuid: () => `uuid-${++uuids}`,
      random: () => 0.5,
      // A wait with a signal is the caller's patience.
      sleep: (milliseconds, signal) => {
        if (signal !== undefined && caller.isLate) return turn();
        if (signal !== undefined) return new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
        clock.nowMs += milliseconds;
        return Promise.resolve();
      },
      sha256Hex: async (bytes) => sha256Hex(bytes),
      keepRunning: (work) => void running.push(work),
      report: (fact) => void facts.push(fact),
      alert: (code, detail) => void alerts.push([code, detail]),
    },
    price: () => ({ document: sampleSupportDocument(), rangeKind: "dse" }),
    pollScale: 1,
    ...changes,
  };
  const company = await ledger.loadCompany(companyId);
  const key = { name: `dse:${companyId}:1:key-1`, module: "dse", companyId, clientId: 1, key: "key-1" };
  return {
    engine: createEngine(ports),
    journal,
    ports,
    db,
    files,
    command: { ...key, fingerprint: "1:aa", draft: { kind: "support-document" }, company } as IssueCommand,
    ...{ alerts, facts, asked, armed, answers, clock, caller },
    fail: (call, times = 1) => void failures.set(call, times),
    settle: async () => {
      for (let work = running.shift(); work !== undefined; work = running.shift()) await work.catch(() => undefined);
    },
    loseJournal: () => journal.forget(),
    record: () => {
      const record = journal.read();
      if (record === undefined) throw new Error("the journal is empty");
      return record;
    },
  };
}

/** One turn of the event loop: everything that can go on does. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** An object's storage over SQLite, without its faults. */
export function openStorage(armed: number[] = []): JournalStorage {
  let database = new DatabaseSync(":memory:");
  const toInput = (value: SqlValue): SQLInputValue => (value instanceof ArrayBuffer ? new Uint8Array(value) : value);
  const exec = (query: string, ...bindings: SqlValue[]) => {
    const rows = database.prepare(query).all(...bindings.map(toInput)) as Record<string, SqlValue>[];
    return { toArray: () => rows };
  };
  return {
    sql: { exec },
    transactionSync: (work) => {
      database.exec("BEGIN");
      try {
        const result = work();
        database.exec("COMMIT");
        return result;
      } catch (cause) {
        database.exec("ROLLBACK");
        throw cause;
      }
    },
    setAlarm: async (atMs) => void armed.push(atMs),
    deleteAlarm: async () => void armed.push(Number.POSITIVE_INFINITY),
    deleteAll: async () => {
      database.close();
      database = new DatabaseSync(":memory:");
    },
  };
}
