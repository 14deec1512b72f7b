// Describes the answers to the creation of notes as schemas.
import * as z from "zod";
import { listCodes } from "../../domain/kind.ts";
import { answersOf, answersOfRecorded } from "../creation/answers.ts";
import { dryRunSchemaOfV2 } from "../creation/dry-run-schema.ts";
import { date, flag, integer, MONEY, money, nullableText, OTHER_ID, text, typeField } from "../field/reply-field.ts";
import { stateField } from "../field/verdict-schema.ts";
import { documentFactFields } from "../record/document-facts-schema.ts";
import { allowanceFields } from "../record/invoice-schema.ts";
import { linkFields } from "../record/link-schema.ts";
import { mailReplyFields } from "../record/mail-schema.ts";
import { sharesField } from "../record/note-relation-schema.ts";
import { createdDocumentSchema } from "../support-document/reply-schema.ts";

/** A member that repeats what others wrote in the corrected document. */
export function hidden<Schema extends z.ZodType>(schema: Schema) {
  const { description = "", ...meta } = schema.meta() ?? {};
  return schema.nullable().meta({
    ...meta,
    description: `${description} null si lo toma de un documento guardado aquí y el token no tiene el permiso de lectura.`,
  });
}

/** A note's concept and the balance that it leaves. */
export const conceptFields = {
  concepto: nullableText("Código del concepto.", "2"),
  concepto_nombre: nullableText("Nombre del concepto en la lista de la autoridad.", "Anulación de factura electrónica"),
};

/** What is left of the corrected document. */
export const balanceField = z.string().regex(MONEY).nullable().meta({
  description:
    "Lo que queda por acreditar del documento que se corrige, contadas esta nota y las que están en proceso; null si no se guarda aquí. Texto decimal con dos decimales.",
  example: "0.00",
});

const invoiceNoteFields = {
  nota_id: integer("Id de la nota; con él se consulta.", 1043),
  factura_id: z.int().nullable().meta({ description: "Id de la factura; null si no se guarda aquí.", example: 1042 }),
  cude: nullableText("CUDE (SHA-384, 96 dígitos hexadecimales); null antes de firmar.", OTHER_ID),
  cufe: nullableText("El mismo identificador, con el nombre que tiene en una factura.", OTHER_ID),
  estado: stateField,
  enviado: flag("Se transmitió a la autoridad; false mientras ella rechace los envíos antes de procesarlos.", true),
  company_id: integer("Empresa.", 1),
  tipo_authority: typeField(["91", "92"], "91"),
  prefijo: text("Prefijo de la serie de notas.", "NC"),
  consecutivo: integer("Número dentro de la serie; lo asigna el servicio.", 1),
  fecha_emision: date("Fecha de emisión en Colombia.", "2026-03-02"),
  moneda: text("Moneda ISO 4217.", "COP"),
  subtotal: money("Suma de las bases, positiva.", "100000.00"),
  impuestos: money("Suma de los impuestos, positiva.", "19000.00"),
  total: money("Total, positivo.", "119000.00"),
  ...conceptFields,
  descuentos_repartidos: hidden(sharesField),
  saldo_acreditable: balanceField,
  zip_key: nullableText("Clave del envío al set de pruebas, si la hubo.", null),
  es_habilitacion: flag("Si es del set de pruebas.", false).optional(),
};

const createdAdjustmentSchema = createdDocumentSchema
  .extend({
    tipo_authority: z.literal("95").meta({ description: "95 nota de ajuste.", example: "95" }),
    ...conceptFields,
    documento_soporte: z
      .object({
        id: z.int().nullable().meta({ description: "Id; null si no se guarda aquí.", example: 1042 }),
        numero: text("Prefijo y número.", "SEDS984000012"),
        cuds: text("CUDS.", OTHER_ID),
        fecha: date("Fecha.", "2026-03-02"),
      })
      .nullable()
      .meta({ description: "Documento soporte que corrige; null solo en una nota recuperada de un archivo." }),
    saldo_acreditable: balanceField,
  })
  .meta({ id: "AdjustmentNote", description: "Nota de ajuste, como la muestran las respuestas de creación." });

const { documento, ...dryRunFields } = dryRunSchemaOfV2.shape;

/** 200 of `?dry_run=true`. */
export const noteDryRunSchema = z
  .object({
    ...dryRunFields,
    documento: documento
      .extend({
        tipo_authority: typeField(listCodes({ shape: "note" }), "91"),
        fecha_vencimiento: hidden(documento.shape.fecha_vencimiento),
        items: hidden(documento.shape.items),
        impuestos_detalle: hidden(documento.shape.impuestos_detalle),
        ...conceptFields,
        descuentos_repartidos: hidden(sharesField),
        descuentos: hidden(allowanceFields.descuentos),
        cargos: hidden(allowanceFields.cargos),
      })
      .meta({ id: "PricedNote", description: "La nota tal como quedaría, sin número ni firma." }),
  })
  .meta({ id: "NoteDryRun" });

export const WORDS = {
  replayed: "Repetición: la clave ya tiene una nota y fue aceptada. Trae `Idempotent-Replayed: true`.",
  created: "Nota nueva, aceptada por la autoridad.",
  reserved:
    "Reservada y sin estado final: otra solicitud con la misma clave está en curso, o la autoridad la recibió y aún la procesa.",
  rejected: "Rechazada por la autoridad: conserva su número, y lo que acreditaba vuelve a estar disponible.",
  shown: "Repetición de una nota que fue rechazada.",
  uncertain:
    "La nota salió hacia la autoridad y no hubo respuesta concluyente. Conserve el id y consulte; **no use otra clave**.",
  error: "La autoridad rechazó el documento: regla CBF03.",
  message: "La nota está reservada y aún no tiene resultado.",
  status: "Estado de la reserva o de la nota.",
  isPendingEarly: true,
};

/** Of a credit or a debit note. */
export const INVOICE_NOTE_ANSWERS = answersOf(
  { ...WORDS, name: "InvoiceNote" },
  invoiceNoteFields,
  { ...documentFactFields, ...linkFields, ...mailReplyFields },
  noteDryRunSchema,
);

/** Of an adjustment note. */
export const ADJUSTMENT_NOTE_ANSWERS = answersOfRecorded(
  { ...WORDS, name: "AdjustmentNote" },
  { documento: createdAdjustmentSchema },
  documentFactFields,
  noteDryRunSchema,
);
