// The withholdings of a support document into the share of each line: the authority wants both, and the lines to add up.
import { decimal, print, sum } from "./decimal.ts";
import type { Amount, DocumentLine, TaxSubtotal, Withholding } from "./document.ts";
import type { SupportWithholdingDraft } from "./draft.ts";

type BaseMode = NonNullable<SupportWithholdingDraft["baseMode"]>;

const RETEIVA = "05";

/** ReteIVA is withheld from the IVA, the others from the value before taxes (authority/README 2.6). */
export function pickBaseMode({ baseMode, taxCode }: Pick<SupportWithholdingDraft, "baseMode" | "taxCode">): BaseMode {
  return baseMode ?? (taxCode === RETEIVA ? "impuestos" : "subtotal");
}

/**
 * The same lines, each with its share of every withholding: in proportion to what the line gives to the base, to the
 * cent, so that the shares add up to the document's base and amount (FAT01, FAT02). An explicit base that is the very
 * value of one line is that line's.
 * @param drafts as settled, one per withholding, in the same order.
 */
export function shareWithholdings(
  lines: readonly DocumentLine[],
  drafts: readonly SupportWithholdingDraft[],
  withholdings: readonly Withholding[],
): readonly DocumentLine[] {
  const shares = withholdings.map((withholding, index) => {
    const draft = drafts[index];
    if (draft === undefined) throw new Error("a withholding without what it was asked for");
    const weights = weigh(lines, pickBaseMode(draft));
    return shareOut(withholding, draft.base === null ? weights : singleOut(weights, toCents(withholding.base)));
  });
  return lines.map((line, index) => ({
    ...line,
    withholdings: shares.flatMap((perLine) => perLine[index] ?? []),
  }));
}

/** Cents that each line gives to a base; an explicit base of a tax that no line has is shared by value. */
function weigh(lines: readonly DocumentLine[], mode: BaseMode): readonly bigint[] {
  const taxes = lines.map(({ taxes: own }) => toCents(print(sum(own.map(({ amount }) => decimal(amount))))));
  const values = lines.map(({ base }) => toCents(base));
  const weights = {
    subtotal: values,
    impuestos: taxes,
    total: values.map((value, index) => value + (taxes[index] ?? 0n)),
  }[mode];
  return weights.some((weight) => weight > 0n) ? weights : values;
}

function singleOut(weights: readonly bigint[], base: bigint): readonly bigint[] {
  const isOnlyOne = weights.filter((weight) => weight === base).length === 1;
  return isOnlyOne ? weights.map((weight) => (weight === base ? weight : 0n)) : weights;
}

/** Running totals are rounded and each line gets what they grow by: the last cent falls where it belongs. */
function shareOut(
  { code, name, rate, base, amount }: Withholding,
  weights: readonly bigint[],
): readonly (TaxSubtotal | undefined)[] {
  const whole = { base: toCents(base), amount: toCents(amount), weight: weights.reduce((all, one) => all + one, 0n) };
  let [weight, reachedBase, reachedAmount] = [0n, 0n, 0n];
  return weights.map((own) => {
    weight += own;
    const nextBase = divideRounded(whole.base * weight, whole.weight);
    const nextAmount = divideRounded(whole.amount * weight, whole.weight);
    const share = { base: nextBase - reachedBase, amount: nextAmount - reachedAmount };
    [reachedBase, reachedAmount] = [nextBase, nextAmount];
    if (share.base === 0n && share.amount === 0n) return undefined;
    return { code, name, rate, base: toAmount(share.base), amount: toAmount(share.amount) };
  });
}

/** Half up; a line of weight zero changes nothing. */
function divideRounded(value: bigint, by: bigint): bigint {
  return by === 0n ? 0n : (2n * value + by) / (2n * by);
}

function toCents(amount: Amount): bigint {
  return BigInt(amount.replace(".", ""));
}

function toAmount(cents: bigint): Amount {
  const digits = String(cents).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
