// Reads the body of an invoice and finds all that is wrong with it: in its shape, and in the meaning of the parts that have one.
import { findDueDateDoubts, findInvoiceDoubts, findPaymentDoubts } from "../../domain/doubt/doubt.ts";
import { findPaperDoubts } from "../../domain/doubt/paper.ts";
import { findPrintDoubts } from "../../domain/doubt/print-doubt.ts";
import type { InvoiceDraft } from "../../domain/draft/draft.ts";
import { findInvoiceProblems } from "../../domain/invoice/invoice.ts";
import { dateInBogota } from "../../domain/value/calendar.ts";
import type { JsonObject } from "../../domain/value/json.ts";
import { noticeOrRefuse, refuseDoubts, throwIfWrong } from "../app/payload.ts";
import type { Call } from "../app/route.ts";
import { type ReadSound, toSound } from "../creation/request.ts";
import { describeProblem } from "../message/refusal.ts";
import { findUnpaidPrices } from "./included-price.ts";
import { type InvoiceRequest, readInvoice } from "./request.ts";

/** @throws ApiError `invalid_payload` with every problem of shape, and of meaning in the parts that could be read. */
export function checkInvoice(call: Call, body: JsonObject): ReadSound<InvoiceDraft> {
  return checkSale(call, readInvoice(body, call.version));
}

/** The same of a sale that was read: an invoice, or a ticket. @throws ApiError as `checkInvoice`. */
export function checkSale(call: Call, request: InvoiceRequest): ReadSound<InvoiceDraft> {
  const { draft, naming } = request;
  call.notice(request.remarks);
  const parts = draft === undefined ? request.parts : { ...draft, header: draft };
  const { company } = call.caller;
  const payment = parts.payment ?? null;
  const doubts = [
    ...findInvoiceDoubts(parts),
    ...findPaymentDoubts(payment, company.paymentMethods),
    ...findDueDateDoubts(payment, company.paymentMethods, dateInBogota(Date.now())),
  ];
  const unpaid = call.version === "v1" ? [] : findUnpaidPrices(parts.lines ?? [], naming);
  const typeErrors = [...request.typeErrors, ...unpaid, ...refuseDoubts(call.version, doubts, naming)];
  const unknown = noticeOrRefuse(call, request.unused);
  if (typeErrors.length + unknown.length > 0) {
    const broken = findInvoiceProblems(parts, company, Date.now()).map((problem) => describeProblem(problem, naming));
    throwIfWrong("invalid_payload", unknown, [...typeErrors, ...broken]);
  }
  return toSound(request, (sound) => [...doubts, ...findPaperDoubts(sound, Date.now()), ...findPrintDoubts(sound)]);
}
