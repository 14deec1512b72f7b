// Writes what the answers to a creation say of a support document.
import type { DocumentView } from "../../issuance/contract/command.ts";
import { toFigures, toStanding } from "../record/support-document.ts";

/** The members of an answer that describe the document. */
export function describeCreated(document: DocumentView) {
  return { documento: toCreatedFields(document) };
}

/** `documento` of the create and replay answers. */
export function toCreatedFields(document: DocumentView) {
  return {
    id: document.id,
    company_id: document.companyId,
    prefijo: document.prefix,
    consecutivo: document.number,
    document_date: document.issueDate,
    ...toFigures(document),
    ...toStanding(document),
  };
}
