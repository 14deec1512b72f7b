// Builds the UBL groups of taxes, withholdings, discounts, charges and totals.

import type {
  AllowanceCharge,
  Amount,
  Document,
  DocumentCommon,
  PerUnit,
  TaxSubtotal,
} from "../domain/document/document.ts";
import { KINDS } from "../domain/kind.ts";
import { rateKey } from "../domain/tax/tax.ts";
import { addAmounts, decimal, print, sum } from "../domain/value/decimal.ts";
import { element, escapeAttribute, escapeText, group, text } from "../xml/element.ts";

/**
 * One group per tax code, with one subtotal per rate (FAS01a, FAS04, FAT01); nothing for an empty list.
 * Codes and rates keep the order in which they come.
 * @param currency the currencyID attribute, printed once per document.
 * @param bare whether a tax for each unit is printed without a base.
 */
export function buildTaxTotals(
  name: "cac:TaxTotal" | "cac:WithholdingTaxTotal",
  subtotals: readonly TaxSubtotal[],
  currency: string,
  bare = false,
): string {
  const [only] = subtotals;
  if (only === undefined) return "";
  if (subtotals.length === 1) return buildTaxTotal(name, [only], currency, bare);
  let printed = "";
  for (const sameCode of groupBy(subtotals, (subtotal) => subtotal.code)) {
    const rates = groupBy(sameCode, rateKey).map(mergeSameRate);
    printed += buildTaxTotal(name, rates, currency, bare);
  }
  return printed;
}

/** Whether a document prints taxes for each unit without a base, as the authority's sample of a ticket does. */
export function isBare({ typeCode }: Pick<Document, "typeCode">): boolean {
  return KINDS[typeCode].module === "dee";
}

/** One AllowanceCharge each, numbered from 1 (FAQ02, FBE01); nothing for none. */
export function buildAllowances(allowances: readonly AllowanceCharge[] | undefined, currency: string): string {
  let printed = "";
  for (const [index, allowance] of (allowances ?? []).entries()) {
    printed += element(
      "cac:AllowanceCharge",
      text("cbc:ID", String(index + 1)) +
        text("cbc:ChargeIndicator", String(allowance.isCharge)) +
        (allowance.reasonCode === null ? "" : text("cbc:AllowanceChargeReasonCode", allowance.reasonCode)) +
        text("cbc:AllowanceChargeReason", allowance.reason) +
        text("cbc:MultiplierFactorNumeric", allowance.percent) +
        text("cbc:Amount", allowance.amount, currency) +
        text("cbc:BaseAmount", allowance.base, currency),
    );
  }
  return printed;
}

/**
 * The totals of a document; withholdings are informative and never subtracted. The document's own discounts and charges come
 * after the taxes (FAU08, FAU10, FAU14).
 */
export function buildMonetaryTotal(
  name: "cac:LegalMonetaryTotal" | "cac:RequestedMonetaryTotal",
  { totals, allowances = [], prepayments = [] }: Pick<DocumentCommon, "totals" | "allowances" | "prepayments">,
  currency: string,
): string {
  const discounts = allowances.filter(({ isCharge }) => !isCharge);
  const charges = allowances.filter(({ isCharge }) => isCharge);
  const inclusive = allowances.length === 0 ? totals.total : addAmounts([totals.subtotal, totals.taxes]);
  return group(name, [
    text("cbc:LineExtensionAmount", totals.subtotal, currency),
    text("cbc:TaxExclusiveAmount", totals.taxableBase, currency),
    text("cbc:TaxInclusiveAmount", inclusive, currency),
    buildAllowanceTotal("cbc:AllowanceTotalAmount", discounts, currency),
    buildAllowanceTotal("cbc:ChargeTotalAmount", charges, currency),
    buildAllowanceTotal("cbc:PrepaidAmount", prepayments, currency),
    text("cbc:PayableAmount", totals.total, currency),
  ]);
}

function buildAllowanceTotal(
  name: string,
  allowances: readonly { readonly amount: Amount }[],
  currency: string,
): string | undefined {
  if (allowances.length === 0) return undefined;
  return text(name, addAmounts(allowances.map(({ amount }) => amount)), currency);
}

/** TaxAmount is the exact sum of its subtotals (FAS02). */
function buildTaxTotal(name: string, subtotals: readonly TaxSubtotal[], currency: string, bare: boolean): string {
  let printed = "";
  for (const subtotal of subtotals) printed += buildSubtotal(subtotal, currency, bare);
  return `<${name}><cbc:TaxAmount${currency}>${addUp(subtotals, "amount")}</cbc:TaxAmount>${printed}</${name}>`;
}

/** Amounts and rates are digits and a point, so they need no escaping. */
function buildSubtotal(
  { base, amount, perUnit, rate, code, name }: TaxSubtotal,
  currency: string,
  bare: boolean,
): string {
  const taxable = `<cbc:TaxableAmount${currency}>${base}</cbc:TaxableAmount>`;
  return (
    `<cac:TaxSubtotal>${bare && perUnit !== undefined ? "" : taxable}` +
    `<cbc:TaxAmount${currency}>${amount}</cbc:TaxAmount>` +
    (perUnit === undefined
      ? `<cac:TaxCategory><cbc:Percent>${rate}</cbc:Percent>`
      : `${buildPerUnit(perUnit, currency)}<cac:TaxCategory>`) +
    `<cac:TaxScheme><cbc:ID>${code}</cbc:ID><cbc:Name>${escapeText(name)}</cbc:Name></cac:TaxScheme>` +
    "</cac:TaxCategory></cac:TaxSubtotal>"
  );
}

/** A nominal tax has no percentage (FAS09 to FAS12). */
function buildPerUnit({ amount, units, unitCode }: PerUnit, currency: string): string {
  return (
    `<cbc:BaseUnitMeasure unitCode="${escapeAttribute(unitCode)}">${units}</cbc:BaseUnitMeasure>` +
    `<cbc:PerUnitAmount${currency}>${amount}</cbc:PerUnitAmount>`
  );
}

/** Two withholdings of one code and rate are one subtotal: bases and amounts add up. */
function mergeSameRate(subtotals: readonly [TaxSubtotal, ...TaxSubtotal[]]): TaxSubtotal {
  const [first] = subtotals;
  if (subtotals.length === 1) return first;
  return { ...first, base: addUp(subtotals, "base"), amount: addUp(subtotals, "amount") };
}

function addUp(subtotals: readonly TaxSubtotal[], field: "base" | "amount"): Amount {
  const [only] = subtotals;
  if (only !== undefined && subtotals.length === 1) return only[field];
  return print(sum(subtotals.map((subtotal) => decimal(subtotal[field]))));
}

/** Groups in order of first appearance. */
function groupBy(
  subtotals: readonly TaxSubtotal[],
  keyOf: (subtotal: TaxSubtotal) => string,
): readonly [TaxSubtotal, ...TaxSubtotal[]][] {
  const groups = new Map<string, [TaxSubtotal, ...TaxSubtotal[]]>();
  for (const subtotal of subtotals) {
    const known = groups.get(keyOf(subtotal));
    if (known === undefined) groups.set(keyOf(subtotal), [subtotal]);
    else known.push(subtotal);
  }
  return [...groups.values()];
}
