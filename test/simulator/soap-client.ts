// Builds SOAP requests signed with node:crypto, as any client of the authority would send them.
import { createHash, createSign, type KeyObject, type X509Certificate } from "node:crypto";
import { zipSync } from "fflate";

const WSU = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
const WSSE = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
const SOAP = "http://www.w3.org/2003/05/soap-envelope";
const WSA = "http://www.w3.org/2005/08/addressing";
const WCF = "http://wcf.dian.colombia";
const DS = "http://www.w3.org/2000/09/xmldsig#";
const EXC = "http://www.w3.org/2001/10/xml-exc-c14n#";
const SHA256 = "http://www.w3.org/2001/04/xmlenc#sha256";
const TOKEN = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509v3";
const BASE64 = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary";
const THUMBPRINT = "http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#ThumbprintSHA1";

export interface Signer {
  readonly key: KeyObject;
  readonly certificate: X509Certificate;
}

export interface RequestOptions {
  /** prefixLists: the usual form; plain: no PrefixList; thumbprint: Timestamp signed too, KeyIdentifier by SHA-1. */
  readonly variant?: "prefixLists" | "plain" | "thumbprint";
  readonly to?: string;
  readonly action?: string;
  readonly created?: number;
  readonly lifetimeMs?: number;
}

export const ADDRESS = "http://simulator.test/WcfDianCustomerServices.svc";

const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("base64");

/** A complete signed envelope for an operation; parameter values are already XML text. */
export function soapRequest(
  operation: string,
  parameters: Readonly<Record<string, string>>,
  signer: Signer,
  options: RequestOptions = {},
): string {
  const variant = options.variant ?? "prefixLists";
  const created = options.created ?? Date.now();
  const to = options.to ?? ADDRESS;
  const action = options.action ?? `${WCF}/IWcfDianCustomerServices/${operation}`;
  const times = [created, created + (options.lifetimeMs ?? 300_000)].map((one) => new Date(one).toISOString());
  const timestamp = `<wsu:Created>${times[0]}</wsu:Created><wsu:Expires>${times[1]}</wsu:Expires>`;
  const listed = variant === "prefixLists";
  const inclusive = (list: string): string =>
    listed ? `<ec:InclusiveNamespaces xmlns:ec="${EXC}" PrefixList="${list}"></ec:InclusiveNamespaces>` : "";
  const scope = listed ? ` xmlns:soap="${SOAP}" xmlns:wcf="${WCF}"` : "";
  const canonicalTo = `<wsa:To${scope} xmlns:wsa="${WSA}" xmlns:wsu="${WSU}" wsu:Id="id-1">${to}</wsa:To>`;
  const canonicalTimestamp = `<wsu:Timestamp xmlns:wsu="${WSU}" wsu:Id="TS-1">${timestamp}</wsu:Timestamp>`;
  const reference = (id: string, digest: string): string =>
    `<ds:Reference URI="#${id}"><ds:Transforms><ds:Transform Algorithm="${EXC}">${inclusive("soap wcf")}</ds:Transform></ds:Transforms>` +
    `<ds:DigestMethod Algorithm="${SHA256}"></ds:DigestMethod><ds:DigestValue>${digest}</ds:DigestValue></ds:Reference>`;
  const inside =
    `<ds:CanonicalizationMethod Algorithm="${EXC}">${inclusive("wsa soap wcf")}</ds:CanonicalizationMethod>` +
    '<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></ds:SignatureMethod>' +
    reference("id-1", sha256(canonicalTo)) +
    (variant === "thumbprint" ? reference("TS-1", sha256(canonicalTimestamp)) : "");
  const infoScope = listed ? ` xmlns:soap="${SOAP}" xmlns:wcf="${WCF}" xmlns:wsa="${WSA}"` : "";
  const canonicalInfo = `<ds:SignedInfo xmlns:ds="${DS}"${infoScope}>${inside}</ds:SignedInfo>`;
  const value = createSign("RSA-SHA256").update(canonicalInfo, "utf8").sign(signer.key, "base64");
  const thumbprint = createHash("sha1").update(signer.certificate.raw).digest("base64");
  const keyReference =
    variant === "thumbprint"
      ? `<wsse:KeyIdentifier ValueType="${THUMBPRINT}">${thumbprint}</wsse:KeyIdentifier>`
      : `<wsse:Reference URI="#X509-1" ValueType="${TOKEN}"/>`;
  const call = Object.entries(parameters).map(([name, text]) => `<wcf:${name}>${text}</wcf:${name}>`);
  return (
    `<soap:Envelope xmlns:soap="${SOAP}" xmlns:wcf="${WCF}"><soap:Header xmlns:wsa="${WSA}">` +
    `<wsse:Security xmlns:wsse="${WSSE}" xmlns:wsu="${WSU}"><wsu:Timestamp wsu:Id="TS-1">${timestamp}</wsu:Timestamp>` +
    `<wsse:BinarySecurityToken EncodingType="${BASE64}" ValueType="${TOKEN}" wsu:Id="X509-1">${signer.certificate.raw.toString("base64")}` +
    `</wsse:BinarySecurityToken><ds:Signature xmlns:ds="${DS}" Id="SIG-1"><ds:SignedInfo>${inside}</ds:SignedInfo>` +
    `<ds:SignatureValue>${value}</ds:SignatureValue><ds:KeyInfo Id="KI-1"><wsse:SecurityTokenReference wsu:Id="STR-1">${keyReference}` +
    `</wsse:SecurityTokenReference></ds:KeyInfo></ds:Signature></wsse:Security><wsa:Action>${action}</wsa:Action>` +
    `<wsa:To xmlns:wsu="${WSU}" wsu:Id="id-1">${to}</wsa:To></soap:Header><soap:Body><wcf:${operation}>${call.join("")}</wcf:${operation}>` +
    "</soap:Body></soap:Envelope>"
  );
}

/** The zip of one XML file, base64. */
export function zipped(fileName: string, xml: string | Uint8Array): string {
  const bytes = typeof xml === "string" ? new TextEncoder().encode(xml) : xml;
  return Buffer.from(zipSync({ [fileName]: bytes })).toString("base64");
}

/** HTTP headers of a call. */
export function soapHeaders(operation: string): Record<string, string> {
  return {
    "content-type": `application/soap+xml; charset=utf-8; action="${WCF}/IWcfDianCustomerServices/${operation}"`,
  };
}
