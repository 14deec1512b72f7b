// Makes a throw-away signing certificate for a NIT with its PEM bundle, as the operator program would have imported it.
import "reflect-metadata";
import * as x509 from "@peculiar/x509";
import type { SigningCertificate } from "../../src/signature/xmldsig.ts";

const ALGORITHM = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048,
};

let sharedKeys: Promise<CryptoKeyPair> | undefined;

export interface TestCertificate {
  readonly certificate: SigningCertificate;
  /** PKCS#8 key and leaf. */
  readonly pemBundle: string;
}

/** Makes a self-signed certificate of `nit`; the key pair is shared by a whole test file, since making one is slow. */
export async function makeCertificate(
  nit: string,
  validity?: { notBefore: Date; notAfter: Date },
): Promise<TestCertificate> {
  sharedKeys ??= crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]) as Promise<CryptoKeyPair>;
  const keys = await sharedKeys;
  const leaf = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: (900_000_000_000n + BigInt(nit)).toString(16).padStart(16, "0"),
    name: `C=CO, O=Prueba ${nit}, CN=Prueba ${nit}, 2.5.4.5=${nit}`,
    notBefore: validity?.notBefore ?? new Date("2024-01-01T00:00:00Z"),
    notAfter: validity?.notAfter ?? new Date("2044-01-01T00:00:00Z"),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation, true),
    ],
  });
  const pkcs8 = new Uint8Array((await crypto.subtle.exportKey("pkcs8", keys.privateKey)) as ArrayBuffer);
  const der = new Uint8Array(leaf.rawData);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", der));
  return {
    pemBundle: `${pem("PRIVATE KEY", pkcs8)}${pem("CERTIFICATE", der)}`,
    certificate: {
      der: toBase64(der),
      issuerName: leaf.issuerName.toString(),
      serialNumber: BigInt(`0x${leaf.serialNumber}`).toString(),
      certDigest: toBase64(digest),
      chain: [],
      notBefore: leaf.notBefore.toISOString(),
      notAfter: leaf.notAfter.toISOString(),
    },
  };
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function pem(label: string, bytes: Uint8Array): string {
  return `-----BEGIN ${label}-----\n${toBase64(bytes).replace(/.{64}/g, "$&\n")}\n-----END ${label}-----\n`;
}
