// Sends text that clients may send through the builder and back out by two readers: nothing is lost, changed or taken for
// markup.
import { XmlDocument } from "libxml2-wasm";
import { describe, expect, it } from "vitest";
import type { Document, Party } from "../../src/domain/document/document.ts";
import { parseXml, type XmlElement } from "../../src/xml/parse.ts";
import { describeShared } from "../support/describe-shared.ts";
import { CUSTOMER, ivaLine, makeInvoice, makeSupportDocument, VENDOR } from "./fixture.ts";
import { canonicalize, loadInvoiceSchema } from "./foreign-xml.ts";
import { KINDS, type Kind } from "./kinds.ts";
import { signKind } from "./signed.ts";

const HOSTILE: Readonly<Record<string, string>> = {
  "markup characters": `a & b < c > d " e ' f`,
  "what looks escaped already": "&amp; &lt;b&gt; &#13; &#x26;",
  "a comment, CDATA and its end": "<!-- x --> <![CDATA[y]]> ]]>",
  "what looks like our own elements": "</cbc:Description></cac:Item><cbc:PayableAmount>0.00</cbc:PayableAmount>",
  "a processing instruction and an entity": '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]>&b;',
  "line feed, tab and carriage return": "uno\ndos\ttres\rcuatro\r\ncinco",
  "white space at both ends": "  \t dentro \n ",
  "spaces that are none": "no\u00a0rompe\u2003largo\u200bnada\ufeffmarca",
  "line separators": "a\u0085b\u2028c\u2029d",
  emoji: "🧾 factura 👩🏽‍💻 👨‍👩‍👧‍👦 🇨🇴",
  "combining marks": "e\u0301 n\u0303 Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚A̴̵̜̰͔ͫ͗͢",
  "right to left": "شركة ש.ל.ו.ם \u202eabc\u202c",
  "the highest characters": "\ud7ff\ue000\ufffd𐀀􏿽",
  "4,000 characters": `${"ñ&<€😀".repeat(666)}fin.`,
};

/** The text put into every field that a client writes freely. */
function invoiceWith(text: string): Document {
  const counterpart: Party = {
    ...CUSTOMER,
    name: text,
    tradeName: text,
    email: text,
    phone: text,
    address: CUSTOMER.address && { ...CUSTOMER.address, line: text, municipalityName: text },
  };
  const line = ivaLine(1, "100.00", "19.00", "19.00", { description: text, note: text, unitCode: text });
  return makeInvoice([line], { counterpart, notes: [text, text] });
}

function supportDocumentWith(text: string): Document {
  const address = VENDOR.address && { ...VENDOR.address, line: text, municipalityName: text };
  const line = ivaLine(1, "100.00", "19.00", "19.00", { description: text, product: { code: text, scheme: "001" } });
  return makeSupportDocument([line], { counterpart: { ...VENDOR, name: text, address }, notes: [text] });
}

function kindOf(name: string, document: Document): Kind {
  const kind = KINDS[name];
  if (kind === undefined) throw new Error(`no kind ${name}`);
  return { ...kind, document };
}

async function print(kind: Kind): Promise<string> {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode((await signKind(kind)).bytes);
}

/** All texts and attribute values equal to `text`, as our own reader finds them. */
function countExact(element: XmlElement, text: string): number {
  const own = element.children.length === 0 && element.text === text ? 1 : 0;
  const attributes = [...element.attributes.values()].filter((value) => value === text).length;
  return element.children.reduce((count, child) => count + countExact(child, text), own + attributes);
}

/** The same by libxml2. */
function countForeign(xml: string, text: string): number {
  const document = XmlDocument.fromString(xml);
  try {
    return [...document.find("//*[not(*)] | //@*")].filter((node) => node.content === text).length;
  } finally {
    document.dispose();
  }
}

const CASES = Object.entries(HOSTILE).flatMap(([name, text]) => [
  // Names, trade name, e-mail, telephone, two addresses of two parts, two notes, line note, description, two units.
  [`${name}, in an invoice`, text, kindOf("fe-iva-19", invoiceWith(text)), 15] as const,
  // Name, address of two parts, note, description, product code.
  [`${name}, in a support document`, text, kindOf("ds-per-operation", supportDocumentWith(text)), 6] as const,
]);

describe("hostile text", () => {
  it.each(CASES)("%s, survives exactly", async (_, text, kind, places) => {
    const xml = await print(kind);
    expect(countExact(parseXml(new TextEncoder().encode(xml)), text)).toBe(places);
    expect(countForeign(xml, text)).toBe(places);
    expect(`<?xml version="1.0" encoding="UTF-8"?>\n${canonicalize(xml)}`).toBe(xml);
  });

  it.each(["\u0000", "\u0008", "\u000b", "\u001f", "\ud800", "\udfff", "\ufffe", "\uffff"])(
    "%j, which XML forbids, is refused and never dropped",
    async (character) => {
      await expect(print(kindOf("fe-iva-19", invoiceWith(`a${character}b`)))).rejects.toThrow("forbids");
    },
  );
});

describeShared("hostile text and the official schema", () => {
  const schema = loadInvoiceSchema();

  it.each(Object.entries(HOSTILE))("%s, leaves the document valid", async (_, text) => {
    const document = makeInvoice([ivaLine(1, "100.00", "19.00", "19.00", { description: text, note: text })], {
      counterpart: { ...CUSTOMER, name: text },
      notes: [text],
    });
    expect(schema.findFaults(await print(kindOf("fe-iva-19", document)))).toEqual([]);
  });
});
