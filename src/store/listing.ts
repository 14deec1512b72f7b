// Filters, a page and a search text into production invoices and credit notes, newest first, with their total.
import type { State } from "../domain/state.ts";
import { type Database, readBatch, readOne } from "./database.ts";
import { type StoredDocument, THIRD_PARTY } from "./documents.ts";
import { buildSearch, type Query } from "./search.ts";

/** Filter `estado` of contract 3.2: `aprobado` is `aceptado`, `pendiente` everything that is not terminal. */
export const LIST_STATUSES = ["aprobado", "rechazado", "pendiente"] as const;
export type ListStatus = (typeof LIST_STATUSES)[number];
/** Filter `tipo` of contract 4.1. */
export const LIST_TYPES = ["01", "91"] as const;
export type ListType = (typeof LIST_TYPES)[number];

export interface ListFilter {
  readonly companyId: number;
  readonly typeCode: ListType | null;
  readonly status: ListStatus | null;
  /** What the client typed: id, number, CUFE, or a third party's name or number. */
  readonly search: string | null;
}

/** Which part of a list: `page` from 1, `perPage` rows. */
export interface PageWish {
  readonly page: number;
  readonly perPage: number;
}

/** A document as lists show it: everything but its lines. */
export type ListedDocument = Pick<
  StoredDocument,
  | "id"
  | "companyId"
  | "typeCode"
  | "environment"
  | "prefix"
  | "number"
  | "state"
  | "issueDate"
  | "issueTime"
  | "dueDate"
  | "currency"
  | "subtotal"
  | "taxes"
  | "total"
  | "withheld"
  | "fiscalId"
  | "xmlPath"
  | "trackId"
  | "zipKey"
  | "thirdParty"
>;

export interface Listing<Row> {
  readonly rows: readonly Row[];
  /** Rows of all the pages. */
  readonly total: number;
}

/** The very expression of the index `documents_status`. */
const STATUS = "CASE state WHEN 'aceptado' THEN 'aprobado' WHEN 'rechazado' THEN 'rechazado' ELSE 'pendiente' END";
/** From here on a page is walked to from the nearer end of the list. */
const DEEP_OFFSET = 1_000;

/**
 * Lists production invoices (contract 4.1). Pages are found in an index that fits the filter; the total comes from kept
 * counts, or from the hits of a search.
 */
export async function listInvoices(db: Database, filter: ListFilter, page: PageWish): Promise<Listing<ListedDocument>> {
  const offset = (page.page - 1) * page.perPage;
  const count = buildCount(filter);
  if (offset >= DEEP_OFFSET) {
    const total = (await readOne<{ total: number }>(prepare(db, count)))?.total ?? 0;
    if (offset >= total) return { rows: [], total };
    const rows = await readBatch(db, [prepare(db, buildDeepPage(filter, offset, page.perPage, total))]);
    return { rows: (rows[0] ?? []).map(toListed), total };
  }
  const [counted, rows] = await readBatch(db, [
    prepare(db, count),
    prepare(db, buildPage(filter, "DESC", page.perPage, offset)),
  ]);
  const [row] = (counted ?? []) as readonly { readonly total: number }[];
  return { rows: (rows ?? []).map(toListed), total: row?.total ?? 0 };
}

function prepare(db: Database, query: Query): D1PreparedStatement {
  return db.prepare(query.sql).bind(...query.values);
}

/** The total of a filter. */
export function buildCount(filter: ListFilter): Query {
  if (filter.search === null) {
    const sql = `SELECT coalesce(sum(total), 0) AS total FROM document_counts
      WHERE company_id = ?1 AND (?2 IS NULL OR type_code = ?2) AND (?3 IS NULL OR status = ?3)`;
    return { sql, values: [filter.companyId, filter.typeCode, filter.status] };
  }
  const hits = buildHits(filter);
  return { sql: `SELECT count(*) AS total FROM (${hits.sql})`, values: hits.values };
}

/** One page, in either direction; always answered newest first. */
export function buildPage(filter: ListFilter, order: "ASC" | "DESC", limit: number, offset: number): Query {
  const hits = buildHits(filter);
  const { length } = hits.values;
  // The page is cut out of the index; only its own rows are read.
  const sql = `SELECT d.id, d.company_id AS companyId, d.type_code AS typeCode, d.environment, d.prefix, d.number, d.state,
  d.issue_date AS issueDate, d.issue_time AS issueTime, d.due_date AS dueDate, d.currency, d.subtotal, d.taxes, d.total,
  d.withheld, d.fiscal_id AS fiscalId, d.xml_path AS xmlPath, d.track_id AS trackId, d.zip_key AS zipKey,
  iif(t.id IS NULL, NULL, ${THIRD_PARTY}) AS thirdParty
FROM (SELECT id FROM (${hits.sql}) ORDER BY id ${order}
  LIMIT CAST(?${length + 1} AS INTEGER) OFFSET CAST(?${length + 2} AS INTEGER)) AS page
CROSS JOIN documents d ON d.id = page.id
LEFT JOIN third_parties t ON t.id = d.third_party_id AND t.company_id = d.company_id
ORDER BY d.id DESC`;
  return { sql, values: [...hits.values, limit, offset] };
}

/** A page far from the newest: whichever end is nearer is where the walk begins. */
function buildDeepPage(filter: ListFilter, offset: number, perPage: number, total: number): Query {
  if (offset <= total / 2) return buildPage(filter, "DESC", perPage, offset);
  const count = Math.min(perPage, total - offset);
  return buildPage(filter, "ASC", count, total - offset - count);
}

/** Ids of every document that a filter lets through. */
function buildHits(filter: ListFilter): Query {
  const { companyId, typeCode, status, search } = filter;
  const conditions = ["company_id = ?1", "module = 'fe'", "environment = 'produccion'"];
  const values: (string | number | null)[] = [companyId];
  if (typeCode !== null) conditions.push(`type_code = ?${values.push(typeCode)}`);
  if (status !== null) conditions.push(`${STATUS} = ?${values.push(status)}`);
  if (search === null) {
    const index = chooseIndex(typeCode, status);
    return { sql: `SELECT id FROM documents INDEXED BY ${index} WHERE ${conditions.join(" AND ")}`, values };
  }
  const found = buildSearch(search, values.length + 1);
  const sql = `SELECT id FROM documents WHERE id IN (${found.sql}) AND ${conditions.join(" AND ")}`;
  return { sql, values: [...values, ...found.values] };
}

/** Credit notes are few and invoices many: the rarer property leads, the other is read from the same index. */
function chooseIndex(typeCode: ListType | null, status: ListStatus | null): string {
  if (typeCode === "91") return "documents_type";
  if (status !== null) return "documents_status";
  return typeCode === null ? "documents_list" : "documents_type";
}

function toListed(raw: unknown): ListedDocument {
  const row = raw as Omit<ListedDocument, "thirdParty" | "state"> & { state: State; thirdParty: string | null };
  const thirdParty = row.thirdParty === null ? null : (JSON.parse(row.thirdParty) as ListedDocument["thirdParty"]);
  return { ...row, thirdParty };
}
