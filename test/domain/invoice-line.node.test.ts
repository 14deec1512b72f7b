// Tests priced lines: tax classification, unit prices and claimed totals.
import { describe, expect, it } from "vitest";
import type { InvoiceDraft, InvoiceLineDraft } from "../../src/domain/draft/draft.ts";
import { lineDraft } from "../support/company.ts";
import { pathsOf, price, problemsOf } from "../support/pricing.ts";

describe("tax classification", () => {
  it.each([
    ["a rate of exactly 8 is INC", { taxRate: "8" }, [["04", "INC", "8.00", "8000.00"]]],
    ["8.0 is exactly 8", { taxRate: "8.0" }, [["04", "INC", "8.00", "8000.00"]]],
    ["any other positive rate is IVA", { taxRate: "19" }, [["01", "IVA", "19.00", "19000.00"]]],
    ["5 is IVA", { taxRate: "5" }, [["01", "IVA", "5.00", "5000.00"]]],
    ["8.5 is IVA, not INC", { taxRate: "8.5" }, [["01", "IVA", "8.50", "8500.00"]]],
    ["0 produces no tax", { taxRate: "0" }, []],
    ["a rate of 0 is no tax, with any code", { taxRate: "0", taxCode: "04" }, []],
    ["nor of a tax without a list", { taxRate: "0", taxCode: "03" }, []],
    ["an explicit 04 wins over the rate", { taxRate: "16", taxCode: "04" }, [["04", "INC", "16.00", "16000.00"]]],
    [
      "a rate that no list has is IVA without an explicit code",
      { taxRate: "10" },
      [["01", "IVA", "10.00", "10000.00"]],
    ],
    ["an explicit 01 with 0 is exempt", { taxRate: "0", taxCode: "01" }, [["01", "IVA", "0.00", "0.00"]]],
    [
      "ICA has no published rates: any positive one",
      { taxRate: "0.966", taxCode: "03" },
      [["03", "ICA", "0.966", "966.00"]],
    ],
    ["ZZ with 0 is no tax", { taxRate: "0", taxCode: "ZZ" }, []],
    ["a code wins over the rate of another tax", { taxRate: "8", taxCode: "01" }, [["01", "IVA", "8.00", "8000.00"]]],
    [
      "a rate off the list of its code is charged",
      { taxRate: "19", taxCode: "04" },
      [["04", "INC", "19.00", "19000.00"]],
    ],
  ] satisfies [string, Partial<InvoiceLineDraft>, string[][]][])("%s", (_, line, expected) => {
    const { taxes } = price({ lines: [lineDraft(line)] });
    expect(taxes.map((tax) => [tax.code, tax.name, tax.rate, tax.amount])).toEqual(expected);
  });

  it.each([
    ["an unknown code", { taxRate: "19", taxCode: "99" }, "lines.0.taxCode FAX16"],
    ["a withholding's code", { taxRate: "15", taxCode: "05" }, "lines.0.taxCode FAX16"],
    ["a nominal tax", { taxRate: "19", taxCode: "22" }, "lines.0.taxCode FAX16"],
    ["a party's scheme", { taxRate: "19", taxCode: "ZA" }, "lines.0.taxCode FAX16"],
    ["no tax with a rate", { taxRate: "19", taxCode: "ZZ" }, "lines.0.taxCode FAX16"],
    ["a negative rate", { taxRate: "-1" }, "lines.0.taxRate VLR01"],
    ["a rate over 100", { taxRate: "100.01" }, "lines.0.taxRate VLR01"],
    ["a rate with five decimals", { taxRate: "19.00001" }, "lines.0.taxRate VLR01"],
  ] satisfies [string, Partial<InvoiceLineDraft>, string][])("refuses %s", (_, line, expected) => {
    expect(pathsOf({ lines: [lineDraft(line)] })).toEqual([expected]);
  });

  it("gives the documented example: base 100000, INC 8000, total 108000", () => {
    const { totals } = price({ lines: [lineDraft({ taxRate: "8" })] });
    expect(totals).toMatchObject({ subtotal: "100000.00", taxes: "8000.00", total: "108000.00" });
  });

  it("groups header taxes by code and rate, codes ascending and rates descending, exempt bases counted", () => {
    const rates = [
      ["5", null],
      ["19", null],
      ["8", null],
      ["0", null],
      ["0", "01"],
      ["19", null],
    ] as const;
    const { taxes, totals } = price({ lines: rates.map(([taxRate, taxCode]) => lineDraft({ taxRate, taxCode })) });
    expect(taxes.map((tax) => `${tax.code} ${tax.rate} ${tax.base} ${tax.amount}`)).toEqual([
      "01 19.00 200000.00 38000.00",
      "01 5.00 100000.00 5000.00",
      "01 0.00 100000.00 0.00",
      "04 8.00 100000.00 8000.00",
    ]);
    expect(totals).toMatchObject({
      subtotal: "600000.00",
      taxableBase: "500000.00",
      taxes: "51000.00",
      total: "651000.00",
    });
  });
});

describe("unit prices", () => {
  it.each([
    ["`unit` is the base value", { unitPrice: "119", taxIncluded: true }, "119.00", "119.00"],
    [
      "`unit_input` alone, tax included, gives base = input / 1.19",
      { unitPrice: null, inputPrice: "119", taxIncluded: true },
      "100.00",
      "100.00",
    ],
    ["`unit_input` alone, tax not included, is the base", { unitPrice: null, inputPrice: "119" }, "119.00", "119.00"],
    [
      "a derived price keeps six decimals",
      { unitPrice: null, inputPrice: "1", taxIncluded: true, quantity: "1000" },
      "0.840336",
      "840.34",
    ],
    [
      "both, consistent to the cent: `unit` counts",
      { unitPrice: "84.03", inputPrice: "100", taxIncluded: true },
      "84.03",
      "84.03",
    ],
    [
      "an untaxed item has nothing included",
      { unitPrice: null, inputPrice: "100", taxIncluded: true, taxRate: "0" },
      "100.00",
      "100.00",
    ],
    ["a half cent goes to the even cent, down", { unitPrice: "0.125" }, "0.125", "0.12"],
    ["a half cent goes to the even cent, up", { unitPrice: "0.135" }, "0.135", "0.14"],
  ] satisfies [string, Partial<InvoiceLineDraft>, string, string][])("%s", (_, line, unitPrice, base) => {
    const [priced] = price({ lines: [lineDraft(line)] }).lines;
    expect(priced).toMatchObject({ unitPrice, base });
  });

  it.each([
    ["neither `unit` nor `unit_input`", { unitPrice: null }, "lines.0.unitPrice 2.3"],
    [
      "both, one cent too far apart",
      { unitPrice: "84.01", inputPrice: "100", taxIncluded: true },
      "lines.0.unitPrice 2.3",
    ],
    ["both, tax not included, different", { unitPrice: "84.03", inputPrice: "100" }, "lines.0.unitPrice 2.3"],
    ["a price of zero", { unitPrice: "0" }, "lines.0.unitPrice VLR01"],
    ["a negative price", { unitPrice: null, inputPrice: "-5" }, "lines.0.inputPrice VLR01"],
    ["a quantity of zero", { quantity: "0" }, "lines.0.quantity FAV04b"],
    ["a quantity with seven decimals", { quantity: "0.1234567" }, "lines.0.quantity FAV04b"],
    ["a line that rounds to nothing", { unitPrice: "0.001", quantity: "1" }, "lines.0 FAV06"],
  ] satisfies [string, Partial<InvoiceLineDraft>, string][])("refuses %s", (_, line, expected) => {
    expect(pathsOf({ lines: [lineDraft(line)] })).toEqual([expected]);
  });

  it("gives every line a unit of 94 and a code of the issuer's own scheme", () => {
    const { lines } = price({ lines: [lineDraft(), lineDraft()] });
    expect(lines.map((line) => [line.number, line.unitCode, line.product])).toEqual([
      [1, "94", { code: "ITEM1", scheme: "999" }],
      [2, "94", { code: "ITEM2", scheme: "999" }],
    ]);
  });
});

describe("a discount in percent is rounded once, of the whole line", () => {
  const eighth = { discountPercent: "12.5" };
  const paid = { unitPrice: null, taxIncluded: true };
  it.each([
    ["before taxes", { unitPrice: "1999.9", quantity: "7" }, ["1749.91", "12249.39", "2327.38"]],
    ["of what is paid", { ...paid, inputPrice: "1999.9", quantity: "7" }, ["1470.51", "10293.61", "1955.78"]],
    ["a half down to the even cent", { unitPrice: "1" }, ["0.12", "0.88", "0.17"]],
    ["a half up to the even cent", { unitPrice: "1.08" }, ["0.14", "0.94", "0.18"]],
    ["of a value that is rounded before it", { unitPrice: "0.333", quantity: "3" }, ["0.12", "0.88", "0.17"]],
  ] satisfies [string, Partial<InvoiceLineDraft>, string[]][])("%s", (_, line, expected) => {
    const [priced] = price({ lines: [lineDraft({ ...eighth, ...line })] }).lines;
    expect([priced?.allowances?.[0]?.amount, priced?.base, priced?.taxes[0]?.amount]).toEqual(expected);
  });
});

describe("claimed totals", () => {
  it.each([
    ["none", {}],
    ["exact ones", { claimedSubtotal: "100000", claimedTaxes: "19000", claimedTotal: "119000" }],
    ["one cent off on one line", { claimedSubtotal: "100000.01", claimedTotal: "118999.99" }],
    ["two cents off on two lines", { claimedTotal: "238000.02", lines: [lineDraft(), lineDraft()] }],
  ] satisfies [string, Partial<InvoiceDraft>][])("accepts %s", (_, changes) => {
    expect(pathsOf(changes)).toEqual([]);
  });

  it("shows both figures, field by field", () => {
    const problems = problemsOf({ claimedSubtotal: "99999.98", claimedTaxes: "1", claimedTotal: "119000.02" });
    const reason = { reason: "total-differs", tolerance: "0.01", rule: "2.1" };
    expect(problems).toEqual([
      { field: ["claimedSubtotal"], value: "99999.98", computed: "100000.00", ...reason },
      { field: ["claimedTaxes"], value: "1", computed: "19000.00", ...reason },
      { field: ["claimedTotal"], value: "119000.02", computed: "119000.00", ...reason },
    ]);
  });
});
