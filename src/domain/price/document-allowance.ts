// Prices the discounts and charges of a whole invoice, which leave the bases of its taxes alone (rules FAQ), and what its gifts are worth.
import { findAllowanceReason, listAllowanceReasons } from "../catalogue/catalogue.ts";
import type {
  AllowanceCharge,
  Amount,
  DocumentLine,
  ReferencePrice,
  TaxSubtotal,
  Totals,
} from "../document/document.ts";
import type { AllowanceDraft } from "../draft/draft.ts";
import { findAmountFault, findFault, printPercent } from "../line/line.ts";
import type { Reason } from "../refusal/problem.ts";
import type { ProblemList } from "../refusal/problem-list.ts";
import { compare, type Decimal, decimal, isPositive, isZero, percentOf, print, sum, ZERO } from "../value/decimal.ts";

type ListName = "discounts" | "charges";
/** An empty place stands for what is no discount or charge of this document's own. */
type AllowanceLists = Partial<Readonly<Record<ListName, readonly (AllowanceDraft | undefined)[]>>>;

/** What is printed where no reason is given. */
const REASONS: Readonly<Record<ListName, string>> = { discounts: "Descuento", charges: "Cargo" };

/** What is wrong with discounts and charges by themselves, before the value of the invoice is known. */
export function checkAllowances(draft: AllowanceLists, problems: ProblemList): void {
  for (const name of ["discounts", "charges"] as const) {
    draft[name]?.forEach((one, index) => {
      if (one !== undefined) checkOne(one, [name, index], problems);
    });
  }
}

function checkOne(draft: AllowanceDraft, at: readonly [ListName, number], problems: ProblemList): void {
  const { amount, percent, code } = draft;
  const report = (field: keyof AllowanceDraft, because: Reason, rule?: string) => {
    problems.add({ field: [...at, field], ...because, ...(rule === undefined ? {} : { rule }) });
  };
  if (amount === null && percent === null) {
    report("amount", { reason: "amount-or-percent-required", instead: [...at, "percent"] });
  } else if (amount !== null && percent !== null) {
    report("amount", { reason: "not-with", other: [...at, "percent"] });
  } else {
    const fault = amount === null ? findFault(decimal(percent ?? "0")) : findAmountFault(decimal(amount));
    if (fault !== undefined) report(amount === null ? "percent" : "amount", fault, "FAQ06");
  }
  if (code === null || findAllowanceReason(isCharge(at[0]), code) !== undefined) return;
  const allowed = listAllowanceReasons(isCharge(at[0])).map((one) => `${one.code} (${one.name})`);
  report("code", { reason: "allowance-code-unknown", value: code, allowed });
}

function isCharge(name: ListName): boolean {
  return name === "charges";
}

/**
 * The discounts, then the charges, as they are printed. A percentage refers to the value before taxes, as for a tip. An amount
 * above that value is stated as a percentage of the value with taxes, which neither one discount or charge nor all discounts
 * together may exceed (FAQ07, FAQ09).
 * @param totals of the lines alone.
 */
export function resolveAllowances(
  draft: AllowanceLists,
  totals: Pick<Totals, "subtotal" | "total">,
  problems: ProblemList,
): readonly AllowanceCharge[] {
  const known = problems.count;
  checkAllowances(draft, problems);
  if (problems.count > known) return [];
  const resolve = (name: ListName) =>
    (draft[name] ?? []).flatMap((one, index) =>
      one === undefined ? [] : (resolveOne(one, [name, index], totals, problems) ?? []),
    );
  const discounts = resolve("discounts");
  const off = addUp(discounts);
  if (compare(off, decimal(totals.total)) > 0) {
    const facts = { discounts: print(off), most: totals.total };
    problems.add({ field: ["discounts"], reason: "discounts-over-value", ...facts, rule: "FAQ07" });
  }
  const charges = resolve("charges");
  return problems.count > known ? [] : [...discounts, ...charges];
}

function resolveOne(
  draft: AllowanceDraft,
  at: readonly [ListName, number],
  { subtotal, total }: Pick<Totals, "subtotal" | "total">,
  problems: ProblemList,
): AllowanceCharge | undefined {
  const asked = draft.percent === null ? null : decimal(draft.percent);
  const amount: Amount = print(asked === null ? decimal(draft.amount ?? "0") : percentOf(decimal(subtotal), asked));
  const base = compare(decimal(amount), decimal(subtotal)) > 0 ? total : subtotal;
  const field = [...at, asked === null ? "amount" : "percent"] as const;
  const value = draft.amount ?? draft.percent ?? amount;
  if (!isPositive(decimal(amount))) {
    problems.add({ field, reason: "allowance-without-value", value, base });
    return undefined;
  }
  if (compare(decimal(amount), decimal(total)) > 0) {
    // The caller checks the sum of all discounts, so that it is refused once.
    if (isCharge(at[0])) problems.add({ field, reason: "charge-over-value", value, most: total, rule: "FAQ06" });
    return isCharge(at[0]) ? undefined : toAllowance(draft, at[0], "100.00", amount, amount);
  }
  return toAllowance(draft, at[0], printPercent(asked, amount, base), amount, base);
}

function toAllowance(draft: AllowanceDraft, name: ListName, percent: string, amount: Amount, base: Amount) {
  const { code: reasonCode, reason } = draft;
  const named = reasonCode === null ? undefined : findAllowanceReason(isCharge(name), reasonCode)?.name;
  return { isCharge: isCharge(name), reasonCode, reason: reason ?? named ?? REASONS[name], percent, amount, base };
}

/** An amount as percentage of the value before taxes, of that with taxes where it is more, or of itself where it is more still. */
export function statePercent(
  amount: Amount,
  { subtotal, total }: Pick<Totals, "subtotal" | "total">,
): Pick<AllowanceCharge, "percent" | "amount" | "base"> {
  const base = [subtotal, total].find((one) => compare(decimal(amount), decimal(one)) <= 0) ?? amount;
  return { percent: printPercent(null, amount, base), amount, base };
}

/** What discounts and charges add to the value of an invoice; negative when discounts prevail. */
export function sumAllowances(allowances: readonly AllowanceCharge[]): Decimal {
  const charges = addUp(allowances.filter((one) => one.isCharge));
  return charges.minus(addUp(allowances.filter((one) => !one.isCharge)));
}

function addUp(allowances: readonly AllowanceCharge[]): Decimal {
  return allowances.length === 0 ? ZERO : sum(allowances.map(({ amount }) => decimal(amount)));
}

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
