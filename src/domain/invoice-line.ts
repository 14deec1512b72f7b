// An item as asked for into a priced line: net unit price, base and tax, each printed once.
import type { Decimal } from "./decimal.ts";
import { CENT, compare, countDecimals, decimal, isPositive, isWithin, print, round } from "./decimal.ts";
import type { Amount, DocumentLine, TaxSubtotal } from "./document.ts";
import type { InvoiceLineDraft } from "./draft.ts";
import { MOST_PRICE_DECIMALS, printPrice, type Split, splitPaid, withoutTax } from "./included-tax.ts";
import type { ProblemList } from "./problem-list.ts";
import { chargeTax, classifyTax, type TaxClassification } from "./tax.ts";

/** 94, "unidad": the contract's items carry no unit of measure (FAV05). */
export const UNIT_CODE = "94";
/** Quantities are printed with at most six decimals. */
const MOST_DECIMALS = 6;

/** How items are priced. */
export interface Pricing {
  /** Of the first item. */
  readonly firstNumber: number;
  /** Where an item gives `unit` and a price with its tax, its line is `unit` with the tax on top. */
  readonly isByUnit: boolean;
}

/** Every line of the invoice, in the order of the items; the problems found go to `problems`. */
export function priceLines(
  drafts: readonly InvoiceLineDraft[],
  pricing: Pricing,
  problems: ProblemList,
): readonly DocumentLine[] {
  const lines: DocumentLine[] = [];
  drafts.forEach((draft, index) => {
    const line = priceLine(draft, index, pricing, problems);
    if (line !== undefined) lines.push(line);
  });
  return lines;
}

/** Whether an item says what is paid for it, with its tax (contract 2.3 `iva_incluido`). */
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
  const at = `items.${index}`;
  const known = problems.count;
  const classification = classifyTax(decimal(draft.taxRate), draft.taxCode);
  if (classification.type === "invalid") {
    const path = `${at}.${classification.field === "rate" ? "iva" : "codigo_impuesto"}`;
    problems.add(path, classification.message, classification.rule);
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
function chargeOnTop({ quantity, price, classification }: Sale, at: string, problems: ProblemList): Charge | undefined {
  const base = print(price.times(quantity));
  if (!isPositive(decimal(base))) {
    addWorthless(base, { quantity, price }, at, problems);
    return undefined;
  }
  return { price, base, taxes: classification.type === "taxed" ? [chargeTax(classification.tax, base)] : [] };
}

/** What was paid is what is invoiced: `unit_input` x `cant`, of which the tax is a part. */
function chargePaid(draft: InvoiceLineDraft, sale: Sale, at: string, problems: ProblemList): Charge | undefined {
  const { quantity, price, classification } = sale;
  if (classification.type !== "taxed") return chargeOnTop(sale, at, problems);
  const { tax } = classification;
  const input = decimal(draft.inputPrice ?? "0");
  const paid: Amount = print(input.times(quantity));
  const split = splitPaid(paid, quantity, price, tax);
  if (split !== undefined) {
    const { code, name, rate } = tax;
    return { ...split, taxes: [{ code, name, rate, base: split.base, amount: split.tax }] };
  }
  if (compare(decimal(paid), CENT) <= 0) {
    addWorthless(print(price.times(quantity)), { quantity, price }, at, problems);
    return undefined;
  }
  const phrase = `suma ${paid} con el impuesto incluido, que no se puede repartir entre ${draft.quantity} unidades con un precio base de ${MOST_PRICE_DECIMALS} decimales`;
  problems.add(at, `${phrase}; divida el ítem en varios`, "FAX07");
  return undefined;
}

function addWorthless(
  base: Amount,
  { quantity, price }: Pick<Sale, "quantity" | "price">,
  at: string,
  problems: ProblemList,
): void {
  const product = `${price.toFixed()} x ${quantity.toFixed()}`;
  problems.add(at, `da un valor de línea de ${base} (${product}); debe ser mayor que cero`, "FAV06");
}

/** The contract's items carry no product code: the issuer's own scheme with the line's number (FAZ09, FAZ11). */
export function lineProduct(number: number): DocumentLine["product"] {
  return { code: `ITEM${number}`, scheme: "999" };
}

function readQuantity(text: string, at: string, problems: ProblemList): Decimal | undefined {
  const quantity = decimal(text);
  const path = `${at}.cant`;
  if (!isPositive(quantity)) {
    problems.add(path, `es ${text}; debe ser mayor que cero`, "FAV04b");
    return undefined;
  }
  if (countDecimals(quantity) > MOST_DECIMALS) {
    problems.add(path, `es ${text}; admite hasta ${MOST_DECIMALS} decimales`, "FAV04b");
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
  at: string,
  problems: ProblemList,
): Decimal | undefined {
  const path = `${at}.${draft.unitPrice === null ? "unit_input" : "unit"}`;
  const given = draft.unitPrice ?? draft.inputPrice;
  if (given === null) {
    problems.add(`${at}.unit`, `es obligatorio: envíe el valor unitario base, o \`${at}.unit_input\``, "2.3");
    return undefined;
  }
  if (!isPositive(decimal(given))) {
    problems.add(path, `es ${given}; debe ser mayor que cero`, "VLR01");
    return undefined;
  }
  if (classification.type === "invalid") return undefined;
  const net = draft.inputPrice === null ? null : netPrice(decimal(draft.inputPrice), draft.taxIncluded, classification);
  if (draft.unitPrice === null) return net === null ? undefined : round(net, MOST_PRICE_DECIMALS);
  const unit = decimal(draft.unitPrice);
  if (net !== null && !isWithin(unit, net, CENT)) {
    problems.add(path, describeContradiction(draft, net, at), "2.3");
    return undefined;
  }
  return round(unit, MOST_PRICE_DECIMALS);
}

function netPrice(input: Decimal, isTaxIncluded: boolean, classification: TaxClassification): Decimal {
  return isTaxIncluded && classification.type === "taxed" ? withoutTax(input, classification.tax) : input;
}

function describeContradiction(draft: InvoiceLineDraft, net: Decimal, at: string): string {
  const included = draft.taxIncluded ? ` con \`iva_incluido\` true y tarifa ${draft.taxRate}` : "";
  return (
    `es ${draft.unitPrice}, pero \`${at}.unit_input\` ${draft.inputPrice}${included} ` +
    `equivale a ${print(net)} sin impuesto; deben coincidir al centavo`
  );
}
