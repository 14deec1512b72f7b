// Defines what the engine needs from outside, so that the same engine runs on Cloudflare and in the deterministic simulation.
import type { Exchange } from "../../authority/client.ts";
import type { Outcome, UnknownReason } from "../../authority/outcome.ts";
import type { HandOver } from "../../domain/company/choice.ts";
import type { Company, Environment, Module, Numbering } from "../../domain/company.ts";
import type { Passage, Sent, Waiting } from "../../domain/document/brake.ts";
import type { Document } from "../../domain/document/document.ts";
import type { Metadata } from "../../domain/document/metadata.ts";
import type { State } from "../../domain/document/state.ts";
import type { Attempt, LastError, StateChange, Verdict } from "../../domain/document/timeline.ts";
import type { NumberSource } from "../../domain/kind.ts";
import type { Target } from "../../domain/note/note-reference.ts";
import type { WholeEntry } from "../../store/archive/filed.ts";
import type { FileArchive } from "../../store/archive/files.ts";
import type { AlertDetail } from "../../store/base/schema.ts";
import type { CorrectedQuery, CorrectedRow, Correction } from "../../store/document/corrected.ts";
import type { LedgerEntry } from "../../store/document/documents.ts";
import type { NoteAllocation } from "../../store/number/note-allocation.ts";
import type { GivenBefore } from "../../store/number/stopped-range.ts";
import type { DocumentSummary, IssueCommand } from "./command.ts";

/** What says that the document's number belongs to another document. */
export interface NumberTaken {
  /** CUFE, CUDE or CUDS of the document that has it. */
  readonly holderKey: string;
  /** The request whose answer said so first. */
  readonly kind: Attempt["kind"];
  readonly verdict: Verdict;
  /** D1 gives no further number of the range, or an operator has looked at it since. */
  readonly isRangeStopped: boolean;
}

/** Everything the object remembers of its one document. */
export interface IssueRecord {
  /** Grows with every change; the guard of each compare-and-set and of the projection to D1. */
  readonly version: number;
  readonly name: string;
  readonly module: Module;
  readonly companyId: number;
  readonly clientId: number;
  readonly key: string | null;
  /** Where the document belongs, wherever its company is later. */
  readonly environment: Environment;
  /** The test set of its company when it was reserved; null in production, and where only D1 was left of it. */
  readonly testSetId: string | null;
  readonly fingerprint: string;
  readonly reservationId: string;
  /** Reserved at, ISO instant; issue date, issue time and signing time come from it. */
  readonly reservedAt: string;
  readonly state: State;
  /** The priced document; dropped once terminal, archived and projected. */
  readonly document: Document | null;
  /** What every answer needs of the document; stays when the document is dropped. */
  readonly summary: DocumentSummary | null;
  readonly rangeKind: NumberSource;
  /** Of a note: the document of this company that it corrects; absent or null where there is none. */
  readonly correction?: Correction | null;
  /** What the client keeps with the document; absent or null where it sent none. */
  readonly metadata?: Metadata | null;
  /** What is owed by e-mail once it is accepted; dropped with the document. Absent or null where nothing is. */
  readonly handOver?: HandOver | null;
  /** Code of the issuer's branch, and name of the till; absent or null where none was named. */
  readonly establishment?: string | null;
  readonly till?: string | null;
  readonly documentId: number | null;
  readonly numbering: Numbering | null;
  /** Where D1 put the counterpart and counted the plan; absent while the journal does not know, null where there is none. */
  readonly thirdPartyId?: number | null;
  readonly planSequence?: number | null;
  readonly fiscalId: string | null;
  readonly fileName: string | null;
  readonly xmlPath: string | null;
  readonly xmlSha256: string | null;
  readonly isArchived: boolean;
  /** Digest of the file that has the settled document whole; absent until it is durable, null where another file has its place. */
  readonly fileSha256?: string | null;
  readonly zipKey: string | null;
  readonly verdict: Verdict | null;
  /** Absent or null: nothing says so. */
  readonly numberTaken?: NumberTaken | null;
  readonly attempts: readonly Attempt[];
  readonly changes: readonly StateChange[];
  readonly absenceCount: number;
  readonly firstAbsentAt: string | null;
  /** Questions asked since the barrier, or failed tries of the present step: the index into the polling schedule. */
  readonly pollCount: number;
  readonly wakeAt: string | null;
  /** Version that D1 is known to hold; 0 before the first projection. */
  readonly projectedVersion: number;
  readonly lastError: LastError | null;
  /** Adopted from D1 because the journal was empty: never sends. */
  readonly isAdopted: boolean;
}

/** An answer of the authority that waits in the journal until the archive has it. */
export interface PendingFile {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

/** Bytes that a change brings with it, written in the same transaction. */
export interface JournalFiles {
  readonly signedBytes?: Uint8Array;
  readonly answer?: PendingFile;
  /** Everything beside the record goes: it lives elsewhere. */
  readonly isEmptied?: true;
}

/**
 * The object's own SQLite. Synchronous: one call is one transaction, durable before anything leaves the object.
 * Every call throws once a newer instance of the object has taken over.
 */
export interface Journal {
  read(): IssueRecord | undefined;
  /** Writes the first record and arms the alarm in the same transaction. Fails (false) when a record exists. */
  reserve(record: IssueRecord): boolean;
  /** Compare-and-set on `version`; arms the alarm at `record.wakeAt`. False when another call was faster. */
  replace(expectedVersion: number, record: IssueRecord, files?: JournalFiles): boolean;
  readSignedBytes(): Uint8Array | undefined;
  /** Drops the signed bytes once archived, terminal and projected. */
  dropSignedBytes(): void;
  /** Answers that the archive does not have yet, oldest first. */
  listPendingFiles(): readonly PendingFile[];
  countPendingFiles(): number;
  dropPendingFile(path: string): void;
  /** Forgets a refused reservation: the key stays free. */
  forget(): void;
  /** Arms the alarm (epoch milliseconds) without changing the record: a lost or early alarm. */
  arm(atMs: number): void;
}

/** What came of asking D1 for a number. */
export type AllocateResult = NoteAllocation;

/** What a document got together with its number. */
export type Allocated = Pick<LedgerRow, "documentId" | "environment" | "numbering" | "thirdPartyId" | "planSequence">;

/** A document as D1 holds it, as much as adoption and replay need. */
export type LedgerRow = LedgerEntry;

/** The same with all that it left to its file. */
export type WholeRow = WholeEntry;

/** D1. Every call is idempotent and may throw: then nothing is known about its effect. */
export interface Ledger {
  /** One batch: module, plan, range -> number, file sequence, third party, row `creating`. Idempotent by reservationId. */
  allocate(record: IssueRecord, document: Document): Promise<AllocateResult>;
  /** What a note names, with the notes on it. */
  findCorrected(query: CorrectedQuery): Promise<CorrectedRow | undefined>;
  /**
   * No further number of the range, or of a note's series, is given, unless an operator has let it go on past this document's number.
   * Where D1 was set back, no id is given either that it may have given before.
   */
  stopRange(record: IssueRecord, given: GivenBefore): Promise<void>;
  /** Finds the row of a key, of any reservation. */
  findByName(name: string): Promise<LedgerRow | undefined>;
  /** Writes the record's present state `WHERE version < record.version`; `due_at` lets the cron find lost alarms. */
  project(record: IssueRecord): Promise<void>;
  loadCompany(companyId: number): Promise<Company | undefined>;
}

/** R2, write-once. */
export type Archive = FileArchive;

/** A signed file: its bytes, their digest in hexadecimal, and what it is called. */
export interface SignedFile {
  readonly bytes: Uint8Array;
  readonly sha256: string;
  /** CUFE, CUDE or CUDS. */
  readonly fiscalId: string;
  /** Annex 6.5.7: `ds0900…​.xml`. */
  readonly fileName: string;
}

/** What is to be signed, as far as it decides which secrets that takes. */
export interface SigningInput {
  readonly company: Company;
  readonly document: Document;
  readonly reservedAt: string;
  /** Null while it has no number: then its range is the one that it would draw from now. */
  readonly numbering: Numbering | null;
}

/** A secret that is not there or does not open. */
export interface SecretFault {
  /** Its kind and its name, as `PIN of software …`; never what it holds. */
  readonly secret: string;
}

/** draft + company + number + instant -> signed document; no randomness: same inputs, same bytes. */
export interface DocumentSigner {
  /**
   * Opens every secret that signing will need, so that no number is taken for a document that cannot be signed.
   * @returns the first that is not there or does not open. @throws Error when D1 fails: then nothing is known.
   */
  findFault(input: SigningInput): Promise<SecretFault | undefined>;
  sign(company: Company, document: Document, numbering: Numbering, reservedAt: string): Promise<SignedFile>;
}

/** A request to the authority: the class of its answer, and the raw answer for the archive. */
export type Transmission = Pick<Exchange<Outcome>, "outcome" | "httpStatus" | "raw">;

/** The authority. Never throws: every failure is an outcome. */
export interface Authority {
  send(company: Company, record: IssueRecord, signedBytes: Uint8Array): Promise<Transmission>;
  askStatus(company: Company, record: IssueRecord): Promise<Transmission>;
  askStatusZip(company: Company, record: IssueRecord, zipKey: string): Promise<Transmission>;
}

/**
 * What is known of the authority's environments, for all companies together. Never throws: where it cannot be read, nothing is
 * known against them.
 */
export interface Brake {
  /** Reads what all isolates share, where this one has not yet: `judge` then has nothing to ask (`nowMs` epoch milliseconds). */
  learn(environment: Environment, nowMs: number): Promise<void>;
  /** What a signed document may do (`nowMs` epoch milliseconds). */
  judge(environment: Environment, waiting: Waiting, nowMs: number): Promise<Passage>;
  /** A request leaves; `note` with the same object ends it. */
  begin(environment: Environment, sent: Sent): void;
  /** It was answered, or not; undefined: no request was made. */
  note(environment: Environment, sent: Sent, isAnswered: boolean | undefined, nowMs: number): Promise<void>;
}

/** One exchange with the authority, as operators count and time it. */
export interface AttemptFact {
  readonly event: "attempt";
  readonly companyId: number;
  readonly documentId: number | null;
  readonly module: Module;
  readonly attemptId: string;
  readonly kind: Attempt["kind"];
  readonly outcome: Outcome["type"];
  /** Why an unknown answer is no verdict. */
  readonly reason: UnknownReason | null;
  readonly httpStatus: number | null;
  readonly state: State;
  readonly durationMs: number;
  /** Since the reservation, once this exchange brought a verdict or made the document `send_unknown`; else null. */
  readonly ageMs: number | null;
}

/** The only source of time and randomness. */
export interface World {
  /** Epoch milliseconds. */
  nowMs(): number;
  newUuid(): string;
  /** In [0, 1), for jitter. */
  random(): number;
  /** Ends early, without an error, when `signal` aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  sha256Hex(bytes: Uint8Array): Promise<string>;
  /** Lets work go on that no caller waits for; the world reports its errors. */
  keepRunning(work: Promise<unknown>): void;
  /** What one exchange or one document came to: a line of the log and a measurement. Never personal data. */
  report?(fact: AttemptFact): void;
  /** Structured warning for the operator: stable code plus ids, never personal data. */
  alert(code: string, detail: AlertDetail): void;
}

/** What a note refers to, as it is known here. */
export interface Corrected {
  /** Null: a period, or a document that is not kept here. */
  readonly target: Target | null;
  readonly correction: Correction | null;
}

/** A draft as the document that it becomes, and what numbers it. */
export interface Priced {
  readonly document: Document;
  readonly rangeKind: NumberSource;
  readonly correction?: Correction | null;
}

export interface Ports {
  readonly journal: Journal;
  readonly ledger: Ledger;
  readonly archive: Archive;
  readonly signer: DocumentSigner;
  readonly authority: Authority;
  readonly brake: Brake;
  readonly world: World;
  /**
   * Prices and checks a draft against the company's configuration and today's date (domain).
   * @param corrected what a note refers to.
   * @throws Refusal.
   */
  readonly price: (command: IssueCommand, nowMs: number, corrected?: Corrected) => Priced;
  /** Multiplies every wait (1 in production). */
  readonly pollScale: number;
}
