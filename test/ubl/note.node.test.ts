// Rebuilds the reference's notes as our own: canonical XML, hashes, and what the official schema says of them.
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { cudeSeed } from "../../src/domain/document/fiscal-id.ts";
import { describeShared } from "../support/describe-shared.ts";
import { listShared, readShared } from "../support/shared.ts";
import { discountOf, ivaLine, makeInvoiceNote } from "./fixture.ts";
import { canonicalize, loadSchema } from "./foreign-xml.ts";
import { conceptOf, NOTE_KINDS } from "./note-kinds.ts";
import { buildUnsigned, codeSeed, fiscalIdSeed, sha384 } from "./note-xml.ts";

const FOLDER = "authority/samples/notes/";
const kinds = Object.entries(NOTE_KINDS);

interface Vector {
  readonly seed: string;
  readonly uuid: string;
  readonly softwareSecurityCodeSeed: string;
  readonly softwareSecurityCode: string;
}

describe("every kind of note", () => {
  it.each(kinds)("%s is its own canonical form", (_, kind) => {
    const xml = buildUnsigned(kind);
    expect(canonicalize(xml)).toBe(xml);
  });

  it.each(kinds)("%s has neither numbering range nor withholdings nor due date of the document", (_, kind) => {
    expect(buildUnsigned(kind)).not.toMatch(/InvoiceControl|WithholdingTaxTotal|<cbc:DueDate>|DebitNoteTypeCode/);
  });
});

describeShared("the sample notes, rebuilt", () => {
  const { documents } = JSON.parse(readShared(`${FOLDER}vectors.json`)) as { documents: Record<string, Vector> };

  it("are all of them", () => {
    const names = listShared(FOLDER).filter((name) => name.endsWith(".unsigned.xml"));
    expect(Object.keys(NOTE_KINDS).sort()).toEqual(names.map((name) => name.replace(".unsigned.xml", "")));
    expect(Object.keys(NOTE_KINDS).sort()).toEqual(Object.keys(documents).sort());
  });

  it.each(kinds)("%s has the sample's canonical XML, byte for byte", (name, kind) => {
    expect(buildUnsigned(kind)).toBe(canonicalize(readShared(`${FOLDER}${name}.unsigned.xml`)));
  });

  it.each(kinds)("%s is hashed as its vector is", (name, kind) => {
    const seeds = { seed: fiscalIdSeed(kind), softwareSecurityCodeSeed: codeSeed(kind) };
    expect(documents[name]).toMatchObject({
      ...seeds,
      uuid: sha384(seeds.seed),
      softwareSecurityCode: sha384(seeds.softwareSecurityCodeSeed),
    });
  });
});

/** Hash examples of the annex for notes; the digest that it prints for the debit note is not that of its own text. */
const ANNEX: readonly {
  readonly number: string;
  readonly environment: "produccion" | "habilitacion";
  readonly pin: string;
  readonly date: string;
  readonly time: string;
  readonly amounts: readonly [subtotal: string, iva: string, inc: string, total: string];
  readonly parties: readonly [issuer: string, customer: string];
  readonly seed: string;
  readonly digest: RegExp;
}[] = [
  {
    number: "8110007871",
    environment: "produccion",
    pin: "01",
    date: "2019-01-12",
    time: "07:00:00-05:00",
    amounts: ["5000.00", "950.00", "0.00", "5950.00"],
    parties: ["900373076", "8355990123"],
    seed: "81100078712019-01-1207:00:00-05:005000.0001950.00040.00030.005950.009003730768355990123011",
    digest: /^907e4444.*1168$/,
  },
  {
    number: "ND1001",
    environment: "habilitacion",
    pin: "10201",
    date: "2019-01-18",
    time: "10:58:00-05:00",
    amounts: ["30000.00", "0.00", "2400.00", "32400.00"],
    parties: ["900197264", "10254102"],
    seed: "ND10012019-01-1810:58:00-05:0030000.00010.00042400.00030.0032400.0090019726410254102102012",
    digest: /^3fa73a86.*31da$/,
  },
];

describe("the annex's own examples", () => {
  it.each(ANNEX)("of $number", ({ number, environment, pin, date, time, amounts, parties, seed, digest }) => {
    const [subtotal, iva, inc, total] = amounts;
    const [issuer, customer] = parties;
    const hashed = {
      issueDate: date,
      issueTime: time,
      taxes: [
        { code: "01", amount: iva },
        { code: "04", amount: inc },
      ],
      totals: { subtotal, total },
      issuer: { identificationNumber: issuer },
      counterpart: { identificationNumber: customer },
    };
    const text = cudeSeed(hashed, { number, environment }, pin);
    expect(text).toBe(seed);
    expect(createHash("sha384").update(text).digest("hex")).toMatch(digest);
  });
});

describeShared("the official schemas of notes", () => {
  const schemas = { CreditNote: loadSchema("CreditNote"), DebitNote: loadSchema("DebitNote") };
  const findFaults = (xml: string) =>
    schemas[xml.startsWith("<DebitNote") ? "DebitNote" : "CreditNote"].findFaults(xml);

  it.each(kinds)("accept %s", (_, kind) => {
    expect(findFaults(buildUnsigned(kind))).toEqual([]);
  });

  it.each(["91", "92"] as const)("accept discounts of lines and of the whole note in type %s", (typeCode) => {
    const discount = discountOf("00", "Descuento no condicionado", "10.00", "10000.00", "100000.00");
    const lines = [ivaLine(1, "90000.00", "19.00", "17100.00", { unitPrice: "100000.00", allowances: [discount] })];
    const note = makeInvoiceNote(lines, {
      typeCode,
      operationType: typeCode === "91" ? "20" : "30",
      concept: conceptOf(typeCode, "3"),
      allowances: [discount],
      payment: { form: "2", meansCode: "42", dueDate: "2024-06-16" },
      currency: "USD",
      exchangeRate: { rate: "3850.50", date: "2024-05-17" },
    });
    expect(findFaults(buildUnsigned({ note, numbering: { prefix: "", number: 1 } }))).toEqual([]);
  });

  it.each([
    ["withholdings", "<cac:LegalMonetaryTotal>", "<cac:WithholdingTaxTotal/><cac:LegalMonetaryTotal>"],
    [
      "a due date of the document",
      "<cbc:CreditNoteTypeCode>",
      "<cbc:DueDate>2024-05-20</cbc:DueDate><cbc:CreditNoteTypeCode>",
    ],
    ["a note before the type code", "<cbc:CreditNoteTypeCode>", "<cbc:Note>x</cbc:Note><cbc:CreditNoteTypeCode>"],
  ])("refuse %s", (_, place, spoiled) => {
    const kind = NOTE_KINDS["nc91-20-anulacion-total"];
    const xml = kind === undefined ? "" : buildUnsigned(kind);
    expect(findFaults(xml)).toEqual([]);
    expect(findFaults(xml.replace(place, spoiled))).not.toEqual([]);
  });
});
