// Issues tickets and notes on them as a client of the API does.
import { type Answer, type CallOptions, call } from "./api.ts";
import type { Tenant } from "./tenant.ts";

type Body = Readonly<Record<string, unknown>>;

/** The smallest sale by a till that is named, to nobody in particular. */
export function sampleTicket(over: Body = {}): Body {
  return {
    items: [{ desc: "Camisa de algodón", cant: 2, unit: 5000, iva: 19, codigo: "CAM01" }],
    payment: { form: "contado", means_code: "10" },
    caja: { placa: "CAJA-01", ubicacion: "Salón principal", cajero: "Pedro Ruiz", codigo_venta: "V-000101" },
    comprador: { puntos: "120" },
    ...over,
  };
}

function post(tenant: Tenant, path: string, key: string, body: Body, options: CallOptions): Promise<Answer> {
  const { companyId, token } = tenant;
  const headers = { "idempotency-key": key, ...options.headers };
  return call("POST", `/companies/${companyId}/dee/${path}`, body, { token, version: "v2", ...options, headers });
}

/** POST of a ticket. */
function postTicket(tenant: Tenant, key: string, body: Body = sampleTicket(), options: CallOptions = {}) {
  return post(tenant, "documentos", key, body, options);
}

function getId({ status, body }: Answer): number {
  if (status !== 201) throw new Error(`no document: ${JSON.stringify(body)}`);
  return body.documento.id;
}

/** A ticket that is accepted. @returns its id. */
export async function issueTicket(tenant: Tenant, key: string, over: Body = {}): Promise<number> {
  return getId(await postTicket(tenant, key, sampleTicket(over)));
}

/** A credit note that is accepted: it annuls the whole ticket unless it says otherwise. @returns its id. */
export async function issueTicketNote(tenant: Tenant, key: string, id: number, over: Body = {}): Promise<number> {
  return getId(await post(tenant, "notas-credito", key, { documento_id: id, motivo: "Devolución", ...over }, {}));
}
