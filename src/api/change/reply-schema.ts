// Describes the answer of the feed of changes as a schema, and writes changes in that form.
import * as z from "zod";
import { MODULES } from "../../domain/company.ts";
import { MAIL_CHANGES } from "../../domain/document/mail-delivery.ts";
import { listCodes } from "../../domain/kind.ts";
import { CHANGE_TYPES } from "../../store/watch/changes.ts";
import { flag, integer, nullableText, okFlag, oneOf, text } from "../field/reply-field.ts";
import { noticesField, stateField } from "../field/verdict-schema.ts";

const changeSchema = z
  .object({
    id: text("Id del cambio: el mismo en el webhook. Sirve para reconocer uno ya visto.", "chg_1_1772460191000"),
    tipo: oneOf(CHANGE_TYPES, "Qué pasó.", "documento.aceptado"),
    fecha: text("Cuándo se registró, instante ISO 8601 en UTC.", "2026-03-02T14:03:11.000Z"),
    documento: z
      .object({
        id: integer("Id del documento: con él se consulta.", 1042),
        modulo: oneOf(MODULES, "Módulo del documento.", "fe"),
        tipo_authority: oneOf(listCodes({}), "Tipo de documento ante la autoridad.", "01"),
        prefijo: text("Prefijo de su numeración.", "SETP"),
        consecutivo: integer("Su número.", 990000001),
        estado_authority: stateField,
        identificador: nullableText(
          "CUFE, CUDE o CUDS; null en `documento.creado`, cuando todavía no se ha firmado.",
          "b0e6a4b6d2bf1cb0f3c0a7f1ad29d2bbb0e6a4b6d2bf1cb0f3c0a7f1ad29d2bbb0e6a4b6d2bf1cb0f3c0a7f1ad29d2bb",
        ),
      })
      .meta({ description: "El documento, en el estado al que llegó con este cambio." }),
    envio: z
      .object({
        id: text("Id del envío, como en `envios`.", "ent_1_1042_1"),
        estado: oneOf(MAIL_CHANGES, "El estado al que llegó.", "rebotado"),
        motivo: nullableText(
          "Por qué no salió o no llegó: el `motivo.codigo` de `envios`; null si no hay nada que decir.",
          "buzon_inexistente",
        ),
      })
      .optional()
      .meta({ description: "En los cambios `envio.…`: el envío por correo. Sin la dirección." }),
  })
  .meta({
    id: "Change",
    description: "Un cambio de estado de un documento o de un envío. Solo ids y estados, ningún dato personal.",
  });

/** GET cambios. */
export const changeListSchema = z
  .object({
    ok: okFlag(true),
    cambios: z.array(changeSchema).meta({ description: "Los cambios, en el orden en que se registraron." }),
    cursor: text("Guárdelo después de procesar la página, y envíelo en `after` la próxima vez.", "cur_mm99189k7p"),
    hay_mas: flag("true: hay más cambios; pida la página siguiente enseguida.", false),
    notices: noticesField,
  })
  .meta({ id: "ChangeList" });

/** The body of a webhook: a change, under the names of Standard Webhooks. */
export const webhookSchema = z
  .object({
    type: oneOf(CHANGE_TYPES, "Qué pasó: el `tipo` del cambio.", "documento.aceptado"),
    timestamp: text("La `fecha` del cambio.", "2026-03-02T14:03:11.000Z"),
    data: changeSchema,
  })
  .meta({ id: "WebhookBody", description: "Lo que recibe la dirección que se registró." });

/** The body of the test message that an operator sends. */
export const webhookTestSchema = z
  .object({
    type: z.literal("webhook.prueba").meta({ description: "Es una prueba.", example: "webhook.prueba" }),
    timestamp: text("Cuándo se envió, instante ISO 8601 en UTC.", "2026-03-02T14:03:11.000Z"),
    data: z.object({}).meta({ description: "Vacío.", example: {} }),
  })
  .meta({ id: "WebhookTestBody", description: "Mensaje de prueba: no habla de ningún documento." });
