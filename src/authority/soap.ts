// Builds what is sent to the authority: the ZIP of a document with the names that the annex prescribes (6.5.7, 6.5.8), and the SOAP 1.2
// request with its signed security header (WS-Security).

import { zipSync } from "fflate";
import type { FileTag } from "../domain/kind.ts";
import { decodeBase64, encodeBase64 } from "../signature/base64.ts";
import { digestOf, digestSha256, SIGNATURE_METHOD, type Signer, signText } from "../signature/xmldsig.ts";
import { attributes, element, group, text } from "../xml/element.ts";
import {
  ACTION_BASE,
  BASE64_ENCODING,
  C14N_EXCLUSIVE,
  DS,
  SERVICE,
  SOAP,
  THUMBPRINT_SHA1,
  WSA,
  WSSE,
  WSU,
  X509_TOKEN,
} from "./wire-literal.ts";

/** The values of each operation, in the order of the service description. */
export interface OperationValues {
  readonly SendBillSync: { readonly fileName: string; readonly contentFile: string };
  readonly SendBillAsync: { readonly fileName: string; readonly contentFile: string };
  readonly SendTestSetAsync: { readonly fileName: string; readonly contentFile: string; readonly testSetId: string };
  readonly GetStatus: { readonly trackId: string };
  readonly GetStatusZip: { readonly trackId: string };
  readonly GetXmlByDocumentKey: { readonly trackId: string };
  readonly GetNumberingRange: {
    readonly accountCode: string;
    readonly accountCodeT: string;
    readonly softwareCode: string;
  };
  readonly GetAcquirer: { readonly identificationType: string; readonly identificationNumber: string };
}
export type Operation = keyof OperationValues;

const VALUE_NAMES: { readonly [O in Operation]: readonly (keyof OperationValues[O] & string)[] } = {
  SendBillSync: ["fileName", "contentFile"],
  SendBillAsync: ["fileName", "contentFile"],
  SendTestSetAsync: ["fileName", "contentFile", "testSetId"],
  GetStatus: ["trackId"],
  GetStatusZip: ["trackId"],
  GetXmlByDocumentKey: ["trackId"],
  GetNumberingRange: ["accountCode", "accountCodeT", "softwareCode"],
  GetAcquirer: ["identificationType", "identificationNumber"],
};

/** A request ready for POST. */
export interface SoapRequest {
  readonly body: string;
  readonly contentType: string;
}

/** Where and how requests are signed. */
export interface SoapContext {
  readonly signer: Signer;
  /** Absolute URL of the service, signed as wsa:To. */
  readonly endpoint: string;
  readonly variant: SecurityVariant;
}

const ENVELOPE_NAMESPACES = attributes({ "xmlns:soap": SOAP, "xmlns:wcf": SERVICE });
const HEADER_NAMESPACES = attributes({ "xmlns:wsa": WSA });

/**
 * Builds one request. `contentFile` is base64 already.
 * @param instantMs epoch milliseconds of the sending: the header is valid from then, for 300 s.
 */
export async function buildSoapRequest<O extends Operation>(
  context: SoapContext,
  operation: O,
  values: OperationValues[O],
  instantMs: number,
): Promise<SoapRequest> {
  const action = `${ACTION_BASE}${operation}`;
  const header = await buildSecurityHeader(context.signer, context.endpoint, context.variant, instantMs);
  const call = group(
    `wcf:${operation}`,
    VALUE_NAMES[operation].map((name) => text(`wcf:${name}`, String(values[name]))),
  );
  const body = group(
    "soap:Envelope",
    [
      group("soap:Header", [header.security, text("wsa:Action", action), header.to], HEADER_NAMESPACES),
      element("soap:Body", call),
    ],
    ENVELOPE_NAMESPACES,
  );
  return { body, contentType: `application/soap+xml; charset=utf-8; action="${action}"` };
}

/**
 * The forms of the header that are known to be accepted: `plain` signs wsa:To with prefix lists; `no-prefix-list` the
 * same without them; `thumbprint` signs Timestamp and To and names the certificate by its SHA-1, as the policy literally requires.
 */
export const SECURITY_VARIANTS = ["plain", "no-prefix-list", "thumbprint"] as const;
export type SecurityVariant = (typeof SECURITY_VARIANTS)[number];

/** Name of the one setting that chooses the form, for the Worker and for the operator program. */
export const SECURITY_VARIANT_SETTING = "SOAP_SECURITY_VARIANT";

/**
 * Reads that setting; unset means `plain`.
 * @returns undefined for a value that names no form: the caller goes on with `plain` and says so.
 */
export function readSecurityVariant(text: string | undefined): SecurityVariant | undefined {
  const wanted = text?.trim() || "plain";
  return SECURITY_VARIANTS.find((variant) => variant === wanted);
}

/** How long a request stays valid, which must allow for clock skew. Other clients use from 60 s to hours. */
const LIFETIME_MS = 300_000;
const TO_ID = "id-1";
const TIMESTAMP_ID = "TS-1";
const TOKEN_ID = "X509-1";
const CACHE_LIMIT = 8;

/** The two headers that depend on the signer: `wsse:Security` and `wsa:To`, canonical text. */
interface SecurityHeader {
  readonly security: string;
  readonly to: string;
}

/** Token and signature, constant for a certificate and endpoint as long as only wsa:To is signed. */
const tokensBySigner = new WeakMap<Signer, Map<string, string>>();

/**
 * Builds the security header of one request.
 * @param endpoint absolute URL, signed as wsa:To.
 * @param instantMs epoch milliseconds; the header expires 300 s later.
 */
async function buildSecurityHeader(
  signer: Signer,
  endpoint: string,
  variant: SecurityVariant,
  instantMs: number,
): Promise<SecurityHeader> {
  const timestamp = group(
    "wsu:Timestamp",
    [text("wsu:Created", formatInstant(instantMs)), text("wsu:Expires", formatInstant(instantMs + LIFETIME_MS))],
    attributes({ "wsu:Id": TIMESTAMP_ID }),
  );
  const token =
    variant === "thumbprint"
      ? await signTimestampAndTo(signer, endpoint, timestamp)
      : await getConstantToken(signer, endpoint, variant);
  const namespaces = attributes({ "xmlns:wsse": WSSE, "xmlns:wsu": WSU });
  return {
    security: element("wsse:Security", timestamp + token, namespaces),
    to: text("wsa:To", endpoint, attributes({ "xmlns:wsu": WSU, "wsu:Id": TO_ID })),
  };
}

async function getConstantToken(signer: Signer, endpoint: string, variant: SecurityVariant): Promise<string> {
  const key = `${variant} ${endpoint}`;
  const tokens = tokensBySigner.get(signer) ?? new Map<string, string>();
  tokensBySigner.set(signer, tokens);
  const known = tokens.get(key);
  if (known !== undefined) return known;
  const token = await (variant === "plain" ? signTo(signer, endpoint) : signToWithoutPrefixes(signer, endpoint));
  if (tokens.size >= CACHE_LIMIT) tokens.clear();
  tokens.set(key, token);
  return token;
}

async function signTo(signer: Signer, endpoint: string): Promise<string> {
  const toScope = { "xmlns:soap": SOAP, "xmlns:wcf": SERVICE, "xmlns:wsa": WSA, "xmlns:wsu": WSU };
  const digest = await digestSha256(text("wsa:To", endpoint, attributes({ ...toScope, "wsu:Id": TO_ID })));
  const content = buildSignedInfo("wsa soap wcf", [buildReference(TO_ID, "soap wcf", digest)]);
  const scope = attributes({ "xmlns:ds": DS, "xmlns:soap": SOAP, "xmlns:wcf": SERVICE, "xmlns:wsa": WSA });
  return buildToken(signer, content, scope, directReference());
}

async function signToWithoutPrefixes(signer: Signer, endpoint: string): Promise<string> {
  const digest = await digestSha256(exclusiveTo(endpoint));
  const content = buildSignedInfo("", [buildReference(TO_ID, "", digest)]);
  return buildToken(signer, content, attributes({ "xmlns:ds": DS }), directReference());
}

async function signTimestampAndTo(signer: Signer, endpoint: string, timestamp: string): Promise<string> {
  const scope = attributes({ "xmlns:wsu": WSU });
  const timestampDigest = await digestSha256(timestamp.replace("<wsu:Timestamp", `<wsu:Timestamp${scope}`));
  const references = [
    buildReference(TIMESTAMP_ID, "", timestampDigest),
    buildReference(TO_ID, "", await digestSha256(exclusiveTo(endpoint))),
  ];
  const content = buildSignedInfo("", references);
  return buildToken(signer, content, attributes({ "xmlns:ds": DS }), await thumbprintReference(signer));
}

/** Exclusive canonical form of wsa:To when no prefix list adds the other namespaces in scope. */
function exclusiveTo(endpoint: string): string {
  return text("wsa:To", endpoint, attributes({ "xmlns:wsa": WSA, "xmlns:wsu": WSU, "wsu:Id": TO_ID }));
}

/** BinarySecurityToken and ds:Signature, in the order of the Strict layout. */
async function buildToken(signer: Signer, content: string, scope: string, reference: string): Promise<string> {
  const value = await signText(signer, element("ds:SignedInfo", content, scope));
  const tokenAttributes = { EncodingType: BASE64_ENCODING, ValueType: X509_TOKEN, "wsu:Id": TOKEN_ID };
  const keyInfo = element("wsse:SecurityTokenReference", reference, attributes({ "wsu:Id": "STR-1" }));
  const signature = group(
    "ds:Signature",
    [
      element("ds:SignedInfo", content),
      element("ds:SignatureValue", value),
      element("ds:KeyInfo", keyInfo, attributes({ Id: "KI-1" })),
    ],
    attributes({ "xmlns:ds": DS, Id: "SIG-1" }),
  );
  return text("wsse:BinarySecurityToken", signer.certificate.der, attributes(tokenAttributes)) + signature;
}

/** The content of SignedInfo; its text is the same in the document and in canonical form. */
function buildSignedInfo(prefixList: string, references: readonly string[]): string {
  const method = attributes({ Algorithm: C14N_EXCLUSIVE });
  return element("ds:CanonicalizationMethod", prefixes(prefixList), method) + SIGNATURE_METHOD + references.join("");
}

function buildReference(id: string, prefixList: string, digest: string): string {
  const transform = element("ds:Transform", prefixes(prefixList), attributes({ Algorithm: C14N_EXCLUSIVE }));
  return element("ds:Reference", element("ds:Transforms", transform) + digestOf(digest), attributes({ URI: `#${id}` }));
}

function prefixes(list: string): string {
  if (list === "") return "";
  return element("ec:InclusiveNamespaces", "", attributes({ "xmlns:ec": C14N_EXCLUSIVE, PrefixList: list }));
}

function directReference(): string {
  return element("wsse:Reference", "", attributes({ URI: `#${TOKEN_ID}`, ValueType: X509_TOKEN }));
}

async function thumbprintReference(signer: Signer): Promise<string> {
  const der = decodeBase64(signer.certificate.der) ?? new Uint8Array();
  const thumbprint = new Uint8Array(await crypto.subtle.digest("SHA-1", der));
  return text("wsse:KeyIdentifier", encodeBase64(thumbprint), attributes({ ValueType: THUMBPRINT_SHA1 }));
}

function formatInstant(instantMs: number): string {
  return `${new Date(instantMs).toISOString().slice(0, 19)}Z`;
}

/** The first date of the format, in the local time that it counts in, so that the bytes depend on no clock. */
const FIRST_DATE = new Date(1980, 0, 1);
/** Best ratio of size to time for a document (4.7 KB instead of 24 KB). */
const LEVEL = 3;

/** A file to be packed; its name is ASCII. */
interface NamedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Packs one file, deflated.
 * @param name name inside the archive, `{tag}{NIT}{ppp}{yy}{hex}.xml` (annex 6.5.7): ASCII.
 */
export function zipFile(name: string, bytes: Uint8Array): Uint8Array {
  return zipFiles([{ name, bytes }]);
}

/** Packs files in their order. */
export function zipFiles(files: readonly NamedFile[]): Uint8Array<ArrayBuffer> {
  const entries = Object.fromEntries(files.map(({ name, bytes }) => [name, bytes]));
  return zipSync(entries, { level: LEVEL, mtime: FIRST_DATE });
}

/** Whose file it is, and which of the year. */
interface FileIdentity {
  /** NIT without check digit, at most 10 digits. */
  readonly nit: string;
  /** Three digits: 000 own software, else the provider's code. */
  readonly providerCode: string;
  /** Calendar year, four digits. */
  readonly year: number;
  /** Counter of files sent in that year, from 1 to 0xffffffff. */
  readonly sequence: number;
}

/**
 * `{tag}{NIT 10}{ppp}{yy}{8 hex}.xml`.
 * @throws Error when a part does not fit: with a wrong length the authority would leave the file "in process" for ever.
 */
export function buildXmlFileName(tag: FileTag, identity: FileIdentity): string {
  return `${tag}${buildStem(identity)}.xml`;
}

/** The ZIP's name for an XML file's name: the tag becomes `z`. */
export function toZipFileName(xmlFileName: string): string {
  const [, stem] = /^[a-z]{2,3}(\d{15}[0-9a-f]{8})\.xml$/.exec(xmlFileName) ?? [];
  if (stem === undefined) throw new Error("not the name of an XML file as the annex asks");
  return `z${stem}.zip`;
}

function buildStem({ nit, providerCode, year, sequence }: FileIdentity): string {
  if (!/^\d{1,10}$/.test(nit)) throw new Error("the NIT of a file name has 1 to 10 digits");
  if (!/^\d{3}$/.test(providerCode)) throw new Error("the provider code of a file name has 3 digits");
  if (!Number.isInteger(year) || year < 2000 || year > 2099) throw new Error("the year of a file name is 2000 to 2099");
  if (!Number.isInteger(sequence) || sequence < 1 || sequence > 0xffffffff) {
    throw new Error("the counter of a file name is 1 to 0xffffffff");
  }
  const hex = sequence.toString(16).padStart(8, "0");
  return nit.padStart(10, "0") + providerCode + String(year % 100).padStart(2, "0") + hex;
}
