// Describes the fields that v2 adds to v1's POST fe/facturas: what a till (point of sale) needs.
import { listAllowanceReasons, listTaxes } from "../../domain/catalogue/catalogue.ts";
import {
  blankableChoiceField,
  blankableCodeField,
  blankableTextField,
  COMPUTED_DECIMALS,
  choiceField,
  codeField,
  decimalField,
  FULL_NUMBER,
  integerField,
  listField,
  objectField,
  quantityField,
} from "../field/field.ts";

const PERCENT = { isAbove: true, max: "100", maxDecimals: 4 } as const;
const REASON_MOST_CHARACTERS = 500;
/** More taxes than the authority has rules for are a mistake. */
const MOST_OTHER_TAXES = 10;
const MOST_ALLOWANCES = 20;

/** What taxes are on whose names say little. */
const TAXED: Readonly<Record<string, string>> = { "34": "bebidas azucaradas", "35": "ultraprocesados" };

function nameTaxes(kind: "percent" | "nominal"): string {
  const known = listTaxes().filter((tax) => tax.kind === kind && tax.isRulePublished);
  return known.map(({ code, name }) => `${code} ${name}${TAXED[code] ? ` (${TAXED[code]})` : ""}`).join(", ");
}

/** `otros_impuestos`. */
const otherTaxSchema = objectField({
  codigo: codeField({
    description: `Código del tributo. En porcentaje: ${nameTaxes("percent")}. Por unidad: ${nameTaxes("nominal")}.`,
    example: "22",
    pattern: /^[0-9A-Za-z]{1,2}$/,
    expected: "debe ser un código de tributo, de una o dos letras o dígitos",
    allowsInteger: true,
    rule: "FAX16",
  }),
  tarifa: decimalField({
    description: "Tarifa en porcentaje de la base del ítem, de un tributo en porcentaje.",
    example: 20,
    ...PERCENT,
    rule: "FAX07",
  }).nullish(),
  valor_unitario: decimalField({
    description: "Valor del tributo por cada unidad del ítem, de un tributo por unidad; en IBUA (34), por cada 100 ml.",
    example: 70,
    isAbove: true,
    rule: "FAX07",
  }).nullish(),
  mililitros: quantityField({
    description: "Solo en IBUA (34), y allí obligatorio: mililitros que trae una unidad del ítem.",
    example: 1500,
    rule: "FAX09",
  }).nullish(),
});

/** `codigo_estandar`. */
const standardCodeSchema = objectField(
  {
    esquema: choiceField({
      description:
        "001 UNSPSC (8 dígitos), 010 GTIN (8, 12, 13 o 14, con su dígito de verificación), 020 partida arancelaria (10).",
      example: "010",
      choices: ["001", "010", "020"],
    }),
    codigo: codeField({
      description: "El código en ese esquema.",
      example: "7701234567897",
      pattern: /^[0-9A-Za-z]{1,20}$/,
      expected: "debe ser un código de hasta 20 letras o dígitos",
      allowsInteger: true,
      rule: "FAZ10",
    }),
  },
  { description: "Código del bien en una lista común, además del propio." },
);

/** `obsequio`. */
const giftSchema = objectField(
  {
    valor_referencia: decimalField({
      description: "Valor comercial de una unidad, sin impuestos, mayor que 0: va firmado como precio de referencia.",
      example: 15000,
      isAbove: true,
    }),
    asume_iva: choiceField({
      description:
        "Quién asume el IVA o el INC del obsequio: vendedor (defecto; sale como descuento de toda la factura) o comprador. Un tributo por unidad, como el de bolsas, lo paga siempre el comprador.",
      example: "vendedor",
      choices: ["vendedor", "comprador"],
    }).nullish(),
  },
  {
    description:
      "La línea es un obsequio o una muestra: sin unit ni unit_input (o en 0), con valor de línea 0.00 y sus impuestos sobre el valor de referencia.",
  },
);

/** What v2 adds to an item. */
export const tillLineFields = {
  codigo: blankableTextField({
    description: "Código propio del bien (SKU), hasta 50 caracteres: va firmado, impreso y en las consultas.",
    example: "QUE-01",
    max: 50,
    isExact: true,
    isCode: true,
  }).nullish(),
  codigo_estandar: standardCodeSchema.nullish(),
  unidad_medida: blankableCodeField({
    description:
      "Unidad de la lista de la autoridad; 94 (unidad) si no viene. E48, H87, MON, ANN y KMT se llevan al código con que esa lista las escribe, con un aviso.",
    example: "KGM",
    pattern: /^[^\s]{1,10}$/u,
    expected: "debe ser una unidad de medida de la lista de la autoridad",
    rule: "FAV05",
  }).nullish(),
  marca: blankableTextField({ description: "Marca.", example: "Marca X", max: 100, isExact: true }).nullish(),
  modelo: blankableTextField({ description: "Modelo.", example: "TP-500", max: 100, isExact: true }).nullish(),
  nota: blankableTextField({
    description: "Nota de la línea: seriales, lote, garantía.",
    example: "Garantía de 12 meses; serie 00123",
    max: 1000,
    isExact: true,
    allowsLines: true,
  }).nullish(),
  tratamiento: blankableChoiceField({
    description:
      "Ante el IVA: gravado, exento (tarifa 0 con derecho a devolución) o excluido. Sin él, iva mayor que 0 es gravado y 0 es excluido, o exento con codigo_impuesto 01.",
    example: "gravado",
    choices: ["gravado", "exento", "excluido"],
  }).nullish(),
  obsequio: giftSchema.nullish(),
  descuento: decimalField({
    description:
      "Descuento de la línea en dinero, hasta su valor. Con iva_incluido se resta de lo pagado (unit_input por cant); sin él, del valor antes de impuestos. El impuesto se calcula sobre lo que queda. No va con descuento_porcentaje.",
    example: 5000,
    isAbove: true,
    maxDecimals: COMPUTED_DECIMALS,
  }).nullish(),
  descuento_porcentaje: decimalField({
    description: "El mismo descuento en porcentaje, mayor que 0 y hasta 100. No va con descuento.",
    example: 10,
    ...PERCENT,
    rule: "FBE05",
  }).nullish(),
  descuento_motivo: blankableTextField({
    description: 'Motivo del descuento; sin él dice "Descuento no condicionado".',
    example: "Promoción de la semana",
    max: REASON_MOST_CHARACTERS,
    isExact: true,
  }).nullish(),
  otros_impuestos: listField(otherTaxSchema, {
    description:
      "Otros tributos del ítem, además del de iva, cada uno una vez. Con iva_incluido, unit_input los incluye a todos.",
    max: MOST_OTHER_TAXES,
  }).nullish(),
};

/** What v2 adds to the invoice. */
export const tillFields = {
  descuentos: allowancesField(
    "Descuentos de toda la factura, después de impuestos: no cambian su base. Sumados no pasan del total de los ítems.",
    { example: "Cupón", code: "01", isCharge: false },
  ),
  cargos: allowancesField(
    "Cargos de toda la factura, después de impuestos, como la propina: no cambian su base. Cada uno hasta el total de los ítems.",
    { example: "Propina", code: "02", isCharge: true },
  ),
  numero_contingencia: blankableCodeField({
    description:
      "Con es_contingencia: prefijo y número de la factura de papel, sin espacios ni guiones; la referencia del XML la nombra.",
    example: "CT45",
    pattern: FULL_NUMBER,
    expected: "debe ser el prefijo y el número de la factura de papel, hasta 20 letras y dígitos seguidos",
    rule: "FAI02",
  }).nullish(),
};

const NOTE_DISCOUNTS = "después de impuestos: no cambian su base. Van con `items`.";

/** Discounts and charges of the whole note, of its own. */
export const noteAllowanceFields = {
  descuentos: allowancesField(
    `Descuentos propios de la nota, además de la parte que le toca de los de la factura, ${NOTE_DISCOUNTS}`,
    { example: "Ajuste", code: "00", isCharge: false },
  ),
  cargos: allowancesField(`Cargos propios de la nota, ${NOTE_DISCOUNTS}`, {
    example: "Intereses",
    code: "02",
    isCharge: true,
  }),
};

/** The same of a credit note, which may also give a charge of its invoice back. */
export const creditNoteAllowanceFields = {
  descuentos: noteAllowanceFields.descuentos,
  cargos: listField(
    objectField({
      cargo: integerField({
        description:
          "Número, desde 1, de un cargo de la factura que se devuelve (la propina, el domicilio): con él va solo `valor`, hasta lo que quede de ese cargo.",
        example: 1,
        min: 1,
      }).nullish(),
      ...allowanceFields({ example: "Domicilio", code: "02", isCharge: true }),
    }),
    {
      description: `Cargos de la factura que se devuelven, \`{cargo, valor}\`, o cargos propios de la nota, ${NOTE_DISCOUNTS} Fuera de la anulación un cargo solo vuelve si la nota lo nombra.`,
      max: MOST_ALLOWANCES,
    },
  ).nullish(),
};

interface Kind {
  readonly example: string;
  readonly code: string;
  readonly isCharge: boolean;
}

function allowancesField(description: string, kind: Kind) {
  return listField(objectField(allowanceFields(kind)), { description, max: MOST_ALLOWANCES }).nullish();
}

/** The members of a discount or a charge of the whole document. */
function allowanceFields({ example, code, isCharge }: Kind) {
  const codes = listAllowanceReasons(isCharge).map((one) => `${one.code} (${one.name})`);
  return {
    valor: decimalField({
      description: "Valor en dinero, mayor que 0. No va con porcentaje.",
      example: 5000,
      isAbove: true,
      maxDecimals: COMPUTED_DECIMALS,
    }).nullish(),
    porcentaje: decimalField({
      description: "Porcentaje del subtotal (antes de impuestos), mayor que 0 y hasta 100. No va con valor.",
      example: 10,
      ...PERCENT,
      rule: "FAQ06",
    }).nullish(),
    motivo: blankableTextField({
      description: "Motivo, como lo imprime la factura.",
      example,
      max: REASON_MOST_CHARACTERS,
      isExact: true,
    }).nullish(),
    codigo: blankableCodeField({
      description: `Código de la autoridad: ${codes.join(" o ")}; puede omitirse.`,
      example: code,
      pattern: /^\d{2}$/,
      expected: `debe ser ${codes.join(" o ")}`,
    }).nullish(),
  };
}
