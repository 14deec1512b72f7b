// Tests documents around the authority's limit of 500 KB (ZA01): where the limit lies, and what the refusal beyond it says.
import { describe, expect, it } from "vitest";
import type { Document, DocumentLine } from "../../src/domain/document/document.ts";
import { Refusal } from "../../src/domain/refusal/refusal.ts";
import { checkXmlSize, LEAST_BYTES } from "../../src/issuance/price/price.ts";
import { buildDocumentXml } from "../../src/ubl/document.ts";
import {
  COMPANY,
  discountOf,
  invoiceNumber,
  makeInvoice,
  makeLine,
  makeSupportDocument,
  SOFTWARE,
  supportNumber,
  taxOf,
} from "../ubl/fixture.ts";

const LIMIT_BYTES = 500 * 1024;

/** A document of so many lines, each with this text. */
function documentOf(lines: number, description: string, note: string | null = null): Document {
  return makeSupportDocument(Array.from({ length: lines }, (_, index) => makeLine(index + 1, { description, note })));
}

/** A document of so many lines, each with so many withholdings of different percents. */
function withheldOf(lines: number, withholdings: number, code = "06"): Document {
  const own = Array.from({ length: withholdings }, (_, index) => taxOf(code, `${index + 1}.00`, "100.00", "1.00"));
  const document = makeSupportDocument(
    Array.from({ length: lines }, (_, index) => makeLine(index + 1, { withholdings: own })),
  );
  return { ...document, withholdings: own.map((one, index) => ({ ...one, key: `r${index}` })) };
}

/** A document of so many lines, each with a discount and ten taxes. */
function tillOf(lines: number, reason = "x"): Document {
  const taxes = Array.from({ length: 10 }, (_, index) => taxOf(`A${index}`, "1.00", "100.00", "1.00"));
  const allowances = [discountOf("00", reason, "10.00", "10.00", "110.00")];
  return makeInvoice(Array.from({ length: lines }, (_, index) => makeLine(index + 1, { taxes, allowances })));
}

const LONG = "&".repeat(60);
const DAY = "2026-03-04";

/** The head of an invoice with as much as each of its lists takes. */
const WHOLE_HEAD = {
  payments: Array.from({ length: 10 }, (_, index) => ({
    ...({ form: index === 0 ? "2" : "1", meansCode: "30", dueDate: DAY } as const),
    ...{ amount: "1000.00", reference: LONG },
  })),
  instalments: Array.from({ length: 60 }, () => ({ amount: "1000.00", dueDate: DAY })),
  prepayments: Array.from({ length: 20 }, () => ({ amount: "1000.00", date: DAY, reference: LONG })),
  references: {
    purchaseOrder: { number: LONG, date: DAY },
    despatches: Array.from({ length: 20 }, () => ({ number: LONG, date: DAY })),
    receipts: Array.from({ length: 20 }, () => ({ number: LONG, date: DAY })),
    contract: { number: LONG },
  },
};
/** What an item says of its good, at its longest. */
const GOOD = { sellerCode: "&".repeat(50), brand: "&".repeat(100), model: "&".repeat(100) };
const GIFT = { base: "0.00", referencePrice: { amount: "100000.00", typeCode: "01" }, gift: "vendedor" } as const;

const TWO_TAXES = [taxOf("01", "19.00", "100000.00", "19000.00"), taxOf("04", "8.00", "100000.00", "8000.00")];
const NAMED = { description: "&".repeat(200), note: "&".repeat(195) };

/** An invoice of so many whole lines. */
function wholeOf(lines: number, line: Partial<DocumentLine>): Document {
  const product = { code: GOOD.sellerCode, scheme: "999" } as const;
  return makeInvoice(
    Array.from({ length: lines }, (_, index) => makeLine(index + 1, { ...GOOD, ...line, product })),
    WHOLE_HEAD,
  );
}

function refusalOf(document: Document): Refusal | undefined {
  try {
    checkXmlSize(document, COMPANY);
    return undefined;
  } catch (cause) {
    if (cause instanceof Refusal) return cause;
    throw cause;
  }
}

/** The bytes of the document's XML before it is signed, of any size. */
function measure(document: Document): number {
  const hash = "0".repeat(96);
  const xml = buildDocumentXml({
    document,
    company: COMPANY,
    numbering: document.kind === "invoice" ? invoiceNumber(990000001) : supportNumber(984000001),
    software: SOFTWARE,
    securityCode: hash,
    fiscalId: hash,
    qrUrl: hash + hash,
    environment: COMPANY.environment,
  });
  return new TextEncoder().encode(xml.head + xml.tail).length;
}

/** The longest text that one line may have, by halving. */
function longestAccepted(unit: string): number {
  let [accepted, refused] = [0, LIMIT_BYTES];
  while (refused - accepted > 1) {
    const middle = Math.floor((accepted + refused) / 2);
    if (refusalOf(documentOf(1, unit.repeat(middle))) === undefined) accepted = middle;
    else refused = middle;
  }
  return accepted;
}

describe("a document near 500 KB", () => {
  it.each(["x", "ñ", "&"])("written in %s is accepted while its bytes leave 10 KB for the signature", (unit) => {
    const longest = longestAccepted(unit);
    const bytes = measure(documentOf(1, unit.repeat(longest)));
    // Placeholders of the software and of the number are a little longer than what stands here.
    expect(bytes).toBeGreaterThan(LIMIT_BYTES - 10 * 1024 - 300);
    expect(bytes).toBeLessThanOrEqual(LIMIT_BYTES - 10 * 1024);
  });

  it("and over says how large it is, how many lines it has, and by which rule it is refused", () => {
    const refusal = refusalOf(documentOf(3, "x".repeat(200_000)));
    const size = { reason: "xml-too-large", kilobytes: 604, isLeast: false };
    expect(refusal?.code).toBe("business_rule");
    expect(refusal?.problems).toEqual([{ field: ["lines"], ...size, lines: 3, withholdings: 0, rule: "ZA01" }]);
  });

  it.each<[string, Document]>([
    ["many lines without much text", documentOf(700, "x")],
    ["a hundred lines of text that XML spells in five bytes a letter", documentOf(100, "&".repeat(1_000))],
    ["lines and letters just past what passes unmeasured", documentOf(101, "&".repeat(1_000))],
    ["withholdings of different percents in every line", withheldOf(100, 50)],
    ["few lines with many withholdings", withheldOf(40, 50)],
    ["many taxes and discounts of few lines", tillOf(110)],
    ["long reasons of discounts", tillOf(40, "&".repeat(3_000))],
    ["codes, brands and models of lines", wholeOf(100, { ...GIFT, taxes: TWO_TAXES, ...NAMED })],
    ["notes of lines", documentOf(2, "x", "x".repeat(300_000))],
    ["notes of the document", { ...documentOf(1, "x"), notes: ["x".repeat(300_000), "x".repeat(300_000)] }],
  ])("is refused for %s", (_, document) => {
    expect(measure(document)).toBeGreaterThan(LIMIT_BYTES - 10 * 1024);
    expect(refusalOf(document)?.problems[0]?.rule).toBe("ZA01");
  });

  it("and over because of its withholdings says so, and what is far over is never built", () => {
    expect(refusalOf(withheldOf(100, 50))?.problems).toMatchObject([
      { kilobytes: 1270, isLeast: true, lines: 100, withholdings: 50 },
    ]);
    expect(refusalOf(withheldOf(2_000, 50))?.problems[0]?.rule).toBe("ZA01");
    // What goes only into the client's own account takes no room.
    expect(refusalOf(withheldOf(100, 50, "07"))).toBeUndefined();
  });

  it.each<[string, (lines: readonly DocumentLine[]) => Document]>([
    ["a support document", (lines) => makeSupportDocument(lines)],
    ["an invoice", (lines) => makeInvoice(lines)],
  ])("%s prints at least what is counted before it is built", (_, make) => {
    const few = { ...makeLine(1, { description: "x", taxes: [], withholdings: [] }), unitCode: "X", quantity: "1" };
    const lines = (each: DocumentLine) =>
      Array.from({ length: 200 }, (_each, index) => ({ ...each, number: index + 1 }));
    const measured = (each: DocumentLine) => (measure(make(lines(each))) - measure(make([]))) / 200;
    const least = measured(few);
    expect(least).toBeGreaterThanOrEqual(LEAST_BYTES.line);
    const one = [taxOf("06", "1.00", "1.00", "0.01")];
    const two = [...one, taxOf("06", "2.00", "1.00", "0.02")];
    const subtotal = measured({ ...few, withholdings: two }) - measured({ ...few, withholdings: one });
    expect(subtotal).toBeGreaterThanOrEqual(LEAST_BYTES.subtotal);
    const taxed = [taxOf("1", "1.00", "1.00", "0.01")];
    const twice = [...taxed, taxOf("2", "1.00", "1.00", "0.01")];
    const tax = measured({ ...few, taxes: twice }) - measured({ ...few, taxes: taxed });
    expect(tax).toBeGreaterThanOrEqual(LEAST_BYTES.subtotal);
    const allowance = measured({ ...few, allowances: [discountOf("", "", "1.00", "0.01", "1.00")] }) - least;
    expect(allowance).toBeGreaterThanOrEqual(LEAST_BYTES.allowance);
  });

  it("that is not measured is within the limit, were all its letters spelled in five bytes", () => {
    const taxed = makeLine(1, {
      description: "&".repeat(200),
      note: "&".repeat(200),
      taxes: [taxOf("01", "19.00", "100000.00", "19000.00"), taxOf("04", "8.00", "100000.00", "8000.00")],
      withholdings: [taxOf("05", "15.00", "19000.00", "2850.00"), taxOf("06", "11.00", "100000.00", "11000.00")],
    });
    const allowances = [discountOf("00", "", "10.00", "10000.00", "110000.00")];
    // With the withholdings, as many subtotals and discounts as pass unmeasured.
    const lines = Array.from({ length: 100 }, (_, index) => {
      return { ...taxed, number: index + 1, ...(index < 50 ? { allowances } : {}) };
    });
    expect(refusalOf(makeSupportDocument(lines))).toBeUndefined();
    expect(measure(makeSupportDocument(lines))).toBeLessThan(LIMIT_BYTES - 10 * 1024);
    expect(measure(makeInvoice(lines))).toBeLessThan(LIMIT_BYTES - 10 * 1024);
  });

  it("that is whole and not measured is within the limit too", () => {
    const taxes = TWO_TAXES;
    const buyer = { tradeName: "&".repeat(450), contact: "&".repeat(200), name: "&".repeat(450) };
    for (const letters of [0, 25, 40, 60]) {
      for (const lines of [1, 60, 100]) {
        const text = "&".repeat(letters);
        const document = wholeOf(lines, { ...GIFT, taxes, description: text, note: text });
        const whole = { ...document, counterpart: { ...document.counterpart, ...buyer } };
        if (refusalOf(whole) === undefined) expect(measure(whole)).toBeLessThan(LIMIT_BYTES - 10 * 1024);
      }
    }
  });
});
