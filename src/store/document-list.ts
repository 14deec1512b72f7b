// Lists production documents of a module and the notes on them for v2, by filters, days and search, by page or after a cursor.
import { and, eq, type Placeholder, type SQL, sql, sum } from "drizzle-orm";
import type { Module } from "../domain/company.ts";
import { build, byShape, type Database, nameOf, statement } from "./db.ts";
import { type ListedDocument, type ListStatus, STATUS, selectPage } from "./listing.ts";
import { documentCounts, documents } from "./schema.ts";
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
} from "./search.ts";

export interface DocumentFilter {
  readonly companyId: number;
  readonly module: Module;
  /** One of the types of the module. */
  readonly typeCode: "01" | "91" | "92" | "05" | "95" | null;
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

export interface DocumentListing {
  readonly rows: readonly ListedDocument[];
  /** Documents that the filter lets through, wherever the slice begins. */
  readonly total: number;
  /** Whether more follow. */
  readonly hasMore: boolean;
}

/** What decides how the statements of a list read. */
interface Shape extends Pick<DocumentFilter, "module" | "typeCode" | "status"> {
  readonly search: SearchShape | null;
  readonly hasFrom: boolean;
  readonly hasTo: boolean;
  readonly isOfDocument: boolean;
}

const FILTER_VALUES = ["companyId", "from", "to", "correctedId", ...SEARCH_VALUES] as const;
type FilterPlaceholders = Readonly<Record<(typeof FILTER_VALUES)[number], Placeholder>>;

/** One page in one round trip, with the total. */
export async function listDocuments(
  db: Database,
  filter: DocumentFilter,
  { order, limit, offset, after }: DocumentSlice,
): Promise<DocumentListing> {
  const { companyId, module, typeCode, status, from, to, correctedId } = filter;
  const search = filter.search === null ? NO_SEARCH : readSearch(filter.search);
  const shape: Shape = {
    ...{ module, typeCode, status, search: search.shape },
    ...{ hasFrom: from !== null, hasTo: to !== null, isOfDocument: correctedId !== null },
  };
  const values = { companyId, from, to, correctedId, ...search.values };
  const [counted, rows] = await db.batch([
    countOf(shape)(values),
    pageOf({ ...shape, order, isAfter: after !== null })({ ...values, limit: limit + 1, offset, after }),
  ]);
  return { rows: rows.slice(0, limit), total: counted[0]?.total ?? 0, hasMore: rows.length > limit };
}

const countOf = byShape((shape: Shape) =>
  statement(FILTER_VALUES, (value) => {
    const isKept =
      shape.module === "fe" && shape.search === null && !shape.hasFrom && !shape.hasTo && !shape.isOfDocument;
    if (isKept) return writeKeptCount(shape, value.companyId);
    return build.select({ total: sql<number>`count(*)` }).from(sql`(${writeHits(shape, value)})`);
  }),
);

/** Invoices and notes on them are counted as they change. */
function writeKeptCount({ typeCode, status }: Shape, companyId: Placeholder) {
  const isCounted = and(
    eq(documentCounts.companyId, companyId),
    typeCode === null ? undefined : eq(documentCounts.typeCode, typeCode),
    status === null ? undefined : eq(documentCounts.status, status),
  );
  return build
    .select({ total: sql<number>`coalesce(${sum(documentCounts.total)}, 0)` })
    .from(documentCounts)
    .where(isCounted);
}

const pageOf = byShape(
  ({ order, isAfter, ...shape }: Shape & { readonly order: DocumentSlice["order"]; readonly isAfter: boolean }) =>
    statement([...FILTER_VALUES, "limit", "offset", "after"], ({ limit, offset, after, ...value }) => {
      const id = nameOf(documents.id);
      const isBeyond = sql`${documents.id} ${sql.raw(order === "DESC" ? "<" : ">")} ${after}`;
      const hits = writeHits(shape, value, isAfter ? isBeyond : undefined);
      // A limit that is bound as it is makes SQLite prepare twice.
      const slice = sql`SELECT ${id} FROM (${hits}) ORDER BY ${id} ${sql.raw(order)}
        LIMIT CAST(${limit} AS INTEGER) OFFSET CAST(${offset} AS INTEGER)`;
      return selectPage(slice, order);
    }),
);

/** Ids of every document that a filter lets through. */
function writeHits(shape: Shape, value: FilterPlaceholders, isBeyond?: SQL): SQL {
  const { module, typeCode, status, search, hasFrom, hasTo, isOfDocument } = shape;
  const { companyId, from, to, correctedId } = value;
  const isMine = module === "fe" ? isProductionInvoice(companyId) : isProductionSupportDocument(companyId);
  const isWanted = and(
    isMine,
    typeCode === null ? undefined : sql`${documents.typeCode} = ${typeCode}`,
    status === null ? undefined : sql`${STATUS} = ${status}`,
    hasFrom ? sql`${documents.issueDate} >= ${from}` : undefined,
    hasTo ? sql`${documents.issueDate} <= ${to}` : undefined,
    isOfDocument ? sql`${documents.correctedId} = ${correctedId}` : undefined,
    isBeyond,
  );
  const { id } = documents;
  if (search === null) {
    return sql`SELECT ${id} FROM ${indexedBy(documents, chooseIndex(shape))} WHERE ${isWanted}`;
  }
  const buildSearch = module === "fe" ? buildInvoiceSearch : buildSupportDocumentSearch;
  return sql`SELECT ${id} FROM ${documents} WHERE ${id} IN (${buildSearch(companyId, search, value)}) AND ${isWanted}`;
}

/** Notes are few and invoices many: the rarer property leads, the others are read from the same index. */
function chooseIndex({ module, typeCode, status, isOfDocument }: Shape): string {
  if (isOfDocument) return "documents_corrected";
  if (module === "dse") return "documents_page_dse";
  if (typeCode === "91" || typeCode === "92") return "documents_type";
  return status === null ? "documents_page" : "documents_status";
}
