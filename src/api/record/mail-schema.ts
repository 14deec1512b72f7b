// Describes an e-mail that hands a document over, the body that orders one, and the lists of them.
import * as z from "zod";
import { MAIL_KINDS, MAIL_REASONS, MAIL_STATES } from "../../domain/document/mail-delivery.ts";
import { addressField, messageField } from "../field/mail.ts";
import { flag, integer, nullableText, okFlag, oneOf, text } from "../field/reply-field.ts";
import { noticesField } from "../field/verdict-schema.ts";
import { writeMailCursor } from "./mail-query.ts";

const instant = (description: string, example: string | null) =>
  nullableText(`${description} Instante ISO 8601 en UTC.`, example);

const mailSchema = z
  .object({
    id: text("Id del envío; el mensaje lo lleva en `X-Entrega`.", "ent_1_1042_1"),
    documento_id: integer("Documento que se envía.", 1042),
    tipo: oneOf(MAIL_KINDS, "`automatico`, al aceptarse; o `manual`, pedido después.", "automatico"),
    correo: nullableText("Destinatario, sin mostrar el buzón; null si no había.", "c***@example.org"),
    estado: oneOf(
      MAIL_STATES,
      "`enviado` lo recibió el servicio de correo, `entregado` el del destinatario; `incierto` no hubo respuesta; `omitido` no había a quién.",
      "entregado",
    ),
    motivo: z
      .object({
        codigo: oneOf(MAIL_REASONS, "Código estable.", "buzon_inexistente"),
        texto: text("Lo mismo en palabras.", "El buzón no existe o no recibe."),
      })
      .nullable()
      .meta({ description: "Por qué no salió o no llegó; null si no hay nada que decir." }),
    intentos: integer("Veces que se entregó al servicio de correo.", 1),
    creado: text("Cuándo se pidió. Instante ISO 8601 en UTC.", "2026-03-02T14:03:12.000Z"),
    enviado: instant("Cuándo lo recibió el servicio de correo; null antes.", "2026-03-02T14:03:13.000Z"),
    entregado: instant("Cuándo llegó al buzón; null si no se sabe.", "2026-03-02T14:03:19.000Z"),
    proximo_intento: instant("Cuándo se intenta otra vez; null si no hace falta.", null),
  })
  .meta({ id: "Envio", description: "Un envío por correo, a un destinatario. Su dirección no se muestra entera." });

/** What v2 adds to invoices, tickets and their notes. */
export const mailReplyFields = {
  envios: z.array(mailSchema).meta({
    description:
      "Envíos por correo del documento, el más reciente primero; [] antes de `aceptado` y donde no hay correo.",
  }),
};

/** The body of POST fe/docs/{doc_id}/envios. */
export const mailOrderSchema = z
  .object({ correo: addressField("A quién se envía."), mensaje: messageField() })
  .meta({ id: "MailOrderRequest" });

/** The answer to it. */
export const mailOrderedSchema = z
  .object({ ok: okFlag(true), envio: mailSchema, notices: noticesField })
  .meta({ id: "MailOrdered" });

/** GET fe/docs/{doc_id}/envios. */
export const documentMailSchema = z
  .object({ ok: okFlag(true), ...mailReplyFields, notices: noticesField })
  .meta({ id: "DocumentMailList" });

/** GET envios. */
export const companyMailSchema = z
  .object({
    ok: okFlag(true),
    envios: z.array(mailSchema).meta({ description: "Los envíos, el más reciente primero." }),
    cursor: nullableText(
      "Envíelo en `after` para lo que sigue; null al final.",
      writeMailCursor({ createdAt: "2026-03-02T14:03:12.000Z", documentId: 1042, ordinal: 1 }),
    ),
    hay_mas: flag("Siguen más envíos.", true),
    notices: noticesField,
  })
  .meta({ id: "CompanyMailList" });
