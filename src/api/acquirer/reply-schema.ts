// Describes the answer about an acquirer as a schema.
import * as z from "zod";
import { flag, okFlag, text } from "../field/reply-field.ts";
import { noticesField } from "../field/verdict-schema.ts";

/** POST authority/get-acquirer. */
export const acquirerAnswerSchema = z
  .object({
    ok: okFlag(true),
    acquirer: z
      .object({
        identification_type: text("Tipo de identificación consultado.", "31"),
        identification_number: text("Número consultado.", "800134536"),
        name: text("Nombre que registra la autoridad.", "COMERCIAL ANDINA SAS"),
        email: text("Correo que registra la autoridad; vacío si no hay.", "recepcion@example.org"),
        tipo_doc: text("Lo mismo que `identification_type`, con el nombre que usa la factura.", "31"),
        numero_doc: text("Lo mismo que `identification_number`.", "800134536"),
        nombre: text("Lo mismo que `name`.", "COMERCIAL ANDINA SAS"),
      })
      .meta({ description: "Lo que la autoridad registra del adquirente; sirve de `receptor` de la factura." }),
    cached: flag("La respuesta se guardó en una consulta de las últimas 24 horas.", false),
    fetched_at: text("Cuándo se consultó a la autoridad, instante ISO 8601 en UTC.", "2026-03-02T14:03:11.000Z"),
    notices: noticesField,
  })
  .meta({ id: "Acquirer" });
