// Prices a support document as asked for, or gives every reason why it cannot be one.

import { isCurrency, isPaymentMeans, isUnit } from "../catalogue/catalogue.ts";
import { pickCertificate, resolveBranch } from "../company/choice.ts";
import type { Company } from "../company.ts";
import { fillSupportPayment } from "../default/default.ts";
import type {
  DocumentLine,
  ExchangeRate,
  SupportDocument,
  TaxSubtotal,
  Totals,
  Withholding,
} from "../document/document.ts";
import type { SupportClaims, SupportDocumentDraft, SupportLineDraft } from "../draft/draft.ts";
import { checkClaims, readReferences } from "../invoice/invoice.ts";
import { findIssuerProblems, issuerParty } from "../party/party.ts";
import { PESO } from "../price/currency.ts";
import { withReferencePrice } from "../price/document-allowance.ts";
import { type Payments, resolvePayments, settlePayments } from "../price/payment.ts";
import type { Problem } from "../refusal/problem.ts";
import { ProblemList, throwIfAny } from "../refusal/problem-list.ts";
import { settleSums, sumAmounts, sumTaxes } from "../tax/tax.ts";
import { BOGOTA_ZONE, countDaysInclusive, dateInBogota, instantInBogota, timeInBogota } from "../value/calendar.ts";
import { decimal, MOST_TOTAL, print, printBetween, sum } from "../value/decimal.ts";
import { checkKeys, settleWithholdings, shareWithholdings } from "../withholding/withholding.ts";
import { checkRunOnNit, checkSupplier, isResident, supplierParty } from "./supplier.ts";
import { priceSupportLine, resolveCostCenter } from "./support-line.ts";

const DOCUMENT_DATE = ["documentDate"] as const;
/** Monday to Sunday: both ends count. */
const PERIOD_MAX_DAYS = 7;
/**
 * How many days back a document may be dated. It is signed with its own date (DSAD09e), and the authority accepts signatures
 * that are at most five days old.
 */
const PAST_MAX_DAYS = 5;
/** How far a client's clock may run ahead: what the authority allows the clock of a request (WS-Security). */
const CLOCK_SKEW_MS = 5 * 60_000;

/** The parts of a draft that could be read; what is missing could not, and is not judged. */
export type SupportDraftParts = Partial<Pick<SupportDocumentDraft, "supplier" | "withholdings">> & {
  readonly header?: SupportHeader;
  readonly lines?: readonly (SupportLineDraft | undefined)[];
};
export type SupportHeader = Omit<SupportDocumentDraft, "kind" | "supplier" | "lines" | "withholdings">;

/** The figures of a support document, from its lines and withholdings alone. */
interface SupportFigures {
  readonly lines: readonly DocumentLine[];
  readonly taxes: readonly TaxSubtotal[];
  readonly withholdings: readonly Withholding[];
  readonly totals: Totals;
}

/**
 * What is wrong with the parts of a body that will be refused, whatever the clock and the company say.
 * @param needsPlace as of `checkSupplier`.
 */
export function findDraftProblems(parts: SupportDraftParts, needsPlace = false): readonly Problem[] {
  const problems = new ProblemList();
  if (parts.header !== undefined) checkHeader(parts.header, problems);
  if (parts.supplier !== undefined) checkSupplier(parts.supplier, problems, needsPlace);
  if (parts.withholdings !== undefined) checkKeys(parts.withholdings, problems);
  const { lines, withholdings = [], header } = parts;
  if (lines !== undefined) {
    const purchaseDate = header === undefined ? "" : findPeriod(header).start;
    computeFigures({ ...header, lines, withholdings }, purchaseDate, problems);
  }
  return problems.all;
}

/**
 * What else is wrong with the draft of a new document of this company at this instant: dates, hour, cost centers.
 * @param nowMs epoch milliseconds.
 */
export function findNewDocumentProblems(parts: SupportDraftParts, company: Company, nowMs: number): readonly Problem[] {
  const problems = new ProblemList();
  checkNewDocument(parts, company, nowMs, problems);
  return problems.all;
}

/** @returns the cost center of each line; null for one without, or that could not be read. */
function checkNewDocument(
  { header, supplier, lines = [] }: SupportDraftParts,
  company: Company,
  nowMs: number,
  problems: ProblemList,
): readonly (number | null)[] {
  if (header !== undefined) {
    checkToday(header, dateInBogota(nowMs), problems);
    checkTime(header, nowMs, problems);
    resolveBranch(header.branch, company, problems);
    resolveMore(header, company, problems);
  }
  if (supplier !== undefined) checkRunOnNit(supplier, problems);
  return lines
    .map((line, i) => line && resolveCostCenter(line, i, company.costCenters, problems))
    .map((id) => id ?? null);
}

/**
 * Prices and checks a support document before any number is taken.
 * @param nowMs epoch milliseconds; mode 1 takes only this instant's Bogotá date.
 * @throws Refusal `business_rule` with all the problems found, `certificate_missing` or `certificate_expired`.
 */
export function priceSupportDocument(draft: SupportDocumentDraft, company: Company, nowMs: number): SupportDocument {
  const problems = new ProblemList();
  checkHeader(draft, problems);
  checkSupplier(draft.supplier, problems);
  checkKeys(draft.withholdings, problems);
  const period = findPeriod(draft);
  const figures = computeFigures(draft, period.start, problems);
  const ofNew = new ProblemList();
  const centers = checkNewDocument({ ...draft, header: draft }, company, nowMs, ofNew);
  const more = resolveMore(draft, company, new ProblemList());
  const payments = ofNew.count > 0 ? more : { ...more, ...settlePayments(more, figures.totals.total, ofNew) };
  // The client mends its own body first: what the issuer lacks is said of a sound one.
  throwIfAny(problems.count > 0 ? [...problems.all, ...ofNew.all] : [...findIssuerProblems(company), ...ofNew.all]);
  const issueTime = draft.time === null ? timeInBogota(nowMs) : `${draft.time}${BOGOTA_ZONE}`;
  pickCertificate(company, nowMs, instantInBogota(draft.documentDate, issueTime));
  return {
    kind: "support-document",
    typeCode: "05",
    operationType: isResident(draft.supplier) ? "10" : "11",
    generationMode: draft.generationMode,
    periodStart: period.start,
    periodEnd: period.end,
    accountingDueDate: draft.accountingDueDate,
    currency: draft.currency,
    exchangeRate: findExchangeRate(draft),
    issueDate: draft.documentDate,
    issueTime,
    dueDate: payments.payment.dueDate,
    notes: [],
    issuer: issuerParty(company),
    ...resolveBranch(draft.branch, company, ofNew),
    counterpart: supplierParty(draft.supplier, company),
    ...payments,
    ...figures,
    lines: figures.lines.map((line, i) => ({ ...line, costCenterId: centers[i] ?? null })),
  };
}

/** How it is paid, and the order of purchase that it names. */
function resolveMore(
  header: SupportHeader,
  { paymentMethods: methods }: Company,
  problems: ProblemList,
): Payments & Pick<SupportDocument, "references"> {
  const { documentDate: issueDate, payments, references } = header;
  const paid =
    payments === undefined
      ? { payment: { ...fillSupportPayment(header), dueDate: findDueDate(header) } }
      : resolvePayments({ payment: null, payments }, { methods, issueDate, problems });
  return references === undefined ? paid : { ...paid, references: readReferences(references, issueDate, problems) };
}

/** Lines, taxes, withholdings and totals: every line to the cent, then only sums. */
function computeFigures(
  draft: Pick<SupportDocumentDraft, "withholdings" | keyof SupportClaims> & {
    readonly lines: readonly (SupportLineDraft | undefined)[];
  },
  purchaseDate: string,
  problems: ProblemList,
): SupportFigures {
  const priced: DocumentLine[] = [];
  draft.lines.forEach((line, i) => {
    if (line === undefined) return;
    if (!isUnit(line.unitCode)) {
      const field = ["lines", i, "unitCode"] as const;
      problems.add({ field, reason: "unit-unknown", value: line.unitCode, rule: "FBB05" });
    }
    const found = priceSupportLine(line, i, purchaseDate, problems);
    if (found !== undefined) priced.push(withReferencePrice(found));
  });
  const lines = settleSums(priced, () => "on-top");
  const taxes = sumTaxes(lines);
  const subtotal = sumAmounts(lines, "base");
  const taxAmount = sumAmounts(taxes, "amount");
  const total = print(sum([decimal(subtotal), decimal(taxAmount)]));
  if (decimal(total).gt(MOST_TOTAL)) {
    problems.add({ field: ["lines"], reason: "total-too-large", total, most: MOST_TOTAL.toFixed(), rule: "2.14" });
  }
  // Totals without every line are too low: sound withholdings would be refused.
  const isComplete = lines.length > 0 && lines.length === draft.lines.length;
  const figures = { subtotal, taxes: taxAmount, total };
  if (isComplete) checkClaims(draft, figures, lines.length, problems);
  const withholdings = isComplete ? settleWithholdings(draft.withholdings, figures, problems) : [];
  const withheld = sumAmounts(withholdings, "amount");
  const taxableBase = sumAmounts(taxes, "base");
  const netPayable = print(decimal(total).minus(decimal(withheld)));
  // A refused draft needs no shares, and fewer withholdings than it asked for were settled.
  const isSettled = withholdings.length === draft.withholdings.length;
  return {
    lines: isSettled ? shareWithholdings(lines, draft.withholdings, withholdings) : lines,
    taxes,
    withholdings,
    totals: { ...figures, taxableBase, withheld, netPayable },
  };
}

function checkHeader(header: SupportHeader, problems: ProblemList): void {
  checkPeriod(header, problems);
  checkPayment(header, problems);
  checkCurrency(header, problems);
}

/** Mode 1 has the period of its own day; mode 2 needs one of at most a week, which ends by the document's date. */
function checkPeriod(header: SupportHeader, problems: ProblemList): void {
  const { documentDate, periodStart, periodEnd } = header;
  const start = { field: ["periodStart"], date: periodStart } as const;
  const end = { field: ["periodEnd"], date: periodEnd } as const;
  if (header.generationMode === "1") {
    for (const { field, date } of [start, end]) {
      if (date === null || date === documentDate) continue;
      problems.add({ field, reason: "not-document-date-in-mode-1", value: date, documentDate, rule: "2.12" });
    }
    return;
  }
  for (const { field, date } of [start, end]) {
    if (date === null) problems.add({ field, reason: "required-in-mode-2", rule: "2.12" });
  }
  if (periodEnd !== null && periodEnd > documentDate) {
    const facts = { value: periodEnd, than: DOCUMENT_DATE, limit: documentDate };
    problems.add({ field: end.field, reason: "after", ...facts, rule: "2.12" });
  }
  if (periodStart === null || periodEnd === null) return;
  if (periodStart > periodEnd) {
    const facts = { value: periodStart, than: end.field, limit: periodEnd };
    problems.add({ field: start.field, reason: "after", ...facts, rule: "2.12" });
    return;
  }
  const days = countDaysInclusive(periodStart, periodEnd);
  if (days > PERIOD_MAX_DAYS) {
    const facts = { start: periodStart, end: periodEnd, days, most: PERIOD_MAX_DAYS };
    problems.add({ field: end.field, reason: "period-too-long", ...facts, rule: "2.12" });
  }
}

function checkPayment(header: SupportHeader, problems: ProblemList): void {
  const { documentDate, dueDate, accountingDueDate } = header;
  const { form, meansCode } = fillSupportPayment(header);
  const limit = { than: DOCUMENT_DATE, limit: documentDate };
  if (!isPaymentMeans(meansCode)) {
    const facts = { value: meansCode, rule: "DSAN03" };
    problems.add({ field: ["paymentMeansCode"], reason: "payment-means-unknown", ...facts });
  }
  if (form === "2") {
    const field = ["dueDate"] as const;
    if (dueDate === null) {
      problems.add({ field, reason: "required-on-credit", form: ["paymentForm"], rule: "DSAN04" });
    } else if (dueDate < documentDate) {
      problems.add({ field, reason: "before", value: dueDate, ...limit, rule: "2.12" });
    }
  }
  if (accountingDueDate !== null && accountingDueDate < documentDate) {
    const facts = { value: accountingDueDate, ...limit };
    problems.add({ field: ["accountingDueDate"], reason: "before", ...facts, rule: "2.12" });
  }
}

/** Pesos need no rate; any other currency needs its rate in pesos, which only the client knows (FAR02 to FAR07). */
function checkCurrency(header: SupportHeader, problems: ProblemList): void {
  const { currency, exchangeRate, exchangeRateDate } = header;
  if (!isCurrency(currency)) {
    problems.add({ field: ["currency"], reason: "currency-unknown", value: currency, rule: "DSAD15a" });
  } else if (currency === PESO) {
    const reason = "exchange-rate-in-pesos";
    if (exchangeRate !== null) problems.add({ field: ["exchangeRate"], reason, rule: "FAR02" });
    if (exchangeRateDate !== null) problems.add({ field: ["exchangeRateDate"], reason, rule: "FAR07" });
  } else if (exchangeRate === null) {
    const facts = { currency, instead: null, rule: "FAR06" };
    problems.add({ field: ["exchangeRate"], reason: "exchange-rate-required", ...facts });
  }
}

/** Mode 1 is issued on the day of the purchase; mode 2 a few days after its period, never in the future (DSAD09e). */
function checkToday(header: SupportHeader, today: string, problems: ProblemList): void {
  const { documentDate } = header;
  const sent = { field: DOCUMENT_DATE, value: documentDate, today };
  if (header.generationMode === "1" && documentDate !== today) {
    problems.add({ ...sent, reason: "not-today-in-mode-1", rule: "2.12" });
  } else if (documentDate > today) {
    problems.add({ ...sent, reason: "after-today", rule: "DSAD09" });
  } else if (countDaysInclusive(documentDate, today) - 1 > PAST_MAX_DAYS) {
    problems.add({ ...sent, reason: "too-long-ago", mostDays: PAST_MAX_DAYS, rule: "DSAD09e" });
  }
}

/** A time of today must have passed, allowing for clock skew: the signature will state it. */
function checkTime({ documentDate, time }: SupportHeader, nowMs: number, problems: ProblemList): void {
  if (time === null || documentDate !== dateInBogota(nowMs)) return;
  if (instantInBogota(documentDate, time + BOGOTA_ZONE) - nowMs <= CLOCK_SKEW_MS) return;
  const now = timeInBogota(nowMs).slice(0, 8);
  problems.add({ field: ["time"], reason: "after-now", value: time, now, rule: "DSAD09e" });
}

function findPeriod(header: SupportHeader): { readonly start: string; readonly end: string } {
  const { documentDate, periodStart, periodEnd } = header;
  if (header.generationMode === "1") return { start: documentDate, end: documentDate };
  return { start: periodStart ?? documentDate, end: periodEnd ?? documentDate };
}

/** For cash it is forced equal to the issue date. */
function findDueDate(header: SupportHeader): string {
  const isAtOnce = fillSupportPayment(header).form === "1";
  return isAtOnce ? header.documentDate : (header.dueDate ?? header.documentDate);
}

function findExchangeRate(header: SupportHeader): ExchangeRate | null {
  if (header.exchangeRate === null) return null;
  const rate = printBetween(decimal(header.exchangeRate), 2, 6);
  return { rate, date: header.exchangeRateDate ?? header.documentDate };
}
