// Describes the answers about support documents as schemas.
import * as z from "zod";
import { STATES } from "../../domain/state.ts";
import { nameTaxCodes, WITHHOLDING_CODES } from "../../domain/tax-table.ts";
import { requestIdField } from "../app/error-schema.ts";
import { metadataReplyFields } from "../field/metadata.ts";
import { date, figure, integer, moment, money, nullableText, okFlag, oneOf, text } from "../field/reply-field.ts";
import {
  noticesField,
  pendingField,
  rejectionsField,
  replayField,
  stateField,
  verdictSchema,
} from "../field/verdict-schema.ts";
import { typeField } from "../message/kind-text.ts";
import { supportDocumentDetailFields } from "../record/note-relation-schema.ts";
import { pageFields } from "../record/page-schema.ts";
import { thirdPartySchema } from "../record/third-party-schema.ts";

const CUDS = "b0e6a4b6d2bf1cb0f3c0a7f1ad29d2bb2d44bb4f6d2f4c5be3aa3c6f6a5f0c7f5a2d0b2e4e7f4d1c9a8b7c6d5e4f3a2b";

const coreFields = {
  id: integer("Id del documento; con él se consulta.", 1042),
  company_id: integer("Empresa.", 1),
  prefijo: text("Prefijo del rango de numeración.", "SEDS"),
  consecutivo: integer("Número dentro del rango; lo asigna el servicio.", 984000012),
  document_date: date("Fecha del documento.", "2026-03-02"),
  moneda: text("Moneda ISO 4217.", "COP"),
  subtotal: money("Suma de las bases de las líneas.", "120000.00"),
  impuestos: money("Suma de los impuestos.", "22800.00"),
  total: money("Subtotal más impuestos.", "142800.00"),
  total_retenciones: money("Suma de las retenciones.", "0.00"),
  neto_pagar: money("Total menos retenciones.", "142800.00"),
  estado_authority: stateField,
  cuds: nullableText("Identificador fiscal (SHA-384, 96 dígitos hexadecimales); null antes de firmar.", CUDS),
};

const testSetField = z
  .literal([0, 1])
  .meta({ description: "1 si pertenece al set de pruebas.", example: 0, type: "integer", enum: [0, 1] });

/** The answer to the creation of a support document. */
export const createdDocumentSchema = z
  .object({
    ...coreFields,
    es_habilitacion: testSetField.optional().meta({
      description:
        "1 si pertenece al set de pruebas: entonces no ampara una compra. Falta solo en un documento sin firmar de una versión anterior.",
      example: 0,
    }),
  })
  .meta({ id: "SupportDocument", description: "Documento soporte, como lo muestran las respuestas de creación." });

const withholdingSchema = z
  .object({
    retention_key: text("Clave de la retención.", "ReteRenta"),
    authority_tax_code: oneOf(WITHHOLDING_CODES, `${nameTaxCodes(WITHHOLDING_CODES)}.`, "06"),
    tax_name: text("Nombre con que se envió.", "ReteRenta"),
    base_amount: money("Base.", "120000.00"),
    percent: figure("Porcentaje.", "2.50"),
    amount: money("Valor retenido.", "3000.00"),
  })
  .meta({ id: "SupportDocumentWithholding" });

const readFields = {
  ...coreFields,
  accounting_due_date: z.iso
    .date()
    .nullable()
    .meta({ description: "Vencimiento contable, `AAAA-MM-DD`, si se envió.", example: null }),
  retenciones: z.array(withholdingSchema).meta({ description: "Retenciones calculadas." }),
  es_habilitacion: testSetField,
  xml_path: nullableText(
    "Metadato interno: dónde se archivó el XML firmado; no es una dirección pública.",
    "1/dse/2026/SEDS984000012.xml",
  ),
  zip_key: nullableText("Clave del envío al set de pruebas, si la hubo.", null),
  last_status_error: nullableText("Diagnóstico de la última consulta o envío que falló.", null),
  accounting_status: text("Estado contable.", "posted"),
  third_party_id: z.int().nullable().meta({ description: "Id del tercero (proveedor).", example: 17 }),
  cost_center_id: z.int().nullable().meta({ description: "Centro de costo, si se envió.", example: null }),
  created_at: moment("Creación, en UTC.", "2026-03-02 14:03:11"),
  updated_at: moment("Último cambio, en UTC.", "2026-03-02 14:03:12"),
};

const readDocumentSchema = z
  .object(readFields)
  .meta({ id: "SupportDocumentDetail", description: "Documento soporte, como lo muestra la consulta por id." });

const messageField = text(
  "Qué hacer mientras no hay resultado final.",
  "El documento está reservado y aún no tiene un resultado final; consulte por id o repita con la misma clave y el mismo contenido.",
);

/** 201 and 200, and 422 of a replay: the document exists and its state is final. */
export const settledSupportDocumentSchema = z
  .object({
    ok: okFlag(true),
    pending: pendingField,
    idempotent: replayField,
    documento: createdDocumentSchema,
    authority: verdictSchema.optional(),
    notices: noticesField,
  })
  .meta({ id: "SupportDocumentSettled" });

/** 202: reserved, no final state yet. */
export const reservedSupportDocumentSchema = z
  .object({
    ok: okFlag(true),
    pending: pendingField.meta({ example: true }),
    idempotent: replayField.meta({ example: true }),
    message: messageField,
    request_status: oneOf(STATES, "Estado de la reserva o del documento.", "creating"),
    documento: createdDocumentSchema.optional(),
    notices: noticesField,
  })
  .meta({ id: "SupportDocumentReserved" });

const failureFields = {
  ok: okFlag(false),
  error: text("Qué pasó, en español.", "La autoridad rechazó el documento: regla DSAJ25, el NIT no existe."),
  request_id: requestIdField,
  idempotent: replayField,
  documento: createdDocumentSchema,
};

/** 422 of a new document. */
export const rejectedSupportDocumentSchema = z
  .object({
    ...failureFields,
    authority: verdictSchema.optional(),
    notices: noticesField,
    details: rejectionsField,
    code: z.literal("document_rejected").meta({ description: "Código estable.", example: "document_rejected" }),
    pending: pendingField,
  })
  .meta({ id: "SupportDocumentRejected" });

/** 502: it is not known yet what became of it. */
export const uncertainSupportDocumentSchema = z
  .object({
    ...failureFields,
    notices: noticesField,
    code: z.literal("result_uncertain").meta({ description: "Código estable.", example: "result_uncertain" }),
    pending: pendingField.meta({ example: true }),
  })
  .meta({ id: "SupportDocumentUncertain" });

/** GET by id. */
export const supportDocumentReadSchema = z
  .object({
    ok: okFlag(true),
    pending: pendingField,
    documento: readDocumentSchema,
    authority: verdictSchema.optional(),
    notices: noticesField,
  })
  .meta({ id: "SupportDocumentRead" });

/** GET by id of v2, a support document or its note. */
export const supportDocumentOrNoteReadSchema = z
  .object({
    ok: okFlag(true),
    pending: pendingField,
    documento: z
      .object({
        ...readFields,
        idempotency_key: nullableText("Clave de idempotencia con que se creó.", "compra-2026-000123"),
        ...metadataReplyFields,
        ...supportDocumentDetailFields,
      })
      .meta({
        id: "SupportDocumentDetail",
        description: "Documento soporte o nota, como lo muestra la consulta por id.",
      }),
    authority: verdictSchema.optional(),
    notices: noticesField,
  })
  .meta({ id: "SupportDocumentRead" });

/** GET dse/documentos of v2. */
export const supportDocumentListSchema = z
  .object({
    ok: okFlag(true),
    docs: z
      .array(
        z
          .object({
            ...coreFields,
            tipo_authority: typeField(["05", "95"], "05"),
            es_habilitacion: testSetField,
            zip_key: nullableText("Clave del envío al set de pruebas, si la hubo.", null),
            idempotency_key: nullableText("Clave de idempotencia con que se creó.", "compra-2026-000123"),
            ...metadataReplyFields,
            proveedor: thirdPartySchema.omit({ direccion: true }).nullable().meta({ description: "Proveedor." }),
          })
          .meta({ id: "SupportDocumentSummary" }),
      )
      .meta({ description: "Documentos soporte de producción y sus notas." }),
    ...pageFields,
  })
  .meta({ id: "SupportDocumentList" });
