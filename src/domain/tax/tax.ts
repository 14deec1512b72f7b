// Decides which tax a rate stands for, with or without an explicit code, and sums the taxes of lines.
import { findTax, getTaxName, type Tax } from "../catalogue/catalogue.ts";
import type { Amount, DocumentLine, PerUnit, TaxSubtotal } from "../document/document.ts";
import type { PercentageFault, Reason } from "../refusal/problem.ts";
import type { Decimal } from "../value/decimal.ts";
import {
  addAmounts,
  CENT,
  compare,
  countDecimals,
  decimal,
  HUNDRED,
  isZero,
  percentOf,
  print,
  printBetween,
  sum,
  ZERO,
} from "../value/decimal.ts";

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
export const INC = "04";
/** Sweetened drinks: so much for each hundred millilitres. */
export const IBUA = "34";
/** The rate that alone means INC; any other positive one means IVA. */
const INC_RATE = decimal("8");
/** Decimals of a percentage as a client may send it. */
export const MOST_RATE_DECIMALS = 4;
/** How far a tax may be from base x rate, in a line and in the header (FAX07, FAS07). */
export const TAX_TOLERANCE: Decimal = decimal("2");
/** Decimals of a printed number of units. */
export const UNIT_DECIMALS = 6;
/** Decimals of a percentage derived from an amount: enough for a cent of the largest amount that a field takes. */
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

/**
 * A tax named by its code alone: one more of a line, beside that of its rate.
 * @returns the tax, or why the code is none or has no rule that says how it is computed.
 */
export function classifyOther(code: string): { readonly tax: Tax } | { readonly because: Reason } {
  const tax = findTax(code);
  if (tax === undefined) return { because: { reason: "tax-unknown", value: code } };
  const named = { value: code, name: tax.name };
  if (tax.kind === "withholding") return { because: { reason: "tax-is-withholding", ...named } };
  if (tax.kind === "party") return { because: { reason: "tax-is-of-party", ...named } };
  if (tax.kind === "other") return { because: { reason: "tax-is-no-tax", ...named } };
  return tax.isRulePublished ? { tax } : { because: { reason: "tax-rule-unknown", ...named } };
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
  // A rate of 0 is a tax only where the list publishes it; a code alone does not create one.
  const isPublished = tax.rates.some((rate) => decimal(rate).eq(percent));
  return isZero(percent) && !isPublished ? { type: "untaxed" } : { type: "taxed", tax: taxClass(code, percent) };
}

function invalidCode(because: Reason): TaxClassification {
  return { type: "invalid", field: "taxCode", because, rule: "FAX16" };
}

/** The percentage with the fewest decimals that gives an amount back to the cent. The base is above zero. */
export function deriveRate(base: Decimal, amount: Decimal): string {
  const percent = amount.times(HUNDRED).div(base);
  const printed = print(amount);
  for (let places = 2; places < MOST_DERIVED_DECIMALS; places += 1) {
    const rate = print(percent, places);
    if (print(percentOf(base, decimal(rate))) === printed) return rate;
  }
  return print(percent, MOST_DERIVED_DECIMALS);
}

/** `amount` for each unit, of IBUA for each hundred millilitres, to the cent (FAX07, FAS07). */
export function chargeUnits(code: string, amount: Decimal, units: Decimal): Amount {
  return print(exactUnits(code, amount, units));
}

function exactUnits(code: string, amount: Decimal, units: Decimal): Decimal {
  const whole = amount.times(units);
  return code === IBUA ? whole.times(CENT) : whole;
}

/** What a tax is by its own figures, not rounded: base x rate / 100, or so much for each unit (FAX07, FAS07). */
export function exactTax({ code, base, rate, perUnit }: TaxSubtotal): Decimal {
  if (perUnit === undefined) return percentOf(decimal(base), decimal(rate));
  return exactUnits(code, decimal(perUnit.amount), decimal(perUnit.units));
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
function sumSubtotals(subtotals: readonly TaxSubtotal[]): readonly TaxSubtotal[] {
  const groups = new Map<string, TaxSubtotal[]>();
  for (const subtotal of subtotals) {
    const key = `${subtotal.code} ${rateKey(subtotal)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [subtotal]);
    else group.push(subtotal);
  }
  const totals: TaxSubtotal[] = [];
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const sums = { base: sumAmounts(group, "base"), amount: sumAmounts(group, "amount") };
    const { perUnit } = first;
    totals.push(
      perUnit === undefined ? { ...first, ...sums } : { ...first, ...sums, perUnit: sumUnits(perUnit, group) },
    );
  }
  return totals.sort((a, b) =>
    a.code === b.code ? compare(decimal(sortedRate(b)), decimal(sortedRate(a))) : a.code < b.code ? -1 : 1,
  );
}

/** What distinguishes subtotals of one tax: the percentage, or the money for one unit. */
export function rateKey({ rate, perUnit }: Pick<TaxSubtotal, "rate" | "perUnit">): string {
  return perUnit === undefined ? rate : `${perUnit.amount} ${perUnit.unitCode}`;
}

function sortedRate({ rate, perUnit }: TaxSubtotal): string {
  return perUnit?.amount ?? rate;
}

function sumUnits(perUnit: PerUnit, group: readonly TaxSubtotal[]): PerUnit {
  const units = sum(group.map((one) => decimal(one.perUnit?.units ?? "0")));
  return { ...perUnit, units: print(units, UNIT_DECIMALS) };
}

/** Exact sum of one printed column, printed. */
export function sumAmounts<Key extends string>(rows: readonly Readonly<Record<Key, Amount>>[], key: Key): Amount {
  return addAmounts(rows.map((row) => row[key]));
}
