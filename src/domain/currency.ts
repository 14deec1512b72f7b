// The currency object of an invoice into the document's currency and, for dollars, its rate in pesos.
import { isCalendarDate } from "./calendar.ts";
import { isCurrency } from "./catalogue.ts";
import { decimal, printBetween } from "./decimal.ts";
import type { ExchangeRate } from "./document.ts";
import type { CurrencyDraft } from "./draft.ts";
import type { ProblemList } from "./problem-list.ts";

export interface DocumentCurrency {
  readonly code: "COP" | "USD";
  /** Null for pesos. */
  readonly exchangeRate: ExchangeRate | null;
}

const PESOS: DocumentCurrency = { code: "COP", exchangeRate: null };
const MOST_RATE_DECIMALS = 6;

/**
 * Contract 2.7: pesos, or dollars with the applied rate (or the official one) and its date (FAD15a, FAR06, FAR07). Every amount
 * of a dollar invoice is in dollars.
 */
export function resolveCurrency(
  draft: CurrencyDraft | null,
  issueDate: string,
  problems: ProblemList,
): DocumentCurrency {
  if (draft === null || draft.code === "COP") return PESOS;
  if (draft.code !== "USD") {
    const rule = isCurrency(draft.code) ? "2.7" : "FAD15a";
    problems.add("currency.commercial_currency", `es "${draft.code}"; se admiten "COP" y "USD"`, rule);
    return PESOS;
  }
  const exchangeRate = { rate: readRate(draft, problems), date: readRateDate(draft.rateDate, issueDate, problems) };
  return { code: "USD", exchangeRate };
}

function readRate(draft: CurrencyDraft, problems: ProblemList): string {
  const isApplied = draft.appliedRate !== null;
  const path = `currency.${isApplied || draft.officialRate === null ? "applied_rate" : "official_trm"}`;
  const given = draft.appliedRate ?? draft.officialRate;
  if (given === null) {
    problems.add(path, 'es obligatorio para "USD": los pesos por dólar (o `currency.official_trm`)', "FAR06");
    return "0.00";
  }
  const rate = printBetween(decimal(given), 2, MOST_RATE_DECIMALS);
  if (decimal(rate).lte(0)) {
    problems.add(path, `es ${given}; debe ser mayor que cero`, "FAR06");
  }
  return rate;
}

function readRateDate(date: string | null, issueDate: string, problems: ProblemList): string {
  const path = "currency.rate_date";
  if (date === null) {
    problems.add(path, 'es obligatorio para "USD": la fecha de la tasa de cambio, AAAA-MM-DD', "FAR07");
    return issueDate;
  }
  if (!isCalendarDate(date) || date > issueDate) {
    const expected = `una fecha real AAAA-MM-DD no posterior a la de emisión (${issueDate})`;
    problems.add(path, `es "${date}"; debe ser ${expected}`, "FAR07");
  }
  return date;
}
