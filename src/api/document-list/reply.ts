// Writes the members of a v2 list besides its documents.
import type { DocumentListing } from "../../store/document/document-list.ts";
import { type DocumentListQuery, writeListCursor } from "./query.ts";

/** @param query what was asked for. */
export function toPage({ rows, total, hasMore }: DocumentListing, { slice, order, page }: DocumentListQuery) {
  const last = rows.at(-1);
  return {
    page,
    per_page: slice.limit,
    total,
    pages: Math.ceil(total / slice.limit),
    cursor: hasMore && last !== undefined ? writeListCursor(order, last.id) : null,
    hay_mas: hasMore,
  };
}
