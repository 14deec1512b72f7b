// Compares the catalogue's modules with the published lists from which they were generated.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { generateCatalogue } from "../../operator/catalogue.ts";
import * as catalogue from "../../src/domain/catalogue/catalogue.ts";
import { describeShared } from "../support/describe-shared.ts";
import { readShared, SHARED_PATH } from "../support/shared.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "src", "domain", "catalogue");

interface Row {
  readonly code: string;
  readonly name: string;
  readonly kind?: string;
  readonly departmentCode?: string;
  readonly departmentName?: string;
}

function rowsOf(list: string): readonly Row[] {
  return (JSON.parse(readShared(`authority/codelists/${list}.json`)) as { rows: Row[] }).rows;
}

describeShared("the catalogue, beside the lists it comes from", () => {
  it("is what the generator writes, byte for byte", () => {
    for (const [file, text] of generateCatalogue(`${SHARED_PATH}authority/codelists`)) {
      expect(readFileSync(join(FOLDER, file), "utf8"), file).toBe(text);
    }
  });

  it("knows every municipality with its department", () => {
    for (const { code, name, departmentCode, departmentName } of rowsOf("municipalities")) {
      expect(catalogue.findMunicipality(code)).toEqual({ code, name, departmentCode, departmentName });
    }
  });

  it.each([
    ["departments", catalogue.findDepartment],
    ["identification_types", catalogue.findIdentificationType],
    ["payment_means", catalogue.findPaymentMeans],
  ] as const)("finds every row of %s by its code", (list, find) => {
    for (const { code, name } of rowsOf(list)) expect(find(code)).toEqual({ code, name });
  });

  it.each([
    ["91", "credit_note_concepts", 6],
    ["92", "debit_note_concepts", 4],
    ["95", "support_adjustment_concepts", 5],
  ] as const)("lists the concepts of notes of type %s as %s does", (typeCode, list, count) => {
    const rows = rowsOf(list).map(({ code, name }) => ({ code, name }));
    expect(catalogue.listNoteConcepts(typeCode)).toEqual(rows);
    expect(rows).toHaveLength(count);
    for (const row of rows) expect(catalogue.findNoteConcept(typeCode, row.code)).toEqual(row);
    expect(catalogue.findNoteConcept(typeCode, String(count + 1))).toBeUndefined();
  });

  it.each([
    ["units_of_measure", catalogue.isUnit],
    ["currencies", catalogue.isCurrency],
    ["payment_means", catalogue.isPaymentMeans],
  ] as const)("says yes to every code of %s", (list, isCode) => {
    for (const { code } of rowsOf(list)) expect(isCode(code.replace(/\s/g, "")), code).toBe(true);
  });

  it("has the taxes of the list, in its order, each with its name and the way in which it is computed", () => {
    const kinds: Readonly<Record<string, string>> = { percent: "tax %", nominal: "tax nominal" };
    const listed = catalogue.listTaxes().map(({ code, name, kind, isRulePublished }) => {
      return { code, name, kind: isRulePublished ? (kinds[kind] ?? kind) : "tax" };
    });
    expect(listed).toEqual(rowsOf("tax_types").map(({ code, name, kind }) => ({ code, name, kind })));
    for (const { code, name } of listed) expect(catalogue.getTaxName(code)).toBe(name);
  });

  it.each([
    ["01", "iva_rates"],
    ["04", "inc_rates"],
  ])("carries the published rates of %s", (code, list) => {
    expect(catalogue.findTax(code)?.rates).toEqual(rowsOf(list).map((row) => row.code));
  });
});

describe("the catalogue on its own", () => {
  it("has 249 countries, Sweden and Slovenia apart", () => {
    expect(catalogue.findCountry("SE")?.name).toBe("Suecia");
    expect(catalogue.findCountry("SI")?.name).toBe("Eslovenia");
    expect(catalogue.findCountry("CO")?.name).toBe("Colombia");
  });

  it.each([
    [catalogue.findMunicipality, "99999"],
    [catalogue.findMunicipality, ""],
    [catalogue.findDepartment, "5"],
    [catalogue.findCountry, "co"],
    [catalogue.findIdentificationType, "99"],
    [catalogue.findPaymentMeans, "010"],
    [catalogue.findTax, "1"],
  ] as const)("%o does not find %j", (find, code) => {
    expect(find(code)).toBeUndefined();
  });

  it("does not take names of Object.prototype for codes", () => {
    for (const code of ["constructor", "__proto__", "toString"]) {
      expect(catalogue.isUnit(code)).toBe(false);
      expect(catalogue.isCurrency(code)).toBe(false);
      expect(catalogue.findTax(code)).toBeUndefined();
    }
  });

  it("distinguishes taxes of a percentage from nominal ones, withholdings and codes without tax", () => {
    const kinds = ["01", "04", "03", "22", "34", "05", "06", "07", "ZA", "ZZ"].map(
      (code) => catalogue.findTax(code)?.kind,
    );
    expect(kinds).toEqual([
      "percent",
      "percent",
      "percent",
      "nominal",
      "nominal",
      "withholding",
      "withholding",
      "withholding",
      "party",
      "other",
    ]);
  });
});
