// Tests that no document leaves whose taxes the published tolerance refuses, however many lines err to the same side.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DocumentLine, TaxSubtotal } from "../../src/domain/document/document.ts";
import type { InvoiceLineDraft, OtherTaxDraft } from "../../src/domain/draft/draft.ts";
import { Refusal } from "../../src/domain/refusal/refusal.ts";
import { cases } from "../support/cases.ts";
import { invoiceDraft, lineDraft } from "../support/company.ts";
import { cents, type Fraction, fraction, roundEven, times, total } from "../support/money.ts";
import { creditDraft, own, resolve, targetOf, units } from "../support/note.ts";
import { price } from "../support/pricing.ts";
import { ITEM, priceBody } from "../support/support-body.ts";

interface Priced {
  readonly lines: readonly DocumentLine[];
  readonly taxes: readonly TaxSubtotal[];
}

/** Base x rate, or units x money for each, exactly. */
function exactOf({ code, base, rate, perUnit }: TaxSubtotal): Fraction {
  if (perUnit === undefined) return times(fraction(base), fraction(rate), { top: 1n, bottom: 100n });
  return times(fraction(perUnit.units), fraction(perUnit.amount), { top: 1n, bottom: code === "34" ? 100n : 1n });
}

/** Whether every tax, of the lines and of the header, is within 2.00, and the header is the sum of the lines. */
function expectTolerated({ lines, taxes }: Priced): void {
  for (const tax of [...taxes, ...lines.flatMap((line) => line.taxes)]) {
    const { top, bottom } = exactOf(tax);
    const distance = cents(tax.amount) * bottom - top * 100n;
    expect(distance < 0n ? -distance : distance, JSON.stringify(tax)).toBeLessThanOrEqual(200n * bottom);
  }
  const ofLines = total(lines.flatMap((line) => line.taxes.map(({ amount }) => cents(amount))));
  expect(total(taxes.map(({ amount }) => cents(amount)))).toBe(ofLines);
}

/** What is on top of a base is a cent from base x rate at most; what is paid stays what is paid. */
function expectFaithful({ lines }: Priced, draft: InvoiceLineDraft): void {
  for (const { base, taxes } of lines) {
    const taxed = cents(base) + total(taxes.map(({ amount }) => cents(amount)));
    if (draft.taxIncluded) {
      expect(taxed).toBe(roundEven(times(fraction(draft.inputPrice ?? ""), fraction(draft.quantity)), 2));
      continue;
    }
    expect(cents(base)).toBe(roundEven(times(fraction(draft.unitPrice ?? ""), fraction(draft.quantity)), 2));
    for (const tax of taxes) {
      const { top, bottom } = exactOf(tax);
      const distance = cents(tax.amount) * bottom - top * 100n;
      expect(distance < 0n ? -distance : distance).toBeLessThanOrEqual(bottom);
    }
  }
}

function repeat<Item>(item: Item, count: number): readonly Item[] {
  return Array.from({ length: count }, () => item);
}

/** An own line of a note on a period. */
function noteOf(lines: readonly InvoiceLineDraft[], typeCode: "91" | "92"): Priced {
  const period = { start: "2026-02-01", end: "2026-02-28" };
  const { receiver } = invoiceDraft();
  return resolve(
    creditDraft({ typeCode, documentId: null, period, concept: "3", receiver, lines: lines.map(own) }),
    null,
  );
}

const RATES = ["19", "5", "8", "16", "100", "0.966", "4.25", "19.5"];
const NOTHING = { rate: null, unitAmount: null, millilitres: null };
const OTHERS: readonly (readonly OtherTaxDraft[])[] = [
  [],
  [{ ...NOTHING, code: "35", rate: "20" }],
  [{ ...NOTHING, code: "22", unitAmount: "70.335" }],
  [{ ...NOTHING, code: "34", unitAmount: "65", millilitres: "355" }],
];

const anyRepeated = fc.record({
  money: fc.oneof(
    fc.constantFrom("100.50", "1.37", "0.50", "33.33", "1035"),
    fc.integer({ min: 1, max: 9_999_999 }).map((digits) => (digits / 100).toFixed(2)),
    fc.integer({ min: 1_000_000, max: 99_999_999 }).map((digits) => (digits / 1_000_000).toFixed(6)),
  ),
  quantity: fc.oneof(
    fc.constantFrom("1", "1", "45000"),
    fc.integer({ min: 1, max: 2_000_000 }).map(String),
    fc.integer({ min: 1, max: 99_999 }).map((digits) => (digits / 1_000).toFixed(3)),
  ),
  taxRate: fc.constantFrom(...RATES),
  otherTaxes: fc.constantFrom(...OTHERS),
  taxIncluded: fc.boolean(),
  count: fc.integer({ min: 300, max: 900 }),
});

function draftOf({
  money,
  taxIncluded,
  ...others
}: Omit<typeof anyRepeated extends fc.Arbitrary<infer One> ? One : never, "count">) {
  return lineDraft({
    ...others,
    taxIncluded,
    unitPrice: taxIncluded ? null : money,
    inputPrice: taxIncluded ? money : null,
  });
}

const PLAIN = { money: "1", quantity: "1", taxRate: "19", otherTaxes: [], taxIncluded: false };

/** Undefined for a document that is refused in words. */
function priceOrRefuse(make: () => Priced): Priced | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

describe("the taxes of many lines", () => {
  it.each<[string, Parameters<typeof draftOf>[0], number]>([
    ["on top, each half a cent up", { ...PLAIN, money: "100.50" }, 500],
    ["on top, each half a cent down", { ...PLAIN, money: "100.18", taxRate: "5" }, 900],
    [
      "included, of a quantity that no price expresses to the cent",
      { ...PLAIN, money: "1.37", quantity: "45000", taxIncluded: true },
      400,
    ],
    ["for each unit", { ...PLAIN, money: "1", taxRate: "0", otherTaxes: OTHERS[2] ?? [] }, 900],
  ])("are settled: %s", (_, item, count) => {
    const draft = draftOf(item);
    const document = price({ lines: repeat(draft, count) });
    expectTolerated(document);
    expectFaithful(document, draft);
  });

  it("are within the tolerance for any item, or the document is refused", () => {
    fc.assert(
      fc.property(anyRepeated, ({ count, ...item }) => {
        const draft = draftOf(item);
        const document = priceOrRefuse(() => price({ lines: repeat(draft, count) }));
        fc.pre(document !== undefined);
        expectTolerated(document);
        expectFaithful(document, draft);
      }),
      { numRuns: cases(12), maxSkipsPerRun: 20 },
    );
  });

  it("are so in notes with lines of their own", () => {
    fc.assert(
      fc.property(anyRepeated, fc.constantFrom("91" as const, "92" as const), ({ count, ...item }, typeCode) => {
        const draft = draftOf(item);
        const note = priceOrRefuse(() => noteOf(repeat(draft, count), typeCode));
        fc.pre(note !== undefined);
        expectTolerated(note);
        expectFaithful(note, draft);
      }),
      { numRuns: cases(6), maxSkipsPerRun: 20 },
    );
  });

  it.each(["19", "5", "16"])("are so in a support document at a rate of %s", (rate) => {
    for (const precio_unitario of [100.5, 33.3, 0.1, 7.77, 1.37]) {
      const item = { ...ITEM, cantidad: 1, precio_unitario, porcentaje_iva: Number(rate) };
      expectTolerated(priceBody({ items: repeat(item, 900) }));
    }
  });

  it("move only as many cents as it takes, and none where the sum is within the tolerance", () => {
    const movedIn = (count: number) =>
      price({ lines: repeat(lineDraft({ unitPrice: "100.50" }), count) }).lines.filter(
        (line) => line.taxes[0]?.amount !== "19.10",
      ).length;
    expect([400, 401, 500, 900].map(movedIn)).toEqual([0, 1, 50, 250]);
  });

  it("of a note on whole lines are paid back as they were paid, and settled where all of them err to one side", () => {
    const document = price({ lines: repeat(lineDraft({ unitPrice: "100.50" }), 900) });
    const back = (numbers: readonly number[]) =>
      creditDraft({ concept: "1", lines: numbers.map((one) => units(one, "1")) });
    const unmoved = document.lines.filter((line) => line.taxes[0]?.amount === "19.10").map(({ number }) => number);
    expectTolerated(resolve(back(unmoved), targetOf(document)));
    expectTolerated(resolve(back(unmoved.slice(0, 400)), targetOf(document)));
    expectTolerated(resolve(creditDraft({ concept: "2" }), targetOf(document)));
  });
});
