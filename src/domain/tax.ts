// Decides which tax a rate means, with or without an explicit code, and sums the taxes of lines.
import { findTax, getTaxName } from "./catalogue.ts";
import type { Decimal } from "./decimal.ts";
import {
  addAmounts,
  compare,
  countDecimals,
  decimal,
  HUNDRED,
  isZero,
  percentOf,
  print,
  printBetween,
  ZERO,
} from "./decimal.ts";
import type { Amount, DocumentLine, TaxSubtotal } from "./document.ts";
import type { PercentageFault, Reason } from "./problem.ts";

/** A tax at one rate, before any base is known. */
export interface TaxClass {
  /** Authority code. */
  readonly code: string;
  readonly name: string;
  readonly percent: Decimal;
  /** The percentage as printed, at least two decimals. */
  readonly rate: string;
}

/** What a line's rate and code say. */
export type TaxClassification =
  | { readonly type: "taxed"; readonly tax: TaxClass }
  /** Excluded, or no tax caused: no TaxTotal on the line (FAX01). */
  | { readonly type: "untaxed" }
  | {
      readonly type: "invalid";
      readonly field: "taxRate" | "taxCode";
      readonly because: Reason;
      readonly rule: string;
    };

/** Authority codes. */
export const IVA = "01";
export const RETEIVA = "05";
const INC = "04";
/** The rate that alone means INC; any other positive one means IVA. */
const INC_RATE = decimal("8");
/** Decimals of a percentage as a client may send it. */
export const MOST_RATE_DECIMALS = 4;
/** Those of a percentage that is derived from money: enough for a cent of the largest amount that a field takes. */
export const MOST_DERIVED_DECIMALS = 12;

/** A tax of the catalogue at one percentage. */
export function taxClass(code: string, percent: Decimal): TaxClass {
  return { code, name: getTaxName(code), percent, rate: printBetween(percent, 2, MOST_RATE_DECIMALS) };
}

/** Why a percentage cannot be printed or charged (VLR01), or undefined. Also for withholdings and AIU percentages. */
export function findPercentageFault(percent: Decimal): PercentageFault | undefined {
  if (compare(percent, ZERO) < 0) return "below-zero";
  if (compare(percent, HUNDRED) > 0) return "over-hundred";
  return countDecimals(percent) > MOST_RATE_DECIMALS ? "too-fine" : undefined;
}

/**
 * Exactly 8 is INC, another positive rate IVA, 0 no tax; an explicit code wins and is checked against the
 * authority's list (FAX16). A rate off its list is charged with or without a code: the authority only notifies (FAX14).
 * @param percent the rate in percent.
 * @param explicitCode as the client sent it, or null.
 */
export function classifyTax(percent: Decimal, explicitCode: string | null): TaxClassification {
  const fault = findPercentageFault(percent);
  if (fault !== undefined) {
    const because: Reason = { reason: "tax-rate", value: percent.toFixed(), fault };
    return { type: "invalid", field: "taxRate", because, rule: "VLR01" };
  }
  if (explicitCode !== null) return classifyExplicit(percent, explicitCode);
  if (isZero(percent)) return { type: "untaxed" };
  return { type: "taxed", tax: taxClass(compare(percent, INC_RATE) === 0 ? INC : IVA, percent) };
}

function classifyExplicit(percent: Decimal, code: string): TaxClassification {
  const tax = findTax(code);
  if (tax === undefined) return invalidCode({ reason: "tax-unknown", value: code });
  const named = { value: code, name: tax.name };
  if (tax.kind === "withholding") return invalidCode({ reason: "tax-is-withholding", ...named });
  if (tax.kind === "nominal") return invalidCode({ reason: "tax-is-per-unit", ...named });
  if (tax.kind === "party") return invalidCode({ reason: "tax-is-of-party", ...named });
  if (tax.kind === "other") {
    if (percent.eq(0)) return { type: "untaxed" };
    return invalidCode({ reason: "tax-is-none", ...named, rate: percent.toFixed() });
  }
  // A rate of 0 is a tax only where the list publishes it: a code does not make a tax of nothing.
  const isPublished = tax.rates.some((rate) => decimal(rate).eq(percent));
  return isZero(percent) && !isPublished ? { type: "untaxed" } : { type: "taxed", tax: taxClass(code, percent) };
}

function invalidCode(because: Reason): TaxClassification {
  return { type: "invalid", field: "taxCode", because, rule: "FAX16" };
}

/** The percentage with the fewest decimals that gives an amount back to the cent; at most twelve. The base is above zero. */
export function deriveRate(base: Decimal, amount: Decimal): string {
  const percent = amount.times(HUNDRED).div(base);
  const printed = print(amount);
  for (let places = 2; places < MOST_DERIVED_DECIMALS; places += 1) {
    const rate = print(percent, places);
    if (print(percentOf(base, decimal(rate))) === printed) return rate;
  }
  return print(percent, MOST_DERIVED_DECIMALS);
}

/** base x rate / 100 to the cent, half-even (FAX07); the base is already to the cent. */
export function chargeTax(tax: TaxClass, base: Amount): TaxSubtotal {
  const amount = print(percentOf(decimal(base), tax.percent));
  return { code: tax.code, name: tax.name, rate: tax.rate, base, amount };
}

/** Header taxes: one per code and rate, sums of the lines' printed amounts, codes ascending, rates descending (FAS01a). */
export function sumTaxes(lines: readonly Pick<DocumentLine, "taxes">[]): readonly TaxSubtotal[] {
  return sumSubtotals(lines.flatMap((line) => line.taxes));
}

/** Subtotals of the same code and rate added up, codes ascending, rates descending. */
export function sumSubtotals(subtotals: readonly TaxSubtotal[]): readonly TaxSubtotal[] {
  const groups = new Map<string, TaxSubtotal[]>();
  for (const subtotal of subtotals) {
    const key = `${subtotal.code} ${subtotal.rate}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [subtotal]);
    else group.push(subtotal);
  }
  const totals: TaxSubtotal[] = [];
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    totals.push({ ...first, base: sumAmounts(group, "base"), amount: sumAmounts(group, "amount") });
  }
  return totals.sort((a, b) =>
    a.code === b.code ? compare(decimal(b.rate), decimal(a.rate)) : a.code < b.code ? -1 : 1,
  );
}

/** Exact sum of one printed column, printed. */
export function sumAmounts<Key extends string>(rows: readonly Readonly<Record<Key, Amount>>[], key: Key): Amount {
  return addAmounts(rows.map((row) => row[key]));
}
