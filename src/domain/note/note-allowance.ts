// Decides which discounts and charges a note carries: shares of its document's discounts, charges given back, and its own.

import type { AllowanceCharge, Amount, Note, NoteAllowance, NoteLine, Totals } from "../document/document.ts";
import type { InvoiceNoteDraft, NoteChargeDraft, NoteDraft } from "../draft/note-draft.ts";
import { KINDS } from "../kind.ts";
import { assumeTaxes, isAssumed, resolveAllowances, statePercent, sumAssumed } from "../price/document-allowance.ts";
import type { ProblemList } from "../refusal/problem-list.ts";
import { Refusal } from "../refusal/refusal.ts";
import { compare, type Decimal, decimal, isPositive, isZero, print, round, sum, ZERO } from "../value/decimal.ts";
import { worthOf } from "./line-share.ts";
import { isLowering, type NoteTakes } from "./note-balance.ts";
import type { Correctable } from "./note-reference.ts";

/** A part of one of the document's discounts that a note carries. */
export interface DiscountShare {
  readonly reason: string;
  readonly amount: Amount;
}

/** The parts of the document's discounts that a note carries, those of an annulment included. */
export function listShares({ allowances = [] }: Pick<Note, "allowances">): readonly DiscountShare[] {
  return allowances
    .filter(({ isCharge, corrects }) => !isCharge && corrects !== undefined)
    .map(({ reason, amount }) => ({ reason, amount }));
}

/** What a note's discounts and charges are resolved with. */
interface AllowanceContext {
  readonly correctable: Correctable | null;
  readonly lines: readonly NoteLine[];
  /** Of the lines alone. */
  readonly totals: Pick<Totals, "subtotal" | "total">;
  readonly problems: ProblemList;
}

/** Those of the document, each with its number among its discounts or among its charges. */
export function copyAllowances(allowances: readonly AllowanceCharge[]): readonly NoteAllowance[] {
  return allowances.map((one, index) => {
    const before = allowances.slice(0, index).filter(({ isCharge }) => isCharge === one.isCharge);
    return { ...one, corrects: before.length + 1 };
  });
}

/**
 * The shares of the document's discounts, then the note's own discounts, then charges.
 * @throws Refusal for a charge that the document does not have, or of which less is left.
 */
export function resolveNoteAllowances(draft: NoteDraft, context: AllowanceContext): readonly NoteAllowance[] {
  if (draft.typeCode === "95") return [];
  const { totals, problems } = context;
  const shares = [
    ...(KINDS[draft.typeCode].effect === "lowers" && draft.areDiscountsShared ? shareDiscounts(context) : []),
    ...assumeGiftTaxes(context),
  ];
  const off = sum(shares.map(({ amount }) => decimal(amount)));
  const rest = { subtotal: totals.subtotal, total: print(decimal(totals.total).minus(off)) };
  const own = resolveAllowances(ownAllowances(draft), rest, problems);
  const isDiscount = ({ isCharge }: AllowanceCharge) => !isCharge;
  const returned = draft.charges.flatMap((charge, index) =>
    charge.type === "own" ? [] : returnCharge(charge, index, draft.charges.slice(0, index), context),
  );
  return [...shares, ...own.filter(isDiscount), ...returned, ...own.filter((one) => one.isCharge)];
}

/** A charge that is given back leaves its place empty, so that the others are named by theirs. */
function ownAllowances({ discounts, charges }: InvoiceNoteDraft) {
  return { discounts, charges: charges.map((one) => (one.type === "own" ? one.allowance : undefined)) };
}

/**
 * The same part of every discount as the live notes, this one included, take of the lines' worth with their taxes, less what
 * those before it have carried: running totals, so that the last return closes them to the cent. Never more than the lines of
 * the note that return something are worth.
 */
function shareDiscounts({ correctable, lines, totals }: AllowanceContext): readonly NoteAllowance[] {
  if (correctable === null) return [];
  const { document, notes } = correctable;
  const live = notes.filter(isLowering);
  const whole = sumWorth(document.lines);
  const returned = sumWorth(lines.filter(isReturned));
  const taken = sumWorth(live.flatMap((note) => note.lines.filter(isReturned))).plus(returned);
  if (isZero(whole)) return [];
  let most = returned;
  return copyAllowances(document.allowances ?? []).flatMap((discount) => {
    if (discount.isCharge || isAssumed(discount)) return [];
    const amount = decimal(discount.amount);
    const given = sumGiven(
      live.flatMap(({ allowances }) => allowances),
      discount,
    );
    const due = round(amount.times(taken).div(whole)).minus(given);
    const share = [due, amount.minus(given), most].reduce((one, other) => (compare(other, one) < 0 ? other : one));
    if (!isPositive(share)) return [];
    most = most.minus(share);
    return { ...discount, ...statePercent(print(share), totals) };
  });
}

/** The taxes that the seller bears of the gifts among the note's lines: with its number the part of the document's discount. */
function assumeGiftTaxes({ correctable, lines }: AllowanceContext): readonly NoteAllowance[] {
  const whole = copyAllowances(correctable?.document.allowances ?? []).find(isAssumed);
  const returned = assumeTaxes(lines.filter(isReturned));
  const own = assumeTaxes(lines.filter((line) => !isReturned(line)));
  const ofDocument = whole === undefined || returned === undefined ? [] : [{ ...whole, ...returned }];
  return [...ofDocument, ...(own === undefined ? [] : [own])];
}

function isReturned({ corrects }: Pick<NoteLine, "corrects">): boolean {
  return corrects !== null;
}

/** What lines cost the buyer: without what the seller bears of the taxes of his gifts. */
function sumWorth(lines: readonly (Parameters<typeof worthOf>[0] & Pick<NoteLine, "gift">)[]): Decimal {
  return sum(lines.map(worthOf)).minus(sumAssumed(lines));
}

/** What notes have carried of one discount or charge of the document. */
function sumGiven(
  allowances: NoteTakes["allowances"],
  { isCharge, corrects }: Pick<NoteAllowance, "isCharge" | "corrects">,
): Decimal {
  const same = allowances.filter((one) => one.isCharge === isCharge && one.corrects === corrects);
  return sum(same.map(({ amount }) => decimal(amount)));
}

type ReturnedCharge = Extract<NoteChargeDraft, { readonly type: "returned" }>;

function returnCharge(
  { charge, amount }: ReturnedCharge,
  index: number,
  before: readonly NoteChargeDraft[],
  { correctable, totals }: AllowanceContext,
): NoteAllowance {
  const charges = copyAllowances(correctable?.document.allowances ?? []).filter(({ isCharge }) => isCharge);
  const source = charges.find(({ corrects }) => corrects === charge);
  if (source === undefined || correctable === null) {
    const field = ["charges", index, "charge"] as const;
    throw new Refusal({ reason: "charge-unknown", field, charge, count: charges.length });
  }
  const given = (isAccepted: boolean): Amount =>
    print(
      sumGiven(
        correctable.notes
          .filter((note) => isLowering(note) && (note.state === "aceptado") === isAccepted)
          .flatMap(({ allowances }) => allowances),
        source,
      ),
    );
  const [credited, inProcess] = [given(true), given(false)];
  const inThisNote = before.map((one) =>
    one.type === "returned" && one.charge === charge ? decimal(one.amount) : ZERO,
  );
  const left = [decimal(credited), decimal(inProcess), ...inThisNote].reduce(
    (rest, one) => rest.minus(one),
    decimal(source.amount),
  );
  const requested = print(decimal(amount));
  if (compare(decimal(requested), left) > 0) {
    const balance = { invoiced: source.amount, credited, inProcess, available: print(left), requested };
    // The authority compares totals, and knows nothing of what is left of one charge.
    throw new Refusal({ reason: "exceeds-balance", field: ["charges", index, "amount"], ...balance, charge });
  }
  return { ...source, ...statePercent(requested, totals) };
}
