// Holds the fixed names of the authority's UBL profile, exactly as they are sent.
import type { DocumentLine } from "../domain/document/document.ts";
import type { KINDS, TypeCode } from "../domain/kind.ts";
import { attributes } from "../xml/element.ts";

/** A document's root: its name, its namespaces and where its schema is. */
interface Root {
  readonly name: string;
  /** Declarations in canonical order, as C14N renders them on every signed part of the document. */
  readonly namespaces: string;
  readonly schemaLocation: string;
}

/** Namespaces by the prefixes that the authority asks for (ZB04). */
export const NAMESPACES = {
  cac: "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
  cbc: "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2",
  ds: "http://www.w3.org/2000/09/xmldsig#",
  ext: "urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2",
  sts: "dian:gov:co:facturaelectronica:Structures-2-1",
  xades: "http://uri.etsi.org/01903/v1.3.2#",
  xades141: "http://uri.etsi.org/01903/v1.4.1#",
} as const;

export const ROOTS: Readonly<Record<(typeof KINDS)[TypeCode]["root"], Root>> = {
  Invoice: describeRoot("Invoice"),
  CreditNote: describeRoot("CreditNote"),
  DebitNote: describeRoot("DebitNote"),
};

function describeRoot(name: string): Root {
  const namespace = `urn:oasis:names:specification:ubl:schema:xsd:${name}-2`;
  const schema = `http://docs.oasis-open.org/ubl/os-UBL-2.1/xsd/maindoc/UBL-${name}-2.1.xsd`;
  const namespaces = attributes({
    xmlns: namespace,
    "xmlns:cac": NAMESPACES.cac,
    "xmlns:cbc": NAMESPACES.cbc,
    "xmlns:ds": NAMESPACES.ds,
    "xmlns:ext": NAMESPACES.ext,
    "xmlns:sts": NAMESPACES.sts,
    "xmlns:xades": NAMESPACES.xades,
    "xmlns:xades141": NAMESPACES.xades141,
    "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
  });
  return { name, namespaces, schemaLocation: attributes({ "xsi:schemaLocation": `${namespace} ${schema}` }) };
}

/** The container of a document and of the authority's answer; it is never sent to the authority. */
export const CONTAINER_ROOT = {
  name: "AttachedDocument",
  namespaces: attributes({
    xmlns: "urn:oasis:names:specification:ubl:schema:xsd:AttachedDocument-2",
    "xmlns:cac": NAMESPACES.cac,
    "xmlns:cbc": NAMESPACES.cbc,
    "xmlns:ds": NAMESPACES.ds,
    "xmlns:ext": NAMESPACES.ext,
    "xmlns:xades": NAMESPACES.xades,
    "xmlns:xades141": NAMESPACES.xades141,
  }),
} as const;
export const CONTAINER_CUSTOMIZATION = "Documentos adjuntos";
export const CONTAINER_PROFILE = "Factura Electrónica de Venta";
export const CONTAINER_TYPE = "Contenedor de Factura Electrónica";
export const AUTHORITY_NAME = "Unidad Especial Dirección de Impuestos y Aduanas Nacionales";
/** Result of the validation that a container repeats: validated. */
export const VALIDATED = "02";

/** The authority's own extension (FAB03). */
export const AUTHORITY_EXTENSION = "sts:DianExtensions" as const;

/** FAD01. */
export const UBL_VERSION = "UBL 2.1";
/**
 * ProfileID by kind (FAD03, DSAD03, CAD03, DAD03, NSAD03): that of a support document ends with a period, that of its note without
 * the space that the annex prints after it.
 */
export const PROFILES: Readonly<Record<TypeCode, string>> = {
  "01": "DIAN 2.1: Factura Electrónica de Venta",
  "02": "DIAN 2.1: Factura Electrónica de Venta",
  "03": "DIAN 2.1: Factura Electrónica de Venta",
  "05": "DIAN 2.1: documento soporte en adquisiciones efectuadas a no obligados a facturar.",
  "20": "DIAN 2.1: Documento Equivalente POS",
  "91": "DIAN 2.1: Nota Crédito de Factura Electrónica de Venta",
  "92": "DIAN 2.1: Nota Débito de Factura Electrónica de Venta",
  "93": "DIAN 2.1: Nota de ajuste débito al documento equivalente",
  "94": "DIAN 2.1: Nota de ajuste crédito al documento equivalente",
  "95": "DIAN 2.1: Nota de ajuste al documento soporte en adquisiciones efectuadas a sujetos no obligados a expedir factura o documento equivalente",
};
/** Groups that a ticket has beside the authority's extension, with the names of their pairs; accents are part of them. */
export const TICKET_EXTENSIONS = {
  maker: {
    outer: "FabricanteSoftware",
    inner: "InformacionDelFabricanteDelSoftware",
    names: ["NombreApellido", "RazonSocial", "NombreSoftware"],
  },
  buyer: {
    outer: "BeneficiosComprador",
    inner: "InformacionBeneficiosComprador",
    names: ["Codigo", "NombresApellidos", "Puntos"],
  },
  till: {
    outer: "PuntoVenta",
    inner: "InformacionCajaVenta",
    names: ["PlacaCaja", "UbicaciónCaja", "Cajero", "TipoCaja", "CódigoVenta", "SubTotal"],
  },
} as const satisfies Readonly<Record<string, { outer: string; inner: string; names: readonly string[] }>>;
export type TicketExtension = keyof typeof TICKET_EXTENSIONS;

/** Concept texts that the official table spells unexpectedly: this one has two spaces (CBF04). */
export const CONCEPT_TEXTS: Readonly<Record<string, string>> = {
  "91 3": "Rebaja  o descuento parcial o total",
};

/** The authority's own NIT (FAB31, FAB34). */
export const AUTHORITY_NIT = "800197268";
export const AUTHORITY_CHECK_DIGIT = "4";

const AGENCY_ID = "195";
const AGENCY_NAME = "CO, DIAN (Dirección de Impuestos y Aduanas Nacionales)";

/** Agency attributes alone, for software ids and codes. */
export const AGENCY_ATTRIBUTES = attributes({ schemeAgencyID: AGENCY_ID, schemeAgencyName: AGENCY_NAME });

/** Agency attributes of an identification number: its check digit, when it has one, and its type. */
export function identificationAttributes(type: string | undefined, checkDigit: string | undefined): string {
  return AGENCY_ATTRIBUTES + attributes({ schemeID: checkDigit, schemeName: type });
}

export const COUNTRY_LIST_ATTRIBUTES = attributes({
  listAgencyID: "6",
  listAgencyName: "United Nations Economic Commission for Europe",
  listSchemeURI: "urn:oasis:names:specification:ubl:codelist:gc:CountryIdentificationCode-2.1",
});
export const COUNTRY_NAME_ATTRIBUTES = attributes({ languageID: "es" });

/** Attributes of a standard item identification by scheme (FAZ11-14). */
export const ITEM_SCHEME_ATTRIBUTES: Readonly<Record<DocumentLine["product"]["scheme"], string>> = {
  "001": attributes({ schemeAgencyID: "10", schemeID: "001", schemeName: "UNSPSC" }),
  "010": attributes({ schemeAgencyID: "9", schemeID: "010", schemeName: "GTIN" }),
  // The authority's list spells it so.
  "020": attributes({ schemeAgencyID: "195", schemeID: "020", schemeName: "Partida Arancelarias" }),
  "999": attributes({ schemeID: "999", schemeName: "Estándar de adopción del contribuyente" }),
};

/** Line period of a support document by generation mode (DSFC03, DSFC04). */
export const GENERATION_MODE_NAMES: Readonly<Record<"1" | "2", string>> = {
  "1": "Por operación",
  "2": "Acumulado semanal",
};
