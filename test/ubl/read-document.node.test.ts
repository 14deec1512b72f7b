// Reads random documents of every type back from their XML, and the authority's answers: nothing is lost on the way.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fullNumber } from "../../src/domain/company.ts";
import type { Party, TaxSubtotal } from "../../src/domain/document/document.ts";
import { qrUrl } from "../../src/domain/document/fiscal-id.ts";
import { KINDS } from "../../src/domain/kind.ts";
import { readSignedDocument, readValidation } from "../../src/ubl/read-document.ts";
import { cases } from "../support/cases.ts";
import { describeShared } from "../support/describe-shared.ts";
import { anyIssued, buildParts, type Issued } from "../support/issued.ts";
import { cents } from "../support/money.ts";
import { readShared } from "../support/shared.ts";
import { ivaLine, makeInvoice } from "./fixture.ts";

function xmlOf(issued: Issued): string {
  const { head, tail } = buildParts(issued);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${head}${tail}`;
}

/** Who stands where in the XML: the vendor of a support document is its supplier. */
function partiesOf({ document }: Issued): readonly [supplier: Party, customer: Party] {
  const { issuer, counterpart } = document;
  return document.typeCode === "05" || document.typeCode === "95" ? [counterpart, issuer] : [issuer, counterpart];
}

/** Cents of each tax at each rate. */
function addUp(taxes: readonly Pick<TaxSubtotal, "code" | "amount" | "base">[], rates: readonly (string | null)[]) {
  const sums = new Map<string, bigint>();
  for (const [index, { code, amount, base }] of taxes.entries()) {
    for (const [name, value] of Object.entries({ amount, base })) {
      const key = `${name} ${code} ${rates[index]}`;
      sums.set(key, (sums.get(key) ?? 0n) + cents(value));
    }
  }
  return Object.fromEntries([...sums].sort());
}

describe("a signed document that is read back", () => {
  it("says what was signed, of every type", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(anyIssued, (issued) => {
        const { document, numbering, environment, fiscalId } = issued;
        const read = readSignedDocument(xmlOf(issued));
        seen.add(read.typeCode);
        expect(read).toMatchObject({
          typeCode: document.typeCode,
          environment,
          number: fullNumber(numbering),
          issued: { date: document.issueDate, time: document.issueTime },
          fiscalIdKind: KINDS[document.typeCode].fiscalId.name,
          fiscalId,
          qrUrl: qrUrl(fiscalId, environment),
          subtotal: document.totals.subtotal,
          total: document.totals.total,
        });
        const { resolution, prefix, from, to, validFrom, validTo } = numbering;
        const range = { resolution, prefix, from, to, validFrom, validTo };
        expect(read.numbering).toEqual(document.kind === "note" ? null : range);
        const [supplier, customer] = partiesOf(issued);
        for (const [party, signed] of [[supplier, read.supplier] as const, [customer, read.customer] as const]) {
          expect(signed).toMatchObject({
            name: party.name,
            identificationNumber: party.identificationNumber,
            taxLevelCode: party.responsibilities.join(";"),
            taxSchemeCode: party.taxSchemeCode,
            taxSchemeName: party.taxSchemeName,
          });
        }
        const isSupport = document.typeCode === "05" || document.typeCode === "95";
        const own = isSupport ? read.customer : read.supplier;
        expect(own.address?.line ?? null).toBe(isSupport ? null : document.issuer.address?.line);
        expect(own.address?.municipality ?? null).toBe(isSupport ? null : document.issuer.address?.municipalityName);
        expect(own.checkDigit).toBe(document.issuer.checkDigit);
        const rates = read.taxes.map(({ rate }) => rate);
        // A tax of money for each unit has no rate.
        const expected = document.taxes.map(({ rate, perUnit }) => (perUnit === undefined ? rate : null));
        expect(addUp(read.taxes, rates)).toEqual(addUp(document.taxes, expected));
      }),
      { numRuns: cases(300) },
    );
    expect([...seen].sort()).toEqual(["01", "02", "03", "05", "91", "92", "95"]);
  });

  it("is read as fast with five thousand lines as with one: they are left out", () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => ivaLine(index + 1, "100.00", "19.00", "19.00"));
    const [issued] = fc.sample(anyIssued, { numRuns: 1, seed: 1 });
    if (issued === undefined) throw new Error("nothing was drawn");
    const read = readSignedDocument(xmlOf({ ...issued, document: makeInvoice(lines) }));
    expect(read.total).toBe("595000.00");
  });

  it.each([
    ["no XML at all", "no XML"],
    ["another document", "<Order/>"],
    ["a document that breaks off", '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">'],
  ])("is refused when it is %s", (_, xml) => {
    expect(() => readSignedDocument(xml)).toThrow(expect.objectContaining({ name: "XmlRefused" }));
  });
});

/** An answer as short as can be, with this date and time. */
function answer(date: string, time: string): string {
  const cbc = "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2";
  return `<ApplicationResponse xmlns:c="${cbc}"><c:IssueDate>${date}</c:IssueDate><c:IssueTime>${time}</c:IssueTime></ApplicationResponse>`;
}

describe("the time of a validation", () => {
  it.each([
    ["as the authority writes it", "2026-11-22", "10:11:14-05:00", "2026-11-22", "10:11:14-05:00"],
    ["without its offset", "2026-11-22", "10:11:14", "2026-11-22", "10:11:14-05:00"],
    ["with parts of a second", "2026-11-22", "10:11:14.1234567-05:00", "2026-11-22", "10:11:14-05:00"],
    ["in UTC", "2026-11-23", "01:11:14Z", "2026-11-22", "20:11:14-05:00"],
    ["between blanks", " 2026-11-22\n", " 10:11:14-05:00 ", "2026-11-22", "10:11:14-05:00"],
  ])("is read %s", (_, date, time, expectedDate, expectedTime) => {
    expect(readValidation(answer(date, time), "any")).toEqual({ date: expectedDate, time: expectedTime });
  });

  it.each([
    ["no time", "2026-11-22", ""],
    ["a date that is none", "2026-13-40", "10:11:14-05:00"],
  ])("is refused with %s", (_, date, time) => {
    expect(() => readValidation(answer(date, time), "any")).toThrow(expect.objectContaining({ name: "XmlRefused" }));
  });
});

describeShared("the time of a validation in the sample of an answer", () => {
  it("is read from it", () => {
    const xml = readShared("authority/samples/delivery/application-response.SETP990000101.xml");
    const [, fiscalId = ""] = /<cbc:UUID schemeName="CUFE-SHA384">([0-9a-f]{96})</.exec(xml) ?? [];
    expect(readValidation(xml, fiscalId)).toEqual({ date: "2024-05-17", time: "10:11:15-05:00" });
  });
});
