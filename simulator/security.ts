// Judges the WS-Security header of a request: fresh timestamp, certificate, signature over wsa:To.
import { canonicalExclusive, digestText, fromBase64 } from "./canonical.ts";
import { type CertificateFacts, readCertificate } from "./certificate.ts";
import { attribute, attributeNs, childNs, children, descendants, type Element, textOf } from "./dom.ts";
import { SoapFault, type SoapRequest } from "./soap-request.ts";
import {
  ALGORITHM,
  NS,
  REAL_HOSTS,
  RSA_HASH,
  SERVICE_PATH,
  TOKEN_BASE64,
  TOKEN_THUMBPRINT,
  TOKEN_X509,
} from "./wire-literal.ts";

export interface SecurityContext {
  readonly now: number;
  readonly skewMs: number;
  /** host[:port] under which this request arrived: in its address and in its Host header. */
  readonly hosts: readonly string[];
}

const encoder = new TextEncoder();
const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Returns the sender's certificate, or throws SoapFault InvalidSecurity / DestinationUnreachable. */
export async function checkSecurity(request: SoapRequest, context: SecurityContext): Promise<CertificateFacts> {
  const security = only(request.header, NS.wsse, "Security");
  const to = only(request.header, NS.wsa, "To");
  checkFreshness(only(security, NS.wsu, "Timestamp"), context);
  const token = only(security, NS.wsse, "BinarySecurityToken");
  if (attribute(token, "ValueType") !== TOKEN_X509) refuse("BinarySecurityToken is not X509v3");
  const encoding = attribute(token, "EncodingType");
  if (encoding !== undefined && encoding !== TOKEN_BASE64) refuse("BinarySecurityToken is not base64");
  const certificate = await readCertificate(textOf(token));
  if (!certificate?.isRsa) return refuse("BinarySecurityToken holds no RSA certificate");
  if (context.now < certificate.validFrom || context.now > certificate.validTo) refuse("certificate out of date");
  await checkSignature(only(security, NS.ds, "Signature"), { request, to, token, certificate });
  checkAddress(textOf(to).trim(), context.hosts);
  return certificate;
}

function refuse(why: string): never {
  throw new SoapFault("InvalidSecurity", why);
}

function only(parent: Element, namespace: string, name: string): Element {
  const found = children(parent).filter((one) => one.localName === name && one.namespaceURI === namespace);
  const first = found[0];
  if (!first || found.length !== 1) return refuse(`${name}: expected one, found ${found.length}`);
  return first;
}

function checkFreshness(timestamp: Element, context: SecurityContext): void {
  const created = instant(textOf(only(timestamp, NS.wsu, "Created")));
  const expires = instant(textOf(only(timestamp, NS.wsu, "Expires")));
  if (expires <= created) refuse("Timestamp is not readable");
  if (created > context.now + context.skewMs) refuse("Timestamp lies in the future");
  if (expires < context.now - context.skewMs) refuse("Timestamp has expired");
}

function instant(text: string): number {
  const value = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text.trim()) ? Date.parse(text.trim()) : Number.NaN;
  return Number.isNaN(value) ? refuse("Timestamp is not readable") : value;
}

interface Signed {
  readonly request: SoapRequest;
  readonly to: Element;
  readonly token: Element;
  readonly certificate: CertificateFacts;
}

async function checkSignature(signature: Element, signed: Signed): Promise<void> {
  const info = only(signature, NS.ds, "SignedInfo");
  const method = only(info, NS.ds, "CanonicalizationMethod");
  if (attribute(method, "Algorithm") !== ALGORITHM.excC14n) refuse("SignedInfo is not under exclusive C14N");
  const hash = RSA_HASH[attribute(only(info, NS.ds, "SignatureMethod"), "Algorithm") ?? ""];
  if (hash === undefined) return refuse("SignatureMethod is not RSA with SHA-2");
  const targets = new Set<Element>();
  for (const reference of children(info).filter((one) => one.localName === "Reference")) {
    targets.add(await checkReference(reference, signed.request.root));
  }
  if (!targets.has(signed.to)) refuse("wsa:To is not signed");
  checkKeyInfo(only(signature, NS.ds, "KeyInfo"), signed);
  const value = fromBase64(textOf(only(signature, NS.ds, "SignatureValue")));
  if (!value) return refuse("SignatureValue is not base64");
  const text = encoder.encode(canonicalExclusive(info, prefixList(method)));
  if (!(await signed.certificate.verify(hash, value, text))) refuse("the signature does not verify");
}

async function checkReference(reference: Element, root: Element): Promise<Element> {
  const uri = attribute(reference, "URI") ?? "";
  const target = uri.startsWith("#") ? byId(root, uri.slice(1)) : undefined;
  if (!target) return refuse(`Reference ${uri} leads nowhere`);
  const transforms = children(only(reference, NS.ds, "Transforms"));
  const transform = transforms[0];
  if (!transform || transforms.length !== 1 || attribute(transform, "Algorithm") !== ALGORITHM.excC14n) {
    return refuse(`Reference ${uri} needs the exclusive C14N transform only`);
  }
  const algorithm = attribute(only(reference, NS.ds, "DigestMethod"), "Algorithm") ?? "";
  const digest = await digestText(canonicalExclusive(target, prefixList(transform)), algorithm);
  if (digest === undefined || digest !== textOf(only(reference, NS.ds, "DigestValue")).trim()) {
    return refuse(`Reference ${uri}: the digest differs`);
  }
  return target;
}

function prefixList(method: Element): string {
  return attribute(childNs(method, ALGORITHM.excC14n, "InclusiveNamespaces"), "PrefixList") ?? "";
}

function byId(root: Element, id: string): Element | undefined {
  let found: Element | undefined;
  for (const element of descendants(root)) {
    if (attributeNs(element, NS.wsu, "Id") !== id) continue;
    if (found) return refuse(`wsu:Id ${id} is not unique`);
    found = element;
  }
  return found;
}

function checkKeyInfo(keyInfo: Element, signed: Signed): void {
  const reference = only(keyInfo, NS.wsse, "SecurityTokenReference");
  const direct = childNs(reference, NS.wsse, "Reference");
  const identifier = childNs(reference, NS.wsse, "KeyIdentifier");
  if (direct) {
    const id = attributeNs(signed.token, NS.wsu, "Id");
    if (id === undefined || id === "" || attribute(direct, "URI") !== `#${id}`) refuse("KeyInfo names another token");
  } else if (identifier && attribute(identifier, "ValueType") === TOKEN_THUMBPRINT) {
    if (textOf(identifier).trim() !== signed.certificate.sha1) refuse("KeyInfo names another certificate");
  } else refuse("KeyInfo names no token");
}

/** The address must be this one: the host that was called, a local spelling of it, or one of the real hosts. */
function checkAddress(to: string, hosts: readonly string[]): void {
  let address: URL | undefined;
  if (URL.canParse(to)) address = new URL(to);
  const known =
    address && (hosts.includes(address.host) || LOCAL.test(address.host) || REAL_HOSTS.includes(address.host));
  if (!known || address?.pathname !== SERVICE_PATH) {
    throw new SoapFault("DestinationUnreachable", to);
  }
}
