// Declares what a client may read of its company's webhooks: their state, and the deliveries of the last days. An operator registers them.

import { DELIVERY_DAYS } from "../../delivery/plan.ts";
import type { KeptDelivery } from "../../delivery/ports.ts";
import { listDeliveries } from "../../delivery/stub.ts";
import { listWebhooks } from "../../store/watch/webhooks.ts";
import type { ReplyOf } from "../app/reply.ts";
import { type Call, declareRoute, type Route } from "../app/route.ts";
import { ApiError } from "../base/error.ts";
import { TEXT } from "../message/request.ts";
import { readCursor, refuseCursor, writeCursor } from "./cursor.ts";
import { DISABLED_NAMES } from "./webhook-name.ts";
import type { deliveryListSchema, webhookListSchema } from "./webhook-schema.ts";

/** Deliveries of one page. */
const PAGE = 100;

const SHARED = {
  versions: ["v2"],
  method: "GET",
  scope: "fe.read",
  otherScopes: ["dse.read", "dee.read"],
  tag: "Cambios",
} as const;

const list = declareRoute({
  ...SHARED,
  operationId: "listWebhooks",
  path: "/webhooks",
  summary: "Listar los webhooks",
  description:
    "Las direcciones a las que se envían los cambios de la empresa, y cómo les va. Las registra quien administra el servicio; aquí no se muestra ningún secreto.",
  answers: async () => {
    const { webhookListSchema } = await import("./webhook-schema.ts");
    return [{ status: 200, description: "Los webhooks de la empresa.", schema: webhookListSchema }];
  },
  codes: ["invalid_parameter"],
  handle: listOwn,
});

const deliveries = declareRoute({
  ...SHARED,
  operationId: "listWebhookDeliveries",
  path: "/webhooks/:webhookId/entregas",
  summary: "Listar las entregas de un webhook",
  description: `Los envíos de los últimos ${DELIVERY_DAYS} días a una dirección, con lo que respondió, en el orden en que terminaron: para saber por qué no llega un cambio. De un webhook con muchos se guardan los más recientes.`,
  query: [
    {
      name: "after",
      description: "El último `cursor` recibido; sin él, desde la entrega más antigua que se guarda.",
      schema: { type: "string" },
      example: "cur_mm99189k7p",
    },
  ],
  answers: async () => {
    const { deliveryListSchema } = await import("./webhook-schema.ts");
    return [{ status: 200, description: "Las entregas después del cursor.", schema: deliveryListSchema }];
  },
  codes: ["invalid_cursor", "invalid_parameter", "not_found"],
  handle: listOfOne,
});

/** The routes of webhooks. */
export const webhookRoutes: readonly Route[] = [list, deliveries];

async function listOwn({ db, caller }: Call): Promise<ReplyOf<200, typeof webhookListSchema>> {
  const rows = await listWebhooks(db, caller.company.id);
  return { status: 200, body: { ok: true, webhooks: rows.map(toWire) } };
}

type Row = Awaited<ReturnType<typeof listWebhooks>>[number];

function toWire({ id, url, disabledAt, disabledBecause, waiting, lastSuccessAt, lastFailureAt, lastFailure }: Row) {
  return {
    id,
    url: hideQuery(url),
    estado: disabledAt === null ? "activo" : "desactivado",
    desactivado:
      disabledAt === null ? null : { fecha: disabledAt, motivo: DISABLED_NAMES[disabledBecause ?? "operator"] },
    en_espera: waiting,
    ultimo_exito: lastSuccessAt,
    ultima_falla: lastFailureAt === null || lastFailure === null ? null : { fecha: lastFailureAt, error: lastFailure },
  } as const;
}

/** A query may hold a secret of the endpoint. */
function hideQuery(url: string): string {
  return url.replace(/\?.*$/s, "?…");
}

async function listOfOne(call: Call): Promise<ReplyOf<200, typeof deliveryListSchema>> {
  const { env, db, caller, parameters, query } = call;
  const text = query.get("after") ?? "";
  const after = text === "" ? 0 : (readCursor(text) ?? refuseCursor(text));
  const id = parameters.webhookId ?? "";
  const own = await listWebhooks(db, caller.company.id);
  if (!own.some((one) => one.id === id)) throw new ApiError("not_found", TEXT.noWebhook(id.slice(0, 40)));
  // One more says whether there are others.
  const found = await listDeliveries(env, id, after, PAGE + 1);
  // A cursor of the feed would read as one that has seen everything.
  if (after > found.last) refuseCursor(text);
  const page = found.deliveries.slice(0, PAGE);
  call.log({ webhook: id, deliveries: page.length });
  return {
    status: 200,
    body: {
      ok: true,
      entregas: page.map(toWireDelivery),
      cursor: writeCursor(page.at(-1)?.id ?? after),
      hay_mas: found.deliveries.length > PAGE,
    },
  };
}

function toWireDelivery({ id, changeId, tries, atMs, status, failure, durationMs }: KeptDelivery) {
  return {
    id: `dlv_${id}`,
    cambio_id: changeId,
    intento: tries,
    fecha: new Date(atMs).toISOString(),
    estado_http: status,
    error: failure,
    duracion_ms: durationMs,
  };
}
