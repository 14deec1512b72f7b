// Turns a NIT into its check digit.

const WEIGHTS = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71];

/** The check digit ("0".."9") of a NIT of at most 15 digits; undefined for any other text. */
export function checkDigit(nit: string): string | undefined {
  if (!/^\d{1,15}$/.test(nit)) return undefined;
  let sum = 0;
  for (let i = 0; i < nit.length; i++) sum += Number(nit[nit.length - 1 - i]) * (WEIGHTS[i] ?? 0);
  const rest = sum % 11;
  return String(rest < 2 ? rest : 11 - rest);
}
