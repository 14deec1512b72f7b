// Splits a price that holds its tax into base and tax that add up to it, within what the authority tolerates (FAV06, FAX07, FAS07).
import type { Decimal } from "./decimal.ts";
import {
  CENT,
  compare,
  decimal,
  HUNDRED,
  isPositive,
  isWithin,
  percentOf,
  print,
  printBetween,
  round,
  sum,
  ZERO,
} from "./decimal.ts";
import type { Amount, DocumentLine } from "./document.ts";
import type { TaxClass } from "./tax.ts";

/** Unit prices are printed with at most six decimals. */
export const MOST_PRICE_DECIMALS = 6;
/** How far tax and base x rate may be apart, in a line and in the header's sum of a tax (FAX07, FAS07). */
export const TAX_TOLERANCE: Decimal = decimal("2");

/** A unit price as the document prints it. */
export function printPrice(price: Decimal): string {
  return printBetween(price, 2, MOST_PRICE_DECIMALS);
}

/** What one line is charged: unit price without tax, base and tax. */
export interface Split {
  readonly price: Decimal;
  readonly base: Amount;
  readonly tax: Amount;
}

/** The price of one unit without the tax that it holds; not rounded. */
export function withoutTax(price: Decimal, tax: TaxClass): Decimal {
  return price.times(HUNDRED).div(HUNDRED.plus(tax.percent));
}

/**
 * Base and tax of a line whose price holds the tax: together they are exactly `paid`. The base is price x quantity as long as
 * the tax that is left stays within a cent of base x rate; otherwise the base moves to where it does, and with it the printed
 * price. Only a quantity so large that six decimals of price cannot express its cents leaves the tax further off.
 * @param paid quantity x price, to the cent.
 * @param price without tax, with at most six decimals.
 * @returns undefined when even so the tax would be more than `TAX_TOLERANCE` off.
 */
export function splitPaid(paid: Amount, quantity: Decimal, price: Decimal, tax: TaxClass): Split | undefined {
  const asPriced = splitAt(paid, print(price.times(quantity)), price);
  if (isFit(asPriced, tax, CENT)) return asPriced;
  const exact = withoutTax(decimal(paid), tax);
  const base = print(exact);
  const moved = splitAt(paid, base, round(decimal(base).div(quantity), MOST_PRICE_DECIMALS));
  if (isFit(moved, tax, CENT) && isPriceOf(moved, quantity)) return moved;
  const nearest = round(exact.div(quantity), MOST_PRICE_DECIMALS);
  const asPrinted = splitAt(paid, print(nearest.times(quantity)), nearest);
  return isFit(asPrinted, tax, TAX_TOLERANCE) ? asPrinted : undefined;
}

function splitAt(paid: Amount, base: Amount, price: Decimal): Split {
  return { price, base, tax: print(decimal(paid).minus(decimal(base))) };
}

function isFit({ base, tax }: Split, { percent }: TaxClass, tolerance: Decimal): boolean {
  if (!isPositive(decimal(base)) || compare(decimal(tax), ZERO) < 0) return false;
  return isWithin(decimal(tax), percentOf(decimal(base), percent), tolerance);
}

/** FAV06, to the cent. */
function isPriceOf({ price, base }: Pick<Split, "price" | "base">, quantity: Decimal): boolean {
  return isPositive(price) && isWithin(price.times(quantity), decimal(base), CENT);
}

/**
 * Moves bases of paid lines by a cent where the cents of many lines would take the sum of a tax further from base x rate than
 * `TAX_TOLERANCE`: the lines that are furthest off first, no further than the sum needs, never the price paid.
 * @param lines all of the document.
 * @param isPaid whether base and tax of a line may move against each other.
 */
export function settleSums(
  lines: readonly DocumentLine[],
  isPaid: (line: DocumentLine) => boolean,
): readonly DocumentLine[] {
  const settled = [...lines];
  for (const places of groupByTax(lines)) {
    const errors = places.map((place) => taxError(lines[place]));
    const excess = sum(errors);
    if (isWithin(excess, ZERO, TAX_TOLERANCE)) continue;
    const isOver = isPositive(excess);
    const step = isOver ? CENT : CENT.neg();
    let rest = excess.abs();
    const byError = places.map((place, index) => ({ place, error: errors[index] ?? ZERO }));
    byError.sort((one, other) => compare(other.error, one.error) * (isOver ? 1 : -1));
    for (const { place, error } of byError) {
      if (compare(rest, TAX_TOLERANCE) <= 0 || isPositive(error) !== isOver) break;
      const line = lines[place];
      const moved = line === undefined || !isPaid(line) ? undefined : moveBase(line, step);
      if (moved === undefined) continue;
      settled[place] = moved;
      rest = rest.minus(error.minus(taxError(moved)).abs());
    }
  }
  return settled;
}

/** Places of the lines of each tax and rate. */
function groupByTax(lines: readonly DocumentLine[]): readonly (readonly number[])[] {
  const groups = new Map<string, number[]>();
  for (const [place, line] of lines.entries()) {
    const [tax] = line.taxes;
    if (tax === undefined) continue;
    const key = `${tax.code} ${tax.rate}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [place]);
    else group.push(place);
  }
  return [...groups.values()];
}

/** By how much the tax of a line is more than its base x rate. */
function taxError(line: DocumentLine | undefined): Decimal {
  const [tax] = line?.taxes ?? [];
  return tax === undefined ? ZERO : decimal(tax.amount).minus(percentOf(decimal(tax.base), decimal(tax.rate)));
}

function moveBase(line: DocumentLine, step: Decimal): DocumentLine | undefined {
  const [tax] = line.taxes;
  if (tax === undefined) return undefined;
  const quantity = decimal(line.quantity);
  const base = print(decimal(line.base).plus(step));
  const price = round(decimal(base).div(quantity), MOST_PRICE_DECIMALS);
  const amount = print(decimal(tax.amount).minus(step));
  if (compare(decimal(amount), ZERO) < 0 || !isPositive(decimal(base)) || !isPriceOf({ price, base }, quantity)) {
    return undefined;
  }
  return { ...line, unitPrice: printPrice(price), base, taxes: [{ ...tax, base, amount }] };
}
