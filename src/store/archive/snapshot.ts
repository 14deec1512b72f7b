// Writes everything that a document's row shows into a file that outlives D1, and reads it back.
import { Buffer } from "node:buffer";
import { gunzipSync, gzipSync } from "fflate";
import { fullNumber, type Numbering } from "../../domain/company.ts";
import type { Document } from "../../domain/document/document.ts";
import { isTerminal } from "../../domain/document/state.ts";
import type { Attempt, LastError, Timeline } from "../../domain/document/timeline.ts";
import { documentDetails, documents, toSqlTime } from "../base/schema.ts";
import { type Exchange, printLastError } from "../base/stored-form.ts";
import type { DocumentRow } from "../document/documents.ts";
import {
  type AnyReservation,
  type Counterpart,
  toCounterpart,
  toDetail,
  toInput,
  toNoteColumns,
  toSignedParty,
} from "../number/allocation.ts";
import { answerPath, type FileLabel, isLabelShort, readPath, snapshotPath } from "./files.ts";

/** The part of an issuance that its row shows. */
export type Progress = Pick<
  DocumentRow,
  "reservationId" | "version" | "state" | "fiscalId" | "fileName" | "xmlPath" | "xmlSha256" | "zipKey" | "verdict"
> &
  Pick<AnyReservation, "name"> &
  Timeline & {
    readonly wakeAt: string | null;
    readonly lastError: LastError | null;
    /** Digest of the file that has the document whole; absent or null where none has. */
    readonly fileSha256?: string | null;
  };

/** Everything that an issuance knows of its document: what a lost row is written from again. */
export interface Restorable extends AnyReservation, Progress {
  readonly reservationId: string;
  readonly version: number;
  readonly documentId: number | null;
  readonly numbering: Numbering | null;
  readonly thirdPartyId?: number | null;
  readonly planSequence?: number | null;
  /** Null once the payload was dropped, or when it is not known. */
  readonly document: Document | null;
}

/** Version of a row that `ledger rebuild` made of a file alone: its issuance, if it lives, writes it again whole. */
export const STUB_VERSION = 0;
const FORMAT = 1;

type Value = string | number | null;

export interface Snapshot {
  readonly format: typeof FORMAT;
  /** Columns of `documents` with their values, and `detail`; JSON columns as their text. */
  readonly row: Readonly<Record<string, Value>>;
  readonly thirdParty: Counterpart | null;
  /** Of the authority's last answer, when its bytes follow: where it would lie by itself. */
  readonly answerPath?: string;
}

/** What stands beside a row has a column of a snapshot too. */
export const DETAIL = documentDetails.detail.name;

/** Columns that a projection writes. */
export const PROGRESS = [
  "version",
  "state",
  "fiscalId",
  "fileName",
  "xmlPath",
  "xmlSha256",
  "zipKey",
  "lastStatusError",
  "dueAt",
  "verdict",
  "timeline",
  "fileSha256",
  "exchanges",
] as const satisfies readonly (keyof DocumentRow)[];

/** What a projection writes. Once a file has them, the row leaves time line and verdict to it. */
export function toProgress(progress: Progress): Pick<DocumentRow, (typeof PROGRESS)[number]> {
  const { version, state, fiscalId, fileName, xmlPath, xmlSha256, zipKey, lastError, wakeAt, verdict } = progress;
  const { changes, attempts, fileSha256 = null } = progress;
  const isFiled = fileSha256 !== null;
  return {
    ...{ version, state, fiscalId, fileName, xmlPath, xmlSha256 },
    zipKey,
    lastStatusError: printLastError(lastError),
    dueAt: isTerminal(state) || wakeAt === null ? null : findDue(wakeAt, lastError),
    verdict: isFiled ? null : verdict,
    timeline: isFiled ? null : { changes, attempts },
    fileSha256,
    exchanges: isFiled ? attempts.map(toExchange) : null,
  };
}

/** Why an attempt failed is counted too; what a verdict says in words is not. */
export function toExchange({ kind, startedAt, endedAt, outcome, detail }: Attempt): Exchange {
  const exchange = { kind, startedAt, endedAt, outcome };
  return detail === null || isVerdict(outcome) ? exchange : { ...exchange, detail };
}

function isVerdict(outcome: string | null): boolean {
  return outcome === "accepted" || outcome === "rejected";
}

/** A held document looks each minute, and shows its row of that each half hour: until then it is not overdue. */
const HELD_MS = 60 * 60_000;

function findDue(wakeAt: string, lastError: Progress["lastError"]): string {
  return lastError?.reason === "held" ? new Date(Date.parse(wakeAt) + HELD_MS).toISOString() : wakeAt;
}

/** A record that has its number and still its payload: everything that its row shows. */
export type Whole = Restorable & {
  readonly document: Document;
  readonly documentId: number;
  readonly numbering: Numbering;
};

/** Whether a row can be written from a record alone. */
export function isWhole(record: Progress | Restorable): record is Whole {
  return "document" in record && record.document !== null && record.documentId !== null && record.numbering !== null;
}

/** Everything that a document's row shows; undefined when the issuance no longer knows it, or has no number yet. */
export function buildSnapshot(record: Progress | Restorable): Snapshot | undefined {
  if (!isWhole(record)) return undefined;
  const { document, correction, thirdPartyId = null } = record;
  const detail = { [DETAIL]: JSON.stringify(toDetail(document, correction)) };
  const row = { ...describeRow(record), ...detail, ...toColumns({ party: toSignedParty(document), thirdPartyId }) };
  return { format: FORMAT, row, thirdParty: toCounterpart(document, thirdPartyId) };
}

/** Values by the names of their columns; what a JSON column holds, as its text. */
function toColumns(values: { readonly [Member in keyof DocumentRow]?: DocumentRow[Member] | null }) {
  const columns: Record<string, Value> = {};
  for (const member of listMembers(values)) {
    const value = values[member] ?? null;
    columns[documents[member].name] = typeof value === "object" && value !== null ? JSON.stringify(value) : value;
  }
  return columns;
}

function listMembers<Values extends object>(values: Values) {
  return Object.keys(values) as (keyof Values)[];
}

function describeRow(record: Whole): Record<string, Value> {
  const { document, numbering, documentId, environment, planSequence = null } = record;
  return toColumns({
    ...toInput(record, document),
    ...toNoteColumns(record, document),
    id: documentId,
    environment,
    rangeId: numbering.rangeId,
    prefix: numbering.prefix,
    number: numbering.number,
    fullNumber: fullNumber(numbering),
    fileSequence: numbering.fileSequence,
    resolutionDate: numbering.resolutionDate,
    planSequence,
    ...toProgress({ ...record, fileSha256: null }),
    updatedAt: toSqlTime(lastInstant(record)),
  });
}

function lastInstant({ changes, reservedAt }: Restorable): string {
  return changes.at(-1)?.at ?? reservedAt;
}

const LINE_END = 10;

/** As of the container for the authority: the best ratio of size to time. Not the runtime's own: its bytes depend on the machine. */
const PACKING = { level: 3, mtime: 0 } as const;

/**
 * One line of JSON and, behind it, the authority's last answer as it came, deflated: half the bytes. The same document always
 * gives the same bytes.
 * @param answer undefined when it lies by itself: then all is one line without an end.
 */
export function writeSnapshot(
  snapshot: Snapshot,
  answer?: { readonly path: string; readonly bytes: Uint8Array },
): Uint8Array {
  if (answer === undefined) return gzipSync(new TextEncoder().encode(JSON.stringify(snapshot)), PACKING);
  const line = `${JSON.stringify({ ...snapshot, answerPath: answer.path })}\n`;
  return gzipSync(Buffer.concat([Buffer.from(line), answer.bytes]), PACKING);
}

/** Undefined for bytes that are something else: what lies there is then no file of ours, which each reader tells in its own way. */
function unpack(bytes: Uint8Array): Uint8Array | undefined {
  try {
    return gunzipSync(bytes);
  } catch {
    return undefined;
  }
}

/** @throws Error when the bytes are no snapshot that this version reads. */
export function readSnapshot(packed: Uint8Array): Snapshot {
  const bytes = unpack(packed);
  if (bytes === undefined) throw new Error("these bytes are no snapshot");
  const end = bytes.indexOf(LINE_END);
  const line = end === -1 ? bytes : bytes.subarray(0, end);
  const snapshot = JSON.parse(new TextDecoder().decode(line)) as Snapshot;
  if (snapshot.format !== FORMAT) throw new Error(`a snapshot of format ${snapshot.format} is not read here`);
  return snapshot;
}

/**
 * The first column of which a snapshot says something else than is given.
 * @throws Error when the bytes are no snapshot.
 */
export function findSnapshotDifference(
  bytes: Uint8Array,
  given: { readonly [Member in keyof DocumentRow]?: DocumentRow[Member] },
): string | undefined {
  const { row } = readSnapshot(bytes);
  return Object.entries(toColumns(given)).find(([column, value]) => row[column] !== value)?.[0];
}

/** The answer that lies behind a snapshot; undefined when it is none of this path, or the bytes are something else. */
export function readAnswerBehind(packed: Uint8Array, path: string): Uint8Array | undefined {
  const bytes = unpack(packed);
  if (bytes === undefined) return undefined;
  const end = bytes.indexOf(LINE_END);
  const line = new TextDecoder().decode(bytes.subarray(0, Math.max(end, 0)));
  // The last member of the line, as it was written.
  return line.endsWith(`,"answerPath":${JSON.stringify(path)}}`) ? bytes.slice(end + 1) : undefined;
}

/**
 * Finds an answer of the authority: behind the snapshot of its settled document, else in a file of its own.
 * @param read of the archive.
 */
export async function findAnswer(
  read: (path: string) => Promise<Uint8Array | undefined>,
  xmlPath: string,
  attemptId: string,
): Promise<Uint8Array | undefined> {
  const path = answerPath(xmlPath, attemptId);
  const snapshot = await read(snapshotPath(xmlPath));
  return (snapshot && readAnswerBehind(snapshot, path)) ?? (await read(path));
}

/** Member under which a signed file carries what its document's row needs, should everything else be lost. */
const LABEL = "row";
const LABEL_FORMAT = 1;
/** Columns that a label leaves out because its path, its other columns or the rebuild's clock say them. */
const DERIVED = [
  documents.companyId,
  documents.environment,
  documents.xmlPath,
  documents.fullNumber,
  documents.state,
  documents.version,
  documents.dueAt,
  documents.updatedAt,
];
/** Columns that are still null when a file is signed, or are not known without D1. */
const UNKNOWN = [
  documents.zipKey,
  documents.lastStatusError,
  documents.verdict,
  documents.timeline,
  documents.fileSha256,
  documents.exchanges,
];
const UNTOLD: readonly string[] = [...DERIVED, ...UNKNOWN].map(({ name }) => name);
const KEY = documents.idempotencyKey.name;
/** A column that a label leaves out where the client's texts would make it too long. */
const METADATA = documents.metadata.name;

/** What travels with a signed file, as short as can be: its row without lines, counterpart and time line; undefined as for a snapshot. */
export function writeLabel(record: Restorable): FileLabel | undefined {
  if (!isWhole(record)) return undefined;
  const { [METADATA]: metadata = null, ...row } = describeRow(record);
  const short = printLabel(record, row);
  if (metadata === null) return short;
  const whole = printLabel(record, { ...row, [METADATA]: metadata });
  return isLabelShort(whole) ? whole : short;
}

function printLabel(record: Whole, { [KEY]: key, ...others }: Record<string, Value>): FileLabel {
  // A name ends with its key, which may be the longest thing here: it is written once.
  const isInName = record.key !== null && record.name.endsWith(`:${record.key}`);
  const row = Object.entries(isInName ? others : { ...others, [KEY]: key ?? null }).filter(
    ([column]) => !UNTOLD.includes(column),
  );
  const keyLength = isInName ? record.key.length : 0;
  const text = JSON.stringify({ format: LABEL_FORMAT, row: Object.fromEntries(row), keyLength });
  return { [LABEL]: Buffer.from(text).toString("base64") };
}

interface LabelText {
  readonly format: number;
  readonly row: Readonly<Record<string, Value>>;
  /** UTF-16 units at the end of the name that are the idempotency key; 0 where the row holds the key itself. */
  readonly keyLength: number;
}

/**
 * The stub of a document of which only the signed file at `path` is left; undefined when the file carries no label.
 * @throws Error when its label is none that this version reads.
 */
export function readLabel(path: string, label: FileLabel | undefined, nowIso: string): Snapshot | undefined {
  const text = label?.[LABEL];
  if (text === undefined) return undefined;
  const read = JSON.parse(Buffer.from(text, "base64").toString()) as LabelText;
  if (read.format !== LABEL_FORMAT) throw new Error(`a label of format ${read.format} is not read here`);
  const detail = JSON.stringify({ lines: [], taxes: [], withholdings: [], totals: {}, notes: [] });
  const stub = {
    [DETAIL]: detail,
    [documents.party.name]: null,
    ...toColumns({ version: STUB_VERSION, dueAt: nowIso }),
  };
  return { format: FORMAT, thirdParty: null, row: { ...restoreOmitted(path, read), ...read.row, ...stub } };
}

/** The columns that a label of this format leaves out. */
function restoreOmitted(path: string, { row, keyLength }: LabelText): Record<string, Value> {
  const place = readPath(path);
  if (place === undefined) throw new Error("a label on a file that is no document's");
  const { companyId, environment, xmlPath } = place;
  const read = (column: { readonly name: string }) => String(row[column.name]);
  const signedAt = toSqlTime(read(documents.reservedAt));
  const prefix = read(documents.prefix);
  const number = Number(read(documents.number));
  return {
    ...Object.fromEntries([...UNTOLD, METADATA].map((column) => [column, null])),
    ...toColumns({
      ...{ companyId, environment, xmlPath, state: "firmado" },
      idempotencyKey: keyLength === 0 ? null : read(documents.issuanceName).slice(-keyLength),
      fullNumber: fullNumber({ prefix, number }),
      updatedAt: signedAt,
    }),
  };
}
