// Defines the request schemas of notes: every field, both for validation and for the reference.
import * as z from "zod";
import { type CatalogueEntry, listNoteConcepts } from "../../domain/catalogue/catalogue.ts";
import type { NoteType } from "../../domain/kind.ts";
import { JsonNumber } from "../../domain/value/json.ts";
import {
  blankableChoiceField,
  blankableCodeField,
  blankableDateField,
  blankableTextField,
  booleanField,
  COMPUTED_DECIMALS,
  CURRENCY_CODE,
  codeField,
  dateField,
  decimalField,
  FieldTypeError,
  FULL_NUMBER,
  field,
  integerField,
  listField,
  MEANS_CODE,
  objectField,
  quantityField,
  readCode,
} from "../field/field.ts";
import { mailFields } from "../field/mail.ts";
import { metadataFields } from "../field/metadata.ts";
import { tillNameFields } from "../field/point-of-sale-schema.ts";
import {
  invoiceSchema,
  paymentSchema,
  tillCurrencySchema,
  tillLineSchema,
  tillReceiverSchema,
} from "../invoice/request-schema.ts";
import { creditNoteAllowanceFields, noteAllowanceFields } from "../invoice/till-request-schema.ts";
import { SUPPORT_FORMS, suggestForm, suggestMeans } from "../message/code-name.ts";
import { claimFields, lineSchema, supplierSchema, supportDocumentSchema } from "../support-document/request-schema.ts";

const CUFE = "c2f0d8e11d3d4f9a9a6b7c5e4f3d2a1bc2f0d8e11d3d4f9a9a6b7c5e4f3d2a1bc2f0d8e11d3d4f9a9a6b7c5e4f3d2a1b";

/** A line of the corrected document, by its number there. */
const lineNumberField = integerField({
  description:
    "Número de una línea del documento que se corrige: de ella salen descripción, código, valor unitario y tarifa; van con ella solo la cantidad y, si baja el precio, el valor unitario, sin impuesto o con él.",
  example: 1,
  min: 1,
});

/** `{linea, cant}` of `items`. */
export const invoiceCorrectionSchema = objectField({
  linea: lineNumberField,
  cant: quantityField({ description: "Cantidad que se devuelve o cuyo precio baja.", example: 1 }),
  unit: decimalField({
    description: "Valor unitario sin impuesto, menor que el de la línea; sin él, el de la línea. No va con unit_input.",
    example: 1000,
    maxDecimals: COMPUTED_DECIMALS,
  }).nullish(),
  unit_input: decimalField({
    description:
      "Con iva_incluido true: lo que se devuelve por unidad con su impuesto, menos de lo que se pagó por ella. No va con unit.",
    example: 1190,
    maxDecimals: COMPUTED_DECIMALS,
  }).nullish(),
  iva_incluido: booleanField({ description: "unit_input incluye el impuesto.", example: true }).nullish(),
});

/** `{linea, cantidad}` of `items`. */
export const adjustmentCorrectionSchema = objectField({
  linea: lineNumberField,
  cantidad: quantityField({ description: "Cantidad que se devuelve o cuyo precio baja.", example: 1 }),
  precio_unitario: decimalField({
    description: "Precio por unidad, menor que el de la línea; sin él, el de la línea.",
    example: 1000,
    maxDecimals: COMPUTED_DECIMALS,
  }).nullish(),
});

const invoiceFields = invoiceSchema.shape;
const supportFields = supportDocumentSchema.shape;

const reasonFields = {
  motivo: blankableTextField({
    description: "Por qué se corrige, en sus palabras; va en una nota del XML.",
    example: "Devolución de dos unidades",
    max: 500,
    isExact: true,
    allowsLines: true,
  }).nullish(),
  observaciones: blankableTextField({
    description: "Texto libre; admite saltos de línea.",
    example: "Remisión 118",
    max: 4000,
    isExact: true,
    allowsLines: true,
  }).nullish(),
};

const todayField = blankableDateField({
  description: "Si se envía debe ser la de hoy en Colombia: una nota se emite cuando se firma.",
  example: "2026-03-02",
}).nullish();

const keyField = blankableTextField({
  description: "La clave de idempotencia, si no viene en la cabecera; si van las dos, deben coincidir.",
  example: "devolucion-2026-000045",
  max: 120,
}).nullish();

const fiscalIdField = (description: string) =>
  codeField({
    description,
    example: CUFE,
    pattern: /^[0-9a-fA-F]{96}$/,
    expected: "debe tener 96 dígitos hexadecimales",
  });

const numberField = codeField({
  description: "Prefijo y número, sin separador.",
  example: "SETP990000001",
  pattern: FULL_NUMBER,
  expected: "debe ser el prefijo y el número, hasta 20 letras y dígitos",
});

function conceptField(typeCode: NoteType, more: string) {
  const codes = listNoteConcepts(typeCode).map(({ code, name }: CatalogueEntry) => `\`${code}\` ${name}`);
  const about = { description: `Concepto de la lista de la autoridad: ${codes.join("; ")}. ${more}`, example: "1" };
  return field("string", about, (input) => {
    const text = readCode(input instanceof JsonNumber ? input.plain : input);
    if (text instanceof FieldTypeError) return text;
    if (text === "") return null;
    return text === undefined || text.length > 20 ? new FieldTypeError("debe ser el código de un concepto") : text;
  }).nullish();
}

/** Its elements are counted and not read: a note has none. */
const anyList = (description: string) =>
  listField(
    field("string", { description: "Ninguna." }, () => ""),
    { description, max: 50 },
  );

const referenceFields = {
  factura_id: integerField({
    description:
      "Id de la factura, si se emitió o se guarda aquí. Envíe uno solo de `factura_id`, `factura` y `periodo`.",
    example: 1042,
    min: 1,
  }).nullish(),
  factura: objectField(
    {
      numero: numberField,
      cufe: fiscalIdField("CUFE, o CUDE de una factura de contingencia."),
      fecha: dateField({ description: "Fecha de emisión, no posterior a hoy.", example: "2026-02-27" }),
      tipo: blankableChoiceField({
        description: "Tipo de la factura; 01 si no se envía.",
        example: "01",
        choices: ["01", "02", "03", "04"],
      }).nullish(),
    },
    {
      description:
        "Factura que este emisor expidió con otro sistema: pide también `receptor`, `items` y `concepto`, y no se comprueba saldo. Si se guarda aquí, vale como su id.",
    },
  ).nullish(),
  periodo: objectField(
    {
      fecha_inicio: dateField({ description: "Primer día.", example: "2026-02-01" }),
      fecha_fin: dateField({ description: "Último día, no posterior a hoy.", example: "2026-02-28" }),
    },
    { description: "Periodo que se corrige, sin una factura: pide también `receptor`, `items` y `concepto`." },
  ).nullish(),
};

const sharedOfInvoiceNotes = {
  ...reasonFields,
  receptor: tillReceiverSchema.nullish(),
  payment: paymentSchema.nullish(),
  subtotal: invoiceFields.subtotal,
  impuestos: invoiceFields.impuestos,
  total: invoiceFields.total,
  currency: tillCurrencySchema.nullish(),
  fecha_emision: todayField,
  withholdings: anyList("Vacía o ausente: una nota no lleva retenciones (alias retenciones).").nullish(),
  attachment_tokens: invoiceFields.attachment_tokens,
  draft_key: keyField,
  ...tillNameFields,
  ...mailFields,
  ...metadataFields,
};

const creditFields = {
  ...creditNoteAllowanceFields,
  prorratear: booleanField({
    description:
      "false: las líneas de la factura se devuelven sin la parte que les toca de los descuentos de toda la factura; sin él, con ella.",
    example: true,
  }).nullish(),
};

/** All that a credit note may say, but its lines. */
export const creditNoteHeaderSchema = z.object({
  ...referenceFields,
  concepto: conceptField("91", ""),
  ...sharedOfInvoiceNotes,
  ...creditFields,
});

/** All that a debit note may say, but its lines. */
export const debitNoteHeaderSchema = z.object({
  ...referenceFields,
  concepto: conceptField("92", ""),
  ...sharedOfInvoiceNotes,
  ...noteAllowanceFields,
});

const ticketReferenceFields = {
  documento_id: integerField({
    description: "Id del tiquete, si se emitió o se guarda aquí. Envíe uno solo de `documento_id` y `documento`.",
    example: 1042,
    min: 1,
  }).nullish(),
  documento: objectField(
    {
      numero: numberField,
      cude: fiscalIdField("CUDE del tiquete."),
      fecha: dateField({ description: "Fecha de emisión, no posterior a hoy.", example: "2026-02-27" }),
    },
    {
      description:
        "Tiquete que este emisor expidió con otro sistema: pide también `items` y `concepto`, y no se comprueba saldo; sin `receptor` es de consumidor final. Si se guarda aquí, vale como su id.",
    },
  ).nullish(),
};

const { currency: _currency, ...sharedOfTicketNotes } = sharedOfInvoiceNotes;

/** All that a credit note on a ticket may say, but its lines. */
export const ticketCreditHeaderSchema = z.object({
  ...ticketReferenceFields,
  concepto: conceptField("94", ""),
  ...sharedOfTicketNotes,
  ...creditFields,
});

/** All that a debit note on a ticket may say, but its lines. */
export const ticketDebitHeaderSchema = z.object({
  ...ticketReferenceFields,
  concepto: conceptField("93", ""),
  ...sharedOfTicketNotes,
  ...noteAllowanceFields,
});

const INVOICE_ITEMS =
  "Cada línea es como en la factura, o `{linea, cant}` de la factura que se corrige, con `unit`, o `unit_input` e `iva_incluido`, si baja el precio.";

const invoiceNoteLineSchema = objectField({
  linea: lineNumberField.nullish(),
  ...optionalFields(tillLineSchema.out.shape),
  cant: tillLineSchema.out.shape.cant,
});

/** Every field of an object schema, none of them required. */
function optionalFields<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape).partial().shape;
}

/** The body of a credit note. */
export const creditNoteSchema = z
  .object({
    ...referenceFields,
    concepto: conceptField("91", "Sin `items` y con `factura_id` puede faltar: entonces es `2`, la anulación."),
    items: listField(invoiceNoteLineSchema, {
      description: `${INVOICE_ITEMS} Sin \`items\` y con \`factura_id\`, la factura entera con sus descuentos, cargos e impuestos.`,
      min: 1,
    }).nullish(),
    ...creditFields,
    ...sharedOfInvoiceNotes,
  })
  .meta({ id: "CreditNoteRequest" });

/** The body of a debit note. */
export const debitNoteSchema = z
  .object({
    ...referenceFields,
    concepto: conceptField("92", "Obligatorio."),
    items: listField(invoiceNoteLineSchema, { description: INVOICE_ITEMS, min: 1 }).nullish(),
    ...noteAllowanceFields,
    ...sharedOfInvoiceNotes,
  })
  .meta({ id: "DebitNoteRequest" });

const TICKET_ITEMS =
  "Cada línea es como en el tiquete, o `{linea, cant}` del que se corrige, con `unit`, o `unit_input` e `iva_incluido`, si baja el precio.";

/** The body of a credit note on a ticket. */
export const ticketCreditNoteSchema = z
  .object({
    ...ticketReferenceFields,
    concepto: conceptField("94", "Sin `items` y con `documento_id` puede faltar: entonces es `2`, la anulación."),
    items: listField(invoiceNoteLineSchema, {
      description: `${TICKET_ITEMS} Sin \`items\` y con \`documento_id\`, el tiquete entero con sus descuentos, cargos e impuestos.`,
      min: 1,
    }).nullish(),
    ...creditFields,
    ...sharedOfTicketNotes,
  })
  .meta({ id: "TicketCreditNoteRequest" });

/** The body of a debit note on a ticket. */
export const ticketDebitNoteSchema = z
  .object({
    ...ticketReferenceFields,
    concepto: conceptField("93", "Obligatorio."),
    items: listField(invoiceNoteLineSchema, { description: TICKET_ITEMS, min: 1 }).nullish(),
    ...noteAllowanceFields,
    ...sharedOfTicketNotes,
  })
  .meta({ id: "TicketDebitNoteRequest" });

const adjustmentFields = {
  documento_id: integerField({
    description:
      "Id del documento soporte, si se emitió o se guarda aquí. Envíe uno solo de `documento_id` y `documento`.",
    example: 1042,
    min: 1,
  }).nullish(),
  documento: objectField(
    {
      numero: numberField,
      cuds: fiscalIdField("CUDS del documento soporte."),
      fecha: dateField({ description: "Fecha del documento, no posterior a hoy.", example: "2026-02-27" }),
    },
    {
      description:
        "Documento soporte que este emisor expidió con otro sistema: pide también `proveedor`, `items` y `concepto`, y no se comprueba saldo. Si se guarda aquí, vale como su id.",
    },
  ).nullish(),
  concepto: conceptField("95", "Sin `items` y con `documento_id` puede faltar: entonces es `2`, la anulación."),
};

const sharedOfAdjustments = {
  ...reasonFields,
  proveedor: supplierSchema.nullish(),
  moneda: blankableCodeField({
    description: "Moneda ISO 4217: la del documento que se corrige; COP si se expidió con otro sistema y no se envía.",
    example: "COP",
    pattern: CURRENCY_CODE,
    expected: "debe ser una moneda ISO 4217 de tres letras",
  }).nullish(),
  tasa_cambio: supportFields.tasa_cambio,
  fecha_tasa_cambio: supportFields.fecha_tasa_cambio,
  fecha_emision: todayField,
  forma_pago: blankableChoiceField({
    description: "1 contado, 2 crédito; la del documento si no se envía (alias payment_type).",
    example: "1",
    choices: ["1", "2"],
    suggest: suggestForm(SUPPORT_FORMS),
  }).nullish(),
  medio_pago_codigo: blankableCodeField({
    description:
      "Medio de pago de la lista de la autoridad, de 1 a 3 dígitos; el del documento si no se envía (alias payment_means_code).",
    example: "10",
    pattern: MEANS_CODE,
    suggest: suggestMeans,
    expected: "debe tener de 1 a 3 dígitos, entre comillas",
  }).nullish(),
  fecha_vencimiento: blankableDateField({
    description: "Vencimiento del pago a crédito; el del documento si no se envía (alias payment_due_date).",
    example: "2026-04-01",
  }).nullish(),
  retenciones: anyList("Vacía o ausente: una nota no lleva retenciones (alias withholdings).").nullish(),
  ...claimFields,
  attachment_tokens: invoiceFields.attachment_tokens,
  draft_key: keyField,
  ...metadataFields,
};

/** All that an adjustment note may say, but its lines. */
export const adjustmentNoteHeaderSchema = z.object({ ...adjustmentFields, ...sharedOfAdjustments });

/** The body of an adjustment note to a support document. */
export const adjustmentNoteSchema = z
  .object({
    ...adjustmentFields,
    items: listField(
      objectField({
        linea: lineNumberField.nullish(),
        ...optionalFields(lineSchema.out.shape),
        cantidad: lineSchema.out.shape.cantidad,
      }),
      {
        description:
          "Cada línea es como en el documento soporte, o solo `{linea, cantidad}` del documento que se corrige. Sin `items` y con `documento_id`, el documento entero.",
        min: 1,
      },
    ).nullish(),
    ...sharedOfAdjustments,
  })
  .meta({ id: "AdjustmentNoteRequest" });
