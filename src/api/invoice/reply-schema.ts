// Describes the answers about invoices as schemas.
import * as z from "zod";
import { STATES } from "../../domain/state.ts";
import { requestIdField } from "../app/error-schema.ts";
import { metadataReplyFields } from "../field/metadata.ts";
import { date, figure, flag, integer, money, nullableText, okFlag, oneOf, text } from "../field/reply-field.ts";
import {
  noticesField,
  pendingField,
  rejectionsField,
  replayField,
  stateField,
  verdictSchema,
} from "../field/verdict-schema.ts";
import { typeField } from "../message/kind-text.ts";
import { LISTED_TYPES, LISTED_TYPES_OF_V2 } from "../record/listed-type.ts";
import { invoiceDetailFields } from "../record/note-relation-schema.ts";
import { pageFields } from "../record/page-schema.ts";
import { thirdPartySchema } from "../record/third-party-schema.ts";

const CUFE = "c2f0d8e11d3d4f9a9a6b7c5e4f3d2a1bc2f0d8e11d3d4f9a9a6b7c5e4f3d2a1bc2f0d8e11d3d4f9a9a6b7c5e4f3d2a1b";

/** What every answer to a creation says of the invoice. */
const issuedFields = {
  factura_id: integer("Id de la factura; con él se consulta.", 1042),
  cufe: nullableText("CUFE, o CUDE en contingencia (SHA-384, 96 dígitos hexadecimales); null antes de firmar.", CUFE),
  estado: stateField,
  enviado: flag("Se transmitió a la autoridad; false mientras ella rechace los envíos antes de procesarlos.", true),
  company_id: integer("Empresa.", 1),
  tipo_authority: typeField(["01", "03"], "01"),
  prefijo: text("Prefijo del rango de numeración.", "SETP"),
  consecutivo: integer("Número dentro del rango; lo asigna el servicio.", 990000001),
  fecha_emision: date("Fecha de emisión en Colombia.", "2026-03-02"),
  moneda: text("Moneda ISO 4217.", "COP"),
  subtotal: money("Suma de las bases.", "100000.00"),
  impuestos: money("Suma de los impuestos.", "19000.00"),
  total: money("Total bruto.", "119000.00"),
  total_retenciones: money("Suma de las retenciones; informativas, no cambian el total.", "0.00"),
  zip_key: nullableText("Clave del envío al set de pruebas, si la hubo.", null),
  es_habilitacion: flag(
    "Si es del set de pruebas: entonces no es una venta facturada. Falta solo en una factura sin firmar de una versión anterior.",
    false,
  ).optional(),
};

/** 201 and 200. */
export const settledInvoiceSchema = z
  .object({
    ok: okFlag(true),
    pending: pendingField,
    idempotent: replayField,
    ...issuedFields,
    authority: verdictSchema.optional(),
    notices: noticesField,
  })
  .meta({ id: "InvoiceSettled" });

/** 202. */
export const reservedInvoiceSchema = z
  .object({
    ok: okFlag(true),
    pending: pendingField.meta({ example: true }),
    idempotent: replayField.meta({ example: true }),
    message: text("Qué hacer mientras no hay resultado final.", "La factura está reservada y aún no tiene resultado."),
    request_status: oneOf(STATES, "Estado de la reserva o de la factura.", "creating"),
    ...z.object(issuedFields).partial().shape,
    notices: noticesField,
  })
  .meta({ id: "InvoiceReserved" });

const failureFields = {
  ok: okFlag(false),
  error: text("Qué pasó, en español.", "La autoridad rechazó la factura: regla FAD06."),
  request_id: requestIdField,
  idempotent: replayField,
  ...issuedFields,
};

/** 422, new or replayed. */
export const rejectedInvoiceSchema = z
  .object({
    ...failureFields,
    authority: verdictSchema.optional(),
    notices: noticesField,
    details: rejectionsField,
    code: z.literal("document_rejected").meta({ description: "Código estable.", example: "document_rejected" }),
    pending: pendingField,
  })
  .meta({ id: "InvoiceRejected" });

/** 502: it is not known yet what became of it. */
export const uncertainInvoiceSchema = z
  .object({
    ...failureFields,
    notices: noticesField,
    code: z.literal("result_uncertain").meta({ description: "Código estable.", example: "result_uncertain" }),
    pending: pendingField.meta({ example: true }),
  })
  .meta({ id: "InvoiceUncertain" });

const lineSchema = z
  .object({
    id: integer("Número de la línea.", 1),
    descripcion: text("Descripción.", "Servicio de soporte"),
    cantidad: figure("Cantidad.", "2.000000"),
    valor_unitario: figure("Valor unitario sin impuesto.", "50000.00"),
    descuento: money("Descuento.", "0.00"),
    base_imponible: money("Base de la línea.", "100000.00"),
    impuesto: money("Impuesto de la línea.", "19000.00"),
    tarifa: figure("Tarifa en porcentaje.", "19.00"),
    tipo_impuesto: text("Nombre del tributo; Excluido si no causa.", "IVA"),
    codigo_impuesto: text("Código del tributo; vacío si no causa.", "01"),
  })
  .meta({ id: "InvoiceLine" });

const documentFields = {
  id: integer("Id de la factura.", 1042),
  company_id: integer("Empresa.", 1),
  tipo_authority: typeField(LISTED_TYPES, "01"),
  prefijo: text("Prefijo.", "SETP"),
  consecutivo: integer("Número dentro del rango.", 990000001),
  estado_authority: stateField,
  cufe: text("Identificador fiscal; vacío antes de firmar.", CUFE),
  es_habilitacion: flag("Pertenece al set de pruebas.", false),
  subtotal: money("Suma de las bases.", "100000.00"),
  impuestos: money("Suma de los impuestos.", "19000.00"),
  total: money("Total bruto.", "119000.00"),
  total_retenciones: money("Suma de las retenciones.", "0.00"),
  moneda: text("Moneda ISO 4217.", "COP"),
  fecha_emision: text("Fecha y hora de emisión en Colombia, sin zona.", "2026-03-02T09:03:11"),
  fecha_vencimiento: nullableText("Vencimiento del pago, `AAAA-MM-DD`.", "2026-03-02"),
  xml_path: text("Metadato interno: dónde se archivó el XML firmado; no es una dirección pública.", "1/x.xml"),
  track_id: nullableText("Identificador de seguimiento que dio la autoridad.", null),
  zip_key: text(
    "Clave del envío al set de pruebas, cuando la hubo.",
    "f9a1d1c0-6f5e-4f0b-9d3e-2b1a0c9d8e7f",
  ).optional(),
  tercero: thirdPartySchema.omit({ direccion: true }).nullable().meta({ description: "Adquirente." }),
};

/** GET fe/docs. */
export const invoiceListSchema = z
  .object({
    ok: okFlag(true),
    docs: z
      .array(z.object(documentFields).meta({ id: "InvoiceSummary" }))
      .meta({ description: "Facturas de producción, la más reciente primero, sin sus ítems." }),
    page: integer("Página.", 1),
    per_page: integer("Tamaño de página que se aplicó.", 20),
    total: integer("Facturas que cumplen el filtro.", 137),
    pages: integer("Páginas que hay.", 7),
    notices: noticesField,
  })
  .meta({ id: "InvoiceList" });

/** GET fe/docs/{doc_id}. */
export const invoiceReadSchema = z
  .object({
    ok: okFlag(true),
    doc: z
      .object({ ...documentFields, items: z.array(lineSchema).meta({ description: "Ítems." }) })
      .meta({ id: "InvoiceDetail", description: "Factura, como la muestra la consulta por id." }),
    authority: verdictSchema.optional(),
    notices: noticesField,
  })
  .meta({ id: "InvoiceRead" });

const typeOfV2 = typeField(LISTED_TYPES_OF_V2, "01");

/** GET fe/docs/{doc_id} of v2, an invoice or a note. */
export const documentReadSchema = z
  .object({
    ok: okFlag(true),
    doc: z
      .object({
        ...documentFields,
        tipo_authority: typeOfV2,
        draft_key: nullableText("Clave de idempotencia con que se creó.", "venta-2026-000123"),
        ...metadataReplyFields,
        ...invoiceDetailFields,
        items: z.array(lineSchema).meta({ description: "Ítems." }),
      })
      .meta({ id: "InvoiceDetail", description: "Factura o nota, como la muestra la consulta por id." }),
    authority: verdictSchema.optional(),
    notices: noticesField,
  })
  .meta({ id: "InvoiceRead" });

/** GET fe/docs of v2. */
export const documentListSchema = z
  .object({
    ok: okFlag(true),
    docs: z
      .array(
        z
          .object({
            ...documentFields,
            tipo_authority: typeOfV2,
            draft_key: nullableText("Clave de idempotencia con que se creó.", "venta-2026-000123"),
            ...metadataReplyFields,
          })
          .meta({ id: "InvoiceSummary" }),
      )
      .meta({ description: "Facturas de producción y sus notas, sin sus ítems." }),
    ...pageFields,
  })
  .meta({ id: "InvoiceList" });
