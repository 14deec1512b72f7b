// Reads decimal text as exact decimals and prints amounts: half-even, never a float.
import Big from "big.js";

export type Decimal = Big;

/** Half-even (NTC 3711). */
const HALF_EVEN = 2;

// Enough digits for a derived price or percentage to be rounded once, at print time.
Big.DP = 30;
Big.RM = HALF_EVEN;

const PLAIN_DECIMAL = /^-?\d{1,30}(\.\d{1,30})?$/;
const AMOUNT = /^-?\d+\.\d\d$/;

export const ZERO: Decimal = new Big(0);
export const HUNDRED: Decimal = new Big(100);
/** The contract's tolerance: one cent. */
export const CENT: Decimal = new Big("0.01");
/** The largest total of a document: every reader, also one that uses floats, keeps amounts of 15 digits exact. */
export const MOST_TOTAL: Decimal = new Big("999999999999999");

/** The most decimals of a printed quantity. */
export const QUANTITY_DECIMALS = 6;
/** The most decimals of a printed unit price. */
export const PRICE_DECIMALS = 6;

/** Cache of parsed decimals: rates, bounds and amounts recur within a document (saves 3 % of its time). */
const known = new Map<string, Decimal>();
const KNOWN_LIMIT = 1_000;

/**
 * Reads plain decimal text (no exponent).
 * @throws Error when the text is not plain: the wire layer has normalised it, so this is a bug.
 */
export function decimal(text: string): Decimal {
  const before = known.get(text);
  if (before !== undefined) return before;
  if (!PLAIN_DECIMAL.test(text)) throw new Error("not a plain decimal");
  const value = new Big(text);
  if (known.size >= KNOWN_LIMIT) known.clear();
  known.set(text, value);
  return value;
}

/** Rounds half-even to `places` decimals; what has no more is the same already. */
export function round(value: Decimal, places = 2): Decimal {
  return countDecimals(value) <= places ? value : value.round(places, HALF_EVEN);
}

/** Rounds half-even to `digits` significant digits. */
export function roundToDigits(value: Decimal, digits: number): Decimal {
  return value.prec(digits, HALF_EVEN);
}

/** Prints with exactly `places` decimals (2 for money), rounding half-even. */
export function print(value: Decimal, places = 2): string {
  const decimals = countDecimals(value);
  if (decimals > places || places === 0) return value.toFixed(places, HALF_EVEN);
  // Nothing to round: the library would copy the value all the same.
  return value.toFixed() + (decimals === 0 ? "." : "") + "0".repeat(places - decimals);
}

/** Prints with at least `least` and at most `most` decimals, without other trailing zeros: prices and percentages. */
export function printBetween(value: Decimal, least: number, most: number): string {
  const full = print(value, most);
  const point = full.indexOf(".");
  let end = full.length;
  while (end > point + 1 + least && full[end - 1] === "0") end -= 1;
  return full.slice(0, end);
}

/** Prints a unit price as a document states it. */
export function printPrice(price: Decimal): string {
  return printBetween(price, 2, PRICE_DECIMALS);
}

export function isZero(value: Decimal): boolean {
  return value.c[0] === 0;
}

/** Greater than zero. */
export function isPositive(value: Decimal): boolean {
  return value.s > 0 && !isZero(value);
}

/** Compares: `compare(a, b) < 0` means a < b. The library's own comparison copies its operand. */
export function compare(one: Decimal, other: Decimal): number {
  const sign = isZero(one) ? 0 : one.s;
  const otherSign = isZero(other) ? 0 : other.s;
  if (sign !== otherSign || sign === 0) return sign - otherSign;
  if (one.e !== other.e) return (one.e - other.e) * sign;
  const length = Math.max(one.c.length, other.c.length);
  for (let i = 0; i < length; i += 1) {
    const difference = (one.c[i] ?? 0) - (other.c[i] ?? 0);
    if (difference !== 0) return difference * sign;
  }
  return 0;
}

/** How many decimals the value needs: 0 for integers. */
export function countDecimals(value: Decimal): number {
  return Math.max(0, value.c.length - 1 - value.e);
}

/** Exact sum; zero for an empty list. */
export function sum([first = ZERO, ...others]: readonly Decimal[]): Decimal {
  return others.reduce((total, value) => total.plus(value), first);
}

/**
 * Exact sum of printed amounts, printed: whole cents as integers, so nothing is rounded.
 * @throws Error when a text is not an amount with two decimals: a bug.
 */
export function addAmounts(amounts: readonly string[]): string {
  return printCents(amounts.reduce((total, amount) => total + readCents(amount), 0n));
}

/** A printed amount in cents. @throws Error when the text is not an amount with two decimals: a bug. */
export function readCents(amount: string): bigint {
  if (!AMOUNT.test(amount)) throw new Error("not a printed amount");
  return BigInt(amount.slice(0, -3) + amount.slice(-2));
}

/** Cents as an amount is printed. */
export function printCents(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, "0");
  return `${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** value x percent / 100, exact. */
export function percentOf(value: Decimal, percent: Decimal): Decimal {
  return value.times(percent).times(CENT);
}

/** |a - b| <= tolerance. */
export function isWithin(a: Decimal, b: Decimal, tolerance: Decimal): boolean {
  return compare(a.minus(b).abs(), tolerance) <= 0;
}
