// Parses untrusted XML bytes into a light tree: strict, bounded, namespace-aware.
import { SaxesParser } from "saxes";

/** Largest document that is read. */
export const XML_LIMIT_BYTES = 2 * 1024 * 1024;
const DEPTH_LIMIT = 64;
const ATTRIBUTE_LIMIT = 64;
const ELEMENT_LIMIT = 20_000;
/** The most `<`, and the most `&`: tags, comments, sections and references are what takes time. */
const MARKUP_LIMIT = 50_000;

/** Long base64 text, as of a certificate or a file: it holds no markup, and makes up most of an answer. */
const LONG_BASE64 = />([A-Za-z0-9+/=]{128,})</g;
/** Replaces such a text while the parser runs; a document that contains it, or could refer to it, is parsed unchanged. */
const STAND_IN = "\uE000";

/** Why a document was refused. */
export type XmlFault = "too-large" | "encoding" | "forbidden-construct" | "too-complex" | "malformed" | "structure";

/** Thrown for every document that the strict reader does not accept; the message never quotes the document. */
export class XmlRefused extends Error {
  readonly fault: XmlFault;

  constructor(fault: XmlFault, message: string) {
    super(message);
    this.name = "XmlRefused";
    this.fault = fault;
  }
}

/** One element: names resolved, text joined, comments gone. */
export interface XmlElement {
  readonly namespace: string;
  readonly local: string;
  /** By `{namespace}local`, or by plain name when the attribute has no namespace. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** All the text directly inside, in order. */
  readonly text: string;
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

/**
 * Reads a whole document.
 * @param bytes UTF-8, at most 2 MiB, one root element.
 * @returns the root element.
 * @throws XmlRefused on anything else: other encodings, DOCTYPE or ENTITY, processing instructions, forbidden
 *   characters, truncation, text after the root, too many levels, attributes or elements.
 */
export function parseXml(bytes: Uint8Array): XmlElement {
  if (bytes.length > XML_LIMIT_BYTES) throw new XmlRefused("too-large", "more than 2 MiB");
  const source = decodeUtf8(bytes);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(source)) throw new XmlRefused("forbidden-construct", "DOCTYPE or ENTITY");
  if (hasMoreThan(source, "<", MARKUP_LIMIT) || hasMoreThan(source, "&", MARKUP_LIMIT)) {
    throw new XmlRefused("too-complex", "too much markup");
  }
  return buildTree(shorten(source));
}

interface Shortened {
  readonly source: string;
  /** The replaced texts, in order. */
  readonly texts: readonly string[];
}

/** Replaces text that the parser would only copy, character by character. Outside of text this changes nothing. */
function shorten(source: string): Shortened {
  if (source.includes(STAND_IN) || source.includes("&#")) return { source, texts: [] };
  const texts: string[] = [];
  const short = source.replace(LONG_BASE64, (_, text: string) => {
    texts.push(text);
    return `>${STAND_IN}${texts.length - 1}${STAND_IN}<`;
  });
  return { source: short, texts };
}

function restore(piece: string, texts: readonly string[]): string {
  if (texts.length === 0 || !piece.includes(STAND_IN)) return piece;
  return piece.replace(/\uE000(\d+)\uE000/g, (_, number: string) => texts[Number(number)] ?? "");
}

/**
 * The only child with this name.
 * @throws XmlRefused (`structure`) when there is none or more than one.
 */
export function getOnlyChild(parent: XmlElement, namespace: string, local: string): XmlElement {
  const child = findOnlyChild(parent, namespace, local);
  if (child === undefined) throw new XmlRefused("structure", `no ${local} in ${parent.local}`);
  return child;
}

/**
 * The only child with this name, or undefined when there is none.
 * @throws XmlRefused (`structure`) when there is more than one.
 */
export function findOnlyChild(parent: XmlElement, namespace: string, local: string): XmlElement | undefined {
  const found = listChildren(parent, namespace, local);
  if (found.length > 1) throw new XmlRefused("structure", `more than one ${local} in ${parent.local}`);
  return found[0];
}

/** Every child with this name, in document order. */
export function listChildren(parent: XmlElement, namespace: string, local: string): readonly XmlElement[] {
  return parent.children.filter((child) => child.local === local && child.namespace === namespace);
}

/**
 * The text of an element that has no children, exactly as it stands.
 * @throws XmlRefused (`structure`) when there are elements inside.
 */
export function getText(element: XmlElement): string {
  if (element.children.length > 0) throw new XmlRefused("structure", `elements inside ${element.local}`);
  return element.text;
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch (cause) {
    throw new XmlRefused("encoding", cause instanceof TypeError ? "not UTF-8" : "not decodable");
  }
}

function hasMoreThan(source: string, character: string, limit: number): boolean {
  let count = 0;
  for (let at = source.indexOf(character); at !== -1; at = source.indexOf(character, at + 1)) {
    count += 1;
    if (count > limit) return true;
  }
  return false;
}

function buildTree({ source, texts }: Shortened): XmlElement {
  const parser = new SaxesParser({ xmlns: true, position: false, defaultXMLVersion: "1.0", forceXMLVersion: true });
  const open: OpenElement[] = [];
  let root: XmlElement | undefined;
  let elementCount = 0;
  let attributeCount = 0;
  const appendText = (piece: string) => {
    const current = open.at(-1);
    if (current !== undefined) current.text += restore(piece, texts);
  };
  parser.on("error", () => {
    throw new XmlRefused("malformed", "not well-formed XML");
  });
  parser.on("xmldecl", (declaration) => {
    if (declaration.version !== "1.0") throw new XmlRefused("forbidden-construct", "an XML version other than 1.0");
    const { encoding } = declaration;
    if (encoding !== undefined && encoding.toLowerCase() !== "utf-8") throw new XmlRefused("encoding", "not UTF-8");
  });
  parser.on("processinginstruction", () => {
    throw new XmlRefused("forbidden-construct", "a processing instruction");
  });
  parser.on("opentagstart", () => {
    attributeCount = 0;
    elementCount += 1;
    if (elementCount > ELEMENT_LIMIT || open.length >= DEPTH_LIMIT) {
      throw new XmlRefused("too-complex", "too many elements or levels");
    }
  });
  parser.on("attribute", () => {
    attributeCount += 1;
    if (attributeCount > ATTRIBUTE_LIMIT) throw new XmlRefused("too-complex", "too many attributes");
  });
  parser.on("opentag", (tag) => {
    const attributes = new Map<string, string>();
    for (const { uri, local, prefix, value } of Object.values(tag.attributes)) {
      if (prefix === "xmlns" || (prefix === "" && local === "xmlns")) continue;
      attributes.set(uri === "" ? local : `{${uri}}${local}`, value);
    }
    const opened: OpenElement = { namespace: tag.uri, local: tag.local, attributes, children: [], text: "" };
    const parent = open.at(-1);
    if (parent === undefined) root = opened;
    else parent.children.push(opened);
    open.push(opened);
  });
  parser.on("closetag", () => {
    open.pop();
  });
  parser.on("text", appendText);
  parser.on("cdata", appendText);
  parser.write(source).close();
  if (root === undefined) throw new XmlRefused("malformed", "no root element");
  return root;
}
