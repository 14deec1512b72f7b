// Turns text into a strict XML tree (read by saxes), in the shape that xmldsigjs canonicalizes, and answers questions about it.
import { SaxesParser, type SaxesTagNS } from "saxes";

/** Thrown for text that is not well-formed XML, or that carries a DOCTYPE or a processing instruction. */
export class XmlTrouble extends Error {}

const MAX_DEPTH = 100;

export class Attribute {
  readonly nodeType = 2;
  readonly nodeName: string;
  readonly prefix: string | null;
  readonly localName: string;
  readonly namespaceURI: string | null;
  readonly nodeValue: string;

  constructor(name: string, namespace: string, value: string) {
    const colon = name.indexOf(":");
    this.nodeName = name;
    this.prefix = colon < 0 ? null : name.slice(0, colon);
    this.localName = name.slice(colon + 1);
    this.namespaceURI = namespace === "" ? null : namespace;
    this.nodeValue = value;
  }
}

export class Text {
  readonly nodeType = 3;
  readonly nodeName = "#text";
  readonly nodeValue: string;
  nextSibling: Node | null = null;
  parentNode: Element | null = null;

  constructor(value: string) {
    this.nodeValue = value;
  }
}

export class Element {
  readonly nodeType = 1;
  readonly nodeName: string;
  readonly prefix: string | null;
  readonly localName: string;
  readonly namespaceURI: string | null;
  readonly attributes: readonly Attribute[];
  parentNode: Element | null = null;
  firstChild: Node | null = null;
  lastChild: Node | null = null;
  nextSibling: Node | null = null;

  constructor(name: string, namespace: string, attributes: readonly Attribute[]) {
    const colon = name.indexOf(":");
    this.nodeName = name;
    this.prefix = colon < 0 ? null : name.slice(0, colon);
    this.localName = name.slice(colon + 1);
    this.namespaceURI = namespace === "" ? null : namespace;
    this.attributes = attributes;
  }

  append(node: Node): void {
    node.parentNode = this;
    if (this.lastChild) this.lastChild.nextSibling = node;
    else this.firstChild = node;
    this.lastChild = node;
  }

  /** The same element with more attributes; the children are shared, so the copy is for reading only. */
  withAttributes(more: readonly Attribute[]): Element {
    const copy = new Element(this.nodeName, this.namespaceURI ?? "", [...this.attributes, ...more]);
    copy.firstChild = this.firstChild;
    copy.parentNode = this.parentNode;
    return copy;
  }
}

export type Node = Element | Text;

/** Reads well-formed XML with namespaces; a DOCTYPE or an instruction is refused. Comments are dropped. */
export function parseXml(text: string): Element {
  const parser = new SaxesParser({ xmlns: true, position: false });
  let root: Element | undefined;
  let here: Element | undefined;
  let depth = 0;
  const append = (value: string): void => here?.append(new Text(value));
  parser.on("error", (error) => {
    throw new XmlTrouble(error.message);
  });
  parser.on("doctype", () => {
    throw new XmlTrouble("DOCTYPE is not allowed");
  });
  parser.on("processinginstruction", () => {
    throw new XmlTrouble("processing instructions are not allowed");
  });
  parser.on("opentag", (tag) => {
    const element = elementOf(tag);
    depth += 1;
    if (depth > MAX_DEPTH) throw new XmlTrouble("nested too deep");
    if (here) here.append(element);
    else root = element;
    here = element;
  });
  parser.on("closetag", () => {
    depth -= 1;
    here = here?.parentNode ?? undefined;
  });
  parser.on("text", append);
  parser.on("cdata", append);
  parser.write(text).close();
  if (!root) throw new XmlTrouble("no root element");
  return root;
}

function elementOf(tag: SaxesTagNS): Element {
  const attributes: Attribute[] = [];
  for (const name in tag.attributes) {
    const one = tag.attributes[name];
    if (one) attributes.push(new Attribute(name, one.uri, one.value));
  }
  return new Element(tag.name, tag.uri, attributes);
}

function isElement(node: Node | null): node is Element {
  return node !== null && node.nodeType === 1;
}

/** The child elements, in order; with a name (`cbc:ID`) only those. */
export function children(element: Element | undefined, name?: string): Element[] {
  const found: Element[] = [];
  for (let node = element?.firstChild ?? null; node; node = node.nextSibling) {
    if (isElement(node) && (name === undefined || node.nodeName === name)) found.push(node);
  }
  return found;
}

function firstChild(element: Element | undefined, name: string): Element | undefined {
  for (let node = element?.firstChild ?? null; node; node = node.nextSibling) {
    if (isElement(node) && node.nodeName === name) return node;
  }
  return undefined;
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
    if (node.nodeType === 3) text += node.nodeValue;
  }
  return text;
}

/** The text at a path, "" when absent. */
export function textAt(element: Element | undefined, path: string): string {
  return textOf(at(element, path));
}

/** An attribute's value by qualified name, or undefined when the element or the attribute is absent. */
export function attribute(element: Element | undefined, name: string): string | undefined {
  return element?.attributes.find((one) => one.nodeName === name)?.nodeValue;
}

/** An attribute's value by namespace and local name. */
export function attributeNs(element: Element, namespace: string, name: string): string | undefined {
  return element.attributes.find((one) => one.localName === name && one.namespaceURI === namespace)?.nodeValue;
}

/** The first child with this namespace and local name, of any prefix. */
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
