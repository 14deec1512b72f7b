// Splits a tax-inclusive price into base and tax that add up to it exactly, within the authority's tolerances (FAV06, FAX07).

import type { Amount } from "../document/document.ts";
import type { Decimal } from "../value/decimal.ts";
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
  round,
  ZERO,
} from "../value/decimal.ts";
import { isPriceOf, TAX_TOLERANCE } from "./tax.ts";

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
