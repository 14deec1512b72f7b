// Lists production documents of a module and the notes on them for v2, by filters, days and search, by page or after a cursor.
import { and, asc, desc, eq, ne, type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Module } from "../../domain/company.ts";
import { listCodes, type TypeCode } from "../../domain/kind.ts";
import { build, byShape, type Database, nameOf, type RowOf, statement, writeCodes } from "../base/db.ts";
import { overParts } from "../base/home.ts";
import { documentCounts, documents, thirdParties } from "../base/schema.ts";
import { hasThatThirdParty, signedThirdParty, trackId } from "./documents.ts";
import {
  buildInvoiceSearch,
  buildSupportDocumentSearch,
  indexedBy,
  isProductionInvoice,
  isProductionSupportDocument,
  NO_SEARCH,
  readSearch,
  SEARCH_VALUES,
  type SearchShape,
  selectBoth,
} from "./search.ts";

/** Filter `estado`: `aprobado` is `aceptado`, `pendiente` everything that is not terminal. */
export const LIST_STATUSES = ["aprobado", "rechazado", "pendiente"] as const;
export type ListStatus = (typeof LIST_STATUSES)[number];
export interface DocumentFilter {
  readonly companyId: number;
  readonly module: Module;
  /** Types of the module, each once; empty: all. */
  readonly typeCodes: readonly TypeCode[];
  readonly status: ListStatus | null;
  /** What the client typed: as in v1, or the idempotency key. */
  readonly search: string | null;
  /** Issue dates, both inclusive. */
  readonly from: string | null;
  readonly to: string | null;
  /** Only notes on this document. */
  readonly correctedId: number | null;
}

/** Which part of a list: from an offset, or after a document, in the order of the ids. */
export interface DocumentSlice {
  readonly order: "ASC" | "DESC";
  readonly limit: number;
  readonly offset: number;
  /** Id of the last document that was seen. */
  readonly after: number | null;
}

/** A document as lists show it: everything but its lines. */
export type ListedDocument = RowOf<ReturnType<typeof selectPage>>;

export interface DocumentListing {
  readonly rows: readonly ListedDocument[];
  /** Documents that the filter lets through, wherever the slice begins. */
  readonly total: number;
  /** Whether more follow. */
  readonly hasMore: boolean;
}

/** The very expression of the index `documents_status`. */
const STATUS = sql`CASE ${documents.state} WHEN 'aceptado' THEN 'aprobado' WHEN 'rechazado' THEN 'rechazado' ELSE 'pendiente' END`;
const INVOICE_NOTES = listCodes({ shape: "note", module: "fe" });
/** What v1 does not know. */
const DEBIT_NOTE = "92";

/** What decides how the statements of a list read. */
export interface ListShape extends Pick<DocumentFilter, "module" | "typeCodes" | "status"> {
  readonly search: SearchShape | null;
  readonly hasFrom: boolean;
  readonly hasTo: boolean;
  readonly isOfDocument: boolean;
  /** Without debit notes, not searched by key, always newest first. */
  readonly isV1: boolean;
}

const FILTER_VALUES = ["companyId", "from", "to", "correctedId", ...SEARCH_VALUES] as const;
type FilterPlaceholders = Readonly<Record<(typeof FILTER_VALUES)[number], Placeholder>>;

/** Rows of a list out of one database: from an offset, so many of them. */
export interface Cut {
  readonly offset: number;
  readonly limit: number;
}

/**
 * Rows of a list that goes through the parts of a company one after the other, with the total of all of them: ids of a newer part
 * are greater than every one of an older. What comes before the offset is not read.
 */
export function listThrough<Row>(
  db: Database,
  order: DocumentSlice["order"],
  { offset, limit }: Cut,
  list: (db: Database, cut: Cut) => Promise<{ readonly rows: readonly Row[]; readonly total: number }>,
): Promise<{ readonly rows: readonly Row[]; readonly total: number }> {
  return overParts(db, async (parts) => {
    const rows: Row[] = [];
    let total = 0;
    for (const part of order === "DESC" ? parts : parts.toReversed()) {
      const listed = await list(part.db, { offset: Math.max(0, offset - total), limit: limit - rows.length });
      rows.push(...listed.rows);
      total += listed.total;
    }
    return { rows, total };
  });
}

/** One page, with the total: one round trip to each database of the company. */
export async function listDocuments(
  db: Database,
  filter: DocumentFilter,
  slice: DocumentSlice,
): Promise<DocumentListing> {
  const { order, offset, limit } = slice;
  // One more says whether there are others.
  const wanted = { offset, limit: limit + 1 };
  const { rows, total } = await listThrough(db, order, wanted, (one, cut) =>
    listPart(one, filter, { ...slice, ...cut }),
  );
  return { rows: rows.slice(0, limit), total, hasMore: rows.length > limit };
}

async function listPart(db: Database, filter: DocumentFilter, { order, limit, offset, after }: DocumentSlice) {
  const { companyId, module, typeCodes, status, from, to, correctedId } = filter;
  const search = filter.search === null ? NO_SEARCH : readSearch(filter.search, companyId);
  const shape: ListShape = {
    module,
    typeCodes,
    status,
    search: search.shape,
    ...{ hasFrom: from !== null, hasTo: to !== null, isOfDocument: correctedId !== null, isV1: false },
  };
  const values = { companyId, from, to, correctedId, ...search.values };
  const [counted, rows] = await db.batch([
    countOf(shape)(values),
    pageOf({ ...shape, order, isAfter: after !== null })({ ...values, limit, offset, after }),
  ]);
  return { rows, total: counted[0]?.total ?? 0 };
}

/** The statement that counts what a list of one shape has; made once for each shape, and bound to `FILTER_VALUES`. */
export const countOf = byShape((shape: ListShape) =>
  statement(FILTER_VALUES, (value) => {
    const isKept =
      shape.module === "fe" && shape.search === null && !shape.hasFrom && !shape.hasTo && !shape.isOfDocument;
    if (isKept) return writeKeptCount(shape, value);
    return build.select({ total: sql<number>`count(*)`.as("total") }).from(sql`(${writeHits(shape, value)})`);
  }),
);

/** Settled invoices and notes on them are counted as they change, pending ones when it is asked how many there are. */
function writeKeptCount(shape: ListShape, value: FilterPlaceholders) {
  const { status } = shape;
  const { companyId, total, status: kept } = documentCounts;
  const isCounted = and(
    eq(companyId, value.companyId),
    isOfType(shape, documentCounts.typeCode),
    // An earlier schema keeps a count of the pending ones too.
    status === null ? ne(kept, sql`'pendiente'`) : sql`${kept} = ${status}`,
  );
  const settled = sql`coalesce((SELECT sum(${total}) FROM ${documentCounts} WHERE ${isCounted}), 0)`;
  const waiting = sql`(SELECT count(*) FROM (${writeHits({ ...shape, status: "pendiente" }, value)}))`;
  const all = status === "pendiente" ? waiting : status === null ? sql`${settled} + ${waiting}` : settled;
  return build.select({ total: sql<number>`${all}`.as("total") }).from(sql`(SELECT 1)`);
}

function isOfType({ typeCodes, isV1 }: ListShape, column: SQLWrapper): SQL | undefined {
  const [only, ...others] = typeCodes;
  if (only !== undefined && others.length === 0) return sql`${column} = ${only}`;
  if (only !== undefined) return sql`${column} IN ${typeCodes}`;
  return isV1 ? sql`${column} <> ${sql.raw(`'${DEBIT_NOTE}'`)}` : undefined;
}

/**
 * The statement that reads a page of a list of one shape and order; made once for each, and bound to `FILTER_VALUES`, `limit`,
 * `offset` and `after`, the id after which the page begins where `isAfter` says so.
 */
export const pageOf = byShape(
  ({ order, isAfter, ...shape }: ListShape & { readonly order: DocumentSlice["order"]; readonly isAfter: boolean }) =>
    statement([...FILTER_VALUES, "limit", "offset", "after"], ({ limit, offset, after, ...value }) => {
      const id = nameOf(documents.id);
      const isBeyond = sql`${documents.id} ${sql.raw(order === "DESC" ? "<" : ">")} ${after}`;
      const hits = writeHits(shape, value, isAfter ? isBeyond : undefined);
      // A limit that is bound as it is makes SQLite prepare twice.
      const slice = sql`SELECT ${id} FROM (${hits}) ORDER BY ${id} ${sql.raw(order)}
        LIMIT CAST(${limit} AS INTEGER) OFFSET CAST(${offset} AS INTEGER)`;
      return selectPage(slice, shape.isV1 ? "DESC" : order);
    }),
);

/** The documents of a page. @param slice their ids. */
function selectPage(slice: SQL, order: DocumentSlice["order"]) {
  const page = build
    .select({ id: sql<number>`${nameOf(documents.id)}`.as("hit") })
    .from(sql`(${slice})`)
    .as("page");
  return build
    .select({
      id: documents.id,
      companyId: documents.companyId,
      typeCode: documents.typeCode,
      environment: documents.environment,
      prefix: documents.prefix,
      number: documents.number,
      state: documents.state,
      issueDate: documents.issueDate,
      issueTime: documents.issueTime,
      dueDate: documents.dueDate,
      currency: documents.currency,
      subtotal: documents.subtotal,
      taxes: documents.taxes,
      total: documents.total,
      withheld: documents.withheld,
      fiscalId: documents.fiscalId,
      xmlPath: documents.xmlPath,
      trackId,
      zipKey: documents.zipKey,
      idempotencyKey: documents.idempotencyKey,
      metadata: documents.metadata,
      thirdParty: signedThirdParty,
    })
    .from(page)
    .crossJoin(documents)
    .leftJoin(thirdParties, hasThatThirdParty)
    .where(eq(documents.id, page.id))
    .orderBy(order === "DESC" ? desc(documents.id) : asc(documents.id));
}

/** Ids of every document that a filter lets through. */
function writeHits(shape: ListShape, value: FilterPlaceholders, isBeyond?: SQL): SQL {
  const { module, status, search, hasFrom, hasTo, isOfDocument, isV1 } = shape;
  const { companyId, from, to, correctedId } = value;
  const isMine = module === "fe" ? isProductionInvoice(companyId) : isProductionSupportDocument(companyId);
  const isWanted = and(
    isMine,
    isOfType(shape, documents.typeCode),
    status === null ? undefined : sql`${STATUS} = ${status}`,
    hasFrom ? sql`${documents.issueDate} >= ${from}` : undefined,
    hasTo ? sql`${documents.issueDate} <= ${to}` : undefined,
    isOfDocument ? sql`${documents.correctedId} = ${correctedId}` : undefined,
    isBeyond,
  );
  if (search === null) return selectFrom(chooseIndex(shape), isWanted);
  if (module === "dse") return buildSupportDocumentSearch(companyId, search, value, isWanted);
  const { id } = documents;
  const found = buildInvoiceSearch(companyId, search, value, !isV1);
  return sql`SELECT ${id} FROM ${documents} WHERE ${id} IN (${found}) AND ${isWanted}`;
}

/** Pending documents and notes are few, invoices many: the rarer property leads, the other is read from the same index. */
function chooseIndex({ module, typeCodes, status, isOfDocument }: ListShape): string {
  if (isOfDocument) return "documents_corrected";
  if (module === "dse") return "documents_page_dse";
  if (status === "pendiente") return "documents_status";
  // No index of a list leads to the few papers that a company transcribed.
  if (typeCodes.length === 1 && typeCodes[0] === "03") return "documents_number";
  if (typeCodes.length > 0 && typeCodes.every((one) => INVOICE_NOTES.some((note) => note === one)))
    return "documents_type";
  return status === null ? "documents_page" : "documents_status";
}

/** Ids of the documents that fulfil a condition, from an index. */
function selectFrom(index: string, isWanted: SQL | undefined): SQL {
  if (index === "documents_status" || index === "documents_page_dse") return selectBoth(index, isWanted);
  // The literals of the index, which holds nothing else.
  const isNote = index === "documents_type" ? sql` AND ${documents.typeCode} IN (${writeCodes(INVOICE_NOTES)})` : sql``;
  return sql`SELECT ${documents.id} FROM ${indexedBy(documents, index)} WHERE ${isWanted}${isNote}`;
}
