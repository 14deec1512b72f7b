// Turns the text of a signed document into a light tree, or refuses it: strict, bounded, by namespace.
import { SaxesParser } from "saxes";
import { type Fault, Refused } from "../refused.ts";

/** More than a signed document of 500 lines with every tax and discount has. */
const ELEMENT_LIMIT = 60_000;
const DEPTH_LIMIT = 64;

/** One element; of the attributes, those without namespace. */
export interface XmlElement {
  readonly namespace: string;
  readonly local: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

/**
 * Reads a whole document.
 * @param fault names the file in a refusal.
 * @throws Refused on text that is not well-formed XML with one root, on DOCTYPE and processing instructions, and on more than
 *   60,000 elements or 64 levels.
 */
export function readXml(source: string, fault: Fault): XmlElement {
  if (/<!DOCTYPE/i.test(source)) throw new Refused(fault, "DOCTYPE");
  const parser = new SaxesParser({ xmlns: true, position: false });
  const open: OpenElement[] = [];
  let root: XmlElement | undefined;
  let count = 0;
  const append = (piece: string) => {
    const current = open.at(-1);
    if (current !== undefined) current.text += piece;
  };
  parser.on("error", () => {
    throw new Refused(fault, "not well-formed XML");
  });
  parser.on("processinginstruction", () => {
    throw new Refused(fault, "a processing instruction");
  });
  parser.on("opentag", (tag) => {
    count += 1;
    if (count > ELEMENT_LIMIT || open.length >= DEPTH_LIMIT) throw new Refused(fault, "too many elements or levels");
    const attributes = new Map<string, string>();
    for (const { uri, local, value } of Object.values(tag.attributes)) if (uri === "") attributes.set(local, value);
    const opened: OpenElement = { namespace: tag.uri, local: tag.local, attributes, children: [], text: "" };
    const parent = open.at(-1);
    if (parent === undefined) root = opened;
    else parent.children.push(opened);
    open.push(opened);
  });
  parser.on("closetag", () => {
    open.pop();
  });
  parser.on("text", append);
  parser.on("cdata", append);
  parser.write(source.startsWith("\ufeff") ? source.slice(1) : source).close();
  if (root === undefined) throw new Refused(fault, "no root element");
  return root;
}

/** Every child with this local name; the profile never uses one name of two namespaces in one place. */
export function listChildren(parent: XmlElement | undefined, local: string): readonly XmlElement[] {
  return parent?.children.filter((child) => child.local === local) ?? [];
}

/** The first element at the end of a path of local names. */
export function findElement(parent: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  let found = parent;
  for (const local of path) found = found?.children.find((child) => child.local === local);
  return found;
}

/** The trimmed text at the end of a path; null when the element is not there or is empty. */
export function findText(parent: XmlElement | undefined, ...path: readonly string[]): string | null {
  const text = findElement(parent, ...path)?.text.trim() ?? "";
  return text === "" ? null : text;
}
