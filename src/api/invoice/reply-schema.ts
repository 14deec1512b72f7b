// Describes the answers to the creation of an invoice as schemas.
import * as z from "zod";
import { answersOf } from "../creation/answers.ts";
import { dryRunSchema, dryRunSchemaOfV2 } from "../creation/dry-run-schema.ts";
import { CUFE, date, flag, integer, money, nullableText, text, typeField } from "../field/reply-field.ts";
import { stateField } from "../field/verdict-schema.ts";
import { documentFactFields } from "../record/document-facts-schema.ts";
import { allowanceFields, itemFactFields, taxSchema } from "../record/invoice-schema.ts";
import { linkFields } from "../record/link-schema.ts";
import { mailReplyFields } from "../record/mail-schema.ts";
import { saleFields, wholeReplyFields } from "../record/whole-schema.ts";

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

const { documento } = dryRunSchemaOfV2.shape;

/** 200 of `?dry_run=true`. */
export const tillDryRunSchema = z
  .object({
    ...dryRunSchemaOfV2.shape,
    documento: z
      .object({
        ...documento.shape,
        items: z
          .array(
            z
              .object({
                ...documento.shape.items.element.shape,
                ...itemFactFields,
                descuento: money("Descuento de la línea, ya restado de su base.", "0.00"),
                impuestos: z.array(taxSchema).meta({ description: "Impuestos de la línea." }),
              })
              .meta({ id: "PricedInvoiceLine" }),
          )
          .meta({ description: "Líneas ya valoradas." }),
        impuestos_detalle: z.array(taxSchema).meta({ description: "Un renglón por tributo y tarifa." }),
        ...allowanceFields,
        ...saleFields,
        ...wholeReplyFields,
        tipo_authority: typeField(["01", "02", "03"], "01"),
      })
      .meta({ id: "PricedInvoice", description: "La factura tal como quedaría, sin número ni firma." }),
  })
  .meta({ id: "InvoiceDryRun" });

const WORDS = {
  name: "Invoice",
  replayed: "Repetición: la clave ya tiene una factura y fue aceptada. Trae `Idempotent-Replayed: true`.",
  created: "Factura nueva, aceptada por la autoridad.",
  reserved:
    "Reservada y sin estado final: otra solicitud con la misma clave está en curso, o la autoridad la recibió y aún la procesa.",
  rejected: "Rechazada por la autoridad. En una repetición trae además `Idempotent-Replayed: true`.",
  uncertain:
    "La factura salió hacia la autoridad y no hubo respuesta concluyente. Conserve el id y consulte; **no use otra clave**.",
  error: "La autoridad rechazó la factura: regla FAD06.",
  message: "La factura está reservada y aún no tiene resultado.",
  status: "Estado de la reserva o de la factura.",
};

export const createdInV1 = answersOf(WORDS, issuedFields, {}, dryRunSchema);
export const createdInV2 = answersOf(
  WORDS,
  { ...issuedFields, tipo_authority: typeField(["01", "02", "03"], "01"), ...saleFields },
  { ...documentFactFields, ...linkFields, ...mailReplyFields },
  tillDryRunSchema,
);
