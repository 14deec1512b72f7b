// Decides which tax a rate stands for, with or without an explicit code, computes it, and settles the sums that a document states.
import { findTax, getTaxName, type Tax } from "../catalogue/catalogue.ts";
import type { Amount, DocumentLine, PerUnit, TaxSubtotal } from "../document/document.ts";
import type { PercentageFault, Reason } from "../refusal/problem.ts";
import {
  addAmounts,
  CENT,
  compare,
  countDecimals,
  type Decimal,
  decimal,
  HUNDRED,
  isPositive,
  isWithin,
  isZero,
  PRICE_DECIMALS,
  percentOf,
  print,
  printBetween,
  printPrice,
  round,
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
function exactTax({ code, base, rate, perUnit }: TaxSubtotal): Decimal {
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

/** The tax on top of a base is half a cent off at most: so many lines are within the tolerance without being settled. */
const MOST_CERTAIN_LINES = 400;
const LEAST_PRICE: Decimal = decimal("0.000001");
const MOST_PASSES = 10;

/**
 * How a line's tax may move by cents: `paid`, between base and tax, as its price holds both; `on-top`, the tax alone; `fixed`, not
 * at all.
 */
export type Settling = "paid" | "on-top" | "fixed";

/**
 * Moves cents where the rounding of many lines adds up to more than `TAX_TOLERANCE` for a tax: in the lines with the largest
 * difference first, only as many as needed. What is paid for a line whose price holds its taxes never changes; a tax on top comes
 * closer to base x rate of the whole document.
 * @param lines all of the document.
 */
export function settleSums<Line extends DocumentLine>(
  lines: readonly Line[],
  settlingOf: (line: Line) => Settling,
): readonly Line[] {
  if (lines.length <= MOST_CERTAIN_LINES && lines.every((line) => settlingOf(line) === "on-top")) return lines;
  const groups = groupByTax(lines);
  let settled = lines;
  // The base that moves for one tax is that of the line's others too, and may push their sums over the tolerance.
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const before = settled;
    for (const group of groups) settled = settleTax(settled, group, settlingOf);
    if (settled === before) break;
  }
  return settled;
}

/** Why the authority would refuse a header's sum of a tax; undefined when it is within the tolerance. */
export function findSumFault(taxes: readonly TaxSubtotal[]): Reason<"tax-sum-off"> | undefined {
  const found = taxes.find((tax) => !isWithin(decimal(tax.amount), exactTax(tax), TAX_TOLERANCE));
  if (found === undefined) return undefined;
  const { name, rate, amount } = found;
  const computed = print(exactTax(found));
  return { reason: "tax-sum-off", tax: name, rate, amount, computed, tolerance: print(TAX_TOLERANCE) };
}

/** A tax at one rate, and the places of the lines that have it. */
interface TaxGroup {
  readonly key: string;
  readonly places: readonly number[];
}

/** @returns the lines themselves when the tax needs no settling, or cannot be settled. */
function settleTax<Line extends DocumentLine>(
  lines: readonly Line[],
  { key, places }: TaxGroup,
  settlingOf: (line: Line) => Settling,
): readonly Line[] {
  const byError = places.map((place) => ({ place, error: taxError(lines[place], key) }));
  const excess = sum(byError.map(({ error }) => error));
  if (isWithin(excess, ZERO, TAX_TOLERANCE)) return lines;
  const isOver = isPositive(excess);
  const step = isOver ? CENT : CENT.neg();
  byError.sort((one, other) => compare(other.error, one.error) * (isOver ? 1 : -1));
  const settled = [...lines];
  let rest = excess.abs();
  for (const { place, error } of byError) {
    if (compare(rest, TAX_TOLERANCE) <= 0 || isPositive(error) !== isOver) break;
    const line = lines[place];
    const moved = line === undefined ? undefined : moveTax(line, key, step, settlingOf(line));
    if (moved === undefined) continue;
    const change = error.minus(taxError(moved, key)).abs();
    if (compare(rest.minus(change).abs(), rest) >= 0) continue;
    settled[place] = moved;
    rest = rest.minus(change);
  }
  return compare(rest, excess.abs()) === 0 ? lines : settled;
}

/** Every tax at each of its rates, wherever it stands in its lines. */
function groupByTax(lines: readonly DocumentLine[]): readonly TaxGroup[] {
  const groups = new Map<string, number[]>();
  for (const [place, line] of lines.entries()) {
    for (const tax of line.taxes) {
      const group = groups.get(taxKey(tax));
      if (group === undefined) groups.set(taxKey(tax), [place]);
      else group.push(place);
    }
  }
  return [...groups].map(([key, places]) => ({ key, places }));
}

function taxKey(tax: TaxSubtotal): string {
  return `${tax.code} ${rateKey(tax)}`;
}

function findLineTax(line: DocumentLine | undefined, key: string): TaxSubtotal | undefined {
  return line?.taxes.find((tax) => taxKey(tax) === key);
}

/** By how much a tax of the line is more than its exact value. */
function taxError(line: DocumentLine | undefined, key: string): Decimal {
  const tax = findLineTax(line, key);
  return tax === undefined ? ZERO : decimal(tax.amount).minus(exactTax(tax));
}

/** The line with less of a tax, or with more for a negative step; undefined where the line would break another rule. */
function moveTax<Line extends DocumentLine>(
  line: Line,
  key: string,
  step: Decimal,
  settling: Settling,
): Line | undefined {
  const tax = findLineTax(line, key);
  if (tax === undefined || settling === "fixed") return undefined;
  if (settling === "paid") return moveBase(line, tax, step);
  const amount = decimal(tax.amount).minus(step);
  return compare(amount, ZERO) < 0 ? undefined : withTax(line, tax, { base: tax.base, amount: print(amount) });
}

function withTax<Line extends DocumentLine>(
  line: Line,
  tax: TaxSubtotal,
  changed: Pick<TaxSubtotal, "base" | "amount">,
) {
  return { ...line, taxes: line.taxes.map((one) => (one === tax ? { ...one, ...changed } : one)) };
}

/** The same cents go from the tax to the base: a discount absorbs them, else the price moves with the base. */
function moveBase<Line extends DocumentLine>(line: Line, tax: TaxSubtotal, step: Decimal): Line | undefined {
  const [discount] = line.allowances ?? [];
  const printed = discount === undefined ? nextPrinted(line, step) : { base: decimal(line.base).plus(step) };
  if (printed === undefined || !isPositive(printed.base)) return undefined;
  const difference = printed.base.minus(decimal(line.base));
  const base = print(printed.base);
  const amount = print(decimal(tax.amount).minus(difference));
  if (compare(decimal(amount), ZERO) < 0) return undefined;
  const taxes = line.taxes.map((one) => (one === tax ? { ...one, base, amount } : { ...one, base }));
  if (!taxes.every((one) => isWithin(decimal(one.amount), exactTax(one), TAX_TOLERANCE))) return undefined;
  const moved = { ...line, base, taxes };
  if (discount === undefined)
    return "price" in printed ? { ...moved, unitPrice: printPrice(printed.price) } : undefined;
  const off = decimal(discount.amount).minus(difference);
  if (!isPositive(off)) return undefined;
  const percent = deriveRate(decimal(discount.base), off);
  return { ...moved, allowances: [{ ...discount, percent, amount: print(off) }] };
}

interface Printed {
  readonly price: Decimal;
  readonly base: Decimal;
}

/** The next base, a cent away or as many as it takes, that a price of six decimals gives (FAV06). */
function nextPrinted(line: { readonly base: Amount; readonly quantity: string }, step: Decimal): Printed | undefined {
  const quantity = decimal(line.quantity);
  const near = decimal(line.base).plus(step);
  const nearest = round(near.div(quantity), PRICE_DECIMALS);
  if (isPriceOf(nearest, quantity, near)) return { price: nearest, base: near };
  const isBeyond = isPositive(nearest.times(quantity).minus(near).times(step));
  const price = isBeyond ? nearest : nearest.plus(isPositive(step) ? LEAST_PRICE : LEAST_PRICE.neg());
  const bases = [ZERO, step].map((more) => round(price.times(quantity).minus(step)).plus(more));
  const base = bases.find((one) => isPriceOf(price, quantity, one) && isPositive(one.minus(near).times(step)));
  return base === undefined ? undefined : { price, base };
}

/** Whether quantity x price is the value to the cent; a price of zero gives no value. @param price as it is printed. */
export function isPriceOf(price: Decimal, quantity: Decimal, value: Decimal): boolean {
  return (isPositive(price) || isZero(value)) && isWithin(price.times(quantity), value, CENT);
}

/** Why a price is refused that gives another value as it is printed. @param price as it was sent. */
export function priceTooFine(price: string, quantity: Decimal): Reason {
  const printed = printPrice(decimal(price));
  return {
    reason: "price-too-fine",
    value: price,
    quantity: quantity.toFixed(),
    base: print(quantity.times(decimal(price))),
    printed,
    printedBase: print(quantity.times(decimal(printed))),
    decimals: PRICE_DECIMALS,
  };
}
