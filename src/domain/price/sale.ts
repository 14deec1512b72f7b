// Sums up what follows from gifts, prepayments and rounded payments of a document, for the answers about it.

import type { Amount, Document, Invoice, Rounding, Ticket } from "../document/document.ts";
import { decimal, print, sum } from "../value/decimal.ts";
import { sumAssumed } from "./gift.ts";
import { balanceOf, listRoundings } from "./payment.ts";

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
