// Writes what the answers to a creation say of an invoice.
import type { Invoice } from "../../domain/document/document.ts";
import { summarizeSale } from "../../domain/price/payment.ts";
import type { DocumentView } from "../../issuance/contract/command.ts";
import { toPricedFields, toWireLine } from "../creation/dry-run-reply.ts";
import { sumDiscounts, toItemFacts, toWireAllowances, toWireTax } from "../record/invoice.ts";
import { pickType } from "../record/listed-type.ts";
import { toSaleFields, toWholeFields } from "../record/whole.ts";

/** The members of an answer of v1 that describe the invoice. */
export function toCreatedInvoice(document: DocumentView) {
  return describeInvoice(document, ["01", "03"]);
}

/** The same of v2, with what follows from gifts and prepayments. */
export function toCreatedTillInvoice(document: DocumentView) {
  return { ...describeInvoice(document, ["01", "02", "03"]), ...toSaleFields(document.sale, document.total) };
}

function describeInvoice<Type extends string>(document: DocumentView, types: readonly Type[]) {
  return {
    factura_id: document.id,
    cufe: document.fiscalId,
    ...toIssuedFields(document, pickType(document.typeCode, types)),
    total_retenciones: document.withheld,
    ...toTestSetFields(document),
  };
}

/** What these answers say of an invoice and of a note on one. */
export function toIssuedFields<Type extends string>(document: DocumentView, type: Type) {
  return {
    estado: document.state,
    enviado: document.wasSent,
    company_id: document.companyId,
    tipo_authority: type,
    prefijo: document.prefix,
    consecutivo: document.number,
    fecha_emision: document.issueDate,
    moneda: document.currency,
    subtotal: document.subtotal,
    impuestos: document.taxes,
    total: document.total,
  };
}

/** Whether it belongs to the test set: a boolean, as the record of an invoice has it. */
export function toTestSetFields({ zipKey, environment }: DocumentView) {
  return { zip_key: zipKey, es_habilitacion: environment === "habilitacion" };
}

/** An invoice as a dry run of v2 shows it: every tax of a line, discounts and charges. */
export function toTillInvoice<Type extends string>(document: Invoice, types: readonly Type[]) {
  const documento = toPricedFields(document);
  const items = document.lines.map((line) => ({
    ...toWireLine(line),
    ...toItemFacts(line),
    descuento: sumDiscounts(line),
    impuestos: line.taxes.map(toWireTax),
  }));
  const impuestos_detalle = document.taxes.map(toWireTax);
  return {
    tipo_authority: pickType(document.typeCode, types),
    ...documento,
    items,
    impuestos_detalle,
    ...toWireAllowances(document.allowances),
    ...toSaleFields(summarizeSale(document), document.totals.total),
    ...toWholeFields(document),
  };
}
