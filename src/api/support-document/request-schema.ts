// Defines the schemas of POST dse/documentos: every field under its canonical name, both for validation and for the reference.
import * as z from "zod";
import { nameTaxCodes, WITHHOLDING_CODES } from "../../domain/tax-table.ts";
import {
  blankableChoiceField,
  blankableCodeField,
  blankableDateField,
  blankableTextField,
  booleanField,
  COMPUTED_DECIMALS,
  COUNTRY_CODE,
  CURRENCY_CODE,
  choiceField,
  codeField,
  dateField,
  decimalField,
  integerField,
  listField,
  MEANS_CODE,
  objectField,
  quantityField,
  textField,
} from "../field/field.ts";
import { metadataFields } from "../field/metadata.ts";
import { establishmentFields } from "../field/point-of-sale-schema.ts";
import { paidFields } from "../invoice/whole-request-schema.ts";
import { SUPPORT_FORMS, suggestForm, suggestMeans, suggestTypes } from "../message/code-name.ts";

/** `proveedor`. */
export const supplierSchema = objectField(
  {
    tipo_documento: blankableCodeField({
      description: "Tipo de identificación; 13 si no se envía.",
      example: "31",
      pattern: /^\d{2}$/,
      expected: "debe tener 2 dígitos, entre comillas",
      suggest: suggestTypes,
    }).nullish(),
    nit: textField({
      description:
        "Número de identificación (alias numero_documento). Puntos, espacios y guiones no cuentan; el dígito de verificación va en dv o tras un guion.",
      example: "900373115",
      max: 40,
      isCode: true,
    }),
    dv: blankableCodeField({
      description: "Dígito de verificación, cuando aplica; si se envía debe ser el correcto.",
      example: "3",
      pattern: /^\d$/,
      expected: "debe ser un solo dígito",
    }).nullish(),
    nombre: textField({
      description: "Nombre o razón social.",
      example: "Ferretería El Tornillo SAS",
      max: 450,
      isExact: true,
    }),
    nombre_comercial: blankableTextField({
      description: "Nombre comercial; el nombre si no se envía.",
      example: "El Tornillo",
      max: 450,
      isExact: true,
    }).nullish(),
    regimen: blankableTextField({
      description: "Responsabilidades fiscales separadas por ;. O-49 si no se envía.",
      example: "O-49",
      max: 60,
      isCode: true,
    }).nullish(),
    authority_tax_scheme_code: blankableTextField({
      description: "Tributo del proveedor: 01, 04, ZA o ZZ (defecto).",
      example: "ZZ",
      max: 2,
      isCode: true,
    }).nullish(),
    direccion: blankableTextField({
      description: "Dirección.",
      example: "Calle 10 # 5-20",
      max: 300,
      isExact: true,
    }).nullish(),
    municipio: blankableTextField({
      description:
        "Nombre del municipio; en Colombia y sin codigo_municipio, debe nombrar uno solo de la lista oficial (con el departamento, si varios se llaman así).",
      example: "Bogotá, D.C.",
      max: 100,
    }).nullish(),
    codigo_municipio: blankableTextField({
      description: "Código DIVIPOLA de 5 dígitos.",
      example: "11001",
      max: 5,
      isCode: true,
    }).nullish(),
    departamento: blankableTextField({
      description: "Nombre del departamento.",
      example: "Bogotá",
      max: 100,
    }).nullish(),
    codigo_departamento: blankableTextField({
      description: "Código del departamento, 2 dígitos.",
      example: "11",
      max: 2,
      isCode: true,
    }).nullish(),
    pais: blankableCodeField({
      description: "País ISO 3166-1 de dos letras; CO si no se envía.",
      example: "CO",
      pattern: COUNTRY_CODE,
      expected: "debe ser un país ISO 3166-1 de dos letras",
    }).nullish(),
    email: blankableCodeField({
      description: "Correo del proveedor.",
      example: "ventas@example.com",
      pattern: /^[^\s@]{1,64}@[^\s@]{1,189}$/,
      expected: "debe ser un correo electrónico",
    }).nullish(),
    telefono: blankableTextField({ description: "Teléfono.", example: "6015550100", max: 50 }).nullish(),
    codigo_postal: blankableTextField({
      description: "Código postal, 6 dígitos en Colombia.",
      example: "110111",
      max: 10,
      isCode: true,
    }).nullish(),
  },
  { description: "Datos reales del proveedor." },
);

/** Totals that a client may send. */
export const claimFields = {
  subtotal: claimField("Total de las bases", 100000),
  impuestos: claimField("Total de los impuestos", 19000),
  total: claimField("Total bruto, antes de retenciones", 119000),
};

function claimField(what: string, example: number) {
  return decimalField({
    description: `${what}, en la moneda del documento; si viene, debe coincidir con los ítems.`,
    example,
    max: "999999999999999",
    maxDecimals: COMPUTED_DECIMALS,
    rule: "9",
  }).nullish();
}

function taxField(description: string) {
  return decimalField({ description, example: 19000, maxDecimals: COMPUTED_DECIMALS, rule: "2.14" }).nullish();
}

const LINES = { description: "Líneas del documento, al menos una.", min: 1 } as const;

const lineFields = {
  codigo: codeField({
    description: "Código UNSPSC del bien o servicio: exactamente 8 dígitos.",
    example: "43211508",
    pattern: /^\d{8}$/,
    expected: "debe tener exactamente 8 dígitos (código UNSPSC), entre comillas",
    rule: "2.14",
  }),
  descripcion: blankableTextField({
    description: "Descripción real del bien o servicio; admite saltos de línea.",
    example: "Café pergamino",
    max: 1000,
    isExact: true,
    allowsLines: true,
  }).nullish(),
  cantidad: quantityField({ description: "Cantidad, mayor que 0.", example: 2, rule: "2.14" }),
  unidad_medida: blankableTextField({
    description: "Unidad de medida; EA si no se envía. NIU se toma como EA.",
    example: "EA",
    max: 8,
    isCode: true,
  }).nullish(),
  precio_unitario: decimalField({
    description: "Precio por unidad, sin IVA, en la moneda del documento; no negativo.",
    example: 50000,
    maxDecimals: COMPUTED_DECIMALS,
    rule: "2.14",
  }).nullish(),
  base_imponible: decimalField({
    description:
      "Base de la línea en dinero, en la moneda del documento; de ella sale el precio cuando no se envía (alias base).",
    example: 100000,
    maxDecimals: COMPUTED_DECIMALS,
    rule: "2.14",
  }).nullish(),
  porcentaje_iva: decimalField({
    description:
      "Tarifa de IVA en porcentaje; las publicadas son 0, 5, 16 y 19, y otra causa una notificación de la autoridad.",
    example: 19,
    max: "100",
    rule: "2.14",
  }).nullish(),
  impuesto: taxField(
    "IVA de la línea en dinero, en la moneda del documento (alias histórico iva, que aquí no es un porcentaje).",
  ),
  cost_center_id: integerField({ description: "Centro de costo de la empresa, por id.", example: 3, min: 1 }).nullish(),
  cost_center_code: blankableTextField({
    description: "Centro de costo, por código (alias centro_costo_codigo).",
    example: "CC-1",
    max: 60,
    isCode: true,
  }).nullish(),
};

/** An element of `items` in v1. */
const lineSchemaOfV1 = objectField(lineFields);

/** An element of `items`: the historic name of its tax is gone. */
export const lineSchema = objectField({
  ...lineFields,
  impuesto: taxField("IVA de la línea en dinero, en la moneda del documento."),
});

/** An element of `retenciones`. */
export const withholdingSchema = objectField({
  retention_key: blankableTextField({
    description: "Clave única de la retención (alias type, tipo); su nombre si no se envía.",
    example: "renta",
    max: 80,
    isCode: true,
  }).nullish(),
  authority_tax_code: choiceField({
    description: `${nameTaxCodes(WITHHOLDING_CODES)} (alias codigo_authority).`,
    example: "06",
    choices: WITHHOLDING_CODES,
    rule: "2.15.4",
  }),
  tax_name: textField({
    description: "Nombre (alias nombre); sin él vale label.",
    example: "ReteRenta",
    max: 100,
    rule: "2.15.4",
  }),
  base_mode: blankableChoiceField({
    description: "De dónde sale la base (alias modo_base): subtotal o base, impuestos o iva, total o bruto.",
    example: "subtotal",
    choices: ["subtotal", "impuestos", "total"],
  }).nullish(),
  base_amount: decimalField({
    description: "Base explícita en dinero, mayor que 0 y no mayor que el total (alias base).",
    example: 100000,
    maxDecimals: COMPUTED_DECIMALS,
    rule: "2.15.5",
  }).nullish(),
  percent: decimalField({
    description: "Porcentaje, de 0 a 100 (alias porcentaje).",
    example: 2.5,
    max: "100",
    maxDecimals: COMPUTED_DECIMALS,
    rule: "2.15.6",
  }).nullish(),
  amount: decimalField({
    description:
      "Valor retenido en dinero (alias valor); de él sale el porcentaje cuando no se envía; si van los dos, deben coincidir al centavo.",
    example: 2500,
    maxDecimals: COMPUTED_DECIMALS,
    rule: "2.15.7",
  }).nullish(),
  enabled: booleanField({ description: "false la deja fuera (alias activa).", example: true }).nullish(),
  display_order: integerField({ description: "Orden en que se muestra.", example: 1, min: 0 }).nullish(),
});

/** The whole request of v1 under canonical names; the page of the API is made from it. */
export const supportDocumentSchemaOfV1 = z
  .object({
    fecha_documento: dateField({
      description:
        "Fecha del documento y de su firma, AAAA-MM-DD, en Colombia (alias fecha); en modo 1, la de hoy; en modo 2, de hoy a 5 días antes.",
      example: "2026-03-02",
    }),
    hora: blankableCodeField({
      description: "Hora de Colombia, que ya haya pasado; la del servidor si no se envía.",
      example: "14:30:00",
      pattern: /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:-05:00)?$/,
      expected: "debe ser una hora HH:MM:SS, con o sin -05:00",
    }).nullish(),
    moneda: blankableCodeField({
      description: "Moneda ISO 4217; COP si no se envía.",
      example: "COP",
      pattern: CURRENCY_CODE,
      expected: "debe ser una moneda ISO 4217 de tres letras",
    }).nullish(),
    tasa_cambio: decimalField({
      description: "Pesos colombianos por unidad de la moneda; obligatoria si la moneda no es COP, prohibida si lo es.",
      example: 4105.32,
      min: "0",
      isAbove: true,
    }).nullish(),
    fecha_tasa_cambio: blankableDateField({
      description: "Fecha de la tasa; la del documento si no se envía.",
      example: "2026-03-02",
    }).nullish(),
    proveedor: supplierSchema,
    items: listField(lineSchemaOfV1, LINES),
    forma_generacion: blankableChoiceField({
      description: "1 por operación (defecto), 2 acumulado semanal.",
      example: "1",
      choices: ["1", "2"],
    }).nullish(),
    fecha_inicio_periodo: blankableDateField({
      description: "Primer día del periodo, AAAA-MM-DD; obligatoria en modo 2 (alias period_start_date).",
      example: "2026-02-23",
    }).nullish(),
    fecha_fin_periodo: blankableDateField({
      description:
        "Último día del periodo, AAAA-MM-DD, hasta 7 días contando ambos; obligatoria en modo 2 (alias period_end_date).",
      example: "2026-03-01",
    }).nullish(),
    forma_pago: blankableChoiceField({
      description: "1 contado (defecto), 2 crédito (alias payment_type).",
      example: "1",
      choices: ["1", "2"],
      suggest: suggestForm(SUPPORT_FORMS),
    }).nullish(),
    medio_pago_codigo: blankableCodeField({
      description:
        "Medio de pago de la lista de la autoridad, de 1 a 3 dígitos; 10 (efectivo) si no se envía (alias payment_means_code).",
      example: "10",
      pattern: MEANS_CODE,
      suggest: suggestMeans,
      expected: "debe tener de 1 a 3 dígitos, entre comillas",
      rule: "2.12",
    }).nullish(),
    fecha_vencimiento: blankableDateField({
      description:
        "Vencimiento del pago, AAAA-MM-DD, no anterior a fecha_documento; obligatoria a crédito, de contado se ignora (alias payment_due_date).",
      example: "2026-04-01",
    }).nullish(),
    fecha_vencimiento_contable: blankableDateField({
      description: "Vencimiento contable, AAAA-MM-DD, no anterior a fecha_documento.",
      example: "2026-04-01",
    }).nullish(),
    retenciones: listField(withholdingSchema, {
      description: "Retenciones (alias withholdings).",
      max: 50,
    }).nullish(),
    tipo_authority: blankableChoiceField({
      description: "No configurable: si se envía debe ser 05.",
      example: "05",
      choices: ["05"],
    }).nullish(),
  })
  .meta({ id: "SupportDocumentRequest" });

/** The same of v2, where totals that come are checked. */
export const supportDocumentSchema = z
  .object({
    ...supportDocumentSchemaOfV1.shape,
    items: listField(lineSchema, LINES),
    ...claimFields,
    ...establishmentFields,
    ...paidFields,
    ...metadataFields,
  })
  .meta({ id: "SupportDocumentRequest" });
