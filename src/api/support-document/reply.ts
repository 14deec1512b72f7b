// What an Issuance object or a row says of a support document into status, body and headers (contract 4.7, 4.8 and 2.16).

import { decimal, print } from "../../domain/decimal.ts";
import type { Withholding } from "../../domain/document.ts";
import { isPending } from "../../domain/state.ts";
import type { DocumentView, IssueResult } from "../../issuance/command.ts";
import type { StoredDocument } from "../../store/documents.ts";
import { type ReplyContext, replyToCreation, toVerdict, type Wording } from "../creation-reply.ts";
import type { Reply } from "../route.ts";
import { describeStatusError } from "../status-error.ts";

const WORDING: Wording = {
  describe: (document) => ({ documento: toWire(document) }),
  uncertain:
    "No se obtuvo un resultado concluyente de la autoridad; conserve el id, consulte el documento y no use otra clave.",
  isReplayedRejectionOk: true,
};

/** The table of contract 4.7, row by row. */
export function toReply(result: IssueResult, context: ReplyContext): Reply {
  return replyToCreation(result, context, WORDING);
}

/** `documento` of the create and replay answers. */
function toWire(document: DocumentView): object {
  return {
    id: document.id,
    company_id: document.companyId,
    prefijo: document.prefix,
    consecutivo: document.number,
    document_date: document.issueDate,
    moneda: document.currency,
    subtotal: document.subtotal,
    impuestos: document.taxes,
    total: document.total,
    total_retenciones: document.withheld,
    neto_pagar: netOf(document.total, document.withheld),
    estado_authority: document.state,
    cuds: document.fiscalId,
  };
}

/** The answer of GET dse/documentos/{doc_id}: every field of contract 2.16, what else the row knows, and the verdict. */
export function toReadReply(document: StoredDocument): Reply {
  const documento = {
    id: document.id,
    company_id: document.companyId,
    prefijo: document.prefix,
    consecutivo: document.number,
    document_date: document.issueDate,
    accounting_due_date: document.accountingDueDate,
    moneda: document.currency,
    subtotal: document.subtotal,
    impuestos: document.taxes,
    total: document.total,
    total_retenciones: document.withheld,
    neto_pagar: netOf(document.total, document.withheld),
    retenciones: document.detail.withholdings.map(toWireWithholding),
    estado_authority: document.state,
    cuds: document.fiscalId,
    es_habilitacion: document.environment === "habilitacion" ? 1 : 0,
    xml_path: document.xmlPath,
    zip_key: document.zipKey,
    last_status_error: describeStatusError(document.lastStatusError),
    accounting_status: document.accountingStatus,
    third_party_id: document.thirdParty?.id ?? null,
    cost_center_id: document.costCenterId,
    created_at: document.createdAt,
    updated_at: document.updatedAt,
  };
  const body = { ok: true, pending: isPending(document.state), documento, ...toVerdict(document.verdict) };
  return { status: 200, body };
}

function toWireWithholding(withholding: Withholding): object {
  return {
    retention_key: withholding.key,
    authority_tax_code: withholding.code,
    tax_name: withholding.label ?? withholding.name,
    base_amount: withholding.base,
    percent: withholding.rate,
    amount: withholding.amount,
  };
}

/** `neto_pagar` (contract 2.14). */
function netOf(total: string, withheld: string): string {
  return print(decimal(total).minus(decimal(withheld)));
}
