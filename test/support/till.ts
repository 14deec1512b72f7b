// Generates random items as a till sends them: with discounts, more than one tax, and prices that hold their taxes or do not.
import fc from "fast-check";
import type { InvoiceDraft, InvoiceLineDraft, OtherTaxDraft } from "../../src/domain/draft/draft.ts";
import { lineDraft } from "./company.ts";
import { decimalText } from "./money.ts";

const NOTHING = { rate: null, unitAmount: null, millilitres: null };

/** Taxes of a percentage, of money for each unit, and of money for each hundred millilitres. */
export const anyOtherTax: fc.Arbitrary<OtherTaxDraft> = fc.oneof(
  fc
    .tuple(fc.constantFrom("03", "08", "35", "36"), decimalText(5_000, 2))
    .map(([code, rate]) => ({ ...NOTHING, code, rate: Number(rate) > 50 ? "20" : rate })),
  fc
    .tuple(fc.constantFrom("02", "22", "23", "24", "32", "33"), decimalText(9_999, 3))
    .map(([code, unitAmount]) => ({ ...NOTHING, code, unitAmount })),
  fc
    .tuple(decimalText(999, 1), fc.integer({ min: 1, max: 2_000 }))
    .map(([unitAmount, millilitres]) => ({ ...NOTHING, code: "34", unitAmount, millilitres: String(millilitres) })),
);

type DiscountChanges = Pick<InvoiceLineDraft, "discountAmount" | "discountPercent">;

const anyDiscount: fc.Arbitrary<DiscountChanges> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: decimalText(99_999, 2).map((discountAmount) => ({ discountAmount })) },
  {
    weight: 2,
    arbitrary: decimalText(999_999, 4).map((text) => ({ discountPercent: Number(text) > 100 ? "10" : text })),
  },
  { weight: 1, arbitrary: fc.constant({ discountPercent: "100" }) },
);

const anyMoney = fc.oneof(
  fc.integer({ min: 1, max: 5_000 }).map((hundreds) => String(hundreds * 50)),
  decimalText(99_999_999, 6),
);
const anyQuantity = fc.oneof(
  fc.integer({ min: 1, max: 40 }).map(String),
  decimalText(99_999, 3),
  fc.integer({ min: 1, max: 1_000_000 }).map(String),
);

/** One item; some of them are refused, as too large a discount is. */
export const anyTillLine: fc.Arbitrary<InvoiceLineDraft> = fc
  .record({
    quantity: anyQuantity,
    money: anyMoney,
    taxRate: fc.constantFrom("19", "8", "5", "0", "16", "0.966"),
    price: fc.constantFrom("unit", "input", "paid"),
    discount: anyDiscount,
    otherTaxes: fc.uniqueArray(anyOtherTax, { maxLength: 3, selector: ({ code }) => code }),
  })
  .map(({ quantity, money, taxRate, price, discount, otherTaxes }) => {
    const given = { unitPrice: price === "unit" ? money : null, inputPrice: price === "unit" ? null : money };
    const others = otherTaxes.length === 0 ? {} : { otherTaxes };
    return lineDraft({ quantity, taxRate, taxIncluded: price === "paid", ...given, ...discount, ...others });
  });

/** Discounts and charges of the whole. */
export const anyAllowances: fc.Arbitrary<Pick<InvoiceDraft, "discounts" | "charges">> = fc
  .record({
    off: fc.option(decimalText(9_999, 2), { nil: null }),
    offPercent: fc.option(fc.constantFrom("5", "12.5", "33.3333"), { nil: null }),
    tip: fc.option(fc.constantFrom("10", "8.25"), { nil: null }),
  })
  .map(({ off, offPercent, tip }) => {
    const nothing = { amount: null, percent: null, reason: null, code: null };
    return {
      discounts: [
        ...(off === null ? [] : [{ ...nothing, amount: off, code: "01" }]),
        ...(offPercent === null ? [] : [{ ...nothing, percent: offPercent, reason: "Cliente frecuente" }]),
      ],
      charges: tip === null ? [] : [{ ...nothing, percent: tip, reason: "Propina" }],
    };
  });
