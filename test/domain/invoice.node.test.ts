// Tests priced invoices: payment, dates, currency, AIU, withholdings and receiver.
import { describe, expect, it } from "vitest";
import type { Company } from "../../src/domain/company.ts";
import { priceInvoice } from "../../src/domain/invoice/invoice.ts";
import { KINDS } from "../../src/domain/kind.ts";
import { COMPANY, invoiceDraft, lineDraft, NOW_MS, TODAY } from "../support/company.ts";
import { pathsOf, price, problemsOf } from "../support/pricing.ts";

describe("payment", () => {
  const none = { form: null, methodId: null, meansCode: null, dueDate: null } as const;
  it.each([
    ["nothing: the company's default", null, ["1", "47", TODAY]],
    ["an active method", { ...none, methodId: 7 }, ["1", "10", TODAY]],
    ["a means code without a method", { ...none, form: "contado", meansCode: "48" }, ["1", "48", TODAY]],
    ["a method beside a means code: the method", { ...none, methodId: 8, meansCode: "10" }, ["1", "47", TODAY]],
    ["an empty due date in cash", { ...none, form: "contado", dueDate: "" }, ["1", "47", TODAY]],
    ["a due date in cash is the issue date", { ...none, form: "contado", dueDate: "2026-12-31" }, ["1", "47", TODAY]],
    [
      "credit with its date",
      { ...none, form: "credito", methodId: 9, dueDate: "2026-04-03" },
      ["2", "42", "2026-04-03"],
    ],
    ["credit due today", { ...none, form: "credito", meansCode: "1", dueDate: TODAY }, ["2", "1", TODAY]],
    [
      "credit without method: cash code, for no default of that form",
      { ...none, form: "credito", dueDate: TODAY },
      ["2", "10", TODAY],
    ],
    ["the method's form when none is given", { ...none, methodId: 9, dueDate: TODAY }, ["2", "42", TODAY]],
  ] as const)("%s", (_, payment, [form, meansCode, dueDate]) => {
    expect(price({ payment }).payment).toEqual({ form, meansCode, dueDate });
  });

  it("falls back to cash/10 when the company has no default", () => {
    const company = { ...COMPANY, paymentMethods: [] };
    expect(price({}, company).payment).toEqual({ form: "1", meansCode: "10", dueDate: TODAY });
  });

  it.each([
    ["an unknown method", { ...none, methodId: 999 }, "payment.methodId 2.4"],
    ["an inactive method", { ...none, methodId: 10 }, "payment.methodId 2.4"],
    ["a method of the other form", { ...none, form: "contado", methodId: 9 }, "payment.form 2.4"],
    ["an unknown means code", { ...none, meansCode: "999" }, "payment.meansCode FAN03"],
    ["credit without a date", { ...none, form: "credito" }, "payment.dueDate FAN04"],
    ["credit due yesterday", { ...none, form: "credito", dueDate: "2026-03-03" }, "payment.dueDate FAN04"],
  ] as const)("refuses %s", (_, payment, expected) => {
    expect(pathsOf({ payment })).toEqual([expected]);
  });
});

describe("dates and contingency (FAD09e)", () => {
  it("is issued at the Bogotá date and time of the instant", () => {
    expect(price()).toMatchObject({ issueDate: TODAY, issueTime: "10:11:12-05:00", typeCode: "01" });
    const late = priceInvoice(invoiceDraft(), COMPANY, Date.parse("2026-03-05T04:59:59Z"));
    expect(late).toMatchObject({ issueDate: TODAY, issueTime: "23:59:59-05:00" });
  });

  it("of every day is of type 01 and operation 10, from the company's range of invoices", () => {
    const priced = priceInvoice(invoiceDraft({ issueDate: TODAY }), COMPANY, NOW_MS);
    const facts = { kind: "invoice", typeCode: "01", operationType: "10", contingencyReference: null };
    expect(priced).toMatchObject(facts);
    expect(KINDS[priced.typeCode].range).toBe("fe");
  });

  it.each(["2026-03-03", "2026-03-05"])("refuses %s as the issue date of today's invoice", (issueDate) => {
    expect(pathsOf({ issueDate })).toEqual(["issueDate FAD09e"]);
  });

  it("draws contingency invoices (03) from their own range, dated today, naming the paper's day", () => {
    const priced = priceInvoice(invoiceDraft({ isContingency: true, issueDate: "2026-03-02" }), COMPANY, NOW_MS);
    expect(KINDS[priced.typeCode].range).toBe("contingency");
    expect(priced).toMatchObject({
      typeCode: "03",
      issueDate: TODAY,
      contingencyReference: { id: null, issueDate: "2026-03-02", typeCode: "215" },
    });
  });

  it("refuses a contingency paper of tomorrow", () => {
    expect(pathsOf({ isContingency: true, issueDate: "2026-03-05" })).toEqual(["issueDate FAD09e"]);
  });
});

describe("currency", () => {
  const dollars = { code: "USD", appliedRate: "3850.5", officialRate: "3900", rateDate: TODAY };
  it.each([
    ["absent: pesos", null, "COP", null],
    ["COP, with any rates", { ...dollars, code: "COP" }, "COP", null],
    ["USD at the applied rate", dollars, "USD", { rate: "3850.50", date: TODAY }],
    ["USD at the official rate", { ...dollars, appliedRate: null }, "USD", { rate: "3900.00", date: TODAY }],
  ])("%s", (_, currency, code, exchangeRate) => {
    expect(price({ currency })).toMatchObject({ currency: code, exchangeRate });
  });

  it.each([
    ["another currency", { ...dollars, code: "EUR" }, "currency.code 2.7"],
    ["no rate", { ...dollars, appliedRate: null, officialRate: null }, "currency.appliedRate FAR06"],
    ["a rate of zero", { ...dollars, appliedRate: "0" }, "currency.appliedRate FAR06"],
    ["no date", { ...dollars, rateDate: null }, "currency.rateDate FAR07"],
    ["a rate of tomorrow", { ...dollars, rateDate: "2026-03-05" }, "currency.rateDate FAR07"],
  ])("refuses %s", (_, currency, expected) => {
    expect(pathsOf({ currency })).toEqual([expected]);
  });
});

describe("AIU", () => {
  const aiu = {
    contractBase: "5000000",
    administrationPercent: "6",
    contingencyPercent: "2",
    profitPercent: "2",
    taxRate: "19",
    taxBaseMode: "UTILIDAD",
  } as const;
  const directCost = lineDraft({ description: "Aseo y cafetería", unitPrice: "5000000", taxRate: "0" });

  it("adds its three lines before the items, taxing the profit alone", () => {
    const { operationType, lines, taxes, totals } = price({ aiu, lines: [directCost] });
    expect(operationType).toBe("09");
    expect(lines.map((line) => [line.description, line.base, line.taxes[0]?.amount ?? null])).toEqual([
      ["Administración", "300000.00", null],
      ["Imprevistos", "100000.00", null],
      ["Utilidad", "100000.00", "19000.00"],
      ["Aseo y cafetería", "5000000.00", null],
    ]);
    expect(lines[0]?.note).toBe("Contrato de servicios AIU por concepto de: Aseo y cafetería");
    expect(taxes).toEqual([{ code: "01", name: "IVA", rate: "19.00", base: "100000.00", amount: "19000.00" }]);
    expect(totals).toMatchObject({ subtotal: "5500000.00", taxableBase: "100000.00", total: "5519000.00" });
  });

  it("numbers its lines from one, before those of the items", () => {
    const { lines } = price({ aiu: { ...aiu, contingencyPercent: "0" }, lines: [directCost, lineDraft()] });
    expect(lines.map(({ number, product, note }) => [number, product.code, note === null])).toEqual([
      [1, "ITEM1", false],
      [2, "ITEM2", true],
      [3, "ITEM3", true],
      [4, "ITEM4", true],
    ]);
  });

  it("names the subjects of its contract, as many as the authority's 5,000 characters hold", () => {
    const noteOf = (...names: string[]) =>
      price({ aiu, lines: names.map((description) => ({ ...directCost, description })) }).lines[0]?.note ?? "";
    expect(noteOf("Aseo", "Cafetería")).toBe("Contrato de servicios AIU por concepto de: Aseo; Cafetería");
    const long = noteOf("🧹".repeat(4_000), "🧹".repeat(2_000));
    expect([...long]).toHaveLength(5_000);
    expect(long.endsWith("🧹")).toBe(true);
    expect(noteOf("x".repeat(5_000 - 44), "y".repeat(99))).not.toMatch(/\s$/);
  });

  it("refuses what is wrong with the contract, and says nothing of what follows from it", () => {
    expect(pathsOf({ aiu: { ...aiu, contractBase: "0", taxRate: "-1" }, lines: [directCost] })).toEqual([
      "aiu.contractBase 2.5",
      "aiu.taxRate 2.5",
    ]);
    const untaxed = { ...aiu, profitPercent: "0", taxRate: "0" };
    expect(pathsOf({ aiu: untaxed, lines: [directCost] })).toEqual([]);
    const total = { ...aiu, profitPercent: "0", taxBaseMode: "AIU_TOTAL" as const };
    expect(pathsOf({ aiu: total, lines: [directCost] })).toEqual([]);
  });

  it("taxes administration, contingencies and profit under AIU_TOTAL", () => {
    const { taxes, totals } = price({ aiu: { ...aiu, taxBaseMode: "AIU_TOTAL" }, lines: [directCost] });
    expect(taxes.map((tax) => `${tax.base} ${tax.amount}`)).toEqual(["500000.00 95000.00"]);
    expect(totals.total).toBe("5595000.00");
  });

  it("has no line for a part of 0 %, and the note on the first one left", () => {
    const { lines } = price({ aiu: { ...aiu, administrationPercent: "0" }, lines: [directCost] });
    expect(lines.map((line) => line.description)).toEqual(["Imprevistos", "Utilidad", "Aseo y cafetería"]);
    expect(lines[0]?.note).toMatch(/^Contrato de servicios AIU por concepto de:/);
  });

  it("keeps the tax of an item that has its own", () => {
    const { taxes } = price({ aiu, lines: [directCost, lineDraft({ taxRate: "5" })] });
    expect(taxes.map((tax) => tax.rate)).toEqual(["19.00", "5.00"]);
  });

  it.each([
    ["no contract base", { ...aiu, contractBase: "0" }, "aiu.contractBase 2.5"],
    ["a percentage over 100", { ...aiu, profitPercent: "101" }, "aiu.profitPercent 2.5"],
    [
      "no percentage at all",
      { ...aiu, administrationPercent: "0", contingencyPercent: "0", profitPercent: "0" },
      "aiu.administrationPercent 2.5",
    ],
    ["tax on a profit of nothing", { ...aiu, profitPercent: "0" }, "aiu.profitPercent 2.5"],
    ["a negative tax rate", { ...aiu, taxRate: "-19" }, "aiu.taxRate 2.5"],
  ])("refuses %s", (_, broken, expected) => {
    expect(pathsOf({ aiu: broken, lines: [directCost] })).toEqual([expected]);
  });
});

describe("withholdings", () => {
  it("are informative: computed on their base, on lines and document, never subtracted from the total", () => {
    const { withholdings, totals, lines } = price({
      lines: [lineDraft({ unitPrice: "1000000" })],
      withholdings: [
        { type: "RETEIVA", baseMode: "impuestos", percent: "15" },
        { type: "RETEFUENTE", baseMode: "subtotal", percent: "11" },
        { type: "RETEICA", baseMode: "subtotal", percent: "0.966" },
      ],
    });
    expect(withholdings.map((one) => `${one.key} ${one.code} ${one.rate} ${one.base} ${one.amount}`)).toEqual([
      "RETEIVA 05 15.00 190000.00 28500.00",
      "RETEFUENTE 06 11.00 1000000.00 110000.00",
      "RETEICA 07 0.966 1000000.00 9660.00",
    ]);
    expect(lines[0]?.withholdings.map((one) => one.amount)).toEqual(["28500.00", "110000.00", "9660.00"]);
    expect(totals).toMatchObject({ total: "1190000.00", withheld: "148160.00", netPayable: "1190000.00" });
  });

  it("takes ReteIVA from the IVA alone, not from INC", () => {
    const lines = [lineDraft(), lineDraft({ taxRate: "8" })];
    const [withheld] = price({
      lines,
      withholdings: [{ type: "RETEIVA", baseMode: "impuestos", percent: "15" }],
    }).withholdings;
    expect(withheld).toMatchObject({ base: "19000.00", amount: "2850.00" });
  });

  it.each([
    ["05", "impuestos", "19000.00"],
    ["05", "total", "227000.00"],
    ["07", "impuestos", "27000.00"],
    ["07", "subtotal", "200000.00"],
    ["07", "total", "227000.00"],
  ] as const)("of code %s take the base mode %s of IVA and INC as %s", (taxCode, baseMode, base) => {
    const company = { ...COMPANY, withholdingTypes: [{ type: "R", taxCode, name: "R", baseModes: [baseMode] }] };
    const lines = [lineDraft(), lineDraft({ taxRate: "8" })];
    const [withheld] = price({ lines, withholdings: [{ type: "R", baseMode, percent: "10" }] }, company).withholdings;
    expect(withheld?.base).toBe(base);
  });

  it.each([
    ["a type that is not configured", { type: "OTRA", baseMode: "subtotal", percent: "1" }, "withholdings.0.type 2.6"],
    [
      "a base mode that is not configured",
      { type: "RETEIVA", baseMode: "subtotal", percent: "1" },
      "withholdings.0.baseMode 2.6",
    ],
    ["a percentage of zero", { type: "RETEICA", baseMode: "total", percent: "0" }, "withholdings.0.percent VLR01"],
  ])("refuses %s", (_, withholding, expected) => {
    expect(pathsOf({ withholdings: [withholding] })).toEqual([expected]);
  });

  it("refuses a type twice, and a base that the invoice has not", () => {
    const twice = { type: "RETEFUENTE", baseMode: "subtotal", percent: "1" };
    expect(pathsOf({ withholdings: [twice, twice] })).toEqual(["withholdings.1.type FAT01"]);
    const untaxed = [lineDraft({ taxRate: "0" })];
    const reteiva = { type: "RETEIVA", baseMode: "impuestos", percent: "15" };
    expect(pathsOf({ lines: untaxed, withholdings: [reteiva] })).toEqual(["withholdings.0.baseMode FAT05"]);
  });
});

describe("receiver", () => {
  const receiver = invoiceDraft().receiver;
  it.each([
    ["a NIT gets its check digit", {}, ["31", "800134536", "3", "1"]],
    ["a NIT with dots and its check digit", { identificationNumber: "800.134.536-3" }, ["31", "800134536", "3", "1"]],
    [
      "a citizenship card has none",
      { identificationType: "13", identificationNumber: "1.020.304" },
      ["13", "1020304", null, "2"],
    ],
    [
      "a passport has its letters and digits alone",
      { identificationType: "41", identificationNumber: "Ab-123456" },
      ["41", "AB123456", null, "2"],
    ],
    [
      "a foreign NIT is a legal person",
      { identificationType: "50", identificationNumber: "B12345678" },
      ["50", "B12345678", null, "1"],
    ],
  ])("%s", (_, changes, [type, number, checkDigit, personType]) => {
    expect(price({ receiver: { ...receiver, ...changes } }).counterpart).toMatchObject({
      identificationType: type,
      identificationNumber: number,
      checkDigit,
      personType,
    });
  });

  it("keeps a street in Colombia, and guesses nothing about its place", () => {
    expect(price().counterpart.address).toEqual({
      line: "CARRERA 4 # 5-06",
      municipalityCode: null,
      municipalityName: null,
      departmentCode: null,
      departmentName: null,
      postalCode: null,
      countryCode: "CO",
      countryName: "Colombia",
    });
    expect(price({ receiver: { ...receiver, address: "", email: "" } }).counterpart).toMatchObject({
      address: null,
      email: null,
    });
  });

  it.each([
    ["31", null, "CO", "Colombia"],
    ["13", null, "CO", "Colombia"],
    ["21", null, "CO", "Colombia"],
    ["22", null, "CO", "Colombia"],
    ["47", null, "CO", "Colombia"],
    ["48", null, "CO", "Colombia"],
    ["41", null, null, null],
    ["42", null, null, null],
    ["50", null, null, null],
    ["41", "CO", "CO", "Colombia"],
    ["50", "US", "US", "Estados Unidos"],
    ["31", "US", "US", "Estados Unidos"],
    ["31", "QQ", "CO", "Colombia"],
    ["50", "QQ", null, null],
  ])("of type %s whose country is said to be %j lives in %j", (identificationType, countryCode, code, name) => {
    const identificationNumber = "800134536";
    const changes = { ...receiver, identificationType, identificationNumber, countryCode };
    expect(price({ receiver: changes }).counterpart.address).toMatchObject({
      line: "CARRERA 4 # 5-06",
      countryCode: code,
      countryName: name,
    });
  });

  it.each(["800134536 - 3", " 800.134.536-3", "800 134 536 -3"])("reads the NIT %j", (identificationNumber) => {
    expect(price({ receiver: { ...receiver, identificationNumber } }).counterpart).toMatchObject({
      identificationNumber: "800134536",
      checkDigit: "3",
    });
  });

  it.each([
    ["31", "8001345363-0", "8001345363", "0"],
    ["31", "8001345364", "8001345364", "8"],
    ["13", "8001345363", "8001345363", null],
  ])(
    "takes ten digits of type %s for what they are: %j",
    (identificationType, identificationNumber, number, checkDigit) => {
      expect(price({ receiver: { ...receiver, identificationType, identificationNumber } }).counterpart).toMatchObject({
        identificationNumber: number,
        checkDigit,
      });
    },
  );

  it("keeps the name that a final consumer gave, and its number between blanks", () => {
    const named = { ...receiver, identificationType: "", identificationNumber: " 222222222222 ", name: "Juan" };
    expect(price({ receiver: named }).counterpart).toMatchObject({
      identificationType: "13",
      identificationNumber: "222222222222",
      name: "Juan",
    });
  });

  it("knows the final consumer by its number", () => {
    const unnamed = {
      identificationType: "",
      identificationNumber: "222222222222",
      name: "",
      email: null,
      address: null,
      countryCode: null,
    };
    expect(price({ receiver: unnamed }).counterpart).toMatchObject({
      identificationType: "13",
      name: "consumidor final",
      personType: "2",
      responsibilities: ["R-99-PN"],
      taxSchemeCode: "ZZ",
      taxSchemeName: "No aplica",
      address: null,
      email: null,
    });
  });

  it.each([
    ["an unknown type", { identificationType: "99" }, "receiver.identificationType FAK48"],
    ["a wrong check digit", { identificationNumber: "800134536-4" }, "receiver.identificationNumber FAK25"],
    [
      "a NIT with its check digit run on",
      { identificationNumber: "8001345363" },
      "receiver.identificationNumber FAK25",
    ],
    ["letters in a NIT", { identificationNumber: "80013A536" }, "receiver.identificationNumber FAK62"],
    ["no number", { identificationNumber: "" }, "receiver.identificationNumber FAK62"],
    ["no name", { name: "" }, "receiver.name FAK20"],
    ["two addresses in the e-mail", { email: "a@b.co;c@d.co" }, "receiver.email FAK55"],
    ["the final consumer with a NIT", { identificationNumber: "222222222222" }, "receiver.identificationType FAK48"],
  ])("refuses %s", (_, changes, expected) => {
    expect(pathsOf({ receiver: { ...receiver, ...changes } })).toEqual([expected]);
  });
});

describe("refusals", () => {
  it("name all the problems at once", () => {
    const broken = { lines: [lineDraft({ taxRate: "-1" }), lineDraft({ quantity: "0" })], issueDate: "2020-01-01" };
    expect(pathsOf(broken)).toEqual(["issueDate FAD09e", "lines.0.taxRate VLR01", "lines.1.quantity FAV04b"]);
  });

  it.each([
    ["a wrong check digit", { checkDigit: "4" }, "FAJ24b"],
    ["a responsibility out of list", { responsibilities: ["O-99"] }, "FAJ26"],
    ["no responsibility", { responsibilities: [] }, "FAJ26"],
    ["a municipality out of list", { address: { ...COMPANY.address, municipalityCode: "11999" } }, "FAJ09"],
    ["another department's code", { address: { ...COMPANY.address, departmentCode: "05" } }, "FAJ12"],
    ["an address abroad", { address: { ...COMPANY.address, countryCode: "US" } }, "FAJ16"],
    ["no street", { address: { ...COMPANY.address, line: "" } }, "FAJ08"],
  ] satisfies [string, Partial<Company>, string][])(
    "stop a company configured with %s before it takes a number",
    (_, changes, rule) => {
      expect(problemsOf({}, { ...COMPANY, ...changes }).map((problem) => problem.rule)).toEqual([rule]);
    },
  );

  it("stop a company whose certificate is not valid today", () => {
    expect(() => price({}, { ...COMPANY, certificates: [] })).toThrow("certificate_missing: no-certificate");
  });

  it("keep notes as they came, and none when there is no text", () => {
    expect(price({ notes: "Orden 7\nEntrega parcial" }).notes).toEqual(["Orden 7\nEntrega parcial"]);
    expect(price({ notes: null }).notes).toEqual([]);
    expect(price({ notes: "" }).notes).toEqual([]);
  });
});
