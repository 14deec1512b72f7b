// Turns a verdict into the signed UBL ApplicationResponse that travels in XmlBase64Bytes.
import { canonicalInclusive, canonicalWithout, digestText, hexDigest, toBase64 } from "./canonical.ts";
import { at, descendants, type Element, parseXml } from "./dom.ts";
import type { Identity } from "./identity.ts";
import type { Finding } from "./judge/sheet.ts";
import { escapeXml } from "./soap-answer.ts";
import { AGENCY, ALGORITHM, NS, POLICY, SIGNED_PROPERTIES_TYPE } from "./wire-literal.ts";

export interface ResponseContent {
  readonly documentKey: string;
  readonly number: string;
  readonly type: string;
  readonly environment: string;
  readonly receiverNit: string;
  readonly isValid: boolean;
  readonly findings: readonly Finding[];
  readonly now: number;
}

const encoder = new TextEncoder();
const SIGNATURE_ID = "xmldsig-respuesta";
const ROOT =
  `<ApplicationResponse xmlns="${NS.response}" xmlns:cac="${NS.cac}" xmlns:cbc="${NS.cbc}" xmlns:ds="${NS.ds}" ` +
  `xmlns:ext="${NS.ext}" xmlns:sts="${NS.sts}" xmlns:xades="${NS.xades}">`;

/** Writes and signs the ApplicationResponse; returns its bytes in base64. */
export async function writeResponse(content: ResponseContent, identity: Identity): Promise<string> {
  const body = await writeBody(content);
  const before = `${ROOT}<ext:UBLExtensions><ext:UBLExtension><ext:ExtensionContent>`;
  const after = `</ext:ExtensionContent></ext:UBLExtension></ext:UBLExtensions>${body}</ApplicationResponse>`;
  const signature = await sign(before, after, content.now, identity);
  return toBase64(
    encoder.encode(`<?xml version="1.0" encoding="UTF-8" standalone="no"?>${before}${signature}${after}`),
  );
}

function line(index: number, code: string, description: string): string {
  return (
    `<cac:LineResponse><cac:LineReference><cbc:LineID>${index}</cbc:LineID></cac:LineReference><cac:Response>` +
    `<cbc:ResponseCode>${escapeXml(code)}</cbc:ResponseCode><cbc:Description>${escapeXml(description)}</cbc:Description>` +
    "</cac:Response></cac:LineResponse>"
  );
}

function party(name: string, nit: string, digit: string | undefined, label: string): string {
  const check = digit === undefined ? "" : ` schemeID="${digit}"`;
  return (
    `<cac:${name}><cac:PartyTaxScheme><cbc:RegistrationName>${label}</cbc:RegistrationName>` +
    `<cbc:CompanyID schemeAgencyID="${AGENCY.id}" schemeAgencyName="${AGENCY.name}"${check} schemeName="31">${escapeXml(nit)}</cbc:CompanyID>` +
    `<cac:TaxScheme><cbc:ID>01</cbc:ID><cbc:Name>IVA</cbc:Name></cac:TaxScheme></cac:PartyTaxScheme></cac:${name}>`
  );
}

/** Local date and time in Bogotá. */
function localTime(now: number): { date: string; time: string } {
  const text = new Date(now - 5 * 3_600_000).toISOString();
  return { date: text.slice(0, 10), time: `${text.slice(11, 19)}-05:00` };
}

async function writeBody(content: ResponseContent): Promise<string> {
  const { date, time } = localTime(content.now);
  const id = String(content.now);
  const uuid = await hexDigest("SHA-384", id + date + time + AGENCY.nit + content.documentKey);
  const lines = content.findings.map((one, i) => line(i + 2, one.code, describe(one)));
  const verdict = content.isValid
    ? "Documento validado por la autoridad de mentira"
    : "Documento rechazado por la autoridad de mentira";
  return (
    "<cbc:UBLVersionID>UBL 2.1</cbc:UBLVersionID><cbc:CustomizationID>1</cbc:CustomizationID><cbc:ProfileID>DIAN 2.1</cbc:ProfileID>" +
    `<cbc:ProfileExecutionID>${escapeXml(content.environment)}</cbc:ProfileExecutionID><cbc:ID>${id}</cbc:ID>` +
    `<cbc:UUID schemeName="CUDE-SHA384">${uuid}</cbc:UUID><cbc:IssueDate>${date}</cbc:IssueDate><cbc:IssueTime>${time}</cbc:IssueTime>` +
    party("SenderParty", AGENCY.nit, AGENCY.checkDigit, "SIMULADOR: NO ES LA AUTORIDAD") +
    party("ReceiverParty", content.receiverNit, undefined, "EMISOR") +
    `<cac:DocumentResponse><cac:Response><cbc:ResponseCode>${content.isValid ? "02" : "04"}</cbc:ResponseCode>` +
    `<cbc:Description>${verdict}</cbc:Description></cac:Response><cac:DocumentReference>` +
    `<cbc:ID>${escapeXml(content.number)}</cbc:ID><cbc:UUID>${escapeXml(content.documentKey)}</cbc:UUID>` +
    `<cbc:DocumentTypeCode>${escapeXml(content.type)}</cbc:DocumentTypeCode></cac:DocumentReference>` +
    `${line(1, content.isValid ? "0000" : "0", "0")}${lines.join("")}</cac:DocumentResponse>`
  );
}

/** A finding as a line of ErrorMessage. */
export function describe(finding: Finding): string {
  return `Regla: ${finding.code}, ${finding.severity === "rejection" ? "Rechazo" : "Notificación"}: ${finding.text}`;
}

function signedProperties(now: number, identity: Identity): string {
  const { date, time } = localTime(now);
  return (
    `<xades:SignedProperties Id="${SIGNATURE_ID}-props"><xades:SignedSignatureProperties>` +
    `<xades:SigningTime>${date}T${time}</xades:SigningTime><xades:SigningCertificate><xades:Cert><xades:CertDigest>` +
    `<ds:DigestMethod Algorithm="${ALGORITHM.sha256}"/><ds:DigestValue>${identity.certificateDigest}</ds:DigestValue></xades:CertDigest>` +
    `<xades:IssuerSerial><ds:X509IssuerName>${escapeXml(identity.issuerName)}</ds:X509IssuerName>` +
    `<ds:X509SerialNumber>${identity.serial}</ds:X509SerialNumber></xades:IssuerSerial></xades:Cert></xades:SigningCertificate>` +
    "<xades:SignaturePolicyIdentifier><xades:SignaturePolicyId><xades:SigPolicyId>" +
    `<xades:Identifier>${POLICY.identifier}</xades:Identifier></xades:SigPolicyId><xades:SigPolicyHash>` +
    `<ds:DigestMethod Algorithm="${ALGORITHM.sha256}"/><ds:DigestValue>${POLICY.sha256}</ds:DigestValue></xades:SigPolicyHash>` +
    "</xades:SignaturePolicyId></xades:SignaturePolicyIdentifier><xades:SignerRole><xades:ClaimedRoles>" +
    "<xades:ClaimedRole>third party</xades:ClaimedRole></xades:ClaimedRoles></xades:SignerRole>" +
    "</xades:SignedSignatureProperties></xades:SignedProperties>"
  );
}

/** The ds:Signature element: digests over what xmldsigjs canonicalizes, three references as the authority's own answers have. */
async function sign(before: string, after: string, now: number, identity: Identity): Promise<string> {
  const keyInfo =
    `<ds:KeyInfo Id="${SIGNATURE_ID}-key"><ds:X509Data><ds:X509Certificate>${identity.certificate}</ds:X509Certificate>` +
    "</ds:X509Data></ds:KeyInfo>";
  const object =
    `<ds:Object><xades:QualifyingProperties Target="#${SIGNATURE_ID}">${signedProperties(now, identity)}` +
    "</xades:QualifyingProperties></ds:Object>";
  const whole = parseXml(`${before}<ds:Signature Id="${SIGNATURE_ID}">${keyInfo}${object}</ds:Signature>${after}`);
  const find = (name: string): Element => {
    for (const element of descendants(whole)) if (element.nodeName === name) return element;
    throw new Error(`the ApplicationResponse has no ${name}`);
  };
  const keyInfoDigest = await digestText(canonicalInclusive(find("ds:KeyInfo")), ALGORITHM.sha256);
  const propertiesDigest = await digestText(canonicalInclusive(find("xades:SignedProperties")), ALGORITHM.sha256);
  const documentDigest = await digestText(canonicalWithout(whole, find("ds:Signature")), ALGORITHM.sha256);
  const reference = (attributes: string, transforms: string, digest: string | undefined): string =>
    `<ds:Reference${attributes}>${transforms}<ds:DigestMethod Algorithm="${ALGORITHM.sha256}"/>` +
    `<ds:DigestValue>${digest ?? ""}</ds:DigestValue></ds:Reference>`;
  const info =
    `<ds:SignedInfo><ds:CanonicalizationMethod Algorithm="${ALGORITHM.c14n}"/><ds:SignatureMethod Algorithm="${ALGORITHM.rsaSha256}"/>` +
    reference(
      ` Id="${SIGNATURE_ID}-ref0" URI=""`,
      `<ds:Transforms><ds:Transform Algorithm="${ALGORITHM.enveloped}"/></ds:Transforms>`,
      documentDigest,
    ) +
    reference(` URI="#${SIGNATURE_ID}-key"`, "", keyInfoDigest) +
    reference(` Type="${SIGNED_PROPERTIES_TYPE}" URI="#${SIGNATURE_ID}-props"`, "", propertiesDigest) +
    "</ds:SignedInfo>";
  const infoElement = at(parseXml(`${ROOT}${info}</ApplicationResponse>`), "ds:SignedInfo");
  if (!infoElement) throw new Error("the ApplicationResponse has no ds:SignedInfo");
  const bytes = encoder.encode(canonicalInclusive(infoElement));
  const value = toBase64(new Uint8Array(await crypto.subtle.sign("RSASSA-PKCS1-v1_5", identity.key, bytes)));
  return (
    `<ds:Signature Id="${SIGNATURE_ID}">${info}<ds:SignatureValue Id="${SIGNATURE_ID}-sigvalue">${value}</ds:SignatureValue>` +
    `${keyInfo}${object}</ds:Signature>`
  );
}
