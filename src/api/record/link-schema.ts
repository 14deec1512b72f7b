// Describes the link for the buyer: the member of answers, the body that asks for one, and the answer to it.
import * as z from "zod";
import { booleanField, integerField } from "../field/field.ts";
import { nullableText, okFlag } from "../field/reply-field.ts";
import { noticesField } from "../field/verdict-schema.ts";
import { LINK_DAYS, LINK_DAYS_MOST } from "./link.ts";

const EXAMPLE = "https://facturas.example.com/d/AQHgBwDgoQFmYWN0dXJhLWVkZ2UtbGluaw";

/** What v2 adds to invoices and their notes. */
export const linkFields = {
  enlace: nullableText(
    "Página del documento para el comprador, con sus archivos; abre quien lo tenga. null antes de `aceptado`, en habilitación, mientras estén revocados, y donde el servicio no da enlaces.",
    EXAMPLE,
  ),
};

/** The body of POST fe/docs/{doc_id}/enlace. */
export const linkRequestSchema = z
  .object({
    dias: integerField({
      description: `Días que abre, de 1 a ${LINK_DAYS_MOST}; ${LINK_DAYS} si no viene.`,
      example: LINK_DAYS,
      min: 1,
      max: LINK_DAYS_MOST,
    }).nullish(),
    renovar: booleanField({
      description: "true deja sin efecto todos los enlaces anteriores del documento.",
      example: false,
    }).nullish(),
  })
  .meta({ id: "LinkRequest" });

/** The answer to it, and to DELETE. */
export const linkAnswerSchema = z
  .object({
    ok: okFlag(true),
    ...linkFields,
    vence: nullableText("Último día en que abre, `AAAA-MM-DD` de Colombia; null sin enlace.", "2027-03-02"),
    notices: noticesField,
  })
  .meta({ id: "LinkAnswer" });
