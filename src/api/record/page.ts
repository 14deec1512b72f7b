// Answers a list of v2: its documents, and the page that they are.
import type { Module } from "../../domain/company.ts";
import { type DocumentListing, type ListedDocument, listDocuments } from "../../store/document/document-list.ts";
import type { Call } from "../app/route.ts";
import {
  type DocumentListQuery,
  type ListKind,
  readDocumentListQuery,
  writeListCursor,
} from "./document-list-query.ts";
import { readPage } from "./list-query.ts";

/** @throws ApiError `invalid_parameter` with all the problems of the query. */
export async function answerList<Doc>(
  call: Call,
  module: Module,
  kind: ListKind,
  toDoc: (document: ListedDocument) => Doc,
) {
  const query = readDocumentListQuery(call.query, kind);
  const filter = { ...query.filter, module, companyId: call.caller.company.id };
  const listing = await readPage(call, () => listDocuments(call.db, filter, query.slice));
  return {
    status: 200 as const,
    body: { ok: true as const, docs: listing.rows.map(toDoc), ...toPage(listing, query) },
  };
}

function toPage({ total, next, narrowing }: DocumentListing, { slice, order, page }: DocumentListQuery) {
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
