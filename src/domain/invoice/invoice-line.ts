// Prices an item as asked for: net unit price, base and tax, each printed once.

import type { AllowanceCharge, Amount, DocumentLine, TaxSubtotal } from "../document/document.ts";
import type { GiftDraft, InvoiceLineDraft, Treatment } from "../draft/draft.ts";
import {
  chargeGiftTaxes,
  chargeTaxes,
  type Discount,
  type LinePath,
  type LineTaxes,
  readDiscount,
  readItem,
  readTaxes,
  shareTax,
  sumUnitTaxes,
  takeDiscount,
  toAllowance,
} from "../line/line.ts";
import type { ProblemList } from "../refusal/problem-list.ts";
import { type Split, splitDiscounted, splitPaid, withoutTax } from "../tax/included-tax.ts";
import { classifyTax, INC, IVA, isPriceOf, priceTooFine } from "../tax/tax.ts";
import type { Decimal } from "../value/decimal.ts";
import {
  CENT,
  compare,
  countDecimals,
  decimal,
  isPositive,
  isWithin,
  isZero,
  PRICE_DECIMALS,
  print,
  printPrice,
  QUANTITY_DECIMALS,
  round,
  ZERO,
} from "../value/decimal.ts";

/** How items are priced. */
interface Pricing {
  /** Of the first item. */
  readonly firstNumber: number;
  /** An item that gives both a unit price and a tax-inclusive price is priced from the first, with the tax on top. */
  readonly isByUnit: boolean;
}

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
  return draft.taxIncluded === true && draft.inputPrice !== null;
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
  const item = readItem(draft, number, at, problems);
  checkTreatment(draft, at, problems);
  // An exempt item is taxed at 0 %, which a rate of 0 alone does not say.
  const taxCode = draft.treatment === "exento" ? IVA : draft.taxCode;
  const classification = classifyTax(decimal(draft.taxRate), taxCode);
  if (classification.type === "invalid") {
    problems.add({ field: [...at, classification.field], ...classification.because, rule: classification.rule });
  }
  const quantity = readQuantity(draft.quantity, at, problems);
  const taxes = readTaxes(classification, draft.otherTaxes ?? [], item?.unitCode ?? "", at, problems);
  const discount = readDiscount(draft, at, problems);
  if (draft.gift !== undefined) checkGift(draft, draft.gift, at, problems);
  const price = draft.gift === undefined ? resolvePrice(draft, taxes, at, problems) : ZERO;
  const isRead = problems.count === known && item !== undefined;
  if (!isRead || quantity === undefined || price === undefined || taxes === null) return undefined;
  const common = {
    number,
    description: draft.description,
    quantity: print(quantity, QUANTITY_DECIMALS),
    ...item,
    withholdings: [],
    purchaseDate: null,
    costCenterId: null,
  } as const;
  if (draft.gift !== undefined) return { ...common, ...priceGift(draft.gift, quantity, taxes) };
  const priceField = draft.unitPrice === null ? "inputPrice" : "unitPrice";
  const sale: Sale = { quantity, price, priceField, taxes, discount };
  const isPaid = isPaidLine(draft, isByUnit);
  const charge = isPaid ? chargePaid(draft, sale, at, problems) : chargeOnTop(sale, at, problems);
  if (charge === undefined) return undefined;
  return {
    ...common,
    unitPrice: printPrice(charge.price),
    base: charge.base,
    taxes: charge.taxes,
    ...(isPaid ? { isTaxIncluded: true } : {}),
    ...(charge.discount === undefined ? {} : { allowances: [charge.discount] }),
  };
}

/** How a line stands to IVA and INC: by the tax of its rate, which comes first. */
export function treatmentOf({ taxes }: Pick<DocumentLine, "taxes">): Treatment {
  const [tax] = taxes;
  if (tax === undefined || (tax.code !== IVA && tax.code !== INC)) return "excluido";
  return isZero(decimal(tax.rate)) ? "exento" : "gravado";
}

/** Rate and code of an item must say what its treatment says. */
function checkTreatment({ treatment, taxRate, taxCode }: InvoiceLineDraft, at: LinePath, problems: ProblemList): void {
  if (treatment === undefined) return;
  const field = [...at, "treatment"] as const;
  if (isPositive(decimal(taxRate)) !== (treatment === "gravado")) {
    const facts = { value: treatment, rateField: [...at, "taxRate"], rate: taxRate, rule: "FAX01" } as const;
    problems.add({ field, reason: "treatment-of-other-rate", ...facts });
  }
  if (taxCode === null || treatment === "gravado" || (treatment === "exento" && taxCode === IVA)) return;
  const facts = { value: treatment, codeField: [...at, "taxCode"], code: taxCode, rule: "FAX16" } as const;
  problems.add({ field, reason: "treatment-of-other-code", ...facts });
}

/** A gift has a value and no price, and nothing is taken off it. */
function checkGift(draft: InvoiceLineDraft, { referencePrice }: GiftDraft, at: LinePath, problems: ProblemList): void {
  const gift = [...at, "gift"] as const;
  if (!isPositive(decimal(referencePrice))) {
    problems.add({ field: [...gift, "referencePrice"], reason: "not-positive", value: referencePrice });
  }
  for (const name of ["unitPrice", "inputPrice"] as const) {
    const value = draft[name];
    if (value === null || isZero(decimal(value))) continue;
    problems.add({ field: [...at, name], reason: "price-of-gift", value, gift, rule: "FAV06" });
  }
  for (const name of ["discountAmount", "discountPercent"] as const) {
    if (draft[name]) problems.add({ field: [...at, name], reason: "not-with", other: gift });
  }
}

/** Its value is 0.00, its percentages are those of its commercial value, which is signed as its reference (FAV06, FAW03). */
function priceGift({ referencePrice, taxBearer }: GiftDraft, quantity: Decimal, taxes: LineTaxes) {
  const worth = print(decimal(referencePrice).times(quantity));
  return {
    unitPrice: "0.00",
    base: "0.00",
    taxes: chargeGiftTaxes(taxes, worth, quantity),
    referencePrice: { amount: printPrice(decimal(referencePrice)), typeCode: "01" },
    gift: taxBearer ?? "vendedor",
  } as const;
}

interface Sale {
  readonly quantity: Decimal;
  /** Without tax, not rounded. */
  readonly price: Decimal;
  /** Where it was sent. */
  readonly priceField: "unitPrice" | "inputPrice";
  readonly taxes: LineTaxes;
  readonly discount: Discount | null;
}

interface Charge extends Pick<Split, "price" | "base"> {
  readonly taxes: readonly TaxSubtotal[];
  readonly discount?: AllowanceCharge;
}

/** The base is price x quantity, with all decimals of the price, less the discount; the taxes come on top. */
function chargeOnTop(sale: Sale, at: LinePath, problems: ProblemList): Charge | undefined {
  const { quantity, price, priceField, taxes, discount } = sale;
  const gross = print(price.times(quantity));
  if (!isPositive(decimal(gross))) {
    addWorthless(gross, { quantity, price }, at, problems);
    return undefined;
  }
  if (!isPriceOf(round(price, PRICE_DECIMALS), quantity, decimal(gross))) {
    problems.add({ field: [...at, priceField], ...priceTooFine(price.toFixed(), quantity), rule: "FAV06" });
    return undefined;
  }
  if (discount === null) return { price, base: gross, taxes: chargeTaxes(taxes, gross, quantity) };
  const off = takeDiscount(discount, gross, false, at, problems);
  if (off === undefined) return undefined;
  const base = print(decimal(gross).minus(decimal(off)));
  return { price, base, taxes: chargeTaxes(taxes, base, quantity), discount: toAllowance(discount, off, gross) };
}

/** The price paid is what is invoiced: price x quantity less the discount, taxes included. */
function chargePaid(draft: InvoiceLineDraft, sale: Sale, at: LinePath, problems: ProblemList): Charge | undefined {
  const { quantity, taxes, discount } = sale;
  const input = decimal(draft.inputPrice ?? "0");
  const price = round(sale.price, PRICE_DECIMALS);
  // Without a tax, or at 0 %, the price that was paid is the base.
  if (isZero(taxes.percent) && isZero(taxes.perItem)) {
    return chargeOnTop({ ...sale, price: input, priceField: "inputPrice" }, at, problems);
  }
  const asked: Amount = print(input.times(quantity));
  const off = discount === null ? "0.00" : takeDiscount(discount, asked, true, at, problems);
  if (off === undefined) return undefined;
  const paid = decimal(asked).minus(decimal(off));
  const perUnit = sumUnitTaxes(taxes, quantity);
  const rest = print(paid.minus(perUnit));
  if (isPositive(perUnit) && compare(paid, perUnit) <= 0) {
    problems.add({ field: at, reason: "taxes-over-paid", paid: print(paid), taxes: print(perUnit), rule: "FAX07" });
    return undefined;
  }
  if (discount !== null) {
    const split = splitDiscounted(rest, quantity, price, taxes.percent);
    if (split !== undefined) {
      const allowance = toAllowance(discount, split.off, split.gross);
      return { ...split, taxes: shareTax(taxes, split.base, quantity, split.tax), discount: allowance };
    }
  } else {
    const split = splitPaid(rest, quantity, price, taxes.percent);
    if (split !== undefined) return { ...split, taxes: shareTax(taxes, split.base, quantity, split.tax) };
  }
  if (compare(decimal(asked), CENT) <= 0) {
    addWorthless(asked, { quantity, price: input }, at, problems);
    return undefined;
  }
  const facts = { paid: print(paid), quantity: draft.quantity, decimals: PRICE_DECIMALS };
  problems.add({ field: at, reason: "paid-not-divisible", ...facts, rule: "FAX07" });
  return undefined;
}

function addWorthless(
  base: Amount,
  { quantity, price }: Pick<Sale, "quantity" | "price">,
  at: LinePath,
  problems: ProblemList,
): void {
  const of = { price: price.toFixed(), quantity: quantity.toFixed() };
  problems.add({ field: at, reason: "line-without-value", base, of, rule: "FAV06" });
}

function readQuantity(text: string, at: LinePath, problems: ProblemList): Decimal | undefined {
  const quantity = decimal(text);
  const sent = () => ({ field: [...at, "quantity"], value: text, rule: "FAV04b" }) as const;
  if (!isPositive(quantity)) {
    problems.add({ ...sent(), reason: "not-positive" });
    return undefined;
  }
  if (countDecimals(quantity) > QUANTITY_DECIMALS) {
    problems.add({ ...sent(), reason: "too-many-decimals", most: QUANTITY_DECIMALS });
    return undefined;
  }
  return quantity;
}

/**
 * The net price of one unit, not rounded. `unit` is the base value; only when it is absent does
 * `unit_input` give it, with the taxes taken out when `iva_incluido`. Both given must agree to the cent.
 * @param taxes null when they could not be read.
 */
function resolvePrice(
  draft: InvoiceLineDraft,
  taxes: LineTaxes | null,
  at: LinePath,
  problems: ProblemList,
): Decimal | undefined {
  const name = draft.unitPrice === null ? "inputPrice" : "unitPrice";
  const given = draft.unitPrice ?? draft.inputPrice;
  if (given === null) {
    const instead = [...at, "inputPrice"] as const;
    problems.add({ field: [...at, "unitPrice"], reason: "price-required", instead, rule: "2.3" });
    return undefined;
  }
  if (!isPositive(decimal(given))) {
    const gift = [...at, "gift", "referencePrice"] as const;
    problems.add({ field: [...at, name], reason: "price-not-positive", value: given, gift, rule: "VLR01" });
    return undefined;
  }
  if (taxes === null) return undefined;
  const net = draft.inputPrice === null ? null : netPrice(decimal(draft.inputPrice), draft.taxIncluded === true, taxes);
  if (draft.inputPrice !== null && net !== null && isPositive(taxes.perItem) && compare(net, ZERO) <= 0) {
    const facts = { paid: draft.inputPrice, taxes: taxes.perItem.toFixed() };
    problems.add({ field: [...at, "inputPrice"], reason: "taxes-over-paid", ...facts, rule: "FAX07" });
    return undefined;
  }
  if (draft.unitPrice === null) return net ?? undefined;
  const unit = decimal(draft.unitPrice);
  if (draft.inputPrice !== null && net !== null && !isWithin(unit, net, CENT)) {
    const input = { other: [...at, "inputPrice"], input: draft.inputPrice, net: print(net) } as const;
    const includedRate = draft.taxIncluded ? draft.taxRate : null;
    const facts = { value: draft.unitPrice, ...input, includedRate };
    problems.add({ field: [...at, name], reason: "prices-differ", ...facts, rule: "2.3" });
    return undefined;
  }
  return unit;
}

function netPrice(input: Decimal, isTaxIncluded: boolean, taxes: LineTaxes): Decimal {
  return isTaxIncluded ? withoutTax(input, taxes) : input;
}
