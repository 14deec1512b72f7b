// A support document as asked for, the company and the instant into the priced document, or into every reason why it cannot be one.
import { countDaysInclusive, dateInBogota, instantInBogota, timeInBogota } from "./calendar.ts";
import { isCurrency, isPaymentMeans, isUnit } from "./catalogue.ts";
import { pickCertificate } from "./certificate.ts";
import type { Company } from "./company.ts";
import { decimal, MOST_TOTAL, print, printBetween, sum } from "./decimal.ts";
import type { DocumentLine, ExchangeRate, SupportDocument, TaxSubtotal, Totals, Withholding } from "./document.ts";
import type { SupportDocumentDraft, SupportLineDraft } from "./draft.ts";
import { findIssuerProblems, issuerParty } from "./party.ts";
import { ProblemList, throwIfAny } from "./problem-list.ts";
import type { Problem } from "./refusal.ts";
import { checkRunOnNit, checkSupplier, isResident, supplierParty } from "./supplier.ts";
import { priceSupportLine, resolveCostCenter } from "./support-line.ts";
import { sumAmounts, sumTaxes } from "./tax.ts";
import { checkKeys, settleWithholdings } from "./withholding.ts";
import { shareWithholdings } from "./withholding-share.ts";

const PESO = "COP";
const BOGOTA_ZONE = "-05:00";
/** Monday to Sunday: both ends count (contract 2.12 rule 2, design 5). */
const PERIOD_MAX_DAYS = 7;
/**
 * Days before today that a document may be dated. It is signed with its own date (DSAD09e), and the authority's rules take
 * a signature of at most five days ago.
 */
const PAST_MAX_DAYS = 5;
/** How far a client's clock may run ahead: what the authority's own door allows the clock of a request (WS-Security). */
const CLOCK_SKEW_MS = 5 * 60_000;

/** The parts of a draft that could be read; what is missing could not, and is not judged. */
export type SupportDraftParts = Partial<Pick<SupportDocumentDraft, "supplier" | "withholdings">> & {
  readonly header?: SupportHeader;
  readonly lines?: readonly (SupportLineDraft | undefined)[];
};
export type SupportHeader = Omit<SupportDocumentDraft, "kind" | "supplier" | "lines" | "withholdings">;

interface Figures {
  readonly lines: readonly DocumentLine[];
  readonly taxes: readonly TaxSubtotal[];
  readonly withholdings: readonly Withholding[];
  readonly totals: Totals;
}

/**
 * Everything wrong with a draft that neither the clock nor the company's configuration can change
 * (contract 2.12 to 2.15): a replay can never fail here.
 */
export function findSupportDraftProblems(parts: SupportDraftParts): readonly Problem[] {
  const problems = new ProblemList();
  if (parts.header !== undefined) checkHeader(parts.header, problems);
  if (parts.supplier !== undefined) checkSupplier(parts.supplier, problems);
  if (parts.withholdings !== undefined) checkKeys(parts.withholdings, problems);
  if (parts.lines !== undefined) {
    const purchaseDate = parts.header === undefined ? "" : findPeriod(parts.header).start;
    computeFigures({ lines: parts.lines, withholdings: parts.withholdings ?? [] }, purchaseDate, problems);
  }
  return problems.all;
}

/**
 * Prices and checks a support document before any number is taken (contract 2.12 to 2.16, 3.1).
 * @param nowMs epoch milliseconds; mode 1 takes only this instant's Bogotá date.
 * @throws Refusal `business_rule` with all the problems found, `certificate_missing` or `certificate_expired`.
 */
export function priceSupportDocument(draft: SupportDocumentDraft, company: Company, nowMs: number): SupportDocument {
  const problems = new ProblemList();
  checkHeader(draft, problems);
  checkToday(draft, dateInBogota(nowMs), problems);
  checkTime(draft, nowMs, problems);
  checkSupplier(draft.supplier, problems);
  checkRunOnNit(draft.supplier, problems);
  checkKeys(draft.withholdings, problems);
  const period = findPeriod(draft);
  const figures = computeFigures(draft, period.start, problems);
  const centers = draft.lines.map((line, i) => resolveCostCenter(line, i, company.costCenters, problems));
  throwIfAny([...findIssuerProblems(company), ...problems.all]);
  const issueTime = draft.time === null ? timeInBogota(nowMs) : `${draft.time}${BOGOTA_ZONE}`;
  pickCertificate(company, nowMs, instantInBogota(draft.documentDate, issueTime));
  const dueDate = findDueDate(draft);
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
    dueDate,
    notes: [],
    issuer: issuerParty(company),
    counterpart: supplierParty(draft.supplier, company),
    payment: { form: draft.paymentForm, meansCode: draft.paymentMeansCode, dueDate },
    ...figures,
    lines: figures.lines.map((line, i) => ({ ...line, costCenterId: centers[i] ?? null })),
  };
}

/** Lines, taxes, withholdings and totals (contract 2.14): every line to the cent, then only sums. */
function computeFigures(
  draft: Pick<SupportDocumentDraft, "withholdings"> & { readonly lines: readonly (SupportLineDraft | undefined)[] },
  purchaseDate: string,
  problems: ProblemList,
): Figures {
  const lines: DocumentLine[] = [];
  draft.lines.forEach((line, i) => {
    if (line === undefined) return;
    if (!isUnit(line.unitCode)) {
      const phrase = `debe ser una unidad de la lista oficial, como "EA" o "94"; se recibió "${line.unitCode}"`;
      problems.add(`items.${i}.unidad_medida`, phrase, "FBB05");
    }
    const priced = priceSupportLine(line, i, purchaseDate, problems);
    if (priced !== undefined) lines.push(priced);
  });
  const taxes = sumTaxes(lines);
  const subtotal = sumAmounts(lines, "base");
  const taxAmount = sumAmounts(taxes, "amount");
  const total = print(sum([decimal(subtotal), decimal(taxAmount)]));
  if (decimal(total).gt(MOST_TOTAL)) {
    problems.add("items", `suma ${total} y no puede pasar de ${MOST_TOTAL.toFixed()}`, "2.14");
  }
  // Totals without every line would accuse withholdings that are right.
  const isComplete = lines.length === draft.lines.length;
  const figures = { subtotal, taxes: taxAmount, total };
  const withholdings = isComplete ? settleWithholdings(draft.withholdings, figures, problems) : [];
  const withheld = sumAmounts(withholdings, "amount");
  const taxableBase = sumAmounts(taxes, "base");
  const netPayable = print(decimal(total).minus(decimal(withheld)));
  // Refused drafts need no shares, and have settled fewer than they asked for.
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

/** Contract 2.12, generation mode rules. */
function checkPeriod(header: SupportHeader, problems: ProblemList): void {
  const { documentDate, periodStart, periodEnd } = header;
  const start = { path: "fecha_inicio_periodo", date: periodStart };
  const end = { path: "fecha_fin_periodo", date: periodEnd };
  if (header.generationMode === "1") {
    for (const { path, date } of [start, end]) {
      if (date === null || date === documentDate) continue;
      problems.add(
        path,
        `debe ser igual a fecha_documento (${documentDate}) con forma_generacion "1"; se recibió "${date}"`,
        "2.12",
      );
    }
    return;
  }
  for (const { path, date } of [start, end]) {
    if (date === null) problems.add(path, 'es obligatorio con forma_generacion "2" (acumulado semanal)', "2.12");
  }
  if (periodEnd !== null && periodEnd > documentDate) {
    problems.add(
      end.path,
      `no puede ser posterior a fecha_documento (${documentDate}); se recibió "${periodEnd}"`,
      "2.12",
    );
  }
  if (periodStart === null || periodEnd === null) return;
  if (periodStart > periodEnd) {
    problems.add(
      start.path,
      `no puede ser posterior a fecha_fin_periodo (${periodEnd}); se recibió "${periodStart}"`,
      "2.12",
    );
    return;
  }
  const days = countDaysInclusive(periodStart, periodEnd);
  if (days > PERIOD_MAX_DAYS) {
    const phrase = `abarca con fecha_inicio_periodo ${days} días calendario, contando ambos extremos; se admiten hasta ${PERIOD_MAX_DAYS}`;
    problems.add(end.path, `${phrase} (${periodStart} a ${periodEnd})`, "2.12");
  }
}

function checkPayment(header: SupportHeader, problems: ProblemList): void {
  const { documentDate, dueDate, accountingDueDate } = header;
  if (!isPaymentMeans(header.paymentMeansCode)) {
    const phrase = `debe ser un medio de pago de la lista oficial, como "10" o "42"; se recibió "${header.paymentMeansCode}"`;
    problems.add("medio_pago_codigo", phrase, "DSAN03");
  }
  if (header.paymentForm === "2") {
    const path = "fecha_vencimiento";
    if (dueDate === null) problems.add(path, 'es obligatorio con forma_pago "2" (crédito)', "DSAN04");
    else if (dueDate < documentDate) {
      problems.add(path, `no puede ser anterior a fecha_documento (${documentDate}); se recibió "${dueDate}"`, "2.12");
    }
  }
  if (accountingDueDate !== null && accountingDueDate < documentDate) {
    const phrase = `no puede ser anterior a fecha_documento (${documentDate}); se recibió "${accountingDueDate}"`;
    problems.add("fecha_vencimiento_contable", phrase, "2.12");
  }
}

/** Pesos need no rate; any other currency needs its rate in pesos, which only the client knows (FAR02 to FAR07). */
function checkCurrency(header: SupportHeader, problems: ProblemList): void {
  const { currency, exchangeRate, exchangeRateDate } = header;
  if (!isCurrency(currency)) {
    problems.add("moneda", `debe ser una moneda ISO 4217, como "COP"; se recibió "${currency}"`, "DSAD15a");
  } else if (currency === PESO) {
    if (exchangeRate !== null) problems.add("tasa_cambio", 'no aplica con moneda "COP"; no lo envíe', "FAR02");
    if (exchangeRateDate !== null)
      problems.add("fecha_tasa_cambio", 'no aplica con moneda "COP"; no lo envíe', "FAR07");
  } else if (exchangeRate === null) {
    problems.add(
      "tasa_cambio",
      `es obligatorio con moneda "${currency}": pesos colombianos por unidad de la moneda`,
      "FAR06",
    );
  }
}

/** Mode 1 is issued on the day of the purchase; mode 2 a few days after its period, never in the future (DSAD09e). */
function checkToday(header: SupportHeader, today: string, problems: ProblemList): void {
  const { documentDate } = header;
  if (header.generationMode === "1" && documentDate !== today) {
    const phrase = `debe ser la fecha de hoy en Colombia (${today}) con forma_generacion "1"; se recibió "${documentDate}"`;
    problems.add("fecha_documento", phrase, "2.12");
  } else if (documentDate > today) {
    problems.add(
      "fecha_documento",
      `no puede ser posterior a hoy en Colombia (${today}); se recibió "${documentDate}"`,
      "DSAD09",
    );
  } else if (countDaysInclusive(documentDate, today) - 1 > PAST_MAX_DAYS) {
    const phrase = `es la fecha de la firma y no puede ser más de ${PAST_MAX_DAYS} días anterior a hoy en Colombia (${today})`;
    problems.add("fecha_documento", `${phrase}; se recibió "${documentDate}"`, "DSAD09e");
  }
}

/** The hour of today has been, but for the difference of two clocks: the signature claims it. */
function checkTime({ documentDate, time }: SupportHeader, nowMs: number, problems: ProblemList): void {
  if (time === null || documentDate !== dateInBogota(nowMs)) return;
  if (instantInBogota(documentDate, time + BOGOTA_ZONE) - nowMs <= CLOCK_SKEW_MS) return;
  const now = timeInBogota(nowMs).slice(0, 8);
  problems.add("hora", `no puede ser posterior a la hora de Colombia (${now}); se recibió "${time}"`, "DSAD09e");
}

function findPeriod(header: SupportHeader): { readonly start: string; readonly end: string } {
  const { documentDate, periodStart, periodEnd } = header;
  if (header.generationMode === "1") return { start: documentDate, end: documentDate };
  return { start: periodStart ?? documentDate, end: periodEnd ?? documentDate };
}

/** For cash it is forced equal to the issue date (contract 2.12). */
function findDueDate(header: SupportHeader): string {
  return header.paymentForm === "1" ? header.documentDate : (header.dueDate ?? header.documentDate);
}

function findExchangeRate(header: SupportHeader): ExchangeRate | null {
  if (header.exchangeRate === null) return null;
  const rate = printBetween(decimal(header.exchangeRate), 2, 6);
  return { rate, date: header.exchangeRateDate ?? header.documentDate };
}
