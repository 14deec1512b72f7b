// Lists production invoices and credit notes for v1, newest first, by filters, page and search text, with their total.
import { type Database, findOne, run } from "../base/db.ts";
import { type Cut, countOf, type ListShape, type ListStatus, listThrough, pageOf } from "./document-list.ts";
import { NO_SEARCH, readSearch } from "./search.ts";

/** Filter `tipo`. */
export const LIST_TYPES = ["01", "91"] as const;
type ListType = (typeof LIST_TYPES)[number];

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

/** From here on a page is walked to from the nearer end of the list. */
const DEEP_OFFSET = 1_000;

/**
 * Lists production invoices. Pages are found in an index that fits the filter; the total comes from kept counts, or from
 * the hits of a search.
 */
export function listInvoices(db: Database, filter: ListFilter, { page, perPage }: PageWish) {
  const cut = { offset: (page - 1) * perPage, limit: perPage };
  return listThrough(db, "DESC", cut, (one, part) => listPart(one, filter, part));
}

async function listPart(
  db: Database,
  { companyId, typeCode, status, search: text }: ListFilter,
  { offset, limit: most }: Cut,
) {
  const search = text === null ? NO_SEARCH : readSearch(text);
  const shape: ListShape = {
    module: "fe",
    typeCodes: typeCode === null ? [] : [typeCode],
    status,
    search: search.shape,
    ...{ hasFrom: false, hasTo: false, isOfDocument: false, isV1: true },
  };
  const values = { companyId, from: null, to: null, correctedId: null, after: null, ...search.values };
  const counting = countOf(shape)(values);
  const cut = (order: "ASC" | "DESC", limit: number, from: number) =>
    pageOf({ ...shape, order, isAfter: false })({ ...values, limit, offset: from });
  if (offset < DEEP_OFFSET) {
    const [counted, rows] = await db.batch([counting, cut("DESC", most, offset)]);
    return { rows, total: counted[0]?.total ?? 0 };
  }
  const total = (await findOne(db, counting))?.total ?? 0;
  if (offset >= total) return { rows: [], total };
  // A page far from the newest: the nearer end is where the walk begins.
  const limit = Math.min(most, total - offset);
  const isNear = offset <= total / 2;
  const rows = await run(db, isNear ? cut("DESC", most, offset) : cut("ASC", limit, total - offset - limit));
  return { rows, total };
}
