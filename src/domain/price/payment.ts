// Resolves how an invoice is paid: its means and date, several payments, instalments and prepayments, compared with its total; sums up what
// is left to pay.

import { isPaymentMeans } from "../catalogue/catalogue.ts";
import type { PaymentMethod } from "../company.ts";
import type {
  Amount,
  Document,
  DocumentCommon,
  Instalment,
  Invoice,
  Payment,
  PaymentPart,
  Prepayment,
  Rounding,
  Ticket,
} from "../document/document.ts";
import type {
  InstalmentDraft,
  InvoicePaymentDraft,
  PaymentPartDraft,
  PrepaymentDraft,
  WholeDraft,
} from "../draft/draft.ts";
import type { ProblemList } from "../refusal/problem-list.ts";
import { isCalendarDate } from "../value/calendar.ts";
import { compare, decimal, isPositive, isZero, print, sum } from "../value/decimal.ts";
import { sumAssumed } from "./document-allowance.ts";

/** Where a payment is in its draft. */
type PaymentPath = readonly ["payment"] | readonly ["payments", number];

type PaymentForm = PaymentMethod["form"];

/** Cash in hand: what is left when neither the client nor the company says anything. */
export const CASH_MEANS = "10";

/**
 * An active method of the company decides; without it the means code (FAN03); without both the company's
 * default. The company's list is the operational source, so a means code beside a method is not compared with it.
 * A cash sale is due on its issue date even if another is sent; a credit sale needs a due date of its own (FAN04).
 */
export function resolvePayment(
  draft: InvoicePaymentDraft | null,
  methods: readonly PaymentMethod[],
  issueDate: string,
  problems: ProblemList,
  at: PaymentPath = ["payment"],
): Payment {
  const asked = draft ?? { form: null, methodId: null, meansCode: null, dueDate: null };
  const method = findMethod(asked, methods, problems, at);
  const form = asked.form ?? method?.form ?? "contado";
  if (asked.methodId !== null && method !== undefined && asked.form !== null && asked.form !== method.form) {
    const facts = { value: asked.form, methodId: method.id, form: method.form };
    problems.add({ field: [...at, "form"], reason: "payment-form-differs", ...facts, rule: "2.4" });
  }
  const meansCode = method?.meansCode ?? asked.meansCode ?? CASH_MEANS;
  if (!isPaymentMeans(meansCode)) {
    const field = [...at, "meansCode"] as const;
    problems.add({ field, reason: "payment-means-unknown", value: meansCode, rule: "FAN03" });
  }
  const isCredit = form === "credito";
  const dueDate = isCredit ? readDueDate(asked.dueDate, issueDate, problems, at) : issueDate;
  return { form: isCredit ? "2" : "1", meansCode, dueDate };
}

function findMethod(
  asked: InvoicePaymentDraft,
  methods: readonly PaymentMethod[],
  problems: ProblemList,
  at: PaymentPath,
): PaymentMethod | undefined {
  const active = methods.filter((method) => method.isActive);
  if (asked.methodId === null) return asked.meansCode === null ? findDefault(active, asked.form) : undefined;
  const found = active.find((method) => method.id === asked.methodId);
  if (found !== undefined) return found;
  const isInactive = methods.some((method) => method.id === asked.methodId);
  const reason = isInactive ? "payment-method-inactive" : "payment-method-unknown";
  problems.add({ field: [...at, "methodId"], reason, value: asked.methodId, rule: "2.4" });
  return undefined;
}

/** The company's default, unless the client asked for the other form of payment. */
function findDefault(active: readonly PaymentMethod[], form: PaymentForm | null): PaymentMethod | undefined {
  const fitting = active.filter((method) => form === null || method.form === form);
  return fitting.find((method) => method.isDefault);
}

function readDueDate(dueDate: string | null, issueDate: string, problems: ProblemList, at: PaymentPath): string {
  const field = [...at, "dueDate"] as const;
  if (dueDate === null || dueDate === "") {
    problems.add({ field, reason: "required-on-credit", form: [...at, "form"], rule: "FAN04" });
    return issueDate;
  }
  if (!isCalendarDate(dueDate) || dueDate < issueDate) {
    problems.add({ field, reason: "not-a-date-from", value: dueDate, earliest: issueDate, rule: "FAN04" });
  }
  return dueDate;
}

const CASH = "1";
const CREDIT = "2";

/** What a draft says of its payment, in either way. */
type PaymentsDraft = Pick<WholeDraft, "payments" | "instalments" | "prepayments"> & {
  readonly payment: InvoicePaymentDraft | null;
};

/** How a document is paid. */
export type Payments = Pick<DocumentCommon, "payment" | "payments" | "instalments" | "prepayments">;

/** What payments are resolved with. */
interface PaymentContext {
  readonly methods: readonly PaymentMethod[];
  readonly issueDate: string;
  readonly problems: ProblemList;
}

/** Each payment by itself (FAN02 to FAN04), with its instalments and prepayments; amounts are compared by `settlePayments`. */
export function resolvePayments(draft: PaymentsDraft, context: PaymentContext): Payments {
  const { methods, issueDate, problems } = context;
  const { payments: sent, instalments: parts = [], prepayments = [] } = draft;
  const instalments = parts.map(printInstalment);
  checkInstalmentDates(parts, context);
  const last = parts.at(-1)?.dueDate ?? null;
  if (sent !== undefined && draft.payment !== null) {
    problems.add({ field: ["payments"], reason: "not-with", other: ["payment"] });
  }
  const asPaid = (one: InvoicePaymentDraft | null) =>
    one === null || last === null ? one : { ...one, dueDate: one.dueDate ?? last };
  const payments = (sent ?? []).map((one, index) =>
    resolvePart(one, index, { ...context, count: sent?.length ?? 0, last }),
  );
  const [first] = payments;
  const payment =
    first === undefined
      ? resolvePayment(asPaid(draft.payment), methods, issueDate, problems)
      : { ...first, ...mostBinding(payments, first) };
  const { form, meansCode, dueDate } = payment;
  return {
    payment: { form, meansCode, dueDate },
    ...(isPlain(payments, instalments) ? {} : { payments }),
    ...(instalments.length === 0 ? {} : { instalments }),
    ...(prepayments.length === 0 ? {} : { prepayments: readPrepayments(prepayments, context) }),
  };
}

/** One payment without anything of its own is what `payment` says. */
function isPlain(payments: readonly PaymentPart[], instalments: readonly Instalment[]): boolean {
  const [only, second] = payments;
  if (only === undefined) return true;
  const hasOwn = only.amount !== null || only.reference !== null || only.rounding !== undefined;
  return second === undefined && instalments.length === 0 && !hasOwn;
}

/** The document is on credit where any part is, until the last of them is due. */
function mostBinding(payments: readonly Payment[], first: Payment): Pick<Payment, "form" | "dueDate"> {
  const credits = payments.filter(({ form }) => form === CREDIT);
  if (credits.length === 0) return { form: CASH, dueDate: first.dueDate };
  return {
    form: CREDIT,
    dueDate:
      credits
        .map(({ dueDate }) => dueDate)
        .sort()
        .at(-1) ?? first.dueDate,
  };
}

interface PartContext extends PaymentContext {
  /** How many there are. */
  readonly count: number;
  /** When the last instalment is due; null without instalments. */
  readonly last: string | null;
}

function resolvePart(draft: PaymentPartDraft, index: number, context: PartContext): PaymentPart {
  const { methods, issueDate, problems, count, last } = context;
  const at = ["payments", index] as const;
  const dueDate = draft.dueDate ?? last;
  const paid = resolvePayment({ ...draft, dueDate }, methods, issueDate, problems, at);
  if (paid.form === CASH && isOtherDay(draft.dueDate, issueDate)) {
    problems.add({ field: [...at, "dueDate"], reason: "due-date-of-cash", value: draft.dueDate, issueDate });
  }
  if (draft.amount === null && count > 1) {
    problems.add({ field: [...at, "amount"], reason: "payment-amount-required", count });
  }
  if (draft.amount !== null && !isPositive(decimal(draft.amount))) {
    problems.add({ field: [...at, "amount"], reason: "not-positive", value: draft.amount, rule: "VLR01" });
  }
  const hasRounding = draft.rounding !== null && !isZero(decimal(draft.rounding));
  if (hasRounding && (paid.form !== CASH || paid.meansCode !== CASH_MEANS)) {
    problems.add({ field: [...at, "rounding"], reason: "rounding-of-other-means", means: paid.meansCode });
  }
  return {
    ...paid,
    amount: draft.amount === null ? null : print(decimal(draft.amount)),
    reference: draft.reference,
    ...(hasRounding ? { rounding: print(decimal(draft.rounding)) } : {}),
  };
}

function isOtherDay(sent: string | null, issueDate: string): sent is string {
  return sent !== null && sent !== "" && sent !== issueDate;
}

function printInstalment({ amount, dueDate }: InstalmentDraft): Instalment {
  return { amount: print(decimal(amount)), dueDate };
}

/** Not before the issue date, each after the one before it (FAN04). */
function checkInstalmentDates(parts: readonly InstalmentDraft[], { issueDate, problems }: PaymentContext): void {
  parts.forEach(({ dueDate: value }, index) => {
    const field = ["instalments", index, "dueDate"] as const;
    const before = parts[index - 1]?.dueDate;
    if (!isCalendarDate(value) || value < issueDate) {
      problems.add({ field, reason: "not-a-date-from", value, earliest: issueDate, rule: "FAN04" });
    } else if (before !== undefined && value <= before) {
      problems.add({ field, reason: "not-after", value, than: ["instalments", index - 1, "dueDate"], limit: before });
    }
  });
}

/** FBD02 to FBD05. */
function readPrepayments(
  drafts: readonly PrepaymentDraft[],
  { issueDate, problems }: PaymentContext,
): readonly Prepayment[] {
  return drafts.map(({ amount, date, reference }, index) => {
    const at = ["prepayments", index] as const;
    if (!isPositive(decimal(amount))) {
      problems.add({ field: [...at, "amount"], reason: "not-positive", value: amount, rule: "VLR01" });
    }
    if (!isCalendarDate(date) || date > issueDate) {
      problems.add({
        field: [...at, "date"],
        reason: "not-a-date-until",
        value: date,
        latest: issueDate,
        rule: "FBD05",
      });
    }
    return { amount: print(decimal(amount)), date, reference };
  });
}

/**
 * The payments with their amounts: together they are the total, or what prepayments leave of it; instalments are the part on
 * credit. What differs goes to `problems`.
 */
export function settlePayments(payments: Payments, total: Amount, problems: ProblemList): Payments {
  const { prepayments = [], instalments = [] } = payments;
  const balance = balanceOf(total, prepayments);
  if (compare(decimal(balance), decimal("0")) < 0) {
    const facts = { sum: addUp(prepayments), total, rule: "FBD03" };
    problems.add({ field: ["prepayments"], reason: "prepaid-over-total", ...facts });
  }
  const parts = payments.payments?.map((part) => ({ ...part, amount: part.amount ?? balance }));
  const isTold = parts?.length === 1 || payments.payments?.every(({ amount }) => amount !== null);
  if (parts !== undefined && isTold) {
    const paid = addUp(parts);
    if (paid !== total && paid !== balance) {
      problems.add({ field: ["payments"], reason: "payments-differ", sum: paid, total: balance });
    }
  }
  if (instalments.length > 0) checkInstalments(payments, { instalments, parts, balance, total }, problems);
  return parts === undefined ? payments : { ...payments, payments: parts };
}

interface Settled {
  readonly instalments: readonly Instalment[];
  readonly parts: readonly PaymentPart[] | undefined;
  readonly balance: Amount;
  readonly total: Amount;
}

function checkInstalments(
  { payment }: Payments,
  { instalments, parts, balance, total }: Settled,
  problems: ProblemList,
): void {
  const field = ["instalments"] as const;
  const credits = (parts ?? [{ ...payment, amount: null, reference: null }]).filter(({ form }) => form === CREDIT);
  const [credit, second] = credits;
  const due = addUp(instalments);
  if (credit === undefined) problems.add({ field, reason: "instalments-without-credit" });
  else if (second !== undefined) problems.add({ field, reason: "several-credits" });
  else if (due !== (credit.amount ?? balance) && (credit.amount !== null || due !== total)) {
    problems.add({ field, reason: "instalments-differ", sum: due, credit: credit.amount ?? balance });
  }
}

/** How the payments of a document were rounded; empty where none was. */
export function listRoundings(payments: readonly PaymentPart[] = []): readonly Rounding[] {
  return payments.flatMap(({ rounding }, index) =>
    rounding === undefined ? [] : [{ payment: index + 1, amount: rounding }],
  );
}

/** What is still to be paid: the total without what was paid before. */
export function balanceOf(total: Amount, prepayments: readonly Pick<Prepayment, "amount">[] = []): Amount {
  return print(decimal(total).minus(decimal(addUp(prepayments))));
}

function addUp(parts: readonly { readonly amount: Amount | null }[]): Amount {
  return print(sum(parts.map(({ amount }) => decimal(amount ?? "0"))));
}

/** Of a document of which cash was rounded, and of an invoice that has gifts or prepayments, or is a ticket; a part is absent where it has none. */
export interface SaleSummary {
  /** What is still to be paid. */
  readonly balance?: Amount;
  readonly gifts?: {
    /** Commercial value, without taxes. */
    readonly worth: Amount;
    /** What the seller bears of their taxes. */
    readonly assumed: Amount;
  };
  readonly roundings?: readonly Rounding[];
  /** Of a POS ticket: where it was sold, and the buyer in the loyalty scheme. */
  readonly ticket?: Pick<Ticket, "till" | "buyer">;
}

/** Undefined for a document without any of them. */
export function summarizeSale(document: Document): SaleSummary | undefined {
  const roundings = listRoundings(document.payments);
  const summary = {
    ...(document.kind === "invoice" ? summarizeInvoice(document) : {}),
    ...(roundings.length === 0 ? {} : { roundings }),
  };
  return Object.keys(summary).length === 0 ? undefined : summary;
}

function summarizeInvoice({ lines, prepayments, totals, ticket }: Invoice): SaleSummary {
  const gifts = lines.filter(({ gift }) => gift !== undefined);
  const worth = sum(gifts.map((line) => decimal(line.referencePrice?.amount ?? "0").times(decimal(line.quantity))));
  return {
    ...(prepayments === undefined ? {} : { balance: balanceOf(totals.total, prepayments) }),
    ...(gifts.length === 0 ? {} : { gifts: { worth: print(worth), assumed: print(sumAssumed(gifts)) } }),
    ...(ticket === undefined ? {} : { ticket: { till: ticket.till, buyer: ticket.buyer } }),
  };
}
