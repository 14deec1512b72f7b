// Turns elements in their document into canonical text (through xmldsigjs) and that into digests.
import { XmlCanonicalizer } from "xmldsigjs";
import { type Element, isElement, type Node } from "./dom.ts";
import { DIGEST } from "./wire-literal.ts";

const encoder = new TextEncoder();

/** prefix ("" = default) -> namespace, for everything in scope at an element. */
function namespacesInScope(element: Element): Map<string, string> {
  const found = new Map<string, string>();
  for (let node: Node | null = element; isElement(node); node = node.parentNode) {
    for (let i = 0; i < node.attributes.length; i++) {
      const name = node.attributes.item(i)?.nodeName ?? "";
      const prefix = name === "xmlns" ? "" : name.startsWith("xmlns:") ? name.slice(6) : undefined;
      if (prefix !== undefined && !found.has(prefix)) found.set(prefix, node.attributes.item(i)?.value ?? "");
    }
  }
  return found;
}

/** Canonical form of an element as it stands in its document: inherited namespaces count (C14N 1.0, and exclusive). */
function canonicalize(element: Element, exclusive: boolean, prefixList: string): string {
  const inherited = namespacesInScope(element);
  const copy = element.cloneNode(true) as Element;
  for (const [prefix, uri] of inherited) {
    const name = prefix === "" ? "xmlns" : `xmlns:${prefix}`;
    if (!copy.hasAttribute(name)) copy.setAttributeNS("http://www.w3.org/2000/xmlns/", name, uri);
  }
  const canonicalizer = new XmlCanonicalizer(false, exclusive);
  if (prefixList !== "") canonicalizer.InclusiveNamespacesPrefixList = prefixList;
  return canonicalizer.Canonicalize(copy as never);
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
  const next = signature.nextSibling;
  parent?.removeChild(signature);
  const text = new XmlCanonicalizer(false, false).Canonicalize(root as never);
  parent?.insertBefore(signature, next);
  return text;
}

/** Base64 digest of text by algorithm URI; undefined for an algorithm that is not known. */
export async function digestText(text: string, algorithm: string): Promise<string | undefined> {
  return digestBytes(encoder.encode(text), algorithm);
}

export async function digestBytes(bytes: Uint8Array, algorithm: string): Promise<string | undefined> {
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
