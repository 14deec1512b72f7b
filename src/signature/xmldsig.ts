// Computes digests, references and RSA signatures over canonical text, the building blocks of every XML signature.
import { element, attributes as printAttributes } from "../xml/element.ts";
import { encodeBase64 } from "./base64.ts";
import type { Signer } from "./signer.ts";
import { RSA_SHA256, SHA256 } from "./wire-literal.ts";

const encoder = new TextEncoder();
const RSA = { name: "RSASSA-PKCS1-v1_5" };

const DIGEST_METHOD = element("ds:DigestMethod", "", printAttributes({ Algorithm: SHA256 }));
export const SIGNATURE_METHOD = element("ds:SignatureMethod", "", printAttributes({ Algorithm: RSA_SHA256 }));

/** SHA-256 in base64 of canonical text (as UTF-8) or of bytes. */
export async function digestSha256(data: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof data === "string" ? encoder.encode(data) : data;
  return encodeBase64(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

/**
 * RSASSA-PKCS1-v1_5 with SHA-256 over the canonical text of a SignedInfo, in base64.
 * Deterministic: the same text and key always give the same value.
 */
export async function signText(signer: Signer, canonicalText: string): Promise<string> {
  return encodeBase64(new Uint8Array(await crypto.subtle.sign(RSA, signer.key, encoder.encode(canonicalText))));
}

/** The digest method and value that end a reference or a certificate digest. */
export function digestOf(value: string): string {
  return `${DIGEST_METHOD}<ds:DigestValue>${value}</ds:DigestValue>`;
}

/**
 * The inclusive canonical form of an element in its document: the root's namespaces are rendered on it (C14N 1.0, 2.3).
 * @param inDocument canonical text of the element as it stands in the document, without declarations of its own.
 * @param rootNamespaces declarations in scope, canonical order, each with its leading space.
 */
export function inContext(inDocument: string, rootNamespaces: string): string {
  const nameEnd = inDocument.search(/[ >]/);
  return inDocument.slice(0, nameEnd) + rootNamespaces + inDocument.slice(nameEnd);
}
