// Divides what a note gives back among the several payments of its document.
import type { Amount, PaymentPart } from "../document/document.ts";
import { addAmounts, type Decimal, decimal, isPositive, print, ZERO } from "../value/decimal.ts";
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
  const shares = payments.map((payment) => {
    const paid = decimal(payment.amount ?? "0");
    const before = least(paid, taken);
    const share = least(paid.minus(before), rest);
    taken = taken.minus(before);
    rest = rest.minus(share);
    return share;
  });
  const giving = shares.findLastIndex(isPositive);
  const last = giving < 0 ? payments.length - 1 : giving;
  return payments.flatMap((payment, index) => {
    const share = shares[index] ?? ZERO;
    if (index === last) return [{ ...payment, amount: print(share.plus(rest)) }];
    return isPositive(share) ? [{ ...payment, amount: print(share) }] : [];
  });
}

function least(one: Decimal, other: Decimal): Decimal {
  return one.lt(other) ? one : other;
}
