// Describes the answers about a company's webhooks and their deliveries as schemas.
import * as z from "zod";
import { flag, integer, nullableText, okFlag, oneOf, text } from "../field/reply-field.ts";
import { noticesField } from "../field/verdict-schema.ts";
import { DISABLED_NAMES } from "./webhook-name.ts";

const INSTANT = "instante ISO 8601 en UTC";

const webhookSchema = z
  .object({
    id: text("Id del webhook: con él se leen sus entregas.", "whk_ee406450-f84"),
    url: text("Dirección registrada; los valores de su consulta no se muestran.", "https://erp.ejemplo.co/webhooks"),
    estado: oneOf(["activo", "desactivado"], "Si recibe los cambios.", "activo"),
    desactivado: z
      .object({
        fecha: text(`Cuándo, ${INSTANT}.`, "2026-03-02T14:03:11.000Z"),
        motivo: oneOf(Object.values(DISABLED_NAMES), "Por qué.", "operador"),
      })
      .nullable()
      .meta({ description: "null mientras está activo." }),
    en_espera: integer("Cambios que esperan otro intento.", 0),
    ultimo_exito: nullableText(
      `Última entrega que recibió 2xx, ${INSTANT}; null si ninguna.`,
      "2026-03-02T14:03:11.000Z",
    ),
    ultima_falla: z
      .object({
        fecha: text(`Cuándo, ${INSTANT}.`, "2026-03-02T14:03:11.000Z"),
        error: text("Clase de la falla: `http 500`, `timeout`, `network`.", "http 500"),
      })
      .nullable()
      .meta({ description: "null si ninguna ha fallado." }),
  })
  .meta({
    id: "Webhook",
    description: "Una dirección de la empresa. Su secreto se entregó al registrarla y no se muestra.",
  });

/** GET webhooks. */
export const webhookListSchema = z
  .object({
    ok: okFlag(true),
    webhooks: z.array(webhookSchema).meta({ description: "Los webhooks de la empresa, el más antiguo primero." }),
    notices: noticesField,
  })
  .meta({ id: "WebhookList" });

const deliverySchema = z
  .object({
    id: text("Id de la entrega, único en el webhook.", "dlv_42"),
    cambio_id: nullableText(
      "Id del cambio, que fue `webhook-id`; null en un mensaje de prueba.",
      "chg_1_1772460191000",
    ),
    intento: integer("1 el primero de ese cambio.", 1),
    fecha: text(`Cuándo se envió, ${INSTANT}.`, "2026-03-02T14:03:11.000Z"),
    estado_http: z
      .int()
      .nullable()
      .meta({ description: "Estado que respondió la dirección; null si no respondió.", example: 204 }),
    error: nullableText("Por qué no hubo respuesta: `timeout`, `network`, `address: …`; null si la hubo.", null),
    duracion_ms: integer("Milisegundos hasta la respuesta o la falla.", 87),
  })
  .meta({ id: "WebhookDelivery", description: "Un envío de un mensaje. Solo 2xx lo entrega." });

/** GET webhooks/{webhook_id}/entregas. */
export const deliveryListSchema = z
  .object({
    ok: okFlag(true),
    entregas: z.array(deliverySchema).meta({ description: "Las entregas, la más antigua primero." }),
    cursor: text("Envíelo en `after` la próxima vez.", "cur_mm99189k7p"),
    hay_mas: flag("true: hay más entregas; pida la página siguiente.", false),
    notices: noticesField,
  })
  .meta({ id: "WebhookDeliveryList" });
