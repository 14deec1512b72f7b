// Resolves the requested withholdings of a support document, and divides them among its lines, which must add up to them.
import { getTaxName } from "../catalogue/catalogue.ts";
import type { Amount, DocumentLine, TaxSubtotal, Totals, Withholding } from "../document/document.ts";
import type { SupportWithholdingDraft } from "../draft/draft.ts";
import type { FieldPath } from "../refusal/problem.ts";
import type { ProblemList } from "../refusal/problem-list.ts";
import { deriveRate, MOST_DERIVED_DECIMALS, RETEIVA } from "../tax/tax.ts";
import { CENT, type Decimal, decimal, isWithin, percentOf, print, printBetween, round, sum } from "../value/decimal.ts";

/** What a base may be taken from. */
type DocumentFigures = Pick<Totals, "subtotal" | "taxes" | "total">;

/** No key may come twice; keys are compared without case, as names are. */
export function checkKeys(drafts: readonly SupportWithholdingDraft[], problems: ProblemList): void {
  const seen = new Map<string, number>();
  for (const draft of drafts) {
    const key = draft.key.toLowerCase();
    const earlier = seen.get(key);
    if (earlier === undefined) seen.set(key, draft.index);
    else {
      const field = ["withholdings", draft.index, "key"] as const;
      const than = ["withholdings", earlier] as const;
      problems.add({ field, reason: "key-repeated", value: draft.key, than, rule: "2.15.3" });
    }
  }
}

/** Base, percentage and value, with the document's totals at hand; elements with a problem are left out of the result. */
export function settleWithholdings(
  drafts: readonly SupportWithholdingDraft[],
  figures: DocumentFigures,
  problems: ProblemList,
): readonly Withholding[] {
  const settled: Withholding[] = [];
  for (const draft of drafts) {
    const withholding = settle(draft, figures, problems);
    if (withholding !== undefined) settled.push(withholding);
  }
  const withheld = sum(settled.map(({ amount }) => decimal(amount)));
  if (withheld.gt(decimal(figures.total))) {
    const facts = { withheld: print(withheld), total: figures.total };
    problems.add({ field: ["withholdings"], reason: "withheld-over-total", ...facts, rule: "2.15.9" });
  }
  return settled;
}

function settle(
  draft: SupportWithholdingDraft,
  figures: DocumentFigures,
  problems: ProblemList,
): Withholding | undefined {
  const base = findBase(draft, figures);
  if (base.lte(0) || base.gt(decimal(figures.total))) {
    const field = ["withholdings", draft.index, draft.base === null ? "baseMode" : "base"] as const;
    const facts = { base: print(base), total: figures.total };
    problems.add({ field, reason: "base-out-of-bounds", ...facts, rule: "2.15.5" });
    return undefined;
  }
  const value = findValue(draft, base, problems);
  if (value === undefined) return undefined;
  const { taxCode, key } = draft;
  return { key, code: taxCode, name: getTaxName(taxCode), label: draft.name, base: print(base), ...value };
}

function findBase(draft: SupportWithholdingDraft, figures: DocumentFigures): Decimal {
  if (draft.base !== null) return round(decimal(draft.base));
  const figure = { subtotal: figures.subtotal, impuestos: figures.taxes, total: figures.total }[pickBaseMode(draft)];
  return decimal(figure);
}

/** The percentage, the value, or both in agreement within one cent. */
function findValue(
  draft: SupportWithholdingDraft,
  base: Decimal,
  problems: ProblemList,
): { readonly rate: string; readonly amount: string } | undefined {
  const amountField = ["withholdings", draft.index, "amount"] as const;
  const amount = draft.amount === null ? null : decimal(draft.amount);
  if (draft.percent === null) {
    if (amount !== null) return findRate(base, amount, amountField, problems);
    const field = ["withholdings", draft.index, "percent"] as const;
    problems.add({ field, reason: "percent-or-amount-required", instead: amountField, rule: "2.15.8" });
    return undefined;
  }
  const percent = decimal(draft.percent);
  const exact = percentOf(base, percent);
  const rate = printBetween(percent, 2, MOST_DERIVED_DECIMALS);
  if (amount === null) return { rate, amount: print(exact) };
  // What is printed must be within the cent as well: a value of more than two decimals may round away from it.
  if (isWithin(amount, exact, CENT))
    return { rate, amount: print(isWithin(round(amount), exact, CENT) ? amount : exact) };
  const facts = { base: print(base), percent: percent.toFixed(), computed: printBetween(exact, 2, 6) };
  problems.add({ field: amountField, reason: "amount-differs", value: draft.amount ?? "", ...facts, rule: "2.15.7" });
  return undefined;
}

/** The percentage that the value is of its base. */
function findRate(
  base: Decimal,
  amount: Decimal,
  field: FieldPath,
  problems: ProblemList,
): { readonly rate: string; readonly amount: string } | undefined {
  if (amount.gt(base)) {
    const facts = { value: amount.toFixed(), base: print(base) };
    problems.add({ field, reason: "amount-over-base", ...facts, rule: "2.15.8" });
    return undefined;
  }
  return { rate: deriveRate(base, amount), amount: print(amount) };
}

type BaseMode = NonNullable<SupportWithholdingDraft["baseMode"]>;

/** ReteIVA is withheld from the IVA, the others from the value before taxes. */
function pickBaseMode({ baseMode, taxCode }: Pick<SupportWithholdingDraft, "baseMode" | "taxCode">): BaseMode {
  return baseMode ?? (taxCode === RETEIVA ? "impuestos" : "subtotal");
}

/**
 * The same lines, each with its share of every withholding, in proportion to what it contributes to the base. Shares are to the
 * cent and add up to the document's base and amount (FAT01, FAT02). An explicit base that equals the value of one line belongs
 * to that line.
 * @param drafts as settled, one per withholding, in the same order.
 */
export function shareWithholdings(
  lines: readonly DocumentLine[],
  drafts: readonly SupportWithholdingDraft[],
  withholdings: readonly Withholding[],
): readonly DocumentLine[] {
  const shares = withholdings.map((withholding, index) => {
    const draft = drafts[index];
    if (draft === undefined) throw new Error("a withholding without what it was asked for");
    const weights = weigh(lines, pickBaseMode(draft));
    return shareOut(withholding, draft.base === null ? weights : singleOut(weights, toCents(withholding.base)));
  });
  return lines.map((line, index) => ({
    ...line,
    withholdings: shares.flatMap((perLine) => perLine[index] ?? []),
  }));
}

/** Cents that each line gives to a base; an explicit base of a tax that no line has is shared by value. */
function weigh(lines: readonly DocumentLine[], mode: BaseMode): readonly bigint[] {
  const taxes = lines.map(({ taxes: own }) => toCents(print(sum(own.map(({ amount }) => decimal(amount))))));
  const values = lines.map(({ base }) => toCents(base));
  const weights = {
    subtotal: values,
    impuestos: taxes,
    total: values.map((value, index) => value + (taxes[index] ?? 0n)),
  }[mode];
  return weights.some((weight) => weight > 0n) ? weights : values;
}

function singleOut(weights: readonly bigint[], base: bigint): readonly bigint[] {
  const isOnlyOne = weights.filter((weight) => weight === base).length === 1;
  return isOnlyOne ? weights.map((weight) => (weight === base ? weight : 0n)) : weights;
}

/** The base in proportion, its running totals rounded; the amount as the rate of each line's base (DSAY07). */
function shareOut(
  { code, name, rate, base, amount }: Withholding,
  weights: readonly bigint[],
): readonly (TaxSubtotal | undefined)[] {
  const bases = spreadBase(toCents(base), weights);
  const amounts = spreadAmount(toCents(amount), rate, bases);
  return bases.map((own, index) => {
    const share = { base: own, amount: amounts[index] ?? 0n };
    if (share.base === 0n && share.amount === 0n) return undefined;
    return { code, name, rate, base: toAmount(share.base), amount: toAmount(share.amount) };
  });
}

function spreadBase(whole: bigint, weights: readonly bigint[]): readonly bigint[] {
  const all = weights.reduce((total, one) => total + one, 0n);
  let [weight, reached] = [0n, 0n];
  return weights.map((own) => {
    weight += own;
    const next = divideRounded(whole * weight, all);
    const share = next - reached;
    reached = next;
    return share;
  });
}

/**
 * Each line's amount rounded down, then the cents that are left to the lines that lost most: no amount is more than a
 * cent from base x rate, the authority's tolerance, though their sum is the document's, itself up to a cent off. A cent
 * too many is taken from the line that lost least.
 */
function spreadAmount(whole: bigint, rate: string, bases: readonly bigint[]): readonly bigint[] {
  const [units = "", decimals = ""] = rate.split(".");
  const scale = 10n ** BigInt(decimals.length + 2);
  const exact = bases.map((base) => base * BigInt(units + decimals));
  const down = exact.map((one) => one / scale);
  const left = whole - down.reduce((total, one) => total + one, 0n);
  const lostMost = bases
    .flatMap((base, index) => (base > 0n ? [index] : []))
    .sort((one, other) => Number((exact[other] ?? 0n) % scale) - Number((exact[one] ?? 0n) % scale));
  const [step, inOrder] =
    left < 0n ? [-1n, lostMost.filter((index) => (down[index] ?? 0n) > 0n).reverse()] : [1n, lostMost];
  const moved = new Set(inOrder.slice(0, Number(left * step)));
  return down.map((one, index) => (moved.has(index) ? one + step : one));
}

/** Rounds half up; a line of weight zero changes nothing. */
function divideRounded(value: bigint, by: bigint): bigint {
  return by === 0n ? 0n : (2n * value + by) / (2n * by);
}

function toCents(amount: Amount): bigint {
  return BigInt(amount.replace(".", ""));
}

function toAmount(cents: bigint): Amount {
  if (cents < 0n) throw new Error("a share below zero");
  const digits = String(cents).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
