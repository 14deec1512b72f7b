// Tests single rules of the XML that whole documents show only in passing.
import { describe, expect, it } from "vitest";
import type { Document, Withholding } from "../../src/domain/document/document.ts";
import { buildDocumentXml } from "../../src/ubl/document.ts";
import {
  COMPANY,
  CUSTOMER,
  FOREIGN_VENDOR,
  invoiceNumber,
  ivaLine,
  makeInvoice,
  makeSupportDocument,
  SOFTWARE,
  taxOf,
  VENDOR,
} from "./fixture.ts";
import { outline } from "./outline.ts";

/** The elements of a document whose path ends as asked, without the path before that. */
function elementsOf(document: Document, ending: string): readonly string[] {
  const { head, tail } = buildDocumentXml({
    document,
    company: COMPANY,
    numbering: invoiceNumber(990000001),
    software: SOFTWARE,
    securityCode: "a".repeat(96),
    fiscalId: "b".repeat(96),
    qrUrl: "https://example.com",
    environment: "habilitacion",
  });
  return outline(head + tail).flatMap((line) => {
    const place = line.indexOf(ending);
    return place < 0 ? [] : [line.slice(place)];
  });
}

const LINES = [ivaLine(1, "100000.00", "19.00", "19000.00")];
const { address } = CUSTOMER;

function withholding(key: string, code: string, rate: string, base: string, amount: string): Withholding {
  return { ...taxOf(code, rate, base, amount), key };
}

describe("addresses", () => {
  it("of residents carry 000000 where the postal code is unknown (DSAJ08a)", () => {
    const vendor = { ...VENDOR, address: VENDOR.address && { ...VENDOR.address, postalCode: null } };
    expect(elementsOf(makeSupportDocument(LINES, { counterpart: vendor }), "/PostalZone")).toEqual([
      "/PostalZone = 000000",
    ]);
  });

  it("outside Colombia carry no Colombian codes, also when the party has them", () => {
    const customer = {
      ...CUSTOMER,
      address: address && { ...address, countryCode: "US", countryName: "Estados Unidos" },
    };
    const document = makeInvoice(LINES, { counterpart: customer });
    const location = elementsOf(document, "AccountingCustomerParty/Party/PhysicalLocation/Address/");
    expect(location.map((line) => line.replace("AccountingCustomerParty/Party/PhysicalLocation/Address/", ""))).toEqual(
      [
        "CityName = Medellín",
        "PostalZone = 050001",
        "CountrySubentity = Antioquia",
        "AddressLine",
        "AddressLine/Line = CARRERA 4 # 5-06",
        "Country",
        "Country/IdentificationCode = US",
        "Country/Name[languageID=es] = Estados Unidos",
      ],
    );
  });

  it("are missing where a party has none", () => {
    const customer = { ...CUSTOMER, address: null, email: null };
    const document = makeInvoice(LINES, { counterpart: customer });
    for (const element of ["PhysicalLocation", "RegistrationAddress"]) {
      expect(elementsOf(document, `AccountingCustomerParty/Party/${element}`)).toEqual([]);
    }
  });

  it("leave the contact of a party without e-mail and telephone with its name, because the group must be there (FAK51)", () => {
    const customer = { ...CUSTOMER, address: null, email: null, phone: null };
    const document = makeInvoice(LINES, { counterpart: customer });
    expect(elementsOf(document, "AccountingCustomerParty/Party/Contact")).toEqual([
      "AccountingCustomerParty/Party/Contact",
      `AccountingCustomerParty/Party/Contact/Name = ${customer.name}`,
    ]);
  });

  it("are asserted for residents: a vendor without one is a bug", () => {
    const document = makeSupportDocument(LINES, { counterpart: { ...VENDOR, address: null } });
    expect(() => elementsOf(document, "")).toThrow("a resident vendor has no address");
  });
});

describe("identification numbers", () => {
  const attributes = "/AccountingCustomerParty/Party/PartyTaxScheme/CompanyID";

  it("of a NIT get the check digit that the party does not bring (FAK24)", () => {
    const [companyId] = elementsOf(makeInvoice(LINES, { counterpart: { ...CUSTOMER, checkDigit: null } }), attributes);
    expect(companyId).toContain("[schemeID=3][schemeName=31] = 800134536");
  });

  it("of another type carry no check digit, even if the party brings one", () => {
    const customer = { ...CUSTOMER, identificationType: "13", checkDigit: "5" };
    const [companyId] = elementsOf(makeInvoice(LINES, { counterpart: customer }), attributes);
    expect(companyId).not.toContain("schemeID");
    expect(companyId).toContain("[schemeName=13] = 800134536");
  });

  it("of residents without check digit are a bug, those of non-residents go as they are", () => {
    const counterpart = { ...FOREIGN_VENDOR, address };
    expect(() => elementsOf(makeSupportDocument(LINES, { counterpart }), "")).toThrow("check digit");
    const abroad = makeSupportDocument(LINES, { counterpart, operationType: "11" });
    const [companyId] = elementsOf(abroad, "/AccountingSupplierParty/Party/PartyTaxScheme/CompanyID");
    expect(companyId).toContain("[schemeName=42] = EIN123456789");
    expect(elementsOf(abroad, "AccountingSupplierParty/Party/PhysicalLocation")).toEqual([]);
  });
});

describe("withholdings", () => {
  it("of one code are one group, with one subtotal per rate (FAT01, FAT02)", () => {
    const withholdings = [
      withholding("a", "06", "2.50", "1000.00", "25.00"),
      withholding("b", "05", "15.00", "190.00", "28.50"),
      withholding("c", "06", "11.00", "300.00", "33.00"),
      withholding("d", "06", "2.50", "500.10", "12.50"),
    ];
    const document = makeInvoice(LINES, { withholdings });
    expect(elementsOf(document, "/Invoice/WithholdingTaxTotal").map((line) => line.replace("/Invoice/", ""))).toEqual([
      "WithholdingTaxTotal",
      "WithholdingTaxTotal/TaxAmount[currencyID=COP] = 70.50",
      ...["1500.10 37.50 2.50", "300.00 33.00 11.00"].flatMap((subtotal) => subtotalOf(subtotal, "06", "ReteRenta")),
      "WithholdingTaxTotal",
      "WithholdingTaxTotal/TaxAmount[currencyID=COP] = 28.50",
      ...subtotalOf("190.00 28.50 15.00", "05", "ReteIVA"),
    ]);
  });
});

function subtotalOf(values: string, code: string, name: string): string[] {
  const [base, amount, rate] = values.split(" ");
  const path = "WithholdingTaxTotal/TaxSubtotal";
  return [
    path,
    `${path}/TaxableAmount[currencyID=COP] = ${base}`,
    `${path}/TaxAmount[currencyID=COP] = ${amount}`,
    `${path}/TaxCategory`,
    `${path}/TaxCategory/Percent = ${rate}`,
    `${path}/TaxCategory/TaxScheme`,
    `${path}/TaxCategory/TaxScheme/ID = ${code}`,
    `${path}/TaxCategory/TaxScheme/Name = ${name}`,
  ];
}
