// Turns a correction of one line into a line of the note, and refuses to take more than is left of the corrected line.

import type { Amount, DocumentLine, NoteLine, TaxSubtotal } from "../document/document.ts";
import type { LineCorrectionDraft } from "../draft/note-draft.ts";
import { printPercent } from "../line/line.ts";
import { referencePriceOf } from "../price/document-allowance.ts";
import { Refusal } from "../refusal/refusal.ts";
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
  print,
  printPrice,
  QUANTITY_DECIMALS,
  round,
} from "../value/decimal.ts";
import {
  hasUnits,
  isFree,
  isPaidAsWhole,
  netPrice,
  type Part,
  paidPart,
  partOf,
  pricedPart,
  priceWithTaxes,
  unitsPart,
  withoutTaxes,
  worthOf,
} from "./line-share.ts";
import { type LineRest, unitsOf, withUnits } from "./note-balance.ts";

const NO_QUANTITY = "0.000000";

/** A line of the document, as printed on a note that credits all of it: without withholdings, which notes cannot carry. */
export function copyLine(line: DocumentLine, number: number): NoteLine {
  const corrects = { line: line.number, quantity: line.quantity };
  return { ...line, number, withholdings: [], purchaseDate: null, corrects };
}

/** A line that is of no line of the corrected document. */
export function ownLine(line: DocumentLine): NoteLine {
  return { ...line, purchaseDate: null, corrects: null };
}

/**
 * A line of a credit or adjustment note. A return takes quantity and amount, at the line's price; a lower price takes amount
 * only. The correction that uses up the quantity or the amount takes the remaining base and taxes, so that
 * the parts add up to the cent. Where nothing is left of the amount, as of a free line, a return takes the quantity alone.
 * @throws Refusal `exceeds_line` when less is left, in quantity, price or amount; `business_rule` for values that are none.
 */
export function creditLine(source: DocumentLine, rest: LineRest, asked: LineCorrectionDraft, index: number): NoteLine {
  const quantity = readValue(asked.quantity, "quantity", index);
  const price = readPrice(source, asked, index);
  const line = source.number;
  const exceeds = (figure: "quantity" | AskedPrice["field"] | "amount", available: string, requested: string) => {
    const field = ["lines", index, figure === "amount" ? "quantity" : figure] as const;
    return new Refusal({ reason: "exceeds-line", field, line, figure, available, requested });
  };
  if (compare(quantity, rest.quantity) > 0) {
    throw exceeds("quantity", rest.quantity.toFixed(), quantity.toFixed());
  }
  if (compare(price.asked, price.own) > 0) throw exceeds(price.field, printPrice(price.own), price.asked.toFixed());
  const isReturn = compare(price.asked, price.own) === 0;
  const isLast = isReturn && compare(quantity, rest.quantity) === 0;
  if (isLast && rest.isWhole) return copyLine(source, index + 1);
  const isPaid = isReturn ? isPaidAsWhole(source) : price.field === "paidPrice";
  const part = isReturn ? partOf(source, rest.quantity, quantity) : partAt(source, price, quantity);
  const taken = isLast ? rest : isPaid ? takePaid(part, rest) : takePriced(part, rest, source);
  if (taken === undefined && !(isReturn && isUsedUp(rest))) {
    const [left, wanted] = isPaid ? [print(worthOf(rest)), print(worthOf(part))] : [rest.base, part.base];
    throw exceeds("amount", left, wanted);
  }
  const { base, taxes } = taken ?? { base: "0.00", taxes: part.taxes.map((tax) => limitTax(tax, rest)) };
  if (!isReturn && !isPositive(decimal(base))) throw lineWithoutValue(base, index);
  const charge = { quantity, price: price.net, base, taxes: taxes.filter(hasUnits), ...asPaid(source, price) };
  const corrected = correctedLine(source, charge, index);
  return { ...corrected, corrects: { line, quantity: isReturn ? corrected.quantity : NO_QUANTITY } };
}

/**
 * A line of a debit note, which charges more of a line of the corrected document: any quantity, at its price or at another one.
 * @throws Refusal `business_rule` for values that are none.
 */
export function debitLine(source: DocumentLine, asked: LineCorrectionDraft, index: number): NoteLine {
  const quantity = readValue(asked.quantity, "quantity", index);
  const price = readPrice(source, asked, index);
  const areUnits = compare(price.asked, price.own) === 0;
  const { base, taxes } = areUnits ? unitsPart(source, quantity) : partAt(source, price, quantity);
  if (isZero(decimal(base)) && taxes.every(({ amount }) => isZero(decimal(amount))))
    throw lineWithoutValue(base, index);
  const charge = { quantity, price: price.net, base, taxes: taxes.filter(hasUnits), ...asPaid(source, price) };
  const line = correctedLine(source, charge, index);
  return { ...line, corrects: { line: source.number, quantity: line.quantity } };
}

/** The price of a correction beside the line's own: both without tax, or both with it. */
interface AskedPrice {
  readonly field: "unitPrice" | "paidPrice";
  readonly asked: Decimal;
  readonly own: Decimal;
  /** The one asked for, without tax. */
  readonly net: Decimal;
}

function readPrice(source: DocumentLine, { unitPrice, paidPrice }: LineCorrectionDraft, index: number): AskedPrice {
  const net = netPrice(source);
  if (paidPrice === null) {
    const asked = unitPrice === null ? net : readValue(unitPrice, "unitPrice", index);
    return { field: "unitPrice", asked, own: net, net: asked };
  }
  const asked = readValue(paidPrice, "paidPrice", index);
  const own = priceWithTaxes(source);
  return { field: "paidPrice", asked, own, net: compare(asked, own) === 0 ? net : withoutTaxes(source, asked) };
}

function partAt(source: DocumentLine, { field, asked }: AskedPrice, quantity: Decimal): Part {
  return field === "paidPrice" ? paidPart(source, asked, quantity) : pricedPart(source, asked, quantity);
}

/** Units at the line's own price are priced as the line was, others as the price was asked for. */
function asPaid(source: DocumentLine, { field, asked, own }: AskedPrice): Pick<DocumentLine, "isTaxIncluded"> {
  const isPaid = compare(asked, own) === 0 ? source.isTaxIncluded === true : field === "paidPrice";
  return isPaid ? { isTaxIncluded: true } : {};
}

/** Whether no amount is left of a line, only quantity. */
function isUsedUp({ base }: LineRest): boolean {
  return isZero(decimal(base));
}

/**
 * A part whose base was asked for; undefined when less is left. What takes all of the base takes all of the percentages on it; a
 * tax for each unit goes with its units.
 */
function takePriced({ base, taxes }: Part, rest: LineRest, source: DocumentLine): Part | undefined {
  if (isFree(source)) return { base, taxes: taxes.map((tax) => limitTax(tax, rest)) };
  const order = compare(decimal(base), decimal(rest.base));
  if (isUsedUp(rest) || order > 0) return undefined;
  const isAll = ({ perUnit }: TaxSubtotal) => order === 0 && perUnit === undefined;
  return { base, taxes: taxes.map((tax) => (isAll(tax) ? (findTax(tax, rest) ?? tax) : limitTax(tax, rest))) };
}

/** A part that is paid back to the cent, so that a cent which base or a tax lacks comes from the others; undefined as above. */
function takePaid(part: Part, rest: LineRest): Part | undefined {
  const order = compare(worthOf(part), worthOf(rest));
  if (isUsedUp(rest) || order > 0) return undefined;
  if (order === 0) return rest;
  const base = lesser(part.base, rest.base);
  const taxes = part.taxes.map((tax) => limitTax(tax, rest));
  let missing = worthOf(part).minus(worthOf({ base, taxes }));
  const take = (amount: Amount, left: Amount): Amount => {
    const room = decimal(left).minus(decimal(amount));
    const more = compare(room, missing) < 0 ? room : missing;
    missing = missing.minus(more);
    return print(decimal(amount).plus(more));
  };
  const topped = taxes.map((tax) => {
    const left = tax.perUnit === undefined ? findTax(tax, rest) : undefined;
    return left === undefined ? tax : { ...tax, amount: take(tax.amount, left.amount) };
  });
  const whole = take(base, rest.base);
  return { base: whole, taxes: topped.map((tax) => (tax.base === part.base ? { ...tax, base: whole } : tax)) };
}

interface Charge extends Part, Pick<DocumentLine, "isTaxIncluded"> {
  readonly quantity: Decimal;
  /** Without tax. */
  readonly price: Decimal;
}

function correctedLine(
  source: DocumentLine,
  { quantity, price, base, taxes, ...priced }: Charge,
  index: number,
): DocumentLine {
  const { note, description, unitCode, costCenterId, product, sellerCode, brand, model, gift } = source;
  return {
    number: index + 1,
    note,
    description,
    quantity: print(quantity, QUANTITY_DECIMALS),
    unitCode,
    ...printPriced(price, quantity, base),
    ...(isZero(decimal(base)) ? { referencePrice: referencePriceOf(source) } : {}),
    base,
    taxes,
    withholdings: [],
    ...priced,
    ...(isFree(source) && isZero(decimal(base)) ? giftPrice(source, quantity) : {}),
    ...(sellerCode === undefined ? {} : { sellerCode }),
    ...(brand === undefined ? {} : { brand }),
    ...(model === undefined ? {} : { model }),
    product,
    ...(gift === undefined ? {} : { gift }),
    purchaseDate: null,
    costCenterId,
  };
}

function lineWithoutValue(base: Amount, index: number): Refusal {
  return new Refusal({ reason: "line-without-value", field: ["lines", index], base });
}

/** The price and the discount of a free line for so many units. */
function giftPrice({ unitPrice, allowances = [] }: DocumentLine, quantity: Decimal) {
  const gross = print(decimal(unitPrice).times(quantity));
  if (isZero(decimal(gross))) return { unitPrice };
  return { unitPrice, allowances: allowances.map((one) => ({ ...one, amount: gross, base: gross })) };
}

/**
 * The line's price; where the rest of a line is not price x quantity, the price that comes closest to it. Of millions of units
 * six decimals say too little: then the next price up, less the difference (FAV06).
 */
function printPriced(price: Decimal, quantity: Decimal, base: Amount): Pick<DocumentLine, "unitPrice" | "allowances"> {
  const value = decimal(base);
  const near = round(value.div(quantity), PRICE_DECIMALS);
  const fitting = [price, near].find((one) => isWithin(one.times(quantity), value, CENT));
  if (fitting !== undefined) return { unitPrice: printPrice(fitting) };
  const up = compare(near.times(quantity), value) > 0 ? near : near.plus(LEAST_PRICE);
  const gross = print(up.times(quantity));
  const off = print(decimal(gross).minus(value));
  const percent = printPercent(null, off, gross);
  const allowance = {
    isCharge: false,
    reasonCode: "00",
    reason: "Ajuste de centavos",
    percent,
    amount: off,
    base: gross,
  };
  return { unitPrice: printPrice(up), allowances: [allowance] };
}

const LEAST_PRICE: Decimal = decimal("0.000001");

function findTax({ code, rate }: TaxSubtotal, rest: LineRest): TaxSubtotal | undefined {
  return rest.taxes.find((left) => left.code === code && left.rate === rate);
}

function limitTax(tax: TaxSubtotal, rest: LineRest): TaxSubtotal {
  const left = findTax(tax, rest);
  if (left === undefined) return tax;
  const [asked, rested] = [unitsOf(tax), unitsOf(left)];
  const units = compare(asked, rested) < 0 ? asked : rested;
  return {
    ...tax,
    base: lesser(tax.base, left.base),
    amount: lesser(tax.amount, left.amount),
    ...withUnits(tax, units),
  };
}

function lesser(one: Amount, other: Amount): Amount {
  return compare(decimal(one), decimal(other)) < 0 ? one : other;
}

function readValue(value: string, field: "quantity" | "unitPrice" | "paidPrice", index: number): Decimal {
  const read = decimal(value);
  const at = { field: ["lines", index, field], value } as const;
  if (!isPositive(read)) throw new Refusal({ reason: "not-positive", ...at });
  if (countDecimals(read) > QUANTITY_DECIMALS) {
    throw new Refusal({ reason: "too-many-decimals", ...at, most: QUANTITY_DECIMALS });
  }
  return read;
}
