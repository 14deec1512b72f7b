// Tests random invoices in XML and hash text: the same printed amounts everywhere, and lines that add up to totals in the XML
// itself.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cufeSeed } from "../../src/domain/document/fiscal-id.ts";
import type { InvoiceDraft } from "../../src/domain/draft/draft.ts";
import { buildDocumentXml } from "../../src/ubl/document.ts";
import { cases } from "../support/cases.ts";
import { COMPANY } from "../support/company.ts";
import { anyLines, cents, total } from "../support/money.ts";
import { price } from "../support/pricing.ts";
import { invoiceNumber, SOFTWARE } from "./fixture.ts";

const NUMBERING = invoiceNumber(990_000_900);
const AIU: InvoiceDraft["aiu"] = {
  ...{ contractBase: "1234567.89", administrationPercent: "6.5", contingencyPercent: "1.25", profitPercent: "3.333" },
  ...{ taxRate: "19", taxBaseMode: "AIU_TOTAL" },
};

function xmlOf(document: ReturnType<typeof price>): string {
  const { head, tail } = buildDocumentXml({
    ...{ document, company: COMPANY, numbering: NUMBERING, software: SOFTWARE, environment: "produccion" },
    ...{ securityCode: "a".repeat(96), fiscalId: "b".repeat(96), qrUrl: "https://example.org" },
  });
  return head + tail;
}

/** Every text of an element, in order. */
function textsOf(xml: string, element: string): string[] {
  return [...xml.matchAll(new RegExp(`<${element}(?: [^>]*)?>([^<]*)</${element}>`, "g"))].map(
    (match) => match[1] ?? "",
  );
}

function sumOf(xml: string, element: string): bigint {
  return total(textsOf(xml, element).map(cents));
}

function checkXml(document: ReturnType<typeof price>): void {
  const xml = xmlOf(document);
  const firstLine = xml.indexOf("<cac:InvoiceLine>");
  const [header, lines] = [xml.slice(0, firstLine), xml.slice(firstLine)];
  const headerTaxes = header.slice(0, header.indexOf("<cac:LegalMonetaryTotal>"));
  expect(sumOf(header, "cbc:LineExtensionAmount")).toBe(sumOf(lines, "cbc:LineExtensionAmount"));
  expect(sumOf(header, "cbc:TaxExclusiveAmount")).toBe(sumOf(lines, "cbc:TaxableAmount"));
  // Group amounts and subtotals: each tax is printed twice, above and below alike.
  expect(sumOf(headerTaxes, "cbc:TaxAmount")).toBe(sumOf(lines, "cbc:TaxAmount"));
  const payable = sumOf(header, "cbc:LineExtensionAmount") + sumOf(headerTaxes, "cbc:TaxAmount") / 2n;
  expect(sumOf(header, "cbc:PayableAmount")).toBe(payable);
  const { totals } = document;
  expect(textsOf(header, "cbc:PayableAmount")).toEqual([totals.total]);
  expect(textsOf(header, "cbc:LineExtensionAmount")).toEqual([totals.subtotal]);
  const seed = cufeSeed(document, { number: "SETP990000900", environment: "produccion" }, "fc8e");
  const amountOf = (code: string) => {
    const group = headerTaxes
      .split("<cac:TaxTotal>")
      .slice(1)
      .find((text) => text.includes(`<cbc:ID>${code}</cbc:ID>`));
    return group === undefined ? "0.00" : textsOf(group, "cbc:TaxAmount")[0];
  };
  const start = `SETP990000900${document.issueDate}${document.issueTime}${totals.subtotal}`;
  expect(seed).toBe(
    `${start}01${amountOf("01")}04${amountOf("04")}03${amountOf("03")}${totals.total}900373115800134536fc8e1`,
  );
}

describe("money in the XML and in the hash", () => {
  it.each<[string, Partial<InvoiceDraft>]>([
    ["in pesos", {}],
    ["in dollars", { currency: { code: "USD", appliedRate: "4012.37", officialRate: null, rateDate: "2026-03-04" } }],
    ["of an AIU contract", { aiu: AIU }],
  ])("is what the lines add up to, %s", (_, changes) => {
    fc.assert(
      fc.property(anyLines, (lines) => checkXml(price({ ...changes, lines }))),
      { numRuns: cases(400) },
    );
  });
});
