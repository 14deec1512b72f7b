// Tests that an identification has one form however it is spelled: in the party, the XML, the hash, the third party, the search
// and the comparison with a corrected document.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readNote } from "../../src/api/note/request.ts";
import {
  findCheckDigit,
  isFinalConsumer,
  listNumbers,
  readIdentification,
  splitRunOnNit,
} from "../../src/domain/catalogue/catalogue.ts";
import type { CorrectableDocument, Note } from "../../src/domain/document/document.ts";
import { cudeSeed } from "../../src/domain/document/fiscal-id.ts";
import { resolveNote } from "../../src/domain/note/note.ts";
import { toCounterpart } from "../../src/store/number/allocation.ts";
import { buildDocumentXml, buildNoteXml } from "../../src/ubl/document.ts";
import type { UblInput } from "../../src/ubl/input.ts";
import { cases } from "../support/cases.ts";
import { COMPANY, invoiceDraft, lineDraft, NOW_MS, TODAY } from "../support/company.ts";
import { adjustmentDraft, creditDraft, own, targetOf } from "../support/note.ts";
import { pathsOf, price } from "../support/pricing.ts";
import {
  ABROAD,
  priceBody,
  readBody,
  SUPPLIER,
  pathsOf as supportPathsOf,
  withSupplier,
} from "../support/support-body.ts";
import { invoiceNumber, SOFTWARE } from "./fixture.ts";

const DIGIT_TYPES = ["11", "12", "13", "31", "91"] as const;
const LETTER_TYPES = ["21", "22", "41", "42", "47", "48", "50"] as const;
const RECEIVER = invoiceDraft().receiver;

/** A number in canonical form, with a spelling of it. */
interface Spelled {
  readonly type: string;
  readonly number: string;
  readonly spelling: string;
}

const separator = fc.constantFrom("", "", "", ".", " ", "\u00a0");
const dash = fc.constantFrom("-", " - ", "\u2013", "\u2011", "\u2212");

/** A text with separators strewn in. */
function strewn(text: string, mark: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const { length } = text;
  const marks = fc.array(mark, { minLength: length, maxLength: length });
  return marks.map((between) => [...text].map((one, i) => (i === 0 ? one : `${between[i]}${one}`)).join(""));
}

const anyDigits: fc.Arbitrary<Spelled> = fc
  .tuple(fc.constantFrom(...DIGIT_TYPES), fc.stringMatching(/^[1-9]\d{4,9}$/), fc.nat(3), fc.boolean(), dash)
  .filter(([, number]) => splitRunOnNit(number) === undefined)
  .chain(([type, bare, zeros, hasCheckDigit, mark]) => {
    const isPadded = type === "13" || type === "31";
    const written = `${"0".repeat(zeros)}${bare}`;
    const number = isPadded ? bare : written;
    const end = hasCheckDigit ? `${mark}${findCheckDigit(number) ?? ""}` : "";
    return strewn(written, separator).map((text) => ({ type, number, spelling: `${text}${end}` }));
  });

const anyLetters: fc.Arbitrary<Spelled> = fc
  .tuple(fc.constantFrom(...LETTER_TYPES), fc.stringMatching(/^[A-Z0-9][A-ZÑ0-9]{4,14}$/), fc.boolean())
  .chain(([type, number, isLower]) =>
    strewn(isLower ? number.toLowerCase() : number, fc.oneof(separator, dash)).map((spelling) => ({
      type,
      number,
      spelling,
    })),
  );

const anySpelled = fc.oneof(anyDigits, anyLetters);

/** What `CompanyID` of the counterpart says, and what the hash ends with. */
function identify(document: CorrectableDocument | Note) {
  const common = { company: COMPANY, numbering: invoiceNumber(990_000_900), software: SOFTWARE } as const;
  const rest: Pick<UblInput, "environment" | "securityCode" | "fiscalId" | "qrUrl"> = {
    environment: "produccion",
    securityCode: "a".repeat(96),
    fiscalId: "b".repeat(96),
    qrUrl: "https://example.org",
  };
  const { head, tail } =
    document.kind === "note"
      ? buildNoteXml({ note: document, ...common, ...rest })
      : buildDocumentXml({ document, ...common, ...rest });
  const ids = [...(head + tail).matchAll(/<cbc:CompanyID[^>]*>([^<]*)<\/cbc:CompanyID>/g)].map(([, id = ""]) => id);
  const seed = cudeSeed(document, { number: "N1", environment: "produccion" }, "PIN");
  return {
    xml: ids.filter((id) => id !== COMPANY.nit),
    hash: seed.slice(seed.indexOf(COMPANY.nit) + COMPANY.nit.length, -"PIN1".length),
    party: document.counterpart.identificationNumber,
    third: toCounterpart(document, null).number,
  };
}

function expectOne(document: CorrectableDocument | Note, number: string): void {
  const { xml, hash, party, third } = identify(document);
  expect(new Set([...xml, hash, party, third])).toEqual(new Set([number]));
  expect(xml.length).toBeGreaterThan(0);
}

describe("any spelling of an identification", () => {
  it("gives an invoice and a note on another system's invoice one number, in XML, hash and third party", () => {
    fc.assert(
      fc.property(anySpelled, ({ type, number, spelling }) => {
        const receiver = { ...RECEIVER, identificationType: type, identificationNumber: spelling };
        const invoice = price({ receiver });
        expectOne(invoice, number);
        const external = { number: "E1", fiscalId: "c".repeat(96), issueDate: TODAY, typeCode: "01" } as const;
        const other = { documentId: null, external, concept: "1", receiver, lines: [own(lineDraft())] };
        expectOne(resolveNote(creditDraft(other), { company: COMPANY, nowMs: NOW_MS, target: null }), number);
        // Compared with the invoice of the plain number, it is the same buyer.
        const plain = price({ receiver: { ...receiver, identificationNumber: number } });
        const target = targetOf(plain);
        const note = resolveNote(creditDraft({ receiver }), { company: COMPANY, nowMs: NOW_MS, target });
        expect(note.counterpart.identificationNumber).toBe(number);
        expect(listNumbers(spelling)).toContain(number);
      }),
      { numRuns: cases(300) },
    );
  });

  it("gives a support document and an adjustment note one number, of residents and abroad", () => {
    fc.assert(
      fc.property(anySpelled, ({ type, number, spelling }) => {
        const isNumeric = DIGIT_TYPES.some((one) => one === type);
        const place = isNumeric ? {} : ABROAD;
        fc.pre(isNumeric || type !== "48");
        const changes = { ...place, tipo_documento: type, nit: spelling };
        const document = priceBody(withSupplier(changes));
        expect(supportPathsOf(withSupplier(changes))).toEqual([]);
        expectOne(document, number);
        const { draft } = readNote(
          readBody({ documento_id: 812, proveedor: { ...SUPPLIER, ...changes }, concepto: "2" }),
          "95",
        );
        if (draft?.typeCode !== "95") throw new Error("no adjustment note was read");
        const target = targetOf(priceBody(withSupplier({ ...changes, nit: number })));
        const note = resolveNote(adjustmentDraft({ supplier: draft.supplier }), {
          company: COMPANY,
          nowMs: NOW_MS,
          target,
        });
        expectOne(note, number);
      }),
      { numRuns: cases(300) },
    );
  });
});

describe("the canonical form of a number", () => {
  it.each([
    ["31", "0900373115", "900373115", null],
    ["31", "0.900.373.115-3", "900373115", "3"],
    ["13", "01020304050", "1020304050", null],
    ["13", "052123456", "52123456", null],
    ["13", "52.123.456-2", "52123456", "2"],
    ["11", "0012345678", "0012345678", null],
    ["12", "01 0203-04050", "01020304050", null],
    ["91", "0102030405", "0102030405", null],
    ["41", "ab-12.34 5", "AB12345", null],
    ["42", "0x12345", "0X12345", null],
    ["47", "00123", "00123", null],
    ["48", "0012-3", "00123", null],
    ["50", "12.345.678/0001-95", "12345678/000195", null],
    ["50", "xñ&010203ab1", "XÑ&010203AB1", null],
  ])("of type %s, %j is %j", (type, sent, number, checkDigit) => {
    expect(readIdentification(type, sent)).toMatchObject({ number, checkDigit, isSound: true });
  });

  it.each([
    ["41", "\u0410\u0412123456"],
    ["41", "\u0391\u0392123456"],
    ["41", "\uff21\uff22123456"],
    ["41", "\u212a123456 \u00df"],
    ["13", "\u0661\u0662\u0663\u0664\u0665\u0666"],
    ["31", "\uff19\uff10\uff10373115"],
    ["31", "90037311A"],
    ["50", "12_34"],
  ])("of type %s there is none of %j", (type, sent) => {
    expect(readIdentification(type, sent)).toMatchObject({ number: sent, isSound: false });
    const receiver = { ...RECEIVER, identificationType: type, identificationNumber: sent };
    expect(pathsOf({ receiver })).toEqual(["receiver.identificationNumber FAK62"]);
  });

  it.each(["13", "12", "11", "91", "31"])(
    "of type %s has the right check digit behind its dash, or is refused",
    (type) => {
      const receiver = { ...RECEIVER, identificationType: type, identificationNumber: "52123456-9" };
      expect(pathsOf({ receiver })).toEqual(["receiver.identificationNumber FAK25"]);
      expect(supportPathsOf(withSupplier({ tipo_documento: type, nit: "52123456-9" }))).toEqual([
        "proveedor.nit DSAJ24b",
      ]);
    },
  );
});

describe("the final consumer", () => {
  const SPELLINGS = ["222222222222", "222222222222-7", "222.222.222.222", " 222 222 222 222 ", "0222222222222"];

  it.each(SPELLINGS)("is known as %j", (identificationNumber) => {
    expect(isFinalConsumer(identificationNumber)).toBe(true);
    const unnamed = { ...RECEIVER, identificationType: "", name: "", identificationNumber };
    const { counterpart } = price({ receiver: unnamed });
    const { identificationType, identificationNumber: number, name } = counterpart;
    expect({ identificationType, number, name }).toEqual({
      identificationType: "13",
      number: "222222222222",
      name: "consumidor final",
    });
  });

  it.each(SPELLINGS)("is no company as %j", (identificationNumber) => {
    for (const identificationType of ["31", "50", "41"]) {
      const receiver = { ...RECEIVER, identificationType, identificationNumber };
      expect(pathsOf({ receiver })).toEqual(["receiver.identificationType FAK48"]);
    }
    expect(supportPathsOf(withSupplier({ tipo_documento: "31", nit: identificationNumber }))).toEqual([
      "proveedor.tipo_documento DSAJ25a",
    ]);
  });
});
