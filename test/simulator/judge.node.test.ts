// Compares the judge's own tables and arithmetic with the schemas, code lists and vectors of the reference.
import { DOMParser, type Element } from "@xmldom/xmldom";
import { describe, expect, it } from "vitest";
import codes from "../../simulator/catalogue/codes.json" with { type: "json" };
import {
  amountOrZero,
  multiply,
  near,
  percentOf,
  plainText,
  readAmount,
  roundToUnit,
  truncatedText,
} from "../../simulator/judge/amount.ts";
import { checkDigit } from "../../simulator/judge/check-digit.ts";
import { CONTENT } from "../../simulator/judge/ubl-model.ts";
import { describeShared } from "../support/describe-shared.ts";
import { readShared } from "../support/shared.ts";

const XSD = "http://www.w3.org/2001/XMLSchema";
const AGGREGATES = "authority/xsd/common/UBL-CommonAggregateComponents-2.1.xsd";
const MARK: Readonly<Record<string, string>> = { "0 1": "?", "1 1": "", "0 unbounded": "*", "1 unbounded": "+" };

/** Complex type -> its children in the judge's notation. */
function readTypes(path: string): { types: Map<string, string>; elements: Map<string, string> } {
  const document = new DOMParser().parseFromString(readShared(path), "application/xml");
  const types = new Map<string, string>();
  for (const type of document.getElementsByTagNameNS(XSD, "complexType")) {
    const words = [...type.getElementsByTagNameNS(XSD, "element")].map((one: Element) => {
      const key = `${one.getAttribute("minOccurs") || "1"} ${one.getAttribute("maxOccurs") || "1"}`;
      return `${one.getAttribute("ref")}${MARK[key]}`;
    });
    types.set(type.getAttribute("name") ?? "", words.join(" "));
  }
  const elements = new Map<string, string>();
  for (const one of document.getElementsByTagNameNS(XSD, "element")) {
    if (one.getAttribute("type")) elements.set(one.getAttribute("name") ?? "", one.getAttribute("type") ?? "");
  }
  return { types, elements };
}

describeShared("the content model", () => {
  it("is the schema's, for each root and every aggregate that is looked into", () => {
    for (const root of ["Invoice", "CreditNote", "DebitNote"]) {
      const document = readTypes(`authority/xsd/maindoc/UBL-${root}-2.1.xsd`);
      expect(CONTENT[root]).toBe(document.types.get(`${root}Type`));
    }
    const { types, elements } = readTypes(AGGREGATES);
    const names = Object.keys(CONTENT).filter((name) => name.startsWith("cac:"));
    expect(names.length).toBeGreaterThan(30);
    for (const name of names) {
      const type = elements.get(name.slice(4)) ?? "";
      expect({ name, content: CONTENT[name] }).toEqual({ name, content: types.get(type) });
    }
  });

  it("is the schema's for the authority's own extension", () => {
    const document = new DOMParser().parseFromString(
      readShared("authority/xsd/maindoc/DIAN_UBL_Structures.xsd"),
      "application/xml",
    );
    const sequenceOf = (type: string): string[] => {
      for (const one of document.getElementsByTagNameNS(XSD, "complexType")) {
        if (one.getAttribute("name") !== type) continue;
        return [...one.getElementsByTagNameNS(XSD, "element")]
          .filter((child) => child.getAttribute("maxOccurs") !== "0")
          .map((child) => {
            const name = child.getAttribute("name") ? `sts:${child.getAttribute("name")}` : child.getAttribute("ref");
            return `${name}${child.getAttribute("minOccurs") === "0" ? "?" : ""}`;
          });
      }
      return [];
    };
    for (const [name, type] of [
      ["sts:DianExtensions", "DianExtensionsType"],
      ["sts:InvoiceControl", "InvoiceControl"],
      ["sts:AuthorizedInvoices", "AuthrorizedInvoices"],
      ["sts:SoftwareProvider", "SoftwareProvider"],
      ["sts:AuthorizationProvider", "AuthorizationProvider"],
    ] as const) {
      expect({ name, content: CONTENT[name]?.split(" ") }).toEqual({ name, content: sequenceOf(type) });
    }
  });
});

describeShared("the catalogues", () => {
  it.each([
    ["municipalities", "municipalities"],
    ["departments", "departments"],
    ["countries", "countries"],
    ["currencies", "currencies"],
    ["units", "units_of_measure"],
    ["paymentMeans", "payment_means"],
    ["incoterms", "incoterms"],
  ] as const)("%s are those of the official list", (mine, theirs) => {
    const { rows } = JSON.parse(readShared(`authority/codelists/${theirs}.json`)) as { rows: { code: string }[] };
    const extra = mine === "paymentMeans" ? ["71", "72"] : [];
    expect(codes[mine].split(",").sort()).toEqual([...new Set([...rows.map((row) => row.code), ...extra])].sort());
  });

  it.each([
    ["municipalityNames", "municipalities"],
    ["departmentNames", "departments"],
  ] as const)("%s are those of the official list", (mine, theirs) => {
    const { rows } = JSON.parse(readShared(`authority/codelists/${theirs}.json`)) as { rows: { name: string }[] };
    expect(new Set(codes[mine].split("|"))).toEqual(new Set(rows.map((row) => row.name)));
  });

  it("check digits agree with the reference's cases", () => {
    const { cases } = JSON.parse(readShared("authority/vectors/nit_dv_vectors.json")) as {
      cases: { nit: string; dv: number; verified: boolean }[];
    };
    expect(cases.length).toBeGreaterThan(10);
    for (const one of cases.filter((other) => other.verified)) {
      expect([one.nit, checkDigit(one.nit)]).toEqual([one.nit, String(one.dv)]);
    }
    expect(checkDigit("12A")).toBeUndefined();
  });
});

describe("exact amounts", () => {
  it.each([
    ["1", "1.00"],
    ["1.005", "1.00"],
    ["1.999999", "1.99"],
    ["0.1", "0.10"],
    [".5", "0.50"],
    ["-0.019", "-0.01"],
    ["99999999999999999999.99", "99999999999999999999.99"],
    ["", "0.00"],
  ])("'%s' is hashed as %s", (text, hashed) => {
    expect(truncatedText(amountOrZero(text))).toBe(hashed);
  });

  it.each(["1,5", "1e3", "uno", "1.2.3", "0.1234567890123", " ", "-"])("'%s' is no amount", (text) => {
    expect(readAmount(text)).toBeUndefined();
  });

  it.each([
    ["0.49", 0n],
    ["0.5", 1n],
    ["1.5", 2n],
    ["-0.5", 0n],
    ["-0.51", -1n],
    ["-1.5", -1n],
  ])("round(%s) is %d, as XPath says", (text, rounded) => {
    expect(roundToUnit(amountOrZero(text))).toBe(rounded);
  });

  it("percentages and products are exact, tolerances inclusive", () => {
    expect(plainText(percentOf(amountOrZero("1000000.00"), amountOrZero("0.966")))).toBe("9660.00");
    expect(plainText(multiply(amountOrZero("3333.33"), amountOrZero("3.000000")))).toBe("9999.99");
    expect(near(amountOrZero("1.00"), amountOrZero("1.01"), amountOrZero("0.01"))).toBe(true);
    expect(near(amountOrZero("1.00"), amountOrZero("1.0100001"), amountOrZero("0.01"))).toBe(false);
  });
});
