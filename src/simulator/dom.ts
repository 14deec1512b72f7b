// Turns bytes into a strict XML tree and answers small questions about its elements.
import { DOMParser, type Document, type Element, type Node } from "@xmldom/xmldom";

export type { Document, Element, Node };

/** Thrown for text that is not well-formed XML, or that carries a DOCTYPE or a processing instruction. */
export class XmlTrouble extends Error {}

const ELEMENT = 1;
const TEXT = 3;
const CDATA = 4;
const INSTRUCTION = 7;
const DOCTYPE = 10;

/** Reads well-formed XML; every warning of the parser counts as an error, and a DOCTYPE or instruction is refused. */
export function parseXml(text: string): Document {
  const parser = new DOMParser({
    onError: (_level: string, message: string) => {
      throw new XmlTrouble(message);
    },
  });
  let document: Document;
  try {
    document = parser.parseFromString(text, "application/xml");
  } catch (cause) {
    throw cause instanceof XmlTrouble ? cause : new XmlTrouble(cause instanceof Error ? cause.message : String(cause));
  }
  for (let node: Node | null = document.firstChild; node; node = node.nextSibling) {
    const declaration = node.nodeType === INSTRUCTION && node.nodeName === "xml" && node === document.firstChild;
    if (node.nodeType === DOCTYPE || (node.nodeType === INSTRUCTION && !declaration)) {
      throw new XmlTrouble("DOCTYPE and processing instructions are not allowed");
    }
  }
  if (!document.documentElement) throw new XmlTrouble("no root element");
  return document;
}

/** The root element of a parsed document. */
export function rootOf(document: Document): Element {
  const root = document.documentElement;
  if (!root) throw new XmlTrouble("no root element");
  return root;
}

export function isElement(node: Node | null): node is Element {
  return node !== null && node.nodeType === ELEMENT;
}

/** The child elements, in order; with a name (`cbc:ID`) only those. */
export function children(element: Element | undefined, name?: string): Element[] {
  const found: Element[] = [];
  for (let node = element?.firstChild ?? null; node; node = node.nextSibling) {
    if (isElement(node) && (name === undefined || node.nodeName === name)) found.push(node);
  }
  return found;
}

/** The first child at a path of qualified names (`cac:Party/cac:Contact`), or undefined. */
export function at(element: Element | undefined, path: string): Element | undefined {
  let here = element;
  for (const name of path.split("/")) {
    here = firstChild(here, name);
    if (!here) return undefined;
  }
  return here;
}

function firstChild(element: Element | undefined, name: string): Element | undefined {
  for (let node = element?.firstChild ?? null; node; node = node.nextSibling) {
    if (isElement(node) && node.nodeName === name) return node;
  }
  return undefined;
}

/** All elements at a path: every branch is followed. */
export function all(element: Element | undefined, path: string): Element[] {
  let here = element ? [element] : [];
  for (const name of path.split("/")) here = here.flatMap((one) => children(one, name));
  return here;
}

/** The text directly inside an element; "" when the element is absent. */
export function textOf(element: Element | undefined): string {
  let text = "";
  for (let node = element?.firstChild ?? null; node; node = node.nextSibling) {
    if (node.nodeType === TEXT || node.nodeType === CDATA) text += node.nodeValue ?? "";
  }
  return text;
}

/** The text at a path, "" when absent. */
export function textAt(element: Element | undefined, path: string): string {
  return textOf(at(element, path));
}

/** An attribute's value, or undefined when the element or the attribute is absent. */
export function attribute(element: Element | undefined, name: string): string | undefined {
  return element?.getAttribute(name) ?? undefined;
}

/** The first child with this namespace and local name, whatever its prefix. */
export function childNs(element: Element | undefined, namespace: string, name: string): Element | undefined {
  return children(element).find((one) => one.localName === name && one.namespaceURI === namespace);
}

/** Every element below (and including) one, in document order. */
export function* descendants(element: Element): Generator<Element> {
  yield element;
  for (let node: Node | null = element.firstChild; node; node = node.nextSibling) {
    if (isElement(node)) yield* descendants(node);
  }
}
