// Writes what a note carries of the discounts of its document.
import type { DiscountShare } from "../../domain/note-allowance.ts";

/** What the note carries of the document's discounts. */
export function toWireShares(shares: readonly DiscountShare[] = []) {
  return shares.map(({ reason: motivo, amount: valor }) => ({ motivo, valor }));
}
