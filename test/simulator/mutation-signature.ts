// Lists what must be refused when the signature is harmed: with the rest signed again, or in the finished file.
import type { Harm } from "./document-maker.ts";

export interface SignatureCase {
  readonly rule: string;
  readonly name: string;
  readonly harm: Harm;
}

const swap =
  (from: string | RegExp, to: string) =>
  (text: string): string => {
    const next = text.replace(from, to);
    if (next === text) throw new Error(`nothing to change: ${from}`);
    return next;
  };
const one = (rule: string, name: string, harm: Harm): SignatureCase => ({ rule, name, harm });

const REFERENCE = /<ds:Reference URI="#[^"]*-keyinfo">.*?<\/ds:Reference>/;
const PROPERTIES_REFERENCE = /<ds:Reference Type=.*?<\/ds:Reference>/;
const EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";
const SHA1 = "http://www.w3.org/2000/09/xmldsig#sha1";
const MD5 = "http://www.w3.org/2001/04/xmldsig-more#md5";

export const SIGNATURE_CASES: readonly SignatureCase[] = [
  one("DC53", "another policy digest, signed", { properties: swap("dMoMvtcG", "dMoMvtcH") }),
  one("DC49", "another policy address, signed", { properties: swap("politicadefirmav2.pdf", "politicadefirmav1.pdf") }),
  one("DC56", "another role, signed", { properties: swap("supplier", "emisor") }),
  one("ZB01", "the role without ClaimedRole, signed", {
    properties: swap(/<xades:ClaimedRoles>.*<\/xades:ClaimedRoles>/, "supplier"),
  }),
  one("DC28", "the digest of another certificate, signed", {
    properties: swap(/<ds:DigestValue>./, "<ds:DigestValue>A"),
  }),
  one("DC32", "another serial number, signed", {
    properties: swap(/<ds:X509SerialNumber>\d/, "<ds:X509SerialNumber>9"),
  }),
  one("DC31", "no issuer name, signed", { properties: swap(/<ds:X509IssuerName>[^<]*/, "<ds:X509IssuerName>") }),
  one("DC24", "an unreadable signing time, signed", { properties: swap(/T10:11:12-05:00/, " 10:11") }),
  one("FAD09e", "signed on another day", { properties: swap("2024-05-17T", "2024-05-18T") }),
  one("DC25", "no SigningCertificate, signed", {
    properties: swap(/<xades:SigningCertificate>.*<\/xades:SigningCertificate>/, ""),
  }),
  one("DC49", "no policy, signed", {
    properties: swap(/<xades:SignaturePolicyIdentifier>.*<\/xades:SignaturePolicyIdentifier>/, ""),
  }),
  one("ZB01", "time and certificate out of order, signed", {
    properties: swap(
      /(<xades:SigningTime>.*<\/xades:SigningTime>)(<xades:SigningCertificate>.*<\/xades:SigningCertificate>)/,
      "$2$1",
    ),
  }),
  one("DC03", "exclusive canonicalization declared", {
    info: swap(/REC-xml-c14n-20010315/, "REC-xml-c14n-20010315#WithComments"),
  }),
  one("DC04", "RSA with SHA-1 declared", { info: swap("2001/04/xmldsig-more#rsa-sha256", "2000/09/xmldsig#rsa-sha1") }),
  one("DC02", "no Reference to KeyInfo, signed", { info: swap(REFERENCE, "") }),
  one("DC10", "no Reference to KeyInfo, signed", { info: swap(REFERENCE, "") }),
  one("DC13", "no Reference to SignedProperties, signed", { info: swap(PROPERTIES_REFERENCE, "") }),
  one("DC13", "the Type of the Reference to SignedProperties gone, signed", { info: swap(/ Type="[^"]*"/, "") }),
  one("DC07", "another transform, signed", {
    info: swap("http://www.w3.org/2000/09/xmldsig#enveloped-signature", EXCLUSIVE),
  }),
  one("DC07", "no transform, signed", { info: swap(/<ds:Transforms>.*?<\/ds:Transforms>/, "") }),
  one("DC08", "an unknown digest algorithm, signed", { info: swap("http://www.w3.org/2001/04/xmlenc#sha256", MD5) }),
  one("DC09", "another digest of the document, signed", { info: swap(/<ds:DigestValue>./, "<ds:DigestValue>A") }),
  one("DC09", "SHA-1 declared over a SHA-256 digest, signed", {
    info: swap("http://www.w3.org/2001/04/xmlenc#sha256", SHA1),
  }),
  one("DC12", "another digest of KeyInfo, signed", {
    info: swap(/(-keyinfo">.*?<ds:DigestValue>)./, "$1A"),
  }),
  one("DC15", "another digest of SignedProperties, signed", {
    info: swap(/(-signedprops">.*?<ds:DigestValue>)./, "$1A"),
  }),
  one("DC05", "the document's Reference led elsewhere, signed", { info: swap('URI=""', 'URI="#otro"') }),
  one("DC16", "another signature value", { signature: swap(/(-sigvalue">)./, "$1A") }),
  one("ZE02", "another signature value", { signature: swap(/(-sigvalue">)./, "$1A") }),
  one("DC17", "no KeyInfo", { signature: swap(/<ds:KeyInfo.*<\/ds:KeyInfo>/, "") }),
  one("DC22", "no Object", { signature: swap(/<ds:Object>.*<\/ds:Object>/, "") }),
  one("DC20", "two Objects", { signature: swap(/(<\/ds:Object>)/, "$1<ds:Object></ds:Object>") }),
  one("DC21", "QualifyingProperties of another signature", { signature: swap('Target="#xmldsig-', 'Target="#otra-') }),
  one("DC15", "a changed role", { signature: swap(">supplier<", ">third party<") }),
  one("DC12", "a changed KeyInfo", { signature: swap("<ds:X509Certificate>", "<ds:X509Certificate> ") }),
  one("DC13", "two equal Ids", { signature: swap(/-sigvalue"/, '-keyinfo"') }),
  one("FAC03", "two signatures", {
    file: (xml) =>
      xml.replace(/(<ext:UBLExtension><ext:ExtensionContent><ds:Signature.*?<\/ext:UBLExtension>)/, "$1$1"),
  }),
  one("ZE01", "no signature", {
    file: swap(/<ext:UBLExtension><ext:ExtensionContent><ds:Signature.*?<\/ext:UBLExtension>/, ""),
  }),
  one("FAC03", "the signature before the authority's extension", {
    file: swap(
      /(<ext:UBLExtension><ext:ExtensionContent><sts.*?<\/ext:UBLExtension>)(<ext:UBLExtension>.*?<\/ext:UBLExtension>)/,
      "$2$1",
    ),
  }),
  one("DC09", "a changed name in the finished file", { file: swap(/RegistrationName>E/, "RegistrationName>F") }),
  one("DC09", "a space between two elements", { file: swap("<cbc:ProfileID>", " <cbc:ProfileID>") }),
  one("DC09", "a line break at the end of a value", { file: swap("</cbc:ProfileID>", "\n</cbc:ProfileID>") }),
  one("ZB02", "text before the document", { file: (xml) => ` ${xml}` }),
  one("ZB02", "a byte order mark", { file: (xml) => `\uFEFF${xml}` }),
  one("ZB02", "text after the document", { file: (xml) => `${xml}fin` }),
  one("ZB03", "another encoding declared", { file: swap("UTF-8", "ISO-8859-1") }),
  one("ZB01", "a DOCTYPE", { file: swap("<Invoice", "<!DOCTYPE Invoice><Invoice") }),
  one("ZB01", "an end tag missing", { file: swap("</cbc:ID>", "") }),
  one("ZB01", "a control character", { file: swap("</cbc:ProfileID>", "\u0001</cbc:ProfileID>") }),
  one("ZB01", "another root element", {
    file: (xml) => xml.replace("<Invoice ", "<CreditNote ").replace("</Invoice>", "</CreditNote>"),
  }),
  one("ZB04", "an unconventional prefix", {
    file: (xml) => xml.replace("xmlns:cbc=", "xmlns:b=").replaceAll("<cbc:", "<b:").replaceAll("</cbc:", "</b:"),
  }),
  one("ZA01", "a file over 500 KB", { file: swap("</Invoice>", `${" ".repeat(520_000)}</Invoice>`) }),
  one("FAB27b", "another security code, signed", { after: swap(/(<sts:SoftwareSecurityCode[^>]*>)./, "$1g") }),
  one("FAB36", "the QR code of another document, signed", { after: swap(/documentkey=./, "documentkey=g") }),
  one("FAD06", "another CUFE, signed", { after: swap(/(<cbc:UUID[^>]*>)./, "$1g") }),
  one("FAD06", "another payable amount under the old CUFE, signed", { after: swap(/(PayableAmount[^>]*>)1/, "$12") }),
];
