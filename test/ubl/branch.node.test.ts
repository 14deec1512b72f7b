// Tests where a document says at which branch it was issued: as the reference's sample, and in the notes on it.
import { describe, expect, it } from "vitest";
import type { Branch } from "../../src/domain/company.ts";
import type { Document } from "../../src/domain/document/document.ts";
import { buildDocumentXml } from "../../src/ubl/document.ts";
import { readCorrected } from "../../src/ubl/read-corrected.ts";
import { describeShared } from "../support/describe-shared.ts";
import { creditDraft, resolve, targetOf } from "../support/note.ts";
import { readShared } from "../support/shared.ts";
import {
  BOGOTA,
  BRANCH,
  COMPANY,
  CUSTOMER,
  ISSUER,
  invoiceNumber,
  ivaLine,
  makeInvoice,
  makeSupportDocument,
  SOFTWARE,
} from "./fixture.ts";
import { compareOutlines, outline } from "./outline.ts";

const FISCAL_ID = "a".repeat(96);
const LINES = [ivaLine(1, "350000.00", "19.00", "66500.00")];

function print(document: Document): string {
  const { head, tail } = buildDocumentXml({
    document,
    company: COMPANY,
    numbering: invoiceNumber(990000502),
    software: SOFTWARE,
    securityCode: FISCAL_ID,
    fiscalId: FISCAL_ID,
    qrUrl: "https://example.org",
    environment: "habilitacion",
  });
  return `${head}</ext:ExtensionContent></ext:UBLExtension></ext:UBLExtensions>${tail.slice(tail.indexOf("<cbc:UBLVersionID>"))}`;
}

/** The elements of a party, by the last parts of their paths. */
function outlineParty(xml: string, party: string): string[] {
  return outline(xml).filter((line) => line.startsWith(`/Invoice/${party}`));
}

describeShared("the sample of the reference", () => {
  it("names the issuer at its branch with the same elements, attributes and values, but the name of the contact", () => {
    const issuer = {
      ...ISSUER,
      name: "EMPRESA DE PRUEBA S.A.S.",
      responsibilities: ["O-13", "O-15"],
      email: "facturas@example.org",
      address: { ...BOGOTA, line: "Carrera 7 # 32-16", municipalityName: "Bogotá, D.C.", postalCode: "110221" },
    };
    const ours = outlineParty(print(makeInvoice(LINES, { issuer, branch: BRANCH })), "AccountingSupplierParty");
    const sample = readShared("authority/samples/invoice/02-comprador-completo-y-sede.unsigned.xml");
    const { missing, added } = compareOutlines(ours, outlineParty(sample, "AccountingSupplierParty"));
    expect(missing).toEqual(["/Invoice/AccountingSupplierParty/Party/Contact/Name = EMPRESA DE PRUEBA S.A.S."]);
    expect(added).toEqual([]);
  });
});

describe("the branch in a document", () => {
  const fiscal = (xml: string) => outline(xml).filter((line) => line.includes("/RegistrationAddress"));

  it("leaves the fiscal address of the issuer as it is", () => {
    const without = print(makeInvoice(LINES));
    expect(fiscal(print(makeInvoice(LINES, { branch: BRANCH })))).toEqual(fiscal(without));
  });

  it.each<[string, Partial<Branch>, string, string]>([
    ["a phone", { phone: null }, "Contact/Telephone", "6010000000"],
    ["a number in the commercial register", { registration: null }, "CorporateRegistrationScheme/Name", ""],
  ])("that lacks %s prints what the company has", (_, changes, path, value) => {
    const issuer = { ...ISSUER, phone: "6010000000" };
    const xml = print(makeInvoice(LINES, { issuer, branch: { ...BRANCH, ...changes } }));
    const found = outlineParty(xml, "AccountingSupplierParty").find((line) => line.includes(path));
    expect(found?.split(" = ")[1] ?? "").toBe(value);
  });

  it("of a support document stands at its buyer, and nowhere without one", () => {
    const places = (xml: string) =>
      outlineParty(xml, "AccountingCustomerParty").filter((line) => /PhysicalLocation|PartyName/.test(line));
    expect(places(print(makeSupportDocument(LINES)))).toEqual([]);
    const named = places(print(makeSupportDocument(LINES, { branch: BRANCH })));
    expect(named).toContain(
      "/Invoice/AccountingCustomerParty/Party/PartyName/Name = Almacén de Prueba - Sede El Poblado",
    );
    expect(named.some((line) => line.endsWith("/AddressLine/Line = Calle 10 # 43-20, local 3"))).toBe(true);
  });

  it("is read back for the notes on it, whatever the company says of it by now", () => {
    const signed = print(makeInvoice(LINES, { branch: BRANCH, counterpart: CUSTOMER }));
    const invoice = readCorrected(new TextEncoder().encode(signed), BRANCH.code);
    expect(invoice.branch).toEqual(BRANCH);
    const note = resolve(creditDraft(), targetOf(invoice));
    expect(note.branch).toEqual(BRANCH);
  });
});
