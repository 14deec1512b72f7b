// Tests the typed client against the API and the pretend authority: one key and one document, even when requests or answers are
// lost.
import { exports } from "cloudflare:workers";
import Big from "big.js";
import { describe, expect, it } from "vitest";
import { ApiError, type ClientOptions, createClient, OutcomeUnknownError } from "../../client/src/client.ts";
import { listSendings } from "../support/ledger.ts";
import { sampleInvoice, sampleSupportDocument, taggedInvoice, taggedSupportDocument } from "../support/sample.ts";
import { createClient as createApiClient, createTenant, type Tenant } from "../support/tenant.ts";

type Fetch = NonNullable<ClientOptions["fetch"]>;
const api: Fetch = (input, init) => exports.default.fetch(new Request(input as string, init));

interface Trip {
  readonly method: string;
  readonly key: string | null;
}

/** A client whose requests pass through `meddle`, with the trips that they made. */
function connect(
  tenant: Tenant,
  meddle: (trip: number, send: () => Promise<Response>) => Promise<Response>,
  over = {},
) {
  const trips: Trip[] = [];
  const client = createClient({
    baseUrl: "https://api.test/api/ext/v1/",
    companyId: tenant.companyId,
    token: tenant.token,
    delaysMs: [20, 40, 80, 160],
    patienceMs: 20_000,
    fetch: (input, init) => {
      trips.push({ method: init?.method ?? "", key: new Headers(init?.headers).get("idempotency-key") });
      return meddle(trips.length, () => api(input, init));
    },
    ...over,
  });
  return { client, trips };
}

const untouched = (_: number, send: () => Promise<Response>) => send();
type Body = Parameters<ReturnType<typeof createClient>["supportDocuments"]["create"]>[1];
type Invoice = Parameters<ReturnType<typeof createClient>["invoices"]["create"]>[0];
const document = (tag?: string) => (tag ? taggedSupportDocument(tag) : sampleSupportDocument()) as unknown as Body;
const invoice = (key: string, tag?: string) =>
  (tag ? taggedInvoice(tag, { draft_key: key }) : sampleInvoice({ draft_key: key })) as unknown as Invoice;

describe("a creation through the client", () => {
  it("is accepted in one trip when all goes well", async () => {
    const tenant = await createTenant();
    const { client, trips } = connect(tenant, untouched);
    const outcome = await client.supportDocuments.create("k-1", document());
    expect(outcome).toMatchObject({ type: "accepted", isReplay: false, body: { documento: { total: "142800.00" } } });
    expect(trips).toEqual([{ method: "POST", key: "k-1" }]);
  });

  it("repeats with the same key after lost answers, and one document exists", async () => {
    const tenant = await createTenant();
    const { client, trips } = connect(tenant, async (trip, send) => {
      const response = await send();
      if (trip < 3) throw new TypeError("the connection was lost");
      return response;
    });
    const outcome = await client.supportDocuments.create("k-1", document());
    expect(outcome).toMatchObject({ type: "accepted", isReplay: true });
    expect(trips.map(({ key }) => key)).toEqual(["k-1", "k-1", "k-1"]);
    expect(await listSendings(tenant.nit)).toHaveLength(1);
  });

  it.each(["#silencio", "#tarde", "#proceso", "#duplicado", "#cortado"])("waits until %s is accepted", async (tag) => {
    const tenant = await createTenant();
    const { client, trips } = connect(tenant, untouched);
    const outcome = await client.supportDocuments.create("k-1", document(tag));
    expect(outcome).toMatchObject({ type: "accepted", body: { authority: { is_valid: true } } });
    expect(new Set(trips.filter(({ method }) => method === "POST").map(({ key }) => key))).toEqual(new Set(["k-1"]));
    expect(await listSendings(tenant.nit)).toHaveLength(1);
  });

  it.each(["compra-ñ-日本", "compra con espacios"])("finds its document again by the key %s", async (key) => {
    const tenant = await createTenant();
    const { client } = connect(tenant, untouched);
    const first = await client.supportDocuments.create(key, document());
    expect(await client.supportDocuments.create(key, document())).toMatchObject({ id: first.id, isReplay: true });
    expect(await client.invoices.create(invoice(key))).toMatchObject({ type: "accepted", isReplay: false });
    expect(await listSendings(tenant.nit)).toHaveLength(2);
  });

  it("issues exact decimals with all their digits", async () => {
    const { client } = connect(await createTenant(), untouched);
    const items = [{ desc: "Tornillo", cant: new Big("30000"), unit: new Big("0.0333"), iva: 0 }] as const;
    const { receptor } = invoice("k-1");
    const rehearsed = await client.invoices.dryRun({ receptor, items });
    expect(rehearsed.documento).toMatchObject({ subtotal: "999.00" });
  });

  it("names the document that owns the key", async () => {
    const { client } = connect(await createTenant(), untouched);
    const { id } = await client.supportDocuments.create("k-1", document());
    const other = client.supportDocuments.create("k-1", { ...document(), medio_pago_codigo: "42" });
    await expect(other).rejects.toMatchObject({ code: "idempotency_conflict", body: { documento: { id } } });
  });

  it("shows a rejection with the rules of the authority", async () => {
    const tenant = await createTenant();
    const { client, trips } = connect(tenant, untouched);
    const outcome = await client.invoices.create(invoice("k-1", "#rechazo"));
    expect(outcome).toMatchObject({ type: "rejected", body: { code: "document_rejected" } });
    expect(outcome.type === "rejected" && outcome.body.details[0]?.severity).toBe("rechazo");
    expect(trips).toHaveLength(1);
  });

  it("needs no right to read: replays show the end as well", async () => {
    const tenant = await createTenant();
    const writer = await createApiClient(tenant.companyId, ["dse.write"]);
    const { client } = connect(tenant, untouched, { token: writer.token });
    expect(await client.supportDocuments.create("k-1", document("#silencio"))).toMatchObject({ type: "accepted" });
  });

  it("hands back the id when the authority does not decide in time", async () => {
    const tenant = await createTenant();
    const { client } = connect(tenant, untouched, { patienceMs: 5_000 });
    const outcome = await client.invoices.create(invoice("k-1", "#perdido"));
    expect(outcome).toEqual({ type: "pending", id: expect.any(Number) });
    expect(await listSendings(tenant.nit)).toHaveLength(1);
  });

  it("names the key to repeat with when no answer ever comes", async () => {
    const tenant = await createTenant();
    const { client } = connect(tenant, () => Promise.reject(new TypeError("no route to host")), { patienceMs: 200 });
    const error = await client.supportDocuments.create("k-1", document()).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error).toMatchObject({ key: "k-1" });
  });

  it("gives up a request at its deadline and repeats it with the same key", async () => {
    const tenant = await createTenant();
    const { client, trips } = connect(tenant, untouched, { timeoutMs: 700 });
    const outcome = await client.supportDocuments.create("k-1", document("#lento"));
    expect(outcome).toMatchObject({ type: "accepted", isReplay: true });
    expect(trips.length).toBeGreaterThan(1);
    expect(await listSendings(tenant.nit)).toHaveLength(1);
  });

  it.each([
    { name: "another body", code: "idempotency_conflict", change: { medio_pago_codigo: "42" } },
    { name: "a bad field", code: "invalid_payload", change: { items: [] } },
  ])("throws what the service says of $name, without a second try", async ({ code, change }) => {
    const tenant = await createTenant();
    const { client, trips } = connect(tenant, untouched);
    await client.supportDocuments.create("k-1", document());
    const error = await client.supportDocuments
      .create("k-1", { ...document(), ...change } as Body)
      .catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code });
    expect(trips).toHaveLength(2);
  });

  it("waits as long as a 429 asks", async () => {
    const tenant = await createTenant();
    const { client, trips } = connect(tenant, (trip, send) => {
      if (trip > 1) return send();
      const headers = { "retry-after": "1" };
      return Promise.resolve(Response.json({ ok: false, code: "rate_limited" }, { status: 429, headers }));
    });
    const startedAt = Date.now();
    expect(await client.supportDocuments.create("k-1", document())).toMatchObject({ type: "accepted" });
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(990);
    expect(trips).toHaveLength(2);
  });
});

describe("the other calls of the client", () => {
  it("rehearse, read, list and look up", async () => {
    const tenant = await createTenant();
    const { client } = connect(tenant, untouched);
    expect(await client.supportDocuments.dryRun(document())).toMatchObject({ documento: { total: "142800.00" } });
    expect(await client.invoices.dryRun(invoice("k-0"))).toMatchObject({ documento: { total: "119000.00" } });
    const ids: number[] = [];
    for (const key of ["a", "b", "c"]) {
      const outcome = await client.invoices.create(invoice(key));
      if (outcome.type === "accepted") ids.push(outcome.id);
    }
    const listed: number[] = [];
    for await (const { id } of client.invoices.list({ estado: "aprobado" })) listed.push(id);
    expect(listed).toEqual(ids.toReversed());
    expect(await client.invoices.get(ids[0] ?? 0)).toMatchObject({ ok: true, doc: { estado_authority: "aceptado" } });
    expect(await client.paymentMethods.list(true)).toHaveLength(2);
    const names: string[] = [];
    for await (const { nombre } of client.thirdParties.list("prueba")) names.push(nombre);
    expect(names).toEqual(["Cliente de Prueba SA"]);
    const acquirer = { identification_type: "31", identification_number: "3199991" };
    expect(await client.acquirers.find(acquirer)).toMatchObject({ cached: false });
  });

  it("iterate page after page until the last", async () => {
    const tenant = await createTenant();
    const asked: string[] = [];
    const pages: Fetch = (input) => {
      const page = Number(new URL(input as string).searchParams.get("page"));
      asked.push(String(page));
      return Promise.resolve(Response.json({ ok: true, docs: [{ id: page * 10 }, { id: page * 10 + 1 }], pages: 3 }));
    };
    const { client } = connect(tenant, untouched, { fetch: pages });
    const ids: number[] = [];
    for await (const { id } of client.invoices.list()) ids.push(id);
    expect(ids).toEqual([10, 11, 20, 21, 30, 31]);
    expect(asked).toEqual(["1", "2", "3"]);
  });

  it("do not repeat a question that has its answer", async () => {
    const tenant = await createTenant();
    const { client, trips } = connect(tenant, untouched);
    const unknown = { identification_type: "31", identification_number: "900000001" };
    await expect(client.acquirers.find(unknown)).rejects.toMatchObject({ code: "acquirer_not_found" });
    await expect(client.supportDocuments.get(999_999_999)).rejects.toMatchObject({ code: "not_found" });
    expect(trips).toHaveLength(2);
  });
});
