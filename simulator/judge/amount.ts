// Turns decimal text into exact whole numbers (scaled by ten to the twelfth) and computes with them.

/** An exact decimal: the value times 10^12. */
export type Amount = bigint;

const SCALE = 12;
const ONE = 10n ** BigInt(SCALE);
export const CENT: Amount = ONE / 100n;
export const ZERO: Amount = 0n;

/** Reads decimal text of at most 12 decimals ("" and anything else give undefined). */
export function readAmount(text: string): Amount | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text.trim());
  const whole = match?.[2] ?? "";
  const fraction = match?.[3] ?? "";
  if (!match || (whole === "" && fraction === "") || fraction.replace(/0+$/, "").length > SCALE) return undefined;
  const value = BigInt(whole + fraction.slice(0, SCALE).padEnd(SCALE, "0"));
  return match[1] === "-" ? -value : value;
}

/** Reads decimal text; absent or unreadable counts as zero. */
export function amountOrZero(text: string): Amount {
  return readAmount(text) ?? ZERO;
}

export function sumOf(amounts: readonly Amount[]): Amount {
  return amounts.reduce((sum, one) => sum + one, ZERO);
}

export function absolute(amount: Amount): Amount {
  return amount < 0n ? -amount : amount;
}

export function least(a: Amount, b: Amount): Amount {
  return a < b ? a : b;
}

/** Product, cut to 12 decimals. */
export function multiply(a: Amount, b: Amount): Amount {
  return (a * b) / ONE;
}

/** `base` times `percent` hundredths, cut to 12 decimals. */
export function percentOf(base: Amount, percent: Amount): Amount {
  return (base * percent) / (ONE * 100n);
}

/** XPath round(): to whole units, halves upwards. */
export function roundToUnit(amount: Amount): bigint {
  const shifted = amount + ONE / 2n;
  const quotient = shifted / ONE;
  return shifted < 0n && shifted % ONE !== 0n ? quotient - 1n : quotient;
}

/** True when two amounts differ by no more than `tolerance`. */
export function near(a: Amount, b: Amount, tolerance: Amount): boolean {
  return absolute(a - b) <= tolerance;
}

/** Text with exactly two decimals, truncated, as the hashes want it. */
export function truncatedText(amount: Amount): string {
  const cents = absolute(amount) / CENT;
  const text = cents.toString().padStart(3, "0");
  return `${amount < 0n ? "-" : ""}${text.slice(0, -2)}.${text.slice(-2)}`;
}

/** Plain text for messages, without trailing zeros beyond two decimals. */
export function plainText(amount: Amount): string {
  const text = absolute(amount)
    .toString()
    .padStart(SCALE + 1, "0");
  const fraction = text.slice(-SCALE).replace(/0+$/, "").padEnd(2, "0");
  return `${amount < 0n ? "-" : ""}${text.slice(0, -SCALE)}.${fraction}`;
}
