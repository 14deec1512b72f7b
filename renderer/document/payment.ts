// Reads how a document is paid, and names the means of payment.
import meansList from "../../src/domain/catalogue/payment-means.json" with { type: "json" };
import type { PrintedDocument } from "./model.ts";
import { PAYMENT_FORMS } from "./wire-literal.ts";
import { findElement, findText, type XmlElement } from "./xml.ts";

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
export function readPayment(root: XmlElement): PrintedDocument["payment"] {
  const payment = findElement(root, "PaymentMeans");
  if (payment === undefined) return null;
  const form = findText(payment, "ID") ?? "";
  const means = findText(payment, "PaymentMeansCode");
  return {
    form: PAYMENT_FORMS[form] ?? form,
    means: means === null ? null : (SPELLED[means] ?? MEANS.get(means) ?? `Código ${means}`),
    dueDate: findText(payment, "PaymentDueDate") ?? findText(root, "DueDate"),
  };
}
