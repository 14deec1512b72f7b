// Turns an unsigned sample into a signed document with node:crypto: edited, hashed again, signed again, each step open to harm.
import { createHash, createSign } from "node:crypto";
import { scanElements, setContent } from "./element-scan.ts";
import type { Signer } from "./soap-client.ts";

const C14N = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315";
const SHA256 = "http://www.w3.org/2001/04/xmlenc#sha256";
const POLICY = "https://facturaelectronica.dian.gov.co/politicadefirma/v2/politicadefirmav2.pdf";
const POLICY_DIGEST = "dMoMvtcG5aIzgYo0tIsSQeVJBDnUnfSOfBpxXrmor0Y=";
const ID = "xmldsig-00000000-0000-0000-0000-000000000000";
const EXTENSION = "ext:UBLExtensions/ext:UBLExtension/ext:ExtensionContent/sts:DianExtensions";
const CATALOGUE = "https://catalogo-vpfe-hab.dian.gov.co/document/searchqr?documentkey=";
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

export interface Secrets {
  readonly pin: string;
  readonly technicalKey: string;
}

/** Places where a test may do harm; each gets the text and gives it back. */
export interface Harm {
  /** Before the hashes are computed: they will fit. */
  readonly before?: (xml: string) => string;
  /** After the hashes, before the signature: the signature will fit. */
  readonly after?: (xml: string) => string;
  /** SignedProperties before they are digested. */
  readonly properties?: (text: string) => string;
  /** SignedInfo before it is signed. */
  readonly info?: (text: string) => string;
  /** The finished ds:Signature. */
  readonly signature?: (text: string) => string;
  /** The finished file. */
  readonly file?: (xml: string) => string;
}

const digest = (name: string, text: string, as: "hex" | "base64"): string =>
  createHash(name).update(text, "utf8").digest(as);

/** Canonical text of a sample: no declaration, attributes in order. */
function canonicalSample(sample: string): string {
  const body = sample.replace(/^<\?xml[^>]*\?>\s*/, "").trimEnd();
  return body.replace(/<([\w:]+)((?: [\w:]+="[^"]*")+)>/g, (_tag, name: string, attributes: string) => {
    const list = attributes.match(/ [\w:]+="[^"]*"/g) ?? [];
    const declarations = list.filter((one) => one.startsWith(" xmlns"));
    const others = list.filter((one) => !one.startsWith(" xmlns")).sort();
    return `<${name}${declarations.join("")}${others.join("")}>`;
  });
}

function truncated(text: string): string {
  const [whole = "0", fraction = ""] = text.split(".");
  return `${whole === "" ? "0" : whole}.${fraction.padEnd(2, "0").slice(0, 2)}`;
}

function headerTax(xml: string, code: string): string {
  const header = xml.slice(
    xml.indexOf("</cac:AccountingCustomerParty>"),
    xml.search(/<cac:(?:Legal|Requested)MonetaryTotal>/),
  );
  for (const [, total = ""] of header.matchAll(/<cac:TaxTotal>(.*?)<\/cac:TaxTotal>/gs)) {
    if (!total.includes(`<cac:TaxScheme><cbc:ID>${code}</cbc:ID>`)) continue;
    return truncated(/<cbc:TaxAmount[^>]*>([^<]*)</.exec(total)?.[1] ?? "0");
  }
  return "0.00";
}

/** Security code, unique code and QR address as they must be for what the document says; absent elements stay absent. */
function rehash(xml: string, secrets: Secrets): string {
  const contents = new Map<string, string>();
  for (const one of scanElements(xml)) {
    if (one.index === 0) contents.set(one.path, xml.slice(one.openEnd, one.closeStart));
  }
  const text = (path: string): string => contents.get(path) ?? "";
  const number = text("cbc:ID");
  const isDebit = xml.startsWith("<DebitNote");
  const type = isDebit ? "92" : text("cbc:InvoiceTypeCode") || text("cbc:CreditNoteTypeCode");
  const totals = isDebit ? "cac:RequestedMonetaryTotal" : "cac:LegalMonetaryTotal";
  const environment = text("cbc:ProfileExecutionID");
  const company = "cac:Party/cac:PartyTaxScheme/cbc:CompanyID";
  const amount = (name: string): string => truncated(text(`${totals}/cbc:${name}`));
  const codes = type === "05" || type === "95" ? ["01"] : ["01", "04", "03"];
  // A ticket is one by its profile, whatever its type code.
  const isTicket = text("cbc:ProfileID") === "DIAN 2.1: Documento Equivalente POS";
  const usesPin = isTicket || ["03", "05", "20", "91", "92", "94", "95"].includes(type);
  const secret = usesPin ? secrets.pin : secrets.technicalKey;
  const seed =
    number +
    text("cbc:IssueDate") +
    text("cbc:IssueTime") +
    amount("LineExtensionAmount") +
    codes.map((code) => code + headerTax(xml, code)).join("") +
    amount("PayableAmount") +
    text(`cac:AccountingSupplierParty/${company}`) +
    text(`cac:AccountingCustomerParty/${company}`) +
    secret +
    environment;
  const uuid = digest("sha384", seed, "hex");
  const software = text(`${EXTENSION}/sts:SoftwareProvider/sts:SoftwareID`);
  const changes: [string, string][] = [
    [`${EXTENSION}/sts:SoftwareSecurityCode`, digest("sha384", software + secrets.pin + number, "hex")],
    [`${EXTENSION}/sts:QRCode`, CATALOGUE + uuid],
    ["cbc:UUID", uuid],
  ];
  let next = xml;
  for (const [path, value] of changes) if (text(path) !== "") next = setContent(next, path, value);
  return next;
}

const reference = (attributes: string, transforms: string, value: string): string =>
  `<ds:Reference${attributes}>${transforms}<ds:DigestMethod Algorithm="${SHA256}"></ds:DigestMethod>` +
  `<ds:DigestValue>${value}</ds:DigestValue></ds:Reference>`;

function signedProperties(issueDate: string, signer: Signer): string {
  const certificateDigest = createHash("sha256").update(signer.certificate.raw).digest("base64");
  const serial = BigInt(`0x${signer.certificate.serialNumber}`).toString();
  return (
    `<xades:SignedProperties Id="${ID}-signedprops"><xades:SignedSignatureProperties>` +
    `<xades:SigningTime>${issueDate}T10:11:12-05:00</xades:SigningTime>` +
    `<xades:SigningCertificate><xades:Cert><xades:CertDigest><ds:DigestMethod Algorithm="${SHA256}"></ds:DigestMethod>` +
    `<ds:DigestValue>${certificateDigest}</ds:DigestValue></xades:CertDigest><xades:IssuerSerial>` +
    `<ds:X509IssuerName>CN=Throwaway test certificate,C=CO</ds:X509IssuerName><ds:X509SerialNumber>${serial}</ds:X509SerialNumber>` +
    "</xades:IssuerSerial></xades:Cert></xades:SigningCertificate><xades:SignaturePolicyIdentifier><xades:SignaturePolicyId>" +
    `<xades:SigPolicyId><xades:Identifier>${POLICY}</xades:Identifier></xades:SigPolicyId><xades:SigPolicyHash>` +
    `<ds:DigestMethod Algorithm="${SHA256}"></ds:DigestMethod><ds:DigestValue>${POLICY_DIGEST}</ds:DigestValue></xades:SigPolicyHash>` +
    "</xades:SignaturePolicyId></xades:SignaturePolicyIdentifier><xades:SignerRole><xades:ClaimedRoles>" +
    "<xades:ClaimedRole>supplier</xades:ClaimedRole></xades:ClaimedRoles></xades:SignerRole>" +
    "</xades:SignedSignatureProperties></xades:SignedProperties>"
  );
}

/** Signs canonical text; the place of the signature is a new last extension. */
export function signDocument(xml: string, signer: Signer, harm: Harm = {}): string {
  const same = (text: string): string => text;
  const root = /^<[^>]*>/.exec(xml)?.[0] ?? "";
  const scope = (root.match(/ xmlns(:\w+)?="[^"]*"/g) ?? []).join("");
  const inScope = (text: string, name: string): string => text.replace(`<${name}`, `<${name}${scope}`);
  const slot = "<ext:UBLExtension><ext:ExtensionContent></ext:ExtensionContent></ext:UBLExtension></ext:UBLExtensions>";
  const withSlot = xml.replace("</ext:UBLExtensions>", slot);
  const issueDate = /<cbc:IssueDate>([^<]*)</.exec(xml)?.[1] ?? "";
  const keyInfo =
    `<ds:KeyInfo Id="${ID}-keyinfo"><ds:X509Data><ds:X509Certificate>${signer.certificate.raw.toString("base64")}` +
    "</ds:X509Certificate></ds:X509Data></ds:KeyInfo>";
  const properties = (harm.properties ?? same)(signedProperties(issueDate, signer));
  const enveloped = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";
  const info = (harm.info ?? same)(
    `<ds:SignedInfo><ds:CanonicalizationMethod Algorithm="${C14N}"></ds:CanonicalizationMethod>` +
      '<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></ds:SignatureMethod>' +
      reference(
        ` Id="${ID}-ref0" URI=""`,
        `<ds:Transforms><ds:Transform Algorithm="${enveloped}"></ds:Transform></ds:Transforms>`,
        digest("sha256", withSlot, "base64"),
      ) +
      reference(` URI="#${ID}-keyinfo"`, "", digest("sha256", inScope(keyInfo, "ds:KeyInfo"), "base64")) +
      reference(
        ` Type="http://uri.etsi.org/01903#SignedProperties" URI="#${ID}-signedprops"`,
        "",
        digest("sha256", inScope(properties, "xades:SignedProperties"), "base64"),
      ) +
      "</ds:SignedInfo>",
  );
  const value = createSign("RSA-SHA256").update(inScope(info, "ds:SignedInfo"), "utf8").sign(signer.key, "base64");
  const signature = (harm.signature ?? same)(
    `<ds:Signature Id="${ID}">${info}<ds:SignatureValue Id="${ID}-sigvalue">${value}</ds:SignatureValue>${keyInfo}` +
      `<ds:Object><xades:QualifyingProperties Target="#${ID}">${properties}</xades:QualifyingProperties></ds:Object></ds:Signature>`,
  );
  const filled = withSlot.replace(
    "<ext:ExtensionContent></ext:ExtensionContent>",
    () => `<ext:ExtensionContent>${signature}</ext:ExtensionContent>`,
  );
  return (harm.file ?? same)(`${DECLARATION}${filled}`);
}

/** The whole way from an unsigned sample to a signed file. */
export function makeDocument(sample: string, secrets: Secrets, signer: Signer, harm: Harm = {}): string {
  const same = (text: string): string => text;
  const edited = (harm.before ?? same)(canonicalSample(sample));
  return signDocument((harm.after ?? same)(rehash(edited, secrets)), signer, harm);
}
