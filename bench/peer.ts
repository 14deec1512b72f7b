// Signs the same document with common npm libraries, for comparison.
import { DOMImplementation, DOMParser, XMLSerializer } from "@xmldom/xmldom";
import { setNodeDependencies, SignedXml as XadesSignedXml } from "xadesjs";
import { SignedXml } from "xml-crypto";
import xpath from "xpath";
import {
  C14N_INCLUSIVE,
  ENVELOPED_SIGNATURE,
  POLICY_DIGEST,
  POLICY_IDENTIFIER,
  RSA_SHA256,
  SHA256,
} from "../src/signature/wire-literal.ts";
import type { Issuer } from "./fixture.ts";

setNodeDependencies({ DOMImplementation, DOMParser, XMLSerializer, xpath });

const PLACE = "//*[local-name(.)='ExtensionContent' and not(*)]";
const RSA = { name: "RSASSA-PKCS1-v1_5" };

/** XAdES-EPES by xadesjs: two references, since it has no option for the one to KeyInfo that the authority asks for. */
export async function signWithXadesjs({ signer }: Issuer, xml: string): Promise<string> {
  const document = new DOMParser().parseFromString(xml, "text/xml");
  const signed = new XadesSignedXml();
  const signature = await signed.Sign(RSA, signer.key, document as never, {
    references: [{ hash: "SHA-256", transforms: ["enveloped"] }],
    x509: [signer.certificate.der],
    signingCertificate: signer.certificate.der,
    signingTime: { value: new Date(0) },
    policy: { identifier: { value: POLICY_IDENTIFIER }, hash: { name: "SHA-256" }, digestValue: POLICY_DIGEST },
    signerRole: { claimed: ["supplier"] },
  });
  const places = document.getElementsByTagName("ext:ExtensionContent");
  places.item(places.length - 1)?.appendChild(signature.GetXml() as never);
  return new XMLSerializer().serializeToString(document);
}

/** One enveloped reference by xml-crypto: no XAdES at all, the least that it can do. */
export function signWithXmlCrypto({ pemBundle }: Issuer, xml: string): string {
  const signed = new SignedXml({
    privateKey: pemBundle,
    signatureAlgorithm: RSA_SHA256,
    canonicalizationAlgorithm: C14N_INCLUSIVE,
  });
  signed.addReference({
    xpath: "/*",
    transforms: [ENVELOPED_SIGNATURE, C14N_INCLUSIVE],
    digestAlgorithm: SHA256,
    isEmptyUri: true,
  });
  signed.computeSignature(xml, { location: { reference: PLACE, action: "append" } });
  return signed.getSignedXml();
}
