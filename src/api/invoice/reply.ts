// Writes the answer to the creation of an invoice: status, body and headers.
import type { DocumentView, IssueResult } from "../../issuance/command.ts";
import { type ReplyContext, replyToCreation } from "../creation/reply.ts";
import { DOCUMENT } from "../message/document.ts";

/** Every case of a creation. @param extra what the called version adds to what it says of the invoice. */
export function toInvoiceReply<Extra extends object>(result: IssueResult, context: ReplyContext, extra: Extra) {
  return replyToCreation(result, context, { describe: toWire, extra, uncertain: DOCUMENT.uncertainInvoice });
}

/** The members of an answer that describe the invoice. */
function toWire(document: DocumentView) {
  return {
    factura_id: document.id,
    cufe: document.fiscalId,
    estado: document.state,
    enviado: document.wasSent,
    company_id: document.companyId,
    tipo_authority: toInvoiceType(document.typeCode),
    prefijo: document.prefix,
    consecutivo: document.number,
    fecha_emision: document.issueDate,
    moneda: document.currency,
    subtotal: document.subtotal,
    impuestos: document.taxes,
    total: document.total,
    total_retenciones: document.withheld,
    zip_key: document.zipKey,
    // A boolean, as the record of an invoice has it.
    es_habilitacion: document.environment === "habilitacion",
  };
}

/** 03 is the invoice of a contingency; every other invoice is 01. */
function toInvoiceType(typeCode: DocumentView["typeCode"]): "01" | "03" {
  return typeCode === "03" ? "03" : "01";
}
