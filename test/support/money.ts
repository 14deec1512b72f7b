// Computes items with exact fractions of its own: a reference that shares no code with the product.
import fc from "fast-check";
import { expect } from "vitest";
import type { InvoiceLineDraft } from "../../src/domain/draft/draft.ts";
import { lineDraft } from "./company.ts";

/** An exact fraction; the reference knows nothing of the library under test. */
export interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

export function fraction(text: string): Fraction {
  const [whole = "0", decimals = ""] = text.split(".");
  return { top: BigInt(whole + decimals), bottom: 10n ** BigInt(decimals.length) };
}

export function times(...factors: readonly Fraction[]): Fraction {
  const one: Fraction = { top: 1n, bottom: 1n };
  return factors.reduce(
    (product, { top, bottom }) => ({ top: product.top * top, bottom: product.bottom * bottom }),
    one,
  );
}

/** Rounds a non-negative fraction half-even to `places` decimals, as an integer of those. */
export function roundEven({ top, bottom }: Fraction, places: number): bigint {
  const scaled = top * 10n ** BigInt(places);
  const floor = scaled / bottom;
  const twice = (scaled % bottom) * 2n;
  const isUp = twice > bottom || (twice === bottom && floor % 2n === 1n);
  return isUp ? floor + 1n : floor;
}

export function cents(printed: string): bigint {
  expect(printed).toMatch(/^\d+\.\d{2}$/);
  return BigInt(printed.replace(".", ""));
}

export function total(values: readonly bigint[]): bigint {
  return values.reduce((sum, value) => sum + value, 0n);
}

/** What the reference makes of one item; of an item that says what is paid for it, only what both are together. */
export function expectedLine(draft: InvoiceLineDraft): { readonly base?: bigint; readonly tax?: bigint; sum: bigint } {
  const input = fraction(draft.inputPrice ?? "0");
  if (draft.taxIncluded && draft.inputPrice !== null && draft.taxRate !== "0") {
    return { sum: roundEven(times(input, fraction(draft.quantity)), 2) };
  }
  const unit = fraction(draft.unitPrice ?? draft.inputPrice ?? "0");
  const base = roundEven(times(unit, fraction(draft.quantity)), 2);
  const tax = taxOf(base, draft.taxRate);
  return { base, tax, sum: base + tax };
}

export function taxOf(baseCents: bigint, rate: string): bigint {
  return roundEven(times({ top: baseCents, bottom: 100n }, fraction(rate), { top: 1n, bottom: 100n }), 2);
}

export function decimalText(max: number, places: number): fc.Arbitrary<string> {
  return fc
    .tuple(fc.integer({ min: 1, max }), fc.integer({ min: 0, max: places }))
    .map(([digits, scale]) => (digits / 10 ** scale).toFixed(scale));
}

export const anyRate = fc.constantFrom("0", "5", "8", "16", "19", "19.5", "4.25", "0.966", "100");
export const anyLine: fc.Arbitrary<InvoiceLineDraft> = fc
  .record({
    quantity: decimalText(999_999, 4),
    money: decimalText(99_999_999, 6),
    taxRate: anyRate,
    isNet: fc.boolean(),
    taxIncluded: fc.boolean(),
  })
  .map(({ quantity, money, taxRate, isNet, taxIncluded }) =>
    lineDraft({ quantity, taxRate, taxIncluded, unitPrice: isNet ? money : null, inputPrice: isNet ? null : money }),
  )
  .filter((draft) => expectedLine(draft).sum > 1n)
  // A price of which the tax is half: without it nothing is left that a price can print, and the line is refused.
  .filter(({ inputPrice, taxIncluded, taxRate }) => !taxIncluded || taxRate !== "100" || inputPrice !== "0.000001");
export const anyLines = fc.array(anyLine, { minLength: 1, maxLength: 25 });
