// A NIT into its check digit.

/** Weights from the rightmost digit. */
const WEIGHTS = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71] as const;

/**
 * Check digit of a NIT or of any number treated as one (FAJ24b, FAK24, DSAJ24a).
 * @returns one digit, or undefined when `number` is not 1 to 15 digits.
 */
export function findCheckDigit(number: string): string | undefined {
  if (!/^\d{1,15}$/.test(number)) return undefined;
  let total = 0;
  for (let i = 0; i < number.length; i += 1) {
    total += Number(number[number.length - 1 - i]) * (WEIGHTS[i] ?? 0);
  }
  const rest = total % 11;
  return String(rest < 2 ? rest : 11 - rest);
}
