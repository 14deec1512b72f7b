// Builds an InvoiceLine from one priced line.
import type { DocumentLine, TaxSubtotal } from "../domain/document.ts";
import { element, escapeAttribute, text } from "../xml/element.ts";
import { buildTaxTotals } from "./totals.ts";
import { ITEM_SCHEME_ATTRIBUTES } from "./wire-literal.ts";

/** What a kind of document puts into its lines beyond the common ones. */
export interface LineParts {
  /** What follows LineExtensionAmount: FreeOfChargeIndicator or InvoicePeriod. */
  readonly afterAmount: string;
  readonly withholdings: readonly TaxSubtotal[];
}

/** An InvoiceLine; BaseQuantity repeats the quantity, so that price x base quantity is the amount (FAV06). */
export function buildLine(line: DocumentLine, currency: string, parts: LineParts): string {
  const unit = ` unitCode="${escapeAttribute(line.unitCode)}"`;
  const code = text("cbc:ID", line.product.code, ITEM_SCHEME_ATTRIBUTES[line.product.scheme]);
  return element(
    "cac:InvoiceLine",
    text("cbc:ID", String(line.number)) +
      (line.note === null ? "" : text("cbc:Note", line.note)) +
      text("cbc:InvoicedQuantity", line.quantity, unit) +
      text("cbc:LineExtensionAmount", line.base, currency) +
      parts.afterAmount +
      buildTaxTotals("cac:TaxTotal", line.taxes, currency) +
      buildTaxTotals("cac:WithholdingTaxTotal", parts.withholdings, currency) +
      element("cac:Item", text("cbc:Description", line.description) + element("cac:StandardItemIdentification", code)) +
      element(
        "cac:Price",
        text("cbc:PriceAmount", line.unitPrice, currency) + text("cbc:BaseQuantity", line.quantity, unit),
      ),
  );
}
