// Reads what a drawing says of random documents of every type back from their XML, and refuses what is none of them.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readValidation } from "../../src/ubl/read-document.ts";
import { readWholeDocument } from "../../src/ubl/read-whole.ts";
import { answerAbout, signText } from "../renderer/drawing.ts";
import { cases } from "../support/cases.ts";
import { anyIssued, buildParts, type Issued } from "../support/issued.ts";
import { KINDS } from "./kinds.ts";

function xmlOf(issued: Issued): string {
  const { head, tail } = buildParts(issued);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${head}${tail}`;
}

function sign(name: keyof typeof KINDS): Promise<string> {
  const kind = KINDS[name];
  if (kind === undefined) throw new Error(`no kind ${name}`);
  return signText(kind);
}

const [xml, other] = [await sign("fe-mixed"), await sign("fe-usd")];

describe("a document that is read whole", () => {
  it("says each line, discount and payment that was signed, of every type", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(anyIssued, (issued) => {
        const { document } = issued;
        const read = readWholeDocument(xmlOf(issued));
        seen.add(read.typeCode);
        expect(read).toMatchObject({
          currency: document.currency,
          exchange: document.exchangeRate && { ...document.exchangeRate, currency: "COP" },
          payments: [{ form: document.payment.form, meansCode: document.payment.meansCode }],
          lineCount: String(document.lines.length),
        });
        expect((read.correction === null) === (document.kind !== "note")).toBe(true);
        expect(read.lines).toHaveLength(document.lines.length);
        for (const [index, line] of document.lines.entries()) {
          expect(read.lines[index]).toMatchObject({
            number: String(line.number),
            descriptions: [line.description],
            notes: line.note === null ? [] : [line.note],
            quantity: line.quantity,
            unitCode: line.unitCode,
            unitPrice: line.unitPrice,
            amount: line.base,
            allowances: (line.allowances ?? []).map(({ isCharge, reason, amount }) => ({ isCharge, reason, amount })),
            taxes: line.taxes.map(({ code, name, base, amount }) => ({ code, name, base, amount })),
          });
        }
      }),
      { numRuns: cases(200) },
    );
    expect([...seen].sort()).toEqual(["01", "03", "05", "91", "92", "95"]);
  });

  it.each<[what: string, source: string]>([
    ["is cut off", xml.slice(0, -20)],
    ["has a DOCTYPE", `<!DOCTYPE a [<!ENTITY b "c">]>${xml}`],
    ["is an answer", answerAbout(xml)],
    ["has no identifier", xml.replaceAll("cbc:UUID", "cbc:Other")],
    ["has no code", xml.replaceAll("sts:QRCode", "sts:Other")],
    ["has a line without quantity", xml.replaceAll("cbc:InvoicedQuantity", "cbc:Other")],
    ["has a line of two prices", xml.replace(/<cac:Price>.*?<\/cac:Price>/, "$&$&")],
  ])("is refused when it %s", (_, source) => {
    expect(() => readWholeDocument(source)).toThrow(expect.objectContaining({ name: "XmlRefused" }));
  });
});

describe("the authority's answer", () => {
  const { fiscalId } = readWholeDocument(xml);

  it("is about the document that it names", () => {
    expect(readValidation(answerAbout(xml), fiscalId).date).toBe(readWholeDocument(xml).issued.date);
  });

  it("that names no document is taken as it comes", () => {
    const answer = answerAbout(xml).replace(/<cac:DocumentReference>.*<\/cac:DocumentReference>/, "");
    expect(readValidation(answer, fiscalId).date).toBe(readWholeDocument(xml).issued.date);
  });

  it.each<[what: string, answer: string]>([
    ["is about another document", answerAbout(other)],
    ["is the document itself", xml],
  ])("is refused when it %s", (_, answer) => {
    expect(() => readValidation(answer, fiscalId)).toThrow(expect.objectContaining({ name: "XmlRefused" }));
  });
});
