// Looks up values in a parsed UBL document by names with the usual prefixes, such as `cbc:ID`.
import {
  findOnlyChild,
  getOnlyChild,
  getText,
  listChildren,
  parseXml,
  type XmlElement,
  XmlRefused,
} from "../xml/parse.ts";
import { NAMESPACES } from "./wire-literal.ts";

type Prefix = keyof typeof NAMESPACES;
/** A name with its prefix, as `cbc:ID`. */
export type QualifiedName = `${Prefix}:${string}`;

/**
 * Reads a whole document.
 * @throws XmlRefused when it is not well-formed, or more than a strict reader takes.
 */
export function parseText(xml: string): XmlElement {
  return parseXml(new TextEncoder().encode(xml));
}

function split(name: QualifiedName): readonly [namespace: string, local: string] {
  const colon = name.indexOf(":");
  return [NAMESPACES[name.slice(0, colon) as Prefix], name.slice(colon + 1)];
}

/** The element at the end of a path of only children; undefined when one of them is missing. */
export function find(start: XmlElement, ...path: readonly QualifiedName[]): XmlElement | undefined {
  let found: XmlElement | undefined = start;
  for (const name of path) found = found === undefined ? undefined : findOnlyChild(found, ...split(name));
  return found;
}

/** The same, where it must be there. @throws XmlRefused (`structure`) when it is not. */
export function get(start: XmlElement, ...path: readonly QualifiedName[]): XmlElement {
  let found = start;
  for (const name of path) found = getOnlyChild(found, ...split(name));
  return found;
}

/** Text of an element that must be there. @throws XmlRefused (`structure`) when it is not. */
export function getValue(start: XmlElement, ...path: readonly QualifiedName[]): string {
  return getText(get(start, ...path));
}

/** Text of an element, or null when there is none. */
export function findValue(start: XmlElement, ...path: readonly QualifiedName[]): string | null {
  const found = find(start, ...path);
  return found === undefined ? null : getText(found);
}

/** Every child with this name, in document order. */
export function list(parent: XmlElement, name: QualifiedName): readonly XmlElement[] {
  return listChildren(parent, ...split(name));
}

/** The first child with this name. @throws XmlRefused (`structure`) when there is none. */
export function getFirst(parent: XmlElement, name: QualifiedName): XmlElement {
  const [first] = list(parent, name);
  if (first === undefined) throw new XmlRefused("structure", `no ${name} in ${parent.local}`);
  return first;
}

/** The element at the end of a path of first children, of a fact that may stand there several times; undefined when one of them is missing. */
export function findFirst(start: XmlElement, ...path: readonly QualifiedName[]): XmlElement | undefined {
  let found: XmlElement | undefined = start;
  for (const name of path) found = found === undefined ? undefined : list(found, name)[0];
  return found;
}

/** Trimmed text of the first such element; null where there is none, or it is empty. */
export function findText(start: XmlElement, ...path: readonly QualifiedName[]): string | null {
  const text = findFirst(start, ...path)?.text.trim() ?? "";
  return text === "" ? null : text;
}
