// Prices an invoice as asked for, or gives every reason why it cannot be one.

import { findCountry, findIncoterm, RENAMED_INCOTERM } from "../catalogue/catalogue.ts";
import { findCandidates, resolveMunicipality } from "../catalogue/place.ts";
import { pickCertificate, resolveBranch } from "../company/choice.ts";
import type { Address, Company } from "../company.ts";
import {
  type AllowanceCharge,
  CONTINGENCY_PAPER,
  type Delivery,
  type DocumentLine,
  type Invoice,
  type Party,
  type TaxSubtotal,
  type Ticket,
  type Totals,
  type Withholding,
} from "../document/document.ts";
import type {
  DeliveryDraft,
  InvoiceDraft,
  InvoiceLineDraft,
  Reference,
  References,
  WholeDraft,
} from "../draft/draft.ts";
import { COLOMBIA, findIssuerProblems, ISSUED_ABROAD, issuerParty, resolveReceiver } from "../party/party.ts";
import { resolveCurrency, toPesos } from "../price/currency.ts";
import {
  assumeTaxes,
  checkAllowances,
  resolveAllowances,
  sumAllowances,
  withReferencePrice,
} from "../price/document-allowance.ts";
import { resolvePayments, settlePayments } from "../price/payment.ts";
import type { FieldPath, Problem } from "../refusal/problem.ts";
import { ProblemList, throwIfAny } from "../refusal/problem-list.ts";
import { findSumFault, settleSums, sumAmounts, sumTaxes } from "../tax/tax.ts";
import { checkLimit, resolveTicket, resolveTill, withoutUnitBases } from "../ticket/ticket.ts";
import { dateInBogota, isCalendarDate, timeInBogota } from "../value/calendar.ts";
import { CENT, compare, decimal, isWithin, MOST_TOTAL, print } from "../value/decimal.ts";
import { checkWithholdings, withhold } from "../withholding/invoice-withholding.ts";
import { buildAiuLines } from "./aiu.ts";
import { hasPaidPrice, isPaidLine, priceLines, treatmentOf } from "./invoice-line.ts";

/** The parts of a draft that could be read. A missing part could not be read, and is not judged. */
export type InvoiceDraftParts = Partial<
  Pick<InvoiceDraft, "receiver" | "payment" | "aiu" | "withholdings" | "currency" | "discounts" | "charges" | "ticket">
> & {
  readonly header?: InvoiceHeader;
  /** What only v2 has beside lines and receiver. */
  readonly whole?: WholeDraft;
  readonly lines?: readonly (InvoiceLineDraft | undefined)[];
};
export type InvoiceHeader = Omit<InvoiceDraft, "kind" | keyof InvoiceDraftParts | keyof WholeDraft>;

/**
 * Everything wrong with the readable parts of a draft that will be refused anyway. Totals and withholdings are not judged,
 * because they need every line.
 * @param nowMs epoch milliseconds.
 */
export function findInvoiceProblems(parts: InvoiceDraftParts, company: Company, nowMs: number): readonly Problem[] {
  const problems = new ProblemList();
  const today = dateInBogota(nowMs);
  if (parts.header !== undefined) {
    readIssueDate(parts.header, today, problems);
    checkPaper(parts.header, problems);
    resolveBranch(parts.header.branch, company, problems);
  }
  if (parts.receiver !== undefined) resolveReceiver(parts.receiver, problems);
  if (parts.ticket !== undefined) resolveTill(parts.ticket.till, company, problems);
  const { payment, whole } = parts;
  if (payment !== undefined || whole !== undefined) {
    const { paymentMethods: methods } = company;
    resolvePayments({ payment: payment ?? null, ...whole }, { methods, issueDate: today, problems });
  }
  if (whole !== undefined) resolveWhole(whole, today, problems);
  if (parts.currency !== undefined) resolveCurrency(parts.currency, today, problems);
  if (parts.aiu !== undefined && parts.aiu !== null) buildAiuLines(parts.aiu, [], problems);
  if (parts.lines !== undefined) priceLines(parts.lines, { firstNumber: 1, isByUnit: false }, problems);
  checkAllowances(parts, problems);
  if (parts.withholdings !== undefined) checkWithholdings(parts.withholdings, company.withholdingTypes, problems);
  return problems.all;
}

/**
 * Prices and checks an invoice before any number is taken.
 * @param nowMs epoch milliseconds; issue date and time are its Bogotá date and time.
 * @throws Refusal `business_rule` with all the problems found, `certificate_missing` or `certificate_expired`.
 */
export function priceInvoice(draft: InvoiceDraft, company: Company, nowMs: number): Invoice {
  const problems = new ProblemList();
  problems.addAll(findIssuerProblems(company));
  const issueDate = dateInBogota(nowMs);
  const paperDate = readIssueDate(draft, issueDate, problems);
  checkPaper(draft, problems);
  const branch = resolveBranch(draft.branch, company, problems);
  const counterpart = resolveReceiver(draft.receiver, problems);
  const { paymentMethods: methods } = company;
  const paid = resolvePayments(draft, { methods, issueDate, problems });
  const whole = resolveWhole(draft, issueDate, problems);
  const ticket = draft.ticket && resolveTicket(draft.ticket, company, counterpart, problems);
  const currency = resolveCurrency(draft.currency, issueDate, problems);
  const figures = computeFigures(draft, company, problems);
  const isPriced = figures.lines.length > 0;
  if (draft.ticket && isPriced) checkLimit(draft.ticket, figures.totals, problems);
  const payments = isPriced ? settlePayments(paid, figures.totals.total, problems) : paid;
  if (isPriced) checkExport(draft, counterpart, figures.lines, problems);
  throwIfAny(problems.all);
  const { exchangeRate } = currency;
  const isStated = exchangeRate !== null && draft.currency?.isOfList === true;
  const inPesos = isStated ? { pesoTotals: toPesos({ ...figures, ...payments }, exchangeRate.rate) } : {};
  pickCertificate(company, nowMs);
  return {
    kind: "invoice",
    typeCode: typeOf(draft),
    operationType: draft.aiu === null ? "10" : "09",
    contingencyReference: draft.isContingency
      ? { id: draft.contingencyNumber ?? null, issueDate: paperDate, typeCode: CONTINGENCY_PAPER }
      : null,
    currency: currency.code,
    exchangeRate: currency.exchangeRate,
    issueDate,
    issueTime: timeInBogota(nowMs),
    dueDate: payments.payment.dueDate,
    notes: draft.notes === null || draft.notes === "" ? [] : [draft.notes],
    issuer: issuerParty(company),
    ...branch,
    ...nameTill(draft, ticket),
    counterpart,
    ...payments,
    ...whole,
    ...figures,
    ...inPesos,
  };
}

function typeOf({ isContingency, type = "01", ticket }: InvoiceDraft): Invoice["typeCode"] {
  if (ticket !== undefined) return "20";
  return isContingency ? "03" : type;
}

/** Lists of tickets find them by the plate of their till. */
function nameTill({ till }: InvoiceDraft, ticket: Ticket | undefined): Pick<Invoice, "till" | "ticket"> {
  if (ticket !== undefined) return { till: ticket.till.plate, ticket };
  return till === undefined ? {} : { till };
}

type Figures = Pick<Invoice, "lines" | "taxes" | "withholdings" | "allowances" | "totals">;

/** Lines, taxes, withholdings, discounts and totals. Sums of lines of which some could not be priced are not judged. */
function computeFigures(draft: InvoiceDraft, { withholdingTypes }: Company, problems: ProblemList): Figures {
  const priced = priceByClaims(draft, problems);
  const isComplete = priced.length > 0;
  const { lines, withholdings } = isComplete
    ? withhold(draft.withholdings, priced, withholdingTypes, problems)
    : { lines: priced, withholdings: [] };
  const taxes = sumTaxes(lines);
  const fault = findSumFault(taxes);
  if (isComplete && fault !== undefined) problems.add({ field: ["lines"], ...fault, rule: "FAS07" });
  const ofLines = sumTotals(lines, taxes, withholdings);
  const allowances = isComplete ? allow(draft, lines, ofLines, problems) : [];
  const totals = addAllowances(ofLines, allowances);
  if (isComplete) checkTotals(draft, totals, lines.length, problems);
  else {
    checkAllowances(draft, problems);
    checkWithholdings(draft.withholdings, withholdingTypes, problems);
  }
  return { lines, taxes, withholdings, ...(allowances.length === 0 ? {} : { allowances }), totals };
}

/** The discounts and charges that were sent, and what the seller takes on for his gifts. */
function allow(
  draft: InvoiceDraft,
  lines: readonly DocumentLine[],
  totals: Totals,
  problems: ProblemList,
): readonly AllowanceCharge[] {
  const assumed = assumeTaxes(lines);
  if (assumed === undefined) return resolveAllowances(draft, totals, problems);
  const rest = print(decimal(totals.total).minus(decimal(assumed.amount)));
  const sent = resolveAllowances(draft, { ...totals, total: rest }, problems);
  return [...sent.filter(({ isCharge }) => !isCharge), assumed, ...sent.filter(({ isCharge }) => isCharge)];
}

/**
 * The document is signed now, so its issue date is today (FAD09e). Only a contingency invoice may name an earlier day: it
 * is that of the paper, and becomes the date of the reference to it (FAI05).
 */
function readIssueDate(
  draft: Pick<InvoiceDraft, "issueDate" | "isContingency">,
  today: string,
  problems: ProblemList,
): string {
  const { issueDate } = draft;
  if (issueDate === null || issueDate === today) return today;
  const isReal = isCalendarDate(issueDate);
  if (draft.isContingency && isReal && issueDate < today) return issueDate;
  const reason = draft.isContingency ? "not-today-or-before" : "not-today";
  problems.add({ field: ["issueDate"], reason, value: issueDate, today, rule: "FAD09e" });
  return today;
}

/** Only a contingency has a paper, whose number the document then names (FAI02). */
function checkPaper(
  { contingencyNumber = null, isContingency }: Pick<InvoiceDraft, "contingencyNumber" | "isContingency">,
  problems: ProblemList,
): void {
  if (contingencyNumber === null || isContingency) return;
  const other = ["isContingency"] as const;
  problems.add({ field: ["contingencyNumber"], reason: "contingency-only", other, rule: "FAI02" });
}

/**
 * The tax-inclusive price of an item is what is invoiced. If the client also sends a unit price, and its totals are those of
 * that price with the tax on top, the unit price wins.
 */
function priceByClaims(draft: InvoiceDraft, problems: ProblemList): readonly DocumentLine[] {
  const hasBoth = draft.lines.some((line) => line.unitPrice !== null && hasPaidPrice(line));
  const hasClaims = [draft.claimedSubtotal, draft.claimedTaxes, draft.claimedTotal].some((claim) => claim !== null);
  if (!hasBoth || !hasClaims) return priceAllLines(draft, false, problems);
  const found = new ProblemList();
  const lines = priceAllLines(draft, false, found);
  if (lines.length === 0 || !agreesWithClaims(draft, lines)) {
    const byUnit = priceAllLines(draft, true, new ProblemList());
    if (byUnit.length > 0 && agreesWithClaims(draft, byUnit)) return byUnit;
  }
  return found.count === 0 ? lines : priceAllLines(draft, false, problems);
}

function agreesWithClaims(draft: InvoiceDraft, lines: readonly DocumentLine[]): boolean {
  const problems = new ProblemList();
  const totals = sumTotals(lines, sumTaxes(lines), []);
  const allowances = allow(draft, lines, totals, problems);
  checkClaims(draft, addAllowances(totals, allowances), lines.length, problems);
  return problems.count === 0;
}

function priceAllLines(draft: InvoiceDraft, isByUnit: boolean, problems: ProblemList): readonly DocumentLine[] {
  if (draft.lines.length === 0) problems.add({ field: ["lines"], reason: "no-lines", rule: "FAV01" });
  const subjects = draft.lines.map((line) => line.description);
  const aiuLines = draft.aiu === null ? [] : buildAiuLines(draft.aiu, subjects, problems);
  const known = problems.count;
  const itemLines = priceLines(draft.lines, { firstNumber: aiuLines.length + 1, isByUnit }, problems);
  if (problems.count > known || (draft.aiu !== null && aiuLines.length === 0)) return [];
  const settlingOf = ({ number, gift }: DocumentLine) => {
    if (gift !== undefined) return "fixed";
    const item = draft.lines[number - aiuLines.length - 1];
    return item !== undefined && isPaidLine(item, isByUnit) ? "paid" : "on-top";
  };
  const settled = settleSums([...aiuLines, ...itemLines], settlingOf).map(withReferencePrice);
  return draft.ticket === undefined ? settled : settled.map(withoutUnitBases);
}

/** Sums of printed amounts only; withholdings never reduce the total. */
function sumTotals(
  lines: readonly DocumentLine[],
  taxes: readonly TaxSubtotal[],
  withholdings: readonly Withholding[],
): Totals {
  const subtotal = sumAmounts(lines, "base");
  const taxAmount = sumAmounts(taxes, "amount");
  const total = decimal(subtotal).plus(taxAmount);
  const withheld = sumAmounts(withholdings, "amount");
  return {
    subtotal,
    taxableBase: sumAmounts(taxes, "base"),
    taxes: taxAmount,
    total: print(total),
    withheld,
    // What the receiver withholds is reported, never subtracted.
    netPayable: print(total),
  };
}

/** Discounts and charges of the whole come after the taxes (FAU14). */
export function addAllowances(totals: Totals, allowances: readonly AllowanceCharge[]): Totals {
  if (allowances.length === 0) return totals;
  const total = print(decimal(totals.total).plus(sumAllowances(allowances)));
  return { ...totals, total, netPayable: total };
}

function checkTotals(draft: InvoiceDraft, totals: Totals, lineCount: number, problems: ProblemList): void {
  checkClaims(draft, totals, lineCount, problems);
  const { total, withheld } = totals;
  if (compare(decimal(total), MOST_TOTAL) > 0) {
    problems.add({ field: ["claimedTotal"], reason: "total-too-large", total, most: MOST_TOTAL.toFixed() });
  }
  if (compare(decimal(withheld), decimal(total)) > 0) {
    problems.add({ field: ["withholdings"], reason: "withheld-over-total", withheld, total, rule: "2.6" });
  }
}

/** The buyer is abroad, every item exempt, and nothing of it belongs to domestic sales. */
function checkExport(
  draft: InvoiceDraft,
  counterpart: Party,
  lines: readonly DocumentLine[],
  problems: ProblemList,
): void {
  if (draft.type !== "02") return;
  const country = counterpart.address?.countryCode ?? null;
  const isAbroad = country === null ? ISSUED_ABROAD.includes(counterpart.identificationType) : country !== COLOMBIA;
  if (!isAbroad) {
    const facts = { country: country ?? COLOMBIA, type: counterpart.identificationType };
    problems.add({ field: ["receiver"], reason: "export-to-resident", ...facts });
  }
  const added = lines.length - draft.lines.length;
  lines.forEach((line, index) => {
    const treatment = treatmentOf(line);
    if (treatment === "exento") return;
    problems.add({ field: ["lines", index - added, "treatment"], reason: "export-taxed", treatment });
  });
  if (draft.isContingency) problems.add({ field: ["type"], reason: "not-exported", other: ["isContingency"] });
  if (draft.aiu !== null) problems.add({ field: ["type"], reason: "not-exported", other: ["aiu"] });
}

/** What is absent or null was not sent. */
type Claims = Partial<Pick<InvoiceDraft, "claimedSubtotal" | "claimedTaxes" | "claimedTotal">>;

/** Totals that a client sends must be those of the lines; one cent per line is forgiven, at least one. */
export function checkClaims(
  draft: Claims,
  totals: Pick<Totals, "subtotal" | "taxes" | "total">,
  lineCount: number,
  problems: ProblemList,
): void {
  const tolerance = CENT.times(Math.max(1, lineCount));
  const { claimedSubtotal = null, claimedTaxes = null, claimedTotal = null } = draft;
  const claims = [
    { field: "claimedSubtotal", claimed: claimedSubtotal, computed: totals.subtotal },
    { field: "claimedTaxes", claimed: claimedTaxes, computed: totals.taxes },
    { field: "claimedTotal", claimed: claimedTotal, computed: totals.total },
  ] as const;
  for (const { field, claimed, computed } of claims) {
    if (claimed === null || isWithin(decimal(claimed), decimal(computed), tolerance)) continue;
    const facts = { value: claimed, computed, tolerance: tolerance.toFixed(2) };
    problems.add({ field: [field], reason: "total-differs", ...facts, rule: "2.1" });
  }
}

type Whole = Pick<WholeDraft, "references" | "invoicedPeriod" | "delivery">;

/** All of it, checked; a part that was not sent is absent. */
function resolveWhole(
  { references, invoicedPeriod, delivery }: Whole,
  issueDate: string,
  problems: ProblemList,
): Pick<Invoice, "references" | "invoicedPeriod" | "delivery"> {
  if (invoicedPeriod !== undefined && invoicedPeriod.end < invoicedPeriod.start) {
    const { start, end: value } = invoicedPeriod;
    const field = ["invoicedPeriod", "end"] as const;
    problems.add({ field, reason: "before", value, than: ["invoicedPeriod", "start"], limit: start });
  }
  return {
    ...(references === undefined ? {} : { references: readReferences(references, issueDate, problems) }),
    ...(invoicedPeriod === undefined ? {} : { invoicedPeriod }),
    ...(delivery === undefined ? {} : { delivery: readDelivery(delivery, problems) }),
  };
}

/** Documents that the buyer looks for in the invoice; none is dated after it. */
export function readReferences(draft: References, issueDate: string, problems: ProblemList): References {
  const { purchaseOrder, despatches = [], receipts = [], contract } = draft;
  const read = (one: Reference, at: FieldPath): Reference => {
    checkDate(one.date, at, issueDate, problems);
    return { number: one.number, date: one.date };
  };
  return {
    ...(purchaseOrder === undefined
      ? {}
      : { purchaseOrder: read(purchaseOrder, ["references", "purchaseOrder", "date"]) }),
    ...(despatches.length === 0
      ? {}
      : { despatches: despatches.map((one, index) => read(one, ["references", "despatches", index, "date"])) }),
    ...(receipts.length === 0
      ? {}
      : { receipts: receipts.map((one, index) => read(one, ["references", "receipts", index, "date"])) }),
    ...(contract === undefined ? {} : { contract: { number: contract.number } }),
  };
}

function checkDate(value: string | null, field: FieldPath, issueDate: string, problems: ProblemList): void {
  if (value === null || (isCalendarDate(value) && value <= issueDate)) return;
  problems.add({ field, reason: "not-a-date-until", value, latest: issueDate });
}

function readDelivery(draft: DeliveryDraft, problems: ProblemList): Delivery {
  const { date, trackingId, carrier } = draft;
  const code = draft.incoterm === RENAMED_INCOTERM.sent ? RENAMED_INCOTERM.listed : draft.incoterm;
  return {
    address: readAddress(draft, problems),
    date,
    incoterm: (code === null ? undefined : findIncoterm(code)) ?? null,
    trackingId,
    ...(carrier === null ? {} : { carrier }),
  };
}

/** Whole, in Colombia with its municipality (FAM05, FAM08 to FAM12); null where none was sent. */
function readAddress(draft: DeliveryDraft, problems: ProblemList): Address | null {
  const { address: line, municipalityCode, city, countryCode } = draft;
  const said = (["municipalityCode", "city", "countryCode"] as const).find((member) => draft[member] !== null);
  if (line === null) {
    if (said === undefined) return null;
    const field = ["delivery", "address"] as const;
    problems.add({ field, reason: "delivery-place-required", because: ["delivery", said], rule: "FAM09" });
    return null;
  }
  const country = findCountry(countryCode ?? COLOMBIA);
  if (country === undefined) {
    const field = ["delivery", "countryCode"] as const;
    problems.add({ field, reason: "country-unknown", value: countryCode ?? "", rule: "FAM11" });
    return null;
  }
  const of = { line, postalCode: null, countryCode: country.code, countryName: country.name };
  if (country.code !== COLOMBIA) {
    const abroad = { municipalityCode: null, municipalityName: city, departmentCode: null, departmentName: null };
    if (municipalityCode !== null) {
      const facts = { because: ["delivery", "countryCode"], name: ["delivery", "city"] } as const;
      problems.add({ field: ["delivery", "municipalityCode"], reason: "municipality-abroad", ...facts });
    }
    return { ...of, ...abroad };
  }
  if (municipalityCode !== null && city !== null) {
    problems.add({ field: ["delivery", "city"], reason: "not-with", other: ["delivery", "municipalityCode"] });
  }
  const named = { municipalityCode, municipalityName: city, departmentCode: null, departmentName: null };
  const municipality = resolveMunicipality(named);
  const field = ["delivery", "municipalityCode"] as const;
  if (municipalityCode === null && city === null) {
    problems.add({ field, reason: "delivery-place-required", because: ["delivery", "address"], rule: "FAM05" });
  } else if (municipality === undefined) {
    const facts = { field, candidates: findCandidates(named), rule: "FAM05" } as const;
    if (municipalityCode !== null) {
      problems.add({ ...facts, reason: "municipality-unknown", value: municipalityCode });
    } else if (city !== null) {
      problems.add({ ...facts, reason: "municipality-ambiguous", name: city, nameField: ["delivery", "city"] });
    }
  }
  if (municipality === undefined) return null;
  const { code, name, departmentCode, departmentName } = municipality;
  return { ...of, municipalityCode: code, municipalityName: name, departmentCode, departmentName };
}
