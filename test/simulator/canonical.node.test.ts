// Compares the simulator's canonical forms with the published vectors, inclusive and exclusive.
import { expect, it } from "vitest";
import { canonicalExclusive, canonicalInclusive } from "../../simulator/canonical.ts";
import { descendants, type Element, parseXml, XmlTrouble } from "../../simulator/dom.ts";
import { describeShared } from "../support/describe-shared.ts";
import { readShared } from "../support/shared.ts";

interface Vector {
  readonly name: string;
  readonly input: string;
  /** Clark name of the element; null: the whole document. */
  readonly apex: string | null;
  readonly inclusive: string;
  readonly exclusive: string;
}

function findApex(root: Element, apex: string | null): Element {
  if (apex === null) return root;
  for (const element of descendants(root)) {
    if (`{${element.namespaceURI}}${element.localName}` === apex) return element;
  }
  throw new Error(`no ${apex} in the vector`);
}

describeShared("the published canonicalisation vectors, by the simulator", () => {
  const { cases } = JSON.parse(readShared("authority/vectors/c14n_vectors.json")) as {
    readonly cases: readonly Vector[];
  };

  it("are twelve", () => {
    expect(cases).toHaveLength(12);
  });

  it.each(cases)("$name", ({ name, input, apex, inclusive, exclusive }) => {
    // Signed documents and requests carry no processing instructions: one is refused before anything is digested.
    if (name === "pi-and-declaration") return expect(() => parseXml(input)).toThrow(XmlTrouble);
    const element = findApex(parseXml(input), apex);
    expect([canonicalInclusive(element), canonicalExclusive(element, "")]).toEqual([inclusive, exclusive]);
  });
});
