// Tests the strict reader: what it understands, and everything that it refuses.
import { describe, expect, it } from "vitest";
import {
  findOnlyChild,
  getOnlyChild,
  getText,
  listChildren,
  parseXml,
  XML_LIMIT_BYTES,
  type XmlFault,
  XmlRefused,
} from "../../src/xml/parse.ts";

const encode = (source: string) => new TextEncoder().encode(source);

function refusalOf(work: () => unknown): XmlRefused | undefined {
  try {
    work();
    return undefined;
  } catch (cause) {
    if (cause instanceof XmlRefused) return cause;
    throw cause;
  }
}

function faultOf(work: () => unknown): XmlFault | "read" {
  return refusalOf(work)?.fault ?? "read";
}

const ENTITIES = '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>';
const LAUGHS = '<!DOCTYPE l [<!ENTITY a "aa"><!ENTITY b "&a;&a;&a;&a;">]><l>&b;&b;</l>';

const REFUSED: readonly (readonly [string, string | Uint8Array, XmlFault])[] = [
  ["nothing", "", "malformed"],
  ["only white space", "  \n", "malformed"],
  ["plain text", "hola", "malformed"],
  ["an unclosed element", "<a><b>1</b>", "malformed"],
  ["a cut tag", "<a><b>1</b></a", "malformed"],
  ["crossed elements", "<a><b></a></b>", "malformed"],
  ["text after the root", "<a></a>x", "malformed"],
  ["a second root", "<a></a><a></a>", "malformed"],
  ["text before the root", "x<a></a>", "malformed"],
  ["an attribute twice", '<a b="1" b="2"></a>', "malformed"],
  ["an attribute twice through two prefixes", '<a xmlns:p="u" xmlns:q="u" p:b="1" q:b="2"></a>', "malformed"],
  ["an unbound prefix", "<p:a></p:a>", "malformed"],
  ["an unbound attribute prefix", '<a p:b="1"></a>', "malformed"],
  ["an unquoted attribute", "<a b=1></a>", "malformed"],
  ["a bare ampersand", "<a>x & y</a>", "malformed"],
  ["an undefined entity", "<a>&nbsp;</a>", "malformed"],
  ["an entity named like a property", "<a>&constructor;</a>", "malformed"],
  ["a control character", "<a>\u0001</a>", "malformed"],
  ["many control characters", `<a>${"\u0001".repeat(200)}</a>`, "malformed"],
  ["many bare ampersands", `<a>${"&".repeat(200)}</a>`, "malformed"],
  ["a reference to a control character", "<a>&#1;</a>", "malformed"],
  ["a reference to a surrogate", "<a>&#xD800;</a>", "malformed"],
  ["a reference past Unicode", "<a>&#x110000;</a>", "malformed"],
  ["U+FFFE", "<a>\ufffe</a>", "malformed"],
  ["]]> in text", "<a>]]></a>", "malformed"],
  ["a declaration after white space", '\n<?xml version="1.0"?><a></a>', "malformed"],
  ["a DOCTYPE", "<!DOCTYPE a><a></a>", "forbidden-construct"],
  ["a lower-case doctype", "<!doctype html><html></html>", "forbidden-construct"],
  ["an entity", ENTITIES, "forbidden-construct"],
  ["a billion laughs", LAUGHS, "forbidden-construct"],
  ["an external entity", '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a></a>', "forbidden-construct"],
  ["a processing instruction", "<?pi x?><a></a>", "forbidden-construct"],
  ["XML 1.1", '<?xml version="1.1"?><a></a>', "forbidden-construct"],
  ["another declared encoding", '<?xml version="1.0" encoding="ISO-8859-1"?><a></a>', "encoding"],
  ["bytes that are not UTF-8", new Uint8Array([0x3c, 0x61, 0x3e, 0xff, 0x3c, 0x2f, 0x61, 0x3e]), "encoding"],
  ["UTF-16", new Uint8Array([0xff, 0xfe, 0x3c, 0x00, 0x61, 0x00, 0x2f, 0x00, 0x3e, 0x00]), "encoding"],
  ["an overlong sequence", new Uint8Array([0x3c, 0x61, 0x3e, 0xc0, 0xbc, 0x3c, 0x2f, 0x61, 0x3e]), "encoding"],
  ["65 levels", "<a>".repeat(65) + "</a>".repeat(65), "too-complex"],
  ["65 attributes", `<a ${Array.from({ length: 65 }, (_, index) => `a${index}=""`).join(" ")}></a>`, "too-complex"],
  ["20,001 elements", `<a>${"<b/>".repeat(20_000)}</a>`, "too-complex"],
  ["50,001 references", `<a>${"&#120;".repeat(50_001)}</a>`, "too-complex"],
  ["50,001 comments", `<a>${"<!---->".repeat(50_001)}</a>`, "too-complex"],
  ["more than 2 MiB", new Uint8Array(XML_LIMIT_BYTES + 1).fill(0x20), "too-large"],
];

describe("the strict XML reader", () => {
  it.each(REFUSED)("refuses %s", (_, source, fault) => {
    const bytes = typeof source === "string" ? encode(source) : source;
    expect(faultOf(() => parseXml(bytes))).toBe(fault);
  });

  it.each(REFUSED)("says why it refuses %s, without quoting it", (_, source) => {
    const bytes = typeof source === "string" ? encode(source) : source;
    const refusal = refusalOf(() => parseXml(bytes));
    expect(refusal?.name).toBe("XmlRefused");
    expect(refusal?.message).toMatch(/^[A-Za-z0-9][A-Za-z0-9 .-]{7,60}$/);
  });

  it("names the child that is missing, twice there, or no text", () => {
    const root = parseXml(encode("<a><b/><b/></a>"));
    expect(refusalOf(() => getOnlyChild(root, "", "x"))?.message).toBe("no x in a");
    expect(refusalOf(() => getOnlyChild(root, "", "b"))?.message).toBe("more than one b in a");
    expect(refusalOf(() => getText(root))?.message).toBe("elements inside a");
  });

  it("reads a declaration that names no encoding, and one in capitals", () => {
    expect(parseXml(encode('<?xml version="1.0"?><a></a>')).local).toBe("a");
    expect(parseXml(encode('<?xml version="1.0" encoding="UTF-8"?><a></a>')).local).toBe("a");
  });

  it("keeps an attribute that is named as namespaces are, but is none", () => {
    expect([...parseXml(encode('<a xmlns:p="urn:p" p:xmlns="1"></a>')).attributes]).toEqual([["{urn:p}xmlns", "1"]]);
  });

  it("resolves namespaces, joins text over comments and CDATA, and keeps attributes by name", () => {
    const root = parseXml(
      encode(
        '<?xml version="1.0" encoding="utf-8"?>\n<p:a xmlns:p="urn:p" xmlns="urn:d" p:k="1" k="2">x<!-- c -->y<![CDATA[<&>]]><b/></p:a>',
      ),
    );
    expect(root).toMatchObject({ namespace: "urn:p", local: "a", text: "xy<&>" });
    expect([...root.attributes]).toEqual([
      ["{urn:p}k", "1"],
      ["k", "2"],
    ]);
    expect(getOnlyChild(root, "urn:d", "b").text).toBe("");
  });

  const LONG = "QUJD".repeat(100);
  it.each([
    ["text", `<a>${LONG}</a>`, LONG],
    ["twelve texts", `<a>${`<b/>${LONG}`.repeat(12)}</a>`, LONG.repeat(12)],
    ["text among other text", `<a>x<b/>${LONG}<b/>${LONG}y</a>`, `x${LONG}${LONG}y`],
    ["a CDATA section", `<a><![CDATA[<i>${LONG}<]]></a>`, `<i>${LONG}<`],
    ["a comment", `<a>x<!-- <i>${LONG}< -->y</a>`, "xy"],
    ["text beside the stand-in's own character", `<a>\uE0000\uE000<b/>${LONG}</a>`, `\uE0000\uE000${LONG}`],
    ["text beside a reference to that character", `<a>&#xE000;0&#xE000;<b/>${LONG}</a>`, `\uE0000\uE000${LONG}`],
  ])("reads long base64 in %s as it stands", (_, source, text) => {
    expect(parseXml(encode(source)).text).toBe(text);
  });

  it.each([
    ["in an attribute", `<a b="x>${LONG}<"></a>`],
    ["after the root", `<a></a>${LONG}`],
    ["between roots", `<a></a>${LONG}<a></a>`],
    ["cut off", `<a>${LONG}`],
  ])("refuses long base64 %s", (_, source) => {
    expect(faultOf(() => parseXml(encode(source)))).toBe("malformed");
  });

  it("survives names that are properties of every object", () => {
    const root = parseXml(encode('<a __proto__="1" constructor="2"><__proto__/><toString/></a>'));
    expect(root.attributes.get("__proto__")).toBe("1");
    expect(root.children.map((child) => child.local)).toEqual(["__proto__", "toString"]);
  });

  it("finds exactly one child or says why not", () => {
    const root = parseXml(encode('<a xmlns:o="urn:o"><b>1</b><c/><c/><o:b>2</o:b></a>'));
    expect(getText(getOnlyChild(root, "", "b"))).toBe("1");
    expect(findOnlyChild(root, "", "x")).toBeUndefined();
    expect(listChildren(root, "", "c")).toHaveLength(2);
    expect(faultOf(() => getOnlyChild(root, "", "x"))).toBe("structure");
    expect(faultOf(() => findOnlyChild(root, "", "c"))).toBe("structure");
    expect(faultOf(() => getText(root))).toBe("structure");
  });

  it("accepts a byte order mark and the largest tree that it allows", () => {
    expect(parseXml(encode("\ufeff<a></a>")).local).toBe("a");
    expect(parseXml(encode(`<a>${"<b/>".repeat(19_999)}</a>`)).children).toHaveLength(19_999);
    expect(parseXml(encode("<a>".repeat(64) + "</a>".repeat(64))).local).toBe("a");
    const named = Array.from({ length: 64 }, (_, index) => `a${index}=""`);
    expect(parseXml(encode(`<a ${named.join(" ")}></a>`)).attributes.size).toBe(64);
    expect(parseXml(encode(`<a>${"&#120;".repeat(50_000)}</a>`)).text).toHaveLength(50_000);
    expect(parseXml(encode(`<a>${" ".repeat(XML_LIMIT_BYTES - 7)}</a>`)).text).toHaveLength(XML_LIMIT_BYTES - 7);
  });
});
