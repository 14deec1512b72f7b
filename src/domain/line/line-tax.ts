// Computes the taxes of one item: the one of its rate and any additional ones, each a percentage or an amount per unit.

import type { Amount, TaxSubtotal } from "../document/document.ts";
import type { OtherTaxDraft } from "../draft/draft.ts";
import type { Reason } from "../refusal/problem.ts";
import type { ProblemList } from "../refusal/problem-list.ts";
import {
  chargeTax,
  chargeUnits,
  classifyOther,
  findPercentageFault,
  IBUA,
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
