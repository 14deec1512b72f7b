// Describes the webhooks that the service sends: the requests of Standard Webhooks, whose body is a change.
import type { OpenAPIHono } from "@hono/zod-openapi";
import { webhookSchema, webhookTestSchema } from "../../src/api/change/reply-schema.ts";
import type { Example } from "./example.ts";

type Registry = OpenAPIHono["openAPIRegistry"];

const MEDIA = "application/json";
const ID = "chg_1_1772460191000";

const HEADERS = [
  {
    name: "webhook-id",
    description: "Id del mensaje, el mismo en cada reintento: guárdelo y no procese dos veces el mismo.",
    schema: { type: "string" },
    example: ID,
  },
  {
    name: "webhook-timestamp",
    description: "Segundos desde 1970 de este intento; rechace lo que tenga más de cinco minutos.",
    schema: { type: "string", pattern: "^\\d+$" },
    example: "1772460191",
  },
  {
    name: "webhook-signature",
    description:
      "`v1,` y el HMAC-SHA256, en base64, de `webhook-id.webhook-timestamp.cuerpo` con el secreto `whsec_…`. Durante una rotación trae dos firmas separadas por un espacio: basta una.",
    schema: { type: "string" },
    example: "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  },
] as const;

const ANSWERS = {
  "2XX": { description: "Recibido, en menos de diez segundos. Todo lo demás cuenta como falla, y se reintenta." },
  "410": { description: "No quiere más: el webhook se desactiva." },
};

/** Adds both webhooks. @param examples one of them shows a change. */
export function registerWebhooks(registry: Registry, examples: readonly Example[]): void {
  const shared = {
    tags: ["Cambios"],
    security: [],
    parameters: HEADERS.map((header) => ({ ...header, in: "header" as const, required: true })),
    responses: ANSWERS,
  };
  const [data] = findChanges(examples);
  const message = { type: data?.tipo, timestamp: data?.fecha, data };
  registry.registerWebhook({
    method: "post",
    path: "cambio",
    operationId: "receiveChange",
    summary: "Un documento cambió de estado",
    description:
      "Cada cambio al menos una vez, y en orden por documento; lo que falte está en `GET cambios`. La forma es la de Standard Webhooks. Quien administra el servicio registra la dirección y entrega el secreto.",
    ...shared,
    request: { body: { required: true, content: { [MEDIA]: { schema: webhookSchema, example: message } } } },
  });
  registry.registerWebhook({
    method: "post",
    path: "prueba",
    operationId: "receiveTest",
    summary: "Mensaje de prueba",
    description: "Se envía una vez, cuando quien administra el servicio lo pide. Compruebe la firma y responda 2xx.",
    ...shared,
    request: {
      body: {
        required: true,
        content: {
          [MEDIA]: {
            schema: webhookTestSchema,
            example: { type: "webhook.prueba", timestamp: "2026-03-02T14:03:11.000Z", data: {} },
          },
        },
      },
    },
  });
}

interface Shown {
  readonly tipo: string;
  readonly fecha: string;
}

function findChanges(examples: readonly Example[]): readonly Shown[] {
  const example = examples.find(({ name }) => name === "cambios");
  const body: { readonly cambios?: readonly Shown[] } = example?.answer.body ?? {};
  return body.cambios ?? [];
}
