// Reckons with whole numbers alone, half-even: what sales and notes are compared with shares no code with them.

/** `top / bottom` to the nearest whole number; the even one of two that are as near. The bottom is above zero. */
export function divide(top: bigint, bottom: bigint): bigint {
  const floor = top >= 0n ? top / bottom : -((-top + bottom - 1n) / bottom);
  const twice = (top - floor * bottom) * 2n;
  return twice > bottom || (twice === bottom && floor % 2n !== 0n) ? floor + 1n : floor;
}

/** Plain decimal text as a whole number of its last place. @throws Error when it has more places. */
export function scale(text: string, places: number): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  const [, sign = "", whole = "", fraction = ""] = match ?? [];
  if (match === null || fraction.length > places) throw new Error(`${text} is no decimal of ${places} places`);
  return BigInt(sign + whole + fraction.padEnd(places, "0"));
}

export function cents(amount: string): bigint {
  return scale(amount, 2);
}

/** Plain decimal text of a whole number of its last place. */
export function unscale(value: bigint, places: number): string {
  if (places === 0) return String(value);
  const digits = String(value).padStart(places + 1, "0");
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

export function total(values: readonly bigint[]): bigint {
  return values.reduce((sum, value) => sum + value, 0n);
}
