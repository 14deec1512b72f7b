// Computes what a part of a line costs: so many of its units, or units at another price.

import type { Amount, DocumentLine, PerUnit, TaxSubtotal } from "../document/document.ts";
import { spreadTax } from "../line/line.ts";
import { withoutTax } from "../tax/included-tax.ts";
import { chargeUnits, UNIT_DECIMALS } from "../tax/tax.ts";
import {
  CENT,
  compare,
  countDecimals,
  type Decimal,
  decimal,
  isPositive,
  isWithin,
  isZero,
  PRICE_DECIMALS,
  percentOf,
  print,
  round,
  sum,
  ZERO,
} from "../value/decimal.ts";
import { unitsOf, withUnits } from "./note-balance.ts";

/** Base and taxes of a part of a line. */
export interface Part {
  readonly base: Amount;
  readonly taxes: readonly TaxSubtotal[];
}

/** A line of which a discount takes all, so that only taxes for each unit are paid. */
export function isFree({ base }: Pick<DocumentLine, "base">): boolean {
  return isZero(decimal(base));
}

/** What one unit costs without tax, after the line's own discounts and charges. */
export function netPrice(line: DocumentLine): Decimal {
  if (line.allowances === undefined || line.allowances.length === 0) return decimal(line.unitPrice);
  return round(decimal(line.base).div(decimal(line.quantity)), PRICE_DECIMALS);
}

/** What was paid for one unit with its taxes, after the line's own discounts and charges. */
export function priceWithTaxes(line: DocumentLine): Decimal {
  return round(worthOf(line).div(decimal(line.quantity)), PRICE_DECIMALS);
}

/** Base and taxes together. */
export function worthOf({ base, taxes }: Part): Decimal {
  return sum([decimal(base), ...taxes.map(({ amount }) => decimal(amount))]);
}

/** What the next units of a line cost: the difference of two running totals, so that rounding never accumulates. */
export function partOf(source: DocumentLine, rest: Decimal, quantity: Decimal): Part {
  const before = decimal(source.quantity).minus(rest);
  const [from, to] = [shareOf(source, before), shareOf(source, before.plus(quantity))];
  const taxes = source.taxes.map((tax, i) => ({
    ...tax,
    base: difference(to.taxes[i]?.base, from.taxes[i]?.base),
    amount: difference(to.taxes[i]?.amount, from.taxes[i]?.amount),
    ...withUnits(tax, unitsOf(to.taxes[i]).minus(unitsOf(from.taxes[i]))),
  }));
  return liftToZero({ base: difference(to.base, from.base), taxes });
}

/**
 * The same money without an amount below zero: of parts that are worth a cent or none, base and taxes of one running total do not
 * always reach those of the one before.
 */
function liftToZero({ base, taxes }: Part): Part {
  const due = notBelowZero(worthOf({ base, taxes }));
  const lifted = taxes.map((tax) => ({ ...tax, amount: print(notBelowZero(decimal(tax.amount))) }));
  let excess = worthOf({ base: print(notBelowZero(decimal(base))), taxes: lifted }).minus(due);
  const give = (amount: Amount): Amount => {
    const left = notBelowZero(decimal(amount).minus(excess));
    excess = excess.minus(notBelowZero(decimal(amount)).minus(left));
    return print(left);
  };
  const kept = give(base);
  return {
    base: kept,
    taxes: lifted.map((tax) => ({
      ...tax,
      base: tax.base === base ? kept : print(notBelowZero(decimal(tax.base))),
      amount: tax.perUnit === undefined ? give(tax.amount) : tax.amount,
    })),
  };
}

function notBelowZero(value: Decimal): Decimal {
  return compare(value, ZERO) < 0 ? ZERO : value;
}

/**
 * What so many of a line's units cost, with their taxes. Of a line whose price holds its taxes that is so many times what was
 * paid for one, to the cent, and base and taxes follow from it as in the invoice; of any other the taxes follow from the base.
 */
function shareOf(source: DocumentLine, quantity: Decimal): Part {
  const share = quantity.div(decimal(source.quantity));
  const byBase = shareByBase(source, print(decimal(source.base).times(share)), quantity);
  if (!isPaidAsWhole(source) || isZero(quantity)) return byBase;
  return splitWorth(source, byBase, print(worthOf(source).times(share)), quantity);
}

/** Whether the price paid for one unit, taxes included, is what the line was priced from, or a whole number of cents. */
export function isPaidAsWhole(source: DocumentLine): boolean {
  if (isFree(source) || source.taxes.length === 0) return false;
  if (source.taxes.some(({ perUnit, base }) => perUnit === undefined && base !== source.base)) return false;
  return source.isTaxIncluded === true || countDecimals(worthOf(source).div(decimal(source.quantity))) <= 2;
}

/**
 * The part of a line that was paid with `paid`, which holds its taxes for each unit too. Where the line's own base had to move
 * away from what was paid, the part's base moves in the same proportion, so that the last part is no further off than the line.
 */
function splitWorth(source: DocumentLine, byBase: Part, paid: Amount, quantity: Decimal): Part {
  const forUnits = sum(byBase.taxes.flatMap(({ perUnit, amount }) => (perUnit === undefined ? [] : [decimal(amount)])));
  const rest = notBelowZero(decimal(paid).minus(forUnits));
  const percents = source.taxes.filter(({ perUnit }) => perUnit === undefined);
  const tax = sum(percents.map(({ amount }) => decimal(amount)));
  const isMoved = !isWithin(tax, percentOf(decimal(source.base), sumPercents(source.taxes)), CENT);
  return isMoved
    ? withBase(byBase, byBase.base, rest)
    : chargePaid(byBase, { rest, quantity, price: netPrice(source) });
}

/**
 * Base and percentages that add up to `rest`. The base is price x quantity where that leaves the percentages within a cent of
 * base x rate; otherwise it follows from what is paid.
 * @param like has the taxes.
 */
function chargePaid(
  like: Part,
  { rest, quantity, price }: { readonly rest: Decimal; readonly quantity: Decimal; readonly price: Decimal },
): Part {
  const percent = sumPercents(like.taxes);
  const asPriced = round(price.times(quantity));
  const isFit = !isZero(percent) && isWithin(rest.minus(asPriced), percentOf(asPriced, percent), CENT);
  return withBase(like, print(isFit ? asPriced : withoutTax(rest, { percent, perItem: ZERO })), rest);
}

/** The percentages on a base, together what `rest` holds beyond it. */
function withBase({ taxes }: Part, sent: Amount, rest: Decimal): Part {
  const base = compare(decimal(sent), rest) > 0 ? print(rest) : sent;
  const charged = taxes.map((tax) =>
    tax.perUnit === undefined
      ? { ...tax, base, amount: print(percentOf(decimal(base), decimal(tax.rate))) }
      : { ...tax, base },
  );
  return { base, taxes: spreadTax(charged, base, print(rest.minus(decimal(base)))) };
}

/** What so many units cost at the line's own price, perhaps more of them than the line has. */
export function unitsPart(source: DocumentLine, quantity: Decimal): Part {
  if (isPaidAsWhole(source)) return shareOf(source, quantity);
  return shareByBase(source, print(netPrice(source).times(quantity)), quantity);
}

/** What units at another price cost, with their taxes; it is no unit, so that nothing is charged for each. */
export function pricedPart(source: DocumentLine, price: Decimal, quantity: Decimal): Part {
  return shareByBase(source, print(price.times(quantity)), ZERO);
}

/** What is paid back at another price that holds the line's percentages; it is no unit, so that it holds nothing for each. */
export function paidPart(source: DocumentLine, paid: Decimal, quantity: Decimal): Part {
  const price = withoutTaxes(source, paid);
  const like = shareByBase(source, print(price.times(quantity)), ZERO);
  return chargePaid(like, { rest: round(paid.times(quantity)), quantity, price });
}

/** A price without the line's percentages. */
export function withoutTaxes({ taxes }: DocumentLine, paid: Decimal): Decimal {
  return round(withoutTax(paid, { percent: sumPercents(taxes), perItem: ZERO }), PRICE_DECIMALS);
}

function sumPercents(taxes: readonly TaxSubtotal[]): Decimal {
  return sum(taxes.flatMap(({ perUnit, rate }) => (perUnit === undefined ? [decimal(rate)] : [])));
}

/** The taxes of a part: base x rate where the line's tax refers to the line's base, otherwise the proportional part of the tax. */
function shareByBase(source: DocumentLine, base: Amount, quantity: Decimal): Part {
  const share = (amount: Amount) =>
    print(isFree(source) ? ZERO : decimal(amount).times(decimal(base)).div(decimal(source.base)));
  const taxes = source.taxes.map((tax) => {
    const units = quantity.div(decimal(source.quantity));
    if (tax.perUnit !== undefined) return shareUnits(tax, tax.perUnit, units, base);
    if (source.gift !== undefined) return shareGiftTax(tax, units);
    return tax.base === source.base
      ? { ...tax, base, amount: print(percentOf(decimal(base), decimal(tax.rate))) }
      : { ...tax, base: share(tax.base), amount: share(tax.amount) };
  });
  return { base, taxes };
}

/** The percentage of a gift goes with its units: they have no price. */
function shareGiftTax(tax: TaxSubtotal, share: Decimal): TaxSubtotal {
  const part = (amount: Amount) => print(decimal(amount).times(share));
  return { ...tax, base: part(tax.base), amount: part(tax.amount) };
}

/** A tax that is money for each unit goes with the units, not with their price. */
function shareUnits(tax: TaxSubtotal, perUnit: PerUnit, share: Decimal, base: Amount): TaxSubtotal {
  const units = round(decimal(perUnit.units).times(share), UNIT_DECIMALS);
  return { ...tax, base, amount: chargeUnits(tax.code, decimal(perUnit.amount), units), ...withUnits(tax, units) };
}

/** False for a tax for each unit of which no unit is left. */
export function hasUnits({ perUnit, amount }: TaxSubtotal): boolean {
  return perUnit === undefined || isPositive(decimal(perUnit.units)) || isPositive(decimal(amount));
}

function difference(to: Amount = "0.00", from: Amount = "0.00"): Amount {
  return print(decimal(to).minus(decimal(from)));
}
