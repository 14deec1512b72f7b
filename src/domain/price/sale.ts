// Sums up what follows from the gifts and prepayments of an invoice, for the answers about it.

import type { Amount, Invoice, Ticket } from "../document/document.ts";
import { decimal, print, sum } from "../value/decimal.ts";
import { sumAssumed } from "./gift.ts";
import { balanceOf } from "./payment-part.ts";

/** Of an invoice that has gifts or prepayments, or is a ticket; a part is absent where it has none. */
export interface SaleSummary {
  /** What is still to be paid. */
  readonly balance?: Amount;
  readonly gifts?: {
    /** Commercial value, without taxes. */
    readonly worth: Amount;
    /** What the seller bears of their taxes. */
    readonly assumed: Amount;
  };
  /** Of a POS ticket: where it was sold, and the buyer in the loyalty scheme. */
  readonly ticket?: Pick<Ticket, "till" | "buyer">;
}

/** Undefined for an invoice without any of them. */
export function summarizeSale({
  lines,
  prepayments,
  totals,
  ticket,
}: Pick<Invoice, "lines" | "prepayments" | "totals" | "ticket">): SaleSummary | undefined {
  const gifts = lines.filter(({ gift }) => gift !== undefined);
  if (gifts.length === 0 && prepayments === undefined && ticket === undefined) return undefined;
  const worth = sum(gifts.map((line) => decimal(line.referencePrice?.amount ?? "0").times(decimal(line.quantity))));
  return {
    ...(prepayments === undefined ? {} : { balance: balanceOf(totals.total, prepayments) }),
    ...(gifts.length === 0 ? {} : { gifts: { worth: print(worth), assumed: print(sumAssumed(gifts)) } }),
    ...(ticket === undefined ? {} : { ticket: { till: ticket.till, buyer: ticket.buyer } }),
  };
}
