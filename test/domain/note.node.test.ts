// Notes against the documents that they correct: what they carry, what may still be credited, and every refusal with its figures.
import { describe, expect, it } from "vitest";
import { STATES } from "../../src/domain/document/state.ts";
import { findBalance } from "../../src/domain/note/note-balance.ts";
import { Refusal } from "../../src/domain/refusal/refusal.ts";
import { invoiceDraft, lineDraft, TODAY } from "../support/company.ts";
import {
  adjustmentDraft,
  brief,
  creditDraft,
  debitDraft,
  earlier,
  own,
  refusalOf,
  resolve,
  targetOf,
  units,
} from "../support/note.ts";
import { price } from "../support/pricing.ts";
import {
  discountOf,
  FOREIGN_VENDOR,
  GLOBAL_ALLOWANCES,
  ivaLine,
  makeInvoice,
  makeLine,
  makeSupportDocument,
  taxOf,
} from "../ubl/fixture.ts";

/** Three bags that are given away, with IVA on nothing and a tax of 70 for each: 210.00. */
const BAGS = price({
  lines: [
    lineDraft({
      ...{ quantity: "3", unitPrice: "100", discountPercent: "100" },
      otherTaxes: [{ code: "22", rate: null, unitAmount: "70", millilitres: null }],
    }),
  ],
});

/** Two services at 19 %, a good at 5 % and three excluded ones: 143,000.00. */
const INVOICE = makeInvoice([
  ivaLine(1, "100000.00", "19.00", "19000.00", { quantity: "2.000000", unitPrice: "50000.00" }),
  ivaLine(2, "20000.00", "5.00", "1000.00"),
  makeLine(3, { quantity: "3.000000", unitPrice: "1000.00", base: "3000.00" }),
]);
const TARGET = targetOf(INVOICE);
const SUPPORT = makeSupportDocument([
  makeLine(1, { quantity: "100.000000", unitCode: "KGM", unitPrice: "12000.00", base: "1200000.00" }),
]);
const SUPPORT_TARGET = { ...targetOf(SUPPORT), number: "SEDS984000001" };
const EXTERNAL = { number: "FE77", fiscalId: "b".repeat(96), issueDate: "2026-02-01", typeCode: "01" } as const;
const PERIOD = { start: "2026-02-01", end: "2026-02-28" };
const { receiver } = invoiceDraft();

describe("an annulment", () => {
  it("needs nothing but the document, and is its lines, taxes and total, without withholdings", () => {
    const withheld = taxOf("06", "11.00", "100000.00", "11000.00");
    const document = makeInvoice([ivaLine(1, "100000.00", "19.00", "19000.00", { withholdings: [withheld] })]);
    const note = resolve(creditDraft(), targetOf(document));
    expect(note).toMatchObject({ typeCode: "91", operationType: "20", concept: { code: "2" }, issueDate: TODAY });
    expect(note.taxes).toEqual(document.taxes);
    expect(note.totals).toEqual({ ...document.totals, withheld: "0.00", netPayable: "119000.00" });
    expect(note.lines.map(brief)).toEqual(["1:1 1 x 100000.00 = 100000.00 + 19000.00"]);
    expect([note.withholdings, note.lines[0]?.withholdings]).toEqual([[], []]);
  });

  it("has the discounts and charges of the document and of its lines", () => {
    const discount = discountOf("00", "Descuento no condicionado", "10.00", "1111.11", "11111.10");
    const document = makeInvoice(
      [
        ivaLine(1, "9999.99", "19.00", "1900.00", { unitPrice: "11111.10", allowances: [discount] }),
        ivaLine(2, "20000.00", "5.00", "1000.00"),
      ],
      GLOBAL_ALLOWANCES,
    );
    const note = resolve(creditDraft(), targetOf(document));
    expect(note.allowances).toMatchObject(document.allowances ?? []);
    expect(note.lines[0]?.allowances).toEqual([discount]);
    expect(note.totals).toEqual(document.totals);
  });

  it("has the currency and the exchange rate of the document", () => {
    const dollars = { currency: "USD", exchangeRate: { rate: "3850.50", date: "2024-05-17" } };
    const note = resolve(creditDraft(), targetOf(makeInvoice([ivaLine(1, "1000.00", "19.00", "190.00")], dollars)));
    expect(note).toMatchObject({ ...dollars, totals: { total: "1190.00" } });
  });

  it.each([
    [{ appliedRate: "3850.5", officialRate: "4000", rateDate: "2024-05-17" }, null],
    [{ appliedRate: null, officialRate: "3850.500", rateDate: null }, null],
    [{ appliedRate: "3850.5000001", officialRate: null, rateDate: null }, null],
    [{ appliedRate: "3850.51", officialRate: null, rateDate: null }, ["3850.50", "3850.51"]],
    [{ appliedRate: null, officialRate: "4000", rateDate: null }, ["3850.50", "4000"]],
    [{ appliedRate: null, officialRate: null, rateDate: "2024-05-18" }, ["2024-05-17", "2024-05-18"]],
  ])("may be sent with its own rate and date, and no other: %o", (currency, differs) => {
    const exchangeRate = { rate: "3850.50", date: "2024-05-17" };
    const lines = [ivaLine(1, "1000.00", "19.00", "190.00")];
    const { appliedRate, officialRate, rateDate: exchangeRateDate } = currency;
    const cases = [
      [
        creditDraft({ currency: { code: "USD", ...currency } }),
        targetOf(makeInvoice(lines, { currency: "USD", exchangeRate })),
      ],
      [
        adjustmentDraft({ currency: "USD", exchangeRate: appliedRate ?? officialRate, exchangeRateDate }),
        targetOf(makeSupportDocument(lines, { currency: "USD", exchangeRate })),
      ],
    ] as const;
    for (const [draft, target] of cases) {
      const refusal = differs && {
        reason: "currency-differs",
        field: ["currency"],
        expected: differs[0],
        value: differs[1],
      };
      expect(refusalOf(draft, target) ?? null).toEqual(refusal);
      if (refusal === null) expect(resolve(draft, target)).toMatchObject({ currency: "USD", exchangeRate });
    }
  });

  it("of an AIU contract keeps the note of its first line (CAV03)", () => {
    const aiu = {
      contractBase: "5000000",
      administrationPercent: "6",
      contingencyPercent: "2",
      profitPercent: "2",
      taxRate: "19",
      taxBaseMode: "UTILIDAD",
    } as const;
    const document = price({ aiu, lines: [lineDraft({ unitPrice: "5000000", taxRate: "0" })] });
    const note = resolve(creditDraft(), targetOf(document));
    expect(note.lines[0]?.note).toMatch(/^Contrato de servicios AIU por concepto de:/);
    expect(note.lines.map(({ base }) => base)).toEqual(document.lines.map(({ base }) => base));
    expect(note.totals).toEqual(document.totals);
  });

  it("of a contingency invoice refers to its CUDE, of another to its CUFE, of a support document to its CUDS", () => {
    const contingency = { ...INVOICE, typeCode: "03" } as const;
    expect(resolve(creditDraft(), targetOf(contingency)).corrected?.fiscalIdKind).toBe("CUDE");
    expect(resolve(creditDraft(), TARGET).corrected).toEqual({
      number: "SETP990000101",
      fiscalId: "a".repeat(96),
      fiscalIdKind: "CUFE",
      issueDate: "2024-05-17",
    });
    expect(resolve(adjustmentDraft(), SUPPORT_TARGET).corrected?.fiscalIdKind).toBe("CUDS");
  });

  it("may list the whole document line by line, in any order and in parts", () => {
    const lines = [units(3, "3"), units(1, "1"), units(2, "1"), units(1, "1")];
    expect(refusalOf(creditDraft({ concept: "2", lines }), TARGET)).toEqual({
      ...{ reason: "concept-needs-whole", field: ["concept"], because: "lines" },
    });
    const whole = [units(3, "3"), units(1, "2"), units(2, "1")];
    expect(resolve(creditDraft({ concept: "2", lines: whole }), TARGET).totals).toEqual(INVOICE.totals);
  });

  it.each([
    ["10", SUPPORT.counterpart],
    ["11", FOREIGN_VENDOR],
  ] as const)("of a support document of operation type %s is of the same", (operationType, counterpart) => {
    const document = { ...SUPPORT, operationType, counterpart };
    const note = resolve(adjustmentDraft(), targetOf(document));
    expect(note).toMatchObject({ typeCode: "95", operationType, counterpart, totals: SUPPORT.totals });
  });
});

describe("the lines of a credit note", () => {
  it.each([
    ["one of two units", [units(1, "1")], ["1:1 1 x 50000.00 = 50000.00 + 9500.00"]],
    ["a part of a unit", [units(2, "0.333333")], ["2:0.333333 0.333333 x 20000.00 = 6666.66 + 333.33"]],
    ["a lower price: amount, no quantity", [units(1, "2", "10000")], ["1:0 2 x 10000.00 = 20000.00 + 3800.00"]],
    ["the line's own price, said", [units(3, "2", "1000")], ["3:2 2 x 1000.00 = 2000.00 + "]],
    [
      "the same line twice",
      [units(1, "1"), units(1, "1")],
      ["1:1 1 x 50000.00 = 50000.00 + 9500.00", "1:1 1 x 50000.00 = 50000.00 + 9500.00"],
    ],
    [
      "a line of its own beside one of the document",
      [own(lineDraft({ unitPrice: "500" })), units(3, "1")],
      ["own 1 x 500.00 = 500.00 + 95.00", "3:1 1 x 1000.00 = 1000.00 + "],
    ],
  ])("take %s", (_, lines, expected) => {
    const note = resolve(creditDraft({ concept: "1", lines }), TARGET);
    expect(note.lines.map(brief)).toEqual(expected);
    expect(note.lines.map(({ number }) => number)).toEqual(expected.map((_line, index) => index + 1));
  });

  it("take description, unit, product and tax from the line of the document", () => {
    const [line] = resolve(adjustmentDraft({ concept: "1", lines: [units(1, "2.5")] }), SUPPORT_TARGET).lines;
    expect(line).toMatchObject({ description: "Servicio", unitCode: "KGM", product: { code: "SKU1", scheme: "999" } });
  });

  it("have the price after the line's own discount, without the discount", () => {
    const discount = discountOf("00", "Descuento no condicionado", "10.00", "10.00", "100.00");
    const line = ivaLine(1, "90.00", "19.00", "17.10", {
      quantity: "10.000000",
      unitPrice: "10.00",
      allowances: [discount],
    });
    const note = resolve(creditDraft({ concept: "1", lines: [units(1, "3")] }), targetOf(makeInvoice([line])));
    expect(note.lines.map(brief)).toEqual(["1:3 3 x 9.00 = 27.00 + 5.13"]);
    expect(note.lines[0]?.allowances).toBeUndefined();
  });

  it("of a free line keep its price and its discount, and take the tax of each unit", () => {
    const notes: ReturnType<typeof earlier>[] = [];
    const giveBack = (quantity: string) => {
      const lines = [units(1, quantity)];
      const note = resolve(creditDraft({ concept: "1", lines }), targetOf(BAGS, notes));
      notes.push(earlier(note));
      return note;
    };
    const first = giveBack("1");
    expect(first.lines.map(brief)).toEqual(["1:1 1 x 100.00 = 0.00 + 0.00 + 70.00"]);
    expect(first.lines[0]?.allowances).toEqual([
      discountOf("00", "Descuento no condicionado", "100.00", "100.00", "100.00"),
    ]);
    expect(giveBack("0.5").lines.map(brief)).toEqual(["1:0.5 0.5 x 100.00 = 0.00 + 0.00 + 35.00"]);
    expect(giveBack("1.5").lines.map(brief)).toEqual(["1:1.5 1.5 x 100.00 = 0.00 + 0.00 + 105.00"]);
    expect(findBalance(BAGS.totals.total, notes).available).toBe("0.00");
  });

  it("of a free line without such a tax take the quantity alone", () => {
    const free = lineDraft({ quantity: "3", discountPercent: "100" });
    const document = price({ lines: [free, lineDraft()] });
    const half = resolve(creditDraft({ concept: "1", lines: [units(1, "1"), units(2, "1")] }), targetOf(document));
    expect(half.lines.map(({ base, corrects }) => [base, corrects?.quantity])).toEqual([
      ["0.00", "1.000000"],
      ["100000.00", "1.000000"],
    ]);
    const refused = creditDraft({ concept: "1", lines: [units(1, "2.5")] });
    const more = price({ lines: [free, lineDraft({ quantity: "2" })] });
    expect(refusalOf(refused, targetOf(more, [earlier(half)]))).toMatchObject({ figure: "quantity", available: "2" });
  });

  it("share each of several taxes of the line", () => {
    const taxes = [taxOf("01", "19.00", "100.00", "19.00"), taxOf("04", "8.00", "100.00", "8.00")];
    const document = makeInvoice([
      makeLine(1, { quantity: "3.000000", unitPrice: "33.333333", base: "100.00", taxes }),
    ]);
    const first = resolve(creditDraft({ concept: "1", lines: [units(1, "1")] }), targetOf(document));
    expect(first.lines.map(brief)).toEqual(["1:1 1 x 33.333333 = 33.33 + 6.33 + 2.67"]);
    const rest = resolve(creditDraft({ concept: "1", lines: [units(1, "2")] }), targetOf(document, [earlier(first)]));
    expect(rest.lines.map(brief)).toEqual(["1:2 2 x 33.333333 = 66.67 + 12.67 + 5.33"]);
  });

  it("take what a lower price has left when they take the last quantity", () => {
    const rebate = resolve(creditDraft({ concept: "3", lines: [units(1, "2", "12345.67")] }), TARGET);
    const back = resolve(creditDraft({ concept: "1", lines: [units(1, "2")] }), targetOf(INVOICE, [earlier(rebate)]));
    expect(rebate.lines.map(brief)).toEqual(["1:0 2 x 12345.67 = 24691.34 + 4691.35"]);
    expect(back.lines.map(brief)).toEqual(["1:2 2 x 37654.33 = 75308.66 + 14308.65"]);
  });

  it("never pile up the cents of small parts", () => {
    const document = makeInvoice([makeLine(1, { quantity: "100.000000", unitPrice: "0.015", base: "1.50" })]);
    const notes = [];
    for (let i = 0; i < 100; i += 2) {
      const note = resolve(creditDraft({ concept: "1", lines: [units(1, "2")] }), targetOf(document, notes));
      expect(note.totals.total).toBe("0.03");
      notes.push(earlier(note));
    }
    expect(findBalance(document.totals.total, notes).available).toBe("0.00");
  });
});

describe("a debit note", () => {
  it("charges lines of its own, or more of a line of the invoice at any price", () => {
    const lines = [units(1, "1", "5000"), units(1, "7", "90000")];
    const note = resolve(debitDraft({ concept: "3", lines }), TARGET);
    expect(note).toMatchObject({ typeCode: "92", operationType: "30", concept: { code: "3" } });
    expect(note.lines.map(brief)).toEqual([
      "1:1 1 x 5000.00 = 5000.00 + 950.00",
      "1:7 7 x 90000.00 = 630000.00 + 119700.00",
    ]);
    expect(resolve(debitDraft(), TARGET).totals.total).toBe("1000.00");
  });

  it("charges the tax of more units of a free line, or a price for it, but not nothing at all", () => {
    const more = resolve(debitDraft({ concept: "3", lines: [units(1, "2"), units(1, "1", "40")] }), targetOf(BAGS));
    expect(more.lines.map(brief)).toEqual(["1:2 2 x 100.00 = 0.00 + 0.00 + 140.00", "1:1 1 x 40.00 = 40.00 + 7.60"]);
    expect(more.lines.map(({ allowances }) => allowances?.length)).toEqual([1, undefined]);
    const untaxed = price({ lines: [lineDraft({ discountPercent: "100" })] });
    expect(refusalOf(debitDraft({ lines: [units(1, "1")] }), targetOf(untaxed))).toMatchObject({
      ...{ reason: "line-without-value", base: "0.00" },
    });
  });

  it("does not enlarge what may be credited, nor is it kept by a credit of everything", () => {
    const debit = earlier(resolve(debitDraft(), TARGET));
    expect(findBalance("143000.00", [debit])).toEqual({
      invoiced: "143000.00",
      credited: "0.00",
      inProcess: "0.00",
      available: "143000.00",
    });
    const lines = INVOICE.lines.map(({ number, quantity }) => units(number, quantity));
    const all = earlier(resolve(creditDraft({ concept: "1", lines }), targetOf(INVOICE, [debit])));
    expect(refusalOf(debitDraft(), targetOf(INVOICE, [debit, all]))).toBeUndefined();
  });

  it("may say concept 2, which is no annulment of it, also of a period", () => {
    const changes = { concept: "2", documentId: null, period: PERIOD, receiver };
    expect(resolve(debitDraft(changes), null)).toMatchObject({ operationType: "32", period: PERIOD, corrected: null });
    expect(resolve(debitDraft({ concept: "2" }), TARGET).concept.name).toBe("Gastos por cobrar");
  });
});

describe("without a document that is kept here", () => {
  it("a note names the document issued elsewhere, and no balance is looked at", () => {
    const changes = { documentId: null, external: EXTERNAL, concept: "1", receiver };
    const note = resolve(creditDraft({ ...changes, lines: [own(lineDraft({ unitPrice: "900000000" }))] }), null);
    expect(note.corrected).toEqual({ ...EXTERNAL, typeCode: undefined, fiscalIdKind: "CUFE" });
    expect(note).toMatchObject({ operationType: "20", counterpart: { identificationNumber: "800134536" } });
  });

  it.each([
    ["01", "CUFE"],
    ["02", "CUFE"],
    ["03", "CUDE"],
    ["04", "CUFE"],
  ] as const)("an invoice of type %s has a %s", (typeCode, kind) => {
    const external = { ...EXTERNAL, typeCode };
    const draft = creditDraft({ documentId: null, external, concept: "1", receiver, lines: [own(lineDraft())] });
    expect(resolve(draft, null).corrected?.fiscalIdKind).toBe(kind);
  });

  it("a credit note corrects a period", () => {
    const draft = creditDraft({ documentId: null, period: PERIOD, concept: "3", receiver, lines: [own(lineDraft())] });
    expect(resolve(draft, null)).toMatchObject({ operationType: "22", corrected: null, period: PERIOD });
  });

  it("a document that is kept here all the same is treated as its id", () => {
    const draft = creditDraft({ documentId: null, external: EXTERNAL, concept: "1", lines: [units(1, "3")] });
    expect(refusalOf(draft, TARGET)?.reason).toBe("exceeds-line");
  });
});

describe("what a note says besides", () => {
  it("is why, and then the remarks", () => {
    expect(resolve(creditDraft({ motive: "Error", notes: "Ver acta 7" }), TARGET).notes).toEqual([
      "Error",
      "Ver acta 7",
    ]);
    expect(resolve(creditDraft({ motive: null, notes: "" }), TARGET).notes).toEqual([]);
  });

  it("is the invoice's payment, unless another one is sent", () => {
    const credit = { form: "2", meansCode: "42", dueDate: "2024-06-16" } as const;
    expect(resolve(creditDraft(), targetOf({ ...INVOICE, payment: credit })).payment).toEqual(credit);
    expect(resolve(creditDraft(), TARGET).payment).toEqual({ form: "1", meansCode: "10", dueDate: TODAY });
    const payment = { form: "credito", methodId: null, meansCode: "47", dueDate: "2026-04-01" } as const;
    const sent = resolve(creditDraft({ payment }), TARGET);
    expect(sent.payment).toEqual({ form: "2", meansCode: "47", dueDate: "2026-04-01" });
    const support = adjustmentDraft({ payment: { form: "2", meansCode: null, dueDate: "2026-04-01" } });
    expect(resolve(support, SUPPORT_TARGET).payment).toEqual({ form: "2", meansCode: "10", dueDate: "2026-04-01" });
  });

  it("is compared with the totals that the client computed, of notes on invoices", () => {
    expect(resolve(creditDraft({ claimedTotal: "143000.02" }), TARGET).totals.total).toBe("143000.00");
    expect(() => resolve(creditDraft({ claimedTotal: "143000.04" }), TARGET)).toThrow(Refusal);
  });
});

const HALF = earlier(resolve(creditDraft({ concept: "1", lines: [units(1, "1")] }), TARGET));
const PENDING = earlier(resolve(creditDraft({ concept: "1", lines: [units(3, "1")] }), TARGET), "enviado");
const ANNULLED = earlier(resolve(creditDraft(), TARGET));
const ANNULLING = earlier(resolve(creditDraft(), TARGET), "send_unknown");
const WHOLE = earlier(
  resolve(creditDraft({ concept: "1", lines: INVOICE.lines.map((l) => units(l.number, l.quantity)) }), TARGET),
);

describe("a note is refused", () => {
  it.each<
    [
      string,
      ReturnType<typeof creditDraft> | ReturnType<typeof adjustmentDraft>,
      Parameters<typeof refusalOf>[1],
      object,
    ]
  >([
    ["with withholdings", creditDraft({ withholdingCount: 2 }), TARGET, { reason: "withholdings-of-note", count: 2 }],
    [
      "dated another day",
      creditDraft({ issueDate: "2026-03-03" }),
      TARGET,
      { reason: "note-not-today", field: ["issueDate"], value: "2026-03-03", today: TODAY },
    ],
    ["without reference", creditDraft({ documentId: null }), null, { reason: "reference-required" }],
    [
      "with two references",
      creditDraft({ external: EXTERNAL }),
      TARGET,
      { reason: "reference-ambiguous", given: ["documentId", "external"] },
    ],
    ["on an unknown id", creditDraft(), { type: "unknown", id: 7 }, { reason: "reference-not-found", value: 7 }],
    ["on a note", creditDraft(), { type: "note", typeCode: "91" }, { reason: "not-correctable", typeCode: "91" }],
    ["on a document of another kind", adjustmentDraft(), TARGET, { reason: "not-correctable", typeCode: "01" }],
    ["on a support document, as credit", creditDraft(), SUPPORT_TARGET, { reason: "not-correctable", typeCode: "05" }],
    [
      "on a rejected document",
      creditDraft(),
      targetOf(INVOICE, [], "rechazado"),
      { reason: "reference-rejected", number: "SETP990000101" },
    ],
    [
      "on a document that has as many as it may",
      debitDraft(),
      targetOf(
        INVOICE,
        Array.from({ length: 500 }, () => ({ ...ANNULLED, conceptCode: "1", total: "0.01" })),
      ),
      { reason: "too-many-notes", most: 500 },
    ],
    [
      "on an annulled document",
      creditDraft({ concept: "1", lines: [units(1, "1")] }),
      targetOf(INVOICE, [ANNULLED]),
      { reason: "reference-annulled", because: "annulment" },
    ],
    [
      "that raises an annulled document",
      debitDraft(),
      targetOf(INVOICE, [ANNULLED]),
      { reason: "reference-annulled", because: "annulment" },
    ],
    [
      "on a document whose annulment is not answered yet",
      creditDraft({ concept: "1", lines: [units(1, "1")] }),
      targetOf(INVOICE, [ANNULLING]),
      { reason: "reference-annulled", because: "annulment-pending" },
    ],
    [
      "where nothing is left",
      creditDraft({ concept: "1", lines: [units(1, "1")] }),
      targetOf(INVOICE, [WHOLE]),
      { reason: "reference-annulled", because: "nothing-left" },
    ],
    [
      "where nothing is left but what a pending note took",
      creditDraft({ concept: "1", lines: [units(1, "1")] }),
      targetOf(INVOICE, [{ ...WHOLE, state: "en_proceso_http" }]),
      { reason: "reference-annulled", because: "nothing-left-pending" },
    ],
    ["without concept beside lines", creditDraft({ lines: [units(1, "1")] }), TARGET, { reason: "concept-required" }],
    ["without concept, as debit", debitDraft({ concept: null }), TARGET, { reason: "concept-required" }],
    ["with a concept of no list", creditDraft({ concept: "7" }), TARGET, { reason: "concept-invalid", value: "7" }],
    ["with a concept of another list", debitDraft({ concept: "5" }), TARGET, { reason: "concept-invalid", value: "5" }],
    [
      "that annuls a period",
      creditDraft({ documentId: null, period: PERIOD, concept: "2", receiver, lines: [own(lineDraft())] }),
      null,
      { reason: "concept-needs-reference" },
    ],
    [
      "that annuls a part",
      creditDraft({ concept: "2", lines: [units(1, "2")] }),
      TARGET,
      { reason: "concept-needs-whole", because: "lines" },
    ],
    [
      "that annuls after another note",
      creditDraft(),
      targetOf(INVOICE, [HALF]),
      { reason: "concept-needs-whole", because: "other-notes" },
    ],
    [
      "above what remains",
      creditDraft({ concept: "1", lines: [own(lineDraft({ unitPrice: "83000", taxRate: "0" }))] }),
      targetOf(INVOICE, [HALF, PENDING, { ...HALF, state: "rechazado" }]),
      {
        reason: "exceeds-balance",
        invoiced: "143000.00",
        credited: "59500.00",
        inProcess: "1000.00",
        available: "82500.00",
        requested: "83000.00",
      },
    ],
    [
      "with all of the document under another concept, after another note",
      creditDraft({ concept: "3" }),
      targetOf(INVOICE, [HALF]),
      { reason: "exceeds-balance", available: "83500.00", requested: "143000.00" },
    ],
    [
      "with a line that is not there",
      creditDraft({ concept: "1", lines: [units(2, "1"), units(4, "1")] }),
      TARGET,
      { reason: "line-unknown", field: ["lines", 1, "line"], line: 4, lines: [1, 2, 3] },
    ],
    [
      "with more units than remain of a line",
      creditDraft({ concept: "1", lines: [units(1, "1.5")] }),
      targetOf(INVOICE, [HALF]),
      {
        reason: "exceeds-line",
        field: ["lines", 0, "quantity"],
        line: 1,
        figure: "quantity",
        available: "1",
        requested: "1.5",
      },
    ],
    [
      "with more units than remain after its own lines",
      creditDraft({ concept: "1", lines: [units(1, "1"), units(1, "1.5")] }),
      TARGET,
      {
        reason: "exceeds-line",
        field: ["lines", 1, "quantity"],
        line: 1,
        figure: "quantity",
        available: "1",
        requested: "1.5",
      },
    ],
    [
      "with a price above the line's",
      creditDraft({ concept: "4", lines: [units(1, "1", "50000.01")] }),
      TARGET,
      { reason: "exceeds-line", figure: "unitPrice", available: "50000.00", requested: "50000.01" },
    ],
    [
      "with a lower price that takes more than what remains of a line",
      creditDraft({ concept: "4", lines: [units(3, "3", "999"), units(3, "3", "2")] }),
      TARGET,
      {
        reason: "exceeds-line",
        field: ["lines", 1, "quantity"],
        line: 3,
        figure: "amount",
        available: "3.00",
        requested: "6.00",
      },
    ],
    [
      "for another customer",
      creditDraft({ receiver: { ...receiver, identificationNumber: "900373115" } }),
      TARGET,
      {
        reason: "party-differs",
        expected: { type: "31", number: "800134536" },
        given: { type: "31", number: "900373115" },
      },
    ],
    [
      "in another currency",
      creditDraft({ currency: { code: "USD", appliedRate: "4000", officialRate: null, rateDate: TODAY } }),
      TARGET,
      { reason: "currency-differs", expected: "COP", value: "USD" },
    ],
    [
      "in another currency, as adjustment",
      adjustmentDraft({ currency: "USD" }),
      SUPPORT_TARGET,
      { reason: "currency-differs", expected: "COP", value: "USD" },
    ],
    [
      "for a period of which the end comes first",
      creditDraft({ documentId: null, period: { start: "2026-03-01", end: "2026-02-28" } }),
      null,
      { reason: "period-invalid", because: "start-after-end", today: TODAY },
    ],
    [
      "for a period that is not over",
      creditDraft({ documentId: null, period: { start: "2026-03-01", end: "2026-03-31" } }),
      null,
      { reason: "period-invalid", because: "after-today" },
    ],
    [
      "for a period of no real days",
      creditDraft({ documentId: null, period: { start: "2026-02-30", end: "2026-03-01" } }),
      null,
      { reason: "period-invalid", because: "not-a-date" },
    ],
    [
      "on a document elsewhere that is still to come",
      creditDraft({ documentId: null, external: { ...EXTERNAL, issueDate: "2026-03-05" } }),
      null,
      { reason: "reference-date", value: "2026-03-05", today: TODAY },
    ],
    [
      "on a document elsewhere without a receiver",
      creditDraft({ documentId: null, external: EXTERNAL, concept: "1", lines: [own(lineDraft())] }),
      null,
      { reason: "required-in-note", field: ["receiver"] },
    ],
    [
      "on a document elsewhere without lines",
      creditDraft({ documentId: null, external: EXTERNAL, concept: "1", receiver }),
      null,
      { reason: "required-in-note", field: ["lines"] },
    ],
    [
      "on a document elsewhere with a line of it",
      creditDraft({ documentId: null, external: EXTERNAL, concept: "1", receiver, lines: [units(1, "1")] }),
      null,
      { reason: "line-unknown", field: ["lines", 0, "line"], line: 1, lines: [] },
    ],
    ["without lines, as debit", debitDraft({ lines: null }), TARGET, { reason: "required-in-note", field: ["lines"] }],
    [
      "with a quantity that is none",
      creditDraft({ concept: "1", lines: [units(1, "0")] }),
      TARGET,
      { reason: "not-positive", field: ["lines", 0, "quantity"], value: "0" },
    ],
    [
      "with a price that is too fine",
      creditDraft({ concept: "4", lines: [units(1, "1", "0.1234567")] }),
      TARGET,
      { reason: "too-many-decimals", field: ["lines", 0, "unitPrice"], most: 6 },
    ],
    [
      "with a line worth nothing",
      creditDraft({ concept: "4", lines: [units(1, "0.000001", "1")] }),
      TARGET,
      { reason: "line-without-value", field: ["lines", 0], base: "0.00" },
    ],
    [
      "on credit without a day on which it is due",
      adjustmentDraft({ payment: { form: "2", meansCode: null, dueDate: null } }),
      SUPPORT_TARGET,
      { reason: "due-date-on-credit", sent: null, issueDate: TODAY },
    ],
    [
      "with an unknown means of payment",
      adjustmentDraft({ payment: { form: null, meansCode: "010", dueDate: null } }),
      SUPPORT_TARGET,
      { reason: "payment-means-unknown", value: "010" },
    ],
  ])("%s", (_, draft, target, expected) => {
    expect(refusalOf(draft, target)).toMatchObject(expected);
  });

  it.each(STATES.filter((state) => state !== "aceptado" && state !== "rechazado"))(
    "on a document that is %s, because its end is not known",
    (state) => {
      const refusal = refusalOf(creditDraft(), targetOf(INVOICE, [], state));
      expect(refusal).toEqual({ reason: "reference-pending", field: ["documentId"], state, rule: "CBG04a" });
    },
  );

  it("with the rule that the authority would name", () => {
    expect(refusalOf(creditDraft(), targetOf(INVOICE, [], "rechazado"))?.rule).toBe("CBG04a");
    const part = earlier(resolve(adjustmentDraft({ concept: "1", lines: [units(1, "1")] }), SUPPORT_TARGET));
    expect(refusalOf(adjustmentDraft({ concept: "3" }), targetOf(SUPPORT, [part]))?.rule).toBe("VLR02");
    expect(refusalOf(adjustmentDraft({ currency: "USD" }), SUPPORT_TARGET)?.rule).toBeUndefined();
  });

  it("no more once the note that stood in its way is rejected", () => {
    const rejected = { ...ANNULLED, state: "rechazado" } as const;
    expect(resolve(creditDraft(), targetOf(INVOICE, [rejected])).totals).toEqual(INVOICE.totals);
  });
});

describe("an adjustment note to a support document issued elsewhere", () => {
  const supplier = {
    identificationType: "13",
    identificationNumber: "1098765432",
    checkDigit: null,
    name: "VENDEDOR NO OBLIGADO",
    tradeName: "VENDEDOR NO OBLIGADO",
    regime: "R-99-PN",
    taxSchemeCode: "ZZ",
    address: "VEREDA EL CARMEN",
    municipalityName: null,
    municipalityCode: "25053",
    departmentName: null,
    departmentCode: "25",
    countryCode: "CO",
    email: null,
    phone: null,
    postalCode: null,
  };
  const item = {
    productCode: "50201706",
    description: "Café pergamino",
    quantity: "10",
    unitCode: "KGM",
    unitPrice: "12000",
    base: null,
    taxRate: "19",
    taxAmount: null,
    costCenterId: null,
    costCenterCode: null,
  };
  const external = { number: "SEDS1", fiscalId: "c".repeat(96), issueDate: "2026-02-01", typeCode: "05" } as const;
  const draft = adjustmentDraft({ documentId: null, external, concept: "3", supplier, lines: [own(item)] });

  it("has the supplier and the lines that were sent, in pesos and in cash", () => {
    const note = resolve(draft, null);
    expect(note).toMatchObject({
      operationType: "10",
      corrected: { number: "SEDS1", fiscalIdKind: "CUDS" },
      counterpart: { identificationNumber: "1098765432" },
      payment: { form: "1", meansCode: "10", dueDate: TODAY },
      currency: "COP",
      totals: { total: "142800.00" },
    });
    expect(note.lines.map(brief)).toEqual(["own 10 x 12000.00 = 120000.00 + 22800.00"]);
  });

  it("has the rate that was sent for another currency, which it needs", () => {
    const dollars = { ...draft, currency: "USD", exchangeRate: "4012.3" };
    expect(resolve(dollars, null).exchangeRate).toEqual({ rate: "4012.30", date: TODAY });
    expect(refusalOf({ ...dollars, exchangeRate: null }, null)).toMatchObject({
      reason: "required-in-note",
      field: ["exchangeRate"],
    });
    expect(refusalOf({ ...dollars, currency: "XXY" }, null)).toMatchObject({
      reason: "currency-unknown",
      value: "XXY",
    });
  });

  it("is refused without supplier, with one that cannot be, or in a unit of no list", () => {
    expect(refusalOf({ ...draft, supplier: null }, null)).toMatchObject({
      reason: "required-in-note",
      field: ["supplier"],
    });
    expect(() => resolve({ ...draft, supplier: { ...supplier, municipalityCode: "99999" } }, null)).toThrow(Refusal);
    const odd = { ...draft, lines: [own({ ...item, unitCode: "ZZZ9" })] };
    expect(refusalOf(odd, null)).toMatchObject({
      reason: "unit-unknown",
      field: ["lines", 0, "unitCode"],
      value: "ZZZ9",
    });
  });

  it("is compared with the supplier of a support document that is kept here", () => {
    const other = { ...supplier, identificationNumber: "52000111" };
    expect(resolve(adjustmentDraft({ supplier }), SUPPORT_TARGET).totals.total).toBe("1200000.00");
    expect(refusalOf(adjustmentDraft({ supplier: other }), SUPPORT_TARGET)?.reason).toBe("party-differs");
  });
});
