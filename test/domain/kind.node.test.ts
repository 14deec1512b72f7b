// Tests the table of the kinds of documents: what the authority prescribes for each, and that its entries fit together.
import { describe, expect, it } from "vitest";
import { buildXmlFileName } from "../../src/authority/soap.ts";
import { listNoteConcepts } from "../../src/domain/catalogue/catalogue.ts";
import { codeOfRange, isNoteType, isTypeCode, KINDS, listCodes } from "../../src/domain/kind.ts";
import { PROFILES, ROOTS } from "../../src/ubl/wire-literal.ts";

const CODES = listCodes({});
const NOTES = CODES.filter(isNoteType);

describe("the kinds of documents", () => {
  it.each([
    ["01", "CUFE", "technical-key", "Invoice", "fv"],
    ["02", "CUFE", "technical-key", "Invoice", "fv"],
    ["03", "CUDE", "pin", "Invoice", "fv"],
    ["05", "CUDS", "pin", "Invoice", "ds"],
    ["20", "CUDE", "pin", "Invoice", "ds"],
    ["91", "CUDE", "pin", "CreditNote", "nc"],
    ["92", "CUDE", "pin", "DebitNote", "nd"],
    ["93", "CUDE", "pin", "DebitNote", "ncs"],
    ["94", "CUDE", "pin", "CreditNote", "ncs"],
    ["95", "CUDS", "pin", "CreditNote", "nas"],
  ] as const)(
    "has for type %s a %s with the %s, a root %s and files that begin with %s",
    (code, name, secret, root, tag) => {
      expect(KINDS[code]).toMatchObject({ fiscalId: { name, secret }, root, fileTag: tag });
    },
  );

  it("are chosen by their facts, in the order of their codes", () => {
    expect(CODES).toEqual(["01", "02", "03", "05", "20", "91", "92", "93", "94", "95"]);
    expect(listCodes({ module: "fe" })).toEqual(["01", "02", "03", "91", "92"]);
    expect(listCodes({ shape: "note", module: "dse" })).toEqual(["95"]);
    expect(listCodes({ shape: "note", module: "dee" })).toEqual(["93", "94"]);
    expect(listCodes({ effect: "raises" })).toEqual(["92", "93"]);
  });

  it("are known by their codes, and by nothing that every object has", () => {
    expect(["01", "95", "04", "20", "25", "toString", ""].filter(isTypeCode)).toEqual(["01", "95", "20"]);
  });

  it.each([
    ["fe", ["01", "02"]],
    ["contingency", ["03"]],
    ["dse", ["05"]],
    ["pos", ["20"]],
  ] as const)("are numbered by ranges of %s: %j", (range, codes) => {
    expect(listCodes({ range })).toEqual(codes);
    expect(codeOfRange(range)).toBe(codes[0]);
  });

  it.each(NOTES)("lets notes of type %s correct documents of their own module, by concepts of their own", (code) => {
    const { corrects, module } = KINDS[code];
    const corrected = corrects.filter(isTypeCode);
    expect(corrected).toEqual(corrects);
    expect(corrected.filter((one) => isNoteType(one) || KINDS[one].module !== module)).toEqual([]);
    expect(listNoteConcepts(code).length).toBeGreaterThan(0);
  });

  it("gives each series and each owner of a key a name of its own", () => {
    const prefixes = NOTES.map((code) => KINDS[code].seriesPrefix);
    expect(new Set(prefixes).size).toBe(NOTES.length);
    const marks = CODES.map((code) => KINDS[code].keyMark);
    const shared = CODES.filter((code) => marks.filter((mark) => mark === KINDS[code].keyMark).length > 1);
    expect(shared).toEqual(listCodes({ shape: "invoice", module: "fe" }));
  });

  it.each(CODES)("spells what is sent of type %s", (code) => {
    expect(PROFILES[code]).toMatch(/^DIAN 2\.1: /);
    expect(ROOTS[KINDS[code].root].name).toBe(KINDS[code].root);
    const identity = { nit: "900", providerCode: "000", year: 2026, sequence: 1 };
    expect(buildXmlFileName(KINDS[code].fileTag, identity)).toMatch(/^[a-z]{2,3}0000000900000260{7}1\.xml$/);
  });
});
