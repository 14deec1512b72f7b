// The currency object of an invoice into the document's currency and, for dollars, its rate in pesos.
import { isCalendarDate } from "./calendar.ts";
import { decimal, printBetween } from "./decimal.ts";
import type { ExchangeRate } from "./document.ts";
import type { CurrencyDraft } from "./draft.ts";
import type { Problem } from "./refusal.ts";

export interface DocumentCurrency {
  readonly code: "COP" | "USD";
  /** Null for pesos. */
  readonly exchangeRate: ExchangeRate | null;
}

const PESOS: DocumentCurrency = { code: "COP", exchangeRate: null };
const MOST_RATE_DECIMALS = 6;

/**
 * Contract 2.7: pesos, or dollars with the applied rate (or the official one) and its date (FAR06, FAR07). Every amount
 * of a dollar invoice is in dollars.
 */
export function resolveCurrency(draft: CurrencyDraft | null, issueDate: string, problems: Problem[]): DocumentCurrency {
  if (draft === null || draft.code === "COP") return PESOS;
  if (draft.code !== "USD") {
    const path = "currency.commercial_currency";
    const message = `El campo \`${path}\` es "${draft.code}"; se admiten "COP" y "USD".`;
    problems.push({ path, message, rule: "2.7" });
    return PESOS;
  }
  const exchangeRate = { rate: readRate(draft, problems), date: readRateDate(draft.rateDate, issueDate, problems) };
  return { code: "USD", exchangeRate };
}

function readRate(draft: CurrencyDraft, problems: Problem[]): string {
  const isApplied = draft.appliedRate !== null;
  const path = `currency.${isApplied || draft.officialRate === null ? "applied_rate" : "official_trm"}`;
  const given = draft.appliedRate ?? draft.officialRate;
  if (given === null) {
    const message = `El campo \`${path}\` es obligatorio para "USD": los pesos por dólar (o \`currency.official_trm\`).`;
    problems.push({ path, message, rule: "FAR06" });
    return "0.00";
  }
  const rate = printBetween(decimal(given), 2, MOST_RATE_DECIMALS);
  if (decimal(rate).lte(0)) {
    const message = `El campo \`${path}\` es ${given}; debe ser mayor que cero.`;
    problems.push({ path, message, rule: "FAR06" });
  }
  return rate;
}

function readRateDate(date: string | null, issueDate: string, problems: Problem[]): string {
  const path = "currency.rate_date";
  if (date === null) {
    const message = `El campo \`${path}\` es obligatorio para "USD": la fecha de la tasa de cambio, AAAA-MM-DD.`;
    problems.push({ path, message, rule: "FAR07" });
    return issueDate;
  }
  if (!isCalendarDate(date) || date > issueDate) {
    const message = `El campo \`${path}\` es "${date}"; debe ser una fecha real AAAA-MM-DD no posterior a la de emisión (${issueDate}).`;
    problems.push({ path, message, rule: "FAR07" });
  }
  return date;
}
