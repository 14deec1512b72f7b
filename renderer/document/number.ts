// Writes amounts and quantities as Colombians read them, and adds amounts up exactly.

/** `1234567.8900` as `1.234.567,89`: two decimals at least, more only where they are not zero. */
export function printDecimal(value: string, decimals = 2): string {
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(value.trim());
  if (match === null) return value;
  const [, sign = "", whole = "", fraction = ""] = match;
  const kept = fraction.replace(/0+$/, "").padEnd(decimals, "0");
  const grouped = whole.replace(/^0+(?=\d)/, "").replace(/\B(?=(?:\d{3})+$)/g, ".");
  return `${sign}${grouped}${kept === "" ? "" : `,${kept}`}`;
}

/** `$ 1.234.567,89`; other currencies by their code: `USD 1.234,50`. */
export function printMoney(value: string, currency: string): string {
  const symbol = currency === "COP" ? "$" : currency;
  return value.startsWith("-") ? `-${symbol} ${printDecimal(value.slice(1))}` : `${symbol} ${printDecimal(value)}`;
}

/** `100.500000` as `100,5`. */
export function printQuantity(value: string): string {
  return printDecimal(value, 0);
}

/** `19.00` as `19 %`, `0.966` as `0,966 %`. */
export function printPercent(value: string): string {
  return `${printDecimal(value, 0)} %`;
}

/** The exact sum of decimal texts; a text that is no number counts nothing. */
export function addUp(values: readonly string[]): string {
  const scale = Math.max(2, ...values.map((value) => value.split(".")[1]?.length ?? 0));
  return fromUnits(
    values.reduce((sum, value) => sum + toUnits(value, scale), 0n),
    scale,
  );
}

/** `1.5` at a scale of 2 as 150; 0 for a text that is no number. Digits beyond the scale are cut. */
export function toUnits(value: string, scale: number): bigint {
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(value.trim());
  if (match === null) return 0n;
  const [, sign, whole = "0", fraction = ""] = match;
  const units = BigInt(whole + fraction.slice(0, scale).padEnd(scale, "0"));
  return sign === "-" ? -units : units;
}

/** The reverse: 150 at a scale of 2 as `1.50`. */
export function fromUnits(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, "0");
  return `${units < 0n ? "-" : ""}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
