// Tests what a till adds to an invoice, on random items: what is paid is what is invoiced, amounts add up, and the authority's
// rules hold by its own reading.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseXml } from "../../simulator/dom.ts";
import { judgeLines } from "../../simulator/judge/line.ts";
import { type Finding, Sheet } from "../../simulator/judge/sheet.ts";
import { judgeTaxes } from "../../simulator/judge/tax.ts";
import { judgeTotals } from "../../simulator/judge/total.ts";
import type { Invoice } from "../../src/domain/document/document.ts";
import type { InvoiceDraft, InvoiceLineDraft } from "../../src/domain/draft/draft.ts";
import { priceInvoice } from "../../src/domain/invoice/invoice.ts";
import { Refusal } from "../../src/domain/refusal/refusal.ts";
import { buildDocumentXml } from "../../src/ubl/document.ts";
import { cases } from "../support/cases.ts";
import { COMPANY, invoiceDraft, lineDraft, NOW_MS } from "../support/company.ts";
import { cents, fraction, roundEven, times, total } from "../support/money.ts";
import { anyAllowances, anyTillLine } from "../support/till.ts";
import { invoiceNumber, SOFTWARE } from "./fixture.ts";
import { canonicalize } from "./foreign-xml.ts";
import { KINDS } from "./kinds.ts";

/** Whole cents of money of any decimals. */
function toCents(text: string): bigint {
  return roundEven(fraction(text), 2);
}

/** What is paid for an item that says so, with its discount taken off, in cents; undefined for another. */
function paidFor(draft: InvoiceLineDraft): bigint | undefined {
  if (!draft.taxIncluded || draft.inputPrice === null) return undefined;
  const asked = roundEven(times(fraction(draft.inputPrice), fraction(draft.quantity)), 2);
  const { discountAmount = null, discountPercent = null } = draft;
  if (discountAmount !== null) return asked - toCents(discountAmount);
  if (discountPercent === null) return asked;
  return asked - roundEven(times({ top: asked, bottom: 10_000n }, fraction(discountPercent)), 2);
}

function priceOrSkip(changes: Partial<InvoiceDraft>): Invoice {
  try {
    return priceInvoice(invoiceDraft(changes), COMPANY, NOW_MS);
  } catch (error) {
    if (error instanceof Refusal) fc.pre(false);
    throw error;
  }
}

function xmlOf(document: Invoice): string {
  const { head, tail } = buildDocumentXml({
    ...{ document, company: COMPANY, numbering: invoiceNumber(990_000_900), software: SOFTWARE },
    ...{ environment: "produccion", securityCode: "a".repeat(96), fiscalId: "b".repeat(96) },
    ...{ qrUrl: "https://example.org" },
  });
  return head + tail;
}

/** Not even with a notice that a line of 0.00 has no reference price. */
function expectAccepted(xml: string): void {
  expect(findingsOf(xml, isAboutReferencePrice)).toEqual([]);
}

function isAboutReferencePrice({ code }: Finding): boolean {
  return code.startsWith("FAW");
}

function expectSums({ lines, taxes, totals, allowances = [] }: Invoice): void {
  const lineTaxes = lines.flatMap((line) => line.taxes);
  expect(cents(totals.subtotal)).toBe(total(lines.map(({ base }) => cents(base))));
  expect(cents(totals.taxes)).toBe(total(lineTaxes.map(({ amount }) => cents(amount))));
  expect(cents(totals.taxes)).toBe(total(taxes.map(({ amount }) => cents(amount))));
  const own = allowances.map(({ isCharge, amount }) => (isCharge ? cents(amount) : -cents(amount)));
  expect(cents(totals.total)).toBe(cents(totals.subtotal) + cents(totals.taxes) + total(own));
}

/** The rules that reject, and those that are asked for besides. */
function findingsOf(xml: string, isAsked: (finding: Finding) => boolean = () => false): readonly string[] {
  const unknown = { findTaxpayer: () => undefined, findAccepted: () => undefined };
  const sheet = new Sheet(parseXml(xml), { now: 0, dateToleranceDays: undefined, testSetId: undefined, ...unknown });
  judgeTaxes(sheet);
  judgeTotals(sheet);
  judgeLines(sheet);
  return sheet.findings.filter((one) => one.severity === "rejection" || isAsked(one)).map(({ code }) => code);
}

describe("the pretend authority", () => {
  const { document } = KINDS["fe-till"] ?? {};
  if (document?.kind !== "invoice") throw new Error("no invoice of a till among the kinds");
  const xml = xmlOf(document);

  it("accepts the invoice of a till", () => {
    expect(findingsOf(xml)).toEqual([]);
  });

  it.each<[string, string | RegExp, string, readonly string[]]>([
    [
      "money for each unit that is another",
      ">65.00</cbc:PerUnitAmount>",
      ">66.00</cbc:PerUnitAmount>",
      ["FAS07", "FAX07"],
    ],
    ["other units", ">3000.000000</cbc:BaseUnitMeasure>", ">30.000000</cbc:BaseUnitMeasure>", ["FAS07", "FAX07"]],
    ["no units", /<cbc:BaseUnitMeasure.*?BaseUnitMeasure>/, "", ["FAS09", "FAX09"]],
    ["units of no list", 'unitCode="MLT"', 'unitCode="QQQ"', ["FAS10", "FAX09"]],
    ["no money for each unit", /<cbc:PerUnitAmount.*?PerUnitAmount>/, "", ["FAS11", "FAX09"]],
    [
      "a bag by percentage",
      "<cbc:ID>22</cbc:ID><cbc:Name>INC Bolsas",
      "<cbc:ID>35</cbc:ID><cbc:Name>ICUI",
      ["FAS07", "FAX07"],
    ],
    ["a discount that is not its percentage", ">840.33</cbc:Amount>", ">740.33</cbc:Amount>", ["FAV06", "FBE06"]],
    ["a total without the tip", ">27784.10</cbc:PayableAmount>", ">25922.00</cbc:PayableAmount>", ["FAU14"]],
    [
      "discounts that are not their sum",
      ">500.00</cbc:AllowanceTotalAmount>",
      ">600.00</cbc:AllowanceTotalAmount>",
      ["FAU08", "FAU14"],
    ],
  ])("refuses %s", (_, found, instead, codes) => {
    const spoiled =
      typeof found === "string" ? xml.replaceAll(found, instead) : xml.replaceAll(new RegExp(found, "g"), instead);
    expect(spoiled).not.toBe(xml);
    expect(findingsOf(spoiled)).toEqual(expect.arrayContaining([...codes]));
  });
});

describe("an invoice of a till", () => {
  it("is what was paid for each line, adds up, and is accepted, for any items", () => {
    fc.assert(
      fc.property(fc.array(anyTillLine, { minLength: 1, maxLength: 4 }), anyAllowances, (lines, allowances) => {
        const document = priceOrSkip({ lines, ...allowances });
        for (const [index, { base, taxes }] of document.lines.entries()) {
          const paid = paidFor(lines[index] ?? lineDraft());
          const isTaxed = taxes.some(({ rate, perUnit }) => rate !== "0.00" || perUnit !== undefined);
          if (paid !== undefined && isTaxed) {
            expect(cents(base) + total(taxes.map(({ amount }) => cents(amount)))).toBe(paid);
          }
        }
        expectSums(document);
        expectAccepted(xmlOf(document));
      }),
      { numRuns: cases(400), maxSkipsPerRun: 20 },
    );
  });

  it("is its own canonical form", () => {
    fc.assert(
      fc.property(fc.array(anyTillLine, { minLength: 1, maxLength: 3 }), anyAllowances, (lines, allowances) => {
        const xml = xmlOf(priceOrSkip({ lines, ...allowances }));
        expect(canonicalize(xml)).toBe(xml);
      }),
      { numRuns: cases(60), maxSkipsPerRun: 20 },
    );
  });

  it("is what was paid for the same discounted item hundreds of times, where every line errs to the same side", () => {
    const line = lineDraft({ unitPrice: null, inputPrice: "3333", taxIncluded: true, discountPercent: "7.7" });
    for (const taxRate of ["19", "5"]) {
      const lines = Array.from({ length: 900 }, () => ({ ...line, taxRate }));
      const document = priceOrSkip({ lines });
      expect(cents(document.totals.total)).toBe(900n * (paidFor(line) ?? 0n));
      expectSums(document);
      expectAccepted(xmlOf(document));
    }
  });
});
