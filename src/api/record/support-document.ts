// Writes the record of a support document, as a list shows it and the reading by id.
import type * as z from "zod";
import type { Environment } from "../../domain/company.ts";
import type { Withholding } from "../../domain/document/document.ts";
import { isPending, type State } from "../../domain/document/state.ts";
import { WITHHOLDING_CODES, type WithholdingCode } from "../../domain/tax-table.ts";
import { decimal, print } from "../../domain/value/decimal.ts";
import type { WholeDocument } from "../../store/archive/filed.ts";
import { parseLastError } from "../../store/base/stored-form.ts";
import type { ListedDocument } from "../../store/document/document-list.ts";
import type { ReplyOf } from "../app/reply.ts";
import { toPointOfSale } from "../field/point-of-sale.ts";
import { describeLastError } from "../message/document.ts";
import { toReceiver } from "./invoice.ts";
import type { supportDocumentReadSchema } from "./support-document-schema.ts";
import { toVerdict } from "./verdict.ts";

interface Figures {
  readonly currency: string;
  readonly subtotal: string;
  readonly taxes: string;
  readonly total: string;
  readonly withheld: string;
}

/** The money of a support document, as every answer shows it. */
export function toFigures({ currency, subtotal, taxes, total, withheld }: Figures) {
  return {
    moneda: currency,
    subtotal,
    impuestos: taxes,
    total,
    total_retenciones: withheld,
    neto_pagar: print(decimal(total).minus(decimal(withheld))),
  };
}

interface Standing {
  readonly state: State;
  readonly fiscalId: string | null;
  readonly environment: Environment;
}

/** How it stands with the authority; the flag of the test set is an integer, as the record of a support document has it. */
export function toStanding({ state, fiscalId, environment }: Standing) {
  const isTest: 0 | 1 = environment === "habilitacion" ? 1 : 0;
  return { estado_authority: state, cuds: fiscalId, es_habilitacion: isTest };
}

/** A support document or a note on one, as a v2 list shows it. */
export function toSummary(document: ListedDocument) {
  return {
    id: document.id,
    company_id: document.companyId,
    tipo_authority: toSupportType(document.typeCode),
    prefijo: document.prefix,
    consecutivo: document.number,
    document_date: document.issueDate,
    ...toFigures(document),
    ...toStanding(document),
    zip_key: document.zipKey,
    idempotency_key: document.idempotencyKey,
    metadatos: document.metadata,
    ...toPointOfSale(document),
    proveedor: document.thirdParty === null ? null : toReceiver(document.thirdParty),
  };
}

function toSupportType(typeCode: ListedDocument["typeCode"]): "05" | "95" {
  return typeCode === "95" ? "95" : "05";
}

/** The answer of GET dse/documentos/{doc_id}: its record and the verdict. */
export function toReadReply(document: WholeDocument): ReplyOf<200, typeof supportDocumentReadSchema> {
  const documento: z.infer<typeof supportDocumentReadSchema>["documento"] = {
    id: document.id,
    company_id: document.companyId,
    prefijo: document.prefix,
    consecutivo: document.number,
    document_date: document.issueDate,
    accounting_due_date: document.accountingDueDate,
    ...toFigures(document),
    retenciones: document.detail.withholdings.map(toWireWithholding),
    ...toStanding(document),
    xml_path: document.xmlPath,
    zip_key: document.zipKey,
    last_status_error: describeLastError(parseLastError(document.lastStatusError)),
    accounting_status: "posted",
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
