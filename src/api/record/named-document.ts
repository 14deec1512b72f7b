// Finds the document that a path names, which was read together with the caller.
import type { Module } from "../../domain/company.ts";
import type { StoredDocument } from "../../store/document/documents.ts";
import { type Call, getDocumentId } from "../app/route.ts";
import { ApiError } from "../base/error.ts";
import { TEXT } from "../message/request.ts";

/** Exports and notes of v2, which v1 does not know by id. */
const HIDDEN_IN_V1: readonly string[] = ["02", "92", "95"];
const REFUSALS = {
  fe: (id: number) => TEXT.noDocument(String(id)),
  dse: TEXT.noSupportDocument,
  dee: TEXT.noTicket,
} as const;

/** @throws ApiError `not_found` for a document that the company does not have in this module, or the called version does not know. */
export function getNamedDocument(call: Call, module: Module): StoredDocument {
  const id = getDocumentId(call);
  const { document } = call;
  if (document === undefined || (call.version === "v1" && HIDDEN_IN_V1.includes(document.typeCode))) {
    throw new ApiError("not_found", REFUSALS[module](id));
  }
  call.log({ documentId: id, state: document.state });
  return document;
}
