// Reads what an item says of the good itself (codes, unit, brand) and its discount, which is printed on its line (rules FBE).

import { findListedUnit, findNearUnits, UNIT_CODE } from "../catalogue/unit.ts";
import type { AllowanceCharge, Amount, DocumentLine } from "../document/document.ts";
import type { InvoiceLineDraft, ItemDraft } from "../draft/draft.ts";
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

/** What a line says of its good. */
export type Item = Pick<DocumentLine, "note" | "unitCode" | "sellerCode" | "brand" | "model" | "product">;

type Scheme = DocumentLine["product"]["scheme"];

/** Lengths of a code, by the scheme that a client may name (FAZ10, FAZ11, FAZ14). */
const LENGTHS: Readonly<Record<Exclude<Scheme, "999">, readonly number[]>> = {
  "001": [8],
  "010": [8, 12, 13, 14],
  "020": [10],
};
const GTIN = "010";

/**
 * The codes and the unit of an item, checked (FAV05, FAZ09 to FAZ14); undefined when one of them cannot be.
 * @param number of its line.
 */
export function readItem(draft: ItemDraft, number: number, at: LinePath, problems: ProblemList): Item | undefined {
  const known = problems.count;
  const unitCode = readUnit(draft, at, problems);
  const product = readProduct(draft, number, at, problems);
  if (problems.count > known) return undefined;
  const { code: sellerCode, brand, model, note = null } = draft;
  return {
    note,
    unitCode,
    ...(sellerCode === undefined ? {} : { sellerCode }),
    ...(brand === undefined ? {} : { brand }),
    ...(model === undefined ? {} : { model }),
    product,
  };
}

/** The line's number under the issuer's own scheme, for an item without any code (FAZ09, FAZ11). */
export function lineProduct(number: number): DocumentLine["product"] {
  return { code: `ITEM${number}`, scheme: "999" };
}

function readUnit({ unitCode: sent = UNIT_CODE }: ItemDraft, at: LinePath, problems: ProblemList): string {
  const code = sent.toUpperCase();
  const listed = findListedUnit(code);
  if (listed !== undefined) return listed;
  const facts = { value: sent, near: findNearUnits(code), rule: "FAV05" };
  problems.add({ field: [...at, "unitCode"], reason: "unit-not-listed", ...facts });
  return code;
}

function readProduct(
  { code: own, standardCode }: ItemDraft,
  number: number,
  at: LinePath,
  problems: ProblemList,
): DocumentLine["product"] {
  if (standardCode === undefined) return own === undefined ? lineProduct(number) : { code: own, scheme: "999" };
  const { scheme, code } = standardCode;
  const fault = findCodeFault(scheme, code);
  if (fault !== undefined) problems.add({ field: [...at, "standardCode", "code"], ...fault, rule: "FAZ10" });
  return { code, scheme };
}

function findCodeFault(scheme: Exclude<Scheme, "999">, code: string): Reason | undefined {
  const lengths = LENGTHS[scheme];
  if (!/^\d+$/.test(code) || !lengths.includes(code.length)) {
    return { reason: "standard-code", value: code, scheme, lengths };
  }
  const expected = findGtinCheckDigit(code.slice(0, -1));
  if (scheme !== GTIN || code.endsWith(expected)) return undefined;
  return { reason: "gtin-check-digit", value: code, expected };
}

/** GS1 General Specifications, 7.9: weights 3 and 1 from the right. */
function findGtinCheckDigit(digits: string): string {
  const total = [...digits].reverse().reduce((sum, digit, place) => sum + Number(digit) * (place % 2 === 0 ? 3 : 1), 0);
  return String((10 - (total % 10)) % 10);
}

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
