// Checks that a unit price gives the value of its line also as it is printed, with six decimals (FAV06).

import type { Reason } from "../refusal/problem.ts";
import {
  CENT,
  type Decimal,
  decimal,
  isPositive,
  isWithin,
  isZero,
  PRICE_DECIMALS,
  print,
  printPrice,
} from "../value/decimal.ts";

/** Whether quantity x price is the value to the cent; a price of zero gives no value. @param price as it is printed. */
export function isPriceOf(price: Decimal, quantity: Decimal, value: Decimal): boolean {
  return (isPositive(price) || isZero(value)) && isWithin(price.times(quantity), value, CENT);
}

/** Why a price is refused that gives another value as it is printed. @param price as it was sent. */
export function priceTooFine(price: string, quantity: Decimal): Reason {
  const printed = printPrice(decimal(price));
  return {
    reason: "price-too-fine",
    value: price,
    quantity: quantity.toFixed(),
    base: print(quantity.times(decimal(price))),
    printed,
    printedBase: print(quantity.times(decimal(printed))),
    decimals: PRICE_DECIMALS,
  };
}
