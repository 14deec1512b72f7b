// Tests tickets whose prices hold their tax: the invoice is what was paid, and the authority's rules hold by its reading and by
// ours.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseXml } from "../../simulator/dom.ts";
import { judgeLines } from "../../simulator/judge/line.ts";
import { Sheet } from "../../simulator/judge/sheet.ts";
import { judgeTaxes } from "../../simulator/judge/tax.ts";
import { judgeTotals } from "../../simulator/judge/total.ts";
import type { InvoiceDraft, InvoiceLineDraft, OtherTaxDraft } from "../../src/domain/draft/draft.ts";
import { buildDocumentXml } from "../../src/ubl/document.ts";
import { cases } from "../support/cases.ts";
import { COMPANY, lineDraft } from "../support/company.ts";
import { cents, decimalText, fraction, roundEven, taxOf, times, total } from "../support/money.ts";
import { pathsOf, price } from "../support/pricing.ts";
import { invoiceNumber, SOFTWARE } from "./fixture.ts";

/** The published tolerance of a tax, in cents (FAX07, FAS07). */
const TOLERANCE = 200n;

function paidLine(inputPrice: string, quantity: string, taxRate: string): InvoiceLineDraft {
  return lineDraft({ unitPrice: null, inputPrice, quantity, taxRate, taxIncluded: true });
}

/** What the customer handed over, in cents. */
function paidFor(lines: readonly InvoiceLineDraft[]): bigint {
  const prices = lines.map(({ inputPrice, quantity }) => times(fraction(inputPrice ?? ""), fraction(quantity)));
  return total(prices.map((one) => roundEven(one, 2)));
}

function expectOurReading({ lines, taxes }: ReturnType<typeof price>): void {
  for (const tax of [...taxes, ...lines.flatMap((line) => line.taxes)]) {
    if (tax.perUnit !== undefined) continue;
    const error = cents(tax.amount) - taxOf(cents(tax.base), tax.rate);
    expect(error < 0n ? -error : error, JSON.stringify(tax)).toBeLessThanOrEqual(TOLERANCE);
  }
}

function expectAuthoritysReading(document: ReturnType<typeof price>): void {
  const { head, tail } = buildDocumentXml({
    ...{ document, company: COMPANY, numbering: invoiceNumber(990_000_900), software: SOFTWARE },
    ...{ environment: "produccion", securityCode: "a".repeat(96), fiscalId: "b".repeat(96) },
    ...{ qrUrl: "https://example.org" },
  });
  const context = {
    now: 0,
    dateToleranceDays: undefined,
    findTaxpayer: () => undefined,
    findAccepted: () => undefined,
    testSetId: undefined,
  };
  const sheet = new Sheet(parseXml(head + tail), context);
  judgeTaxes(sheet);
  judgeTotals(sheet);
  judgeLines(sheet);
  expect(sheet.findings.filter(({ severity }) => severity === "rejection")).toEqual([]);
}

function expectPaid(lines: readonly InvoiceLineDraft[], changes: Partial<InvoiceDraft> = {}): void {
  const document = price({ lines, ...changes });
  expect(cents(document.totals.total)).toBe(paidFor(lines));
  expectOurReading(document);
  expectAuthoritysReading(document);
}

const anyRate = fc.constantFrom("19", "8", "5", "0", "16", "100", "0.966");
/** Money as a shop writes it: hundreds, units, cents, now and then six decimals. */
const anyPrice = fc.oneof(
  fc.integer({ min: 1, max: 5_000 }).map((hundreds) => String(hundreds * 50)),
  decimalText(99_999_999, 2).filter((text) => Number(text) >= 0.05),
  decimalText(999_999_999, 6).filter((text) => Number(text) >= 0.05),
);
const anyQuantity = fc.oneof(
  fc.integer({ min: 1, max: 40 }).map(String),
  decimalText(9_999, 3).filter((text) => Number(text) >= 0.5),
);
const anyPaidLine = fc
  .tuple(anyPrice, anyQuantity, anyRate)
  .map(([money, quantity, rate]) => paidLine(money, quantity, rate));

describe("a ticket with tax included", () => {
  it("is invoiced at what was paid, for any prices", () => {
    fc.assert(
      fc.property(fc.array(anyPaidLine, { minLength: 1, maxLength: 25 }), (lines) => expectPaid(lines)),
      { numRuns: cases(300) },
    );
  });

  it("is so for the same item up to two thousand times, where every line errs to the same side", () => {
    const anyTicket = fc.tuple(anyPrice, anyQuantity, anyRate, fc.integer({ min: 300, max: 2_000 }));
    fc.assert(
      fc.property(anyTicket, ([money, quantity, rate, times]) => {
        // What is larger is refused (`total-too-large`).
        fc.pre(Number(money) * Number(quantity) * times < 900_000_000_000_000);
        expectPaid(Array.from({ length: times }, () => paidLine(money, quantity, rate)));
      }),
      { numRuns: cases(8) },
    );
  });

  it("is so with more taxes in the price, each of which may err to its own side", () => {
    const of = { rate: null, unitAmount: null, millilitres: null };
    const second = (code: string, rate: string): OtherTaxDraft => ({ ...of, code, rate });
    const bag: OtherTaxDraft = { ...of, code: "22", unitAmount: "70" };
    const drink: OtherTaxDraft = { ...of, code: "34", unitAmount: "65", millilitres: "355" };
    const anyOthers = fc
      .tuple(
        fc.constantFrom("15", "20", "8.25"),
        fc.constantFrom([], [bag], [drink, second("03", "1.1")]),
        fc.boolean(),
      )
      .map(([rate, more, isFirst]) => (isFirst ? [second("35", rate), ...more] : [...more, second("35", rate)]));
    const anyItem = fc
      .tuple(fc.integer({ min: 1_000, max: 9_999_999 }), fc.constantFrom("19", "5", "8", "0"), anyOthers)
      .map(([money, taxRate, otherTaxes]) => ({ ...paidLine(String(money), "1", taxRate), otherTaxes }));
    const anyTicket = fc.tuple(fc.array(anyItem, { minLength: 1, maxLength: 3 }), fc.integer({ min: 300, max: 700 }));
    const worst = { ...paidLine("1035", "1", "19"), otherTaxes: [second("35", "20")] };
    fc.assert(
      fc.property(anyTicket, ([items, times]) => {
        expectPaid(Array.from({ length: times }, (_, i) => items[i % items.length] ?? worst));
      }),
      { numRuns: cases(5), examples: [[[[worst], 500]]] },
    );
  });

  it("is so for quantities whose cents six decimals of price cannot express", () => {
    const anyBulk = fc.tuple(decimalText(9_999_999, 4), fc.integer({ min: 1, max: 1_000_000 }), anyRate);
    fc.assert(
      fc.property(anyBulk, ([money, quantity, rate]) => {
        fc.pre(Number(money) * quantity >= 0.05);
        expectPaid([paidLine(money, String(quantity), rate)]);
      }),
      { numRuns: cases(600) },
    );
  });

  it.each([
    ["none", {}],
    ["the sum paid", { claimedTotal: "47100" }],
  ] satisfies [string, Partial<InvoiceDraft>][])("adds up with `total`: %s", (_, changes) => {
    const lines = [paidLine("4500", "2", "19"), paidLine("21600", "1", "8"), paidLine("550", "30", "0")];
    expect(price({ lines, ...changes }).totals.total).toBe("47100.00");
    expectPaid(lines, changes);
    const taxed = [paidLine("4500", "2", "19"), paidLine("21600", "1", "8"), paidLine("550", "30", "19")];
    expect(price({ lines: taxed, ...changes }).totals.total).toBe("47100.00");
  });

  it("keeps price x quantity as the base while the tax that is left is within a cent of base x rate", () => {
    const [line] = price({ lines: [paidLine("4500", "2", "19")] }).lines;
    expect(line).toMatchObject({ unitPrice: "3781.512605", base: "7563.03", taxes: [{ amount: "1436.97" }] });
  });

  it.each([
    ["without a tax", { taxRate: "0" }, []],
    ["at IVA 0 %", { taxRate: "0", taxCode: "01" }, [{ base: "100010.00", amount: "0.00" }]],
  ])("is what was paid %s, and has no tax", (_, rate, taxes) => {
    const both = { unitPrice: "100.00", inputPrice: "100.01", quantity: "1000", taxIncluded: true };
    const [line] = price({ lines: [lineDraft({ ...both, ...rate })] }).lines;
    expect(line).toMatchObject({ unitPrice: "100.01", base: "100010.00", taxes });
  });

  it("of which six decimals of price express no cents is by its unit when the totals ask for that", () => {
    const bulk = lineDraft({ quantity: "20000000", unitPrice: "0.84", inputPrice: "1", taxIncluded: true });
    const claims = { claimedSubtotal: "16800000", claimedTaxes: "3192000", claimedTotal: "19992000" };
    expect(price({ lines: [bulk], ...claims }).totals).toMatchObject({ total: "19992000.00" });
    expect(pathsOf({ lines: [bulk] })).not.toEqual([]);
  });

  it("moves the base, never the price paid, where it is not", () => {
    const both = lineDraft({ unitPrice: "84.03", inputPrice: "100", quantity: "100", taxIncluded: true });
    const [line] = price({ lines: [both] }).lines;
    expect(line).toMatchObject({ unitPrice: "84.0336", base: "8403.36", taxes: [{ amount: "1596.64" }] });
  });

  it("is `unit` with the tax on top only for a client whose own totals are those", () => {
    const both = lineDraft({ unitPrice: "84.03", inputPrice: "100", quantity: "100", taxIncluded: true });
    const byUnit = { claimedSubtotal: "8403", claimedTaxes: "1596.57", claimedTotal: "9999.57" };
    expect(price({ lines: [both], ...byUnit }).totals).toMatchObject({ subtotal: "8403.00", total: "9999.57" });
    expect(price({ lines: [both], claimedTotal: "10000" }).totals.total).toBe("10000.00");
    expect(pathsOf({ lines: [both], claimedTotal: "10001" })).toEqual(["claimedTotal 2.1"]);
  });

  it("refuses a quantity that no price of six decimals can carry within the authority's tolerance", () => {
    expect(pathsOf({ lines: [paidLine("1.1", "99999999999", "19")] })).toEqual(["lines.0 FAX07"]);
    expect(pathsOf({ lines: [paidLine("0.000001", "900000", "100")] })).toEqual(["lines.0 FAX07"]);
  });

  it("refuses a line that is worth nothing, as ever", () => {
    expect(pathsOf({ lines: [paidLine("0.001", "1", "19")] })).toEqual(["lines.0 FAV06"]);
  });
});
