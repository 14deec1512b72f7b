// An item as asked for into a priced line: net unit price, base and tax, each printed once.
import type { Decimal } from "./decimal.ts";
import { CENT, countDecimals, decimal, HUNDRED, isPositive, isWithin, print, printBetween, round } from "./decimal.ts";
import type { DocumentLine } from "./document.ts";
import type { InvoiceLineDraft } from "./draft.ts";
import type { ProblemList } from "./problem-list.ts";
import { chargeTax, classifyTax, type TaxClassification } from "./tax.ts";

/** 94, "unidad": the contract's items carry no unit of measure (FAV05). */
export const UNIT_CODE = "94";
/** Quantities and unit prices are printed with at most six decimals. */
const MOST_DECIMALS = 6;

/** Every line of the invoice, in the order of the items; the problems found go to `problems`. */
export function priceLines(
  drafts: readonly InvoiceLineDraft[],
  firstNumber: number,
  problems: ProblemList,
): readonly DocumentLine[] {
  const lines: DocumentLine[] = [];
  drafts.forEach((draft, index) => {
    const line = priceLine(draft, index, firstNumber + index, problems);
    if (line !== undefined) lines.push(line);
  });
  return lines;
}

function priceLine(
  draft: InvoiceLineDraft,
  index: number,
  number: number,
  problems: ProblemList,
): DocumentLine | undefined {
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
  const base = print(price.times(quantity));
  if (!isPositive(decimal(base))) {
    const product = `${price.toFixed()} x ${quantity.toFixed()}`;
    problems.add(at, `da un valor de línea de ${base} (${product}); debe ser mayor que cero`, "FAV06");
    return undefined;
  }
  return {
    number,
    note: null,
    description: draft.description,
    quantity: print(quantity, MOST_DECIMALS),
    unitCode: UNIT_CODE,
    unitPrice: printBetween(price, 2, MOST_DECIMALS),
    base,
    taxes: classification.type === "taxed" ? [chargeTax(classification.tax, base)] : [],
    withholdings: [],
    product: lineProduct(number),
    purchaseDate: null,
    costCenterId: null,
  };
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
  if (draft.unitPrice === null) return net === null ? undefined : round(net, MOST_DECIMALS);
  const unit = decimal(draft.unitPrice);
  if (net !== null && !isWithin(unit, net, CENT)) {
    problems.add(path, describeContradiction(draft, net, at), "2.3");
    return undefined;
  }
  return round(unit, MOST_DECIMALS);
}

function netPrice(input: Decimal, isTaxIncluded: boolean, classification: TaxClassification): Decimal {
  if (!isTaxIncluded || classification.type !== "taxed") return input;
  return input.times(HUNDRED).div(HUNDRED.plus(classification.tax.percent));
}

function describeContradiction(draft: InvoiceLineDraft, net: Decimal, at: string): string {
  const included = draft.taxIncluded ? ` con \`iva_incluido\` true y tarifa ${draft.taxRate}` : "";
  return (
    `es ${draft.unitPrice}, pero \`${at}.unit_input\` ${draft.inputPrice}${included} ` +
    `equivale a ${print(net)} sin impuesto; deben coincidir al centavo`
  );
}
