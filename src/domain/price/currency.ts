// Resolves the currency of an invoice and, for another than the peso, its rate in pesos.

import { isCurrency } from "../catalogue/catalogue.ts";
import type { ExchangeRate } from "../document/document.ts";
import type { CurrencyDraft } from "../draft/draft.ts";
import type { ProblemList } from "../refusal/problem-list.ts";
import { isCalendarDate } from "../value/calendar.ts";
import { decimal, printBetween } from "../value/decimal.ts";

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
