// Prices random sales as tills send them, and compares what a strip says of each line with what was paid.
import fc from "fast-check";
import { expect, it } from "vitest";
import { listPaidPrices, listPrices } from "../../renderer/document/price.ts";
import { readDocument } from "../../renderer/document/read.ts";
import { LAYOUTS } from "../../renderer/render.ts";
import { decimal, print } from "../../src/domain/decimal.ts";
import type { InvoiceLineDraft } from "../../src/domain/draft.ts";
import { priceInvoice } from "../../src/domain/invoice.ts";
import { Refusal } from "../../src/domain/refusal.ts";
import * as pricing from "../support/company.ts";
import { hasTools } from "../support/foreign-tool.ts";
import { invoiceNumber, SOFTWARE } from "../ubl/fixture.ts";
import { draw, selectText, signText } from "./drawing.ts";

const RECORD = { supplierType: null, withheld: null, withholdings: [] };

async function sign(lines: readonly InvoiceLineDraft[]): Promise<string> {
  const company = { ...pricing.COMPANY, software: { fe: SOFTWARE, dse: SOFTWARE } };
  const document = priceInvoice(pricing.invoiceDraft({ lines }), company, pricing.NOW_MS);
  return signText({ company, document, numbering: invoiceNumber(990000001) });
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
    const xml = await sign(lines);
    for (const layout of LAYOUTS) {
      const text = selectText(draw(xml, { layout }).bytes).replace(/\s+/g, " ");
      if (layout !== "carta") for (const words of said) expect(text).toContain(words);
      else expect(text).not.toContain("Valor con impuestos");
    }
  },
);

const anyPrice = fc.integer({ min: 50, max: 9_999_999 }).map((price) => String(price / (price % 3 === 0 ? 100 : 1)));
const anyLine = fc.record({
  price: anyPrice,
  quantity: fc.oneof(
    fc.integer({ min: 1, max: 60 }).map(String),
    fc.integer({ min: 1, max: 9_999 }).map((grams) => String(grams / 1_000)),
  ),
  taxRate: fc.constantFrom("19", "5", "0"),
  discountAmount: fc.option(fc.integer({ min: 1, max: 40 }).map(String), { freq: 4, nil: undefined }),
});

it("of random sales with their taxes a strip says the price that was agreed, and lines that add up to what is paid", async () => {
  let shown = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(anyLine, { minLength: 1, maxLength: 8 }), async (sales) => {
      const drafts = sales.map(({ price, quantity, taxRate, discountAmount }) =>
        paidLine(price, quantity, { taxRate, ...(discountAmount === undefined ? {} : { discountAmount }) }),
      );
      const xml = await sign(drafts).catch((cause: unknown) => {
        if (cause instanceof Refusal) return undefined;
        throw cause;
      });
      if (xml === undefined) return;
      const document = readDocument(xml, null, RECORD);
      const prices = listPaidPrices(document);
      for (const { gross, net, allowances } of prices ?? listPrices(document)) {
        expect(print(allowances.reduce((rest, one) => rest.minus(decimal(one)), decimal(gross)))).toBe(
          print(decimal(net)),
        );
      }
      if (prices === null) return;
      shown += 1;
      for (const [index, { price, quantity, discountAmount = "0" }] of sales.entries()) {
        const asked = print(decimal(price).times(decimal(quantity)));
        expect(print(decimal(prices[index]?.net ?? ""))).toBe(print(decimal(asked).minus(decimal(discountAmount))));
        expect(decimal(prices[index]?.unitPrice ?? "").eq(decimal(price))).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
  expect(shown).toBeGreaterThan(150);
});

it("nothing is said to be sold with its taxes whose prices are to the cent without them", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyLine, { minLength: 1, maxLength: 8 }), async (sales) => {
      const lines = sales.map(({ price, quantity, taxRate }) =>
        pricing.lineDraft({ unitPrice: price, quantity, taxRate }),
      );
      const xml = await sign(lines).catch((cause: unknown) => {
        if (cause instanceof Refusal) return undefined;
        throw cause;
      });
      if (xml !== undefined) expect(listPaidPrices(readDocument(xml, null, RECORD))).toBeNull();
    }),
    { numRuns: 100 },
  );
});
