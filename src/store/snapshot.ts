// A document with everything that its row shows, into a file that outlives D1, and back into the row.
import { isTerminal } from "../domain/state.ts";
import { INPUT_COLUMNS, toDetail, toInput, toThirdParty } from "./allocation.ts";
import { type Database, writeBatch } from "./database.ts";
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

/** States in which nothing has left for the authority yet. */
const UNSENT: readonly string[] = ["creating", "firmado"];

/** What a projection writes, by the names of its JSON input. */
export function toProgressColumns(progress: Progress): Readonly<Record<string, Value>> {
  const { reservationId, version, state, fiscalId, fileName, xmlPath, xmlSha256, zipKey, lastError, wakeAt } = progress;
  return {
    ...{ reservationId, version, state, fiscalId, fileName, xmlPath, xmlSha256, zipKey, lastError },
    // The authority is asked by ZipKey in a batch, by CUFE or CUDS otherwise.
    trackId: UNSENT.includes(state) ? null : (zipKey ?? fiscalId),
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

/** Everything that a document's row shows; undefined when the issuance no longer knows it, or has no number yet. */
export function buildSnapshot(record: Progress | Restorable): Snapshot | undefined {
  if (!("document" in record)) return undefined;
  const { document, documentId, numbering, thirdPartyId = null } = record;
  if (document === null || documentId === null || numbering === null) return undefined;
  const party = toThirdParty(document);
  const row = { ...describeRow(record), detail: JSON.stringify(toDetail(document)), third_party_id: thirdPartyId };
  return { format: FORMAT, row, thirdParty: { ...party, id: thirdPartyId } };
}

function describeRow(record: Restorable): Record<string, Value> {
  const { document, numbering, documentId, planSequence = null, reservedAt } = record;
  if (document === null || numbering === null) throw new Error("a document without payload or number has no row");
  const input = { ...toInput(record, document), state: record.state, version: record.version };
  const progress = toProgressColumns(record);
  const { verdict, timeline } = toProgressTexts(record);
  const seen = input as unknown as Readonly<Record<string, Value>>;
  const allocated = Object.entries(INPUT_COLUMNS).map(([column, member]) => [column, seen[member] ?? null] as const);
  return {
    ...Object.fromEntries(allocated),
    id: documentId,
    environment: record.xmlPath?.split("/")[2] ?? null,
    range_id: numbering.rangeId,
    prefix: numbering.prefix,
    number: numbering.number,
    full_number: `${numbering.prefix}${numbering.number}`,
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

/** The file in which a settled document outlives D1, beside its signed XML. */
export function snapshotPath(xmlPath: string): string {
  return `${xmlPath.replace(/\.xml$/, "")}/document.json`;
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

/** What travels with a signed file: its row without lines, counterpart and time line. */
export function writeLabel(record: Restorable): Readonly<Record<string, string>> {
  const { timeline: _, ...row } = describeRow(record);
  const bytes = new TextEncoder().encode(JSON.stringify({ format: FORMAT, row, thirdParty: null }));
  return { [LABEL]: btoa(String.fromCharCode(...bytes)) };
}

/** The stub of a document of which only the signed file is left; undefined when the file carries no label. */
export function readLabel(label: Readonly<Record<string, string>> | undefined, nowIso: string): Snapshot | undefined {
  const text = label?.[LABEL];
  if (text === undefined) return undefined;
  const { format, row } = readSnapshot(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
  const detail = JSON.stringify({ lines: [], taxes: [], withholdings: [], totals: {}, notes: [] });
  return { format, thirdParty: null, row: { ...row, detail, version: STUB_VERSION, due_at: nowIso } };
}

/** Columns that a restored row has; whatever else a snapshot may hold is left out. */
const COLUMNS = [
  ...["id", "company_id", "module", "type_code", "environment", "client_id", "issuance_name", "idempotency_key"],
  ...["reservation_id", "fingerprint", "reserved_at", "range_id", "prefix", "number", "full_number", "file_sequence"],
  ...["plan_sequence", "state", "version", "issue_date", "issue_time", "due_date", "accounting_due_date", "currency"],
  ...["subtotal", "taxes", "total", "withheld", "detail", "third_party_id", "cost_center_id", "fiscal_id", "file_name"],
  ...["xml_path", "xml_sha256", "track_id", "zip_key", "verdict", "last_status_error", "timeline", "due_at"],
  ...["created_at", "updated_at"],
] as const;

const VALUES = COLUMNS.map((column) => {
  const value = `?1 ->> '$.${column}'`;
  return column === "environment"
    ? `coalesce(${value}, (SELECT environment FROM companies WHERE id = ?1 ->> '$.company_id'))`
    : value;
});

// A stub gives way to whoever knows more; every other row stays as it is.
const INSERT = `
INSERT INTO documents (${COLUMNS.join(", ")}) SELECT ${VALUES.join(", ")} WHERE true
ON CONFLICT (reservation_id) DO UPDATE SET ${COLUMNS.map((column) => `${column} = excluded.${column}`).join(", ")}
WHERE documents.version = ${STUB_VERSION} AND excluded.version > ${STUB_VERSION}`;

const INSERT_PARTY = `
INSERT INTO third_parties (id, company_id, module, identification_type, identification_number, name, folded_name, email,
  address, updated_at)
SELECT ?2 ->> '$.id', ?1 ->> '$.company_id', ?1 ->> '$.module', ?2 ->> '$.type', ?2 ->> '$.number', ?2 ->> '$.name',
  ?2 ->> '$.foldedName', ?2 ->> '$.email', ?2 ->> '$.address', ?1 ->> '$.created_at'
WHERE NOT EXISTS (SELECT 1 FROM documents WHERE reservation_id = ?1 ->> '$.reservation_id' AND version > ${STUB_VERSION})
ON CONFLICT (company_id, module, identification_type, identification_number) DO UPDATE SET
  name = excluded.name, folded_name = excluded.folded_name, email = coalesce(excluded.email, email),
  address = coalesce(excluded.address, address), updated_at = excluded.updated_at
WHERE excluded.updated_at >= third_parties.updated_at`;

// Counters never go back: the next number is past every number that is known.
const COUNTERS = [
  `UPDATE ranges SET next_number = d.number + 1 FROM documents d WHERE d.reservation_id = ?1 AND ranges.id = d.range_id
   AND d.number BETWEEN ranges.from_number AND ranges.to_number AND ranges.next_number <= d.number`,
  `UPDATE plans SET used = d.plan_sequence FROM documents d WHERE d.reservation_id = ?1
   AND plans.company_id = d.company_id AND plans.module = d.module
   AND plans.year = CAST(substr(d.issue_date, 1, 4) AS INTEGER)
   AND plans.used < d.plan_sequence AND d.plan_sequence <= plans.allowance`,
  `INSERT INTO file_sequences (company_id, year, next)
   SELECT company_id, CAST(substr(issue_date, 1, 4) AS INTEGER), file_sequence + 1 FROM documents
   WHERE reservation_id = ?1 AND file_sequence IS NOT NULL
   ON CONFLICT (company_id, year) DO UPDATE SET next = excluded.next WHERE next < excluded.next`,
];

/**
 * Writes a row that is missing, its third party, and the counters that it moves, in one transaction. A row that is there stays.
 * @returns whether a row was written.
 */
export async function restoreDocument(db: Database, { row, thirdParty }: Snapshot): Promise<boolean> {
  const input = JSON.stringify(row);
  const reservationId = row.reservation_id;
  const party = thirdParty === null ? [] : [db.prepare(INSERT_PARTY).bind(input, JSON.stringify(thirdParty))];
  const before = db.prepare("SELECT version FROM documents WHERE reservation_id = ?1").bind(reservationId);
  const counters = COUNTERS.map((sql) => db.prepare(sql).bind(reservationId));
  const statements = [before, ...party, db.prepare(INSERT).bind(input), ...counters];
  const [known] = await writeBatch(db, statements);
  const [found] = (known ?? []) as { readonly version: number }[];
  return found === undefined || (found.version === STUB_VERSION && Number(row.version) > STUB_VERSION);
}
