// Keeps the record and the bytes of one document in the SQLite of its object: one table, each call one transaction; changes the record by
// compare-and-set, in one turn of the event loop.
import { Buffer } from "node:buffer";
import type { Company } from "../../domain/company.ts";
import type { Document } from "../../domain/document/document.ts";
import { isTerminal } from "../../domain/document/state.ts";
import { dateInBogota } from "../../domain/value/calendar.ts";
import { parseLastError, printLastError } from "../../store/base/stored-form.ts";
import { describeError } from "../../telemetry/describe-error.ts";
import type {
  AllocateResult,
  IssueRecord,
  Journal,
  JournalFiles,
  PendingFile,
  Ports,
  SigningInput,
} from "../contract/ports.ts";
import { isAsking } from "./schedule.ts";
import { delayRecord, failRecord, type Instant, postponeQuestion } from "./transition.ts";

export type SqlValue = string | number | ArrayBuffer | null;
type RunStatement = (text: string, ...bindings: SqlValue[]) => Record<string, SqlValue>[];

/** A row holds at most 2 MB, and local storage does not enforce it. */
const PART_BYTES = 1_900_000;

/** The part of an object's storage that the journal uses. */
export interface JournalStorage {
  readonly sql: { exec(query: string, ...bindings: SqlValue[]): { toArray(): Record<string, SqlValue>[] } };
  transactionSync<T>(work: () => T): T;
  setAlarm(atMs: number): Promise<void>;
  deleteAlarm(): Promise<void>;
  deleteAll(): Promise<void>;
}

/**
 * Row 1 is the record, with its revision. Each other row is bytes of a name, or a part of them, in the order of their
 * `id`; `sha256` marks those that the archive lacks. Without an index, an object at rest is three pages.
 */
const TABLE = `CREATE TABLE journal (
    id INTEGER PRIMARY KEY, revision INTEGER, name TEXT, sha256 TEXT, body ANY NOT NULL
  ) STRICT`;

/** The payload is written once, apart from the record, which changes at each step. */
const DOCUMENT = "document";
const SIGNED = "signed";

type Body = Omit<IssueRecord, "document" | "lastError"> & {
  readonly hasDocument: boolean;
  readonly lastError: string | null;
};

/** Bytes of a name; `bytes` once they were read or written. */
interface HeldFile {
  readonly sha256: string | null;
  readonly bytes: Uint8Array | undefined;
}

/** What an instance knows of its storage without asking. */
interface Memory {
  /** Of the stored record; read each time. */
  readonly revision: number;
  readonly record: IssueRecord;
  readonly files: ReadonlyMap<string, HeldFile>;
}

/**
 * The journal over an object's storage. Its table comes with the first reservation, so that a refused request leaves
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
  #hasTable: boolean | undefined;
  #memory: Memory | undefined;

  constructor(storage: JournalStorage, keep: (work: Promise<void>) => void) {
    this.#storage = storage;
    this.#keep = keep;
    this.#query = (text, ...bindings) => storage.sql.exec(text, ...bindings).toArray();
  }

  read(): IssueRecord | undefined {
    return this.#look()?.record;
  }

  reserve(record: IssueRecord): boolean {
    if (this.read() !== undefined) return false;
    const files = new Map<string, HeldFile>();
    this.#storage.transactionSync(() => {
      if (this.#hasTable !== true) this.#query(TABLE);
      this.#query("INSERT INTO journal (id, revision, body) VALUES (1, 1, ?)", toBody(record));
      this.#writeDocument(files, record.document);
    });
    this.#hasTable = true;
    this.#memory = { revision: 1, record, files };
    this.#armAt(record.wakeAt);
    return true;
  }

  replace(expectedVersion: number, record: IssueRecord, changes: JournalFiles = {}): boolean {
    const memory = this.#recall();
    if (memory === undefined || memory.record.version !== expectedVersion) return false;
    const { record: before } = memory;
    const revision = memory.revision + 1;
    const files = new Map(memory.files);
    const isReplaced = this.#storage.transactionSync(() => {
      const changed = this.#query(
        "UPDATE journal SET revision = ?, body = ? WHERE id = 1 AND revision = ? RETURNING id",
        revision,
        toBody(record),
        memory.revision,
      );
      if (changed.length === 0) return false;
      if (changes.isEmptied) {
        this.#query("DELETE FROM journal WHERE id > 1");
        files.clear();
      }
      if (record.document !== before.document) this.#writeDocument(files, record.document);
      const { signedBytes, answer } = changes;
      if (signedBytes !== undefined) this.#write(files, SIGNED, signedBytes, null);
      if (answer !== undefined) this.#write(files, answer.path, answer.bytes, answer.sha256);
      return true;
    });
    this.#memory = isReplaced ? { revision, record, files } : undefined;
    if (isReplaced && record.wakeAt !== before.wakeAt) this.#armAt(record.wakeAt);
    return isReplaced;
  }

  readSignedBytes(): Uint8Array | undefined {
    return this.#readBytes(SIGNED);
  }

  dropSignedBytes(): void {
    this.#drop(SIGNED);
  }

  listPendingFiles(): readonly PendingFile[] {
    return [...(this.#recall()?.files ?? [])].flatMap(([path, { sha256 }]) => {
      const bytes = sha256 === null ? undefined : this.#readBytes(path);
      return sha256 === null || bytes === undefined ? [] : [{ path, sha256, bytes }];
    });
  }

  countPendingFiles(): number {
    return this.listPendingFiles().length;
  }

  dropPendingFile(path: string): void {
    this.#drop(path);
  }

  forget(): void {
    this.#keep(this.#storage.deleteAlarm());
    this.#keep(this.#storage.deleteAll());
    this.#hasTable = false;
    this.#memory = undefined;
  }

  arm(atMs: number): void {
    this.#keep(this.#storage.setAlarm(atMs));
  }

  #armAt(wakeAt: string | null): void {
    if (wakeAt === null) this.#keep(this.#storage.deleteAlarm());
    else this.arm(Date.parse(wakeAt));
  }

  /** What is known, without a question. */
  #recall(): Memory | undefined {
    return this.#memory ?? this.#look();
  }

  /** What is stored; asks for its revision alone as long as that is the known one. */
  #look(): Memory | undefined {
    this.#hasTable ??= this.#findTable();
    if (!this.#hasTable) return undefined;
    const [row] = this.#query("SELECT revision FROM journal WHERE id = 1");
    if (row === undefined) return undefined;
    const revision = Number(row.revision);
    if (this.#memory?.revision !== revision) this.#memory = this.#load(revision);
    return this.#memory;
  }

  #findTable(): boolean {
    return this.#query("SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'journal'").length > 0;
  }

  #load(revision: number): Memory {
    const files = new Map<string, HeldFile>();
    for (const { name, sha256 } of this.#query("SELECT name, sha256 FROM journal WHERE id > 1 ORDER BY id")) {
      files.set(String(name), { sha256: sha256 === null ? null : String(sha256), bytes: undefined });
    }
    const [row] = this.#query("SELECT body FROM journal WHERE id = 1");
    const { hasDocument, lastError, ...body } = JSON.parse(String(row?.body)) as Body;
    const payload = hasDocument ? new TextDecoder().decode(this.#selectBytes(DOCUMENT)) : "null";
    const document = JSON.parse(payload) as Document | null;
    const record = { ...body, lastError: parseLastError(lastError), document };
    return { revision, record, files };
  }

  #writeDocument(files: Map<string, HeldFile>, document: Document | null): void {
    if (document !== null) this.#write(files, DOCUMENT, new TextEncoder().encode(JSON.stringify(document)), null);
    else if (files.delete(DOCUMENT)) this.#delete(DOCUMENT);
  }

  /** Writes the bytes of a name in place of those that it had; no bytes at all are one empty row. */
  #write(files: Map<string, HeldFile>, name: string, bytes: Uint8Array, sha256: string | null): void {
    if (files.delete(name)) this.#delete(name);
    for (let offset = 0; offset === 0 || offset < bytes.length; offset += PART_BYTES) {
      const part = bytes.slice(offset, offset + PART_BYTES);
      this.#query("INSERT INTO journal (name, sha256, body) VALUES (?, ?, ?)", name, sha256, part.buffer);
    }
    // The payload is in the record already.
    files.set(name, { sha256, bytes: name === DOCUMENT ? undefined : bytes });
  }

  #drop(name: string): void {
    const memory = this.#recall();
    if (memory?.files.has(name) !== true) return;
    this.#delete(name);
    this.#memory = { ...memory, files: new Map([...memory.files].filter(([held]) => held !== name)) };
  }

  #delete(name: string): void {
    this.#query("DELETE FROM journal WHERE name = ?", name);
  }

  #readBytes(name: string): Uint8Array | undefined {
    const memory = this.#recall();
    const file = memory?.files.get(name);
    if (memory === undefined || file === undefined) return undefined;
    const bytes = file.bytes ?? this.#selectBytes(name);
    this.#memory = { ...memory, files: new Map(memory.files).set(name, { ...file, bytes }) };
    return bytes;
  }

  /** The bytes of a name; undefined when it has none. */
  #selectBytes(name: string): Uint8Array | undefined {
    const parts = this.#query("SELECT body FROM journal WHERE name = ? ORDER BY id", name).map(
      ({ body }) => new Uint8Array(body as ArrayBuffer),
    );
    return parts.length === 0 ? undefined : new Uint8Array(Buffer.concat(parts));
  }
}

function toBody({ document, lastError, ...rest }: IssueRecord): string {
  const kept = { lastError: printLastError(lastError), hasDocument: document !== null };
  return JSON.stringify({ ...rest, ...kept } satisfies Body);
}

type Refused = Omit<Extract<AllocateResult, { readonly type: "refused" }>, "heldNumber">;

/** What a drive knows beside the record, so that no later step asks again. */
export interface Knowledge {
  /** The issuer. */
  readonly company?: Company;
  /** D1 knew no later state of the document when this drive asked. */
  readonly isConfirmed?: boolean;
  /** The secrets of the document opened. */
  readonly hasSecrets?: boolean;
}

/** How a reservation ended without a number: the journal is empty again. */
export type Ending =
  | Refused
  /** Other notes came between: the note is to be resolved again. */
  | { readonly type: "stale" }
  /** What is known of the key's document is out of reach: nothing was done. */
  | { readonly type: "unavailable" }
  /** The key's document was settled long ago, and its journal retired: what D1 knows of it. */
  | { readonly type: "retired"; readonly record: IssueRecord };

/** What a step learned. What it made of the document is in the journal, which other calls change meanwhile. */
export interface Learned extends Knowledge {
  readonly ending?: Ending;
  /** It failed, and is not tried again before the next wake; without a cause it has noted that by itself. */
  readonly failure?: { readonly cause?: unknown };
}

/** The present instant, with the randomness and the scale that plans of waits need. */
export function readInstant({ world, pollScale }: Ports): Instant {
  return { nowMs: world.nowMs(), random: world.random(), pollScale };
}

/**
 * Reads the record, lets `make` build the next one, and writes it by compare-and-set: one turn, one transaction.
 * @returns the record as it now stands; undefined when there is none, or when `make` wanted no change.
 */
export function change(
  { journal }: Ports,
  make: (record: IssueRecord) => IssueRecord | undefined,
  files?: JournalFiles,
): IssueRecord | undefined {
  const record = journal.read();
  if (record === undefined) return undefined;
  const next = make(record);
  if (next === undefined) return undefined;
  if (!journal.replace(record.version, next, files)) throw new Error("the journal changed within one turn");
  return next;
}

/**
 * Notes that a step failed: its error for the operator, its next try by the schedule; a question keeps its place in it.
 * @param isUpkeep of a settled document alone its failure plans another wake: an open one wakes for its next question anyway.
 */
export function noteFailure(
  ports: Ports,
  { name: step, isUpkeep = false }: { readonly name: string; readonly isUpkeep?: boolean },
  cause: unknown,
): void {
  const detail = describeError(cause);
  const record = change(ports, (present) => {
    if (isTerminal(present.state) !== isUpkeep) return undefined;
    if (isUpkeep) return delayRecord(present, readInstant(ports));
    const fail = isAsking(present.state) ? postponeQuestion : failRecord;
    return fail(present, { step, reason: "step-failed", detail }, readInstant(ports));
  });
  ports.world.alert("issuance_step_failed", {
    step,
    error: isUpkeep ? detail : `${step}: ${detail}`,
    companyId: record?.companyId ?? null,
    documentId: record?.documentId ?? null,
  });
}

/**
 * The issuer as it is now, loaded once per drive, in the environment of the document: a company that moves on leaves its
 * open documents where they are.
 * @throws Error when D1 fails or has no such company.
 */
export async function getCompany(ports: Ports, record: IssueRecord, known: Knowledge = {}): Promise<Company> {
  const company = known.company ?? (await ports.ledger.loadCompany(record.companyId));
  if (company === undefined) throw new Error(`company ${record.companyId} is not configured`);
  return { ...company, environment: record.environment };
}

/**
 * Whether every secret that a document takes opens; one that does not is reported to the operator.
 * @throws Error when D1 fails.
 */
export async function areSecretsOpen({ signer, world }: Ports, input: SigningInput): Promise<boolean> {
  const fault = await signer.findFault(input);
  if (fault === undefined) return true;
  const day = dateInBogota(world.nowMs());
  world.alert("secret_unopened", { companyId: input.company.id, secret: fault.secret, day });
  return false;
}
