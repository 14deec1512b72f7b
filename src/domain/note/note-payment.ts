// Divides what a note gives back among the several payments of its document.
import type { Amount, PaymentPart } from "../document/document.ts";
import { addAmounts, type Decimal, decimal, isPositive, print } from "../value/decimal.ts";
import { type EarlierNote, isLowering } from "./note-balance.ts";

/**
 * The payments that give back a note's total, in the order in which they paid, each no more than it paid less what earlier notes
 * took; those that give nothing back are left out. What was not paid by any of them, as a prepayment, comes from the last.
 * @param payments with what each paid.
 */
export function shareReturn(
  payments: readonly PaymentPart[],
  notes: readonly EarlierNote[],
  total: Amount,
): readonly PaymentPart[] {
  let taken = decimal(addAmounts(notes.filter(isLowering).map((note) => note.total)));
  let rest = decimal(total);
  const shares: PaymentPart[] = [];
  for (const payment of payments) {
    const paid = decimal(payment.amount ?? "0");
    const before = least(paid, taken);
    const amount = least(paid.minus(before), rest);
    taken = taken.minus(before);
    rest = rest.minus(amount);
    if (isPositive(amount)) shares.push({ ...payment, amount: print(amount) });
  }
  const last = shares.pop() ?? payments.slice(-1).map((one) => ({ ...one, amount: "0.00" }))[0];
  return last === undefined ? [] : [...shares, { ...last, amount: print(decimal(last.amount ?? "0").plus(rest)) }];
}

function least(one: Decimal, other: Decimal): Decimal {
  return one.lt(other) ? one : other;
}
