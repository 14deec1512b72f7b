// Says how a document is paid, and names the means of payment.
import meansList from "../../src/domain/catalogue/payment-means.json" with { type: "json" };
import type { WholeDocument } from "../../src/domain/signed-document.ts";
import type { PrintedDocument } from "./model.ts";
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

/** The first way of payment; null when the document names none. */
export function describePayment({ payments, dueDate }: WholeDocument): PrintedDocument["payment"] {
  const [payment] = payments;
  if (payment === undefined) return null;
  const { form, meansCode } = payment;
  return {
    form: PAYMENT_FORMS[form] ?? form,
    means: meansCode === null ? null : (SPELLED[meansCode] ?? MEANS.get(meansCode) ?? `Código ${meansCode}`),
    dueDate: payment.dueDate ?? dueDate,
  };
}
