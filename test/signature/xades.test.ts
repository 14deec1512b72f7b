// Tests the signature itself: determinism, its parts, and what it refuses.
import { beforeAll, describe, expect, it } from "vitest";
import { decodeBase64 } from "../../src/signature/base64.ts";
import { signDocument, type UnsignedDocument } from "../../src/signature/xades.ts";
import type { Signer } from "../../src/signature/xmldsig.ts";
import { makeSigner } from "../support/signer.ts";

const NAMESPACES = ' xmlns="urn:d" xmlns:ds="http://www.w3.org/2000/09/xmldsig#"';
const DOCUMENT: UnsignedDocument = {
  head: `<Invoice${NAMESPACES}><ext>`,
  tail: "</ext><b>Ñandú 🧾</b></Invoice>",
  rootNamespaces: NAMESPACES,
};
const SIGNING_TIME = "2026-11-20T08:00:00-05:00";

let signer: Signer;
let publicKey: CryptoKey;
beforeAll(async () => {
  ({ signer, publicKey } = await makeSigner());
});

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe("signDocument", () => {
  it("gives the same bytes for the same request, also after other signatures", async () => {
    const request = { document: DOCUMENT, signer, signingTime: SIGNING_TIME };
    const first = await signDocument(request);
    for (let index = 0; index < 20; index += 1) await signDocument({ ...request, id: `other-${index}` });
    expect(await signDocument(request)).toEqual(first);
  });

  it("leaves head and tail as they are, behind the XML declaration", async () => {
    const signed = decode(await signDocument({ document: DOCUMENT, signer, signingTime: SIGNING_TIME }));
    expect(signed.startsWith(`<?xml version="1.0" encoding="UTF-8"?>\n${DOCUMENT.head}<ds:Signature Id="`)).toBe(true);
    expect(signed.endsWith(`</ds:Signature>${DOCUMENT.tail}`)).toBe(true);
  });

  it("verifies with the certificate's public key, over SignedInfo in the context of the root", async () => {
    const signed = decode(await signDocument({ document: DOCUMENT, signer, signingTime: SIGNING_TIME }));
    const [signedInfo = ""] = /<ds:SignedInfo>.*<\/ds:SignedInfo>/s.exec(signed) ?? [];
    const [, value = ""] = /<ds:SignatureValue[^>]*>([^<]*)</.exec(signed) ?? [];
    const canonical = signedInfo.replace("<ds:SignedInfo>", `<ds:SignedInfo${NAMESPACES}>`);
    const bytes = new TextEncoder().encode(canonical);
    const signature = decodeBase64(value) ?? new Uint8Array();
    expect(await crypto.subtle.verify({ name: "RSASSA-PKCS1-v1_5" }, publicKey, signature, bytes)).toBe(true);
  });

  it("names the leaf and every certificate of the chain, in order, escaped", async () => {
    const chain = ["CN=Sub & Co", "CN=Raíz <1>"].map((issuerName, index) => ({
      ...signer.certificate,
      issuerName,
      serialNumber: String(index + 7),
    }));
    const chained = { key: signer.key, certificate: { ...signer.certificate, chain } };
    const signed = decode(await signDocument({ document: DOCUMENT, signer: chained, signingTime: SIGNING_TIME }));
    const issuers = [...signed.matchAll(/<ds:X509IssuerName>([^<]*)</g)].map(([, issuer]) => issuer);
    expect(issuers.slice(1)).toEqual(["CN=Sub &amp; Co", "CN=Raíz &lt;1&gt;"]);
    const serials = [...signed.matchAll(/<ds:X509SerialNumber>([^<]*)</g)].map(([, serial]) => serial);
    expect(serials).toEqual([signer.certificate.serialNumber, "7", "8"]);
  });

  it("claims the role of the supplier, who signs with its own certificate", async () => {
    const signed = decode(await signDocument({ document: DOCUMENT, signer, signingTime: SIGNING_TIME }));
    expect(signed).toContain("<xades:ClaimedRole>supplier</xades:ClaimedRole>");
  });

  it.each(["2026-11-20T08:00:00Z", "2026-11-20T08:00:00-04:00", "2026-11-20 08:00:00-05:00", "<x/>", ""])(
    "refuses the signing time %j",
    async (signingTime) => {
      await expect(signDocument({ document: DOCUMENT, signer, signingTime })).rejects.toThrow(/signing time/);
    },
  );
});
