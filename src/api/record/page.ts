// Writes the members of a v2 list besides its documents.
import type { DocumentListing } from "../../store/document/document-list.ts";
import { type DocumentListQuery, writeListCursor } from "./document-list-query.ts";

/** @param query what was asked for. */
export function toPage({ total, next, narrowing }: DocumentListing, { slice, order, page }: DocumentListQuery) {
  const isWhole = narrowing === null;
  return {
    page,
    per_page: slice.limit,
    total: isWhole ? total : null,
    pages: isWhole ? Math.ceil(total / slice.limit) : null,
    cursor: next === null ? null : writeListCursor(order, next),
    hay_mas: next !== null,
  };
}
