// Holds every literal of the authority's wire that the pretend authority reads or writes: namespaces, algorithms, agency
// attributes, hosts.

export const NS = {
  soap: "http://www.w3.org/2003/05/soap-envelope",
  wsa: "http://www.w3.org/2005/08/addressing",
  wsse: "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd",
  wsu: "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd",
  wcf: "http://wcf.dian.colombia",
  invoice: "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2",
  creditNote: "urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2",
  debitNote: "urn:oasis:names:specification:ubl:schema:xsd:DebitNote-2",
  response: "urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2",
  cac: "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
  cbc: "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2",
  ext: "urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2",
  sts: "dian:gov:co:facturaelectronica:Structures-2-1",
  ds: "http://www.w3.org/2000/09/xmldsig#",
  xades: "http://uri.etsi.org/01903/v1.3.2#",
  xades141: "http://uri.etsi.org/01903/v1.4.1#",
  xsi: "http://www.w3.org/2001/XMLSchema-instance",
  arrays: "http://schemas.microsoft.com/2003/10/Serialization/Arrays",
} as const;

/** Namespace prefixes that a document may use, and what each must stand for (rule ZB04: the conventional prefixes). */
export const DOCUMENT_PREFIX: Readonly<Record<string, string>> = {
  cac: NS.cac,
  cbc: NS.cbc,
  ext: NS.ext,
  sts: NS.sts,
  ds: NS.ds,
  xades: NS.xades,
  xades141: NS.xades141,
  xsi: NS.xsi,
};

/** Roots that a document may have, with the namespace that stands without prefix. */
export const ROOT_NAMESPACE: Readonly<Record<string, string>> = {
  Invoice: NS.invoice,
  CreditNote: NS.creditNote,
  DebitNote: NS.debitNote,
};

export const ALGORITHM = {
  c14n: "http://www.w3.org/TR/2001/REC-xml-c14n-20010315",
  excC14n: "http://www.w3.org/2001/10/xml-exc-c14n#",
  enveloped: "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
  rsaSha256: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  sha256: "http://www.w3.org/2001/04/xmlenc#sha256",
} as const;

/** Digest algorithm URI -> WebCrypto name. */
export const DIGEST: Readonly<Record<string, string>> = {
  [ALGORITHM.sha256]: "SHA-256",
  "http://www.w3.org/2001/04/xmldsig-more#sha384": "SHA-384",
  "http://www.w3.org/2001/04/xmlenc#sha512": "SHA-512",
  "http://www.w3.org/2000/09/xmldsig#sha1": "SHA-1",
};

/** Signature algorithm URI -> hash of RSASSA-PKCS1-v1_5 (rule DC04: SHA-256, 384 or 512). */
export const RSA_HASH: Readonly<Record<string, string>> = {
  [ALGORITHM.rsaSha256]: "SHA-256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha384": "SHA-384",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512": "SHA-512",
};

export const SIGNED_PROPERTIES_TYPE = "http://uri.etsi.org/01903#SignedProperties";
export const TOKEN_X509 = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509v3";
export const TOKEN_BASE64 =
  "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary";
export const TOKEN_THUMBPRINT = "http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#ThumbprintSHA1";

export const POLICY = {
  identifier: "https://facturaelectronica.dian.gov.co/politicadefirma/v2/politicadefirmav2.pdf",
  sha256: "dMoMvtcG5aIzgYo0tIsSQeVJBDnUnfSOfBpxXrmor0Y=",
} as const;

export const AGENCY = {
  id: "195",
  name: "CO, DIAN (Dirección de Impuestos y Aduanas Nacionales)",
  nit: "800197268",
  checkDigit: "4",
} as const;

export const SERVICE_PATH = "/WcfDianCustomerServices.svc";
export const ACTION_PREFIX = "http://wcf.dian.colombia/IWcfDianCustomerServices/";
/** Hosts that a client may name in wsa:To although it talks to this program. */
export const REAL_HOSTS: readonly string[] = ["vpfe.dian.gov.co", "vpfe-hab.dian.gov.co"];

/** Catalogue address by environment (1 production, 2 test), as the QR code must carry it. */
export const CATALOGUE: Readonly<Record<string, string>> = {
  "1": "https://catalogo-vpfe.dian.gov.co/document/searchqr?documentkey=",
  "2": "https://catalogo-vpfe-hab.dian.gov.co/document/searchqr?documentkey=",
};

export const INVOICE_PROFILE = "DIAN 2.1: Factura Electrónica de Venta";
export const TICKET_PROFILE = "DIAN 2.1: Documento Equivalente POS";
export const SUPPORT_PROFILE = "DIAN 2.1: documento soporte en adquisiciones efectuadas a no obligados a facturar.";
/** By type of note; none has a space at its end. */
export const NOTE_PROFILE: Readonly<Record<string, string>> = {
  "91": "DIAN 2.1: Nota Crédito de Factura Electrónica de Venta",
  "92": "DIAN 2.1: Nota Débito de Factura Electrónica de Venta",
  "93": "DIAN 2.1: Nota de ajuste débito al documento equivalente",
  "94": "DIAN 2.1: Nota de ajuste crédito al documento equivalente",
  "95": "DIAN 2.1: Nota de ajuste al documento soporte en adquisiciones efectuadas a sujetos no obligados a expedir factura o documento equivalente",
};
export const UNKNOWN_TRACK_ID = "TrackId no existe en los registros de la DIAN.";
