// Builds a line of a document from one priced line.
import type { DocumentLine, TaxSubtotal } from "../domain/document.ts";
import { element, escapeAttribute, text } from "../xml/element.ts";
import { buildAllowances } from "./allowance.ts";
import { buildTaxTotals } from "./totals.ts";
import { ITEM_SCHEME_ATTRIBUTES } from "./wire-literal.ts";

/** How a type of document names its lines, and in which order their parts come. */
export interface LineNames {
  readonly line: string;
  readonly quantity: string;
  /** Whether discounts and charges follow the taxes, as in notes, or come before them. */
  readonly areAllowancesLast: boolean;
}

export const INVOICE_LINE: LineNames = {
  line: "cac:InvoiceLine",
  quantity: "cbc:InvoicedQuantity",
  areAllowancesLast: false,
};

/** What a kind of document puts into its lines beyond the common ones. */
interface LineParts {
  readonly names: LineNames;
  /** What follows LineExtensionAmount: FreeOfChargeIndicator or InvoicePeriod. */
  readonly afterAmount: string;
  readonly withholdings: readonly TaxSubtotal[];
}

/** One line; BaseQuantity repeats the quantity, so that price x base quantity is the amount (FAV06). */
export function buildLine(line: DocumentLine, currency: string, parts: LineParts): string {
  const unit = ` unitCode="${escapeAttribute(line.unitCode)}"`;
  const code = text("cbc:ID", line.product.code, ITEM_SCHEME_ATTRIBUTES[line.product.scheme]);
  const { names } = parts;
  const allowances = buildAllowances(line.allowances, currency);
  return element(
    names.line,
    text("cbc:ID", String(line.number)) +
      (line.note === null ? "" : text("cbc:Note", line.note)) +
      text(names.quantity, line.quantity, unit) +
      text("cbc:LineExtensionAmount", line.base, currency) +
      parts.afterAmount +
      (names.areAllowancesLast ? "" : allowances) +
      buildTaxTotals("cac:TaxTotal", line.taxes, currency) +
      (names.areAllowancesLast ? allowances : "") +
      buildTaxTotals("cac:WithholdingTaxTotal", parts.withholdings, currency) +
      element("cac:Item", text("cbc:Description", line.description) + element("cac:StandardItemIdentification", code)) +
      element(
        "cac:Price",
        text("cbc:PriceAmount", line.unitPrice, currency) + text("cbc:BaseQuantity", line.quantity, unit),
      ),
  );
}
