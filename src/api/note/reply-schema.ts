// Describes the answers to the creation of notes as schemas.
import * as z from "zod";
import { STATES } from "../../domain/state.ts";
import { requestIdField } from "../app/error-schema.ts";
import { dryRunSchemaOfV2 } from "../creation/dry-run-schema.ts";
import { date, flag, integer, MONEY, money, nullableText, okFlag, oneOf, text } from "../field/reply-field.ts";
import {
  noticesField,
  pendingField,
  rejectionsField,
  replayField,
  stateField,
  verdictSchema,
} from "../field/verdict-schema.ts";
import { allowanceFields } from "../invoice/till-reply-schema.ts";
import { typeField } from "../message/kind-text.ts";
import { documentFactFields } from "../record/document-facts-schema.ts";
import { sharesField } from "../record/note-relation-schema.ts";
import { createdDocumentSchema } from "../support-document/reply-schema.ts";

const CUDE = "b0e6a4b6d2bf1cb0f3c0a7f1ad29d2bb2d44bb4f6d2f4c5be3aa3c6f6a5f0c7f5a2d0b2e4e7f4d1c9a8b7c6d5e4f3a2b";

/** A note's concept and the balance that it leaves. */
const conceptFields = {
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
  cude: nullableText("CUDE (SHA-384, 96 dígitos hexadecimales); null antes de firmar.", CUDE),
  cufe: nullableText("El mismo identificador, con el nombre que tiene en una factura.", CUDE),
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
  descuentos_repartidos: sharesField,
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
        cuds: text("CUDS.", CUDE),
        fecha: date("Fecha.", "2026-03-02"),
      })
      .nullable()
      .meta({ description: "Documento soporte que corrige; null solo en una nota recuperada de un archivo." }),
    saldo_acreditable: balanceField,
  })
  .meta({ id: "AdjustmentNote", description: "Nota de ajuste, como la muestran las respuestas de creación." });

const uncertainCode = z
  .literal("result_uncertain")
  .meta({ description: "Código estable.", example: "result_uncertain" });
const rejectedCode = z
  .literal("document_rejected")
  .meta({ description: "Código estable.", example: "document_rejected" });

/** The schemas of the answers to one kind of note. @param facts what they say of it. */
function describeAnswers<Facts extends z.ZodRawShape>(name: string, facts: Facts) {
  const flags = { pending: pendingField, idempotent: replayField };
  const said = { authority: verdictSchema.optional(), notices: noticesField };
  const failure = {
    ok: okFlag(false),
    error: text("Qué pasó, en español.", "La autoridad rechazó el documento: regla CBF03."),
    request_id: requestIdField,
  };
  return {
    settled: z
      .object({ ok: okFlag(true), ...flags, ...facts, ...said, ...documentFactFields })
      .meta({ id: `${name}Settled` }),
    reserved: z
      .object({
        ok: okFlag(true),
        ...flags,
        message: text("Qué hacer mientras no hay resultado final.", "La nota está reservada y aún no tiene resultado."),
        request_status: oneOf(STATES, "Estado de la reserva o de la nota.", "creating"),
        ...z.object(facts).partial().shape,
        notices: noticesField,
        ...documentFactFields,
      })
      .meta({ id: `${name}Reserved` }),
    rejected: z
      .object({
        ...failure,
        ...flags,
        ...facts,
        ...said,
        details: rejectionsField,
        code: rejectedCode,
        ...documentFactFields,
      })
      .meta({ id: `${name}Rejected` }),
    uncertain: z
      .object({ ...failure, ...flags, ...facts, notices: noticesField, code: uncertainCode, ...documentFactFields })
      .meta({ id: `${name}Uncertain` }),
  };
}

/** Answers about credit and debit notes. */
export const invoiceNoteAnswers = describeAnswers("InvoiceNote", invoiceNoteFields);
/** Answers about adjustment notes. */
export const adjustmentNoteAnswers = describeAnswers("AdjustmentNote", { documento: createdAdjustmentSchema });

const { documento, ...dryRunFields } = dryRunSchemaOfV2.shape;

/** 200 of `?dry_run=true`. */
export const noteDryRunSchema = z
  .object({
    ...dryRunFields,
    documento: documento
      .extend({
        tipo_authority: typeField(["91", "92", "95"], "91"),
        ...conceptFields,
        descuentos_repartidos: sharesField,
        ...allowanceFields,
      })
      .meta({ id: "PricedNote", description: "La nota tal como quedaría, sin número ni firma." }),
  })
  .meta({ id: "NoteDryRun" });
