// Fills a local D1 with so many invoices of several companies, written straight into its file.
import { DatabaseSync } from "node:sqlite";
import { foldText } from "../src/store/base/stored-form.ts";

export const DOCUMENTS_PER_COMPANY = 500;
/** Every so many documents there is a note, on the invoice before it. */
const NOTE_EVERY = 10;
/** The change of a document has this sequence and its id; it is in the past, as epoch milliseconds. */
const FIRST_SEQUENCE = 1_700_000_000_000;
const RECEIVERS_PER_COMPANY = 100;
const GIVEN_NAMES = ["María", "José", "Ángela", "Íñigo", "Camilo", "Sofía", "Andrés", "Lucía", "Núñez", "Gómez"];
const TRADES = ["Comercial", "Ferretería", "Panadería", "Distribuciones", "Transportes", "Café", "Textiles"];

/** What can be searched of one document. */
export interface Probe {
  readonly companyId: number;
  readonly id: number;
  readonly number: number;
  readonly fullNumber: string;
  readonly fiscalId: string;
  readonly partyName: string;
  readonly partyNumber: string;
  /** An invoice with a note on it. */
  readonly correctedId: number;
  /** Of its change in the feed. */
  readonly sequence: number;
}

/** The facts of the document that `fill` gives a company and a consecutive. */
export function probeOf(companyId: number, number: number, documents: number): Probe {
  const party = partyOf(companyId, number % RECEIVERS_PER_COMPANY);
  const idOf = (own: number) => (own - 1) * (documents / DOCUMENTS_PER_COMPANY) + companyId;
  return {
    companyId,
    id: idOf(number),
    number,
    fullNumber: prefixOf(number) + String(number),
    fiscalId: `${companyId.toString(16).padStart(8, "0")}${number.toString(16).padStart(8, "0")}`.padEnd(96, "b7"),
    partyName: party.name,
    partyNumber: party.number,
    correctedId: idOf(Math.ceil(number / NOTE_EVERY) * NOTE_EVERY - 1),
    sequence: FIRST_SEQUENCE + idOf(number),
  };
}

/**
 * Writes `documents` invoices of 500 each company, every tenth of them a credit note on the one before, with their changes; no
 * other process may have the file open.
 */
export function fill(path: string, documents: number): void {
  const db = new DatabaseSync(path);
  db.exec("PRAGMA synchronous = OFF; PRAGMA cache_size = -262144; BEGIN");
  const companies = documents / DOCUMENTS_PER_COMPANY;
  const partyIds = addParties(db, companies);
  addDocuments(db, documents, partyIds);
  db.exec(`UPDATE changes SET sequence = ${FIRST_SEQUENCE} + document_id`);
  db.exec("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
}

function addParties(db: DatabaseSync, companies: number): readonly (readonly number[])[] {
  const insert = db.prepare(
    `INSERT INTO third_parties (company_id, module, identification_type, identification_number, name, folded_name, email)
     VALUES (?, 'fe', '31', ?, ?, ?, 'a@b.co')`,
  );
  return Array.from({ length: companies }, (_, company) =>
    Array.from({ length: RECEIVERS_PER_COMPANY }, (__, index) => {
      const party = partyOf(company + 1, index);
      return Number(insert.run(company + 1, party.number, party.name, foldText(party.name)).lastInsertRowid);
    }),
  );
}

function addDocuments(db: DatabaseSync, documents: number, partyIds: readonly (readonly number[])[]): void {
  const insert = db.prepare(
    `INSERT INTO documents (company_id, module, type_code, environment, client_id, issuance_name, reservation_id,
       fingerprint, reserved_at, prefix, number, full_number, state, version, issue_date, issue_time, currency, subtotal,
       taxes, total, withheld, third_party_id, fiscal_id, xml_path,
       concept_code, corrected_id, due_at)
     VALUES (?, 'fe', ?, 'produccion', 1, ?, ?, '1:aa', '2026-01-01T00:00:00Z', ?, ?, ?, ?, 9, '2026-01-01',
       '10:00:00-05:00', 'COP', '100.00', '19.00', '119.00', '0.00', ?, unhex(?), 'fe/1/a.xml', ?, ?, ?)`,
  );
  // Companies take turns, as they do in life: one company's documents lie scattered over the table.
  for (let number = 1; number <= DOCUMENTS_PER_COMPANY; number += 1) {
    for (let company = 1; company <= documents / DOCUMENTS_PER_COMPANY; company += 1) {
      const { fullNumber, fiscalId, correctedId } = probeOf(company, number, documents);
      const key = `${company}:${number}`;
      const partyId = partyIds[company - 1]?.[number % RECEIVERS_PER_COMPANY] ?? null;
      const prefix = prefixOf(number);
      const state = stateOf(number);
      insert.run(
        company,
        prefix === "NC" ? "91" : "01",
        `fe:${key}`,
        key,
        prefix,
        number,
        fullNumber,
        state,
        partyId,
        fiscalId,
        prefix === "NC" ? "3" : null,
        prefix === "NC" ? correctedId : null,
        state === "en_proceso_http" ? "2026-01-01T00:10:00.000Z" : null,
      );
    }
  }
}

function prefixOf(number: number): "FE" | "NC" {
  return number % NOTE_EVERY === 0 ? "NC" : "FE";
}

function stateOf(number: number): string {
  if (number % 29 === 0) return "rechazado";
  return number % 83 === 0 ? "en_proceso_http" : "aceptado";
}

function partyOf(companyId: number, index: number): { readonly name: string; readonly number: string } {
  const trade = TRADES[(companyId + index) % TRADES.length] ?? "";
  const given = GIVEN_NAMES[(companyId * 3 + index) % GIVEN_NAMES.length] ?? "";
  const name = `${trade} ${given} ${companyId * 31 + index * 7} SAS`;
  return { name, number: String(800_000_000 + companyId * 1_000 + index) };
}
