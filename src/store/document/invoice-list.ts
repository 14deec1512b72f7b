// Lists production invoices and credit notes for v1, newest first, by filters, page and search text, with their total.
import type { Database } from "../base/db.ts";
import { type ListStatus, listSlice } from "./document-list.ts";

/** Filter `tipo`. */
export const LIST_TYPES = ["01", "91"] as const;
type ListType = (typeof LIST_TYPES)[number];
/** What v1 shows without it: exports and debit notes it does not know. */
const SHOWN_TYPES = ["01", "03", "91"] as const;

/** Filters of v2 alone. */
const NO_RELATION = { correctedId: null, establishment: null, till: null } as const;

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

/**
 * Lists production invoices. The total comes from kept counts, or from the hits of a search.
 * @throws PageTooDeepError
 */
export function listInvoices(db: Database, { typeCode, ...filter }: ListFilter, { page, perPage }: PageWish) {
  const typeCodes = typeCode === null ? SHOWN_TYPES : [typeCode];
  const slice = { order: "DESC", limit: perPage, offset: (page - 1) * perPage, after: null } as const;
  const asked = { ...filter, module: "fe", typeCodes, from: null, to: null, ...NO_RELATION } as const;
  return listSlice(db, asked, slice, false);
}
