// Describes the relations that v2 shows: for a note the document it corrects, for any other document the notes on it.
import * as z from "zod";
import { STATES } from "../../domain/document/state.ts";
import { listCodes } from "../../domain/kind.ts";
import { date, flag, integer, money, nullableText, OTHER_ID, oneOf, text, typeField } from "../field/reply-field.ts";

/** The parts of the document's own discounts. */
export const sharesField = z
  .array(
    z
      .object({
        motivo: text("Motivo del descuento, como lo imprime la factura.", "Cupón"),
        valor: money("Parte que esta nota devuelve del descuento.", "4320.00"),
      })
      .meta({ id: "DiscountShare" }),
  )
  .meta({
    description:
      "Lo que la nota descuenta de las líneas devueltas por los descuentos de toda la factura, uno por descuento; [] si no los hay o `prorratear` es false.",
  });

/** Of a note alone. */
const noteFields = {
  concepto: nullableText("Solo en una nota: código del concepto.", "2").optional(),
  concepto_nombre: nullableText(
    "Solo en una nota: nombre del concepto.",
    "Anulación de factura electrónica",
  ).optional(),
  motivo: nullableText("Solo en una nota: por qué, en palabras del emisor.", "Devolución de dos unidades").optional(),
};

function listedNotesField(what: string) {
  return z
    .array(
      z
        .object({
          id: integer("Id de la nota.", 1043),
          tipo_authority: oneOf(
            listCodes({ shape: "note" }),
            "91 crédito, 92 débito, 95 ajuste; de un tiquete, 94 crédito y 93 débito.",
            "91",
          ),
          prefijo: text("Prefijo de la serie.", "NC"),
          consecutivo: integer("Número.", 1),
          concepto: nullableText("Código del concepto.", "2"),
          estado_authority: oneOf(STATES, "Estado ante la autoridad.", "aceptado"),
          total: money("Total, positivo.", "119000.00"),
        })
        .meta({ id: "ListedNote" }),
    )
    .optional()
    .meta({
      description: `Notas sobre ${what}, la más antigua primero, también las rechazadas; de a 100, la página que diga \`notas_page\`.`,
    });
}

const notesTotalField = integer("Cuántas notas hay en todas las páginas de `notas`.", 1).optional();

const balanceField = money("Lo que queda por acreditar; las notas en proceso también cuentan.", "119000.00").optional();

/** What v2 adds to the record of an invoice or of its note. */
export const invoiceDetailFields = {
  cude: nullableText("Solo en una nota: su CUDE, igual a `cufe`.", OTHER_ID).optional(),
  ...noteFields,
  descuentos_repartidos: sharesField.optional(),
  factura: z
    .object({
      id: z.int().nullable().meta({ description: "Id; null si no se guarda aquí.", example: 1042 }),
      numero: text("Prefijo y número.", "SETP990000001"),
      cufe: text("CUFE, o CUDE de una factura de contingencia.", OTHER_ID),
      fecha: date("Fecha de emisión.", "2026-03-02"),
    })
    .nullable()
    .optional()
    .meta({ description: "Solo en una nota: la factura que corrige; null si corrige un periodo." }),
  periodo: z
    .object({ fecha_inicio: date("Primer día.", "2026-02-01"), fecha_fin: date("Último día.", "2026-02-28") })
    .nullable()
    .optional()
    .meta({ description: "Solo en una nota: el periodo que corrige, si no es una factura." }),
  notas: listedNotesField("la factura"),
  notas_total: notesTotalField,
  saldo_acreditable: balanceField,
  anulada: flag("Una nota que no fue rechazada la anula.", false).optional(),
};

/** What relates a ticket to its notes, or a note to its ticket. */
export const ticketDetailFields = {
  ...noteFields,
  descuentos_repartidos: sharesField.optional(),
  tiquete: z
    .object({
      id: z.int().nullable().meta({ description: "Id; null si no se guarda aquí.", example: 1042 }),
      numero: text("Prefijo y número.", "EPOS101"),
      cude: text("CUDE.", OTHER_ID),
      fecha: date("Fecha.", "2026-03-02"),
    })
    .nullable()
    .optional()
    .meta({ description: "Solo en una nota: el tiquete que corrige." }),
  notas: listedNotesField("el tiquete"),
  notas_total: notesTotalField,
  saldo_acreditable: balanceField,
  anulado: flag("Una nota que no fue rechazada lo anula.", false).optional(),
};

/** What v2 adds to the record of a support document or of its note. */
export const supportDocumentDetailFields = {
  tipo_authority: typeField(["05", "95"], "05"),
  ...noteFields,
  documento_soporte: z
    .object({
      id: z.int().nullable().meta({ description: "Id; null si no se guarda aquí.", example: 1042 }),
      numero: text("Prefijo y número.", "SEDS984000012"),
      cuds: text("CUDS.", OTHER_ID),
      fecha: date("Fecha.", "2026-03-02"),
    })
    .nullable()
    .optional()
    .meta({ description: "Solo en una nota: el documento soporte que corrige." }),
  notas: listedNotesField("el documento"),
  notas_total: notesTotalField,
  saldo_acreditable: balanceField,
  anulado: flag("Una nota que no fue rechazada lo anula.", false).optional(),
};
