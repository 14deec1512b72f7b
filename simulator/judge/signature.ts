// Judges the XAdES-EPES signature of a document: structure, three digests, value, certificate, policy, role (rules DC, ZD, ZE).
import { canonicalInclusive, canonicalWithout, digestText, fromBase64 } from "../canonical.ts";
import { belongsTo, type CertificateFacts, readCertificate } from "../certificate.ts";
import { all, at, attribute, children, descendants, type Element, textAt, textOf } from "../dom.ts";
import { ALGORITHM, POLICY, RSA_HASH, SIGNED_PROPERTIES_TYPE } from "../wire-literal.ts";
import type { Sheet } from "./sheet.ts";

const encoder = new TextEncoder();
const PROPERTIES = "ds:Object/xades:QualifyingProperties/xades:SignedProperties";

interface Parts {
  readonly signature: Element;
  readonly info: Element;
  readonly keyInfo: Element;
  readonly properties: Element;
}

/** Adds the findings about the signature to the sheet. */
export async function judgeSignature(sheet: Sheet): Promise<void> {
  const parts = findParts(sheet);
  if (!parts) return;
  judgeStructure(sheet, parts);
  const intact = await judgeReferences(sheet, parts);
  const certificates = all(parts.keyInfo, "ds:X509Data/ds:X509Certificate");
  const certificate = await readCertificate(textOf(certificates[0]));
  if (!certificate?.isRsa) {
    sheet.rejectGeneral("ZD01", "El certificado de firma no se encuentra o no es legible.");
    return;
  }
  const authentic = await judgeValue(sheet, parts, certificate);
  if (!intact || !authentic) sheet.rejectGeneral("ZE02", "Valor de la firma inválido.");
  judgeCertificate(sheet, certificate);
  judgeProperties(sheet, parts, certificate);
}

function findParts(sheet: Sheet): Parts | undefined {
  const signatures = [...descendants(sheet.root)].filter((one) => one.nodeName === "ds:Signature");
  const { signature } = sheet;
  if (!signature) {
    sheet.rejectGeneral("ZE01", "El documento no está firmado.");
    return undefined;
  }
  const places = all(sheet.root, "ext:UBLExtensions/ext:UBLExtension");
  const last = places[places.length - 1];
  sheet.require(
    signatures.length === 1 && at(last, "ext:ExtensionContent/ds:Signature") === signature,
    "AC03",
    "Debe existir un solo ext:UBLExtension con ds:Signature, y ser el último.",
  );
  const info = at(signature, "ds:SignedInfo");
  const keyInfo = at(signature, "ds:KeyInfo");
  const properties = at(signature, PROPERTIES);
  if (!info || !keyInfo || !properties) {
    const code = !keyInfo ? "DC17" : !properties ? "DC22" : "DC02";
    sheet.rejectGeneral(code, "La firma no tiene SignedInfo, KeyInfo y SignedProperties.");
    sheet.rejectGeneral("ZE01", "La firma no corresponde al estándar.");
    return undefined;
  }
  return { signature, info, keyInfo, properties };
}

function judgeStructure(sheet: Sheet, parts: Parts): void {
  const { signature, info, keyInfo } = parts;
  const count = sheet.findings.length;
  const rule = (holds: boolean, code: string, text: string): void => {
    if (!holds) sheet.rejectGeneral(code, text);
  };
  const references = children(info, "ds:Reference");
  const objects = children(signature, "ds:Object");
  const qualifying = all(signature, "ds:Object/xades:QualifyingProperties");
  rule(references.length === 3, "DC02", "SignedInfo debe tener exactamente tres Reference.");
  rule(
    algorithmOf(info, "ds:CanonicalizationMethod") === ALGORITHM.c14n,
    "DC03",
    "CanonicalizationMethod no es el convenido.",
  );
  rule(
    RSA_HASH[algorithmOf(info, "ds:SignatureMethod")] !== undefined,
    "DC04",
    "SignatureMethod no es RSA con SHA-256, 384 o 512.",
  );
  rule(
    references.filter((one) => attribute(one, "URI") === "").length === 1,
    "DC05",
    "Falta la Reference al documento (URI vacía).",
  );
  rule(children(signature, "ds:KeyInfo").length === 1, "DC17", "KeyInfo debe aparecer una vez.");
  rule(children(keyInfo, "ds:X509Data").length === 1, "DC18", "X509Data debe aparecer una vez.");
  rule(objects.length === 1, "DC20", "Object debe aparecer una vez.");
  rule(qualifying.length === 1, "DC21", "QualifyingProperties debe aparecer una vez.");
  rule(
    attribute(qualifying[0], "Target") === `#${attribute(signature, "Id") ?? ""}`,
    "DC21",
    "Target no señala la firma.",
  );
  const ids = [...descendants(signature)].map((one) => attribute(one, "Id")).filter((one) => one !== undefined);
  rule(new Set(ids).size === ids.length, "DC13", "Los identificadores Id de la firma se repiten.");
  if (sheet.findings.length > count) sheet.rejectGeneral("ZE01", "La firma no corresponde al estándar.");
}

function algorithmOf(parent: Element | undefined, path: string): string {
  return attribute(at(parent, path), "Algorithm") ?? "";
}

/** True when all three digests are right. */
async function judgeReferences(sheet: Sheet, parts: Parts): Promise<boolean> {
  const { signature, info, keyInfo, properties } = parts;
  const targets = [
    { uri: "", element: undefined, codes: ["DC05", "DC08", "DC09"], name: "el documento" },
    { uri: `#${attribute(keyInfo, "Id") ?? ""}`, element: keyInfo, codes: ["DC10", "DC11", "DC12"], name: "KeyInfo" },
    {
      uri: `#${attribute(properties, "Id") ?? ""}`,
      element: properties,
      codes: ["DC13", "DC14", "DC15"],
      name: "SignedProperties",
    },
  ] as const;
  let intact = true;
  for (const { uri, element, codes, name } of targets) {
    const reference = children(info, "ds:Reference").find((one) => attribute(one, "URI") === uri && uri !== "#");
    if (!reference) {
      sheet.rejectGeneral(codes[0], `Falta la Reference a ${name}.`);
      intact = false;
      continue;
    }
    judgeTransforms(sheet, reference, element === undefined);
    if (element === properties && attribute(reference, "Type") !== SIGNED_PROPERTIES_TYPE) {
      sheet.rejectGeneral("DC13", "La Reference a SignedProperties no lleva su Type.");
    }
    const text = element ? canonicalInclusive(element) : canonicalWithout(sheet.root, signature);
    const digest = await digestText(text, algorithmOf(reference, "ds:DigestMethod"));
    if (digest === undefined) sheet.rejectGeneral(codes[1], `DigestMethod de ${name} no es de los admitidos.`);
    if (digest !== textAt(reference, "ds:DigestValue").trim()) {
      sheet.rejectGeneral(codes[2], `La huella (DigestValue) de ${name} no corresponde.`);
      intact = false;
    }
  }
  return intact;
}

function judgeTransforms(sheet: Sheet, reference: Element, ofDocument: boolean): void {
  const transforms = all(reference, "ds:Transforms/ds:Transform");
  if (ofDocument) {
    const holds = transforms.length === 1 && attribute(transforms[0], "Algorithm") === ALGORITHM.enveloped;
    if (!holds)
      sheet.rejectGeneral("DC07", "La Reference al documento solo admite la transformación enveloped-signature.");
  } else if (transforms.length > 0) {
    sheet.rejectGeneral("DC06", "Solo la Reference al documento lleva transformaciones.");
  }
}

async function judgeValue(sheet: Sheet, parts: Parts, certificate: CertificateFacts): Promise<boolean> {
  const value = fromBase64(textAt(parts.signature, "ds:SignatureValue"));
  const hash = RSA_HASH[algorithmOf(parts.info, "ds:SignatureMethod")];
  const text = encoder.encode(canonicalInclusive(parts.info));
  if (value && hash !== undefined && (await certificate.verify(hash, value, text))) return true;
  sheet.rejectGeneral("DC16", "SignatureValue no corresponde a SignedInfo y al certificado.");
  return false;
}

function judgeCertificate(sheet: Sheet, certificate: CertificateFacts): void {
  const { now } = sheet.context;
  if (now < certificate.validFrom || now > certificate.validTo) {
    sheet.rejectGeneral("ZD02", "El certificado de firma no está vigente.");
  }
  if (certificate.usage && !(certificate.usage.digitalSignature && certificate.usage.nonRepudiation)) {
    sheet.rejectGeneral("ZD07", "El certificado no está habilitado para firma digital y no repudio.");
  }
  const provider = at(sheet.control, "sts:SoftwareProvider/sts:ProviderID");
  const owners = [
    [sheet.issuerNit, sheet.issuerCheckDigit],
    [textOf(provider), attribute(provider, "schemeID") ?? ""],
  ] as const;
  if (!owners.some(([nit, digit]) => nit !== "" && belongsTo(certificate, nit, digit))) {
    sheet.rejectGeneral(
      "ZE03",
      "El NIT del emisor no corresponde al titular del certificado ni a un firmante autorizado.",
    );
  }
}

function judgeProperties(sheet: Sheet, parts: Parts, certificate: CertificateFacts): void {
  const signed = at(parts.properties, "xades:SignedSignatureProperties");
  const rule = (holds: boolean, code: string, text: string): void => {
    if (!holds) sheet.rejectGeneral(code, text);
  };
  const time = textAt(signed, "xades:SigningTime");
  rule(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(time),
    "DC24",
    "SigningTime falta o no es legible.",
  );
  const certs = all(signed, "xades:SigningCertificate/xades:Cert");
  rule(certs.length > 0, "DC25", "Falta SigningCertificate/Cert.");
  const own = certs.find((one) => textAt(one, "xades:CertDigest/ds:DigestValue").trim() === certificate.sha256);
  rule(own !== undefined, "DC28", "Ningún CertDigest corresponde al certificado de firma.");
  const serial = textAt(own, "xades:IssuerSerial/ds:X509SerialNumber").trim();
  const sameSerial = /^\d+$/.test(serial) && BigInt(serial) === certificate.serial;
  rule(own === undefined || sameSerial, "DC32", "X509SerialNumber no es el del certificado de firma.");
  rule(
    own === undefined || textAt(own, "xades:IssuerSerial/ds:X509IssuerName").trim() !== "",
    "DC31",
    "Falta X509IssuerName.",
  );
  const policy = at(signed, "xades:SignaturePolicyIdentifier/xades:SignaturePolicyId");
  const identifier = textAt(policy, "xades:SigPolicyId/xades:Identifier").trim();
  rule(identifier === POLICY.identifier, "DC49", "El identificador de la política de firma no es el convenido.");
  const hash = textAt(policy, "xades:SigPolicyHash/ds:DigestValue").trim();
  rule(hash === POLICY.sha256, "DC53", "La huella de la política de firma no corresponde.");
  const role = textAt(signed, "xades:SignerRole/xades:ClaimedRoles/xades:ClaimedRole");
  rule(role === "supplier" || role === "third party", "DC56", "ClaimedRole debe ser 'supplier' o 'third party'.");
}
