// Turns elements in their document into canonical text (through xmldsigjs) and that into digests.
import { XmlCanonicalizer } from "xmldsigjs";
import type { Attribute, Element, Node } from "./dom.ts";
import { DIGEST } from "./wire-literal.ts";

const encoder = new TextEncoder();

/** Namespace declarations that an element inherits and does not repeat. */
function inheritedDeclarations(element: Element): Attribute[] {
  const seen = new Set(element.attributes.map((one) => one.nodeName));
  const found: Attribute[] = [];
  for (let above = element.parentNode; above; above = above.parentNode) {
    for (const one of above.attributes) {
      const declares = one.nodeName === "xmlns" || one.prefix === "xmlns";
      if (!declares || seen.has(one.nodeName)) continue;
      seen.add(one.nodeName);
      found.push(one);
    }
  }
  return found;
}

/** Canonical form of an element as it stands in its document: inherited namespaces count (C14N 1.0, and exclusive). */
function canonicalize(element: Element, exclusive: boolean, prefixList: string): string {
  const canonicalizer = new XmlCanonicalizer(false, exclusive);
  if (prefixList !== "") canonicalizer.InclusiveNamespacesPrefixList = prefixList;
  return canonicalizer.Canonicalize(element.withAttributes(inheritedDeclarations(element)) as never);
}

/** Inclusive C14N 1.0 without comments, in document context. */
export function canonicalInclusive(element: Element): string {
  return canonicalize(element, false, "");
}

/** Exclusive C14N without comments; `prefixList` as in InclusiveNamespaces/@PrefixList. */
export function canonicalExclusive(element: Element, prefixList: string): string {
  return canonicalize(element, true, prefixList);
}

/** Inclusive C14N of a whole document without its signature element, which is put back afterwards. */
export function canonicalWithout(root: Element, signature: Element): string {
  const parent = signature.parentNode;
  let before: Node | null = null;
  for (let node = parent?.firstChild ?? null; node && node !== signature; node = node.nextSibling) before = node;
  const link = (next: Node | null): void => {
    if (before) before.nextSibling = next;
    else if (parent) parent.firstChild = next;
  };
  link(signature.nextSibling);
  const text = new XmlCanonicalizer(false, false).Canonicalize(root as never);
  link(signature);
  return text;
}

/** Base64 digest of text by algorithm URI; undefined for an algorithm that is not known. */
export async function digestText(text: string, algorithm: string): Promise<string | undefined> {
  return digestBytes(encoder.encode(text), algorithm);
}

async function digestBytes(bytes: Uint8Array, algorithm: string): Promise<string | undefined> {
  const name = DIGEST[algorithm];
  if (name === undefined) return undefined;
  return toBase64(new Uint8Array(await crypto.subtle.digest(name, bytes)));
}

/** Lower-case hexadecimal digest; `name` as WebCrypto spells it. */
export async function hexDigest(name: "SHA-256" | "SHA-384", data: string | Uint8Array): Promise<string> {
  const bytes = typeof data === "string" ? encoder.encode(data) : data;
  const digest = new Uint8Array(await crypto.subtle.digest(name, bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}

/** Strict base64 (white space allowed); undefined when the text is something else. */
export function fromBase64(text: string): Uint8Array | undefined {
  const compact = text.replace(/[\t\r\n ]+/g, "");
  if (compact === "" || compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) return undefined;
  return new Uint8Array(Buffer.from(compact, "base64"));
}
