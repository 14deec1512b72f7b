// Reads the discount of an item and prints it on its line (rules FBE).

import type { AllowanceCharge, Amount } from "../document/document.ts";
import type { InvoiceLineDraft } from "../draft/draft.ts";
import type { Reason } from "../refusal/problem.ts";
import type { ProblemList } from "../refusal/problem-list.ts";
import { deriveRate, findPercentageFault, MOST_RATE_DECIMALS } from "../tax/tax.ts";
import {
  CENT,
  compare,
  countDecimals,
  type Decimal,
  decimal,
  isPositive,
  isWithin,
  percentOf,
  print,
} from "../value/decimal.ts";
import type { LinePath } from "./line-tax.ts";

/** Reason code of an unconditional discount, the only kind that lowers the base of a tax. */
const UNCONDITIONAL = { code: "00", name: "Descuento no condicionado" } as const;

/** What is taken off, as money or as a percentage. */
export interface Discount {
  readonly amount: Decimal | null;
  readonly percent: Decimal | null;
  readonly reason: string;
}

/** The discount that an item asks for; null for none. */
export function readDiscount(draft: InvoiceLineDraft, at: LinePath, problems: ProblemList): Discount | null {
  const { discountAmount = null, discountPercent = null, discountReason = null } = draft;
  if (discountAmount !== null && discountPercent !== null) {
    const other = [...at, "discountPercent"] as const;
    problems.add({ field: [...at, "discountAmount"], reason: "not-with", other });
    return null;
  }
  if (discountAmount === null && discountPercent === null) return null;
  const amount = discountAmount === null ? null : decimal(discountAmount);
  const percent = discountPercent === null ? null : decimal(discountPercent);
  const fault = amount === null ? findFault(percent) : findAmountFault(amount);
  if (fault !== undefined) {
    const [field, rule] =
      amount === null ? (["discountPercent", "FBE05"] as const) : (["discountAmount", "VLR01"] as const);
    problems.add({ field: [...at, field], ...fault, rule });
    return null;
  }
  return { amount, percent, reason: discountReason ?? UNCONDITIONAL.name };
}

/** Why an amount cannot be a discount or charge; undefined when it can. */
export function findAmountFault(amount: Decimal): Reason | undefined {
  return isPositive(amount) ? undefined : { reason: "not-positive", value: amount.toFixed() };
}

/** Why a percentage cannot be that of a discount or charge; undefined when it can. */
export function findFault(percent: Decimal | null): Reason | undefined {
  if (percent === null) return undefined;
  const fault = isPositive(percent) ? findPercentageFault(percent) : "zero";
  return fault === undefined ? undefined : { reason: "percentage", value: percent.toFixed(), fault };
}

/**
 * Money off `line`, to the cent: at least one, at most all of it.
 * @param line value of the line: what is paid for it with its taxes, or its value before taxes.
 */
export function takeDiscount(
  discount: Discount,
  line: Amount,
  isPaid: boolean,
  at: LinePath,
  problems: ProblemList,
): Amount | undefined {
  const whole = decimal(line);
  const off = print(discount.amount ?? percentOf(whole, discount.percent ?? decimal("0")));
  const field = [...at, discount.amount === null ? "discountPercent" : "discountAmount"] as const;
  const value = (discount.amount ?? discount.percent ?? whole).toFixed();
  if (compare(decimal(off), whole) > 0) {
    problems.add({ field, reason: "discount-over-line", value, line, isPaid, rule: "FBE05" });
    return undefined;
  }
  if (!isPositive(decimal(off))) {
    problems.add({ field, reason: "allowance-without-value", value, base: line });
    return undefined;
  }
  return off;
}

/** The discount as the line prints it. */
export function toAllowance({ percent, reason }: Discount, amount: Amount, base: Amount): AllowanceCharge {
  const reasonCode = UNCONDITIONAL.code;
  return { isCharge: false, reasonCode, reason, percent: printPercent(percent, amount, base), amount, base };
}

/** The percentage that was asked for where it gives the amount to the cent, else the one that does (FBE06). */
export function printPercent(asked: Decimal | null, amount: Amount, base: Amount): string {
  const isAsked = asked !== null && isWithin(percentOf(decimal(base), asked), decimal(amount), CENT);
  if (!isAsked) return deriveRate(decimal(base), decimal(amount));
  return print(asked, Math.max(2, Math.min(countDecimals(asked), MOST_RATE_DECIMALS)));
}
