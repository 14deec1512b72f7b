// Reads the authority's acknowledgement of a verdict (ApplicationResponse): what it says and who signed it, or why it proves nothing.
import { X509Certificate } from "node:crypto";
import { DOMParser, type Element } from "@xmldom/xmldom";
import { SignedXml } from "xml-crypto";
import { type ApplicationResponseFacts, readApplicationResponse } from "../../src/authority/outcome.ts";

/** What the signature covers, and nothing else, is believed. */
export type Acknowledgement =
  | { readonly type: "sound"; readonly facts: ApplicationResponseFacts | null; readonly signer: string }
  | { readonly type: "unsound"; readonly why: string };

const DS = "http://www.w3.org/2000/09/xmldsig#";
/** KeyInfo and SignedProperties are signed beside the document. */
const REFERENCES = 3;

/**
 * Verifies the enveloped signature with the certificate that the file brings, by a library that is not the product's
 * signer, and reads the facts out of the signed content alone. Whether the certificate is the authority's is for the
 * reader of `signer` to say: its chain is not published.
 */
export function readAcknowledgement(bytes: Uint8Array): Acknowledgement {
  const xml = new TextDecoder().decode(bytes);
  try {
    // First by the strict reader: what it refuses no other reader is shown.
    readApplicationResponse(bytes);
    const [signature, ...others] = findAll(xml, "Signature");
    if (signature === undefined || others.length > 0) return unsound("it has not exactly one signature");
    const [der] = Array.from(signature.getElementsByTagNameNS(DS, "X509Certificate"));
    const certificate = new X509Certificate(Buffer.from(der?.textContent ?? "", "base64"));
    const signed = verify(xml, signature, certificate);
    if (signed === undefined) return unsound("its signature does not verify");
    const facts = readApplicationResponse(new TextEncoder().encode(signed));
    return { type: "sound", facts, signer: describeSigner(certificate) };
  } catch (cause) {
    // What a reader cannot make sense of proves nothing, for the reason that it gives.
    return unsound(cause instanceof Error ? cause.message : String(cause));
  }
}

/** @returns the document as it was signed; undefined when the signature is not sound or does not cover it. */
function verify(xml: string, signature: Element, certificate: X509Certificate): string | undefined {
  const verifier = new SignedXml({ publicCert: certificate.toString(), getCertFromKeyInfo: () => null });
  verifier.loadSignature(signature.toString());
  if (!verifier.checkSignature(xml)) return undefined;
  const contents = verifier.getSignedReferences();
  const [whole] = verifier.getReferences().flatMap(({ uri }, index) => (uri === "" ? [contents[index]] : []));
  return contents.length === REFERENCES ? whole : undefined;
}

function findAll(xml: string, name: string): readonly Element[] {
  const parsed = new DOMParser().parseFromString(xml, "text/xml");
  return Array.from(parsed.getElementsByTagNameNS(DS, name));
}

function describeSigner({ subject }: X509Certificate): string {
  return /^CN=(.*)$/m.exec(subject)?.[1] ?? subject.replaceAll("\n", ", ");
}

function unsound(why: string): Acknowledgement {
  return { type: "unsound", why: `the acknowledgement proves nothing: ${why}` };
}
