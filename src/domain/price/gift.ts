// Computes what a seller takes on for his gifts, and states what a line of 0.00 is worth, as the authority asks (rules AW).

import type { AllowanceCharge, DocumentLine, ReferencePrice, TaxSubtotal } from "../document/document.ts";
import { type Decimal, decimal, isPositive, isZero, print, sum } from "../value/decimal.ts";

/** As the authority's model of a gift has it: an unconditional discount of its own amount, which no rule on its base can refuse. */
const ASSUMED = { isCharge: false, reasonCode: "00", reason: "IVA del obsequio asumido por el vendedor" } as const;
const WHOLE = "100.00";

type Given = Pick<DocumentLine, "gift" | "taxes">;

/** The discount by which the seller bears the percentages on his gifts; undefined where there are none, or at 0 %. */
export function assumeTaxes(lines: readonly Given[]): AllowanceCharge | undefined {
  const amount = sumAssumed(lines);
  if (!isPositive(amount)) return undefined;
  const printed = print(amount);
  return { ...ASSUMED, percent: WHOLE, amount: printed, base: printed };
}

/** What the seller bears of the taxes of these lines. */
export function sumAssumed(lines: readonly Given[]): Decimal {
  return sum(
    lines.filter(({ gift }) => gift === "vendedor").flatMap(({ taxes }) => taxes.filter(isPercent).map(amountOf)),
  );
}

/** Whether a discount is that one. */
export function isAssumed({ isCharge, reason, percent, amount, base }: AllowanceCharge): boolean {
  return !isCharge && reason === ASSUMED.reason && percent === WHOLE && amount === base;
}

function isPercent({ perUnit }: TaxSubtotal): boolean {
  return perUnit === undefined;
}

function amountOf({ amount }: TaxSubtotal): Decimal {
  return decimal(amount);
}

/** Of a line whose price is zero, where no value is known: one cent, as a value of another kind. */
export const SYMBOLIC: ReferencePrice = { amount: "0.01", typeCode: "03" };

/** The line; where its value is 0.00, with its reference price (FAV06, FAW01, CAW01). */
export function withReferencePrice<Line extends DocumentLine>(line: Line): Line {
  return isZero(decimal(line.base)) ? { ...line, referencePrice: referencePriceOf(line) } : line;
}

/** The one that the line has, else its price before discounts; never zero (FAW03, CAW03). */
export function referencePriceOf({
  referencePrice,
  unitPrice,
}: Pick<DocumentLine, "referencePrice" | "unitPrice">): ReferencePrice {
  if (referencePrice !== undefined) return referencePrice;
  return isPositive(decimal(unitPrice)) ? { amount: unitPrice, typeCode: "01" } : SYMBOLIC;
}
