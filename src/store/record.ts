// What the store needs to know of an issuance: the parts of its record that become columns, and the row as it reads back.
import type { Environment, Module, Numbering, RangeKind } from "../domain/company.ts";
import type { Document } from "../domain/document.ts";
import type { State } from "../domain/state.ts";

/** One rule that the authority named. */
export interface StoredFinding {
  readonly code: string;
  readonly severity: "rechazo" | "notificacion";
  readonly text: string;
}

/** What the authority said last. */
export interface StoredVerdict {
  readonly isValid: boolean;
  readonly statusCode: string;
  readonly statusDescription: string;
  readonly statusMessage: string;
  readonly rules: readonly StoredFinding[];
}

/** The part of an issuance that asks for a number. */
export interface Reservation {
  readonly reservationId: string;
  /** Name of the Issuance object. */
  readonly name: string;
  readonly module: Module;
  readonly companyId: number;
  readonly clientId: number;
  readonly key: string | null;
  /** Where the document belongs; absent in what an earlier release reserved: then where its company is. */
  readonly environment?: Environment;
  readonly fingerprint: string;
  /** ISO instant. */
  readonly reservedAt: string;
  readonly rangeKind: RangeKind;
  readonly version: number;
  readonly wakeAt: string | null;
}

/** The part of an issuance that its row shows. */
export interface Progress {
  readonly reservationId: string;
  readonly version: number;
  readonly state: State;
  readonly fiscalId: string | null;
  readonly fileName: string | null;
  readonly xmlPath: string | null;
  readonly xmlSha256: string | null;
  readonly zipKey: string | null;
  readonly verdict: StoredVerdict | null;
  readonly attempts: readonly unknown[];
  readonly changes: readonly unknown[];
  readonly wakeAt: string | null;
  readonly lastError: string | null;
}

/** Everything that an issuance knows of its document: what a lost row is written from again. */
export interface Restorable extends Reservation, Progress {
  readonly documentId: number | null;
  readonly numbering: Numbering | null;
  readonly thirdPartyId?: number | null;
  readonly planSequence?: number | null;
  /** Null once the payload was dropped, or when it is not known. */
  readonly document: Document | null;
}

/** A document as adoption and replay need it. */
export interface LedgerEntry {
  readonly documentId: number;
  readonly reservationId: string;
  readonly companyId: number;
  readonly clientId: number;
  readonly module: Module;
  readonly key: string | null;
  readonly environment: Environment;
  readonly fingerprint: string;
  readonly reservedAt: string;
  readonly rangeKind: RangeKind;
  readonly numbering: Numbering;
  readonly thirdPartyId: number | null;
  /** Position in the plan of its year; null where no plan counts. */
  readonly planSequence: number | null;
  readonly version: number;
  readonly state: State;
  readonly fiscalId: string | null;
  readonly fileName: string | null;
  readonly xmlPath: string | null;
  readonly xmlSha256: string | null;
  readonly zipKey: string | null;
  readonly verdict: StoredVerdict | null;
  readonly typeCode: Document["typeCode"];
  readonly issueDate: string;
  readonly currency: string;
  readonly subtotal: string;
  readonly taxes: string;
  readonly total: string;
  readonly withheld: string;
}

interface LedgerColumns {
  readonly id: number;
  readonly reservation_id: string;
  readonly company_id: number;
  readonly client_id: number;
  readonly module: Module;
  readonly idempotency_key: string | null;
  readonly environment: Environment;
  readonly fingerprint: string;
  readonly reserved_at: string;
  readonly kind: RangeKind;
  readonly range_id: number;
  readonly resolution: string;
  readonly prefix: string;
  readonly from_number: number;
  readonly to_number: number;
  readonly valid_from: string;
  readonly valid_to: string;
  readonly number: number;
  readonly file_sequence: number;
  readonly third_party_id: number | null;
  readonly plan_sequence: number | null;
  readonly version: number;
  readonly state: State;
  readonly fiscal_id: string | null;
  readonly file_name: string | null;
  readonly xml_path: string | null;
  readonly xml_sha256: string | null;
  readonly zip_key: string | null;
  readonly verdict: string | null;
  readonly type_code: Document["typeCode"];
  readonly issue_date: string;
  readonly currency: string;
  readonly subtotal: string;
  readonly taxes: string;
  readonly total: string;
  readonly withheld: string;
}

/** The columns of a ledger entry; follow with WHERE over `d` (the document) and `r` (its range). */
export const LEDGER_QUERY = `
SELECT d.id, d.reservation_id, d.company_id, d.client_id, d.module, d.environment, d.idempotency_key, d.fingerprint, d.reserved_at,
  r.kind, d.range_id, r.resolution, d.prefix, r.from_number, r.to_number, r.valid_from, r.valid_to, d.number,
  d.file_sequence, d.third_party_id, d.plan_sequence, d.version, d.state, d.fiscal_id, d.file_name, d.xml_path, d.xml_sha256, d.zip_key, d.verdict,
  d.type_code, d.issue_date, d.currency, d.subtotal, d.taxes, d.total, d.withheld
FROM documents d JOIN ranges r ON r.id = d.range_id`;

/** A row of `LEDGER_QUERY` into an entry. */
export function toLedgerEntry(raw: unknown): LedgerEntry {
  const row = raw as LedgerColumns;
  return {
    documentId: row.id,
    reservationId: row.reservation_id,
    companyId: row.company_id,
    clientId: row.client_id,
    module: row.module,
    key: row.idempotency_key,
    environment: row.environment,
    fingerprint: row.fingerprint,
    reservedAt: row.reserved_at,
    rangeKind: row.kind,
    numbering: {
      rangeId: row.range_id,
      resolution: row.resolution,
      prefix: row.prefix,
      from: row.from_number,
      to: row.to_number,
      validFrom: row.valid_from,
      validTo: row.valid_to,
      number: row.number,
      fileSequence: row.file_sequence,
    },
    thirdPartyId: row.third_party_id,
    planSequence: row.plan_sequence,
    version: row.version,
    state: row.state,
    fiscalId: row.fiscal_id,
    fileName: row.file_name,
    xmlPath: row.xml_path,
    xmlSha256: row.xml_sha256,
    zipKey: row.zip_key,
    verdict: row.verdict === null ? null : (JSON.parse(row.verdict) as StoredVerdict),
    typeCode: row.type_code,
    issueDate: row.issue_date,
    currency: row.currency,
    subtotal: row.subtotal,
    taxes: row.taxes,
    total: row.total,
    withheld: row.withheld,
  };
}
