// Prices one line of a support document: unit price, base and IVA, to the cent.
import { findTax, getTaxName } from "../catalogue/catalogue.ts";
import type { CostCenter } from "../company.ts";
import { describeLine } from "../default/default.ts";
import type { DocumentLine, TaxSubtotal } from "../document/document.ts";
import type { SupportLineDraft } from "../draft/draft.ts";
import type { ProblemList } from "../refusal/problem-list.ts";
import { deriveRate, IVA, isPriceOf, MOST_DERIVED_DECIMALS, priceTooFine } from "../tax/tax.ts";
import {
  CENT,
  type Decimal,
  decimal,
  isWithin,
  isZero,
  PRICE_DECIMALS,
  percentOf,
  print,
  printBetween,
  printPrice,
  QUANTITY_DECIMALS,
  round,
  ZERO,
} from "../value/decimal.ts";

/** Percentages that the authority publishes for IVA. */
function ivaRates(): readonly Decimal[] {
  return (findTax(IVA)?.rates ?? []).map(decimal);
}

/**
 * Prices a line: base = quantity x price, tax = base x rate, each to the cent half-even.
 * @returns the line without its cost center, or undefined once a problem was added.
 */
export function priceSupportLine(
  draft: SupportLineDraft,
  index: number,
  purchaseDate: string,
  problems: ProblemList,
): DocumentLine | undefined {
  const value = priceLine(draft, index, problems);
  if (value === undefined) return undefined;
  const taxes = chargeIva(draft, value.base, index, problems);
  if (taxes === undefined) return undefined;
  return {
    number: index + 1,
    note: null,
    description: describeLine(draft),
    quantity: print(decimal(draft.quantity), QUANTITY_DECIMALS),
    unitCode: draft.unitCode,
    unitPrice: value.unitPrice,
    base: print(value.base),
    taxes,
    withholdings: [],
    product: { code: draft.productCode, scheme: "001" },
    purchaseDate,
    costCenterId: null,
  };
}

/** Base to the cent and printed price; without a price, the price is derived from base / quantity. */
function priceLine(
  draft: SupportLineDraft,
  index: number,
  problems: ProblemList,
): { readonly base: Decimal; readonly unitPrice: string } | undefined {
  const priceField = ["lines", index, "unitPrice"] as const;
  const baseField = ["lines", index, "base"] as const;
  const quantity = decimal(draft.quantity);
  if (draft.unitPrice !== null) {
    const price = decimal(draft.unitPrice);
    const base = round(quantity.times(price));
    if (draft.base !== null && !isWithin(decimal(draft.base), base, CENT)) {
      const facts = { value: draft.base, computed: print(base) };
      problems.add({ field: baseField, reason: "base-differs", ...facts, rule: "2.14" });
      return undefined;
    }
    const unitPrice = printPrice(price);
    if (isPriceOf(decimal(unitPrice), quantity, base)) return { base, unitPrice };
    problems.add({ field: priceField, ...priceTooFine(draft.unitPrice, quantity), rule: "FAV06" });
    return undefined;
  }
  if (draft.base === null) {
    problems.add({ field: priceField, reason: "price-or-base-required", instead: baseField, rule: "2.14" });
    return undefined;
  }
  const base = round(decimal(draft.base));
  const unitPrice = printPrice(base.div(quantity));
  if (!isPriceOf(decimal(unitPrice), quantity, base)) {
    const facts = { value: draft.base, quantity: draft.quantity, decimals: PRICE_DECIMALS };
    problems.add({ field: baseField, reason: "base-not-divisible", ...facts, rule: "FAV06" });
    return undefined;
  }
  return { base, unitPrice };
}

/**
 * The line's IVA: none for rate 0 or when nothing says otherwise (FAX01); undefined once a problem was added.
 * A rate off the published list is charged too: the authority only notifies (FAX14).
 */
function chargeIva(
  draft: SupportLineDraft,
  base: Decimal,
  index: number,
  problems: ProblemList,
): readonly TaxSubtotal[] | undefined {
  const amount = draft.taxAmount === null ? null : decimal(draft.taxAmount);
  if (draft.taxRate === null) return chargeMoney(base, amount ?? ZERO, index, problems);
  const rate = decimal(draft.taxRate);
  const exact = percentOf(base, rate);
  if (amount !== null && !isWithin(amount, exact, CENT)) {
    const facts = { value: amount.toFixed(), base: print(base), rate: rate.toFixed(), computed: print(exact) };
    problems.add({ field: ["lines", index, "taxAmount"], reason: "tax-amount-differs", ...facts, rule: "2.14" });
    return undefined;
  }
  return rate.eq(0) ? [] : [subtotal(base, printBetween(rate, 2, MOST_DERIVED_DECIMALS), exact)];
}

/** The amount as sent, at the published rate that gives it to the cent, else at the percentage of the base that it represents. */
function chargeMoney(
  base: Decimal,
  given: Decimal,
  index: number,
  problems: ProblemList,
): readonly TaxSubtotal[] | undefined {
  const amount = round(given);
  if (isZero(amount)) return [];
  if (amount.gt(base)) {
    const facts = { value: given.toFixed(), base: print(base) };
    problems.add({ field: ["lines", index, "taxAmount"], reason: "tax-amount-over-base", ...facts, rule: "2.14" });
    return undefined;
  }
  const published = ivaRates().find((rate) => !isZero(rate) && percentOf(base, rate).eq(amount));
  const rate = published === undefined ? deriveRate(base, amount) : printBetween(published, 2, 4);
  return [subtotal(base, rate, amount)];
}

function subtotal(base: Decimal, rate: string, amount: Decimal): TaxSubtotal {
  return { code: IVA, name: getTaxName(IVA), rate, base: print(base), amount: print(amount) };
}

/** The company's cost center that a line names by id, code or alternative code; null when it names none. */
export function resolveCostCenter(
  draft: Pick<SupportLineDraft, "costCenterId" | "costCenterCode">,
  index: number,
  costCenters: readonly CostCenter[],
  problems: ProblemList,
): number | null {
  const { costCenterId: id, costCenterCode: code } = draft;
  const idField = ["lines", index, "costCenterId"] as const;
  const codeField = ["lines", index, "costCenterCode"] as const;
  const byId = id === null ? undefined : costCenters.find((center) => center.id === id);
  const byCode =
    code === null
      ? undefined
      : (costCenters.find((center) => center.code === code) ??
        costCenters.find((center) => center.alternativeCode === code));
  if (id !== null && byId === undefined) {
    problems.add({ field: idField, reason: "cost-center-unknown", value: id, rule: "2.14" });
  }
  if (code !== null && byCode === undefined) {
    problems.add({ field: codeField, reason: "cost-center-unknown", value: code, rule: "2.14" });
  }
  if (code !== null && byId !== undefined && byCode !== undefined && byId.id !== byCode.id) {
    problems.add({ field: codeField, reason: "cost-center-differs", value: code, than: idField, rule: "2.14" });
  }
  return byId?.id ?? byCode?.id ?? null;
}
