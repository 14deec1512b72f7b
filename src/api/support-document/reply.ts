// Writes the answers about a support document: to its creation, and to reading it by id.
import type * as z from "zod";
import type { Environment } from "../../domain/company.ts";
import { decimal, print } from "../../domain/decimal.ts";
import type { Withholding } from "../../domain/document.ts";
import { isPending } from "../../domain/state.ts";
import { WITHHOLDING_CODES, type WithholdingCode } from "../../domain/tax-table.ts";
import type { DocumentView, IssueResult } from "../../issuance/command.ts";
import type { ListedDocument } from "../../store/document/document-list.ts";
import type { StoredDocument } from "../../store/document/documents.ts";
import { parseLastError } from "../../store/document/last-error-text.ts";
import type { ReplyOf } from "../app/reply.ts";
import { REPLAYED, type ReplyContext, replyToCreation, toSettledBody, toVerdict } from "../creation/reply.ts";
import { DOCUMENT, describeLastError } from "../message/document.ts";
import type { supportDocumentReadSchema } from "./reply-schema.ts";

/**
 * Every case of a creation: the replay of a rejected document is 422 with `ok: true`.
 * @param extra what the called version adds beside the document.
 */
export function toReply<Extra extends object>(result: IssueResult, context: ReplyContext, extra: Extra) {
  const describe = (document: DocumentView) => ({ documento: toCreatedFields(document) });
  const wording = { describe, extra, uncertain: DOCUMENT.uncertainSupportDocument };
  if (result.type === "issued" && result.isReplay && result.document?.state === "rechazado") {
    const body = toSettledBody(result, result.document, wording);
    return { status: 422, body, headers: REPLAYED, code: "document_rejected" } as const;
  }
  return replyToCreation(result, context, wording);
}

/** `documento` of the create and replay answers. */
export function toCreatedFields(document: DocumentView) {
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
    es_habilitacion: toTestSetFlag(document.environment),
  };
}

/** An integer, as the record of a support document has it. */
function toTestSetFlag(environment: Environment): 0 | 1 {
  return environment === "habilitacion" ? 1 : 0;
}

/** A support document or a note on one, as a v2 list shows it. */
export function toSummary(document: ListedDocument) {
  const { thirdParty } = document;
  return {
    id: document.id,
    company_id: document.companyId,
    tipo_authority: toSupportType(document.typeCode),
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
    es_habilitacion: toTestSetFlag(document.environment),
    zip_key: document.zipKey,
    idempotency_key: document.idempotencyKey,
    metadatos: document.metadata,
    proveedor:
      thirdParty === null
        ? null
        : {
            id: thirdParty.id,
            nombre: thirdParty.name,
            tipo_documento: thirdParty.identificationType,
            numero_documento: thirdParty.identificationNumber,
            email: thirdParty.email ?? "",
          },
  };
}

function toSupportType(typeCode: ListedDocument["typeCode"]): "05" | "95" {
  return typeCode === "95" ? "95" : "05";
}

/** The answer of GET dse/documentos/{doc_id}: its record and the verdict. */
export function toReadReply(document: StoredDocument): ReplyOf<200, typeof supportDocumentReadSchema> {
  const documento: z.infer<typeof supportDocumentReadSchema>["documento"] = {
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
    es_habilitacion: toTestSetFlag(document.environment),
    xml_path: document.xmlPath,
    zip_key: document.zipKey,
    last_status_error: describeLastError(parseLastError(document.lastStatusError)),
    accounting_status: document.accountingStatus,
    third_party_id: document.thirdParty?.id ?? null,
    cost_center_id: document.costCenterId,
    created_at: document.createdAt,
    updated_at: document.updatedAt,
  };
  const pending = isPending(document.state);
  return { status: 200, body: { ok: true, pending, documento, ...toVerdict(document.verdict) } };
}

function toWireWithholding(withholding: Withholding) {
  return {
    retention_key: withholding.key,
    authority_tax_code: getWithholdingCode(withholding),
    tax_name: withholding.label ?? withholding.name,
    base_amount: withholding.base,
    percent: withholding.rate,
    amount: withholding.amount,
  };
}

function getWithholdingCode({ code }: Withholding): WithholdingCode {
  const found = WITHHOLDING_CODES.find((one) => one === code);
  if (found === undefined) throw new Error("a support document with a withholding that none can have");
  return found;
}

/** `neto_pagar`. */
function netOf(total: string, withheld: string): string {
  return print(decimal(total).minus(decimal(withheld)));
}
