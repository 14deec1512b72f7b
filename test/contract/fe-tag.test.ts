// Every behaviour of the pretend authority (design section 9), for invoices: the right end, and one arrival each.
import { expect as anything, describe, it } from "vitest";
import { get, postInvoice } from "../support/api.ts";
import { fetchReceived, listSendings } from "../support/ledger.ts";
import { taggedInvoice } from "../support/sample.ts";
import { createTenant } from "../support/tenant.ts";

interface Ending {
  readonly tag: string;
  /** Status of the first answer; the pretend authority's own pace decides between two. */
  readonly statuses: readonly number[];
  readonly state: string;
  /** A fault that proves refusal before processing is sent once more; nothing else is. */
  readonly arrivals: number;
}

const ENDINGS: readonly Ending[] = [
  { tag: "", statuses: [201], state: "aceptado", arrivals: 1 },
  { tag: "#aviso", statuses: [201], state: "aceptado", arrivals: 1 },
  { tag: "#rechazo", statuses: [422], state: "rechazado", arrivals: 1 },
  { tag: "#silencio", statuses: [502], state: "aceptado", arrivals: 1 },
  { tag: "#perdido", statuses: [502], state: "send_unknown", arrivals: 1 },
  { tag: "#tarde", statuses: [502], state: "aceptado", arrivals: 1 },
  { tag: "#proceso", statuses: [201, 202], state: "aceptado", arrivals: 1 },
  { tag: "#duplicado", statuses: [201, 202, 502], state: "aceptado", arrivals: 1 },
  { tag: "#cortado", statuses: [502], state: "aceptado", arrivals: 1 },
  { tag: "#html", statuses: [502], state: "send_unknown", arrivals: 1 },
  { tag: "#fault", statuses: [201, 202], state: "aceptado", arrivals: 2 },
  { tag: "#lento", statuses: [201], state: "aceptado", arrivals: 1 },
];

describe("an invoice whose receiver is called", () => {
  it.concurrent.for(ENDINGS)("$tag ends $state", { timeout: 120_000 }, async (ending, { expect }) => {
    const { tag, statuses, state, arrivals } = ending;
    const tenant = await createTenant();
    const sale = taggedInvoice(tag, { draft_key: "venta" });
    const { status, body } = await postInvoice(tenant, sale);
    expect(statuses, JSON.stringify(body)).toContain(status);
    expect(body).toMatchObject({ factura_id: anything.any(Number), enviado: true });
    const read = async () => (await get(tenant, `/fe/docs/${body.factura_id}`)).body.doc.estado_authority;
    await expect.poll(read, { timeout: 100_000, interval: 250 }).toBe(state);
    const replay = await postInvoice(tenant, sale);
    expect(replay.body).toMatchObject({ idempotent: true, factura_id: body.factura_id, estado: state });
    const sendings = await listSendings(tenant.nit);
    expect(sendings).toHaveLength(arrivals);
    expect(new Set(sendings.map((sending) => sending.sha256)).size).toBe(1);
    if (state === "aceptado") expect(await fetchReceived(body.cufe)).toContain(`>${body.cufe}</cbc:UUID>`);
  });
});
