// One line of a support document as asked for into its price, base and IVA, to the cent.
import { findTax, getTaxName } from "./catalogue.ts";
import type { CostCenter } from "./company.ts";
import {
  CENT,
  type Decimal,
  decimal,
  isWithin,
  isZero,
  percentOf,
  print,
  printBetween,
  round,
  ZERO,
} from "./decimal.ts";
import type { DocumentLine, TaxSubtotal } from "./document.ts";
import type { SupportLineDraft } from "./draft.ts";
import type { ProblemList } from "./problem-list.ts";
import { deriveRate, IVA, MOST_DERIVED_DECIMALS } from "./tax.ts";

const QUANTITY_DECIMALS = 6;
const MOST_PRICE_DECIMALS = 6;

/** Percentages that the authority publishes for IVA. */
function ivaRates(): readonly Decimal[] {
  return (findTax(IVA)?.rates ?? []).map(decimal);
}

/**
 * Prices a line (contract 2.14): base = quantity x price, tax = base x rate, each to the cent half-even.
 * @param path of the line on the wire, such as `items.0`.
 * @returns the line without its cost center, or undefined once a problem was added.
 */
export function priceSupportLine(
  draft: SupportLineDraft,
  index: number,
  purchaseDate: string,
  problems: ProblemList,
): DocumentLine | undefined {
  const path = `items.${index}`;
  const value = priceLine(draft, path, problems);
  if (value === undefined) return undefined;
  const taxes = chargeIva(draft, value.base, path, problems);
  if (taxes === undefined) return undefined;
  return {
    number: index + 1,
    note: null,
    description: draft.description,
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
  path: string,
  problems: ProblemList,
): { readonly base: Decimal; readonly unitPrice: string } | undefined {
  const quantity = decimal(draft.quantity);
  const givenBase = draft.base === null ? null : decimal(draft.base);
  if (draft.unitPrice !== null) {
    const price = decimal(draft.unitPrice);
    const base = round(quantity.times(price));
    if (givenBase !== null && !isWithin(givenBase, base, CENT)) {
      const product = `cantidad x precio_unitario (${print(base)})`;
      problems.add(`${path}.base_imponible`, `no coincide con ${product}; se recibió ${draft.base}`, "2.14");
      return undefined;
    }
    const unitPrice = printBetween(price, 2, MOST_PRICE_DECIMALS);
    if (isWithin(quantity.times(decimal(unitPrice)), base, CENT)) return { base, unitPrice };
    const phrase = `se imprime con ${MOST_PRICE_DECIMALS} decimales (${unitPrice}) y así no da ${print(base)}`;
    problems.add(
      `${path}.precio_unitario`,
      `${phrase}; se recibió ${draft.unitPrice}, envíe hasta ${MOST_PRICE_DECIMALS} decimales`,
      "FAV06",
    );
    return undefined;
  }
  if (givenBase === null) {
    problems.add(`${path}.precio_unitario`, `es obligatorio, o bien \`${path}.base_imponible\` para derivarlo`, "2.14");
    return undefined;
  }
  const base = round(givenBase);
  const unitPrice = printBetween(base.div(quantity), 2, MOST_PRICE_DECIMALS);
  if (!isWithin(quantity.times(decimal(unitPrice)), base, CENT)) {
    const phrase = `no se puede repartir entre ${draft.quantity} unidades con un precio de ${MOST_PRICE_DECIMALS} decimales`;
    problems.add(
      `${path}.base_imponible`,
      `${phrase}; se recibió ${draft.base}, envíe también precio_unitario`,
      "FAV06",
    );
    return undefined;
  }
  return { base, unitPrice };
}

/**
 * The line's IVA: none for rate 0 or when nothing says otherwise (FAX01); undefined once a problem was added.
 * A rate off the published list is charged too: the contract names none, and the authority only notifies (FAX14).
 */
function chargeIva(
  draft: SupportLineDraft,
  base: Decimal,
  path: string,
  problems: ProblemList,
): readonly TaxSubtotal[] | undefined {
  const amount = draft.taxAmount === null ? null : decimal(draft.taxAmount);
  if (draft.taxRate === null) return chargeMoney(base, amount ?? ZERO, path, problems);
  const rate = decimal(draft.taxRate);
  const exact = percentOf(base, rate);
  if (amount !== null && !isWithin(amount, exact, CENT)) {
    const product = `base x porcentaje_iva (${print(base)} x ${rate.toFixed()} % = ${print(exact)})`;
    const phrase = `es un valor en dinero y no coincide con ${product}; se recibió ${amount.toFixed()}`;
    problems.add(`${path}.impuesto`, phrase, "2.14");
    return undefined;
  }
  return rate.eq(0) ? [] : [subtotal(base, printBetween(rate, 2, MOST_DERIVED_DECIMALS), exact)];
}

/** The money as sent (2.14), at the published rate that gives it to the cent, else at the percentage that it is of its base. */
function chargeMoney(
  base: Decimal,
  given: Decimal,
  path: string,
  problems: ProblemList,
): readonly TaxSubtotal[] | undefined {
  const amount = round(given);
  if (isZero(amount)) return [];
  if (amount.gt(base)) {
    const phrase = `es un valor en dinero y no puede pasar de la base (${print(base)})`;
    problems.add(`${path}.impuesto`, `${phrase}; se recibió ${given.toFixed()}`, "2.14");
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
  const byId = id === null ? undefined : costCenters.find((center) => center.id === id);
  const byCode =
    code === null
      ? undefined
      : (costCenters.find((center) => center.code === code) ??
        costCenters.find((center) => center.alternativeCode === code));
  if (id !== null && byId === undefined) {
    problems.add(`items.${index}.cost_center_id`, `no es un centro de costo de la empresa; se recibió ${id}`, "2.14");
  }
  if (code !== null && byCode === undefined) {
    problems.add(
      `items.${index}.cost_center_code`,
      `no es un centro de costo de la empresa; se recibió "${code}"`,
      "2.14",
    );
  }
  if (byId !== undefined && byCode !== undefined && byId.id !== byCode.id) {
    const phrase = `nombra otro centro de costo que \`items.${index}.cost_center_id\`; se recibió "${code}"`;
    problems.add(`items.${index}.cost_center_code`, phrase, "2.14");
  }
  return byId?.id ?? byCode?.id ?? null;
}
