// Tests that every line of 0.00, in every kind of document, says what one unit of it is worth.
import { describe, expect, it } from "vitest";
import { all, at, parseXml, textAt } from "../../simulator/dom.ts";
import { judgeLines } from "../../simulator/judge/line.ts";
import { findSchemaBreach } from "../../simulator/judge/schema.ts";
import { Sheet } from "../../simulator/judge/sheet.ts";
import type { CorrectableDocument, Document, Note } from "../../src/domain/document/document.ts";
import type { InvoiceDraft, InvoiceLineDraft } from "../../src/domain/draft/draft.ts";
import { buildDocumentXml } from "../../src/ubl/document.ts";
import { readCorrected } from "../../src/ubl/read-corrected.ts";
import { lineDraft } from "../support/company.ts";
import { adjustmentDraft, creditDraft, debitDraft, earlier, resolve, targetOf, units } from "../support/note.ts";
import { price } from "../support/pricing.ts";
import { type Fields, ITEM, priceBody } from "../support/support-body.ts";
import { COMPANY, invoiceNumber, SOFTWARE } from "./fixture.ts";

function xmlOf(document: Document): string {
  const { head, tail } = buildDocumentXml({
    document,
    company: COMPANY,
    numbering: invoiceNumber(990_000_901),
    software: SOFTWARE,
    environment: "produccion",
    securityCode: "a".repeat(96),
    fiscalId: "b".repeat(96),
    qrUrl: "https://example.org",
  });
  // Without the place of the signature, which the schema lets be filled only.
  return (head + tail).replace(
    "<ext:UBLExtension><ext:ExtensionContent></ext:ExtensionContent></ext:UBLExtension>",
    "",
  );
}

/** Reference price and its type of each line; `none` for a line without. Whatever the pretend authority remarks fails. */
function pricesOf(document: Document): readonly string[] {
  const root = parseXml(xmlOf(document));
  expect(findSchemaBreach(root)).toBeUndefined();
  const unknown = { findTaxpayer: () => undefined, findAccepted: () => undefined };
  const sheet = new Sheet(root, { now: 0, dateToleranceDays: undefined, testSetId: undefined, ...unknown });
  judgeLines(sheet);
  expect(sheet.findings.filter(({ code }) => code !== "NSAX04")).toEqual([]);
  return all(root, sheet.lineName).map((line) => {
    const found = at(line, "cac:PricingReference/cac:AlternativeConditionPrice");
    if (found === undefined) return "none";
    return `${textAt(found, "cbc:PriceAmount")} ${textAt(found, "cbc:PriceTypeCode")}`;
  });
}

const PAID = { unitPrice: null, inputPrice: "119000", taxIncluded: true };
const BAG = { code: "22", rate: null, unitAmount: "70", millilitres: null };

const DOLLARS = { code: "USD", appliedRate: "3850.5", officialRate: null, rateDate: "2026-03-04" };

function invoice(line: Partial<InvoiceLineDraft>, changes: Partial<InvoiceDraft> = {}): CorrectableDocument {
  return price({ lines: [lineDraft(), lineDraft(line)], ...changes });
}

/** A support document of a paid line and the one of the changes. */
function support(changes: Fields): CorrectableDocument {
  return priceBody({ items: [ITEM, { ...ITEM, porcentaje_iva: 0, ...changes }] });
}

/** Each document has a paid line first, then the free one. */
const FREE: Readonly<Record<string, { readonly document: () => CorrectableDocument; readonly expected: string }>> = {
  "an invoice at a hundred percent off": {
    document: () => invoice({ discountPercent: "100" }),
    expected: "100000.00 01",
  },
  "with money off that is all of it": {
    document: () => invoice({ quantity: "3", discountAmount: "300000" }),
    expected: "100000.00 01",
  },
  "with all off that is paid": {
    document: () => invoice({ ...PAID, discountPercent: "100" }),
    expected: "100000.00 01",
  },
  "at a price of six decimals": {
    document: () => invoice({ unitPrice: "0.123456", quantity: "10", discountPercent: "100" }),
    expected: "0.123456 01",
  },
  "that still owes a tax for each unit": {
    document: () => invoice({ unitPrice: "50", taxRate: "0", otherTaxes: [BAG], discountPercent: "100" }),
    expected: "50.00 01",
  },
  "an invoice of contingency": {
    document: () => invoice({ discountPercent: "100" }, { isContingency: true, issueDate: "2026-03-03" }),
    expected: "100000.00 01",
  },
  "an invoice in dollars": {
    document: () => invoice({ discountPercent: "100" }, { currency: DOLLARS }),
    expected: "100000.00 01",
  },
  "a purchase too small for a cent": {
    document: () => support({ cantidad: 0.001, precio_unitario: 1 }),
    expected: "1.00 01",
  },
  "a purchase for nothing": { document: () => support({ precio_unitario: 0 }), expected: "0.01 03" },
  "a purchase at a price below a millionth": {
    document: () => support({ cantidad: 1, precio_unitario: 0.0000001 }),
    expected: "0.01 03",
  },
  "a purchase of value 0": {
    document: () => support({ precio_unitario: undefined, base_imponible: 0 }),
    expected: "0.01 03",
  },
};
const free = Object.entries(FREE).map(([name, { document, expected }]) => [name, document, expected] as const);

describe("a line of 0.00 has a reference price", () => {
  it.each(free)("%s", (_, document, expected) => {
    expect(pricesOf(document())).toEqual(["none", expected]);
  });

  it.each(free)("%s, also in the note that annuls it", (_, document, expected) => {
    const corrected = document();
    const make = corrected.kind === "invoice" ? creditDraft : adjustmentDraft;
    expect(pricesOf(resolve(make({ concept: "2" }), targetOf(corrected)))).toEqual(["none", expected]);
  });

  it.each(free)("%s, read back from its file", (_, document) => {
    const [paid, read] = readCorrected(new TextEncoder().encode(xmlOf(document()))).lines;
    expect(read?.referencePrice).toEqual(document().lines[1]?.referencePrice);
    expect(paid?.referencePrice).toBeUndefined();
  });

  it("in a credit note on a part of it, and on its rest", () => {
    const document = invoice({
      unitPrice: "50",
      quantity: "5",
      taxRate: "0",
      otherTaxes: [BAG],
      discountPercent: "100",
    });
    const part = resolve(creditDraft({ concept: "1", lines: [units(2, "2")] }), targetOf(document));
    expect(pricesOf(part)).toEqual(["50.00 01"]);
    const rest = resolve(creditDraft({ concept: "1", lines: [units(2, "3")] }), targetOf(document, [earlier(part)]));
    expect(pricesOf(rest)).toEqual(["50.00 01"]);
  });

  it("in a debit note on more of it", () => {
    const document = invoice({ unitPrice: "50", taxRate: "0", otherTaxes: [BAG], discountPercent: "100" });
    const note: Note = resolve(debitDraft({ concept: "3", lines: [units(2, "2")] }), targetOf(document));
    expect(pricesOf(note)).toEqual(["50.00 01"]);
  });
});
