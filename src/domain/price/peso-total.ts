// Restates the totals of a document in another currency in pesos (resolution 165 of 2023, article 66).

import type { AllowanceCharge, Amount, DocumentCommon, PesoTotals, TaxSubtotal } from "../document/document.ts";
import { INC, IVA, RETEIVA } from "../tax/tax.ts";
import { type Decimal, decimal, print, sum } from "../value/decimal.ts";

const BAGS = "22";
const RETERENTA = "06";
const RETEICA = "07";

type Figures = Pick<DocumentCommon, "lines" | "taxes" | "withholdings" | "allowances" | "totals" | "prepayments">;

/** Each total times the rate, to the cent by itself. @param rate pesos for one unit of the currency. */
export function toPesos(figures: Figures, rate: string): PesoTotals {
  const { lines, taxes, withholdings, allowances = [], totals, prepayments = [] } = figures;
  const inPesos = (amount: Decimal): Amount => print(amount.times(decimal(rate)));
  const ofLines = lines.flatMap((line) => line.allowances ?? []);
  const named = (list: readonly TaxSubtotal[], code: string) => addUp(list.filter((one) => one.code === code));
  const [discounts, charges] = split(ofLines);
  const [off, added] = split(allowances);
  const gross = decimal(totals.subtotal);
  const taxed = addUp(taxes);
  const [iva, inc, bags] = [named(taxes, IVA), named(taxes, INC), named(taxes, BAGS)] as const;
  return {
    subtotal: inPesos(gross.plus(discounts).minus(charges)),
    lineDiscounts: inPesos(discounts),
    lineCharges: inPesos(charges),
    gross: inPesos(gross),
    iva: inPesos(iva),
    inc: inPesos(inc),
    bags: inPesos(bags),
    otherTaxes: inPesos(taxed.minus(iva).minus(inc).minus(bags)),
    taxes: inPesos(taxed),
    net: inPesos(gross.plus(taxed)),
    discounts: inPesos(off),
    charges: inPesos(added),
    payable: inPesos(decimal(totals.total)),
    reteRenta: inPesos(named(withholdings, RETERENTA)),
    reteIva: inPesos(named(withholdings, RETEIVA)),
    reteIca: inPesos(named(withholdings, RETEICA)),
    prepaid: inPesos(addUp(prepayments)),
  };
}

function split(allowances: readonly AllowanceCharge[]): readonly [discounts: Decimal, charges: Decimal] {
  return [addUp(allowances.filter(({ isCharge }) => !isCharge)), addUp(allowances.filter(({ isCharge }) => isCharge))];
}

function addUp(list: readonly { readonly amount: Amount }[]): Decimal {
  return sum(list.map(({ amount }) => decimal(amount)));
}
