// Turns a certificate's base64 text into what the judge asks of it: owner, validity, usage, digest, public key.
import { Certificate } from "pkijs";
import { fromBase64, toBase64 } from "./canonical.ts";

export interface CertificateFacts {
  readonly der: Uint8Array;
  readonly sha256: string;
  readonly sha1: string;
  readonly serial: bigint;
  readonly validFrom: number;
  readonly validTo: number;
  /** Every value of the subject's attributes, as text. */
  readonly subject: readonly string[];
  /** Bits of KeyUsage from the most significant: digitalSignature, nonRepudiation; undefined when absent. */
  readonly usage: { digitalSignature: boolean; nonRepudiation: boolean } | undefined;
  readonly isRsa: boolean;
  readonly verify: (hash: string, signature: Uint8Array, data: Uint8Array) => Promise<boolean>;
}

const KEY_USAGE = "2.5.29.15";
const RSA_OID = "1.2.840.113549.1.1.1";
const known = new Map<string, CertificateFacts | undefined>();

/** Reads a base64 DER certificate; undefined when it is not one. Answers are kept: issuers use few certificates. */
export async function readCertificate(base64: string): Promise<CertificateFacts | undefined> {
  const key = base64.replace(/\s+/g, "");
  if (!known.has(key)) {
    if (known.size > 2_000) known.clear();
    known.set(key, await parse(key));
  }
  return known.get(key);
}

async function parse(base64: string): Promise<CertificateFacts | undefined> {
  const der = fromBase64(base64);
  if (!der) return undefined;
  let certificate: Certificate;
  try {
    certificate = Certificate.fromBER(der);
  } catch (cause) {
    if (cause instanceof Error) return undefined;
    throw cause;
  }
  const digest = async (name: string): Promise<string> =>
    toBase64(new Uint8Array(await crypto.subtle.digest(name, der)));
  const spki = new Uint8Array(certificate.subjectPublicKeyInfo.toSchema().toBER());
  const keys = new Map<string, CryptoKey>();
  const isRsa = certificate.subjectPublicKeyInfo.algorithm.algorithmId === RSA_OID;
  const verify = async (hash: string, signature: Uint8Array, data: Uint8Array): Promise<boolean> => {
    let key = keys.get(hash);
    if (!key) {
      key = await crypto.subtle.importKey("spki", spki, { name: "RSASSA-PKCS1-v1_5", hash }, false, ["verify"]);
      keys.set(hash, key);
    }
    return crypto.subtle.verify("RSASSA-PKCS1-v1_5", key, signature, data);
  };
  return {
    der,
    sha256: await digest("SHA-256"),
    sha1: await digest("SHA-1"),
    serial: BigInt(`0x${Buffer.from(certificate.serialNumber.valueBlock.valueHexView).toString("hex")}`),
    validFrom: certificate.notBefore.value.getTime(),
    validTo: certificate.notAfter.value.getTime(),
    subject: certificate.subject.typesAndValues.map((one) => String(one.value.valueBlock.value)),
    usage: usageOf(certificate),
    isRsa,
    verify,
  };
}

function usageOf(certificate: Certificate): CertificateFacts["usage"] {
  const extension = certificate.extensions?.find((one) => one.extnID === KEY_USAGE);
  if (!extension) return undefined;
  const bits = extension.extnValue.valueBlock.valueHexView;
  // DER: 03 length unused-bits first-byte...
  const first = bits[3] ?? 0;
  return { digitalSignature: (first & 0x80) !== 0, nonRepudiation: (first & 0x40) !== 0 };
}

/** True when the certificate's subject names this NIT, with or without its check digit. */
export function belongsTo(certificate: CertificateFacts, nit: string, checkDigit: string): boolean {
  return certificate.subject.some((value) => {
    const digits = value.replace(/[.\-\s]/g, "").replace(/^[A-Za-z]+/, "");
    return digits === nit || digits === `${nit}${checkDigit}`;
  });
}
