// Finds the document that a path names, which was read together with the caller, and what its row left to its file.
import type { Module } from "../../domain/company.ts";
import { completeDocument, type WholeDocument } from "../../store/archive/filed.ts";
import { createArchive, DamagedFileError } from "../../store/archive/files.ts";
import type { StoredDocument } from "../../store/document/documents.ts";
import { raiseWarning } from "../../telemetry/alert.ts";
import { type Call, getDocumentId } from "../app/route.ts";
import { ApiError } from "../base/error.ts";
import { TEXT } from "../message/request.ts";

/** Exports and notes of v2, which v1 does not know by id. */
const HIDDEN_IN_V1: readonly string[] = ["02", "92", "95"];

/** @throws ApiError `not_found` for a document that the company does not have in this module, or the called version does not know. */
export function getNamedDocument(call: Call, module: Module): StoredDocument {
  const id = getDocumentId(call);
  const { document } = call;
  if (document === undefined || (call.version === "v1" && HIDDEN_IN_V1.includes(document.typeCode))) {
    throw new ApiError("not_found", TEXT.notAmong(id, module));
  }
  call.log({ documentId: id, state: document.state });
  return document;
}

/**
 * The same with its lines and its verdict, wherever they are kept.
 * @throws ApiError also `unavailable`, with an alert, when the file that has them is gone or another: never half an answer.
 */
export async function readNamedDocument(call: Call, module: Module): Promise<WholeDocument> {
  const document = getNamedDocument(call, module);
  try {
    return await completeDocument(createArchive(call.env.FILES).get, document);
  } catch (cause) {
    if (!(cause instanceof DamagedFileError)) throw cause;
    const { id: documentId, companyId } = document;
    const alerting: Promise<unknown>[] = [];
    const about = { companyId, documentId, difference: cause.damage };
    raiseWarning(call.env, "file_lost", about, (work) => alerting.push(work));
    await Promise.all(alerting);
    throw new ApiError("unavailable", TEXT.detailLost);
  }
}
