// Signs canonical text with the key of a certificate, and computes its digests: the building blocks of every XML signature.

import { element, attributes as printAttributes } from "../xml/element.ts";
import { decodeBase64, encodeBase64 } from "./base64.ts";
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

/** What XAdES states about one certificate; the operator's program reads it from the X.509 once. */
export interface CertificateEntry {
  /** The certificate, DER, base64 on one line. */
  readonly der: string;
  /** RFC 4514 string, most specific part first. */
  readonly issuerName: string;
  /** Decimal digits. */
  readonly serialNumber: string;
  /** SHA-256 of the DER, base64. */
  readonly certDigest: string;
}

/** The leaf, with the certificates above it as far as they are known. */
export interface SigningCertificate extends CertificateEntry {
  /** Sub-CA first, root last; may be empty. */
  readonly chain: readonly CertificateEntry[];
  /** ISO instants. */
  readonly notBefore: string;
  readonly notAfter: string;
}

/** A key that can sign, and the certificate that goes with it. */
export interface Signer {
  readonly key: CryptoKey;
  readonly certificate: SigningCertificate;
}

/** A PEM bundle taken apart. */
interface PemBundle {
  /** PKCS#8, DER. */
  readonly privateKey: Uint8Array;
  /** DER in base64, in the order of the bundle: the leaf first. */
  readonly certificates: readonly string[];
}

/** Thrown when a key or certificate cannot be used; says why, never what it holds. */
export class CertificateError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "CertificateError";
  }
}

/**
 * Takes a PEM bundle apart: one unencrypted PKCS#8 key and any number of certificates.
 * @throws CertificateError when there is no such key, more than one, or a block is not base64.
 */
export function splitPemBundle(pem: string): PemBundle {
  const keys: Uint8Array[] = [];
  const certificates: string[] = [];
  for (const [, label = "", body = ""] of pem.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \1-----/g)) {
    const bytes = decodeBase64(body);
    if (bytes === undefined || bytes.length === 0) throw new CertificateError(`the PEM block "${label}" is not base64`);
    if (label === "CERTIFICATE") certificates.push(encodeBase64(bytes));
    else if (label === "PRIVATE KEY") keys.push(bytes);
    else if (label.endsWith("PRIVATE KEY")) {
      throw new CertificateError(
        `the private key comes as "${label}"; PKCS#8 that is not encrypted ("PRIVATE KEY") is expected`,
      );
    }
  }
  const [privateKey] = keys;
  if (privateKey === undefined || keys.length > 1) {
    throw new CertificateError(`the PEM holds ${keys.length} private keys; exactly one is expected`);
  }
  return { privateKey, certificates };
}

/**
 * Imports a signer: the key becomes non-extractable, and each certificate is checked against its stored digest.
 * @param input.privateKey PEM text (a bundle will do) or PKCS#8 in DER.
 * @throws CertificateError when the key is not RSA PKCS#8 or a digest does not belong to its certificate.
 */
export async function importSigner(input: {
  readonly privateKey: string | Uint8Array;
  readonly certificate: SigningCertificate;
}): Promise<Signer> {
  const { certificate } = input;
  for (const entry of [certificate, ...certificate.chain]) await assertDigest(entry);
  const pkcs8 = typeof input.privateKey === "string" ? splitPemBundle(input.privateKey).privateKey : input.privateKey;
  const key = await importKey(pkcs8);
  return { key, certificate };
}

async function importKey(pkcs8: Uint8Array): Promise<CryptoKey> {
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
  try {
    return await crypto.subtle.importKey("pkcs8", pkcs8 as Uint8Array<ArrayBuffer>, algorithm, false, ["sign"]);
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : "unknown";
    throw new CertificateError(`the private key cannot be imported (${name}); RSA in PKCS#8 is expected`);
  }
}

async function assertDigest(entry: CertificateEntry): Promise<void> {
  const der = decodeBase64(entry.der);
  if (der === undefined || der.length === 0) throw new CertificateError("the stored certificate is not base64");
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", der));
  if (encodeBase64(digest) !== entry.certDigest) {
    throw new CertificateError(`the stored digest of certificate ${entry.serialNumber} is not that of its bytes`);
  }
}
