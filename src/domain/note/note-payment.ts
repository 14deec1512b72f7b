// Divides what a note gives back among the several payments of its document.
import type { Amount, PaymentPart } from "../document/document.ts";
import { addAmounts, type Decimal, decimal, isPositive, print, ZERO } from "../value/decimal.ts";
import { type EarlierNote, isLowering } from "./note-balance.ts";

/**
 * The payments that give back a note's total, in the order in which they paid, each no more than it paid less what earlier notes
 * gave back by its means; those that give nothing back are left out. What was not paid by any of them, as a prepayment, comes from the last. The
 * rounding of a payment comes back with the last of it.
 * @param payments with what each paid.
 */
export function shareReturn(
  payments: readonly PaymentPart[],
  notes: readonly EarlierNote[],
  total: Amount,
): readonly PaymentPart[] {
  const earlier = notes.filter(isLowering);
  const means = earlier.flatMap((note) => note.means ?? []);
  const told = new Map(
    [...Map.groupBy(means, ({ meansCode }) => meansCode)].map(([code, same]) => [code, sumOf(same)] as const),
  );
  // What a note does not tell came from the first payments that had it.
  let untold = addUp(earlier.map((note) => note.total)).minus(sumOf(means));
  let rest = decimal(total);
  const shares = payments.map((payment) => {
    const paid = decimal(payment.amount ?? "0");
    const ofMeans = told.get(payment.meansCode) ?? ZERO;
    const known = least(paid, ofMeans);
    told.set(payment.meansCode, ofMeans.minus(known));
    const other = least(paid.minus(known), untold);
    untold = untold.minus(other);
    const before = known.plus(other);
    const share = least(paid.minus(before), rest);
    rest = rest.minus(share);
    return { share, isLast: isPositive(share) && before.plus(share).eq(paid) };
  });
  const giving = shares.findLastIndex(({ share }) => isPositive(share));
  const last = giving < 0 ? payments.length - 1 : giving;
  return payments.flatMap((payment, index) => {
    const { share, isLast } = shares[index] ?? { share: ZERO, isLast: false };
    const part = isLast ? payment : withoutRounding(payment);
    if (index === last) return [{ ...part, amount: print(share.plus(rest)) }];
    return isPositive(share) ? [{ ...part, amount: print(share) }] : [];
  });
}

/** A payment as if its cash had not been rounded. */
export function withoutRounding({ rounding: _, ...payment }: PaymentPart): PaymentPart {
  return payment;
}

function sumOf(parts: readonly { readonly amount: Amount }[]): Decimal {
  return addUp(parts.map(({ amount }) => amount));
}

function addUp(amounts: readonly Amount[]): Decimal {
  return decimal(addAmounts(amounts));
}

function least(one: Decimal, other: Decimal): Decimal {
  return one.lt(other) ? one : other;
}
