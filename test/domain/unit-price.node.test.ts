// Tests that a line is worth its quantity x price with all decimals of the price, in every kind of document, or is refused.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApiError } from "../../src/api/base/error.ts";
import type { DocumentLine } from "../../src/domain/document/document.ts";
import type { InvoiceLineDraft } from "../../src/domain/draft/draft.ts";
import { Refusal } from "../../src/domain/refusal/refusal.ts";
import { cases } from "../support/cases.ts";
import { invoiceDraft, lineDraft } from "../support/company.ts";
import { cents, decimalText, fraction, roundEven, times, total } from "../support/money.ts";
import { creditDraft, own, resolve } from "../support/note.ts";
import { price, problemsOf } from "../support/pricing.ts";
import { priceBody, supportBody } from "../support/support-body.ts";

interface Item {
  readonly quantity: string;
  readonly money: string;
}

function invoiceLine(changes: Partial<InvoiceLineDraft>) {
  return ({ quantity, money }: Item): DocumentLine | undefined => {
    const given = changes.unitPrice === null ? { inputPrice: money } : { unitPrice: money };
    return price({ lines: [lineDraft({ ...changes, quantity, ...given })] }).lines[0];
  };
}

function noteLine({ quantity, money }: Item): DocumentLine | undefined {
  const period = { start: "2026-02-01", end: "2026-02-28" };
  const lines = [own(lineDraft({ quantity, unitPrice: money, taxRate: "5" }))];
  const { receiver } = invoiceDraft();
  return resolve(creditDraft({ documentId: null, period, concept: "3", receiver, lines }), null).lines[0];
}

/** The numbers as the client types them. */
function supportLine({ quantity, money }: Item): DocumentLine | undefined {
  const { items: _items, ...others } = supportBody();
  const head = JSON.stringify(others).slice(0, -1);
  const item = `{"codigo":"43211508","descripcion":"x","cantidad":${quantity},"precio_unitario":${money}}`;
  return priceBody(`${head},"items":[${item}]}`).lines[0];
}

const INPUT = { unitPrice: null };

/** What is exact: the base alone, or the base with its taxes. */
const KINDS: readonly (readonly [string, (item: Item) => DocumentLine | undefined, "base" | "paid"])[] = [
  ["an invoice by `unit`", invoiceLine({}), "base"],
  ["an invoice by `unit_input`", invoiceLine(INPUT), "base"],
  ["an invoice whose price holds a tax of 0 %", invoiceLine({ ...INPUT, taxIncluded: true, taxRate: "0" }), "base"],
  ["an invoice whose price holds its tax", invoiceLine({ ...INPUT, taxIncluded: true }), "paid"],
  ["an own line of a note", noteLine, "base"],
  ["a support document", supportLine, "base"],
];

const anyItem: fc.Arbitrary<Item> = fc.record({
  quantity: fc.oneof(decimalText(999_999, 4), fc.integer({ min: 1, max: 90_000_000 }).map(String)),
  money: fc
    .tuple(fc.integer({ min: 1, max: 10 ** 15 - 1 }), fc.integer({ min: 0, max: 18 }))
    .map(([digits, places]) => {
      const text = String(digits).padStart(places + 1, "0");
      return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
    }),
});

/** Undefined for a line that is refused. */
function priceOrRefuse(make: (item: Item) => DocumentLine | undefined, item: Item): DocumentLine | undefined {
  try {
    return make(item);
  } catch (error) {
    if (error instanceof Refusal || error instanceof ApiError) return undefined;
    throw error;
  }
}

describe("the value of a line", () => {
  it.each(KINDS)("of %s is exact, and its printed price gives it", (_, make, exact) => {
    let priced = 0;
    fc.assert(
      fc.property(anyItem, (item) => {
        const line = priceOrRefuse(make, item);
        if (line === undefined) return;
        priced += 1;
        const asked = roundEven(times(fraction(item.money), fraction(item.quantity)), 2);
        const taxes = total(line.taxes.map(({ amount }) => cents(amount)));
        expect(cents(line.base) + (exact === "paid" ? taxes : 0n)).toBe(asked);
        const printed = times(fraction(line.unitPrice), fraction(line.quantity), { top: 1_000_000n, bottom: 1n });
        const distance = printed.top - cents(line.base) * 10_000n * printed.bottom;
        expect(distance < 0n ? -distance : distance).toBeLessThanOrEqual(10_000n * printed.bottom);
      }),
      { numRuns: cases(1_000) },
    );
    expect(priced).toBeGreaterThan(50);
  });

  it.each<[string, Partial<InvoiceLineDraft>, Pick<DocumentLine, "unitPrice" | "base">]>([
    [
      "thirteen decimals",
      { quantity: "30000", unitPrice: "0.0333333333333" },
      { unitPrice: "0.033333", base: "1000.00" },
    ],
    ["seven decimals", { quantity: "100", unitPrice: "1.0000004" }, { unitPrice: "1.00", base: "100.00" }],
    [
      "many decimals and a discount",
      { quantity: "30000", unitPrice: "0.0333333333333", discountPercent: "10" },
      { unitPrice: "0.033333", base: "900.00" },
    ],
  ])("is that of a price of %s", (_, line, expected) => {
    expect(price({ lines: [lineDraft(line)] }).lines[0]).toMatchObject(expected);
  });

  it.each<[string, Partial<InvoiceLineDraft>, string]>([
    ["as `unit`", { quantity: "30000000", unitPrice: "0.0333333333" }, "unitPrice"],
    ["as `unit_input`", { quantity: "30000000", unitPrice: null, inputPrice: "0.0333333333" }, "inputPrice"],
    [
      "with a tax of 0 %",
      { quantity: "30000000", unitPrice: null, inputPrice: "0.0333333333", taxIncluded: true, taxRate: "0" },
      "inputPrice",
    ],
    ["with a discount", { quantity: "30000000", unitPrice: "0.0333333333", discountPercent: "10" }, "unitPrice"],
    ["that prints as zero", { quantity: "20000", unitPrice: "0.0000004" }, "unitPrice"],
  ])("is refused where the printed price gives another: %s", (_, line, field) => {
    const [problem, ...others] = problemsOf({ lines: [lineDraft(line)] });
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ field: ["lines", 0, field], reason: "price-too-fine", rule: "FAV06" });
  });
});
