// A document with everything that its row shows, into a file that outlives D1, and the file back into what it says.
import { Buffer } from "node:buffer";
import { fullNumber, type Numbering } from "../domain/company.ts";
import type { Document } from "../domain/document.ts";
import { isTerminal, isUnsent } from "../domain/state.ts";
import { INPUT_COLUMNS, toDetail, toInput, toThirdParty } from "./allocation.ts";
import type { FileLabel } from "./files.ts";
import { readPath } from "./path.ts";
import type { Progress, Restorable } from "./record.ts";

/** Version of a row that `ledger rebuild` made of a file alone: its issuance, if it lives, writes it again whole. */
export const STUB_VERSION = 0;
const FORMAT = 1;

type Value = string | number | null;

/** Counterpart of a document as its row of third parties had it. */
interface SnapshotParty {
  readonly id: number | null;
  readonly type: string;
  readonly number: string;
  readonly name: string;
  readonly foldedName: string;
  readonly email: string | null;
  readonly address: string | null;
}

export interface Snapshot {
  readonly format: typeof FORMAT;
  /** Columns of `documents` with their values; JSON columns as their text. */
  readonly row: Readonly<Record<string, Value>>;
  readonly thirdParty: SnapshotParty | null;
}

/** What a projection writes, by the names of its JSON input. */
export function toProgressColumns(progress: Progress): Readonly<Record<string, Value>> {
  const { reservationId, version, state, fiscalId, fileName, xmlPath, xmlSha256, zipKey, lastError, wakeAt } = progress;
  return {
    ...{ reservationId, version, state, fiscalId, fileName, xmlPath, xmlSha256, zipKey, lastError },
    // The authority is asked by ZipKey in a batch, by CUFE or CUDS otherwise.
    trackId: isUnsent(state) ? null : (zipKey ?? fiscalId),
    dueAt: isTerminal(state) ? null : wakeAt,
  };
}

/** The JSON columns of a projection. */
export function toProgressTexts({ verdict, changes, attempts }: Progress) {
  return {
    verdict: verdict === null ? null : JSON.stringify(verdict),
    timeline: JSON.stringify({ changes, attempts }),
  };
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
  const { document, thirdPartyId = null } = record;
  const row = { ...describeRow(record), detail: JSON.stringify(toDetail(document)), third_party_id: thirdPartyId };
  return { format: FORMAT, row, thirdParty: { ...toThirdParty(document), id: thirdPartyId } };
}

function describeRow(record: Whole): Record<string, Value> {
  const { document, numbering, documentId, environment, planSequence = null, reservedAt, xmlPath } = record;
  const input = { ...toInput(record, document), state: record.state, version: record.version };
  const progress = toProgressColumns(record);
  const { verdict, timeline } = toProgressTexts(record);
  const allocated = Object.entries(INPUT_COLUMNS).map(([column, member]) => [column, input[member]] as const);
  return {
    ...Object.fromEntries(allocated),
    id: documentId,
    environment: environment ?? (xmlPath === null ? null : (readPath(xmlPath)?.environment ?? null)),
    range_id: numbering.rangeId,
    prefix: numbering.prefix,
    number: numbering.number,
    full_number: fullNumber(numbering),
    file_sequence: numbering.fileSequence,
    plan_sequence: planSequence,
    fiscal_id: progress.fiscalId ?? null,
    file_name: progress.fileName ?? null,
    xml_path: progress.xmlPath ?? null,
    xml_sha256: progress.xmlSha256 ?? null,
    track_id: progress.trackId ?? null,
    zip_key: progress.zipKey ?? null,
    last_status_error: progress.lastError ?? null,
    due_at: progress.dueAt ?? null,
    verdict,
    timeline,
    created_at: toSqlTime(reservedAt),
    updated_at: toSqlTime(lastInstant(record)),
  };
}

function lastInstant({ changes, reservedAt }: Restorable): string {
  const last = changes.at(-1) as { readonly at?: string } | undefined;
  return last?.at ?? reservedAt;
}

/** `YYYY-MM-DD HH:MM:SS` of an ISO instant. */
function toSqlTime(iso: string): string {
  return iso.slice(0, 19).replace("T", " ");
}

/** The same document always gives the same bytes. */
export function writeSnapshot(snapshot: Snapshot): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(snapshot));
}

/** @throws Error when the bytes are no snapshot that this version reads. */
export function readSnapshot(bytes: Uint8Array): Snapshot {
  const snapshot = JSON.parse(new TextDecoder().decode(bytes)) as Snapshot;
  if (snapshot.format !== FORMAT) throw new Error(`a snapshot of format ${snapshot.format} is not read here`);
  return snapshot;
}

/** Member under which a signed file carries what its document's row needs, should everything else be lost. */
const LABEL = "row";
const LABEL_FORMAT = 2;
/** Columns that a label leaves out because its path, its other columns or the rebuild's clock say them. */
const DERIVED = [
  "company_id",
  "environment",
  "xml_path",
  "full_number",
  "state",
  "version",
  "due_at",
  "created_at",
  "updated_at",
];
/** Columns that are still null when a file is signed, or are not told without D1. */
const UNKNOWN = ["track_id", "zip_key", "last_status_error", "verdict", "timeline"];
const UNTOLD: readonly string[] = [...DERIVED, ...UNKNOWN];

/** What travels with a signed file, as short as can be: its row without lines, counterpart and time line; undefined as for a snapshot. */
export function writeLabel(record: Restorable): FileLabel | undefined {
  if (!isWhole(record)) return undefined;
  const { idempotency_key: key, ...others } = describeRow(record);
  // A name ends with its key, which may be the longest thing here: it is told once.
  const isInName = record.key !== null && record.name.endsWith(`:${record.key}`);
  const row = Object.entries(isInName ? others : { ...others, idempotency_key: key ?? null }).filter(
    ([column]) => !UNTOLD.includes(column),
  );
  const keyLength = isInName ? record.key.length : 0;
  const text = JSON.stringify({ format: LABEL_FORMAT, row: Object.fromEntries(row), keyLength });
  return { [LABEL]: Buffer.from(text).toString("base64") };
}

interface LabelText {
  readonly format: number;
  readonly row: Readonly<Record<string, Value>>;
  /** UTF-16 units at the end of the name that are the idempotency key; absent in labels that tell the key itself. */
  readonly keyLength?: number;
}

/**
 * The stub of a document of which only the signed file at `path` is left; undefined when the file carries no label.
 * @throws Error when its label is none that this version reads.
 */
export function readLabel(path: string, label: FileLabel | undefined, nowIso: string): Snapshot | undefined {
  const text = label?.[LABEL];
  if (text === undefined) return undefined;
  const read = JSON.parse(Buffer.from(text, "base64").toString()) as LabelText;
  if (read.format !== FORMAT && read.format !== LABEL_FORMAT) {
    throw new Error(`a label of format ${read.format} is not read here`);
  }
  const row = read.format === FORMAT ? read.row : { ...tellRest(path, read), ...read.row };
  const detail = JSON.stringify({ lines: [], taxes: [], withholdings: [], totals: {}, notes: [] });
  return { format: FORMAT, thirdParty: null, row: { ...row, detail, version: STUB_VERSION, due_at: nowIso } };
}

/** The columns that a label of this format leaves out. */
function tellRest(path: string, { row, keyLength = 0 }: LabelText): Record<string, Value> {
  const place = readPath(path);
  if (place === undefined) throw new Error("a label on a file that is no document's");
  const signedAt = toSqlTime(String(row.reserved_at));
  return {
    ...Object.fromEntries(UNTOLD.map((column) => [column, null])),
    ...{ company_id: place.companyId, environment: place.environment, xml_path: place.xmlPath, state: "firmado" },
    idempotency_key: keyLength === 0 ? null : String(row.issuance_name).slice(-keyLength),
    full_number: fullNumber({ prefix: String(row.prefix), number: Number(row.number) }),
    ...{ created_at: signedAt, updated_at: signedAt },
  };
}
