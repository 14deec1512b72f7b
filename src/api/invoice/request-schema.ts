// Defines the schemas of POST fe/facturas: every field, both for validation and for the reference.
import * as z from "zod";
import {
  blankableCodeField,
  blankableDateField,
  blankableIdField,
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
  quantityField,
  textField,
} from "../field/field.ts";
import { mailFields } from "../field/mail.ts";
import { metadataFields } from "../field/metadata.ts";
import { establishmentFields, tillNameFields } from "../field/point-of-sale-schema.ts";
import { suggestTypes } from "../message/code-name.ts";
import { askFinalConsumer } from "../message/field.ts";
import { paymentFields } from "./payment-request-schema.ts";
import { tillReceiverFields } from "./receiver-request-schema.ts";
import { tillFields, tillLineFields } from "./till-request-schema.ts";
import { wholeFields } from "./whole-request-schema.ts";

const PERCENT = { max: "100", maxDecimals: 4 } as const;

const receiverFields = {
  tipo_doc: blankableIdField(
    "Tipo de identificación del adquirente; puede omitirse con el consumidor final.",
    "31",
    5,
    suggestTypes,
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
};

const ABOUT_RECEIVER = { description: "Adquirente.", absent: askFinalConsumer };

/** `receptor`. */
const receiverSchema = objectField(receiverFields, ABOUT_RECEIVER);

/** `receptor` of v2. */
export const tillReceiverSchema = objectField({ ...receiverFields, ...tillReceiverFields }, ABOUT_RECEIVER);

const invoiceLineFields = {
  desc: textField({
    description: "Descripción comercial.",
    example: "Servicio de soporte",
    max: 4000,
    isExact: true,
    allowsLines: true,
    rule: "FAZ02",
  }),
  cant: quantityField({ description: "Cantidad, mayor que 0.", example: 2, rule: "FAV04b" }),
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
export const paymentSchema = objectField(paymentFields, {
  description: "Forma y medio de pago; sin él rige el método por defecto de la empresa.",
});

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

/** `currency`. @param choice what may be asked for. */
function currencyField(choice: Pick<Parameters<typeof blankableCodeField>[0], "description" | "expected">) {
  return objectField(
    {
      commercial_currency: blankableCodeField({ ...choice, example: "COP", pattern: CURRENCY_CODE }).nullish(),
      applied_rate: decimalField({
        description: "Pesos colombianos por unidad de la moneda que se aplican.",
        example: 4105.32,
      }).nullish(),
      official_trm: decimalField({
        description: "TRM oficial, pesos colombianos por dólar; se usa cuando no viene applied_rate.",
        example: 4105.32,
      }).nullish(),
      rate_date: blankableDateField({
        description: "Fecha de la tasa, AAAA-MM-DD; obligatoria si la moneda no es el peso.",
        example: "2026-03-02",
      }).nullish(),
    },
    { description: "Moneda de la factura; todos sus valores van en ella." },
  );
}

const currencySchema = currencyField({ description: "COP (defecto) o USD.", expected: 'debe ser "COP" o "USD"' });

/** `currency` of v2, and of notes. */
export const tillCurrencySchema = currencyField({
  description: "COP (defecto) o cualquier moneda ISO 4217 de la lista; el documento lleva además sus totales en pesos.",
  expected: 'debe ser una moneda ISO 4217, como "USD"',
});

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
    receptor: tillReceiverSchema,
    currency: tillCurrencySchema.nullish(),
    items: listField(tillLineSchema, { description: "Ítems, al menos uno.", min: 1, rule: "FAV01" }),
    ...tillFields,
    ...wholeFields,
    ...establishmentFields,
    ...tillNameFields,
    ...mailFields,
    ...metadataFields,
  })
  .meta({ id: "InvoiceRequest" });

const WHOLE = {
  pagos: true,
  cuotas: true,
  anticipos: true,
  referencias: true,
  periodo_facturado: true,
  entrega: true,
  tipo: true,
} as const satisfies Readonly<Record<keyof typeof wholeFields, true>>;

/** What v2 adds to the head of an invoice, alone. */
export const tillWholePart = tillInvoiceSchema.pick(WHOLE);

/** The head of an invoice without all that is read by itself. */
export const headerPartOfV2 = tillInvoiceSchema.omit({ ...WHOLE, metadatos: true, envio: true });

/** Added later: clients may already send something else under this name, which stays ignored. */
function countryField() {
  const about = {
    description:
      "País de la dirección, ISO 3166-1 de dos letras; de otro texto v1 no usa nada, y v2 lo rechaza. Sin él es Colombia, salvo con tipo_doc 41, 42 o 50: entonces la dirección no se imprime.",
    example: "CO",
  };
  return field("string", about, (input) =>
    typeof input === "string" && COUNTRY_CODE.test(input) ? input.toUpperCase() : null,
  );
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
