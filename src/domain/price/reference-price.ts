// States what one unit of a line of 0.00 is worth, which the authority asks of such a line (rules AW).

import type { DocumentLine, ReferencePrice } from "../document/document.ts";
import { decimal, isPositive, isZero } from "../value/decimal.ts";

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
