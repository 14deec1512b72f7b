// Computes the check digit of a NIT, and separates it from a NIT that was typed with it.

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

/** A NIT, and the check digit that was typed right behind it. */
interface RunOnNit {
  readonly nit: string;
  readonly checkDigit: string;
}

/**
 * Reads ten digits as a nine-digit NIT followed by its check digit, for a NIT typed without the hyphen. The NIT of a natural
 * person may itself have ten digits, and one in eleven of those ends so by chance: do not split a number whose own check digit
 * was sent beside it.
 * @returns undefined when the last digit is not the check digit of the nine before it, or there are not ten digits.
 */
export function splitRunOnNit(number: string): RunOnNit | undefined {
  if (!/^\d{10}$/.test(number)) return undefined;
  const nit = number.slice(0, 9);
  const checkDigit = number.slice(9);
  return findCheckDigit(nit) === checkDigit ? { nit, checkDigit } : undefined;
}
