// Makes a self-signed certificate with its key for a NIT, for stands and tests only.
import { generateKeyPairSync } from "node:crypto";
import forge from "node-forge";
import { OperatorError } from "./error.ts";

/** What stands in the place of a certifier's file, or of a folder of them. */
export const THROW_AWAY = "throw-away";
const YEARS_VALID = 10;

/**
 * Makes such a file for a company of the stand.
 * @throws OperatorError for a deployment.
 */
export function makeThrowAwayFile(isRemote: boolean, nit: string, nowMs: number): Uint8Array {
  if (isRemote) throw new OperatorError("the authority takes a certifier's file only", "throw-away is for the stand");
  return new TextEncoder().encode(makeThrowAwayCertificate(nit, "Throw-away", nowMs));
}

/**
 * Makes RSA-2048 key and certificate in one PEM text; the NIT stands in the subject's serialNumber (2.5.4.5).
 * @param name ASCII.
 * @param nowMs epoch milliseconds; valid from the day before.
 */
export function makeThrowAwayCertificate(nit: string, name: string, nowMs: number): string {
  const pair = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(pair.publicKey);
  // Positive for any random bytes: the first one is below 0x80. Nine bytes in all, 20 digits: libxml2 fails
  // a document whose X509SerialNumber has more than 24.
  certificate.serialNumber = `01${forge.util.bytesToHex(forge.random.getBytesSync(8))}`;
  certificate.validity.notBefore = new Date(nowMs - 86_400_000);
  certificate.validity.notAfter = new Date(nowMs);
  certificate.validity.notAfter.setFullYear(certificate.validity.notAfter.getFullYear() + YEARS_VALID);
  const subject = [
    { shortName: "C", value: "CO" },
    { shortName: "O", value: name },
    { shortName: "CN", value: `${name} (local stand)` },
    { type: "2.5.4.5", value: nit },
  ];
  certificate.setSubject(subject);
  certificate.setIssuer(subject);
  certificate.setExtensions([
    { name: "basicConstraints", cA: false },
    { name: "keyUsage", critical: true, digitalSignature: true, nonRepudiation: true },
  ]);
  certificate.sign(forge.pki.privateKeyFromPem(pair.privateKey), forge.md.sha256.create());
  return pair.privateKey + forge.pki.certificateToPem(certificate).replaceAll("\r", "");
}
