// What an Issuance object says of an invoice into status, body and headers (contract 2.8 and 4.6, design 5).
import type { DocumentView, IssueResult } from "../../issuance/command.ts";
import { type ReplyContext, replyToCreation, type Wording } from "../creation-reply.ts";
import type { Reply } from "../route.ts";

const WORDING: Wording = {
  describe: toWire,
  uncertain:
    "No se obtuvo un resultado concluyente de la autoridad; conserve `factura_id`, consulte el documento y no cree otra venta.",
  isReplayedRejectionOk: false,
};

/** Every case of a creation (design 5: FE replay, FE verdicts). */
export function toInvoiceReply(result: IssueResult, context: ReplyContext): Reply {
  return replyToCreation(result, context, WORDING);
}

/** Contract 2.8, and what design 5 adds. */
function toWire(document: DocumentView): object {
  return {
    factura_id: document.id,
    cufe: document.fiscalId,
    estado: document.state,
    enviado: document.wasSent,
    company_id: document.companyId,
    tipo_authority: document.typeCode,
    prefijo: document.prefix,
    consecutivo: document.number,
    fecha_emision: document.issueDate,
    moneda: document.currency,
    subtotal: document.subtotal,
    impuestos: document.taxes,
    total: document.total,
    total_retenciones: document.withheld,
    zip_key: document.zipKey,
  };
}
