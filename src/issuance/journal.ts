// Keeps the record and the bytes of one document in the SQLite of its object; each call is one transaction.
import type { Document } from "../domain/document.ts";
import { parseLastError, printLastError } from "../store/last-error.ts";
import type { IssueRecord, Journal, JournalFiles, PendingFile } from "./ports.ts";

export type SqlValue = string | number | ArrayBuffer | null;
/** Runs one statement and returns its rows. */
export type RunStatement = (text: string, ...bindings: SqlValue[]) => Record<string, SqlValue>[];

/** A row holds at most 2 MB, and local storage does not enforce it. */
const CHUNK_BYTES = 1_900_000;

export const CHUNK_TABLE =
  "CREATE TABLE chunk (name TEXT NOT NULL, part INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (name, part)) STRICT";

/** Writes the bytes of a name in place of those that it had; no bytes at all are one empty chunk. */
export function writeChunks(run: RunStatement, name: string, bytes: Uint8Array): void {
  dropChunks(run, name);
  for (let part = 0; part === 0 || part * CHUNK_BYTES < bytes.length; part += 1) {
    const piece = bytes.slice(part * CHUNK_BYTES, (part + 1) * CHUNK_BYTES);
    run("INSERT INTO chunk (name, part, bytes) VALUES (?, ?, ?)", name, part, piece.buffer);
  }
}

/** The bytes of a name; undefined when it has none. */
export function readChunks(run: RunStatement, name: string): Uint8Array | undefined {
  const rows = run("SELECT bytes FROM chunk WHERE name = ? ORDER BY part", name);
  const parts = rows.map((row) => new Uint8Array(row.bytes as ArrayBuffer));
  const [only] = parts;
  if (parts.length < 2) return only;
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/** Drops the bytes of a name. */
export function dropChunks(run: RunStatement, name: string): void {
  run("DELETE FROM chunk WHERE name = ?", name);
}

/** The part of an object's storage that the journal uses. */
export interface JournalStorage {
  readonly sql: { exec(query: string, ...bindings: SqlValue[]): { toArray(): Record<string, SqlValue>[] } };
  transactionSync<T>(work: () => T): T;
  setAlarm(atMs: number): Promise<void>;
  deleteAlarm(): Promise<void>;
  deleteAll(): Promise<void>;
}

/** The payload is written once, apart from the record, which changes at each step. */
const DOCUMENT = "document";
const SIGNED = "signed";

const TABLES = [
  `CREATE TABLE record (
    id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL, revision INTEGER NOT NULL, body TEXT NOT NULL
  ) STRICT`,
  CHUNK_TABLE,
  "CREATE TABLE pending (sequence INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, sha256 TEXT NOT NULL) STRICT",
];

type Body = Omit<IssueRecord, "document" | "lastError"> & {
  readonly hasDocument: boolean;
  readonly lastError: string | null;
};

/**
 * The journal over an object's storage. Its tables come with the first reservation, so that a refused request leaves
 * nothing behind.
 * @param keep takes the promises of the alarm; their failure breaks the object, which the platform reports.
 */
export function createJournal(storage: JournalStorage, keep: (work: Promise<void>) => void): Journal {
  return new SqlJournal(storage, keep);
}

class SqlJournal implements Journal {
  readonly #storage: JournalStorage;
  readonly #keep: (work: Promise<void>) => void;
  readonly #query: RunStatement;
  /** Unknown until first asked. */
  #hasTables: boolean | undefined;
  /** The record of a revision, parsed; the revision itself is read each time. */
  #cache: { readonly revision: number; readonly record: IssueRecord } | undefined;

  constructor(storage: JournalStorage, keep: (work: Promise<void>) => void) {
    this.#storage = storage;
    this.#keep = keep;
    this.#query = (text, ...bindings) => storage.sql.exec(text, ...bindings).toArray();
  }

  read(): IssueRecord | undefined {
    this.#hasTables ??=
      this.#query("SELECT 1 AS found FROM sqlite_master WHERE type = 'table' AND name = 'record'").length > 0;
    if (!this.#hasTables) return undefined;
    const [row] = this.#query("SELECT revision FROM record");
    if (row === undefined) return undefined;
    const revision = Number(row.revision);
    if (this.#cache?.revision === revision) return this.#cache.record;
    const { hasDocument, lastError, ...body } = JSON.parse(
      String(this.#query("SELECT body FROM record")[0]?.body),
    ) as Body;
    const document = hasDocument ? this.#readDocument() : null;
    const record = { ...body, lastError: parseLastError(lastError), document };
    this.#cache = { revision, record };
    return record;
  }

  reserve(record: IssueRecord): boolean {
    if (this.read() !== undefined) return false;
    this.#storage.transactionSync(() => {
      if (this.#hasTables !== true) for (const table of TABLES) this.#query(table);
      this.#writeDocument(record.document);
      const body = toBody(record);
      this.#query("INSERT INTO record (id, version, revision, body) VALUES (1, ?, 1, ?)", record.version, body);
    });
    this.#hasTables = true;
    this.#cache = { revision: 1, record };
    this.#armAt(record.wakeAt);
    return true;
  }

  replace(expectedVersion: number, record: IssueRecord, files: JournalFiles = {}): boolean {
    const before = this.read();
    if (before === undefined || before.version !== expectedVersion) return false;
    const revision = (this.#cache?.revision ?? 0) + 1;
    const isReplaced = this.#storage.transactionSync(() => {
      const changed = this.#query(
        "UPDATE record SET version = ?, revision = ?, body = ? WHERE version = ? RETURNING version",
        record.version,
        revision,
        toBody(record),
        expectedVersion,
      );
      if (changed.length === 0) return false;
      if (record.document !== before.document) this.#writeDocument(record.document);
      this.#writeFiles(files);
      return true;
    });
    if (!isReplaced) return false;
    this.#cache = { revision, record };
    if (record.wakeAt !== before.wakeAt) this.#armAt(record.wakeAt);
    return true;
  }

  readSignedBytes(): Uint8Array | undefined {
    return readChunks(this.#query, SIGNED);
  }

  dropSignedBytes(): void {
    dropChunks(this.#query, SIGNED);
  }

  listPendingFiles(): readonly PendingFile[] {
    return this.#query("SELECT path, sha256 FROM pending ORDER BY sequence").map((row) => {
      const path = String(row.path);
      return { path, sha256: String(row.sha256), bytes: readChunks(this.#query, path) ?? new Uint8Array() };
    });
  }

  hasPendingFiles(): boolean {
    return this.#query("SELECT 1 AS found FROM pending LIMIT 1").length > 0;
  }

  dropPendingFile(path: string): void {
    this.#storage.transactionSync(() => {
      this.#query("DELETE FROM pending WHERE path = ?", path);
      dropChunks(this.#query, path);
    });
  }

  forget(): void {
    this.#keep(this.#storage.deleteAlarm());
    this.#keep(this.#storage.deleteAll());
    this.#hasTables = false;
    this.#cache = undefined;
  }

  arm(atMs: number): void {
    this.#keep(this.#storage.setAlarm(atMs));
  }

  #armAt(wakeAt: string | null): void {
    if (wakeAt === null) this.#keep(this.#storage.deleteAlarm());
    else this.arm(Date.parse(wakeAt));
  }

  #readDocument(): Document {
    return JSON.parse(new TextDecoder().decode(readChunks(this.#query, DOCUMENT))) as Document;
  }

  #writeDocument(document: Document | null): void {
    if (document === null) dropChunks(this.#query, DOCUMENT);
    else writeChunks(this.#query, DOCUMENT, new TextEncoder().encode(JSON.stringify(document)));
  }

  #writeFiles({ signedBytes, answers = [] }: JournalFiles): void {
    if (signedBytes !== undefined) writeChunks(this.#query, SIGNED, signedBytes);
    for (const { path, sha256, bytes } of answers) {
      this.#query("INSERT INTO pending (path, sha256) VALUES (?, ?)", path, sha256);
      writeChunks(this.#query, path, bytes);
    }
  }
}

function toBody({ document, lastError, ...rest }: IssueRecord): string {
  const kept = { lastError: printLastError(lastError), hasDocument: document !== null };
  return JSON.stringify({ ...rest, ...kept } satisfies Body);
}
