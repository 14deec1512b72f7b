// Writes what the answers to a creation say of an invoice.
import type { CorrectableDocument } from "../../domain/document.ts";
import type { DocumentView } from "../../issuance/command.ts";
import { toPricedDocument } from "../creation/dry-run-reply.ts";
import { sumDiscounts, toWireAllowances, toWireTax } from "../record/invoice.ts";

/** The members of an answer that describe the invoice. */
export function toCreatedInvoice(document: DocumentView) {
  return {
    factura_id: document.id,
    cufe: document.fiscalId,
    // 03 is the invoice of a contingency; every other invoice is 01.
    ...toIssuedFields(document, document.typeCode === "03" ? "03" : "01"),
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
export function toTillInvoice(document: CorrectableDocument) {
  const documento = toPricedDocument(document);
  const items = documento.items.map((item, index) => {
    const line = document.lines[index];
    const descuento = line === undefined ? "0.00" : sumDiscounts(line);
    return { ...item, descuento, impuestos: (line?.taxes ?? []).map(toWireTax) };
  });
  const impuestos_detalle = document.taxes.map(toWireTax);
  return { ...documento, items, impuestos_detalle, ...toWireAllowances(document.allowances) };
}
