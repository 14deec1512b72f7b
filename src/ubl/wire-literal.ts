// Holds the fixed names of the authority's UBL profile, exactly as they travel.
import { attributes } from "../xml/element.ts";

/** Declarations of the root in canonical order, as C14N renders them on every signed part of the document. */
export const ROOT_NAMESPACES = attributes({
  xmlns: "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2",
  "xmlns:cac": "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
  "xmlns:cbc": "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2",
  "xmlns:ds": "http://www.w3.org/2000/09/xmldsig#",
  "xmlns:ext": "urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2",
  "xmlns:sts": "dian:gov:co:facturaelectronica:Structures-2-1",
  "xmlns:xades": "http://uri.etsi.org/01903/v1.3.2#",
  "xmlns:xades141": "http://uri.etsi.org/01903/v1.4.1#",
  "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
});

export const SCHEMA_LOCATION = attributes({
  "xsi:schemaLocation":
    "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2 http://docs.oasis-open.org/ubl/os-UBL-2.1/xsd/maindoc/UBL-Invoice-2.1.xsd",
});

/** The authority's own extension (FAB03). */
export const AUTHORITY_EXTENSION = "sts:DianExtensions";

/** FAD01. */
export const UBL_VERSION = "UBL 2.1";
/** FAD03. */
export const INVOICE_PROFILE = "DIAN 2.1: Factura Electrónica de Venta";
/** DSAD03: 82 characters with the final period. */
export const SUPPORT_DOCUMENT_PROFILE =
  "DIAN 2.1: documento soporte en adquisiciones efectuadas a no obligados a facturar.";

/** The authority's own NIT (FAB31, FAB34). */
export const AUTHORITY_NIT = "800197268";
export const AUTHORITY_CHECK_DIGIT = "4";

/** Identification type of a NIT. */
export const NIT_TYPE = "31";

const AGENCY_ID = "195";
const AGENCY_NAME = "CO, DIAN (Dirección de Impuestos y Aduanas Nacionales)";

/** Agency attributes alone, for software ids and codes. */
export const AGENCY_ATTRIBUTES = attributes({ schemeAgencyID: AGENCY_ID, schemeAgencyName: AGENCY_NAME });

/** Agency attributes of an identification number: its check digit, when it has one, and its type. */
export function identificationAttributes(type: string, checkDigit: string | undefined): string {
  return AGENCY_ATTRIBUTES + attributes({ schemeID: checkDigit, schemeName: type });
}

export const COUNTRY_LIST_ATTRIBUTES = attributes({
  listAgencyID: "6",
  listAgencyName: "United Nations Economic Commission for Europe",
  listSchemeURI: "urn:oasis:names:specification:ubl:codelist:gc:CountryIdentificationCode-2.1",
});
export const COUNTRY_NAME_ATTRIBUTES = attributes({ languageID: "es" });

/** Attributes of a standard item identification by scheme (FAZ11-14). */
export const ITEM_SCHEME_ATTRIBUTES: Readonly<Record<"001" | "999", string>> = {
  "001": attributes({ schemeAgencyID: "10", schemeID: "001", schemeName: "UNSPSC" }),
  "999": attributes({ schemeID: "999", schemeName: "Estándar de adopción del contribuyente" }),
};

/** Line period of a support document by generation mode (DSFC03, DSFC04). */
export const GENERATION_MODE_NAMES: Readonly<Record<"1" | "2", string>> = {
  "1": "Por operación",
  "2": "Acumulado semanal",
};
