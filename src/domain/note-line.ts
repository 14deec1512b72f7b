// Turns a correction of one line into a line of the note, and refuses to take more than is left of the corrected line.
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
  QUANTITY_DECIMALS,
  round,
  ZERO,
} from "./decimal.ts";
import type { Amount, DocumentLine, NoteLine, PerUnit, TaxSubtotal } from "./document.ts";
import { type LineRest, unitsOf, withUnits } from "./note-balance.ts";
import type { LineCorrectionDraft } from "./note-draft.ts";
import { NoteRefusal } from "./note-refusal.ts";
import { referencePriceOf } from "./reference-price.ts";
import { chargeUnits, UNIT_DECIMALS } from "./tax.ts";

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
 * the parts add up to the cent. Of a free line only the quantity, and its taxes for each unit, can be used up.
 * @throws NoteRefusal `exceeds_line` when less is left, in quantity, price or amount; `business_rule` for values that are none.
 */
export function creditLine(source: DocumentLine, rest: LineRest, asked: LineCorrectionDraft, index: number): NoteLine {
  const quantity = readValue(asked.quantity, "quantity", index);
  const ownPrice = netPrice(source);
  const price = asked.unitPrice === null ? ownPrice : readValue(asked.unitPrice, "unitPrice", index);
  const line = source.number;
  const exceeds = (figure: "quantity" | "price" | "amount", available: string, requested: string) =>
    new NoteRefusal({ code: "exceeds_line", index, line, figure, available, requested });
  if (compare(quantity, rest.quantity) > 0) {
    throw exceeds("quantity", rest.quantity.toFixed(), quantity.toFixed());
  }
  if (compare(price, ownPrice) > 0) throw exceeds("price", printPrice(ownPrice), price.toFixed());
  const isReturn = compare(price, ownPrice) === 0;
  const isLast = isReturn && compare(quantity, rest.quantity) === 0;
  if (isLast && rest.isWhole) return copyLine(source, index + 1);
  const part = isReturn ? partOf(source, rest, quantity) : pricedPart(source, price, quantity, false);
  const base = isLast ? rest.base : part.base;
  if ((isZero(decimal(rest.base)) && !isFree(source)) || compare(decimal(base), decimal(rest.base)) > 0) {
    throw exceeds("amount", rest.base, part.base);
  }
  const isRest = isFree(source) ? isLast : compare(decimal(base), decimal(rest.base)) === 0;
  const taxes = (isRest ? rest.taxes : part.taxes.map((tax) => limitTax(tax, rest))).filter(hasUnits);
  const corrected = correctedLine(source, { quantity, price, base, taxes }, index);
  return { ...corrected, corrects: { line, quantity: isReturn ? corrected.quantity : NO_QUANTITY } };
}

/**
 * A line of a debit note, which charges more of a line of the corrected document: any quantity, at its price or at another one.
 * @throws NoteRefusal `business_rule` for values that are none.
 */
export function debitLine(source: DocumentLine, asked: LineCorrectionDraft, index: number): NoteLine {
  const quantity = readValue(asked.quantity, "quantity", index);
  const price = asked.unitPrice === null ? netPrice(source) : readValue(asked.unitPrice, "unitPrice", index);
  const areUnits = compare(price, netPrice(source)) === 0;
  const { base, taxes } = pricedPart(source, price, quantity, areUnits);
  if (isZero(decimal(base)) && taxes.every(({ amount }) => isZero(decimal(amount))))
    throw lineWithoutValue(base, index);
  const line = correctedLine(source, { quantity, price, base, taxes: taxes.filter(hasUnits) }, index);
  return { ...line, corrects: { line: source.number, quantity: line.quantity } };
}

/** A line of which a discount takes all, so that only taxes for each unit are paid. */
function isFree({ base }: DocumentLine): boolean {
  return isZero(decimal(base));
}

/** What one unit costs without tax, after the line's own discounts and charges. */
function netPrice(line: DocumentLine): Decimal {
  if (line.allowances === undefined || line.allowances.length === 0) return decimal(line.unitPrice);
  return round(decimal(line.base).div(decimal(line.quantity)), PRICE_DECIMALS);
}

interface Charge {
  readonly quantity: Decimal;
  readonly price: Decimal;
  readonly base: Amount;
  readonly taxes: readonly TaxSubtotal[];
}

function correctedLine(source: DocumentLine, { quantity, price, base, taxes }: Charge, index: number): DocumentLine {
  const isGift = isFree(source) && isZero(price);
  if (!isPositive(decimal(base)) && !isGift) throw lineWithoutValue(base, index);
  const { note, description, unitCode, product, costCenterId } = source;
  return {
    number: index + 1,
    note,
    description,
    quantity: print(quantity, QUANTITY_DECIMALS),
    unitCode,
    unitPrice: printedPrice(price, quantity, base),
    ...(isZero(decimal(base)) ? { referencePrice: referencePriceOf(source) } : {}),
    base,
    taxes,
    withholdings: [],
    ...(isGift ? giftPrice(source, quantity) : {}),
    product,
    purchaseDate: null,
    costCenterId,
  };
}

function lineWithoutValue(base: Amount, index: number): NoteRefusal {
  return new NoteRefusal({ code: "business_rule", reason: "line-without-value", index, base });
}

/** The price and the discount of a free line for so many units. */
function giftPrice({ unitPrice, allowances = [] }: DocumentLine, quantity: Decimal) {
  const gross = print(decimal(unitPrice).times(quantity));
  if (isZero(decimal(gross))) return { unitPrice };
  return { unitPrice, allowances: allowances.map((one) => ({ ...one, amount: gross, base: gross })) };
}

/** The line's price; where the rest of a line is not price x quantity, the price that comes closest to it. */
function printedPrice(price: Decimal, quantity: Decimal, base: Amount): string {
  const isOwn = isWithin(price.times(quantity), decimal(base), CENT);
  return printPrice(isOwn ? price : decimal(base).div(quantity));
}

/** Base and taxes of a part of a line. */
interface Part {
  readonly base: Amount;
  readonly taxes: readonly TaxSubtotal[];
}

/** What the next units of a line cost: the difference of two running totals, so that rounding never accumulates. */
function partOf(source: DocumentLine, rest: LineRest, quantity: Decimal): Part {
  const before = decimal(source.quantity).minus(rest.quantity);
  const [from, to] = [shareOf(source, before), shareOf(source, before.plus(quantity))];
  const taxes = source.taxes.map((tax, i) => ({
    ...tax,
    base: difference(to.taxes[i]?.base, from.taxes[i]?.base),
    amount: difference(to.taxes[i]?.amount, from.taxes[i]?.amount),
    ...withUnits(tax, unitsOf(to.taxes[i]).minus(unitsOf(from.taxes[i]))),
  }));
  return { base: difference(to.base, from.base), taxes };
}

/** What so many of a line's units cost, with their taxes. */
function shareOf(source: DocumentLine, quantity: Decimal): Part {
  return shareByBase(source, print(decimal(source.base).times(quantity).div(decimal(source.quantity))), quantity);
}

/** What units at another price cost, with their taxes; those that are money for each unit only when units are meant. */
function pricedPart(source: DocumentLine, price: Decimal, quantity: Decimal, areUnits: boolean): Part {
  return shareByBase(source, print(price.times(quantity)), areUnits ? quantity : ZERO);
}

/** The taxes of a part: base x rate where the line's tax refers to the line's base, otherwise the proportional part of the tax. */
function shareByBase(source: DocumentLine, base: Amount, quantity: Decimal): Part {
  const share = (amount: Amount) =>
    print(isFree(source) ? ZERO : decimal(amount).times(decimal(base)).div(decimal(source.base)));
  const taxes = source.taxes.map((tax) => {
    if (tax.perUnit !== undefined) return shareUnits(tax, tax.perUnit, quantity.div(decimal(source.quantity)), base);
    return tax.base === source.base
      ? { ...tax, base, amount: print(percentOf(decimal(base), decimal(tax.rate))) }
      : { ...tax, base: share(tax.base), amount: share(tax.amount) };
  });
  return { base, taxes };
}

/** A tax that is money for each unit goes with the units, not with their price. */
function shareUnits(tax: TaxSubtotal, perUnit: PerUnit, share: Decimal, base: Amount): TaxSubtotal {
  const units = round(decimal(perUnit.units).times(share), UNIT_DECIMALS);
  return { ...tax, base, amount: chargeUnits(tax.code, decimal(perUnit.amount), units), ...withUnits(tax, units) };
}

/** False for a tax for each unit of which no unit is left. */
function hasUnits({ perUnit, amount }: TaxSubtotal): boolean {
  return perUnit === undefined || isPositive(decimal(perUnit.units)) || isPositive(decimal(amount));
}

function difference(to: Amount = "0.00", from: Amount = "0.00"): Amount {
  return print(decimal(to).minus(decimal(from)));
}

function limitTax(tax: TaxSubtotal, rest: LineRest): TaxSubtotal {
  const left = rest.taxes.find(({ code, rate }) => code === tax.code && rate === tax.rate);
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

function readValue(value: string, field: "quantity" | "unitPrice", index: number): Decimal {
  const read = decimal(value);
  const fault = !isPositive(read) ? "not-positive" : countDecimals(read) > QUANTITY_DECIMALS ? "too-fine" : undefined;
  if (fault !== undefined) {
    throw new NoteRefusal({ code: "business_rule", reason: "line-value", index, field, value, fault });
  }
  return read;
}
