// Reads what a line says of its good (codes, unit, brand), its discount and its taxes, alike for every kind of document (rules FBE, FAX).

import { findListedUnit, findNearUnits, UNIT_CODE } from "../catalogue/unit.ts";
import type { AllowanceCharge, Amount, DocumentLine, TaxSubtotal } from "../document/document.ts";
import type { InvoiceLineDraft, ItemDraft, OtherTaxDraft } from "../draft/draft.ts";
import type { Reason } from "../refusal/problem.ts";
import type { ProblemList } from "../refusal/problem-list.ts";
import {
  chargeTax,
  chargeUnits,
  classifyOther,
  deriveRate,
  findPercentageFault,
  IBUA,
  MOST_RATE_DECIMALS,
  type TaxClass,
  type TaxClassification,
  taxClass,
  UNIT_DECIMALS,
} from "../tax/tax.ts";
import {
  CENT,
  compare,
  countDecimals,
  type Decimal,
  decimal,
  isPositive,
  isWithin,
  isZero,
  PRICE_DECIMALS,
  percentOf,
  print,
  printPrice,
  sum,
  ZERO,
} from "../value/decimal.ts";

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

const MILLILITRE = "MLT";

/** A tax that is money for each unit (FAX09), before any quantity is known. */
interface UnitTax {
  readonly code: string;
  readonly name: string;
  /** Money for one of what is counted, of IBUA for a hundred. */
  readonly amount: Decimal;
  /** How many of what is counted one unit of the item holds. */
  readonly counted: Decimal;
  readonly unitCode: string;
}

type LineTax = TaxClass | UnitTax;

/** Every tax of an item, in the order in which they are printed. */
export interface LineTaxes {
  readonly list: readonly LineTax[];
  /** All percentages together. */
  readonly percent: Decimal;
  /** The additional taxes for one unit of the item, not rounded. */
  readonly perItem: Decimal;
}

/** Where an item is in its draft. */
export type LinePath = readonly ["lines", number];

/**
 * The taxes that an item asks for, each code once (FAX01); the problems found go to `problems`.
 * @returns null when one of them could not be read.
 * @param unitCode of the item's quantity, in which its taxes for each unit are counted.
 */
export function readTaxes(
  classification: TaxClassification,
  drafts: readonly OtherTaxDraft[],
  unitCode: string,
  at: LinePath,
  problems: ProblemList,
): LineTaxes | null {
  const known = problems.count;
  const list: LineTax[] = classification.type === "taxed" ? [classification.tax] : [];
  const seen = list.map(({ code }) => code);
  for (const [index, draft] of drafts.entries()) {
    const tax = readOther(draft, unitCode, [...at, "otherTaxes", index], seen, problems);
    seen.push(draft.code);
    if (tax !== undefined) list.push(tax);
  }
  if (problems.count > known || classification.type === "invalid") return null;
  return {
    list,
    percent: sum(list.flatMap((tax) => ("percent" in tax ? [tax.percent] : []))),
    perItem: sum(list.flatMap((tax) => ("percent" in tax ? [] : [perItem(tax)]))),
  };
}

function perItem({ code, amount, counted }: UnitTax): Decimal {
  return code === IBUA ? amount.times(counted).times(CENT) : amount.times(counted);
}

/** Where a tax is in its draft, and how a problem with one of its fields is reported. */
interface OtherTaxPlace {
  readonly at: readonly ["lines", number, "otherTaxes", number];
  readonly report: (field: keyof OtherTaxDraft, because: Reason, rule: string) => void;
}

function readOther(
  draft: OtherTaxDraft,
  unitCode: string,
  at: OtherTaxPlace["at"],
  seen: readonly string[],
  problems: ProblemList,
): LineTax | undefined {
  const known = problems.count;
  const report: OtherTaxPlace["report"] = (field, because, rule) => {
    problems.add({ field: [...at, field], ...because, rule });
  };
  const found = classifyOther(draft.code);
  if ("because" in found) {
    report("code", found.because, "FAX16");
    return undefined;
  }
  const { code, name, kind } = found.tax;
  if (seen.includes(code)) report("code", { reason: "tax-repeated", value: code, name }, "FAX01");
  if (code !== IBUA && draft.millilitres !== null) {
    report("millilitres", { reason: "millilitres-of-other", code, name }, "FAX09");
  }
  const tax =
    kind === "nominal"
      ? readUnitTax(draft, { code, name, unitCode }, { at, report })
      : readRateTax(draft, { code, name }, { at, report });
  return problems.count > known ? undefined : tax;
}

function readUnitTax(
  { rate, unitAmount, millilitres }: OtherTaxDraft,
  { code, name, unitCode }: Pick<UnitTax, "code" | "name" | "unitCode">,
  { at, report }: OtherTaxPlace,
): UnitTax | undefined {
  if (rate === null && unitAmount === null) {
    report("unitAmount", { reason: "unit-amount-required", name }, "FAX07");
  } else if (rate !== null) {
    report("rate", { reason: "tax-needs-unit-amount", name, instead: [...at, "unitAmount"] }, "FAX07");
  }
  if (code === IBUA && millilitres === null) report("millilitres", { reason: "millilitres-required", name }, "FAX09");
  const amount = readUnits(unitAmount, "unitAmount", report);
  const counted = code === IBUA ? readUnits(millilitres, "millilitres", report) : ONE;
  if (amount === undefined || counted === undefined) return undefined;
  return { code, name, amount, counted, unitCode: code === IBUA ? MILLILITRE : unitCode };
}

function readRateTax(
  { rate, unitAmount }: OtherTaxDraft,
  { code, name }: Pick<UnitTax, "code" | "name">,
  { at, report }: OtherTaxPlace,
): TaxClass | undefined {
  if (unitAmount === null && rate === null) {
    report("rate", { reason: "rate-required", name }, "FAX07");
  } else if (unitAmount !== null) {
    report("unitAmount", { reason: "tax-needs-rate", name, instead: [...at, "rate"] }, "FAX07");
  }
  if (rate === null) return undefined;
  const percent = decimal(rate);
  const fault = isZero(percent) ? "zero" : findPercentageFault(percent);
  if (fault === undefined) return taxClass(code, percent);
  report("rate", { reason: "tax-rate", value: rate, fault }, "VLR01");
  return undefined;
}

const ONE = decimal("1");

function readUnits(
  text: string | null,
  field: "unitAmount" | "millilitres",
  report: OtherTaxPlace["report"],
): Decimal | undefined {
  if (text === null) return undefined;
  const value = decimal(text);
  if (!isPositive(value)) report(field, { reason: "not-positive", value: text }, "VLR01");
  else if (countDecimals(value) > PRICE_DECIMALS) {
    report(field, { reason: "too-many-decimals", value: text, most: PRICE_DECIMALS }, "FAX07");
  } else return value;
  return undefined;
}

/** Every tax on top of a base. */
export function chargeTaxes({ list }: LineTaxes, base: Amount, quantity: Decimal): readonly TaxSubtotal[] {
  return list.map((tax) => ("percent" in tax ? chargeTax(tax, base) : chargeUnitTax(tax, base, quantity)));
}

/** The taxes of a gift: percentages on what it is worth, money for each unit on its value of 0.00. */
export function chargeGiftTaxes({ list }: LineTaxes, worth: Amount, quantity: Decimal): readonly TaxSubtotal[] {
  return list.map((tax) => ("percent" in tax ? chargeTax(tax, worth) : chargeUnitTax(tax, "0.00", quantity)));
}

function chargeUnitTax({ code, name, amount, counted, unitCode }: UnitTax, base: Amount, quantity: Decimal) {
  const units = print(quantity.times(counted), UNIT_DECIMALS);
  const perUnit = { amount: printPrice(amount), units, unitCode };
  return { code, name, rate: "0.00", base, amount: chargeUnits(code, amount, decimal(units)), perUnit };
}

/** What the taxes for each unit come to. */
export function sumUnitTaxes({ list }: LineTaxes, quantity: Decimal): Decimal {
  const charged = list.map((tax) => ("percent" in tax ? ZERO : decimal(chargeUnitTax(tax, "0.00", quantity).amount)));
  return sum(charged);
}

/** Every tax of a line with a tax-inclusive price; the percentages add up to exactly `tax`. */
export function shareTax(taxes: LineTaxes, base: Amount, quantity: Decimal, tax: Amount): readonly TaxSubtotal[] {
  return spreadTax(chargeTaxes(taxes, base, quantity), base, tax);
}

/**
 * The taxes charged on a base, so that the percentages add up to exactly `tax`. The largest absorbs the rounding, and passes
 * cents on where it would otherwise be off by more than one.
 */
export function spreadTax(onTop: readonly TaxSubtotal[], base: Amount, tax: Amount): readonly TaxSubtotal[] {
  const charged = [...onTop];
  const percentAt = (place: number) => decimal(charged[place]?.rate ?? "0");
  const places = charged.flatMap((one, place) =>
    one.perUnit === undefined && isPositive(percentAt(place)) ? [place] : [],
  );
  const [largest, ...others] = places.sort((one, other) => compare(percentAt(other), percentAt(one)));
  if (largest === undefined) return charged;
  const add = (place: number, change: Decimal) => {
    const found = charged[place];
    if (found !== undefined) charged[place] = { ...found, amount: print(decimal(found.amount).plus(change)) };
  };
  const errorAt = (place: number) =>
    decimal(charged[place]?.amount ?? "0").minus(percentOf(decimal(base), percentAt(place)));
  add(largest, decimal(tax).minus(sum(places.map((place) => decimal(charged[place]?.amount ?? "0")))));
  for (const place of others) {
    const error = errorAt(largest);
    // A difference larger than rounding can cause comes from the quantity: sharing cents would not help.
    if (isWithin(error, ZERO, CENT) || !isWithin(error, ZERO, SHARED_MOST)) break;
    const step = isPositive(error) ? CENT : CENT.neg();
    const isOpposite = isPositive(errorAt(place).times(step.neg()));
    if (!isOpposite || compare(decimal(charged[place]?.amount ?? "0").plus(step), ZERO) < 0) continue;
    add(place, step);
    add(largest, step.neg());
  }
  return charged;
}

const SHARED_MOST = decimal("0.1");
