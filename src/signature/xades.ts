// Signs a canonical document (XAdES-EPES) without ever parsing it, and returns the signed bytes.
import { Buffer } from "node:buffer";
import { attributes, element, group, text } from "../xml/element.ts";
import {
  C14N_INCLUSIVE,
  ENVELOPED_SIGNATURE,
  POLICY_DIGEST,
  POLICY_IDENTIFIER,
  SIGNED_PROPERTIES_TYPE,
} from "./wire-literal.ts";
import {
  type CertificateEntry,
  digestOf,
  digestSha256,
  inContext,
  SIGNATURE_METHOD,
  type Signer,
  signText,
} from "./xmldsig.ts";

/** A document in canonical text, cut where its signature goes. */
export interface UnsignedDocument {
  /** Everything up to and including the last `<ext:UBLExtension><ext:ExtensionContent>`. */
  readonly head: string;
  /** From `</ext:ExtensionContent></ext:UBLExtension>` to the end of the root. */
  readonly tail: string;
  /** The root's namespace declarations in canonical order, each with its leading space, exactly as in `head`. */
  readonly rootNamespaces: string;
}

interface SignatureRequest {
  readonly document: UnsignedDocument;
  readonly signer: Signer;
  /** `YYYY-MM-DDTHH:MM:SS-05:00`; its date must be the document's IssueDate (FAD09e). */
  readonly signingTime: string;
  /** What the Ids of the signature begin with. Unique within a document only, so one constant serves all. */
  readonly id?: string;
}

/**
 * The parts that depend only on the certificate, the root namespaces and the id prefix, cut where each document's values go.
 */
interface Frame {
  /** SignedProperties in the context of the root, around the signing time. */
  readonly properties: readonly string[];
  /** SignedInfo in the context of the root, around the digests of the document and of SignedProperties. */
  readonly signedInfo: readonly string[];
  /** The whole signature, around both digests, the signature value and the signing time. */
  readonly signature: readonly string[];
}

const DECLARATION = new TextEncoder().encode('<?xml version="1.0" encoding="UTF-8"?>\n');
const DEFAULT_ID = "xmldsig-signature";
/** The issuer signs with its own certificate; a provider that signs for it would be a `third party`. */
const CLAIMED_ROLE = "supplier";
const FRAME_LIMIT = 8;
/** Cannot occur in canonical text, so it marks where a document's own value goes. */
const PLACE = "<>";
const SIGNING_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?-05:00$/;

const encoder = new TextEncoder();
const framesBySigner = new WeakMap<Signer, Map<string, Frame>>();

/**
 * Signs a document: three references (the document without its signature, KeyInfo, SignedProperties), inclusive C14N.
 * No randomness and no clock: the same request always gives the same bytes.
 * @returns UTF-8 bytes, beginning with the XML declaration and a line feed.
 * @throws Error when the signing time is not Bogotá's local time as above.
 */
export async function signDocument(request: SignatureRequest): Promise<Uint8Array<ArrayBuffer>> {
  const { document, signer, signingTime, id = DEFAULT_ID } = request;
  if (!SIGNING_TIME.test(signingTime)) throw new Error("the signing time is not a local time of Bogotá");
  const frame = await getFrame(signer, document.rootNamespaces, id);
  const content = encoder.encode(document.head + document.tail) as Uint8Array<ArrayBuffer>;
  const [documentDigest, propertiesDigest] = await Promise.all([
    digestSha256(content),
    digestSha256(fill(frame.properties, [signingTime])),
  ]);
  const value = await signText(signer, fill(frame.signedInfo, [documentDigest, propertiesDigest]));
  const signature = fill(frame.signature, [documentDigest, propertiesDigest, value, signingTime]);
  const headLength = Buffer.byteLength(document.head);
  return concatenate([
    DECLARATION,
    content.subarray(0, headLength),
    encoder.encode(signature),
    content.subarray(headLength),
  ]);
}

async function getFrame(signer: Signer, rootNamespaces: string, id: string): Promise<Frame> {
  const key = `${id}\n${rootNamespaces}`;
  const frames = framesBySigner.get(signer) ?? new Map<string, Frame>();
  framesBySigner.set(signer, frames);
  const known = frames.get(key);
  if (known !== undefined) return known;
  const keyInfo = buildKeyInfo(id, signer);
  const properties = buildProperties(id, signer);
  const signedInfo = buildSignedInfo(id, await digestSha256(inContext(keyInfo, rootNamespaces)));
  const frame = {
    properties: inContext(properties, rootNamespaces).split(PLACE),
    signedInfo: inContext(signedInfo, rootNamespaces).split(PLACE),
    signature: buildSignature(id, signedInfo, keyInfo, properties).split(PLACE),
  };
  if (frames.size >= FRAME_LIMIT) frames.clear();
  frames.set(key, frame);
  return frame;
}

/** Joins the pieces with one value between each two. */
function fill(pieces: readonly string[], values: readonly string[]): string {
  let filled = pieces[0] ?? "";
  for (const [index, value] of values.entries()) filled += value + (pieces[index + 1] ?? "");
  return filled;
}

/** SignedInfo with places for the digests of the document and of SignedProperties. */
function buildSignedInfo(id: string, keyInfoDigest: string): string {
  const enveloped = element("ds:Transform", "", attributes({ Algorithm: ENVELOPED_SIGNATURE }));
  return group("ds:SignedInfo", [
    element("ds:CanonicalizationMethod", "", attributes({ Algorithm: C14N_INCLUSIVE })),
    SIGNATURE_METHOD,
    element(
      "ds:Reference",
      element("ds:Transforms", enveloped) + digestOf(PLACE),
      attributes({ Id: `${id}-ref0`, URI: "" }),
    ),
    element("ds:Reference", digestOf(keyInfoDigest), attributes({ URI: `#${id}-keyinfo` })),
    element("ds:Reference", digestOf(PLACE), attributes({ Type: SIGNED_PROPERTIES_TYPE, URI: `#${id}-signedprops` })),
  ]);
}

function buildSignature(id: string, signedInfo: string, keyInfo: string, properties: string): string {
  const qualifying = element("xades:QualifyingProperties", properties, attributes({ Target: `#${id}` }));
  return group(
    "ds:Signature",
    [
      signedInfo,
      element("ds:SignatureValue", PLACE, attributes({ Id: `${id}-sigvalue` })),
      keyInfo,
      element("ds:Object", qualifying),
    ],
    attributes({ Id: id }),
  );
}

function buildKeyInfo(id: string, signer: Signer): string {
  const certificate = element("ds:X509Certificate", signer.certificate.der);
  return element("ds:KeyInfo", element("ds:X509Data", certificate), attributes({ Id: `${id}-keyinfo` }));
}

/** SignedProperties; XSD fixes the order of what is inside. */
function buildProperties(id: string, signer: Signer): string {
  const entries = [signer.certificate, ...signer.certificate.chain];
  const policy = group("xades:SignaturePolicyId", [
    element("xades:SigPolicyId", text("xades:Identifier", POLICY_IDENTIFIER)),
    element("xades:SigPolicyHash", digestOf(POLICY_DIGEST)),
  ]);
  const signatureProperties = group("xades:SignedSignatureProperties", [
    element("xades:SigningTime", PLACE),
    group("xades:SigningCertificate", entries.map(buildCertificate)),
    element("xades:SignaturePolicyIdentifier", policy),
    element("xades:SignerRole", element("xades:ClaimedRoles", text("xades:ClaimedRole", CLAIMED_ROLE))),
  ]);
  return element("xades:SignedProperties", signatureProperties, attributes({ Id: `${id}-signedprops` }));
}

function buildCertificate(entry: CertificateEntry): string {
  return group("xades:Cert", [
    element("xades:CertDigest", digestOf(entry.certDigest)),
    group("xades:IssuerSerial", [
      text("ds:X509IssuerName", entry.issuerName),
      text("ds:X509SerialNumber", entry.serialNumber),
    ]),
  ]);
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
