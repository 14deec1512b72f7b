// Prices an item as asked for: net unit price, base and tax, each printed once.
import type { Decimal } from "./decimal.ts";
import { CENT, compare, countDecimals, decimal, isPositive, isWithin, print, round } from "./decimal.ts";
import type { Amount, DocumentLine, TaxSubtotal } from "./document.ts";
import type { InvoiceLineDraft } from "./draft.ts";
import { MOST_PRICE_DECIMALS, printPrice, type Split, splitPaid, withoutTax } from "./included-tax.ts";
import type { ProblemList } from "./problem-list.ts";
import { chargeTax, classifyTax, type TaxClassification } from "./tax.ts";

/** 94, "unidad": the items of an invoice carry no unit of measure (FAV05). */
export const UNIT_CODE = "94";
/** Quantities are printed with at most six decimals. */
const MOST_DECIMALS = 6;

/** How items are priced. */
export interface Pricing {
  /** Of the first item. */
  readonly firstNumber: number;
  /** Where an item gives a unit price and one with its tax, its line is the first with the tax on top. */
  readonly isByUnit: boolean;
}

/** Where an item is in its draft. */
type LinePath = readonly ["lines", number];

/** Every line of the items that could be read, in their order; the problems found go to `problems`. */
export function priceLines(
  drafts: readonly (InvoiceLineDraft | undefined)[],
  pricing: Pricing,
  problems: ProblemList,
): readonly DocumentLine[] {
  const lines: DocumentLine[] = [];
  drafts.forEach((draft, index) => {
    const line = draft === undefined ? undefined : priceLine(draft, index, pricing, problems);
    if (line !== undefined) lines.push(line);
  });
  return lines;
}

/** Whether an item says what is paid for it, with its tax. */
export function hasPaidPrice(draft: InvoiceLineDraft): boolean {
  return draft.taxIncluded && draft.inputPrice !== null;
}

/** Whether base and tax of the item's line add up to that price (see `Pricing`). */
export function isPaidLine(draft: InvoiceLineDraft, isByUnit: boolean): boolean {
  return hasPaidPrice(draft) && !(isByUnit && draft.unitPrice !== null);
}

/** One line; `index` is the item's place in the request, from 0. */
export function priceLine(
  draft: InvoiceLineDraft,
  index: number,
  { firstNumber, isByUnit }: Pricing,
  problems: ProblemList,
): DocumentLine | undefined {
  const number = firstNumber + index;
  const at = ["lines", index] as const;
  const known = problems.count;
  const classification = classifyTax(decimal(draft.taxRate), draft.taxCode);
  if (classification.type === "invalid") {
    problems.add({ field: [...at, classification.field], ...classification.because, rule: classification.rule });
  }
  const quantity = readQuantity(draft.quantity, at, problems);
  const price = resolvePrice(draft, classification, at, problems);
  if (problems.count > known || quantity === undefined || price === undefined) return undefined;
  const charge = isPaidLine(draft, isByUnit)
    ? chargePaid(draft, { quantity, price, classification }, at, problems)
    : chargeOnTop({ quantity, price, classification }, at, problems);
  if (charge === undefined) return undefined;
  return {
    number,
    note: null,
    description: draft.description,
    quantity: print(quantity, MOST_DECIMALS),
    unitCode: UNIT_CODE,
    unitPrice: printPrice(charge.price),
    base: charge.base,
    taxes: charge.taxes,
    withholdings: [],
    product: lineProduct(number),
    purchaseDate: null,
    costCenterId: null,
  };
}

interface Sale {
  readonly quantity: Decimal;
  /** Without tax. */
  readonly price: Decimal;
  readonly classification: TaxClassification;
}

interface Charge extends Pick<Split, "price" | "base"> {
  readonly taxes: readonly TaxSubtotal[];
}

/** The base is price x quantity, and the tax comes on top. */
function chargeOnTop(
  { quantity, price, classification }: Sale,
  at: LinePath,
  problems: ProblemList,
): Charge | undefined {
  const base = print(price.times(quantity));
  if (!isPositive(decimal(base))) {
    addWorthless(base, { quantity, price }, at, problems);
    return undefined;
  }
  return { price, base, taxes: classification.type === "taxed" ? [chargeTax(classification.tax, base)] : [] };
}

/** What was paid is what is invoiced: price x quantity, of which the tax is a part. */
function chargePaid(draft: InvoiceLineDraft, sale: Sale, at: LinePath, problems: ProblemList): Charge | undefined {
  const { quantity, price, classification } = sale;
  const input = decimal(draft.inputPrice ?? "0");
  // Without a tax, or at 0 %, the price that was paid is the base.
  if (classification.type !== "taxed" || !isPositive(classification.tax.percent)) {
    return chargeOnTop({ ...sale, price: round(input, MOST_PRICE_DECIMALS) }, at, problems);
  }
  const { tax } = classification;
  const paid: Amount = print(input.times(quantity));
  const split = splitPaid(paid, quantity, price, tax);
  if (split !== undefined) {
    const { code, name, rate } = tax;
    return { ...split, taxes: [{ code, name, rate, base: split.base, amount: split.tax }] };
  }
  if (compare(decimal(paid), CENT) <= 0) {
    addWorthless(paid, { quantity, price: input }, at, problems);
    return undefined;
  }
  const facts = { paid, quantity: draft.quantity, decimals: MOST_PRICE_DECIMALS };
  problems.add({ field: at, reason: "paid-not-divisible", ...facts, rule: "FAX07" });
  return undefined;
}

function addWorthless(
  base: Amount,
  { quantity, price }: Pick<Sale, "quantity" | "price">,
  at: LinePath,
  problems: ProblemList,
): void {
  const facts = { base, price: price.toFixed(), quantity: quantity.toFixed() };
  problems.add({ field: at, reason: "line-without-value", ...facts, rule: "FAV06" });
}

/** The items of an invoice carry no product code: the issuer's own scheme with the line's number (FAZ09, FAZ11). */
export function lineProduct(number: number): DocumentLine["product"] {
  return { code: `ITEM${number}`, scheme: "999" };
}

function readQuantity(text: string, at: LinePath, problems: ProblemList): Decimal | undefined {
  const quantity = decimal(text);
  const sent = { field: [...at, "quantity"], value: text, rule: "FAV04b" } as const;
  if (!isPositive(quantity)) {
    problems.add({ ...sent, reason: "not-positive" });
    return undefined;
  }
  if (countDecimals(quantity) > MOST_DECIMALS) {
    problems.add({ ...sent, reason: "too-many-decimals", most: MOST_DECIMALS });
    return undefined;
  }
  return quantity;
}

/**
 * The net price of one unit, rounded half-even to six decimals. `unit` is the base value; only when it is absent does
 * `unit_input` give it, with the tax taken out when `iva_incluido`. Both given must agree to the cent.
 */
function resolvePrice(
  draft: InvoiceLineDraft,
  classification: TaxClassification,
  at: LinePath,
  problems: ProblemList,
): Decimal | undefined {
  const field = [...at, draft.unitPrice === null ? "inputPrice" : "unitPrice"] as const;
  const given = draft.unitPrice ?? draft.inputPrice;
  if (given === null) {
    const instead = [...at, "inputPrice"] as const;
    problems.add({ field: [...at, "unitPrice"], reason: "price-required", instead, rule: "2.3" });
    return undefined;
  }
  if (!isPositive(decimal(given))) {
    problems.add({ field, reason: "not-positive", value: given, rule: "VLR01" });
    return undefined;
  }
  if (classification.type === "invalid") return undefined;
  const net = draft.inputPrice === null ? null : netPrice(decimal(draft.inputPrice), draft.taxIncluded, classification);
  if (draft.unitPrice === null) return net === null ? undefined : round(net, MOST_PRICE_DECIMALS);
  const unit = decimal(draft.unitPrice);
  if (draft.inputPrice !== null && net !== null && !isWithin(unit, net, CENT)) {
    const input = { other: [...at, "inputPrice"], input: draft.inputPrice, net: print(net) } as const;
    const includedRate = draft.taxIncluded ? draft.taxRate : null;
    problems.add({ field, reason: "prices-differ", value: draft.unitPrice, ...input, includedRate, rule: "2.3" });
    return undefined;
  }
  return round(unit, MOST_PRICE_DECIMALS);
}

function netPrice(input: Decimal, isTaxIncluded: boolean, classification: TaxClassification): Decimal {
  return isTaxIncluded && classification.type === "taxed" ? withoutTax(input, classification.tax) : input;
}
