// Returns parts of sales and compares what is paid back with what was paid: tax included, discounts, coupons, tips, lines of 0.00.
import { describe, expect, it } from "vitest";
import type { AllowanceDraft, InvoiceLineDraft } from "../../src/domain/draft/draft.ts";
import type { InvoiceNoteDraft } from "../../src/domain/draft/note-draft.ts";
import type { NoteType } from "../../src/domain/kind.ts";
import { type EarlierNote, findBalance } from "../../src/domain/note/note-balance.ts";
import type { Correctable } from "../../src/domain/note/note-reference.ts";
import { invoiceDraft, lineDraft } from "../support/company.ts";
import {
  adjustmentDraft,
  brief,
  creditDraft,
  debitDraft,
  earlier,
  own,
  paidBack,
  refusalOf,
  resolve,
  targetOf,
  units,
} from "../support/note.ts";
import { price } from "../support/pricing.ts";
import { makeLine, makeSupportDocument } from "../ubl/fixture.ts";

/** An item whose price holds its tax. */
function paid(inputPrice: string, quantity: string, more: Partial<InvoiceLineDraft> = {}): InvoiceLineDraft {
  return lineDraft({ quantity, unitPrice: null, inputPrice, taxIncluded: true, taxRate: "19", ...more });
}

function off(amount: string, more: Partial<AllowanceDraft> = {}): AllowanceDraft {
  return { amount, percent: null, reason: null, code: null, ...more };
}

/** Notes on one document, one after another. */
function open(document: Correctable["document"]) {
  const notes: EarlierNote[] = [];
  const draft = (changes: Partial<InvoiceNoteDraft>) => creditDraft({ concept: "1", ...changes });
  return {
    issue(lines: InvoiceNoteDraft["lines"], changes: Partial<InvoiceNoteDraft> = {}) {
      const note = resolve(draft({ lines, ...changes }), targetOf(document, notes));
      notes.push(earlier(note));
      return note;
    },
    refuse: (changes: Partial<InvoiceNoteDraft>) => refusalOf(draft(changes), targetOf(document, notes)),
    get left() {
      return findBalance(document.totals.total, notes).available;
    },
  };
}

const ANNULLED = { reason: "reference-annulled", field: ["documentId"], because: "annulment" };

const nothingToCredit = (noteType: NoteType) => ({ reason: "nothing-to-credit", field: ["claimedTotal"], noteType });

const BAG = { code: "22", rate: null, unitAmount: "70", millilitres: null };
const INC = { code: "04", rate: "8", unitAmount: null, millilitres: null };

describe("a line whose price holds its taxes gives back what was paid for each unit", () => {
  it.each<[string, InvoiceLineDraft, readonly [string, string][]]>([
    [
      "two of 100.00",
      paid("100", "2"),
      [
        ["1", "100.00"],
        ["1", "100.00"],
      ],
    ],
    [
      "three of 9,990.00",
      paid("9990", "3"),
      [
        ["1", "9990.00"],
        ["1", "9990.00"],
        ["1", "9990.00"],
      ],
    ],
    [
      "a part of a kilo",
      paid("12345.67", "2.5"),
      [
        ["0.5", "6172.84"],
        ["0.75", "9259.25"],
        ["1.25", "15432.09"],
      ],
    ],
    [
      "at 5 %",
      paid("0.03", "3", { taxRate: "5" }),
      [
        ["1", "0.03"],
        ["1", "0.03"],
        ["1", "0.03"],
      ],
    ],
    [
      "with two taxes",
      paid("1270", "7", { otherTaxes: [INC] }),
      [
        ["3", "3810.00"],
        ["4", "5080.00"],
      ],
    ],
    [
      "with a tax for each unit",
      paid("1260", "3", { otherTaxes: [BAG] }),
      [
        ["1", "1260.00"],
        ["2", "2520.00"],
      ],
    ],
    [
      "less money, in proportion",
      paid("100", "3", { discountAmount: "50" }),
      [
        ["1", "83.33"],
        ["1", "83.34"],
        ["1", "83.33"],
      ],
    ],
    [
      "less a percentage",
      paid("24000", "2", { discountPercent: "10" }),
      [
        ["1", "21600.00"],
        ["1", "21600.00"],
      ],
    ],
  ])("%s", (_, item, parts) => {
    const document = price({ lines: [item] });
    const sale = open(document);
    for (const [quantity, expected] of parts) expect(sale.issue([units(1, quantity)]).totals.total).toBe(expected);
    expect(sale.left).toBe("0.00");
  });

  it("never lets the base or a tax of a part fall below zero, however little it is worth", () => {
    const sale = open(price({ lines: [paid("0.04", "7", { taxRate: "5", discountPercent: "60" })] }));
    const totals = Array.from({ length: 7 }, () => sale.issue([units(1, "1")]).totals);
    expect(totals.map(({ subtotal, taxes, total }) => [subtotal, taxes, total])).toEqual([
      ["0.01", "0.01", "0.02"],
      ["0.01", "0.00", "0.01"],
      ["0.02", "0.00", "0.02"],
      ["0.01", "0.00", "0.01"],
      ["0.02", "0.00", "0.02"],
      ["0.01", "0.00", "0.01"],
      ["0.02", "0.00", "0.02"],
    ]);
    expect(sale.left).toBe("0.00");
  });

  it("gives back the tax of each unit with its units, where a few of them are worth the whole base", () => {
    const bags = lineDraft({ quantity: "10", unitPrice: "0.001", taxRate: "19", otherTaxes: [BAG] });
    const sale = open(price({ lines: [bags] }));
    // 0.01 in all, which six of ten units round up to.
    const totals = ["6", "1", "3"].map((quantity) => sale.issue([units(1, quantity)]).totals);
    expect(totals.map(({ subtotal, taxes }) => [subtotal, taxes])).toEqual([
      ["0.01", "420.00"],
      ["0.00", "70.00"],
      ["0.00", "210.00"],
    ]);
    expect(sale.left).toBe("0.00");
  });

  it("splits it as an invoice of so many units would", () => {
    const sale = open(price({ lines: [paid("100", "2")] }));
    expect(sale.issue([units(1, "1")]).lines.map(brief)).toEqual(["1:1 1 x 84.033613 = 84.03 + 15.97"]);
    expect(sale.issue([units(1, "1")]).lines.map(brief)).toEqual(["1:1 1 x 84.033613 = 84.04 + 15.96"]);
  });

  it.each([
    ["1003", "8"],
    ["999", "19"],
    ["333", "5"],
  ])("keeps the taxes of hundreds of lines of %s at %s %% within the tolerance", (inputPrice, taxRate) => {
    const items = Array.from({ length: 450 }, () => paid(inputPrice, "2", { taxRate }));
    const sale = open(price({ lines: items }));
    const parts = [1, 2].map(() => sale.issue(items.map((_, index) => units(index + 1, "1"))));
    for (const { totals, taxes } of parts) {
      expect(totals.total).toBe(`${Number(inputPrice) * 450}.00`);
      for (const { base, amount, rate } of taxes) {
        expect(Math.abs(Number(base) * Number(rate) - Number(amount) * 100)).toBeLessThan(200.01);
      }
    }
    expect(sale.left).toBe("0.00");
  });

  it("charges what was paid for more units in a debit note", () => {
    const document = price({ lines: [paid("100", "2")] });
    const draft = debitDraft({ concept: "3", lines: [units(1, "3")] });
    expect(resolve(draft, targetOf(document)).totals.total).toBe("300.00");
  });

  it("is found again in a file that does not say how its prices were told", () => {
    const document = price({ lines: [paid("100", "2")] });
    const lines = document.lines.map(({ isTaxIncluded: _, ...line }) => line);
    expect(open({ ...document, lines }).issue([units(1, "1")]).totals.total).toBe("100.00");
  });
});

describe("a lower price", () => {
  const document = price({ lines: [paid("31500", "2"), paid("1260", "3", { otherTaxes: [BAG, INC] })] });

  it("may be told with its taxes: that is what is paid back", () => {
    const sale = open(document);
    const note = sale.issue([paidBack(1, "1", "5000")], { concept: "4" });
    expect(note.totals.total).toBe("5000.00");
    expect(note.lines.map(brief)).toEqual(["1:0 1 x 4201.680672 = 4201.68 + 798.32"]);
    expect(sale.issue([units(1, "2"), units(2, "3")]).totals.total).toBe("61780.00");
    expect(sale.left).toBe("0.00");
  });

  it("takes no tax that is money for each unit", () => {
    const [line] = open(document).issue([paidBack(2, "2", "500")], { concept: "4" }).lines;
    expect(line?.taxes.map(({ code }) => code)).toEqual(["01", "04"]);
  });

  it("that is the price paid is a return", () => {
    expect(open(document).issue([paidBack(1, "1", "31500")]).lines[0]?.corrects?.quantity).toBe("1.000000");
  });

  it("is never above what was paid", () => {
    expect(open(document).refuse({ lines: [paidBack(1, "1", "31500.01")] })).toMatchObject({
      reason: "exceeds-line",
      figure: "paidPrice",
      available: "31500.00",
      requested: "31500.01",
    });
  });

  it("takes no more than is left, and all of it to the cent", () => {
    const sale = open(document);
    sale.issue([paidBack(1, "2", "31499.99")], { concept: "4" });
    expect(sale.refuse({ lines: [paidBack(1, "1", "0.03")] })).toMatchObject({ figure: "amount", available: "0.02" });
    expect(sale.issue([paidBack(1, "1", "0.02")], { concept: "4" }).totals.total).toBe("0.02");
  });

  it("raises a line in a debit note, taxes included", () => {
    const draft = debitDraft({ concept: "3", lines: [paidBack(1, "1", "119")] });
    expect(resolve(draft, targetOf(document)).lines.map(brief)).toEqual(["1:1 1 x 100.00 = 100.00 + 19.00"]);
  });
});

describe("discounts of the whole sale", () => {
  const COUPON = { discounts: [off("10000", { reason: "Cupón" })] };
  const TWO = [paid("43200", "1"), paid("56800", "1")];

  it("come back with the lines that are returned, in the same part, until nothing is left", () => {
    const sale = open(price({ lines: TWO, ...COUPON }));
    const first = sale.issue([units(1, "1")]);
    expect([first.totals.total, first.allowances?.map(({ amount, corrects }) => [amount, corrects])]).toEqual([
      "38880.00",
      [["4320.00", 1]],
    ]);
    expect(sale.issue([units(2, "1")]).totals.total).toBe("51120.00");
    expect(sale.left).toBe("0.00");
  });

  it("close their cents, each of them, in thirds", () => {
    const lines = [paid("100", "3")];
    const sale = open(price({ lines, discounts: [off("10"), off("0.05"), off("0.01")] }));
    const parts = [1, 2, 3].map(() => sale.issue([units(1, "1")]));
    expect(parts.map(({ totals }) => totals.total)).toEqual(["96.65", "96.64", "96.65"]);
    expect(sale.left).toBe("0.00");
  });

  it("share a lower price too, which would otherwise pay back more than was paid", () => {
    const sale = open(price({ lines: TWO, ...COUPON }));
    expect(sale.issue([paidBack(1, "1", "5000")], { concept: "4" }).totals.total).toBe("4500.00");
  });

  it("are left alone where the note says so, within the balance, and the next return closes them", () => {
    const sale = open(price({ lines: TWO, ...COUPON }));
    expect(sale.issue([units(1, "1")], { areDiscountsShared: false }).totals.total).toBe("43200.00");
    expect(sale.refuse({ lines: [units(2, "1")], areDiscountsShared: false })).toMatchObject({
      reason: "exceeds-balance",
      available: "46800.00",
      requested: "56800.00",
    });
    expect(sale.issue([units(2, "1")]).totals.total).toBe("46800.00");
    expect(sale.left).toBe("0.00");
  });

  it("that cover everything leave nothing to credit but the annulment", () => {
    const document = price({ lines: TWO, discounts: [off("100000")] });
    expect(document.totals.total).toBe("0.00");
    const sale = open(document);
    expect(sale.refuse({ lines: [units(1, "1")] })).toEqual(nothingToCredit("91"));
    expect(sale.refuse({})).toEqual(nothingToCredit("91"));
    expect(sale.issue(null, { concept: "2" }).totals).toEqual(document.totals);
    expect(sale.refuse({ concept: "2" })).toEqual(ANNULLED);
  });

  it("are no matter of a debit note", () => {
    const document = price({ lines: TWO, ...COUPON });
    expect(resolve(debitDraft({ concept: "3", lines: [units(1, "1")] }), targetOf(document)).totals.total).toBe(
      "43200.00",
    );
  });
});

describe("charges of the whole sale", () => {
  const document = price({ lines: [paid("100", "2")], charges: [off("20", { reason: "Propina" }), off("5")] });

  it("come back only where the note names them, at most what is left of each", () => {
    const sale = open(document);
    expect(sale.issue([units(1, "1")]).totals.total).toBe("100.00");
    const note = sale.issue([units(1, "0.5")], { charges: [{ type: "returned", charge: 1, amount: "12" }] });
    expect([note.totals.total, note.allowances]).toMatchObject(["62.00", [{ reason: "Propina", amount: "12.00" }]]);
    const more = (amount: string, charge = 1) => ({
      lines: [units(1, "0.5")],
      charges: [{ type: "returned", charge, amount } as const],
    });
    expect(sale.refuse(more("8.01"))).toMatchObject({
      reason: "exceeds-balance",
      invoiced: "20.00",
      credited: "12.00",
      available: "8.00",
      requested: "8.01",
      charge: 1,
      field: ["charges", 0, "amount"],
    });
    expect(sale.refuse(more("1", 3))).toMatchObject({ reason: "charge-unknown", charge: 3, count: 2 });
    const last = sale.issue([units(1, "0.5")], {
      charges: [
        { type: "returned", charge: 1, amount: "8" },
        { type: "returned", charge: 2, amount: "5" },
      ],
    });
    expect([last.totals.total, sale.left]).toEqual(["63.00", "0.00"]);
  });

  it("named twice in a note are counted twice", () => {
    const twice = [1, 1].map((charge) => ({ type: "returned", charge, amount: "11" }) as const);
    expect(open(document).refuse({ lines: [units(1, "1")], charges: twice })).toMatchObject({ available: "9.00" });
  });

  it.each(["discounts", "charges", "areDiscountsShared"] as const)("need lines: %s", (field) => {
    const one = {
      discounts: { discounts: [off("1")] },
      charges: { charges: [{ type: "own", allowance: off("1") } as const] },
    };
    const changes = field === "areDiscountsShared" ? { areDiscountsShared: false } : one[field];
    expect(open(document).refuse({ concept: "3", ...changes })).toMatchObject({
      reason: "needs-lines",
      field: [field],
    });
    expect(open(document).refuse({ concept: "2", ...changes })).toEqual({
      ...{ reason: "concept-needs-whole", field: ["concept"], because: "allowances" },
    });
  });
});

describe("what is a note's own", () => {
  const elsewhere = {
    documentId: null,
    external: { number: "FE77", fiscalId: "b".repeat(96), issueDate: "2026-02-01", typeCode: "01" } as const,
    receiver: invoiceDraft().receiver,
  };
  const sale = {
    lines: [
      paid("21600", "3", { discountPercent: "12.5", otherTaxes: [BAG] }),
      lineDraft({ quantity: "1.5", unitPrice: "333.33", discountAmount: "9.99", otherTaxes: [INC] }),
      lineDraft({ discountPercent: "100" }),
    ],
    discounts: [off("1000", { reason: "Cupón" }), { amount: null, percent: "1.5", reason: null, code: "00" }],
    charges: [off("777.77", { reason: "Propina" })],
  };

  it.each(["1", "2", "3"])("annuls an invoice of another system to the cent: concept %s", (concept) => {
    const invoice = price(sale);
    const charges = sale.charges.map((allowance) => ({ type: "own", allowance }) as const);
    const note = resolve(creditDraft({ ...elsewhere, concept, ...sale, lines: sale.lines.map(own), charges }), null);
    expect(note.totals).toEqual(invoice.totals);
    expect(note.taxes).toEqual(invoice.taxes);
    expect(note.allowances).toEqual(invoice.allowances);
    expect(note.lines.map(({ corrects: _, ...line }) => line)).toEqual(invoice.lines);
  });

  it("of 0.00 is only an annulment", () => {
    const lines = [own(lineDraft({ discountPercent: "100" }))];
    expect(refusalOf(creditDraft({ ...elsewhere, concept: "3", lines }), null)).toEqual(nothingToCredit("91"));
    expect(refusalOf(debitDraft({ ...elsewhere, concept: "3", lines }), null)).toEqual(nothingToCredit("92"));
    expect(resolve(creditDraft({ ...elsewhere, concept: "2", lines }), null).totals.total).toBe("0.00");
  });

  it("comes beside the share of the document's discounts", () => {
    const one = open(price({ lines: [paid("100", "2")], discounts: [off("20")] }));
    const note = one.issue([units(1, "1")], {
      discounts: [off("15")],
      charges: [{ type: "own", allowance: off("1") }],
    });
    expect(note.allowances?.map(({ isCharge, amount, corrects }) => [isCharge, amount, corrects])).toEqual([
      [false, "10.00", 1],
      [false, "15.00", undefined],
      [true, "1.00", undefined],
    ]);
    expect(note.totals.total).toBe("76.00");
  });
});

describe("a line of 0.00", () => {
  const REFERENCE = { amount: "100000.00", typeCode: "01" };

  it("of which a lower price took everything carries the reference price, so that quantities add up", () => {
    const sale = open(price({ lines: [lineDraft({ quantity: "2" }), lineDraft()] }));
    sale.issue([units(1, "2", "99999.99")], { concept: "4" });
    sale.issue([units(1, "2", "0.01")], { concept: "4" });
    expect(sale.refuse({ lines: [units(1, "2")] })).toEqual(nothingToCredit("91"));
    const [line] = sale.issue([units(1, "2"), units(2, "1")]).lines;
    expect(line).toMatchObject({
      base: "0.00",
      referencePrice: REFERENCE,
      corrects: { line: 1, quantity: "2.000000" },
    });
    expect(sale.left).toBe("0.00");
  });

  it("at a full discount carries it too, also in a part and in an annulment", () => {
    const document = price({ lines: [lineDraft({ quantity: "2", discountPercent: "100" }), lineDraft()] });
    const [part] = open(document).issue([units(1, "1"), units(2, "1")]).lines;
    const [whole] = open(document).issue(null, { concept: "2" }).lines;
    expect([part, whole]).toMatchObject([{ referencePrice: REFERENCE }, { referencePrice: REFERENCE }]);
  });

  it("alone is annulled by a note of 0.00, of an invoice as of a support document", () => {
    const invoice = price({ lines: [lineDraft({ discountPercent: "100" })] });
    const free = makeLine(1, { unitPrice: "0.00", base: "0.00", referencePrice: { amount: "0.01", typeCode: "03" } });
    const support = makeSupportDocument([free]);
    for (const [document, make] of [
      [invoice, creditDraft],
      [support, adjustmentDraft],
    ] as const) {
      const annulment = resolve(make(), targetOf(document));
      expect([annulment.totals.total, annulment.lines[0]?.referencePrice]).toEqual([
        "0.00",
        document.lines[0]?.referencePrice,
      ]);
      expect(refusalOf(make({ concept: "1", lines: [units(1, "1")] }), targetOf(document))).toEqual(
        nothingToCredit(annulment.typeCode),
      );
      expect(refusalOf(make(), targetOf(document, [earlier(annulment, "aceptado")]))).toEqual(ANNULLED);
    }
  });
});
