// Describes the records of support documents as schemas: lists, and one by id. v2 shows notes on them too.
import * as z from "zod";
import { nameTaxCodes, WITHHOLDING_CODES } from "../../domain/tax-table.ts";
import { metadataReplyFields } from "../field/metadata.ts";
import { pointOfSaleReplyFields } from "../field/point-of-sale-schema.ts";
import {
  date,
  figure,
  integer,
  moment,
  money,
  nullableText,
  OTHER_ID,
  okFlag,
  oneOf,
  text,
  typeField,
} from "../field/reply-field.ts";
import { noticesField, pendingField, stateField, verdictSchema } from "../field/verdict-schema.ts";
import { supportDocumentDetailFields } from "./note-relation-schema.ts";
import { pageFields } from "./page-schema.ts";
import { thirdPartySchema } from "./third-party-schema.ts";
import { paidReplyFields } from "./whole-schema.ts";

/** What every answer says of a support document. */
export const coreFields = {
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
  cuds: nullableText("Identificador fiscal (SHA-384, 96 dígitos hexadecimales); null antes de firmar.", OTHER_ID),
};

/** An integer, as the record of a support document has it. */
export const testSetField = z
  .literal([0, 1])
  .meta({ description: "1 si pertenece al set de pruebas.", example: 0, type: "integer", enum: [0, 1] });

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
        ...pointOfSaleReplyFields,
        ...paidReplyFields,
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
            ...pointOfSaleReplyFields,
            proveedor: thirdPartySchema.omit({ direccion: true }).nullable().meta({ description: "Proveedor." }),
          })
          .meta({ id: "SupportDocumentSummary" }),
      )
      .meta({ description: "Documentos soporte de producción y sus notas." }),
    ...pageFields,
  })
  .meta({ id: "SupportDocumentList" });
