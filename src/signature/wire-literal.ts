// Holds the fixed names of XML signatures and of the authority's signature policy, exactly as they are sent.

export const C14N_INCLUSIVE = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315";
export const RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";
export const SHA256 = "http://www.w3.org/2001/04/xmlenc#sha256";
export const ENVELOPED_SIGNATURE = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";
export const SIGNED_PROPERTIES_TYPE = "http://uri.etsi.org/01903#SignedProperties";

export const POLICY_IDENTIFIER = "https://facturaelectronica.dian.gov.co/politicadefirma/v2/politicadefirmav2.pdf";
/** SHA-256 of that PDF. */
export const POLICY_DIGEST = "dMoMvtcG5aIzgYo0tIsSQeVJBDnUnfSOfBpxXrmor0Y=";
