// Resolves how an invoice is paid: from the company's payment method, a means code, or the company's default.

import { isPaymentMeans } from "../catalogue/catalogue.ts";
import type { PaymentMethod } from "../company.ts";
import type { Payment } from "../document/document.ts";
import type { InvoicePaymentDraft } from "../draft/draft.ts";
import type { ProblemList } from "../refusal/problem-list.ts";
import { isCalendarDate } from "../value/calendar.ts";

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
