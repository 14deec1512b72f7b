// Says at which price each line was sold: before taxes as it was signed, or with them, where the sale was agreed so.
import type { Line, PrintedDocument, Tax } from "./model.ts";
import { addUp, fromUnits, toUnits } from "./number.ts";

/** A line as it is printed: quantity x unit price is the gross value, less its discounts the net one. */
export interface LinePrice {
  readonly unitPrice: string;
  readonly gross: string;
  readonly net: string;
  /** Discounts and charges of the line, in its order. */
  readonly allowances: readonly string[];
}

const PRICE_SCALE = 10;
const ONE = 10n ** BigInt(PRICE_SCALE);
const CENT = ONE / 100n;
/** Prices have six decimals at most. */
const MILLIONTH = ONE / 10n ** 6n;
const QUANTITY = 10n ** 6n;
/** Percentages with eight decimals. */
const HUNDRED = 100n * 10n ** 8n;
/** What the signed price, rounded to six decimals, may be off once its taxes are added: in units of `ONE`. */
const PRICE_NOISE = 3n * 10n ** 4n;

/** Prices before taxes, as every signed line has them. */
export function listPrices({ lines }: PrintedDocument): readonly LinePrice[] {
  return lines.map(({ unitPrice, amount, allowances }) => ({
    unitPrice,
    gross: addUp([amount, ...allowances.map((one) => `${one.isCharge ? "-" : ""}${one.amount}`)]),
    net: amount,
    allowances: allowances.map((one) => one.amount),
  }));
}

/**
 * Prices with taxes, where some line was sold so: then all of them, since they stand in one column.
 * @returns null where none is known to be, or a line has no price with taxes.
 */
export function listPaidPrices({ lines }: PrintedDocument): readonly LinePrice[] | null {
  if (!lines.some(({ isTaxIncluded }) => isTaxIncluded)) return null;
  const prices = lines.map(addTaxesTo).filter((price) => price !== undefined);
  return prices.length < lines.length ? null : prices;
}

/**
 * The roundest price that the signed one becomes with its taxes, and the values that follow from it.
 * @returns undefined for a line with several discounts, and for one whose discount is not what its price is above its value.
 */
function addTaxesTo({ unitPrice, quantity, isFree, amount, taxes, allowances }: Line): LinePrice | undefined {
  if (isFree) return { unitPrice, gross: amount, net: amount, allowances: allowances.map((one) => one.amount) };
  const [allowance, ...others] = allowances;
  const count = toUnits(quantity, 6);
  if (others.length > 0 || count === 0n) return undefined;
  const net = toUnits(addUp([amount, ...taxes.map((tax) => tax.amount)]), PRICE_SCALE);
  const withTaxes = addTaxes(toUnits(unitPrice, PRICE_SCALE), count, taxes);
  const isFit = (price: bigint) => {
    const off = timesCount(price, count) - net;
    return allowance === undefined ? off === 0n : allowance.isCharge ? off <= 0n : off >= 0n;
  };
  const exact = allowance === undefined ? divide(net * QUANTITY, count) : withTaxes;
  const price = listRound(withTaxes).find(isFit) ?? exact;
  if (allowance !== undefined && !isFit(price)) return undefined;
  const gross = allowance === undefined ? net : timesCount(price, count);
  const off = gross > net ? gross - net : net - gross;
  return {
    unitPrice: fromUnits(divide(price, MILLIONTH) * MILLIONTH, PRICE_SCALE),
    gross: fromUnits(gross, PRICE_SCALE),
    net: fromUnits(net, PRICE_SCALE),
    allowances: allowance === undefined ? [] : [fromUnits(off, PRICE_SCALE)],
  };
}

/** Prices that may have been agreed, the likeliest first: those that are off by noise alone, the roundest first; the nearest to the cent. */
function listRound(price: bigint): readonly bigint[] {
  const near = [CENT, CENT / 10n, CENT / 100n]
    .map((step) => divide(price, step) * step)
    .filter((round) => (round > price ? round - price : price - round) <= PRICE_NOISE);
  return [...near, toCents(price)];
}

/** The price of one unit with its percentages and its share of the taxes by unit. */
function addTaxes(price: bigint, count: bigint, taxes: readonly Tax[]): bigint {
  const byUnit = taxes.filter(({ perUnit }) => perUnit !== null).map(({ amount }) => toUnits(amount, PRICE_SCALE));
  const percents = taxes.filter(({ perUnit }) => perUnit === null).map(({ rate }) => toUnits(rate ?? "0", 8));
  const add = (values: readonly bigint[]) => values.reduce((sum, value) => sum + value, 0n);
  return (price * (HUNDRED + add(percents))) / HUNDRED + (add(byUnit) * QUANTITY) / count;
}

function timesCount(price: bigint, count: bigint): bigint {
  return toCents(divide(price * count, QUANTITY));
}

function toCents(value: bigint): bigint {
  return divide(value, CENT) * CENT;
}

/** To the nearest, halves to the even one, as the signed amounts are rounded. */
function divide(value: bigint, by: bigint): bigint {
  const [whole, rest] = [value / by, (value % by) * 2n];
  return rest > by || (rest === by && whole % 2n === 1n) ? whole + 1n : whole;
}
