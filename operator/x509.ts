// Reads of a certificate what is stored beside it, and what an operator must see before trusting it.
import { createHash, type KeyObject, X509Certificate as NodeCertificate } from "node:crypto";
import { BitString } from "asn1js";
import { Certificate, type RelativeDistinguishedNames } from "pkijs";
import type { CertificateEntry } from "../src/signature/xmldsig.ts";
import { OperatorError } from "./error.ts";

/** One certificate, read. */
export interface CertificateFacts extends CertificateEntry {
  readonly bytes: Buffer;
  /** RFC 4514 string. */
  readonly subject: string;
  /** Values of the subject's attributes. */
  readonly subjectValues: readonly string[];
  /** ISO instants. */
  readonly notBefore: string;
  readonly notAfter: string;
  readonly keyUsage: readonly ("digitalSignature" | "nonRepudiation")[];
  readonly publicKey: KeyObject;
}

/** Names that RFC 4514 gives to attribute types; others are written by their object identifier. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  "2.5.4.3": "CN",
  "2.5.4.6": "C",
  "2.5.4.7": "L",
  "2.5.4.8": "ST",
  "2.5.4.9": "STREET",
  "2.5.4.10": "O",
  "2.5.4.11": "OU",
  "0.9.2342.19200300.100.1.1": "UID",
  "0.9.2342.19200300.100.1.25": "DC",
};
const KEY_USAGE = "2.5.29.15";
/** First byte of KeyUsage (RFC 5280 4.2.1.3). */
const USAGE_BITS = { digitalSignature: 0x80, nonRepudiation: 0x40 } as const;

/**
 * Reads a certificate.
 * @throws OperatorError when the bytes are not one.
 */
export function readCertificate(bytes: Uint8Array): CertificateFacts {
  let parsed: Certificate;
  let native: NodeCertificate;
  try {
    parsed = Certificate.fromBER(Uint8Array.from(bytes));
    native = new NodeCertificate(bytes);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(
      `a certificate of the file cannot be read (${why})`,
      "ask the certifier for the file again",
    );
  }
  return {
    bytes: native.raw,
    der: native.raw.toString("base64"),
    issuerName: printName(parsed.issuer),
    serialNumber: BigInt(`0x${native.serialNumber}`).toString(),
    certDigest: createHash("sha256").update(native.raw).digest("base64"),
    subject: printName(parsed.subject),
    subjectValues: listValues(parsed.subject).map(({ value }) => value),
    notBefore: parsed.notBefore.value.toISOString(),
    notAfter: parsed.notAfter.value.toISOString(),
    keyUsage: readKeyUsage(parsed),
    publicKey: native.publicKey,
  };
}

function readKeyUsage(certificate: Certificate): CertificateFacts["keyUsage"] {
  const usage: unknown = certificate.extensions?.find(({ extnID }) => extnID === KEY_USAGE)?.parsedValue;
  const bits = usage instanceof BitString ? (new Uint8Array(usage.valueBlock.valueHexView)[0] ?? 0) : 0;
  return (["digitalSignature", "nonRepudiation"] as const).filter((name) => (bits & USAGE_BITS[name]) !== 0);
}

function listValues(name: RelativeDistinguishedNames) {
  return name.typesAndValues.map(({ type, value }) => ({ type, value: String(value.valueBlock.value) }));
}

/** RFC 4514: the most specific part first, special characters escaped. */
function printName(name: RelativeDistinguishedNames): string {
  const parts = listValues(name).map(({ type, value }) => `${SHORT_NAMES[type] ?? type}=${escapeValue(value)}`);
  return parts.reverse().join(",");
}

function escapeValue(value: string): string {
  return value
    .replace(/[\\",+;<>]/g, "\\$&")
    .replace(/^[ #]/, "\\$&")
    .replace(/ $/, "\\ ")
    .replaceAll("\0", "\\00");
}

/**
 * The certificates above a leaf, as far as the file holds them: sub-CA first, root last.
 * Each must have signed the one before it, so that a namesake does not slip in.
 */
export function orderChain(leaf: CertificateFacts, others: readonly CertificateFacts[]): CertificateFacts[] {
  const chain: CertificateFacts[] = [];
  let last = new NodeCertificate(leaf.bytes);
  let rest = others.filter((one) => one.certDigest !== leaf.certDigest);
  for (;;) {
    const issuer = rest.find((one) => last.checkIssued(new NodeCertificate(one.bytes)) && last.verify(one.publicKey));
    if (issuer === undefined) return chain;
    chain.push(issuer);
    rest = rest.filter((one) => one !== issuer);
    last = new NodeCertificate(issuer.bytes);
  }
}

/** Whether a subject names a NIT, with or without its check digit, in any of its attributes. */
export function namesNit(facts: CertificateFacts, nit: string, checkDigit: string): boolean {
  return facts.subjectValues.some((value) => {
    const digits = value.replace(/\D/g, "");
    return digits === nit || digits === `${nit}${checkDigit}`;
  });
}
