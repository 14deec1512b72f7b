// Tests that a document is read back from its signed file: printed again it is the same file, and a note on it is the same note.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Numbering } from "../../src/domain/company.ts";
import type { CorrectableDocument, Document, DocumentLine, Note } from "../../src/domain/document/document.ts";
import { Refusal } from "../../src/domain/refusal/refusal.ts";
import { buildDocumentXml } from "../../src/ubl/document.ts";
import { readCorrected } from "../../src/ubl/read-corrected.ts";
import { cases } from "../support/cases.ts";
import { NOW_MS } from "../support/company.ts";
import { adjustmentDraft, creditDraft, resolve, targetOf } from "../support/note.ts";
import { anyDiscountedInvoice, anyInvoice, anyNote, anySupportDocument } from "../support/note-random.ts";
import { anyWholeInvoice, anyWholeNote } from "../support/whole.ts";
import { COMPANY, contingencyNumber, invoiceNumber, SOFTWARE, supportNumber } from "./fixture.ts";
import { KINDS } from "./kinds.ts";

const FISCAL_ID = "a".repeat(96);

function print(document: Document, numbering: Numbering, company: Pick<typeof COMPANY, "industryCode"> = COMPANY) {
  const { head, tail } = buildDocumentXml({
    document,
    company,
    numbering,
    software: SOFTWARE,
    securityCode: FISCAL_ID,
    fiscalId: FISCAL_ID,
    qrUrl: `https://example.org/${FISCAL_ID}`,
    environment: "habilitacion",
  });
  return head + tail;
}

function read(xml: string, establishment: string | null = null): CorrectableDocument {
  return readCorrected(new TextEncoder().encode(xml), establishment);
}

const NUMBERS = {
  "01": invoiceNumber(990000101),
  "02": invoiceNumber(990000101),
  "03": contingencyNumber(1),
  "05": supportNumber(984000101),
  "20": { ...invoiceNumber(101), prefix: "EPOS" },
};

const anyWhole = anyWholeInvoice.map(({ invoice }) => invoice);
const anyDocument = fc.oneof(anyInvoice, anyDiscountedInvoice, anyWhole, anySupportDocument);

describe("a signed document", () => {
  it.each(Object.entries(KINDS).filter(([, { document }]) => document.kind !== "note"))(
    "of the kind %s is printed again as the same file",
    (_, { document, numbering, company }) => {
      const xml = print(document, numbering, company);
      expect(print(read(xml, document.branch?.code), numbering, company)).toBe(xml);
    },
  );

  it("of any content is printed again as the same file", () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const xml = print(document, NUMBERS[document.typeCode]);
        expect(print(read(xml), NUMBERS[document.typeCode])).toBe(xml);
      }),
      { numRuns: cases(300) },
    );
  });

  it("is annulled to the cent as it is from the original", () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const draft = document.kind === "invoice" ? creditDraft() : adjustmentDraft();
        const readBack = asSigned(read(print(document, NUMBERS[document.typeCode])), document);
        const note = resolve(draft, targetOf(readBack));
        expect(note.totals.total).toBe(document.totals.total);
        expect(printNote(note)).toBe(printNote(resolve(draft, targetOf(document))));
      }),
      { numRuns: cases(200) },
    );
  });

  it("bears every other note as the original does", () => {
    fc.assert(
      fc.property(fc.oneof(anyNote, anyWholeNote), ({ draft, document }) => {
        fc.pre(document !== null);
        const readBack = asSigned(read(print(document, NUMBERS[document.typeCode])), document);
        expect(outcome(() => printNote(resolve(draft, targetOf(readBack))))).toEqual(
          outcome(() => printNote(resolve(draft, targetOf(document)))),
        );
      }),
      { numRuns: cases(300), maxSkipsPerRun: 20 },
    );
  });
});

describe("what is none", () => {
  const xml = print(firstOf(KINDS).document, firstOf(KINDS).numbering);

  it.each([
    ["another type", xml.replace(">01</cbc:InvoiceTypeCode>", ">04</cbc:InvoiceTypeCode>")],
    ["half a file", xml.slice(0, xml.length / 2)],
    ["a file without totals", xml.replaceAll("LegalMonetaryTotal", "LegalMonetary")],
  ])("is refused: %s", (_, broken) => {
    expect(() => read(broken)).toThrow();
  });
});

function firstOf<Value>(values: Readonly<Record<string, Value>>): Value {
  const [first] = Object.values(values);
  if (first === undefined) throw new Error("nothing");
  return first;
}

/** As the loader completes it: a resident vendor is printed as a NIT, and the row says what the file does not. */
function asSigned(readBack: CorrectableDocument, { counterpart, lines }: CorrectableDocument): CorrectableDocument {
  const { identificationType } = counterpart;
  return {
    ...readBack,
    counterpart: { ...readBack.counterpart, identificationType },
    lines: readBack.lines.map((line, index) => ({ ...line, ...pickUnsigned(lines[index]) })),
  };
}

function pickUnsigned({ isTaxIncluded, gift }: Partial<DocumentLine> = {}): Partial<DocumentLine> {
  return { ...(isTaxIncluded === undefined ? {} : { isTaxIncluded }), ...(gift === undefined ? {} : { gift }) };
}

function printNote(note: Note): string {
  return print({ ...note, issueTime: new Date(NOW_MS).toISOString().slice(11, 19) }, NUMBERS["01"]);
}

function outcome(work: () => string): unknown {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return error.facts;
    throw error;
  }
}
