// Tests the builder's text: what it escapes, what it refuses, and that the strict reader gets every value back.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attributes, element, escapeAttribute, escapeText, group, text } from "../../src/xml/element.ts";
import { parseXml } from "../../src/xml/parse.ts";

const encode = (source: string) => new TextEncoder().encode(source);

const HOSTILE_TEXTS = [
  "a & b < c > d \" e ' f",
  "CR\rLF\nTAB\tCRLF\r\n",
  "]]> <![CDATA[ <!-- --> <?pi ?>",
  "espacio\u00a0duro, suave\u00ad, ancho cero\u200b",
  "emoji 🧾👩‍🌾 y combinado e\u0301",
  "derecha a izquierda \u05e9\u05dc\u05d5\u05dd \u202eabc",
  "C1 \u0085 y DEL \u007f",
  "límites \ud7ff \ue000 \ufffd \u{10000} \u{10ffff}",
  "ñ".repeat(4000),
  "",
];

/** Written as escapes: an editor must not be able to lose them. */
const FORBIDDEN_TEXTS = [
  "\u0000",
  "a\u0001b",
  "\u0008",
  "\u000b",
  "\u000c",
  "\u001f",
  "\ud800",
  "x\udfff",
  "\udc00\ud800",
  "\ufffe",
  "\uffff",
];

/** XML 1.0's Char production, written apart from the builder's. */
function isXmlText(value: string): boolean {
  return Array.from(value, (character) => character.codePointAt(0) ?? 0).every(
    (code) =>
      [0x9, 0xa, 0xd].includes(code) ||
      (code >= 0x20 && code <= 0xd7ff) ||
      (code >= 0xe000 && code <= 0xfffd) ||
      code >= 0x10000,
  );
}

describe("the XML builder", () => {
  it.each(HOSTILE_TEXTS)("keeps text %# exactly, in elements and attributes", (value) => {
    const root = parseXml(encode(text("a", value, attributes({ b: value }))));
    expect(root.text).toBe(value);
    expect(root.attributes.get("b")).toBe(value);
  });

  it.each(FORBIDDEN_TEXTS.map((value) => [JSON.stringify(value), value]))(
    "refuses %s, which XML 1.0 forbids",
    (_, value) => {
      expect(() => text("a", value)).toThrow(/forbids/);
      expect(() => attributes({ a: value })).toThrow(/forbids/);
    },
  );

  it("keeps any text that XML allows, and refuses any other", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (value) => {
        if (isXmlText(value)) {
          const root = parseXml(encode(text("a", value, attributes({ b: value }))));
          return root.text === value && root.attributes.get("b") === value;
        }
        expect(() => escapeText(value)).toThrow();
        expect(() => escapeAttribute(value)).toThrow();
        return true;
      }),
      { numRuns: 2000, seed: 1 },
    );
  });

  it("prints empty elements with an end tag and leaves out absent children and attributes", () => {
    expect(element("a", "")).toBe("<a></a>");
    expect(group("a", [text("b", "1"), undefined, text("c", "2")])).toBe("<a><b>1</b><c>2</c></a>");
    expect(attributes({ a: "1", b: undefined, c: "3" })).toBe(' a="1" c="3"');
  });

  it.each([
    [{ b: "1", a: "2" }],
    [{ schemeName: "1", schemeID: "2" }],
    [{ "x:a": "1", b: "2" }],
    [{ a: "1", xmlns: "urn:x" }],
    [{ "xmlns:b": "urn:b", "xmlns:a": "urn:a" }],
  ])("refuses attributes out of canonical order: %j", (values) => {
    expect(() => attributes(values)).toThrow(/canonical order/);
  });
});
