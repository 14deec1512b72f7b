// Tests what a till adds to an invoice: discounts of lines and of the whole, charges, several taxes of a line, the number of a paper.
import { describe, expect, it } from "vitest";
import type { AllowanceDraft, InvoiceDraft, InvoiceLineDraft, OtherTaxDraft } from "../../src/domain/draft/draft.ts";
import { lineDraft } from "../support/company.ts";
import { pathsOf, price, problemsOf } from "../support/pricing.ts";

function other(code: string, changes: Partial<OtherTaxDraft>): OtherTaxDraft {
  return { code, rate: null, unitAmount: null, millilitres: null, ...changes };
}

function allowance(changes: Partial<AllowanceDraft>): AllowanceDraft {
  return { amount: null, percent: null, reason: null, code: null, ...changes };
}

/** One unit of 119,000 with IVA of 19 % included. */
const PAID = { unitPrice: null, inputPrice: "119000", taxIncluded: true };

/** Price, discount of the line, base and taxes of the only line. */
function briefOf(line: Partial<InvoiceLineDraft>): string {
  const [priced] = price({ lines: [lineDraft(line)] }).lines;
  if (priced === undefined) throw new Error("no line");
  const off = (priced.allowances ?? []).map((one) => ` - ${one.amount} (${one.percent} % of ${one.base})`).join("");
  const taxes = priced.taxes.map((tax) => {
    const { perUnit } = tax;
    const how = perUnit === undefined ? tax.rate : `${perUnit.units} ${perUnit.unitCode} x ${perUnit.amount}`;
    return `${tax.name} ${tax.amount} (${how})`;
  });
  return `${priced.unitPrice}${off} = ${priced.base}; ${taxes.join(", ")}`;
}

describe("a discount of a line", () => {
  it.each<[string, Partial<InvoiceLineDraft>, string]>([
    [
      "in money is off the base",
      { discountAmount: "10000" },
      "100000.00 - 10000.00 (10.00 % of 100000.00) = 90000.00; IVA 17100.00 (19.00)",
    ],
    [
      "as a percentage too",
      { discountPercent: "12.5" },
      "100000.00 - 12500.00 (12.50 % of 100000.00) = 87500.00; IVA 16625.00 (19.00)",
    ],
    [
      "may be all of the line",
      { discountAmount: "100000" },
      "100000.00 - 100000.00 (100.00 % of 100000.00) = 0.00; IVA 0.00 (19.00)",
    ],
    [
      "has the percentage that gives it to the cent",
      { discountAmount: "3333.33" },
      "100000.00 - 3333.33 (3.33333 % of 100000.00) = 96666.67; IVA 18366.67 (19.00)",
    ],
    [
      "has it with more decimals where the line is large",
      { unitPrice: "900000000", taxRate: "0", discountAmount: "21.21" },
      "900000000.00 - 21.21 (0.000002357 % of 900000000.00) = 899999978.79; ",
    ],
    [
      "of a price with its tax is off what is paid",
      { ...PAID, discountAmount: "11900" },
      "100000.00 - 10000.00 (10.00 % of 100000.00) = 90000.00; IVA 17100.00 (19.00)",
    ],
    [
      "as a percentage of it too",
      { ...PAID, discountPercent: "10" },
      "100000.00 - 10000.00 (10.00 % of 100000.00) = 90000.00; IVA 17100.00 (19.00)",
    ],
    [
      "may be all that is paid",
      { ...PAID, discountPercent: "100" },
      "100000.00 - 100000.00 (100.00 % of 100000.00) = 0.00; IVA 0.00 (19.00)",
    ],
    [
      "leaves the tax what the base does not take",
      { ...PAID, inputPrice: "1000", discountAmount: "1" },
      "840.336134 - 0.84 (0.10 % of 840.34) = 839.50; IVA 159.50 (19.00)",
    ],
  ])("%s", (_, line, expected) => {
    expect(briefOf(line)).toBe(expected);
  });

  it("is named unconditional, with the reason that was sent", () => {
    const lines = [lineDraft({ discountPercent: "1" }), lineDraft({ discountPercent: "1", discountReason: "Feria" })];
    const found = price({ lines }).lines.map(({ allowances }) =>
      allowances?.map((one) => [one.reasonCode, one.reason]),
    );
    expect(found).toEqual([[["00", "Descuento no condicionado"]], [["00", "Feria"]]]);
  });

  it.each<[string, Partial<InvoiceLineDraft>, string[]]>([
    ["both", { discountAmount: "1", discountPercent: "1" }, ["lines.0.discountAmount"]],
    ["more than the line", { discountAmount: "100000.01" }, ["lines.0.discountAmount FBE05"]],
    ["more than was paid", { ...PAID, discountAmount: "119000.01" }, ["lines.0.discountAmount FBE05"]],
    ["zero", { discountAmount: "0" }, ["lines.0.discountAmount VLR01"]],
    ["zero percent", { discountPercent: "0" }, ["lines.0.discountPercent FBE05"]],
    ["over a hundred percent", { discountPercent: "100.1" }, ["lines.0.discountPercent FBE05"]],
    ["less than a cent", { unitPrice: "1", discountPercent: "0.1" }, ["lines.0.discountPercent"]],
  ])("is refused when it is %s", (_, line, expected) => {
    expect(pathsOf({ lines: [lineDraft(line)] })).toEqual(expected);
  });

  it("lowers what is withheld from the line", () => {
    const withholdings = [{ type: "RETEFUENTE", baseMode: "subtotal", percent: "2.5" }];
    const { totals } = price({ lines: [lineDraft({ discountPercent: "50" })], withholdings });
    expect(totals).toMatchObject({ subtotal: "50000.00", taxes: "9500.00", withheld: "1250.00", total: "59500.00" });
  });
});

describe("the taxes of a line beside that of its rate", () => {
  it.each<[string, Partial<InvoiceLineDraft>, string]>([
    [
      "a percentage has the line's base",
      { otherTaxes: [other("35", { rate: "20" })] },
      "100000.00 = 100000.00; IVA 19000.00 (19.00), ICUI 20000.00 (20.00)",
    ],
    [
      "bags are so much for each",
      { quantity: "3", unitPrice: "100", taxRate: "0", otherTaxes: [other("22", { unitAmount: "70" })] },
      "100.00 = 300.00; INC Bolsas 210.00 (3.000000 94 x 70.00)",
    ],
    [
      "sweetened drinks for each hundred millilitres",
      { quantity: "2", unitPrice: "4000", otherTaxes: [other("34", { unitAmount: "65", millilitres: "1500" })] },
      "4000.00 = 8000.00; IVA 1520.00 (19.00), IBUA 1950.00 (3000.000000 MLT x 65.00)",
    ],
    [
      "follow what a discount leaves, but for each unit nothing changes",
      {
        quantity: "2",
        discountPercent: "50",
        otherTaxes: [other("35", { rate: "10" }), other("22", { unitAmount: "70" })],
      },
      "100000.00 - 100000.00 (50.00 % of 200000.00) = 100000.00; IVA 19000.00 (19.00), ICUI 10000.00 (10.00), INC Bolsas 140.00 (2.000000 94 x 70.00)",
    ],
    [
      "are all in a price that holds its taxes",
      {
        ...PAID,
        inputPrice: "4000",
        quantity: "2",
        otherTaxes: [other("34", { unitAmount: "65", millilitres: "500" })],
      },
      "3088.235294 - = 6176.47; IVA 1173.53 (19.00), IBUA 650.00 (1000.000000 MLT x 65.00)".replace(" - ", " "),
    ],
    [
      "of a price without another tax leave the base exact",
      { ...PAID, inputPrice: "170", taxRate: "0", otherTaxes: [other("22", { unitAmount: "70" })] },
      "100.00 = 100.00; INC Bolsas 70.00 (1.000000 94 x 70.00)",
    ],
  ])("%s", (_, line, expected) => {
    expect(briefOf(line)).toBe(expected);
  });

  it.each<[string, OtherTaxDraft[], string, string]>([
    ["a code of no list", [other("99", { rate: "1" })], "code", "tax-unknown"],
    ["a withholding", [other("06", { rate: "1" })], "code", "tax-is-withholding"],
    ["a code of no tax", [other("ZZ", { rate: "1" })], "code", "tax-is-no-tax"],
    ["a tax whose rule is not published", [other("21", { rate: "1" })], "code", "tax-rule-unknown"],
    ["the tax of the rate once more", [other("01", { rate: "5" })], "code", "tax-repeated"],
    ["a percentage with money", [other("35", { unitAmount: "5" })], "unitAmount", "tax-needs-rate"],
    ["money with a percentage", [other("22", { rate: "5" })], "rate", "tax-needs-unit-amount"],
    ["neither, of a percentage", [other("35", {})], "rate", "rate-required"],
    ["neither, of money", [other("22", {})], "unitAmount", "unit-amount-required"],
    ["both, of money", [other("22", { rate: "5", unitAmount: "70" })], "rate", "tax-needs-unit-amount"],
    ["drinks without their volume", [other("34", { unitAmount: "65" })], "millilitres", "millilitres-required"],
    ["bags with one", [other("22", { unitAmount: "65", millilitres: "1" })], "millilitres", "millilitres-of-other"],
    ["a rate of zero", [other("35", { rate: "0" })], "rate", "tax-rate"],
    ["no money", [other("22", { unitAmount: "0" })], "unitAmount", "not-positive"],
    ["money too fine", [other("22", { unitAmount: "0.0000001" })], "unitAmount", "too-many-decimals"],
  ])("are refused for %s", (_, otherTaxes, field, reason) => {
    const problems = problemsOf({ lines: [lineDraft({ otherTaxes })] });
    expect(problems).toMatchObject([{ field: ["lines", 0, "otherTaxes", 0, field], reason }]);
  });

  it("are refused where what is paid does not cover them", () => {
    const otherTaxes = [other("22", { unitAmount: "70" })];
    const lines = (changes: Partial<InvoiceLineDraft>) => [lineDraft({ ...PAID, otherTaxes, ...changes })];
    expect(pathsOf({ lines: lines({ inputPrice: "70" }) })).toEqual(["lines.0.inputPrice FAX07"]);
    expect(pathsOf({ lines: lines({ discountPercent: "100" }) })).toEqual(["lines.0 FAX07"]);
  });

  it("are summed by tax, and by what one unit costs", () => {
    const bag = (unitAmount: string) =>
      lineDraft({ otherTaxes: [other("22", { unitAmount })], taxRate: "0", quantity: "2" });
    const { taxes, totals } = price({ lines: [bag("70"), bag("50"), bag("70")] });
    expect(taxes.map(({ code, amount, perUnit }) => [code, amount, perUnit?.amount, perUnit?.units])).toEqual([
      ["22", "280.00", "70.00", "4.000000"],
      ["22", "100.00", "50.00", "2.000000"],
    ]);
    expect(totals).toMatchObject({ subtotal: "600000.00", taxes: "380.00", total: "600380.00" });
  });
});

describe("discounts and charges of the whole", () => {
  it.each<[string, Pick<InvoiceDraft, "discounts" | "charges">, string[], string]>([
    [
      "a tip is a percentage of the value before taxes",
      { charges: [allowance({ percent: "10", reason: "Propina" })] },
      ["+ Propina 10000.00 = 10.00 % of 100000.00"],
      "129000.00",
    ],
    [
      "a discount in money",
      { discounts: [allowance({ amount: "19000", code: "01" })] },
      ["- Descuento condicionado 19000.00 = 19.00 % of 100000.00"],
      "100000.00",
    ],
    [
      "what is more than the value before taxes is of the value with them",
      { discounts: [allowance({ amount: "119000" })] },
      ["- Descuento 119000.00 = 100.00 % of 119000.00"],
      "0.00",
    ],
    [
      "several, discounts first",
      {
        discounts: [allowance({ percent: "5" }), allowance({ amount: "0.01" })],
        charges: [allowance({ amount: "2000", reason: "Domicilio", code: "02" })],
      },
      [
        "- Descuento 5000.00 = 5.00 % of 100000.00",
        "- Descuento 0.01 = 0.00001 % of 100000.00",
        "+ Domicilio 2000.00 = 2.00 % of 100000.00",
      ],
      "115999.99",
    ],
  ])("%s", (_, changes, expected, total) => {
    const { allowances = [], taxes, totals } = price(changes);
    const brief = allowances.map(
      (one) => `${one.isCharge ? "+" : "-"} ${one.reason} ${one.amount} = ${one.percent} % of ${one.base}`,
    );
    expect(brief).toEqual(expected);
    expect(taxes.map(({ base, amount }) => [base, amount])).toEqual([["100000.00", "19000.00"]]);
    expect(totals).toMatchObject({ subtotal: "100000.00", taxes: "19000.00", total, netPayable: total });
  });

  it.each<[string, Partial<InvoiceDraft>, string[]]>([
    ["nothing", { discounts: [allowance({})] }, ["discounts.0.amount"]],
    ["both", { charges: [allowance({ amount: "1", percent: "1" })] }, ["charges.0.amount"]],
    ["zero", { charges: [allowance({ amount: "0" })] }, ["charges.0.amount FAQ06"]],
    ["over a hundred percent", { discounts: [allowance({ percent: "101" })] }, ["discounts.0.percent FAQ06"]],
    ["a charge's code", { discounts: [allowance({ amount: "1", code: "02" })] }, ["discounts.0.code"]],
    ["a discount's code", { charges: [allowance({ amount: "1", code: "00" })] }, ["charges.0.code"]],
    ["more than the value", { discounts: [allowance({ amount: "119000.01" })] }, ["discounts FAQ07"]],
    [
      "more than the value together",
      { discounts: [allowance({ percent: "60" }), allowance({ percent: "60" })] },
      ["discounts FAQ07"],
    ],
    ["a charge above the value", { charges: [allowance({ amount: "119000.01" })] }, ["charges.0.amount FAQ06"]],
    ["less than a cent", { discounts: [allowance({ amount: "0.004" })] }, ["discounts.0.amount"]],
  ])("are refused for %s", (_, changes, expected) => {
    expect(pathsOf(changes)).toEqual(expected);
  });

  it("count in the total that a client sends", () => {
    const charges = [allowance({ percent: "10", reason: "Propina" })];
    const claimed = { claimedSubtotal: "100000", claimedTaxes: "19000" };
    expect(price({ charges, ...claimed, claimedTotal: "129000" }).totals.total).toBe("129000.00");
    expect(pathsOf({ charges, ...claimed, claimedTotal: "119000" })).toEqual(["claimedTotal 2.1"]);
  });
});

describe("the number of a paper", () => {
  it("is named by the reference of a contingency", () => {
    const { contingencyReference } = price({ isContingency: true, contingencyNumber: "CT45", issueDate: "2026-03-03" });
    expect(contingencyReference).toEqual({ id: "CT45", issueDate: "2026-03-03", typeCode: "215" });
  });

  it("is refused without one", () => {
    expect(pathsOf({ contingencyNumber: "CT45" })).toEqual(["contingencyNumber FAI02"]);
  });
});
