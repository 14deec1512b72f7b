// Judges every amount of a document: its currency is the document's, and no figure is negative (rules AD15b, VLR01 and their kin).
import { attribute, children, type Element, textOf } from "../dom.ts";
import { readAmount, ZERO } from "./amount.ts";
import type { Sheet } from "./sheet.ts";

const SUBTOTAL = "cac:TaxSubtotal";
const LINE = "cac:InvoiceLine";

/** Where an amount stands -> the rule about its currency, besides the general one. */
const CURRENCY_RULE: Readonly<Record<string, string>> = {
  "cac:PrepaidPayment/cbc:PaidAmount": "BD04",
  "cac:AllowanceCharge/cbc:Amount": "AQ08",
  "cac:AllowanceCharge/cbc:BaseAmount": "AQ10",
  "cac:TaxTotal/cbc:TaxAmount": "AS03",
  [`cac:TaxTotal/${SUBTOTAL}/cbc:TaxableAmount`]: "AS06",
  [`cac:TaxTotal/${SUBTOTAL}/cbc:TaxAmount`]: "AS08",
  [`cac:TaxTotal/${SUBTOTAL}/cbc:PerUnitAmount`]: "AS12",
  "cac:WithholdingTaxTotal/cbc:TaxAmount": "AT03",
  [`cac:WithholdingTaxTotal/${SUBTOTAL}/cbc:TaxableAmount`]: "AT06",
  [`cac:WithholdingTaxTotal/${SUBTOTAL}/cbc:TaxAmount`]: "AT08",
  "cac:LegalMonetaryTotal/cbc:LineExtensionAmount": "AU03",
  "cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount": "AU05",
  "cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount": "AU07",
  "cac:LegalMonetaryTotal/cbc:AllowanceTotalAmount": "AU09",
  "cac:LegalMonetaryTotal/cbc:ChargeTotalAmount": "AU11",
  "cac:LegalMonetaryTotal/cbc:PrepaidAmount": "AU13",
  "cac:LegalMonetaryTotal/cbc:PayableAmount": "AU15",
  [`${LINE}/cbc:LineExtensionAmount`]: "AV07",
  [`${LINE}/cac:PricingReference/cac:AlternativeConditionPrice/cbc:PriceAmount`]: "AW04",
  [`${LINE}/cac:AllowanceCharge/cbc:Amount`]: "BE07",
  [`${LINE}/cac:AllowanceCharge/cbc:BaseAmount`]: "BE09",
  [`${LINE}/cac:TaxTotal/cbc:TaxAmount`]: "AX03",
  [`${LINE}/cac:TaxTotal/cbc:RoundingAmount`]: "AX19",
  [`${LINE}/cac:TaxTotal/${SUBTOTAL}/cbc:TaxableAmount`]: "AX06",
  [`${LINE}/cac:TaxTotal/${SUBTOTAL}/cbc:TaxAmount`]: "AX08",
  [`${LINE}/cac:TaxTotal/${SUBTOTAL}/cbc:PerUnitAmount`]: "AX12",
  [`${LINE}/cac:WithholdingTaxTotal/cbc:TaxAmount`]: "AY03",
  [`${LINE}/cac:WithholdingTaxTotal/${SUBTOTAL}/cbc:TaxableAmount`]: "AY06",
  [`${LINE}/cac:WithholdingTaxTotal/${SUBTOTAL}/cbc:TaxAmount`]: "AY08",
  [`${LINE}/cac:Price/cbc:PriceAmount`]: "BB03",
};

const FIGURE = /(Amount|Quantity|Percent|Numeric|Rate|Measure)$/;

/** Adds the findings about every amount of the document; extensions have rules of their own. */
export function judgeAmounts(sheet: Sheet): void {
  for (const child of children(sheet.root)) {
    if (child.nodeName !== "ext:UBLExtensions") judgeAmount(sheet, child, child.nodeName);
  }
}

/** The path that an invoice has for what notes call otherwise. */
function asInvoice(path: string): string {
  return path
    .replace(/^cac:(?:Credit|Debit)NoteLine/, LINE)
    .replace(/^cac:RequestedMonetaryTotal/, "cac:LegalMonetaryTotal")
    .replace(/cbc:(?:Credited|Debited)Quantity/, "cbc:InvoicedQuantity");
}

function judgeAmount(sheet: Sheet, element: Element, path: string): void {
  const name = element.nodeName;
  const currency = attribute(element, "currencyID");
  if (currency !== undefined && currency !== sheet.currency) {
    const text = `La moneda de ${name} (${currency}) no es la del documento (${sheet.currency}).`;
    sheet.reject("AD15b", text);
    const rule = CURRENCY_RULE[asInvoice(path)];
    if (rule !== undefined) sheet.reject(rule, text);
  }
  const isFigure = FIGURE.test(name) && name !== "cbc:PayableRoundingAmount";
  if (isFigure && (readAmount(textOf(element)) ?? ZERO) < ZERO) {
    sheet.rejectGeneral("VLR01", `El valor de ${name} es negativo.`);
    if (asInvoice(path) === `${LINE}/cbc:InvoicedQuantity`) sheet.reject("AV04b", "La cantidad es negativa.");
  }
  for (const child of children(element)) judgeAmount(sheet, child, `${path}/${child.nodeName}`);
}
