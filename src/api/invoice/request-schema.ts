// Defines the schemas of POST fe/facturas: every field, both for validation and for the reference.
import * as z from "zod";
import { JsonNumber } from "../../domain/json.ts";
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
  decimalField,
  FieldTypeError,
  field,
  listField,
  objectField,
  readCode,
  textField,
} from "../field/field.ts";
import { metadataFields } from "../field/metadata.ts";
import { suggestMeans } from "../message/code-name.ts";
import { tillFields, tillLineFields } from "./till-request-schema.ts";

const PERCENT = { max: "100", maxDecimals: 4 } as const;

/** `receptor`. */
export const receiverSchema = objectField(
  {
    tipo_doc: blankableIdField(
      "Tipo de identificación del adquirente; puede omitirse con el consumidor final.",
      "31",
      5,
    ),
    numero_doc: codeField({
      description:
        "Número de identificación. Puntos, espacios y guiones no cuentan, ni los ceros que anteceden a un NIT o una cédula; el dígito de verificación va tras un guion.",
      example: "800134536",
      pattern: /^\P{C}{1,40}$/u,
      expected: "debe ser el número de identificación, de hasta 40 caracteres",
      allowsInteger: true,
    }),
    nombre: blankableTextField({
      description: "Nombre o razón social; puede omitirse con el consumidor final.",
      example: "Comercial Andina SAS",
      max: 450,
      isExact: true,
    }).nullish(),
    email: blankableTextField({
      description: "Correo del adquirente.",
      example: "compras@example.org",
      max: 320,
    }).nullish(),
    direccion: blankableTextField({
      description: "Dirección.",
      example: "Carrera 4 # 5-06",
      max: 300,
      isExact: true,
    }).nullish(),
    pais: countryField().nullish(),
  },
  { description: "Adquirente." },
);

const invoiceLineFields = {
  desc: textField({
    description: "Descripción comercial.",
    example: "Servicio de soporte",
    max: 4000,
    isExact: true,
    allowsLines: true,
    rule: "FAZ02",
  }),
  cant: decimalField({ description: "Cantidad, mayor que 0.", example: 2, isAbove: true, rule: "FAV04b" }),
  unit: decimalField({
    description: "Valor unitario base, sin impuesto, en la moneda de la factura.",
    example: 50000,
    maxDecimals: COMPUTED_DECIMALS,
  }).nullish(),
  iva: decimalField({
    description: "Tarifa en porcentaje: 8 es INC, otra positiva es IVA, 0 no causa impuesto.",
    example: 19,
    ...PERCENT,
    rule: "VLR01",
  }),
  iva_incluido: booleanField({
    description: "El valor de unit_input incluye el impuesto: lo pagado es lo facturado, al centavo.",
    example: false,
  }).nullish(),
  unit_input: decimalField({
    description: "Valor unitario como se digitó, en la moneda de la factura; sirve de base cuando no viene unit.",
    example: 59500,
    maxDecimals: COMPUTED_DECIMALS,
  }).nullish(),
  codigo_impuesto: blankableIdField("Código del tributo (alias tax_code); prevalece sobre la tarifa.", "01", 2),
};

/** `items`. */
export const invoiceLineSchema = objectField(invoiceLineFields);

/** `items` of v2. */
export const tillLineSchema = objectField({ ...invoiceLineFields, ...tillLineFields });

/** `payment`. */
export const paymentSchema = objectField(
  {
    form: blankableChoiceField({
      description: "Forma de pago.",
      example: "contado",
      choices: ["contado", "credito"],
    }).nullish(),
    method_id: methodIdField().nullish(),
    means_code: blankableIdField("Medio de pago de la lista de la autoridad.", "10", 3, suggestMeans),
    due_date: blankableDateField({
      description: "Vencimiento, AAAA-MM-DD; obligatorio a crédito, vacío de contado.",
      example: "",
    }).nullish(),
  },
  { description: "Forma y medio de pago; sin él rige el método por defecto de la empresa." },
);

/** `aiu`; ignored when it is switched off. */
const aiuSchema = objectField(
  {
    enabled: booleanField({
      description: "true cuando la factura es de un contrato AIU; con false lo demás sobra.",
      example: true,
    }),
    contract_base: decimalField({
      description: "Valor en la moneda de la factura sobre el que se calculan los tres porcentajes.",
      example: 5000000,
    }),
    administracion_percent: decimalField({
      description: "Administración, en porcentaje.",
      example: 10,
      ...PERCENT,
    }).nullish(),
    imprevistos_percent: decimalField({ description: "Imprevistos, en porcentaje.", example: 5, ...PERCENT }).nullish(),
    utilidad_percent: decimalField({ description: "Utilidad, en porcentaje.", example: 5, ...PERCENT }).nullish(),
    tax_rate: decimalField({ description: "Tarifa de IVA en porcentaje.", example: 19, ...PERCENT }),
    iva_base_mode: choiceField({
      description: "Base del IVA: AIU_TOTAL (las tres partes) o UTILIDAD.",
      example: "AIU_TOTAL",
      choices: ["AIU_TOTAL", "UTILIDAD"],
    }),
  },
  { description: "Contrato AIU: los ítems son su costo directo; administración, imprevistos y utilidad se agregan." },
);

/** `withholdings`. */
const invoiceWithholdingSchema = objectField({
  type: textField({
    description: "Retención, de las configuradas para la empresa.",
    example: "RETEFUENTE",
    max: 60,
    isCode: true,
  }),
  base_mode: textField({
    description: "Base, de las configuradas para esa retención.",
    example: "subtotal",
    max: 60,
    isCode: true,
  }),
  percent: decimalField({ description: "Porcentaje, de 0 a 100.", example: 2.5, ...PERCENT }),
});

/** `currency`. */
const currencySchema = objectField(
  {
    commercial_currency: blankableCodeField({
      description: "COP (defecto) o USD.",
      example: "COP",
      pattern: CURRENCY_CODE,
      expected: 'debe ser "COP" o "USD"',
    }).nullish(),
    applied_rate: decimalField({
      description: "Pesos colombianos por dólar que se aplican.",
      example: 4105.32,
    }).nullish(),
    official_trm: decimalField({
      description: "TRM oficial, pesos colombianos por dólar; se usa cuando no viene applied_rate.",
      example: 4105.32,
    }).nullish(),
    rate_date: blankableDateField({
      description: "Fecha de la tasa, AAAA-MM-DD; obligatoria en USD.",
      example: "2026-03-02",
    }).nullish(),
  },
  { description: "Moneda de la factura; todos sus valores van en ella." },
);

/** The whole request under canonical names; other members are accepted and count only for the fingerprint. */
export const invoiceSchema = z
  .object({
    receptor: receiverSchema,
    items: listField(invoiceLineSchema, { description: "Ítems, al menos uno.", min: 1, rule: "FAV01" }),
    subtotal: claimField(
      "Total de las bases, en la moneda de la factura; si viene, debe coincidir con los ítems.",
      100000,
    ),
    impuestos: claimField(
      "Total de los impuestos, en la moneda de la factura; si viene, debe coincidir con los ítems.",
      19000,
    ),
    total: claimField("Total bruto, en la moneda de la factura; si viene, debe coincidir con los ítems.", 119000),
    es_contingencia: booleanField({
      description: "true: factura de contingencia (tipo 03); false es lo normal.",
      example: false,
    }).nullish(),
    fecha_emision: blankableDateField({
      description: "Fecha de emisión, AAAA-MM-DD: la de hoy en Colombia; sin ella se usa esa.",
      example: "2026-03-02",
    }).nullish(),
    payment: paymentSchema.nullish(),
    aiu: aiuSchema.nullish(),
    withholdings: listField(invoiceWithholdingSchema, { description: "Retenciones; [] si no hay.", max: 50 }).nullish(),
    currency: currencySchema.nullish(),
    observaciones: blankableTextField({
      description: "Texto libre; admite saltos de línea.",
      example: "Orden de compra 4471",
      max: 4000,
      isExact: true,
      allowsLines: true,
    }).nullish(),
    attachment_tokens: listField(attachmentField(), { description: "Siempre []: no hay carga de adjuntos." }).nullish(),
    draft_key: blankableTextField({
      description: "Identificador estable de la operación, único por empresa; el mismo en cada reintento.",
      example: "pedido-2026-000123",
      max: 80,
    }).nullish(),
  })
  .meta({ id: "InvoiceRequest" });

/** The same of v2, with what a till adds. */
export const tillInvoiceSchema = z
  .object({
    ...invoiceSchema.shape,
    items: listField(tillLineSchema, { description: "Ítems, al menos uno.", min: 1, rule: "FAV01" }),
    ...tillFields,
    ...metadataFields,
  })
  .meta({ id: "InvoiceRequest" });

/** A short code that some clients send as a number. */
function blankableIdField(description: string, example: string, max: number, suggest = (_: string) => "") {
  const expected = `debe ser un código de hasta ${max} letras o dígitos`;
  return field("string", { description, example, maxLength: max }, (input) => {
    const text = readCode(input instanceof JsonNumber ? input.plain : input);
    if (text instanceof FieldTypeError) return text;
    if (text === "") return null;
    return text !== undefined && text.length <= max && /^[0-9A-Za-z]+$/.test(text)
      ? text
      : new FieldTypeError(`${expected}${suggest(text ?? "")}`);
  }).nullish();
}

/** Added later: clients may already send something else under this name, which stays ignored. */
function countryField() {
  const about = {
    description:
      "País de la dirección, ISO 3166-1 de dos letras; otro texto se ignora. Sin él es Colombia, salvo con tipo_doc 41, 42 o 50: entonces la dirección no se imprime.",
    example: "CO",
  };
  return field("string", about, (input) =>
    typeof input === "string" && COUNTRY_CODE.test(input) ? input.toUpperCase() : null,
  );
}

/** Any type: the list gives integers, forms send them as text. */
function methodIdField() {
  const about = { description: "Id de un método de pago activo de la empresa.", example: 1 };
  return field("integer", about, (input) => {
    const text = readCode(input instanceof JsonNumber ? input.plain : input);
    if (text instanceof FieldTypeError) return text;
    if (text === "") return null;
    return text !== undefined && /^\d{1,15}$/.test(text)
      ? Number(text)
      : new FieldTypeError("debe ser el id de un método de pago de la empresa");
  });
}

function claimField(description: string, example: number) {
  return decimalField({
    description,
    example,
    max: "999999999999999",
    maxDecimals: COMPUTED_DECIMALS,
    rule: "2.1",
  }).nullish();
}

function attachmentField() {
  return field("string", { description: "Token de un adjunto.", example: "ninguno" }, () => {
    return new FieldTypeError("no corresponde a ningún adjunto: no hay carga de adjuntos, envíe la lista vacía");
  });
}
