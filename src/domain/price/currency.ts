// Resolves the currency of an invoice and its rate in pesos, and restates its totals in pesos (resolution 165 of 2023, article 66).

import { isCurrency } from "../catalogue/catalogue.ts";
import type {
  AllowanceCharge,
  Amount,
  DocumentCommon,
  ExchangeRate,
  PesoTotals,
  TaxSubtotal,
} from "../document/document.ts";
import type { CurrencyDraft } from "../draft/draft.ts";
import type { ProblemList } from "../refusal/problem-list.ts";
import { INC, IVA, RETEIVA } from "../tax/tax.ts";
import { isCalendarDate } from "../value/calendar.ts";
import { type Decimal, decimal, print, printBetween, sum } from "../value/decimal.ts";

interface DocumentCurrency {
  /** ISO 4217. */
  readonly code: string;
  /** Null for pesos. */
  readonly exchangeRate: ExchangeRate | null;
}

export const PESO = "COP";
const DOLLAR = "USD";
const PESOS: DocumentCurrency = { code: PESO, exchangeRate: null };
const MOST_RATE_DECIMALS = 6;

/**
 * Pesos, or another currency with the applied rate (or the official one) and its date (FAD15a, FAR06, FAR07). Every amount of an
 * invoice in dollars is in dollars.
 */
export function resolveCurrency(
  draft: CurrencyDraft | null,
  issueDate: string,
  problems: ProblemList,
): DocumentCurrency {
  if (draft === null || draft.code === PESO) return PESOS;
  const isListed = isCurrency(draft.code);
  if (!isListed || (draft.code !== DOLLAR && draft.isOfList !== true)) {
    const reason = draft.isOfList === true ? "currency-unknown" : "currency-unsupported";
    const rule = isListed ? "2.7" : "FAD15a";
    problems.add({ field: ["currency", "code"], reason, value: draft.code, rule });
    return PESOS;
  }
  const exchangeRate = { rate: readRate(draft, problems), date: readRateDate(draft, issueDate, problems) };
  return { code: draft.code, exchangeRate };
}

function readRate(draft: CurrencyDraft, problems: ProblemList): string {
  const isApplied = draft.appliedRate !== null;
  const field = ["currency", isApplied || draft.officialRate === null ? "appliedRate" : "officialRate"] as const;
  const given = draft.appliedRate ?? draft.officialRate;
  if (given === null) {
    const instead = ["currency", "officialRate"] as const;
    problems.add({ field, reason: "exchange-rate-required", currency: draft.code, instead, rule: "FAR06" });
    return "0.00";
  }
  const rate = printBetween(decimal(given), 2, MOST_RATE_DECIMALS);
  if (decimal(rate).lte(0)) {
    problems.add({ field, reason: "not-positive", value: given, rule: "FAR06" });
  }
  return rate;
}

function readRateDate({ code, rateDate: date }: CurrencyDraft, issueDate: string, problems: ProblemList): string {
  const field = ["currency", "rateDate"] as const;
  if (date === null) {
    problems.add({ field, reason: "exchange-rate-date-required", currency: code, rule: "FAR07" });
    return issueDate;
  }
  if (!isCalendarDate(date) || date > issueDate) {
    problems.add({ field, reason: "not-a-date-until", value: date, latest: issueDate, rule: "FAR07" });
  }
  return date;
}

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
