// Lists production invoices and credit notes for v1, newest first, by filters, page and search text, with their total.
import { and, asc, desc, eq, ne, type Placeholder, type SQL, sql, sum } from "drizzle-orm";
import { build, byShape, type Database, findOne, nameOf, run, statement } from "./db.ts";
import { hasThatThirdParty, signedThirdParty } from "./documents.ts";
import { documentCounts, documents, thirdParties } from "./schema.ts";
import {
  buildSearch,
  indexedBy,
  isProductionInvoice,
  NO_SEARCH,
  readSearch,
  SEARCH_VALUES,
  type Search,
  type SearchPlaceholders,
} from "./search.ts";

/** Filter `estado`: `aprobado` is `aceptado`, `pendiente` everything that is not terminal. */
export const LIST_STATUSES = ["aprobado", "rechazado", "pendiente"] as const;
export type ListStatus = (typeof LIST_STATUSES)[number];
/** Filter `tipo`. */
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

export interface Listing<Row> {
  readonly rows: readonly Row[];
  /** Rows of all the pages. */
  readonly total: number;
}

/** A document as lists show it: everything but its lines. */
export type ListedDocument = Awaited<ReturnType<typeof listInvoices>>["rows"][number];

/** The very expression of the index `documents_status`. */
export const STATUS = sql`CASE ${documents.state} WHEN 'aceptado' THEN 'aprobado' WHEN 'rechazado' THEN 'rechazado' ELSE 'pendiente' END`;
/** What v1 does not know. */
const DEBIT_NOTE = "92";
/** From here on a page is walked to from the nearer end of the list. */
const DEEP_OFFSET = 1_000;

/**
 * Lists production invoices. Pages are found in an index that fits the filter; the total comes from kept counts, or from
 * the hits of a search.
 */
export async function listInvoices(db: Database, filter: ListFilter, wish: PageWish) {
  const { perPage } = wish;
  const offset = (wish.page - 1) * perPage;
  const counting = buildCount(filter);
  if (offset >= DEEP_OFFSET) {
    const total = (await findOne(db, counting))?.total ?? 0;
    const rows = offset >= total ? [] : await run(db, buildDeepPage(filter, offset, perPage, total));
    return { rows, total };
  }
  const [counted, rows] = await db.batch([counting, buildPage(filter, { order: "DESC", limit: perPage, offset })]);
  return { rows, total: counted[0]?.total ?? 0 };
}

/** What decides how the statements of a list read. */
interface Shape extends Pick<ListFilter, "typeCode" | "status"> {
  readonly search: Search["shape"] | null;
}

/** Which rows of a list: those after `offset` others, in either direction. */
interface Slice {
  readonly order: "ASC" | "DESC";
  readonly limit: number;
  readonly offset: number;
}

function writeCount({ typeCode, status }: Shape, companyId: Placeholder) {
  const { total, typeCode: type, status: kept } = documentCounts;
  const isCounted = and(
    eq(documentCounts.companyId, companyId),
    typeCode === null ? ne(type, DEBIT_NOTE) : eq(type, typeCode),
    status === null ? undefined : eq(kept, status),
  );
  return build
    .select({ total: sql<number>`coalesce(${sum(total)}, 0)` })
    .from(documentCounts)
    .where(isCounted);
}

const countOf = byShape((shape: Shape) =>
  statement(["companyId", ...SEARCH_VALUES], (value) =>
    shape.search === null
      ? writeCount(shape, value.companyId)
      : build.select({ total: sql<number>`count(*)` }).from(sql`(${writeHits(shape, value)})`),
  ),
);

const pageOf = byShape(({ order, ...shape }: Shape & Pick<Slice, "order">) =>
  statement(["companyId", "limit", "offset", ...SEARCH_VALUES], ({ limit, offset, ...value }) => {
    // The page is cut out of the index; only its own rows are read. A limit that is bound as it is makes SQLite prepare twice.
    const id = nameOf(documents.id);
    return selectPage(sql`SELECT ${id} FROM (${writeHits(shape, value)}) ORDER BY ${id} ${sql.raw(order)}
      LIMIT CAST(${limit} AS INTEGER) OFFSET CAST(${offset} AS INTEGER)`);
  }),
);

/** The documents of a page. @param slice their ids. */
export function selectPage(slice: SQL, order: Slice["order"] = "DESC") {
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
      trackId: documents.trackId,
      zipKey: documents.zipKey,
      idempotencyKey: documents.idempotencyKey,
      thirdParty: signedThirdParty,
    })
    .from(page)
    .crossJoin(documents)
    .leftJoin(thirdParties, hasThatThirdParty)
    .where(eq(documents.id, page.id))
    .orderBy(order === "DESC" ? desc(documents.id) : asc(documents.id));
}

/** Ids of every document that a filter lets through. */
function writeHits({ typeCode, status, search }: Shape, { companyId, ...value }: SearchPlaceholders): SQL {
  const isWanted = and(
    isProductionInvoice(companyId),
    sql`${documents.typeCode} ${typeCode === null ? sql.raw(`<> '${DEBIT_NOTE}'`) : sql`= ${typeCode}`}`,
    status === null ? undefined : sql`${STATUS} = ${status}`,
  );
  if (search === null) {
    const source = indexedBy(documents, chooseIndex(typeCode, status));
    return sql`SELECT ${documents.id} FROM ${source} WHERE ${isWanted}`;
  }
  const found = buildSearch(companyId, search, value);
  return sql`SELECT ${documents.id} FROM ${documents} WHERE ${documents.id} IN (${found}) AND ${isWanted}`;
}

/** Credit notes are few and invoices many: the rarer property leads, the other is read from the same index. */
function chooseIndex(typeCode: ListType | null, status: ListStatus | null): string {
  if (typeCode === "91") return "documents_type";
  if (status !== null) return "documents_status";
  return typeCode === null ? "documents_page" : "documents_type";
}

function readFilter({ typeCode, status, search }: ListFilter) {
  const { shape, values } = search === null ? NO_SEARCH : readSearch(search);
  return { shape: { typeCode, status, search: shape }, values };
}

/** The statement of the total of a filter. */
function buildCount(filter: ListFilter) {
  const { shape, values } = readFilter(filter);
  return countOf(shape)({ companyId: filter.companyId, ...values });
}

/** The statement of one page, in either direction; always answered newest first. */
function buildPage(filter: ListFilter, { order, limit, offset }: Slice) {
  const { shape, values } = readFilter(filter);
  return pageOf({ ...shape, order })({ companyId: filter.companyId, limit, offset, ...values });
}

/** A page far from the newest: whichever end is nearer is where the walk begins. */
function buildDeepPage(filter: ListFilter, offset: number, perPage: number, total: number) {
  if (offset <= total / 2) return buildPage(filter, { order: "DESC", limit: perPage, offset });
  const limit = Math.min(perPage, total - offset);
  return buildPage(filter, { order: "ASC", limit, offset: total - offset - limit });
}
