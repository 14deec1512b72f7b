// What an Issuance object says of an invoice into status, body and headers (contract 2.8 and 4.6, design 5).
import { isPending } from "../../domain/state.ts";
import type { DocumentView, IssueResult } from "../../issuance/command.ts";
import type { Reply } from "../route.ts";
import {
  describeRejection,
  listRejections,
  PENDING_MESSAGE,
  REPLAYED,
  RETRY_AFTER,
  type ReplyContext,
  replyToTrouble,
  toVerdict,
} from "./reply.ts";

type Issued = Extract<IssueResult, { readonly type: "issued" }>;

/** Every case of a creation (design 5: FE replay, FE verdicts). */
export function toInvoiceReply(result: IssueResult, context: ReplyContext): Reply {
  return result.type === "issued" ? replyToIssued(result, context.requestId) : replyToTrouble(result, context);
}

function replyToIssued(result: Issued, requestId: string): Reply {
  const { document, isReplay, verdict } = result;
  if (document === null || isPending(document.state)) return replyToPending(result, requestId);
  const flags = { pending: false, idempotent: isReplay };
  const facts = { ...toWire(document), ...toVerdict(verdict) };
  const headers = isReplay ? REPLAYED : {};
  if (document.state === "aceptado") {
    return { status: isReplay ? 200 : 201, body: { ok: true, ...flags, ...facts }, headers };
  }
  const code = "document_rejected";
  const error = describeRejection(verdict);
  const details = listRejections(verdict);
  const body = { ok: false, error, code, request_id: requestId, ...flags, ...facts, details };
  return { status: 422, body, headers, code };
}

/** Not terminal: 502 when a new document's fate is uncertain, otherwise 202. */
function replyToPending({ document, isReplay, isUncertain }: Issued, requestId: string): Reply {
  const flags = { pending: true, idempotent: isReplay };
  const facts = document === null ? {} : toWire(document);
  if (!isReplay && isUncertain && document !== null) {
    const code = "result_uncertain";
    const error =
      "No se obtuvo un resultado concluyente de la autoridad; conserve `factura_id`, consulte el documento y no cree otra venta.";
    return { status: 502, body: { ok: false, ...flags, error, code, request_id: requestId, ...facts }, code };
  }
  const body = {
    ok: true,
    ...flags,
    message: PENDING_MESSAGE,
    request_status: document?.state ?? "creating",
    ...facts,
  };
  return { status: 202, body, headers: { ...RETRY_AFTER, ...(isReplay ? REPLAYED : {}) } };
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
