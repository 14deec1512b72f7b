// What an Issuance object says of an invoice into status, body and headers (contract 2.8 and 4.6, design 5).
import type { DocumentView, IssueResult } from "../../issuance/command.ts";
import { type ReplyContext, replyToCreation } from "../creation-reply.ts";

const WORDING = {
  describe: toWire,
  uncertain:
    "No se obtuvo un resultado concluyente de la autoridad; conserve `factura_id`, consulte el documento y no cree otra venta.",
};

/** Every case of a creation (design 5: FE replay, FE verdicts). */
export function toInvoiceReply(result: IssueResult, context: ReplyContext) {
  return replyToCreation(result, context, WORDING);
}

/** Contract 2.8, and what design 5 adds. */
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
    // A boolean, as the record of contract 2.9 has it.
    ...(document.environment === null ? {} : { es_habilitacion: document.environment === "habilitacion" }),
  };
}

/** 03 is the invoice of a contingency; every other invoice is 01. */
function toInvoiceType(typeCode: DocumentView["typeCode"]): "01" | "03" {
  return typeCode === "03" ? "03" : "01";
}
