// Splits a tax-inclusive price into base and tax that add up to it exactly, within the authority's tolerances (FAV06, FAX07, FAS07).
import type { Decimal } from "./decimal.ts";
import {
  CENT,
  compare,
  decimal,
  HUNDRED,
  isPositive,
  isWithin,
  isZero,
  PRICE_DECIMALS,
  percentOf,
  print,
  printPrice,
  round,
  sum,
  ZERO,
} from "./decimal.ts";
import type { Amount, DocumentLine, TaxSubtotal } from "./document.ts";
import { deriveRate } from "./tax.ts";
import { isPriceOf } from "./unit-price.ts";

/** How far tax and base x rate may be apart, in a line and in the header's sum of a tax (FAX07, FAS07). */
const TAX_TOLERANCE: Decimal = decimal("2");
/** How far the tax of a line with a discount may be off: its base may be a cent lower than the nearest. */
const DISCOUNTED_TOLERANCE: Decimal = decimal("0.02");
const LEAST_PRICE: Decimal = decimal("0.000001");

/** What one line is charged: unit price without tax, base and tax. */
export interface Split {
  readonly price: Decimal;
  readonly base: Amount;
  readonly tax: Amount;
}

/** The taxes included in a price: the sum of the percentages, and the money for each unit. */
interface IncludedTaxes {
  readonly percent: Decimal;
  readonly perItem: Decimal;
}

/** The price of one unit without its included taxes, not rounded. */
export function withoutTax(price: Decimal, { percent, perItem }: IncludedTaxes): Decimal {
  return withoutPercent(price.minus(perItem), percent);
}

function withoutPercent(price: Decimal, percent: Decimal): Decimal {
  return price.times(HUNDRED).div(HUNDRED.plus(percent));
}

/**
 * Base and tax of a line with a tax-inclusive price; together they are exactly `paid`. The base is price x quantity as long as
 * the remaining tax is within a cent of base x rate; otherwise the base, and with it the printed price, moves until it is. Only
 * a quantity so large that six decimals of price cannot express its cents leaves a larger difference.
 * @param paid quantity x price, to the cent; without what the price holds for each unit.
 * @param price without tax, with at most six decimals.
 * @param percent all that the price holds, together.
 * @returns undefined when the tax would still be off by more than `TAX_TOLERANCE`.
 */
export function splitPaid(paid: Amount, quantity: Decimal, price: Decimal, percent: Decimal): Split | undefined {
  if (isZero(percent)) return splitUntaxed(paid, quantity, price);
  const asPriced = splitAt(paid, print(price.times(quantity)), price);
  if (isFit(asPriced, percent, CENT)) return asPriced;
  const exact = withoutPercent(decimal(paid), percent);
  const base = print(exact);
  const moved = splitAt(paid, base, round(decimal(base).div(quantity), PRICE_DECIMALS));
  if (isFit(moved, percent, CENT) && isPriceOf(moved.price, quantity, decimal(base))) return moved;
  const nearest = round(exact.div(quantity), PRICE_DECIMALS);
  const asPrinted = splitAt(paid, print(nearest.times(quantity)), nearest);
  return isFit(asPrinted, percent, TAX_TOLERANCE) ? asPrinted : undefined;
}

/** Without a percentage there is no tax to split off: the base is what is paid. */
function splitUntaxed(paid: Amount, quantity: Decimal, price: Decimal): Split | undefined {
  const prices = [price, round(decimal(paid).div(quantity), PRICE_DECIMALS)];
  return prices
    .map((one) => splitAt(paid, paid, one))
    .find(({ price: one }) => isPriceOf(one, quantity, decimal(paid)));
}

/** What one line is charged after a discount: `off` is the difference between price x quantity and the base. */
interface DiscountedSplit extends Split {
  readonly gross: Amount;
  readonly off: Amount;
}

/**
 * The same for a line with a discount. Its base need not be price x quantity: the discount absorbs the difference, which must be
 * at least a cent. Where rounding leaves none, the price is printed a millionth higher, or the base is lowered by a cent.
 * @param paid quantity x price less the discount, to the cent.
 */
export function splitDiscounted(
  paid: Amount,
  quantity: Decimal,
  price: Decimal,
  percent: Decimal,
): DiscountedSplit | undefined {
  const base = print(withoutPercent(decimal(paid), percent));
  const bases = isZero(percent) ? [base] : [base, print(decimal(base).minus(CENT))];
  const splits = [price, price.plus(LEAST_PRICE)].flatMap((one) => {
    const gross = print(one.times(quantity));
    return bases.map((net) => {
      return { ...splitAt(paid, net, one), gross, off: print(decimal(gross).minus(decimal(net))) };
    });
  });
  return splits.find((one) => isPositive(decimal(one.off)) && isFit(one, percent, DISCOUNTED_TOLERANCE, true));
}

function splitAt(paid: Amount, base: Amount, price: Decimal): Split {
  return { price, base, tax: print(decimal(paid).minus(decimal(base))) };
}

function isFit({ base, tax }: Split, percent: Decimal, tolerance: Decimal, isFree = false): boolean {
  const least = compare(decimal(base), ZERO);
  if (least < 0 || (least === 0 && !isFree) || compare(decimal(tax), ZERO) < 0) return false;
  return isWithin(decimal(tax), percentOf(decimal(base), percent), tolerance);
}

/**
 * Moves the bases of tax-inclusive lines by a cent where the rounding of many lines adds up to more than `TAX_TOLERANCE` for a
 * tax: the lines with the largest difference first, only as many as needed, and never the price paid.
 * @param lines all of the document.
 * @param isPaid whether a cent may move between the base and the tax of a line.
 */
export function settleSums<Line extends DocumentLine>(
  lines: readonly Line[],
  isPaid: (line: Line) => boolean,
): readonly Line[] {
  const groups = groupByTax(lines);
  let settled = lines;
  // The base that moves for one tax is that of the line's others too, and may push their sums over the tolerance.
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const before = settled;
    for (const group of groups) settled = settleTax(settled, group, isPaid);
    if (settled === before) break;
  }
  return settled;
}

const MOST_PASSES = 10;

/** A tax at one percentage, and the places of the lines that have it. */
interface TaxGroup {
  readonly key: string;
  readonly places: readonly number[];
}

/** @returns the lines themselves when the tax needs no settling, or cannot be settled. */
function settleTax<Line extends DocumentLine>(
  lines: readonly Line[],
  { key, places }: TaxGroup,
  isPaid: (line: Line) => boolean,
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
    const moved = line === undefined || !isPaid(line) ? undefined : moveBase(line, key, step);
    if (moved === undefined) continue;
    settled[place] = moved;
    rest = rest.minus(error.minus(taxError(moved, key)).abs());
  }
  return compare(rest, excess.abs()) === 0 ? lines : settled;
}

/** Every tax that is a percentage, wherever it stands in its lines. */
function groupByTax(lines: readonly DocumentLine[]): readonly TaxGroup[] {
  const groups = new Map<string, number[]>();
  for (const [place, line] of lines.entries()) {
    for (const tax of line.taxes) {
      if (tax.perUnit !== undefined) continue;
      const group = groups.get(percentKey(tax));
      if (group === undefined) groups.set(percentKey(tax), [place]);
      else group.push(place);
    }
  }
  return [...groups].map(([key, places]) => ({ key, places }));
}

function percentKey({ code, rate }: TaxSubtotal): string {
  return `${code} ${rate}`;
}

function findTax(line: DocumentLine | undefined, key: string): TaxSubtotal | undefined {
  return line?.taxes.find((tax) => tax.perUnit === undefined && percentKey(tax) === key);
}

/** By how much a tax of the line is more than its base x rate. */
function taxError(line: DocumentLine | undefined, key: string): Decimal {
  const tax = findTax(line, key);
  return tax === undefined ? ZERO : decimal(tax.amount).minus(percentOf(decimal(tax.base), decimal(tax.rate)));
}

function moveBase<Line extends DocumentLine>(line: Line, key: string, step: Decimal): Line | undefined {
  const tax = findTax(line, key);
  if (tax === undefined) return undefined;
  const base = print(decimal(line.base).plus(step));
  const amount = print(decimal(tax.amount).minus(step));
  if (compare(decimal(amount), ZERO) < 0 || !isPositive(decimal(base))) return undefined;
  const taxes = line.taxes.map((one) => (one === tax ? { ...one, base, amount } : { ...one, base }));
  const moved = { ...line, base, taxes };
  const [discount] = line.allowances ?? [];
  if (discount !== undefined) {
    const off = decimal(discount.amount).minus(step);
    if (!isPositive(off)) return undefined;
    const percent = deriveRate(decimal(discount.base), off);
    return { ...moved, allowances: [{ ...discount, percent, amount: print(off) }] };
  }
  const quantity = decimal(line.quantity);
  const price = round(decimal(base).div(quantity), PRICE_DECIMALS);
  return isPriceOf(price, quantity, decimal(base)) ? { ...moved, unitPrice: printPrice(price) } : undefined;
}
