// Describes the records of tickets and their notes as schemas: lists, and one by id.
import * as z from "zod";
import { listCodes } from "../../domain/kind.ts";
import { metadataReplyFields } from "../field/metadata.ts";
import { pointOfSaleReplyFields } from "../field/point-of-sale-schema.ts";
import { date, integer, moment, money, nullableText, OTHER_ID, okFlag, text, typeField } from "../field/reply-field.ts";
import { noticesField, pendingField, stateField, verdictSchema } from "../field/verdict-schema.ts";
import { saleDetailFields } from "./invoice-schema.ts";
import { ticketDetailFields } from "./note-relation-schema.ts";
import { pageFields } from "./page-schema.ts";
import { testSetField } from "./support-document-schema.ts";
import { thirdPartySchema } from "./third-party-schema.ts";
import { ticketBuyerSchema, ticketTillSchema } from "./ticket-facts-schema.ts";

/** What every answer says of a ticket or of a note on one. */
export const ticketCoreFields = {
  id: integer("Id del documento; con él se consulta.", 1042),
  company_id: integer("Empresa.", 1),
  tipo_authority: typeField(listCodes({ module: "dee" }), "20"),
  prefijo: text("Prefijo del rango o de la serie.", "EPOS"),
  consecutivo: integer("Número; lo asigna el servicio.", 101),
  document_date: date("Fecha de emisión en Colombia.", "2026-03-02"),
  moneda: text("Siempre COP.", "COP"),
  subtotal: money("Suma de las bases de las líneas.", "10000.00"),
  impuestos: money("Suma de los impuestos.", "1900.00"),
  total: money("Total.", "11900.00"),
  estado_authority: stateField,
  cude: nullableText("Identificador fiscal (SHA-384, 96 dígitos hexadecimales); null antes de firmar.", OTHER_ID),
  es_habilitacion: testSetField,
  zip_key: nullableText("Clave del envío al set de pruebas, si la hubo.", null),
};

const buyerFields = {
  tercero: thirdPartySchema
    .omit({ direccion: true })
    .nullable()
    .meta({ description: "Quien compra; consumidor final si no se dijo." }),
};

/** GET dee/documentos. */
export const ticketListSchema = z
  .object({
    ok: okFlag(true),
    docs: z
      .array(
        z
          .object({
            ...ticketCoreFields,
            idempotency_key: nullableText("Clave de idempotencia con que se creó.", "tiquete-2026-000123"),
            ...metadataReplyFields,
            ...pointOfSaleReplyFields,
            caja: nullableText(
              "Placa de la caja, por la que filtra `caja`; null en una nota que no la dijo.",
              "CAJA-01",
            ),
            ...buyerFields,
          })
          .meta({ id: "TicketSummary" }),
      )
      .meta({ description: "Tiquetes de producción y sus notas, sin sus ítems." }),
    ...pageFields,
  })
  .meta({ id: "TicketList" });

/** GET dee/documentos/{doc_id}, a ticket or its note. */
export const ticketReadSchema = z
  .object({
    ok: okFlag(true),
    pending: pendingField,
    documento: z
      .object({
        ...ticketCoreFields,
        ...ticketDetailFields,
        caja: ticketTillSchema
          .nullable()
          .meta({ description: "La caja, como se firmó; null antes de firmar y en una nota." }),
        comprador: ticketBuyerSchema
          .nullable()
          .meta({ description: "Fidelización de quien compra, como se firmó; null como la caja." }),
        ...buyerFields,
        ...saleDetailFields,
        idempotency_key: nullableText("Clave de idempotencia con que se creó.", "tiquete-2026-000123"),
        last_status_error: nullableText("Diagnóstico de la última consulta o envío que falló.", null),
        created_at: moment("Creación, en UTC.", "2026-03-02 14:03:11"),
        updated_at: moment("Último cambio, en UTC.", "2026-03-02 14:03:12"),
      })
      .meta({ id: "TicketDetail", description: "Tiquete o nota, como lo muestra la consulta por id." }),
    authority: verdictSchema.optional(),
    notices: noticesField,
  })
  .meta({ id: "TicketRead" });
