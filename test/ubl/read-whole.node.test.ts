// Reads what a drawing says of random documents of every type back from their XML, and refuses what is none of them.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readValidation } from "../../src/ubl/read-document.ts";
import { readWholeDocument } from "../../src/ubl/read-whole.ts";
import { answerAbout, signText } from "../renderer/drawing.ts";
import * as sale from "../renderer/sale-xml.ts";
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
          payments: (document.payments ?? [document.payment]).map(({ form, meansCode }) => ({ form, meansCode })),
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
    expect([...seen].sort()).toEqual(["01", "02", "03", "05", "91", "92", "95"]);
  });

  it("says the papers, payments, delivery and sums in pesos of a sale", () => {
    const head = [
      sale.period("2026-11-01", "2026-11-30"),
      sale.order("OC-1", "2026-11-10"),
      sale.despatch("REM-1", "2026-11-24"),
      sale.receipt("ENT-1"),
      sale.contract("CTO-1"),
      sale.delivery("2026-11-24", sale.ADDRESS, "GU-1"),
      sale.deliveryTerms("FOB", "Franco a bordo", "Cartagena"),
      sale.payment("1", "1", "10", [["50.00", ""]]),
      sale.payment("2", "2", "30", [["60.00", "2026-12-25"]]),
      sale.prepayment("9.00", "2026-11-12", "RC-1"),
    ];
    const source = sale.withPrepaid(sale.withHead(xml, head.join("")), "9.00");
    expect(readWholeDocument(sale.withPesoTotals(source, { iva: "1.00", payable: "2.00" }))).toMatchObject({
      billedPeriod: { start: "2026-11-01", end: "2026-11-30" },
      order: { id: "OC-1", date: "2026-11-10" },
      despatches: [{ id: "REM-1", date: "2026-11-24" }],
      receipts: [{ id: "ENT-1", date: null }],
      contracts: [{ id: "CTO-1", date: null }],
      delivery: {
        date: "2026-11-24",
        address: { line: "Calle 10 # 43-20, local 3", municipality: "Medellín", countryCode: "CO", postalCode: null },
        trackingId: "GU-1",
        incoterm: "FOB",
        incotermName: "Franco a bordo",
        place: "Cartagena",
      },
      payments: [
        { form: "1", meansCode: "10", id: "1" },
        { form: "2", meansCode: "30", id: "2" },
      ],
      terms: [
        { paymentId: "1", amount: "50.00", dueDate: null },
        { paymentId: "2", amount: "60.00", dueDate: "2026-12-25" },
      ],
      prepayments: [{ amount: "9.00", date: "2026-11-12", reference: "RC-1" }],
      prepaid: "9.00",
      pesoTotals: { iva: "1.00", payable: "2.00", subtotal: "0.00" },
    });
  });

  it("says codes, brand, period and gift of a line", () => {
    const item = `<cbc:BrandName>B</cbc:BrandName><cbc:ModelName>M</cbc:ModelName>${sale.seller("S")}${sale.standard("010", "7701234567897")}`;
    const source = sale.asGift(sale.withItem(xml, item, sale.period("2026-11-01", "2026-11-30")), "15.00", "2.85");
    for (const line of readWholeDocument(source).lines) {
      expect(line).toMatchObject({
        brand: "B",
        model: "M",
        sellerCode: "S",
        standardCode: { scheme: "010", code: "7701234567897" },
        period: { start: "2026-11-01", end: "2026-11-30", description: null },
        isFree: true,
        referencePrice: { amount: "15.00", typeCode: "01" },
      });
    }
  });

  it("says the first of what may stand several times, and nothing of a term without amount", () => {
    const twice = xml
      .replace("<cac:PartyName>", "<cac:PartyName><cbc:Name>First</cbc:Name></cac:PartyName>$&")
      .replace(
        "</cac:AccountingCustomerParty>",
        "$&<cac:PaymentTerms><cbc:ReferenceEventCode>2</cbc:ReferenceEventCode></cac:PaymentTerms>",
      );
    expect(readWholeDocument(twice)).toMatchObject({ supplier: { tradeName: "First" }, terms: [] });
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
