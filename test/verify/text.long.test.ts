// Sends text that clients may send over HTTP into the signed XML: every character that can be seen survives, or the request is
// refused.
import { DOMParser } from "@xmldom/xmldom";
import { beforeAll, describe, expect, it } from "vitest";
import { parseXml, type XmlElement } from "../../src/xml/parse.ts";
import { get, postInvoice, postSupportDocument } from "../support/api.ts";
import { sampleInvoice, sampleSupportDocument } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { type Fields, issueInvoice, issueSupportDocument } from "./evidence.ts";

/** On one line, for any field. */
const LINES: Readonly<Record<string, string>> = {
  markup: `a & b < c > d " e ' f`,
  escaped: "&amp; &lt;b&gt; &#13; &#x26;",
  cdata: "<!-- x --> <![CDATA[y]]> ]]>",
  elements: "</cbc:Description></cac:Item><cbc:PayableAmount>0.00</cbc:PayableAmount>",
  doctype: '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]>&b;',
  spaces: "no\u00a0rompe\u2003largo",
  emoji: "🧾 factura 👩🏽 👨 🇨🇴",
  "combining-marks": "e\u0301 n\u0303 Z\u0351\u036b\u0343\u036a\u0302",
  composed: "é ñ Å \u212b ﬁ ①",
  "right-to-left": "شركة ש.ל.ו.ם abc",
  highest: "\ud7ff\ue000𐀀􏿽",
  quotes: "«comillas» “dobles” ‘simples’ — guion – raya … puntos",
};
/** With line breaks, for descriptions and notes. */
const PARAGRAPHS: Readonly<Record<string, string>> = {
  breaks: "uno\ndos\rtres\r\ncuatro",
  separators: "a\u2028b\u2029c",
  "4000-characters": `${"ñ&<€😀".repeat(799)}\nfin.`,
};
/** Control characters, what XML 1.0 has no way to write, halves of characters, and what stands for a lost character. */
const FORBIDDEN: readonly string[] = [
  ...Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)).filter((one) => !"\n\r".includes(one)),
  ...Array.from({ length: 0x21 }, (_, code) => String.fromCharCode(0x7f + code)),
  ..."\ufffd\ufffe\uffff",
  "\ud800",
  "\udc00",
];
/** What is sent, and what is signed of it. */
const DROPPED: Readonly<Record<string, readonly [sent: string, signed: string]>> = {
  "zero-width": ["Caf\u200bé\u2060 \ufeffde\u00ad altura\u200d", "Café de altura"],
  directions: ["\u200fCaf\u202eé\u202c \u2066de\u2069 altura\u061c", "Café de altura"],
  "variation-selectors": ["Caf\ufe0fé \u034fde altura\u{e0041}", "Café de altura"],
  "blanks-at-the-ends": [" \u00a0\n\tCafé de altura \u3000\r\n", "Café de altura"],
};

let tenant: Tenant;

beforeAll(async () => {
  tenant = await createTenant();
});

/** The text in every free field of an invoice; `paragraph` where lines are allowed. */
function invoiceWith(line: string, paragraph = line): Fields {
  const sample = sampleInvoice();
  return {
    ...sample,
    receptor: { ...(sample.receptor as Fields), nombre: line, direccion: line },
    items: [{ desc: paragraph, cant: 2, unit: 50000, iva: 19 }],
    observaciones: paragraph,
  };
}

/** The same for a support document; a vendor abroad, whose city and region are its own words. */
function supportDocumentWith(line: string, paragraph = line): Fields {
  return sampleSupportDocument({
    proveedor: { tipo_documento: "42", nit: "X1", pais: "US", nombre: line, nombre_comercial: line, direccion: line },
    items: [{ codigo: "50201706", descripcion: paragraph, cantidad: 1, precio_unitario: 1000 }],
  });
}

/** Texts of leaf elements that are exactly this, by our own reader. */
function countOwn(xml: string, text: string): number {
  const count = (element: XmlElement): number =>
    element.children.reduce(
      (sum, child) => sum + count(child),
      element.children.length === 0 && element.text === text ? 1 : 0,
    );
  return count(parseXml(new TextEncoder().encode(xml)));
}

/** The same by a reader that is not ours, set to read line ends as XML 1.0 does and not as XML 1.1. */
function countForeign(xml: string, text: string): number {
  const normalizeLineEndings = (source: string) => source.replace(/\r\n?/g, "\n");
  const elements = new DOMParser({ normalizeLineEndings }).parseFromString(xml, "text/xml").getElementsByTagName("*");
  let count = 0;
  for (let index = 0; index < elements.length; index += 1) {
    const element = elements.item(index);
    if (element?.getElementsByTagName("*").length === 0 && element.textContent === text) count += 1;
  }
  return count;
}

describe("text on one line survives exactly", () => {
  it.each(Object.entries(LINES))("%s, in an invoice", async (name, text) => {
    const { xml, answer } = await issueInvoice(tenant, `http-fe-text-${name}`, invoiceWith(text));
    // Registered name twice, name, address line, description, note.
    expect([countOwn(xml, text), countForeign(xml, text)]).toEqual([6, 6]);
    const read = await get(tenant, `/fe/docs/${answer.body.factura_id}`);
    expect([read.body.doc.tercero.nombre, read.body.doc.items[0].descripcion]).toEqual([text, text]);
  });

  it.each(Object.entries(LINES))("%s, in a support document", async (name, text) => {
    const { xml } = await issueSupportDocument(tenant, `http-ds-text-${name}`, supportDocumentWith(text));
    // Registered name and description: the official shape has no other place for them abroad.
    expect([countOwn(xml, text), countForeign(xml, text)]).toEqual([2, 2]);
  });
});

describe("text of several lines survives exactly", () => {
  it.each(Object.entries(PARAGRAPHS))("%s", async (name, text) => {
    const { xml } = await issueInvoice(tenant, `http-fe-text-${name}`, invoiceWith("Cliente", text));
    expect([countOwn(xml, text), countForeign(xml, text)]).toEqual([2, 2]);
    const short = [...text].slice(0, 1000).join("");
    const issued = await issueSupportDocument(tenant, `http-ds-text-${name}`, supportDocumentWith("Proveedor", short));
    expect([countOwn(issued.xml, short), countForeign(issued.xml, short)]).toEqual([1, 1]);
  });
});

describe("what displays as nothing is dropped from what is signed, and so are blanks at the ends", () => {
  it.each(Object.entries(DROPPED))("%s", async (name, [sent, signed]) => {
    const { xml, answer } = await issueInvoice(tenant, `http-fe-text-${name}`, invoiceWith(sent));
    expect([countOwn(xml, signed), countForeign(xml, signed)]).toEqual([6, 6]);
    const read = await get(tenant, `/fe/docs/${answer.body.factura_id}`);
    expect([read.body.doc.tercero.nombre, read.body.doc.items[0].descripcion]).toEqual([signed, signed]);
    const support = await issueSupportDocument(tenant, `http-ds-text-${name}`, supportDocumentWith(sent));
    expect([countOwn(support.xml, signed), countForeign(support.xml, signed)]).toEqual([2, 2]);
  });
});

describe("text that cannot survive is refused, and takes no number", () => {
  const places: readonly (readonly [string, (text: string) => Fields])[] = [
    ["receptor.nombre", (text) => ({ receptor: { ...(sampleInvoice().receptor as Fields), nombre: text } })],
    ["receptor.direccion", (text) => ({ receptor: { ...(sampleInvoice().receptor as Fields), direccion: text } })],
    ["receptor.email", (text) => ({ receptor: { ...(sampleInvoice().receptor as Fields), email: text } })],
    ["receptor.numero_doc", (text) => ({ receptor: { tipo_doc: "42", nombre: "N", numero_doc: text } })],
    ["items.0.desc", (text) => ({ items: [{ desc: text, cant: 1, unit: 100000, iva: 19 }] })],
    ["observaciones", (text) => ({ observaciones: text })],
  ];

  it.each(places)("what XML forbids, in %s", async (path, change) => {
    const fresh = await createTenant();
    for (const character of FORBIDDEN) {
      const { status, body } = await postInvoice(fresh, sampleInvoice(change(`a${character}b`)));
      expect([JSON.stringify(character), status]).toEqual([JSON.stringify(character), 400]);
      // Half a character is no JSON text at all, wherever it stands.
      if (!/[\ud800-\udfff]/.test(character)) expect(body.details[0].path).toBe(path);
    }
    expect((await postInvoice(fresh, sampleInvoice())).body.consecutivo).toBe(1);
  });

  it("the same in a support document", async () => {
    for (const character of FORBIDDEN) {
      const answers = await Promise.all(
        [supportDocumentWith(`a${character}b`, "x"), supportDocumentWith("x", `a${character}b`)].map((body, index) =>
          postSupportDocument(tenant, `forbidden-${index}`, body),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    }
  });

  it.each([...Object.values(PARAGRAPHS)])("lines in a name or an address: %j", async (text) => {
    const { status, body } = await postInvoice(tenant, invoiceWith(text, "x"));
    expect(status).toBe(400);
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual(["receptor.nombre", "receptor.direccion"]);
  });

  it("one character more than 4,000 in the notes", async () => {
    const { status, body } = await postInvoice(tenant, sampleInvoice({ observaciones: "😀".repeat(4001) }));
    expect(status).toBe(400);
    expect(body.details[0].path).toBe("observaciones");
  });
});
