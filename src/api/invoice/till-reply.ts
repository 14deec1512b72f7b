// Writes what v2 adds to v1's answers about an invoice: every tax of a line, discounts and charges.
import type { AllowanceCharge, TaxSubtotal } from "../../domain/document.ts";
import type { StoredDocument } from "../../store/document/documents.ts";
import { toDryRunReplyOfV2, type WriteDryRun } from "../creation/dry-run-reply.ts";
import { sumDiscounts, toDocumentDetail } from "../record/invoice.ts";

/** 200 of `?dry_run=true`. */
export function toTillDryRunReply(...facts: Parameters<WriteDryRun<unknown>>) {
  const [document] = facts;
  const { status, body } = toDryRunReplyOfV2(...facts);
  const documento = {
    ...body.documento,
    items: body.documento.items.map((item, index) => {
      const line = document.lines[index];
      const descuento = line === undefined ? "0.00" : sumDiscounts(line);
      return { ...item, descuento, impuestos: (line?.taxes ?? []).map(toWireTax) };
    }),
    impuestos_detalle: document.taxes.map(toWireTax),
    ...toWireAllowances(document.allowances),
  };
  return { status, body: { ...body, documento } };
}

/** One invoice or note with its lines, and the verdict beside it. @param more what v2 adds to the record. */
export function toTillDetail<More extends object>(document: StoredDocument, more: More) {
  const body = toDocumentDetail(document, more);
  const { lines, allowances } = document.detail;
  const items = body.doc.items.map((item, index) => {
    return { ...item, otros_impuestos: (lines[index]?.taxes ?? []).slice(1).map(toWireTax) };
  });
  return { ...body, doc: { ...body.doc, items, ...toWireAllowances(allowances) } };
}

function toWireTax({ code, name, rate, base, amount, perUnit }: TaxSubtotal) {
  const tax = { codigo: code, nombre: name, porcentaje: rate, base, valor: amount };
  return perUnit === undefined ? tax : { ...tax, valor_unitario: perUnit.amount, unidades: perUnit.units };
}

/** Discounts and charges of the whole document. */
export function toWireAllowances(allowances: readonly AllowanceCharge[] = []) {
  return {
    descuentos: allowances.filter(({ isCharge }) => !isCharge).map(toWireAllowance),
    cargos: allowances.filter(({ isCharge }) => isCharge).map(toWireAllowance),
  };
}

function toWireAllowance({ reasonCode, reason, percent, base, amount }: AllowanceCharge) {
  return { codigo: reasonCode, motivo: reason, porcentaje: percent, base, valor: amount };
}
