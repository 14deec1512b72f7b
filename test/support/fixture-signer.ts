// Makes a signer of the reference's throw-away key and certificate, with the constants that its samples were signed with.
import { importSigner, type SigningCertificate, splitPemBundle } from "../../src/signature/xmldsig.ts";
import { readShared } from "./shared.ts";

export const SYNTHETIC_PATH = "authority/samples/synthetic/";
export const FIXTURE_ID = "xmldsig-00000000-0000-0000-0000-000000000000";
export const FIXTURE_SIGNING_TIME = "2024-05-17T10:11:12-05:00";

/** The bundle as the operator would have it: key, then leaf. */
function readFixtureBundle(): string {
  return readShared(`${SYNTHETIC_PATH}test-key.pem`) + readShared(`${SYNTHETIC_PATH}test-cert.pem`);
}

/** Metadata as the samples state it (their SignedProperties). */
function readFixtureCertificate(): SigningCertificate {
  const [der = ""] = splitPemBundle(readFixtureBundle()).certificates;
  return {
    der,
    issuerName: "2.5.4.5=900373115,CN=Throwaway test certificate,O=PRUEBA\\, SAS,C=CO",
    serialNumber: "12345678901234567890",
    certDigest: "tmNw/rF4wSJ6vD56DrjA3/GU+eUc5J0urH+NrQg/Nl8=",
    chain: [],
    notBefore: "2024-01-01T00:00:00Z",
    notAfter: "2044-01-01T00:00:00Z",
  };
}

export function importFixtureSigner() {
  return importSigner({ privateKey: readFixtureBundle(), certificate: readFixtureCertificate() });
}
