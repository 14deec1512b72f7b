// Rows of documents into what the API, the cron and the operator read.
import type { Company, Environment, Module, Numbering } from "../domain/company.ts";
import type { Document } from "../domain/document.ts";
import { isTerminal, type State } from "../domain/state.ts";
import { type Allocation, allocateNumber } from "./allocation.ts";
import { loadCompany } from "./companies.ts";
import { type Database, readAll, readOne } from "./database.ts";
import { projectProgress } from "./projection.ts";
import {
  LEDGER_QUERY,
  type LedgerEntry,
  type Progress,
  type Reservation,
  type StoredVerdict,
  toLedgerEntry,
} from "./record.ts";
import { type Collision, stopRange } from "./stopped-range.ts";

/** Lines, taxes and withholdings as printed when the document was priced. */
export type StoredDetail = Pick<
  Document,
  "lines" | "taxes" | "withholdings" | "totals" | "payment" | "exchangeRate" | "notes"
>;

/** Third party record of contract 2.10. */
export interface StoredThirdParty {
  readonly id: number;
  readonly name: string;
  readonly identificationType: string;
  readonly identificationNumber: string;
  readonly email: string | null;
  readonly address: string | null;
}

/** A document as its row shows it, with its third party. */
export interface StoredDocument {
  readonly id: number;
  readonly companyId: number;
  readonly module: Module;
  readonly typeCode: Document["typeCode"];
  readonly environment: Environment;
  readonly clientId: number;
  readonly issuanceName: string | null;
  readonly reservationId: string;
  readonly reservedAt: string;
  readonly prefix: string;
  readonly number: number;
  readonly fullNumber: string;
  readonly fileSequence: Numbering["fileSequence"] | null;
  readonly state: State;
  readonly version: number;
  readonly issueDate: string;
  readonly issueTime: string;
  readonly dueDate: string | null;
  readonly accountingDueDate: string | null;
  readonly currency: string;
  readonly subtotal: string;
  readonly taxes: string;
  readonly total: string;
  readonly withheld: string;
  readonly detail: StoredDetail;
  readonly thirdParty: StoredThirdParty | null;
  readonly costCenterId: number | null;
  readonly fiscalId: string | null;
  readonly fileName: string | null;
  readonly xmlPath: string | null;
  readonly xmlSha256: string | null;
  readonly trackId: string | null;
  readonly zipKey: string | null;
  readonly verdict: StoredVerdict | null;
  readonly lastStatusError: string | null;
  readonly accountingStatus: string;
  /** State changes and attempts, oldest first; null before the first projection. */
  readonly timeline: { readonly changes: readonly unknown[]; readonly attempts: readonly unknown[] } | null;
  /** ISO instant; null once terminal. */
  readonly dueAt: string | null;
  /** `YYYY-MM-DD HH:MM:SS`, UTC. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Members of a stored document that are JSON in the row. */
type JsonMember = "detail" | "verdict" | "timeline" | "thirdParty";
type DocumentRow = Omit<StoredDocument, JsonMember> & Readonly<Record<JsonMember, string | null>>;

/** A document's third party `t`: whose it is by its row, and called as the document `d` was signed. */
export const THIRD_PARTY = `json_object('id', t.id, 'identificationType', t.identification_type,
      'identificationNumber', t.identification_number,
      'name', iif(d.detail ->> '$.party' IS NULL, t.name, d.detail ->> '$.party.name'),
      'email', iif(d.detail ->> '$.party' IS NULL, t.email, d.detail ->> '$.party.email'),
      'address', iif(d.detail ->> '$.party' IS NULL, t.address, d.detail ->> '$.party.address'))`;

/** The columns of a stored document under the names of its members; follow with WHERE over `d`. */
export const DOCUMENT_QUERY = `
SELECT d.id, d.company_id AS companyId, d.module, d.type_code AS typeCode, d.environment, d.client_id AS clientId,
  d.issuance_name AS issuanceName, d.reservation_id AS reservationId, d.reserved_at AS reservedAt, d.prefix, d.number,
  d.full_number AS fullNumber, d.file_sequence AS fileSequence, d.state, d.version, d.issue_date AS issueDate,
  d.issue_time AS issueTime, d.due_date AS dueDate, d.accounting_due_date AS accountingDueDate, d.currency, d.subtotal,
  d.taxes, d.total, d.withheld, d.detail, d.cost_center_id AS costCenterId, d.fiscal_id AS fiscalId,
  d.file_name AS fileName, d.xml_path AS xmlPath, d.xml_sha256 AS xmlSha256, d.track_id AS trackId,
  d.zip_key AS zipKey, d.verdict, d.last_status_error AS lastStatusError, d.accounting_status AS accountingStatus,
  d.timeline, d.due_at AS dueAt, d.created_at AS createdAt, d.updated_at AS updatedAt,
  (SELECT ${THIRD_PARTY} FROM third_parties t WHERE t.id = d.third_party_id AND t.company_id = d.company_id) AS thirdParty
FROM documents d`;

/** A row of `DOCUMENT_QUERY` into the document. */
export function toStoredDocument(raw: unknown): StoredDocument {
  const row = raw as DocumentRow;
  return {
    ...row,
    detail: JSON.parse(row.detail ?? "{}") as StoredDetail,
    verdict: parse<StoredVerdict>(row.verdict),
    timeline: parse<NonNullable<StoredDocument["timeline"]>>(row.timeline),
    thirdParty: parse<StoredThirdParty>(row.thirdParty),
  };
}

/** Finds one document of a company and module by id. */
export async function findDocument(
  db: Database,
  companyId: number,
  module: Module,
  id: number,
): Promise<StoredDocument | undefined> {
  const sql = `${DOCUMENT_QUERY} WHERE d.id = ?1 AND d.company_id = ?2 AND d.module = ?3`;
  const row = await readOne(db.prepare(sql).bind(id, companyId, module));
  return row === undefined ? undefined : toStoredDocument(row);
}

/**
 * The same out of the nearest copy of the database. Only a terminal state never changes, so a copy's word is final for
 * that alone: a document that it lacks or shows as pending is asked of the primary (design section 3).
 */
export async function findDocumentNearby(
  db: D1Database,
  companyId: number,
  module: Module,
  id: number,
): Promise<StoredDocument | undefined> {
  const near = await findDocument(db.withSession("first-unconstrained"), companyId, module, id);
  return near !== undefined && isTerminal(near.state) ? near : findDocument(db, companyId, module, id);
}

/** A document whose object should have woken by now. */
export interface OverdueDocument {
  readonly id: number;
  readonly companyId: number;
  readonly issuanceName: string;
  readonly state: State;
  readonly reservedAt: string;
  readonly dueAt: string;
}

/** Documents due before `nowIso` (ISO instant), the longest overdue first: their alarms may be lost. */
export async function listOverdue(db: Database, nowIso: string, limit: number): Promise<OverdueDocument[]> {
  const sql = `SELECT id, company_id AS companyId, issuance_name AS issuanceName, state, reserved_at AS reservedAt,
      due_at AS dueAt
    FROM documents WHERE due_at IS NOT NULL AND due_at < ?1 AND issuance_name IS NOT NULL ORDER BY due_at LIMIT ?2`;
  return readAll<OverdueDocument>(db.prepare(sql).bind(nowIso, limit));
}

/** D1 as the engine sees it. Every call is idempotent and may throw: then nothing is known about its effect. */
export interface DocumentLedger {
  allocate(reservation: Reservation, document: Document): Promise<Allocation>;
  findByName(name: string): Promise<LedgerEntry | undefined>;
  project(progress: Progress): Promise<void>;
  stopRange(collision: Collision): Promise<void>;
  loadCompany(companyId: number): Promise<Company | undefined>;
}

/** The ledger over a database. */
export function createLedger(db: Database): DocumentLedger {
  return {
    allocate: (reservation, document) => allocateNumber(db, reservation, document),
    findByName: (name) => findByName(db, name),
    project: (progress) => projectProgress(db, progress),
    stopRange: (collision) => stopRange(db, collision),
    loadCompany: (companyId) => loadCompany(db, companyId),
  };
}

async function findByName(db: Database, name: string): Promise<LedgerEntry | undefined> {
  const row = await readOne(db.prepare(`${LEDGER_QUERY} WHERE d.issuance_name = ?1`).bind(name));
  return row === undefined ? undefined : toLedgerEntry(row);
}

function parse<T>(text: string | null): T | null {
  return text === null ? null : (JSON.parse(text) as T);
}
