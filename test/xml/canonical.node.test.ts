// Compares the builder with foreign canonicalisers: the published vectors, xmldsigjs, and libxml2 where it is installed.
import { DOMParser } from "@xmldom/xmldom";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { XmlCanonicalizer } from "xmldsigjs";
import { attributes, element, group, text } from "../../src/xml/element.ts";
import { parseXml, XmlRefused } from "../../src/xml/parse.ts";
import { cases } from "../support/cases.ts";
import { describeShared } from "../support/describe-shared.ts";
import { hasTools, runOnFiles } from "../support/foreign-tool.ts";
import { readShared } from "../support/shared.ts";

interface Vector {
  readonly name: string;
  readonly input: string;
  readonly apex: string | null;
  readonly inclusive: string;
}

/** What our builder prints for each vector; the two whose root we cannot print (a PI outside it) are refused instead. */
const BUILT: Readonly<Record<string, string>> = {
  "attr-order": element("a", "", attributes({ xmlns: "urn:d", "xmlns:b": "urn:b", a: "2", z: "1", "b:k": "3" })),
  "ns-order-and-empty-element": group(
    "r",
    [element("z:x", ""), element("a:y", "")],
    attributes({ xmlns: "urn:d", "xmlns:a": "urn:a", "xmlns:z": "urn:z" }),
  ),
  "text-escapes": text("a", "5 < 6 & 7 > 2 \"q\" 's' \r fin"),
  "attr-escapes": element("a", "", attributes({ t: "<&\">'\t\n\r" })),
  "crlf-normalised": element("a", `\n${text("b", "x\ny")}\n`),
  "cdata-and-comment": element("a", `${text("t", "<&>").slice(3, -4)}<b></b>`),
  utf8: text("a", "Ñandú ’ €", attributes({ n: "Bogotá, D.C." })),
  "apex-inherited-ns": element(
    "p:s",
    element("p:t", ""),
    attributes({ xmlns: "urn:d", "xmlns:p": "urn:p", "xmlns:q": "urn:q", Id: "x" }),
  ),
  "apex-redeclared-same": element("p:s", "", attributes({ xmlns: "urn:d", "xmlns:p": "urn:p", Id: "x" })),
  "default-undeclared": element(
    "r",
    element("s", element("t", ""), attributes({ xmlns: "" })),
    attributes({ xmlns: "urn:d" }),
  ),
  "whitespace-in-tags": element("a", element("b", ""), attributes({ x: "1", y: "2" })),
};

describeShared("the published canonicalisation vectors", () => {
  const { cases } = JSON.parse(readShared("authority/vectors/c14n_vectors.json")) as { cases: readonly Vector[] };

  it.each(cases)("$name", ({ name, input, inclusive }) => {
    if (name === "pi-and-declaration") {
      expect(() => parseXml(new TextEncoder().encode(input))).toThrow(XmlRefused);
      return;
    }
    expect(BUILT[name]).toBe(inclusive);
  });
});

const anyText = fc.string({ unit: "grapheme", maxLength: 30 });
const hostileText = fc.constantFrom(
  "&",
  "<",
  ">",
  '"',
  "'",
  "\r",
  "\n",
  "\t",
  "]]>",
  "&amp;",
  "\u00a0",
  "🧾",
  "\u0085",
);
const mixedText = fc.array(fc.oneof(anyText, hostileText), { maxLength: 8 }).map((parts) => parts.join(""));

const SCOPE = attributes({ xmlns: "urn:d", "xmlns:p": "urn:p" });

function print(a: string, b: string, c: string): string {
  return group("p:r", [text("x", a), element("y", "", attributes({ k: b, l: c })), text("p:z", c)], SCOPE);
}

describe("what the builder prints is a fixed point of canonicalisers that are not ours", () => {
  it("xmldsigjs", () => {
    // xmldom turns U+0085, U+2028 and U+2029 into line feeds, as XML 1.1 would; our documents are XML 1.0.
    const readable = mixedText.map((value) => value.replace(/[\u0085\u2028\u2029]/g, ""));
    fc.assert(
      fc.property(readable, readable, readable, (a, b, c) => {
        const parsed = new DOMParser().parseFromString(print(a, b, c), "text/xml");
        return (
          new XmlCanonicalizer(false, false).Canonicalize(
            parsed as unknown as Parameters<XmlCanonicalizer["Canonicalize"]>[0],
          ) === print(a, b, c)
        );
      }),
      { numRuns: cases(1000) },
    );
  });

  it.skipIf(!hasTools("xmllint"))("libxml2", () => {
    const samples = fc.sample(fc.tuple(mixedText, mixedText, mixedText), { numRuns: 2000, seed: 7 });
    const printed = group(
      "all",
      samples.map(([a, b, c]) => print(a, b, c)),
    );
    expect(runOnFiles("xmllint", ["--c14n"], { "all.xml": printed })).toEqual({ output: printed, isOk: true });
  });
});
