// Resolves the requested withholdings of a support document: base, percentage and value of each.
import { getTaxName } from "../catalogue/catalogue.ts";
import type { Totals, Withholding } from "../document/document.ts";
import type { SupportWithholdingDraft } from "../draft/draft.ts";
import type { FieldPath } from "../refusal/problem.ts";
import type { ProblemList } from "../refusal/problem-list.ts";
import { deriveRate, MOST_DERIVED_DECIMALS } from "../tax/tax.ts";
import { CENT, type Decimal, decimal, isWithin, percentOf, print, printBetween, round, sum } from "../value/decimal.ts";
import { pickBaseMode } from "./withholding-share.ts";

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
