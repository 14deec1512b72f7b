// Keeps the header's sum of each tax within the authority's tolerance, where the cents of many lines err to the same side (FAS07).

import type { Amount, DocumentLine, TaxSubtotal } from "../document/document.ts";
import type { Reason } from "../refusal/problem.ts";
import {
  CENT,
  compare,
  type Decimal,
  decimal,
  isPositive,
  isWithin,
  PRICE_DECIMALS,
  print,
  printPrice,
  round,
  sum,
  ZERO,
} from "../value/decimal.ts";
import { deriveRate, exactTax, rateKey, TAX_TOLERANCE } from "./tax.ts";
import { isPriceOf } from "./unit-price.ts";

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

function findTax(line: DocumentLine | undefined, key: string): TaxSubtotal | undefined {
  return line?.taxes.find((tax) => taxKey(tax) === key);
}

/** By how much a tax of the line is more than its exact value. */
function taxError(line: DocumentLine | undefined, key: string): Decimal {
  const tax = findTax(line, key);
  return tax === undefined ? ZERO : decimal(tax.amount).minus(exactTax(tax));
}

/** The line with less of a tax, or with more for a negative step; undefined where the line would break another rule. */
function moveTax<Line extends DocumentLine>(
  line: Line,
  key: string,
  step: Decimal,
  settling: Settling,
): Line | undefined {
  const tax = findTax(line, key);
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
