// Tests keys and certificates: what is imported, what is refused, and that neither key nor refusal gives anything away.
import { beforeAll, describe, expect, it } from "vitest";
import { decodeBase64, encodeBase64 } from "../../src/signature/base64.ts";
import {
  CertificateError,
  importSigner,
  type SigningCertificate,
  splitPemBundle,
} from "../../src/signature/xmldsig.ts";
import { makeSigner } from "../support/signer.ts";

let made: { readonly certificate: SigningCertificate; readonly pemBundle: string };
beforeAll(async () => {
  const { signer, pemBundle } = await makeSigner();
  made = { certificate: signer.certificate, pemBundle };
});

describe("importSigner", () => {
  it("makes a key that signs and cannot be taken out", async () => {
    const signer = await importSigner({ privateKey: made.pemBundle, certificate: made.certificate });
    expect(signer.key).toMatchObject({ extractable: false, usages: ["sign"], type: "private" });
    await expect(crypto.subtle.exportKey("pkcs8", signer.key)).rejects.toThrow();
  });

  it("takes DER as well as PEM", async () => {
    const { privateKey } = splitPemBundle(made.pemBundle);
    const signer = await importSigner({ privateKey, certificate: made.certificate });
    expect(signer.key.type).toBe("private");
  });

  it("refuses stored metadata that is not of the stored certificate", async () => {
    const certificate = { ...made.certificate, certDigest: encodeBase64(new Uint8Array(32)) };
    await expect(importSigner({ privateKey: made.pemBundle, certificate })).rejects.toThrow(/digest/);
    const chained = { ...made.certificate, chain: [{ ...made.certificate, der: "no es base64" }] };
    await expect(importSigner({ privateKey: made.pemBundle, certificate: chained })).rejects.toThrow(/base64/);
  });

  it("refuses bytes that are no RSA key, without quoting them", async () => {
    const secret = "clave-que-nadie-debe-ver";
    const work = importSigner({ privateKey: new TextEncoder().encode(secret), certificate: made.certificate });
    await expect(work).rejects.toThrow(CertificateError);
    await expect(work).rejects.not.toThrow(new RegExp(secret));
  });
});

describe("splitPemBundle", () => {
  const KEY = "-----BEGIN PRIVATE KEY-----\nAAEC\n-----END PRIVATE KEY-----\n";
  const LEAF = "-----BEGIN CERTIFICATE-----\r\nAwQF\r\n-----END CERTIFICATE-----\r\n";
  const ROOT = "-----BEGIN CERTIFICATE-----\nBgcI\n-----END CERTIFICATE-----";

  it("finds the key and the certificates in order, with other text between", () => {
    const bundle = splitPemBundle(`Bag Attributes\n  friendlyName: x\n${KEY}comentario\n${LEAF}${ROOT}`);
    expect(bundle).toEqual({ privateKey: Uint8Array.of(0, 1, 2), certificates: ["AwQF", "BgcI"] });
  });

  it.each([
    ["no key", LEAF, /0 private keys/],
    ["two keys", KEY + KEY, /2 private keys/],
    ["an encrypted key", KEY.replaceAll("PRIVATE KEY", "ENCRYPTED PRIVATE KEY"), /ENCRYPTED PRIVATE KEY/],
    ["a PKCS#1 key", KEY.replaceAll("PRIVATE KEY", "RSA PRIVATE KEY"), /PKCS#8/],
    ["a block that is not base64", KEY.replace("AAEC", "AA*C"), /base64/],
    ["an empty block", KEY.replace("AAEC", ""), /base64/],
  ])("refuses %s", (_, pem, message) => {
    expect(() => splitPemBundle(pem)).toThrow(message);
  });
});

describe("base64", () => {
  it.each([0, 1, 2, 3, 255, 70_000])("brings %i bytes there and back", (length) => {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 7) % 256);
    expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes);
    expect(encodeBase64(bytes.subarray(1))).toBe(
      btoa(Array.from(bytes.subarray(1), (byte) => String.fromCharCode(byte)).join("")),
    );
  });

  it.each(["A", "AB", "ABC", "AB=C", "ABCD=", "====", "AB-_", "AB*D", "ñ"])("refuses %j", (text) => {
    expect(decodeBase64(text)).toBeUndefined();
  });

  it("allows white space between", () => {
    expect(decodeBase64(" AAEC\r\nAwQF\t")).toEqual(Uint8Array.of(0, 1, 2, 3, 4, 5));
  });
});
