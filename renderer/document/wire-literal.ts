// Holds the names that the authority's lists give to what a signed document says in codes, as they are printed.
import type { PesoTotals } from "../../src/domain/document/document.ts";
import type { TypeCode } from "../../src/domain/kind.ts";

/** Titles by type code. */
export const TITLES: Readonly<Record<TypeCode, string>> = {
  "01": "Factura electrónica de venta",
  "02": "Factura electrónica de venta",
  "03": "Factura electrónica de venta",
  "05": "Documento soporte en adquisiciones efectuadas a no obligados a facturar",
  "20": "Documento equivalente electrónico tiquete de máquina registradora con sistema P.O.S.",
  "91": "Nota crédito de la factura electrónica de venta",
  "92": "Nota débito de la factura electrónica de venta",
  "93": "Nota de ajuste débito al documento equivalente electrónico",
  "94": "Nota de ajuste crédito al documento equivalente electrónico",
  "95": "Nota de ajuste al documento soporte en adquisiciones efectuadas a no obligados a facturar",
};

export const SUBTITLES: Readonly<Record<string, string>> = {
  "02": "Factura de exportación (tipo 02)",
  "03": "Transcripción de factura de contingencia (tipo 03)",
};

/** What the documents of a kind are called where another one refers to them. */
export const CORRECTED_NAMES: Readonly<Record<string, string>> = {
  "91": "Factura electrónica de venta",
  "92": "Factura electrónica de venta",
  "93": "Tiquete POS",
  "94": "Tiquete POS",
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
  ...{
    "94": "und",
    EA: "und",
    NIU: "und",
    C62: "und",
    ZZ: "und",
    NAR: "und",
    CEN: "ciento",
    MIL: "millar",
    MIO: "millón",
  },
  ...{ PR: "par", NPR: "par", DZN: "docena", DPC: "docena", DZP: "paq. de 12", TP: "paq. de 10", GRO: "gruesa" },
  ...{ KGM: "kg", GRM: "g", MGM: "mg", CGM: "cg", HGM: "hg", TNE: "t", STN: "t corta", LBR: "lb", ONZ: "oz" },
  ...{ LTR: "L", MLT: "mL", CLT: "cL", DLT: "dL", HLT: "hL", GLL: "gal", OZA: "oz líq.", BLL: "barril" },
  ...{ MTR: "m", MMT: "mm", CMT: "cm", DMT: "dm", KMT: "km", KTM: "km", INH: "pulg.", FOT: "pie", YRD: "yarda" },
  ...{
    MTK: "m²",
    CMK: "cm²",
    INK: "pulg.²",
    FTK: "pie²",
    YDK: "yarda²",
    HAR: "ha",
    ACR: "acre",
    MTQ: "m³",
    CMQ: "cm³",
  },
  ...{ FTQ: "pie³", SEC: "s", MIN: "min", HUR: "h", DAY: "día", WEE: "semana", LUN: "mes", MON: "mes" },
  ...{ ANA: "año", ANN: "año", WTT: "W", KWT: "kW", KWH: "kWh", MWH: "MWh", E48: "servicio", IE: "persona" },
  ...{ BX: "caja", CS: "caja", CA: "caja", CR: "caja", CT: "cartón", PK: "paquete", PA: "paquete", NMP: "paquete" },
  ...{ BG: "bolsa", SA: "saco", BO: "botella", JR: "tarro", JG: "jarra", BJ: "balde", VI: "frasco", AM: "ampolla" },
  ...{ TU: "tubo", CY: "cilindro", DR: "tambor", KG: "barrilete", RL: "rollo", CL: "bobina", SET: "juego", KT: "kit" },
  ...{ PF: "estiba", LO: "lote", EV: "sobre", ST: "hoja", LEF: "hoja", ZP: "página", TC: "camión", SX: "envío" },
};

/** What a code of a product is called, by its scheme. */
export const CODE_SCHEMES: Readonly<Record<string, string>> = {
  "001": "UNSPSC",
  "010": "GTIN",
  "020": "Partida arancelaria",
};

/** What a gift would have cost, by the type of the price. */
export const REFERENCE_PRICES: Readonly<Record<string, string>> = {
  "01": "valor comercial",
  "02": "valor en inventarios",
};

/** Sums in pesos, as they are printed one below the other. */
export const PESO_TOTALS: readonly PesoTotal[] = [
  { name: "subtotal", label: "Subtotal", isAlways: true },
  { name: "lineDiscounts", label: "Descuentos de las líneas" },
  { name: "lineCharges", label: "Cargos de las líneas" },
  { name: "iva", label: "IVA" },
  { name: "inc", label: "INC" },
  { name: "bags", label: "INC Bolsas" },
  { name: "otherTaxes", label: "Otros impuestos" },
  { name: "discounts", label: "Descuentos" },
  { name: "charges", label: "Cargos" },
  { name: "reteRenta", label: "ReteRenta" },
  { name: "reteIva", label: "ReteIVA" },
  { name: "reteIca", label: "ReteICA" },
  { name: "prepaid", label: "Anticipos" },
  { name: "payable", label: "Total", isAlways: true },
];

interface PesoTotal {
  readonly name: keyof PesoTotals;
  readonly label: string;
  /** Printed where it is zero too. */
  readonly isAlways?: true;
}

/** What the amount of a tax by unit is for, where that is not one piece: sweetened drinks are taxed by volume. */
export const TAX_UNITS: Readonly<Record<string, string>> = { "34": "100 mL" };

/** What is left of the sum of withholdings where not all are known by name. */
export const OTHER_WITHHOLDINGS = "Otras retenciones";

/** The authority as a printed document names it. */
export const AUTHORITY_NAME = "DIAN";

export const TEST_LEGEND = "Documento de prueba sin validez: ambiente de habilitación";
/** Of a document that looks like one of production, and that no authority has. */
export const PRETEND_LEGEND = "Documento de prueba sin validez: autoridad simulada";
