// Says how a document is paid, and names the means of payment.
import meansList from "../../src/domain/catalogue/payment-means.json" with { type: "json" };
import type { PrintedRecord } from "../../src/domain/document/drawing.ts";
import type { SignedPayment, WholeDocument } from "../../src/domain/document/signed-document.ts";
import type { Instalment, PrintedDocument } from "./model.ts";
import { addUp, printMoney } from "./number.ts";
import { PAYMENT_FORMS } from "./wire-literal.ts";

const MEANS = new Map(
  meansList.rows.split("|").map((row) => [row.slice(0, row.indexOf(" ")), row.slice(row.indexOf(" ") + 1)]),
);
/** The published list misspells these. */
const SPELLED: Readonly<Record<string, string>> = {
  "1": "No definido",
  "30": "Transferencia crédito",
  "42": "Consignación bancaria",
  "48": "Tarjeta crédito",
  "49": "Tarjeta débito",
  "91": "Nota bancaria transferible",
  "92": "Cheque local transferible",
};

/** How a document is paid; null when it does not say. */
export function describePayment(facts: WholeDocument, { roundings }: PrintedRecord): PrintedDocument["payment"] {
  const { payments, dueDate } = facts;
  if (payments.length === 0) return null;
  const forms = [...new Set(payments.map(({ form }) => nameForm(form)))];
  return {
    form: forms.join(" y "),
    means: payments.flatMap((payment, index) => {
      const rounding = roundings.find((one) => one.payment === index + 1)?.amount;
      return describeMeans(payment, facts, forms.length > 1).map((means) => means + describeRounding(rounding, facts));
    }),
    dueDate: payments.find((payment) => payment.dueDate !== null)?.dueDate ?? dueDate,
  };
}

function nameForm(form: string): string {
  return PAYMENT_FORMS[form] ?? form;
}

/** `Tarjeta débito (crédito), ref. 8812: $ 69.000,00`: with what there is to say of it. @param isMixed whether others have another form. */
function describeMeans(payment: SignedPayment, facts: WholeDocument, isMixed: boolean): readonly string[] {
  const { meansCode, reference, form } = payment;
  const isOnly = facts.payments.length === 1;
  if (meansCode === null && isOnly) return [];
  const means = meansCode === null ? "" : (SPELLED[meansCode] ?? MEANS.get(meansCode) ?? `Código ${meansCode}`);
  const terms = termsOf(payment, facts);
  const amount =
    isOnly || terms.length === 0 ? "" : `: ${printMoney(addUp(terms.map((one) => one.amount)), facts.currency)}`;
  const named = isMixed ? `${means} (${nameForm(form).toLowerCase()})`.trim() : means;
  return [`${named}${reference === null ? "" : `, ref. ${reference}`}${amount}`];
}

/** `, ajuste por moneda −$ 27,00`: the total is what was signed, and this is not. */
function describeRounding(amount: string | undefined, { currency }: WholeDocument): string {
  if (amount === undefined) return "";
  const sign = amount.startsWith("-") ? "−" : "";
  return `, ajuste por moneda ${sign}${printMoney(amount.replace("-", ""), currency)}`;
}

function termsOf({ id }: SignedPayment, { terms }: WholeDocument) {
  return id === null ? [] : terms.filter(({ paymentId }) => paymentId === id);
}

/** Payments that are divided, part by part. */
export function listInstalments(facts: WholeDocument): readonly Instalment[] {
  return facts.payments.flatMap((payment) => {
    const terms = termsOf(payment, facts);
    if (terms.length < 2) return [];
    return terms.map(({ amount, dueDate }, index) => ({
      label: `Cuota ${index + 1} de ${terms.length}`,
      date: dueDate,
      amount,
    }));
  });
}

/** What was paid before, each by its receipt. */
export function listPrepayments({ prepayments }: WholeDocument): readonly Instalment[] {
  return prepayments.map(({ amount, date, reference }, index) => ({
    label: reference ?? `Anticipo ${index + 1}`,
    date,
    amount,
  }));
}
