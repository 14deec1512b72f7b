// Prices random sales as tills send them, and compares what a strip says of each line with what was paid.
import fc from "fast-check";
import { expect, it } from "vitest";
import { describeDocument } from "../../renderer/document/describe.ts";
import { listPaidPrices, listPrices } from "../../renderer/document/price.ts";
import { LAYOUTS } from "../../src/domain/document/drawing.ts";
import type { InvoiceLineDraft } from "../../src/domain/draft/draft.ts";
import { priceInvoice } from "../../src/domain/invoice/invoice.ts";
import type { EarlierNote } from "../../src/domain/note/note-balance.ts";
import { Refusal } from "../../src/domain/refusal/refusal.ts";
import { decimal, print } from "../../src/domain/value/decimal.ts";
import { readWholeDocument } from "../../src/ubl/read-whole.ts";
import * as pricing from "../support/company.ts";
import { hasTools } from "../support/foreign-tool.ts";
import * as noting from "../support/note.ts";
import { invoiceNumber, SOFTWARE } from "../ubl/fixture.ts";
import { buildUnsigned } from "../ubl/note-xml.ts";
import { draw, NO_RECORD, recordOf, selectText, signText } from "./drawing.ts";

const COMPANY = { ...pricing.COMPANY, software: { fe: SOFTWARE, dse: SOFTWARE } };

function priceSale(lines: readonly InvoiceLineDraft[]) {
  return priceInvoice(pricing.invoiceDraft({ lines }), COMPANY, pricing.NOW_MS);
}

/** A sale's file, and what the service says beside it. */
async function sign(lines: readonly InvoiceLineDraft[]) {
  const document = priceSale(lines);
  const xml = await signText({ company: COMPANY, document, numbering: invoiceNumber(990000001) });
  return { xml, record: recordOf(document) };
}

function paidLine(price: string, quantity: string, changes: Partial<InvoiceLineDraft> = {}): InvoiceLineDraft {
  return pricing.lineDraft({ unitPrice: null, inputPrice: price, taxIncluded: true, quantity, ...changes });
}

const TABLE: readonly (readonly [what: string, lines: readonly InvoiceLineDraft[], said: readonly string[]])[] = [
  ["one for 12,900", [paidLine("12900", "1")], ["1 und × $ 12.900,00", "$ 12.900,00"]],
  [
    "two for 12,900 less 4,200",
    [paidLine("12900", "2", { discountAmount: "4200" })],
    ["2 und × $ 12.900,00", "$ 25.800,00", "−$ 4.200,00", "Valor neto $ 21.600,00"],
  ],
  ["a weighed one", [paidLine("8990", "0.535", { taxRate: "5" })], ["0,535 und × $ 8.990,00", "$ 4.809,65"]],
  [
    "consumption tax",
    [paidLine("21500", "3", { taxRate: "8", taxCode: "04" })],
    ["3 und × $ 21.500,00", "$ 64.500,00"],
  ],
  [
    "one whose price without tax is round, beside one whose is not",
    [paidLine("11900", "1"), paidLine("5000", "1")],
    ["1 und × $ 11.900,00", "1 und × $ 5.000,00"],
  ],
  [
    "prices that are round without their taxes too",
    [paidLine("21600", "1", { taxRate: "8", taxCode: "04" }), paidLine("11900", "2")],
    ["1 und × $ 21.600,00", "2 und × $ 11.900,00", "$ 23.800,00"],
  ],
  [
    "a price with its taxes beside one that they came on top of",
    [paidLine("21600", "1", { taxRate: "8", taxCode: "04" }), pricing.lineDraft({ unitPrice: "10000" })],
    ["1 und × $ 21.600,00", "1 und × $ 11.900,00", "Valor con impuestos"],
  ],
  [
    "a price of three decimals",
    [paidLine("10.555", "1000", { discountPercent: "10" })],
    ["1.000 und × $ 10,555", "$ 10.555,00", "−$ 1.055,50", "Valor neto $ 9.499,50"],
  ],
  ["without taxes on it", [pricing.lineDraft({ unitPrice: "10840.34" })], ["1 und × $ 10.840,34"]],
  [
    "a discount on a price without taxes",
    [pricing.lineDraft({ unitPrice: "10000", quantity: "2", discountPercent: "10" })],
    ["2 und × $ 10.000,00", "$ 20.000,00", "−$ 2.000,00", "Valor neto $ 18.000,00"],
  ],
  [
    "all of it off",
    [paidLine("12900", "1"), paidLine("990", "1", { discountPercent: "100" })],
    ["1 und × $ 990,00", "−$ 990,00", "Valor neto $ 0,00"],
  ],
];

it.skipIf(!hasTools("pdftotext")).each(TABLE)(
  "a strip says of a sale of %s what was agreed",
  async (_, lines, said) => {
    const { xml, record } = await sign(lines);
    for (const layout of LAYOUTS) {
      const text = selectText(draw(xml, { layout, record }).bytes).replace(/\s+/g, " ");
      if (layout !== "carta") for (const words of said) expect(text).toContain(words);
      else expect(text).not.toContain("Valor con impuestos");
    }
  },
);

it.skipIf(!hasTools("pdftotext"))("a strip says prices without taxes where nothing is known of the sale", async () => {
  const { xml } = await sign([paidLine("21600", "1", { taxRate: "8", taxCode: "04" }), paidLine("12900", "1")]);
  const text = selectText(draw(xml, { layout: "tirilla-80", record: NO_RECORD }).bytes).replace(/\s+/g, " ");
  for (const words of ["$ 20.000,00", "$ 10.840,34"]) expect(text).toContain(words);
  for (const words of ["$ 21.600,00", "Valor con impuestos"]) expect(text).not.toContain(words);
});

/** A sale of one line at 21,600 and one at 10,000, the consumption tax in the first price and on top of the second. */
const MEAL = priceSale([
  paidLine("21600", "3", { taxRate: "8", taxCode: "04" }),
  pricing.lineDraft({ unitPrice: "10000", quantity: "2", taxRate: "8", taxCode: "04" }),
]);

it.skipIf(!hasTools("pdftotext")).each([
  ["all of it", noting.creditDraft(), ["3 und × $ 21.600,00", "2 und × $ 10.800,00", "$ 64.800,00"]],
  ["a unit", noting.creditDraft({ concept: "1", lines: [noting.units(1, "1")] }), ["1 und × $ 21.600,00"]],
  [
    "a unit without taxes",
    noting.creditDraft({ concept: "1", lines: [noting.units(2, "1")] }),
    ["1 und × $ 10.000,00"],
  ],
  [
    "1,080 of each",
    noting.creditDraft({ concept: "1", lines: [noting.paidBack(1, "3", "1080")] }),
    ["3 und × $ 1.080,00"],
  ],
  [
    "1,000 of each",
    noting.creditDraft({ concept: "1", lines: [noting.units(1, "3", "1000")] }),
    ["3 und × $ 1.000,00"],
  ],
  ["a unit more", noting.debitDraft({ lines: [noting.units(1, "4")] }), ["4 und × $ 21.600,00"]],
  ["more for each", noting.debitDraft({ lines: [noting.paidBack(1, "3", "1080")] }), ["3 und × $ 1.080,00"]],
  [
    "a fee",
    noting.debitDraft({ lines: [noting.own(paidLine("11900", "1", { description: "Empaque" }))] }),
    ["1 und × $ 11.900,00"],
  ],
])("a strip of a note on %s says the prices of the sale", (_, draft, said) => {
  const note = noting.resolve(draft, noting.targetOf(MEAL));
  const xml = buildUnsigned({ note, numbering: { prefix: "N", number: 1 } });
  const text = selectText(draw(xml, { layout: "tirilla-80", record: recordOf(note) }).bytes).replace(/\s+/g, " ");
  for (const words of said) expect(text).toContain(words);
});

const anyPrice = fc.integer({ min: 50, max: 9_999_999 }).map((price) => String(price / (price % 3 === 0 ? 100 : 1)));
const anyLine = fc.record({
  price: anyPrice,
  isPaid: fc.boolean(),
  quantity: fc.oneof(
    fc.integer({ min: 1, max: 60 }).map(String),
    fc.integer({ min: 1, max: 9_999 }).map((grams) => String(grams / 1_000)),
  ),
  taxRate: fc.constantFrom("19", "5", "0"),
  discountAmount: fc.option(fc.integer({ min: 1, max: 40 }).map(String), { freq: 4, nil: undefined }),
});

it("of random sales a strip says the prices that held their taxes, and lines that add up to what is paid", async () => {
  let shown = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(anyLine, { minLength: 1, maxLength: 8 }), async (sales) => {
      const drafts = sales.map(({ price, isPaid, quantity, taxRate, discountAmount }) => {
        const off = discountAmount === undefined ? {} : { discountAmount };
        return isPaid
          ? paidLine(price, quantity, { taxRate, ...off })
          : pricing.lineDraft({ unitPrice: price, quantity, taxRate, ...off });
      });
      const signed = await sign(drafts).catch((cause: unknown) => {
        if (cause instanceof Refusal) return undefined;
        throw cause;
      });
      if (signed === undefined) return;
      const document = describeDocument(readWholeDocument(signed.xml), null, signed.record);
      const prices = listPaidPrices(document);
      for (const { gross, net, allowances } of prices ?? listPrices(document)) {
        expect(print(allowances.reduce((rest, one) => rest.minus(decimal(one)), decimal(gross)))).toBe(
          print(decimal(net)),
        );
      }
      expect(prices === null).toBe(sales.every(({ isPaid }) => !isPaid));
      for (const [index, { price, isPaid, quantity, discountAmount = "0" }] of sales.entries()) {
        if (!isPaid) continue;
        shown += 1;
        const asked = print(decimal(price).times(decimal(quantity)));
        expect(print(decimal(prices?.[index]?.net ?? ""))).toBe(print(decimal(asked).minus(decimal(discountAmount))));
        expect(prices?.[index]?.unitPrice).toBe(decimal(price).toFixed(10));
      }
    }),
    { numRuns: 300 },
  );
  expect(shown).toBeGreaterThan(300);
});

const anyReturn = fc.record({
  price: anyPrice,
  isPaid: fc.boolean(),
  taxRate: fc.constantFrom("19", "8", "5", "0"),
  /** Units of a first and of a second return, and those that are kept. */
  units: fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 9 })),
});

it("of random returns, one after another, a strip says the prices of the sale that held their taxes", () => {
  let shown = 0;
  fc.assert(
    fc.property(fc.array(anyReturn, { minLength: 1, maxLength: 5 }), (sales) => {
      const invoice = priceSale(
        sales.map(({ price, isPaid, taxRate, units }) => {
          const quantity = String(units.reduce((sum, count) => sum + count));
          if (isPaid) return paidLine(price, quantity, { taxRate });
          return pricing.lineDraft({ unitPrice: price, quantity, taxRate });
        }),
      );
      const notes: EarlierNote[] = [];
      for (const turn of [0, 1] as const) {
        const lines = sales.map(({ units }, index) => noting.units(index + 1, String(units[turn])));
        const note = noting.resolve(noting.creditDraft({ concept: "1", lines }), noting.targetOf(invoice, notes));
        notes.push(noting.earlier(note));
        const xml = buildUnsigned({ note, numbering: { prefix: "N", number: 1 } });
        const prices = listPaidPrices(describeDocument(readWholeDocument(xml), null, recordOf(note)));
        expect(prices === null).toBe(sales.every(({ isPaid }) => !isPaid));
        for (const [index, { price, isPaid, units }] of sales.entries()) {
          if (!isPaid) continue;
          shown += 1;
          expect(prices?.[index]?.unitPrice).toBe(decimal(price).toFixed(10));
          expect(print(decimal(prices?.[index]?.net ?? ""))).toBe(
            print(decimal(price).times(decimal(String(units[turn])))),
          );
        }
      }
    }),
    { numRuns: 100 },
  );
  expect(shown).toBeGreaterThan(100);
});
