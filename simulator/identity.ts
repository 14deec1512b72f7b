// Makes the throw-away key and certificate with which the pretend authority signs its ApplicationResponses.
import { Integer, PrintableString, Utf8String } from "asn1js";
import { AttributeTypeAndValue, BasicConstraints, Certificate, CryptoEngine, Extension } from "pkijs";
import { toBase64 } from "./canonical.ts";

export interface Identity {
  readonly key: CryptoKey;
  /** Leaf certificate, base64 DER. */
  readonly certificate: string;
  readonly certificateDigest: string;
  readonly issuerName: string;
  readonly serial: string;
}

const ALGORITHM = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
};
const NAME = "AUTORIDAD DE MENTIRA - SIMULADOR";

/** What is kept: PKCS#8 and certificate, both base64. */
interface Kept {
  readonly pkcs8: string;
  readonly certificate: string;
}

/** Reads the kept identity, or makes one and hands it to `save`. */
export async function loadIdentity(kept: string | undefined, save: (text: string) => void): Promise<Identity> {
  if (kept === undefined) {
    const made = await makeIdentity();
    save(JSON.stringify(made));
    return openIdentity(made);
  }
  return openIdentity(JSON.parse(kept) as Kept);
}

async function openIdentity(kept: Kept): Promise<Identity> {
  const pkcs8 = new Uint8Array(Buffer.from(kept.pkcs8, "base64"));
  const der = new Uint8Array(Buffer.from(kept.certificate, "base64"));
  const serial = Buffer.from(Certificate.fromBER(der).serialNumber.valueBlock.valueHexView).toString("hex");
  return {
    key: await crypto.subtle.importKey("pkcs8", pkcs8, ALGORITHM, false, ["sign"]),
    certificate: kept.certificate,
    certificateDigest: toBase64(new Uint8Array(await crypto.subtle.digest("SHA-256", der))),
    issuerName: `CN=${NAME},C=CO`,
    serial: BigInt(`0x${serial}`).toString(),
  };
}

async function makeIdentity(): Promise<Kept> {
  const engine = new CryptoEngine({ name: "native", crypto });
  const pair = (await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"])) as CryptoKeyPair;
  const certificate = new Certificate();
  certificate.version = 2;
  const serial = crypto.getRandomValues(new Uint8Array(8));
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  certificate.serialNumber = new Integer({ valueHex: serial.buffer });
  for (const name of [certificate.issuer, certificate.subject]) {
    name.typesAndValues.push(
      new AttributeTypeAndValue({ type: "2.5.4.6", value: new PrintableString({ value: "CO" }) }),
    );
    name.typesAndValues.push(new AttributeTypeAndValue({ type: "2.5.4.3", value: new Utf8String({ value: NAME }) }));
  }
  certificate.notBefore.value = new Date(Date.now() - 86_400_000);
  certificate.notAfter.value = new Date(Date.now() + 20 * 365 * 86_400_000);
  const constraints = new BasicConstraints({ cA: false });
  certificate.extensions = [
    new Extension({ extnID: "2.5.29.19", critical: true, extnValue: constraints.toSchema().toBER(false) }),
  ];
  await certificate.subjectPublicKeyInfo.importKey(pair.publicKey, engine as never);
  await certificate.sign(pair.privateKey, "SHA-256", engine as never);
  const pkcs8 = (await crypto.subtle.exportKey("pkcs8", pair.privateKey)) as ArrayBuffer;
  return {
    pkcs8: toBase64(new Uint8Array(pkcs8)),
    certificate: toBase64(new Uint8Array(certificate.toSchema(true).toBER(false))),
  };
}
