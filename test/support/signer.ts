// Makes a throw-away signer whose certificate is any bytes, for tests that never read the certificate itself.
import { encodeBase64 } from "../../src/signature/base64.ts";
import { importSigner, type Signer, type SigningCertificate } from "../../src/signature/xmldsig.ts";

export interface TestSigner {
  readonly signer: Signer;
  readonly publicKey: CryptoKey;
  readonly pemBundle: string;
}

const RSA = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
const EXPONENT = new Uint8Array([1, 0, 1]);

/** A new RSA-2048 key behind a signer; takes some tenths of a second. */
export async function makeSigner(): Promise<TestSigner> {
  const parameters = { ...RSA, modulusLength: 2048, publicExponent: EXPONENT };
  const keys = (await crypto.subtle.generateKey(parameters, true, ["sign", "verify"])) as CryptoKeyPair;
  const pkcs8 = new Uint8Array((await crypto.subtle.exportKey("pkcs8", keys.privateKey)) as ArrayBuffer);
  const der = new TextEncoder().encode("these bytes stand for a certificate");
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", der));
  const certificate: SigningCertificate = {
    der: encodeBase64(der),
    issuerName: "CN=Prueba & Co,C=CO",
    serialNumber: "12345678901234567890",
    certDigest: encodeBase64(digest),
    chain: [],
    notBefore: "2024-01-01T00:00:00Z",
    notAfter: "2044-01-01T00:00:00Z",
  };
  const pemBundle = `${toPem("PRIVATE KEY", pkcs8)}${toPem("CERTIFICATE", der)}`;
  return { signer: await importSigner({ privateKey: pemBundle, certificate }), publicKey: keys.publicKey, pemBundle };
}

function toPem(label: string, bytes: Uint8Array): string {
  return `-----BEGIN ${label}-----\n${encodeBase64(bytes).replace(/.{64}/g, "$&\n")}\n-----END ${label}-----\n`;
}
