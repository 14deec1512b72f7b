// Builds a line of a document from one priced line.
import type { DocumentLine, ReferencePrice, TaxSubtotal } from "../domain/document/document.ts";
import { element, escapeAttribute, escapeText, text } from "../xml/element.ts";
import { buildAllowances, buildTaxTotals } from "./totals.ts";
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
  /** Whether a tax for each unit is printed without a base. */
  readonly bare?: boolean;
}

/** One line; BaseQuantity repeats the quantity, so that price x base quantity is the amount (FAV06). */
export function buildLine(line: DocumentLine, currency: string, parts: LineParts): string {
  const { names } = parts;
  const unit = ` unitCode="${escapeAttribute(line.unitCode)}"`;
  const note = line.note === null ? "" : `<cbc:Note>${escapeText(line.note)}</cbc:Note>`;
  const scheme = ITEM_SCHEME_ATTRIBUTES[line.product.scheme];
  const allowances = buildAllowances(line.allowances, currency);
  // Amounts and quantities are digits and a point, so they need no escaping.
  return (
    `<${names.line}><cbc:ID>${line.number}</cbc:ID>${note}<${names.quantity}${unit}>${line.quantity}</${names.quantity}>` +
    `<cbc:LineExtensionAmount${currency}>${line.base}</cbc:LineExtensionAmount>${parts.afterAmount}` +
    buildReferencePrice(line.referencePrice, currency) +
    (names.areAllowancesLast ? "" : allowances) +
    buildTaxTotals("cac:TaxTotal", line.taxes, currency, parts.bare) +
    (names.areAllowancesLast ? allowances : "") +
    buildTaxTotals("cac:WithholdingTaxTotal", parts.withholdings, currency) +
    `<cac:Item><cbc:Description>${escapeText(line.description)}</cbc:Description>${buildItem(line)}<cac:StandardItemIdentification>` +
    `<cbc:ID${scheme}>${escapeText(line.product.code)}</cbc:ID></cac:StandardItemIdentification></cac:Item>` +
    `<cac:Price><cbc:PriceAmount${currency}>${line.unitPrice}</cbc:PriceAmount>` +
    `<cbc:BaseQuantity${unit}>${line.quantity}</cbc:BaseQuantity></cac:Price></${names.line}>`
  );
}

/** Brand, model and the issuer's own code, where the item has them. */
function buildItem({ brand, model, sellerCode }: DocumentLine): string {
  return (
    (brand === undefined ? "" : text("cbc:BrandName", brand)) +
    (model === undefined ? "" : text("cbc:ModelName", model)) +
    (sellerCode === undefined ? "" : element("cac:SellersItemIdentification", text("cbc:ID", sellerCode)))
  );
}

/** In every kind of line between what follows its value and its discounts or taxes; nothing for a line with a value. */
function buildReferencePrice(price: ReferencePrice | undefined, currency: string): string {
  if (price === undefined) return "";
  return (
    `<cac:PricingReference><cac:AlternativeConditionPrice><cbc:PriceAmount${currency}>${price.amount}</cbc:PriceAmount>` +
    `<cbc:PriceTypeCode>${price.typeCode}</cbc:PriceTypeCode></cac:AlternativeConditionPrice></cac:PricingReference>`
  );
}
