// Builds the UBL groups that divide a payment: amounts of several, instalments, what was paid before.
import type { Amount, DocumentCommon, Prepayment } from "../domain/document/document.ts";
import { group, text } from "../xml/element.ts";
import { isOnCredit } from "./frame.ts";
import { optional } from "./party.ts";

interface Term {
  /** PaymentID of the payment that it divides. */
  readonly means: string;
  readonly note: string | null;
  readonly amount: Amount;
  readonly dueDate: string | null;
}

/** PaymentTerms, numbered from 1: the amount of each of several payments, and the instalments of the one on credit. */
export function buildPaymentTerms(
  { payment, payments = [{ ...payment, amount: null, reference: null }], instalments = [] }: Divided,
  currency: string,
): string {
  const terms = payments.flatMap((one, index): readonly Term[] => {
    const means = String(index + 1);
    if (isOnCredit(one) && instalments.length > 0) {
      const name = (part: number) => `Cuota ${part + 1} de ${instalments.length}`;
      return instalments.map((instalment, part) => ({ means, note: name(part), ...instalment }));
    }
    const { amount } = one;
    return payments.length === 1 || amount === null ? [] : [{ means, note: null, amount, dueDate: null }];
  });
  return terms.map((term, index) => buildTerm(term, index, currency)).join("");
}

type Divided = Pick<DocumentCommon, "payment" | "payments" | "instalments">;

function buildTerm({ means, note, amount, dueDate }: Term, index: number, currency: string): string {
  return group("cac:PaymentTerms", [
    text("cbc:ID", String(index + 1)),
    text("cbc:PaymentMeansID", means),
    optional("cbc:Note", note),
    text("cbc:Amount", amount, currency),
    optional("cbc:PaymentDueDate", dueDate),
  ]);
}

/** PrepaidPayment, numbered from 1 (FBD02 to FBD05); informative. */
export function buildPrepayments(prepayments: readonly Prepayment[] = [], currency: string): string {
  return prepayments
    .map(({ amount, date, reference }, index) =>
      group("cac:PrepaidPayment", [
        text("cbc:ID", String(index + 1)),
        text("cbc:PaidAmount", amount, currency),
        text("cbc:ReceivedDate", date),
        text("cbc:PaidDate", date),
        optional("cbc:InstructionID", reference),
      ]),
    )
    .join("");
}
