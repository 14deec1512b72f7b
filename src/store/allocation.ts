// A reservation and its priced document into a number, in one D1 batch that can be repeated without consuming anything twice.
import { dateInBogota, yearOf } from "../domain/calendar.ts";
import type { Document } from "../domain/document.ts";
import type { RefusalFacts } from "../domain/refusal.ts";
import { type Database, writeBatch } from "./database.ts";
import { foldText } from "./fold.ts";
import { LEDGER_QUERY, type LedgerEntry, type Reservation, toLedgerEntry } from "./record.ts";
import { buildShortageQuery, explainShortage, findHeldNumber, hasMoved, heldNumberSql } from "./refusal-reason.ts";

/** Why no number was given; nothing was consumed. */
export interface Refused extends RefusalFacts {
  readonly type: "refused";
  /** The number that is next in its range, when another document of the company holds it; else null. */
  readonly heldNumber: string | null;
}

export type Allocation =
  | ({ readonly type: "allocated" } & Pick<
      LedgerEntry,
      "documentId" | "environment" | "numbering" | "thirdPartyId" | "planSequence"
    >)
  | Refused
  /** The company has gone to its other environment since the reservation: nothing was taken. */
  | { readonly type: "moved" }
  /** The name has a document under another reservation, or further on than this one: the journal was lost or set back. */
  | { readonly type: "taken"; readonly row: LedgerEntry };

/** `documents` columns that come from the input as they are, and the member of the input that fills each. */
export const INPUT_COLUMNS = {
  company_id: "companyId",
  module: "module",
  type_code: "typeCode",
  client_id: "clientId",
  issuance_name: "name",
  idempotency_key: "key",
  reservation_id: "reservationId",
  fingerprint: "fingerprint",
  reserved_at: "reservedAt",
  state: "state",
  version: "version",
  issue_date: "issueDate",
  issue_time: "issueTime",
  due_date: "dueDate",
  accounting_due_date: "accountingDueDate",
  currency: "currency",
  subtotal: "subtotal",
  taxes: "taxes",
  total: "total",
  withheld: "withheld",
  cost_center_id: "costCenterId",
  due_at: "wakeAt",
} as const;

// The input is one JSON text: D1 binds JavaScript numbers as REAL, JSON keeps them integers.
const INSERT_DOCUMENT = `
INSERT INTO documents (environment, range_id, prefix, number, full_number, file_sequence, plan_sequence, detail,
  ${Object.keys(INPUT_COLUMNS).join(", ")})
SELECT c.environment, r.id, r.prefix, r.next_number, r.prefix || CAST(r.next_number AS INTEGER),
  coalesce(f.next, 1), iif(c.environment = 'produccion', p.used + 1, NULL), ?2,
  ${Object.values(INPUT_COLUMNS)
    .map((member) => `?1 ->> '$.${member}'`)
    .join(", ")}
FROM companies c
JOIN software s ON s.company_id = c.id AND s.module = ?1 ->> '$.module'
JOIN ranges r ON r.id = (
  SELECT id FROM ranges
  WHERE company_id = c.id AND kind = ?1 ->> '$.rangeKind' AND is_active AND stopped_by IS NULL
    AND next_number <= coalesce(last_number, to_number)
    AND ?1 ->> '$.issueDate' BETWEEN valid_from AND valid_to
  ORDER BY valid_to, id LIMIT 1)
LEFT JOIN plans p ON p.company_id = c.id AND p.module = s.module AND p.year = ?1 ->> '$.planYear'
LEFT JOIN file_sequences f ON f.company_id = c.id AND f.year = ?1 ->> '$.fileYear'
WHERE c.id = ?1 ->> '$.companyId' AND c.environment = coalesce(?1 ->> '$.environment', c.environment)
  AND (c.environment <> 'produccion' OR p.used < p.allowance)
  AND NOT EXISTS (${heldNumberSql("c", "r", "?1 ->> '$.typeCode'")})
  AND NOT EXISTS (SELECT 1 FROM documents
    WHERE reservation_id = ?1 ->> '$.reservationId' OR issuance_name = ?1 ->> '$.name')`;

// Each counter moves only from the very value that the document took: repeated, the same statement changes nothing.
const TAKE_NUMBER = `
UPDATE ranges SET next_number = d.number + 1 FROM documents d
WHERE d.reservation_id = ?1 AND ranges.id = d.range_id AND ranges.next_number = d.number`;

/** Year in Bogotá of the reservation of a row of documents: the plan of that year pays for it, whatever its own date. */
export function planYearSql(alias: string): string {
  return `CAST(strftime('%Y', ${alias}.reserved_at, '-5 hours') AS INTEGER)`;
}

const TAKE_PLAN = `
UPDATE plans SET used = d.plan_sequence FROM documents d
WHERE d.reservation_id = ?1 AND plans.company_id = d.company_id AND plans.module = d.module
  AND plans.year = ${planYearSql("d")} AND plans.used = d.plan_sequence - 1`;

/** The file sequence past the one of the document whose reservation is ?1. */
export const TAKE_FILE_SEQUENCE = `
INSERT INTO file_sequences (company_id, year, next)
SELECT company_id, CAST(substr(issue_date, 1, 4) AS INTEGER), file_sequence + 1 FROM documents
WHERE reservation_id = ?1 AND file_sequence IS NOT NULL
ON CONFLICT (company_id, year) DO UPDATE SET next = excluded.next WHERE next < excluded.next`;

/**
 * Both names of a counterpart ?2 that is known under another than the document whose reservation is ?1 gives it; before
 * `KEEP_THIRD_PARTY`, which may take the new one over.
 */
export const KEEP_SIGNED_NAMES = `
INSERT OR IGNORE INTO signed_names (company_id, third_party_id, name, folded_name)
SELECT t.company_id, t.id, iif(n.value, t.name, ?2 ->> '$.name'), iif(n.value, t.folded_name, ?2 ->> '$.foldedName')
FROM documents d JOIN third_parties t ON t.company_id = d.company_id AND t.module = d.module
  AND t.identification_type = ?2 ->> '$.type' AND t.identification_number = ?2 ->> '$.number', json_each('[0,1]') n
WHERE d.reservation_id = ?1 AND d.third_party_id IS NULL AND d.module = 'fe' AND t.name <> ?2 ->> '$.name'`;

/**
 * The counterpart ?2 of the document whose reservation is ?1, new or brought up to date, while the document names none.
 * It is found by who it is; an `id` that it had before is only its own while nobody else has it.
 */
export const KEEP_THIRD_PARTY = `
INSERT INTO third_parties (id, company_id, module, identification_type, identification_number, name, folded_name, email,
  address, updated_at)
SELECT (SELECT ?2 ->> '$.id' WHERE NOT EXISTS (SELECT 1 FROM third_parties WHERE id = ?2 ->> '$.id')),
  d.company_id, d.module, ?2 ->> '$.type', ?2 ->> '$.number', ?2 ->> '$.name', ?2 ->> '$.foldedName',
  ?2 ->> '$.email', ?2 ->> '$.address', d.created_at
FROM documents d WHERE d.reservation_id = ?1 AND d.third_party_id IS NULL
ON CONFLICT (company_id, module, identification_type, identification_number) DO UPDATE SET
  name = excluded.name, folded_name = excluded.folded_name, email = coalesce(excluded.email, email),
  address = coalesce(excluded.address, address), updated_at = excluded.updated_at
WHERE excluded.updated_at >= third_parties.updated_at`;

/** The document whose reservation is ?1 names its counterpart ?2, by who it is. */
export const LINK_THIRD_PARTY = `
UPDATE documents SET third_party_id = (
  SELECT t.id FROM third_parties t WHERE t.company_id = documents.company_id AND t.module = documents.module
    AND t.identification_type = ?2 ->> '$.type' AND t.identification_number = ?2 ->> '$.number')
WHERE reservation_id = ?1 AND third_party_id IS NULL`;

const FIND_ENTRY = `${LEDGER_QUERY}
WHERE d.reservation_id = ?1 OR d.issuance_name = ?2 ORDER BY d.reservation_id = ?1 DESC LIMIT 1`;

/**
 * Gives a document its number: contracted module, allowance of the year of its reservation, active range, file sequence, third party and
 * the row `creating`, all in one transaction, or nothing at all.
 * Idempotent by `reservationId`; a name that another reservation took comes back as `taken`.
 * @throws Error when D1 fails or does not answer: then nothing is known about its effect, and it is safe to repeat.
 */
export async function allocateNumber(db: Database, reservation: Reservation, document: Document): Promise<Allocation> {
  const { reservationId, name } = reservation;
  const input = JSON.stringify(toInput(reservation, document));
  const party = JSON.stringify(toThirdParty(document));
  const results = await writeBatch(db, [
    db.prepare(INSERT_DOCUMENT).bind(input, JSON.stringify(toDetail(document))),
    db.prepare(TAKE_NUMBER).bind(reservationId),
    db.prepare(TAKE_PLAN).bind(reservationId),
    db.prepare(TAKE_FILE_SEQUENCE).bind(reservationId),
    db.prepare(KEEP_SIGNED_NAMES).bind(reservationId, party),
    db.prepare(KEEP_THIRD_PARTY).bind(reservationId, party),
    db.prepare(LINK_THIRD_PARTY).bind(reservationId, party),
    db.prepare(FIND_ENTRY).bind(reservationId, name),
    buildShortageQuery(db, reservation, document.issueDate),
  ]);
  const found = results[7]?.[0];
  if (found === undefined) {
    if (hasMoved(results[8]?.[0], reservation)) return { type: "moved" };
    const { code, why, problems } = explainShortage(results[8]?.[0], reservation, document.issueDate);
    return { type: "refused", code, why, problems, heldNumber: findHeldNumber(results[8]?.[0]) };
  }
  const row = toLedgerEntry(found);
  // A row is never ahead of its journal, unless the journal was set back to an earlier moment.
  const isAhead = row.version > reservation.version;
  if (row.reservationId !== reservationId || isAhead) return { type: "taken", row };
  const { documentId, environment, numbering, thirdPartyId, planSequence } = row;
  return { type: "allocated", documentId, environment, numbering, thirdPartyId, planSequence };
}

/** A document as its number is asked for: what becomes columns, and what picks its range, its plan and its file sequence. */
export type AllocationInput = Readonly<
  Record<InputMember | "environment" | "rangeKind" | "planYear" | "fileYear", string | number | null>
>;
type InputMember = (typeof INPUT_COLUMNS)[keyof typeof INPUT_COLUMNS];

/** The members of a reservation and its document that become columns when it is numbered. */
export function toInput(reservation: Reservation, document: Document): AllocationInput {
  const { name, module, companyId, clientId, key, reservationId, fingerprint, reservedAt, version, wakeAt } =
    reservation;
  const { typeCode, issueDate, issueTime, dueDate, currency, totals } = document;
  return {
    ...{ name, module, companyId, clientId, key, reservationId, fingerprint, reservedAt, version, wakeAt },
    ...{ typeCode, issueDate, issueTime, dueDate, currency },
    ...{ subtotal: totals.subtotal, taxes: totals.taxes, total: totals.total, withheld: totals.withheld },
    environment: reservation.environment ?? null,
    rangeKind: reservation.rangeKind,
    planYear: yearOf(dateInBogota(Date.parse(reservedAt))),
    fileYear: yearOf(issueDate),
    state: "creating",
    accountingDueDate: document.kind === "support-document" ? document.accountingDueDate : null,
    costCenterId: document.lines.find((line) => line.costCenterId !== null)?.costCenterId ?? null,
  };
}

/** What `documents.detail` holds. */
export function toDetail(document: Document): Record<string, unknown> {
  const { lines, taxes, withholdings, totals, payment, exchangeRate, notes, counterpart } = document;
  // The third party's row may say something else tomorrow; the document says what was signed.
  const party = { name: counterpart.name, email: counterpart.email, address: counterpart.address?.line ?? null };
  return { lines, taxes, withholdings, totals, payment, exchangeRate, notes, party };
}

/** The counterpart as a row of third parties. */
export function toThirdParty({ counterpart }: Document) {
  return {
    type: counterpart.identificationType,
    number: counterpart.identificationNumber,
    name: counterpart.name,
    foldedName: foldText(counterpart.name),
    email: counterpart.email,
    address: counterpart.address?.line ?? null,
  };
}
