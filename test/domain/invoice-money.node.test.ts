// Compares random invoices with exact rational arithmetic: what is printed on the lines adds up to what is printed below.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AiuDraft, InvoiceDraft } from "../../src/domain/draft/draft.ts";
import { cases } from "../support/cases.ts";
import {
  anyLines,
  anyRate,
  cents,
  decimalText,
  expectedLine,
  fraction,
  roundEven,
  taxOf,
  times,
  total,
} from "../support/money.ts";
import { price } from "../support/pricing.ts";

const RUNS = 2_000;
/** Of the authority, for the tax of a line, in cents (FAX07). */
const TAX_TOLERANCE = 200n;

function distance(one: bigint, other: bigint): bigint {
  return one < other ? other - one : one - other;
}

function checkSums(document: ReturnType<typeof price>): void {
  const { lines, taxes, totals, withholdings } = document;
  const lineTaxes = lines.flatMap((line) => line.taxes);
  expect(cents(totals.subtotal)).toBe(total(lines.map((line) => cents(line.base))));
  expect(cents(totals.taxes)).toBe(total(lineTaxes.map((tax) => cents(tax.amount))));
  expect(cents(totals.taxes)).toBe(total(taxes.map((tax) => cents(tax.amount))));
  expect(cents(totals.taxableBase)).toBe(total(lineTaxes.map((tax) => cents(tax.base))));
  expect(cents(totals.total)).toBe(cents(totals.subtotal) + cents(totals.taxes));
  for (const tax of taxes) {
    const same = lineTaxes.filter((one) => one.code === tax.code && one.rate === tax.rate);
    expect(cents(tax.amount)).toBe(total(same.map((one) => cents(one.amount))));
    expect(cents(tax.base)).toBe(total(same.map((one) => cents(one.base))));
  }
  for (const line of lines) {
    const product = roundEven(times(fraction(line.unitPrice), fraction(line.quantity)), 2);
    expect(distance(cents(line.base), product)).toBeLessThanOrEqual(1n);
    for (const tax of line.taxes) {
      expect(distance(cents(tax.amount), taxOf(cents(tax.base), tax.rate))).toBeLessThanOrEqual(TAX_TOLERANCE);
    }
  }
  for (const one of withholdings) expect(cents(one.amount)).toBe(taxOf(cents(one.base), one.rate));
}

describe("money, over random invoices", () => {
  it("each line is what exact arithmetic says, and lines add up to taxes and totals", () => {
    fc.assert(
      fc.property(anyLines, (lines) => {
        const document = price({ lines });
        checkSums(document);
        const expected = lines.map(expectedLine);
        for (const [index, { base, tax, sum }] of expected.entries()) {
          const line = document.lines[index];
          const lineBase = cents(line?.base ?? "");
          const lineTax = cents(line?.taxes[0]?.amount ?? "0.00");
          expect(lineBase + lineTax).toBe(sum);
          if (base !== undefined) expect([lineBase, lineTax]).toEqual([base, tax]);
        }
        expect(cents(document.totals.total)).toBe(total(expected.map(({ sum }) => sum)));
      }),
      { numRuns: cases(RUNS) },
    );
  });

  it("the same holds in dollars, to the same cents", () => {
    const currency: InvoiceDraft["currency"] = {
      code: "USD",
      appliedRate: "4012.37",
      officialRate: null,
      rateDate: "2026-03-04",
    };
    fc.assert(
      fc.property(anyLines, (lines) => {
        const dollars = price({ lines, currency });
        checkSums(dollars);
        expect(dollars.totals).toEqual(price({ lines }).totals);
      }),
      { numRuns: cases(RUNS / 10) },
    );
  });

  it("an AIU contract adds its percentages of the base, and tax on its own base only", () => {
    const anyAiu: fc.Arbitrary<AiuDraft> = fc
      .record({
        contractBase: fc.integer({ min: 100_000, max: 10 ** 12 }).map((value) => (value / 100).toFixed(2)),
        administrationPercent: decimalText(9_999, 2).filter((text) => Number(text) <= 100),
        contingencyPercent: decimalText(9_999, 4).filter((text) => Number(text) <= 100 && Number(text) > 0.01),
        profitPercent: decimalText(9_999, 3).filter((text) => Number(text) <= 100),
        taxRate: anyRate,
        taxBaseMode: fc.constantFrom("AIU_TOTAL" as const, "UTILIDAD" as const),
      })
      .filter((aiu) => Number(aiu.administrationPercent) > 0.001 && Number(aiu.profitPercent) > 0.001);
    fc.assert(
      fc.property(anyAiu, anyLines, (aiu, drafts) => {
        const lines = drafts.map((draft) => ({ ...draft, taxRate: "0" }));
        const document = price({ aiu, lines });
        checkSums(document);
        const percents = [aiu.administrationPercent, aiu.contingencyPercent, aiu.profitPercent];
        const parts = percents.map((percent) =>
          roundEven(times(fraction(aiu.contractBase), fraction(percent), { top: 1n, bottom: 100n }), 2),
        );
        expect(document.lines.slice(0, 3).map((line) => cents(line.base))).toEqual(parts);
        const taxed = aiu.taxRate === "0" ? [] : aiu.taxBaseMode === "AIU_TOTAL" ? parts : parts.slice(2);
        expect(cents(document.totals.taxableBase)).toBe(total(taxed));
        expect(cents(document.totals.taxes)).toBe(total(taxed.map((base) => taxOf(base, aiu.taxRate))));
      }),
      { numRuns: cases(RUNS / 4) },
    );
  });

  it("withholdings are base x percent to the cent on the document, and their lines add up to them", () => {
    fc.assert(
      fc.property(
        anyLines,
        decimalText(9_999, 4).filter((text) => Number(text) <= 30),
        (lines, percent) => {
          const withholdings = [
            { type: "RETEFUENTE", baseMode: "subtotal", percent },
            { type: "RETEICA", baseMode: "total", percent },
          ];
          const document = price({ lines, withholdings });
          checkSums(document);
          for (const [index, one] of document.withholdings.entries()) {
            const shares = document.lines.map((line) => line.withholdings[index]);
            expect(cents(one.amount)).toBe(total(shares.map((share) => cents(share?.amount ?? "0.00"))));
            expect(cents(one.base)).toBe(total(shares.map((share) => cents(share?.base ?? "0.00"))));
          }
          expect(cents(document.totals.total)).toBe(cents(document.totals.subtotal) + cents(document.totals.taxes));
        },
      ),
      { numRuns: cases(RUNS / 4) },
    );
  });

  it("the printed totals, claimed back, are always accepted", () => {
    fc.assert(
      fc.property(anyLines, (lines) => {
        const { totals } = price({ lines });
        const claimed = { claimedSubtotal: totals.subtotal, claimedTaxes: totals.taxes, claimedTotal: totals.total };
        expect(price({ lines, ...claimed }).totals).toEqual(totals);
      }),
      { numRuns: cases(RUNS / 10) },
    );
  });
});
