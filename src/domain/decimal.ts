// Decimal text into exact decimals and back into printed amounts: half-even, never a float.
import Big from "big.js";

export type Decimal = Big;

/** Half-even (NTC 3711, authority/README 2.7). */
const HALF_EVEN = 2;

// Enough digits for a derived price or percentage to be rounded once, at print time.
Big.DP = 30;
Big.RM = HALF_EVEN;

const PLAIN_DECIMAL = /^-?\d{1,30}(\.\d{1,30})?$/;

export const ZERO: Decimal = new Big(0);
export const HUNDRED: Decimal = new Big(100);
/** The contract's tolerance: one cent. */
export const CENT: Decimal = new Big("0.01");

/**
 * Reads plain decimal text (no exponent).
 * @throws Error when the text is not plain: the wire layer has normalised it, so this is a bug.
 */
export function decimal(text: string): Decimal {
  if (!PLAIN_DECIMAL.test(text)) throw new Error("not a plain decimal");
  return new Big(text);
}

/** Rounds half-even to `places` decimals. */
export function round(value: Decimal, places = 2): Decimal {
  return value.round(places, HALF_EVEN);
}

/** Prints with exactly `places` decimals (2 for money), rounding half-even. */
export function print(value: Decimal, places = 2): string {
  return value.toFixed(places, HALF_EVEN);
}

/** Prints with at least `least` and at most `most` decimals, without other trailing zeros: prices and percentages. */
export function printBetween(value: Decimal, least: number, most: number): string {
  const full = value.toFixed(most, HALF_EVEN);
  const point = full.indexOf(".");
  let end = full.length;
  while (end > point + 1 + least && full[end - 1] === "0") end -= 1;
  return full.slice(0, end);
}

/** How many decimals the value needs: 0 for integers. */
export function countDecimals(value: Decimal): number {
  return Math.max(0, value.c.length - 1 - value.e);
}

/** Exact sum; zero for an empty list. */
export function sum(values: readonly Decimal[]): Decimal {
  return values.reduce((total, value) => total.plus(value), ZERO);
}

/** value x percent / 100, exact. */
export function percentOf(value: Decimal, percent: Decimal): Decimal {
  return value.times(percent).times("0.01");
}

/** |a - b| <= tolerance. */
export function isWithin(a: Decimal, b: Decimal, tolerance: Decimal): boolean {
  return a.minus(b).abs().lte(tolerance);
}
