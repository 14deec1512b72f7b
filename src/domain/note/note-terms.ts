// Resolves a note's counterpart, currency and payment: from the corrected document, or as sent when that is not stored here.

import { isCurrency, isPaymentMeans } from "../catalogue/catalogue.ts";
import type { Company } from "../company.ts";
import type { CorrectableDocument, DocumentCommon, ExchangeRate, Party, Payment } from "../document/document.ts";
import type { AdjustmentNoteDraft, InvoiceNoteDraft } from "../draft/note-draft.ts";
import { resolveReceiver } from "../party/party.ts";
import { PESO, resolveCurrency } from "../price/currency.ts";
import { CASH_MEANS, resolvePayment } from "../price/payment.ts";
import type { ProblemList } from "../refusal/problem-list.ts";
import { Refusal } from "../refusal/refusal.ts";
import { checkRunOnNit, checkSupplier, isResident, supplierParty } from "../support/supplier.ts";
import { isCalendarDate } from "../value/calendar.ts";
import { decimal, printBetween } from "../value/decimal.ts";
import type { Correctable } from "./note-reference.ts";

const CASH = "1";
const RESIDENT = "10";

interface Terms
  extends Pick<DocumentCommon, "counterpart" | "currency" | "exchangeRate" | "payment" | "payments" | "references"> {
  /** Whether a note in another currency states its totals in pesos. */
  readonly isInPesos?: boolean;
  /** Of an adjustment note: whether the vendor resides in Colombia. */
  readonly isResident: boolean;
}

interface TermsContext {
  readonly company: Company;
  readonly today: string;
  readonly problems: ProblemList;
}

/**
 * Terms of a credit or debit note.
 * @param correctable null: the invoice is not known here, or a period is corrected.
 * @throws Refusal `party_differs`, `currency_differs`; `business_rule` without a receiver where one is needed.
 */
export function resolveInvoiceTerms(
  draft: InvoiceNoteDraft,
  correctable: Correctable | null,
  { company, today, problems }: TermsContext,
): Terms {
  const receiver = draft.receiver === null ? null : resolveReceiver(draft.receiver, problems);
  const payment =
    correctable !== null && draft.payment === null
      ? copyPayment(correctable.document.payment, today)
      : resolvePayment(draft.payment, company.paymentMethods, today, problems);
  if (correctable === null) {
    if (receiver === null) throw new Refusal({ reason: "required-in-note", field: ["receiver"] });
    const { code, exchangeRate } = resolveCurrency(draft.currency, today, problems);
    const isInPesos = draft.currency?.isOfList === true;
    return { counterpart: receiver, currency: code, exchangeRate, payment, isResident: true, isInPesos };
  }
  const { document } = correctable;
  checkParty(receiver, document);
  if (draft.currency !== null) {
    const { code, appliedRate, officialRate, rateDate } = draft.currency;
    checkCurrency(code, { rate: appliedRate ?? officialRate, date: rateDate }, document);
  }
  const { counterpart, currency, exchangeRate, payments, references, pesoTotals } = document;
  const purchaseOrder = references?.purchaseOrder;
  return {
    counterpart,
    currency,
    exchangeRate,
    payment,
    ...(draft.payment === null ? copyPayments(payments, today) : {}),
    ...(purchaseOrder === undefined ? {} : { references: { purchaseOrder } }),
    isResident: true,
    isInPesos: pesoTotals !== undefined,
  };
}

/**
 * Terms of an adjustment note.
 * @param correctable null: the support document is not known here.
 * @throws Refusal as above, and for a payment or a currency that cannot be.
 */
export function resolveAdjustmentTerms(
  draft: AdjustmentNoteDraft,
  correctable: Correctable | null,
  { company, today, problems }: TermsContext,
): Terms {
  const { supplier } = draft;
  const known = problems.count;
  if (supplier !== null) {
    // One that is only compared with the document's need not say where it lives.
    checkSupplier(supplier, problems, correctable === null);
    checkRunOnNit(supplier, problems);
  }
  const sent = supplier === null || problems.count > known ? null : supplierParty(supplier, company);
  if (correctable === null) {
    if (supplier === null) throw new Refusal({ reason: "required-in-note", field: ["supplier"] });
    const payment = resolveSupportPayment(draft, { form: CASH, meansCode: CASH_MEANS, dueDate: today }, today);
    // A party that cannot be is refused with the other problems.
    const counterpart = sent ?? UNKNOWN_COUNTERPART;
    return { counterpart, ...resolveSupportCurrency(draft, today), payment, isResident: isResident(supplier) };
  }
  const { document } = correctable;
  checkParty(sent, document);
  if (draft.currency !== null) {
    checkCurrency(draft.currency, { rate: draft.exchangeRate, date: draft.exchangeRateDate }, document);
  }
  const { counterpart, currency, exchangeRate, operationType, payments } = document;
  const payment = resolveSupportPayment(draft, document.payment, today);
  const isOwn = Object.values(draft.payment).some((sent) => sent !== null);
  return {
    counterpart,
    currency,
    exchangeRate,
    payment,
    ...(isOwn ? {} : copyPayments(payments, today)),
    isResident: operationType === RESIDENT,
  };
}

const UNKNOWN_COUNTERPART: Party = {
  identificationType: "",
  identificationNumber: "",
  checkDigit: null,
  personType: "2",
  name: "",
  tradeName: null,
  responsibilities: [],
  taxSchemeCode: "ZZ",
  taxSchemeName: "",
  address: null,
  email: null,
  phone: null,
};

function checkParty(sent: Party | null, { kind, counterpart }: CorrectableDocument): void {
  if (sent === null) return;
  const given = { type: sent.identificationType, number: sent.identificationNumber };
  const expected = { type: counterpart.identificationType, number: counterpart.identificationNumber };
  if (given.type === expected.type && given.number === expected.number) return;
  const field = kind === "invoice" ? (["receiver"] as const) : (["supplier"] as const);
  throw new Refusal({ reason: "party-differs", field, expected, given });
}

/** The rate and its date too must be the document's, so that an annulment nets to zero in pesos. */
function checkCurrency(
  code: string,
  { rate, date }: { readonly rate: string | null; readonly date: string | null },
  { currency, exchangeRate }: CorrectableDocument,
): void {
  const differ = (expected: string, value: string) =>
    new Refusal({ reason: "currency-differs", field: ["currency"], expected, value });
  if (code !== currency) throw differ(currency, code);
  if (exchangeRate === null) return;
  if (rate !== null && printRate(rate) !== printRate(exchangeRate.rate)) throw differ(exchangeRate.rate, rate);
  if (date !== null && date !== exchangeRate.date) throw differ(exchangeRate.date, date);
}

/** As the XML has it. */
function printRate(rate: string): string {
  return printBetween(decimal(rate), 2, 6);
}

/** Several payments, each with what it paid; nothing where there was one. */
function copyPayments(payments: DocumentCommon["payments"], today: string): Pick<DocumentCommon, "payments"> {
  return payments === undefined ? {} : { payments: payments.map((one) => copyPayment(one, today)) };
}

function copyPayment<One extends Payment>(payment: One, today: string): One {
  return payment.form === CASH ? { ...payment, dueDate: today } : payment;
}

function resolveSupportPayment({ payment: sent }: AdjustmentNoteDraft, usual: Payment, today: string): Payment {
  const form = sent.form ?? usual.form;
  const meansCode = sent.meansCode ?? usual.meansCode;
  if (!isPaymentMeans(meansCode)) {
    throw new Refusal({ reason: "payment-means-unknown", field: ["paymentMeansCode"], value: meansCode });
  }
  if (form === CASH) return { form, meansCode, dueDate: today };
  const isUsual = sent.dueDate === null && usual.form !== CASH;
  const dueDate = isUsual ? usual.dueDate : sent.dueDate;
  if (dueDate === null || (!isUsual && (!isCalendarDate(dueDate) || dueDate < today))) {
    throw new Refusal({ reason: "due-date-on-credit", field: ["dueDate"], sent: dueDate, issueDate: today });
  }
  return { form, meansCode, dueDate };
}

function resolveSupportCurrency(
  { currency, exchangeRate, exchangeRateDate }: AdjustmentNoteDraft,
  today: string,
): { readonly currency: string; readonly exchangeRate: ExchangeRate | null } {
  if (currency === null || currency === PESO) return { currency: PESO, exchangeRate: null };
  if (!isCurrency(currency)) {
    throw new Refusal({ reason: "currency-unknown", field: ["currency"], value: currency });
  }
  if (exchangeRate === null) {
    throw new Refusal({ reason: "required-in-note", field: ["exchangeRate"] });
  }
  return { currency, exchangeRate: { rate: printRate(exchangeRate), date: exchangeRateDate ?? today } };
}
