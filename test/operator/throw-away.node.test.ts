// The stand's own certificates into what independent readers of a signed document can take.
import { X509Certificate } from "node:crypto";
import { expect, it } from "vitest";
import { makeThrowAwayCertificate } from "../../operator/throw-away.ts";

/** libxml2 refuses a longer X509SerialNumber as "not a valid value of xs:integer", though the schema allows it. */
const MOST_SERIAL_DIGITS = 24;

it("the serial of a throw-away certificate is one that xmllint takes in a signed document", () => {
  const pem = makeThrowAwayCertificate("900101111", "Comercial Andina", Date.now());
  const leaf = new X509Certificate(pem.slice(pem.indexOf("-----BEGIN CERTIFICATE")));
  expect(BigInt(`0x${leaf.serialNumber}`).toString().length).toBeLessThanOrEqual(MOST_SERIAL_DIGITS);
});
