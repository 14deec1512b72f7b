// Holds the names that the authority's lists give to what a signed document says in codes, as they are printed.
import type { TypeCode } from "../../src/domain/kind.ts";

/** Titles by type code. */
export const TITLES: Readonly<Record<TypeCode, string>> = {
  "01": "Factura electrónica de venta",
  "03": "Factura electrónica de venta",
  "05": "Documento soporte en adquisiciones efectuadas a no obligados a facturar",
  "91": "Nota crédito de la factura electrónica de venta",
  "92": "Nota débito de la factura electrónica de venta",
  "95": "Nota de ajuste al documento soporte en adquisiciones efectuadas a no obligados a facturar",
};

export const SUBTITLES: Readonly<Record<string, string>> = {
  "03": "Transcripción de factura de contingencia (tipo 03)",
};

/** What the documents of a kind are called where another one refers to them. */
export const CORRECTED_NAMES: Readonly<Record<string, string>> = {
  "91": "Factura electrónica de venta",
  "92": "Factura electrónica de venta",
  "95": "Documento soporte",
};

/** The qualities that a printed document must name. */
export const QUALITIES: Readonly<Record<string, string>> = {
  "O-13": "Gran contribuyente",
  "O-15": "Autorretenedor",
  "O-23": "Agente de retención de IVA",
  "O-47": "Régimen simple de tributación",
};

/** How a party stands towards sales taxes, by the tax that it names. */
export const REGIMES: Readonly<Record<string, string>> = {
  "01": "Responsable de IVA",
  "04": "Responsable de INC",
  ZA: "Responsable de IVA e INC",
  ZZ: "No responsable de IVA",
};

export const PAYMENT_FORMS: Readonly<Record<string, string>> = { "1": "Contado", "2": "Crédito" };

/** Units in common use by their code; others are printed as the code. */
export const UNITS: Readonly<Record<string, string>> = {
  "94": "und",
  EA: "und",
  NIU: "und",
  C62: "und",
  ZZ: "und",
  KGM: "kg",
  GRM: "g",
  MGM: "mg",
  TNE: "t",
  LBR: "lb",
  ONZ: "oz",
  LTR: "L",
  MLT: "mL",
  GLL: "gal",
  MTR: "m",
  CMT: "cm",
  MTK: "m²",
  MTQ: "m³",
  KMT: "km",
  HUR: "h",
  MIN: "min",
  DAY: "día",
  WEE: "semana",
  MON: "mes",
  ANN: "año",
  DZN: "docena",
  PR: "par",
  SET: "juego",
  BX: "caja",
  PK: "paquete",
  BG: "bolsa",
  BO: "botella",
  KWH: "kWh",
  E48: "servicio",
};

/** What the amount of a tax by unit is for, where that is not one piece: sweetened drinks are taxed by volume. */
export const TAX_UNITS: Readonly<Record<string, string>> = { "34": "100 mL" };

/** What is left of the sum of withholdings where not all are known by name. */
export const OTHER_WITHHOLDINGS = "Otras retenciones";

/** The authority as a printed document names it. */
export const AUTHORITY_NAME = "DIAN";

export const TEST_LEGEND = "Documento de prueba sin validez: ambiente de habilitación";
