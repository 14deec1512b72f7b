// Signs a kind of document with the real builder and a throw-away certificate: only the source of the secrets differs from
// production.
import { createHash, generateKeyPairSync } from "node:crypto";
import forge from "node-forge";
import type { SignedFile } from "../../src/issuance/contract/ports.ts";
import { buildSignedFile } from "../../src/issuance/file/signed-file.ts";
import { importSigner, type SigningCertificate } from "../../src/signature/xmldsig.ts";
import { COMPANY } from "./fixture.ts";
import type { Kind } from "./kinds.ts";

export const PIN = "75315";
export const TECHNICAL_KEY = "fc8eac422eba16e22ffd8c6f94b3f40a6e38162c";
const made = makeCertificate();

/** A throw-away self-signed certificate of the test company, as the operator program would have stored it. */
function makeCertificate(): { readonly certificate: SigningCertificate; readonly privateKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  const leaf = forge.pki.createCertificate();
  leaf.publicKey = forge.pki.publicKeyFromPem(publicKey);
  leaf.serialNumber = "1f2e3d4c5b6a";
  leaf.validity.notBefore = new Date("2024-01-01T00:00:00Z");
  leaf.validity.notAfter = new Date("2044-01-01T00:00:00Z");
  const name = [{ name: "commonName", value: "Certificado de prueba" }];
  // The authority asks whose certificate it is (ZE03).
  leaf.setSubject([...name, { name: "serialNumber", value: COMPANY.nit }]);
  leaf.setIssuer(name);
  leaf.setExtensions([{ name: "keyUsage", digitalSignature: true, nonRepudiation: true }]);
  leaf.sign(forge.pki.privateKeyFromPem(privateKey), forge.md.sha256.create());
  const der = Buffer.from(forge.asn1.toDer(forge.pki.certificateToAsn1(leaf)).getBytes(), "binary");
  return {
    privateKey,
    certificate: {
      der: der.toString("base64"),
      issuerName: "CN=Certificado de prueba",
      serialNumber: BigInt(`0x${leaf.serialNumber}`).toString(),
      certDigest: createHash("sha256").update(der).digest("base64"),
      chain: [],
      notBefore: leaf.validity.notBefore.toISOString(),
      notAfter: leaf.validity.notAfter.toISOString(),
    },
  };
}

/** Signs one document as its company would. */
export async function signKind({ company, document, numbering }: Kind): Promise<SignedFile> {
  const { certificate, privateKey } = made;
  const { serialNumber, notBefore, notAfter } = certificate;
  const signer = await importSigner({ privateKey, certificate });
  return buildSignedFile({
    company: { ...company, certificates: [{ location: "vault", serialNumber, notBefore, notAfter }] },
    document,
    numbering,
    reservedAt: "2026-03-04T15:11:12.000Z",
    secrets: {
      getPin: async () => PIN,
      getTechnicalKey: async () => TECHNICAL_KEY,
      getSigner: async () => signer,
    },
  });
}
