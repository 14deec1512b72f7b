// How an invoice is paid: the company's method, or a means code, or the company's default, into form, means and due date.
import { isCalendarDate } from "./calendar.ts";
import { isPaymentMeans } from "./catalogue.ts";
import type { PaymentMethod } from "./company.ts";
import type { Payment } from "./document.ts";
import type { InvoicePaymentDraft } from "./draft.ts";
import type { ProblemList } from "./problem-list.ts";

type PaymentForm = PaymentMethod["form"];

/** Cash in hand: what is left when neither the client nor the company says anything (contract 2.4). */
const CASH_MEANS = "10";

/**
 * Contract 2.4: an active method of the company decides; without it the means code (FAN03); without both the company's
 * default. The company's list is the operational source, so a means code beside a method is not compared with it.
 * A cash sale is due on its issue date, whatever `due_date` says; credit needs its own (FAN04).
 */
export function resolvePayment(
  draft: InvoicePaymentDraft | null,
  methods: readonly PaymentMethod[],
  issueDate: string,
  problems: ProblemList,
): Payment {
  const asked = draft ?? { form: null, methodId: null, meansCode: null, dueDate: null };
  const method = findMethod(asked, methods, problems);
  const form = asked.form ?? method?.form ?? "contado";
  if (asked.methodId !== null && method !== undefined && asked.form !== null && asked.form !== method.form) {
    const phrase = `es "${asked.form}", pero el método ${method.id} de la empresa es de "${method.form}"`;
    problems.add("payment.form", phrase, "2.4");
  }
  const meansCode = method?.meansCode ?? asked.meansCode ?? CASH_MEANS;
  if (!isPaymentMeans(meansCode)) {
    const phrase = `es "${meansCode}"; se espera un código de la lista de medios de pago de la autoridad, como "10" o "42"`;
    problems.add("payment.means_code", phrase, "FAN03");
  }
  const isCredit = form === "credito";
  const dueDate = isCredit ? readDueDate(asked.dueDate, issueDate, problems) : issueDate;
  return { form: isCredit ? "2" : "1", meansCode, dueDate };
}

function findMethod(
  asked: InvoicePaymentDraft,
  methods: readonly PaymentMethod[],
  problems: ProblemList,
): PaymentMethod | undefined {
  const active = methods.filter((method) => method.isActive);
  if (asked.methodId === null) return asked.meansCode === null ? findDefault(active, asked.form) : undefined;
  const found = active.find((method) => method.id === asked.methodId);
  if (found !== undefined) return found;
  const isInactive = methods.some((method) => method.id === asked.methodId);
  const why = isInactive ? "está inactivo" : "no es un método de pago de la empresa";
  problems.add("payment.method_id", `es ${asked.methodId}, que ${why}; consulte la lista de métodos de pago`, "2.4");
  return undefined;
}

/** The company's default, unless the client asked for the other form of payment. */
function findDefault(active: readonly PaymentMethod[], form: PaymentForm | null): PaymentMethod | undefined {
  const fitting = active.filter((method) => form === null || method.form === form);
  return fitting.find((method) => method.isDefault);
}

function readDueDate(dueDate: string | null, issueDate: string, problems: ProblemList): string {
  const path = "payment.due_date";
  if (dueDate === null || dueDate === "") {
    problems.add(path, 'es obligatorio cuando `payment.form` es "credito"', "FAN04");
    return issueDate;
  }
  if (!isCalendarDate(dueDate) || dueDate < issueDate) {
    const expected = `una fecha real AAAA-MM-DD igual o posterior a la de emisión (${issueDate})`;
    problems.add(path, `es "${dueDate}"; debe ser ${expected}`, "FAN04");
  }
  return dueDate;
}
