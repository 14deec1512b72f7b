// Tests what a company reads of its webhooks: their state, each delivery with its answer, and how little of them is kept.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DELIVERIES_MOST, DELIVERY_DAYS } from "../../src/delivery/plan.ts";
import { createDeliveryStore, listDeliveries } from "../../src/delivery/storage.ts";
import { wakeWebhook } from "../../src/delivery/stub.ts";
import type { Env } from "../../src/env.ts";
import { findSchemaProblems, readOpenapi } from "../reference/schema.ts";
import { get, useApiVersion } from "../support/api.ts";
import { KINDS } from "../support/kind.ts";
import { createClient, createTenant, issueToken, type Tenant } from "../support/tenant.ts";
import { addWebhook as registerWebhook } from "../support/webhook.ts";

useApiVersion("v2");

const DAY_MS = 86_400_000;
const ORIGIN = "http://127.0.0.1:8799";
const bindings: Env = env;
const realFetch = globalThis.fetch;
let answer: () => Promise<Response>;

beforeEach(() => {
  answer = async () => new Response(null, { status: 204 });
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    return url.startsWith(ORIGIN) ? answer() : realFetch(input, init);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const postOne = async (tenant: Tenant) => {
  const [kind] = KINDS;
  expect((await kind?.post(tenant, "one", kind.tagged("Ana")))?.status).toBe(201);
};
const deliveriesOf = (tenant: Tenant, id: string, query = "") => get(tenant, `/webhooks/${id}/entregas${query}`);
const listWebhooks = async (tenant: Tenant) => (await get(tenant, "/webhooks")).body.webhooks;

/** A webhook to which the two changes of a document were posted. */
async function deliver(tenant: Tenant): Promise<string> {
  const id = await registerWebhook(tenant, ORIGIN);
  await postOne(tenant);
  await wakeWebhook(bindings, id);
  await expect.poll(async () => (await deliveriesOf(tenant, id)).body.entregas.length).toBeGreaterThan(0);
  return id;
}

/** Notes so many deliveries in the storage of a webhook's object, as its engine does. */
function note(id: string, count: number, atMs: (index: number) => number): Promise<void> {
  return runInDurableObject(env.WEBHOOKS.getByName(id), (_, { storage }) => {
    const store = createDeliveryStore(storage);
    for (let index = 0; index < count; index += 1) {
      store.note({
        ...{ changeId: `chg_1_${index}`, tries: 1, atMs: atMs(index) },
        ...{ status: 200, failure: null, durationMs: 5 },
      });
    }
  });
}

describe("the webhooks of a company", () => {
  it("are shown with their state, as the reference describes, and without a secret", async () => {
    const tenant = await createTenant();
    const id = await deliver(tenant);
    await expect.poll(async () => (await listWebhooks(tenant))[0]?.ultimo_exito).not.toBeNull();
    await env.DB.prepare("UPDATE webhooks SET url = url || '?token=secreto' WHERE id = ?1").bind(id).run();
    const { body } = await get(tenant, "/webhooks");
    expect(body.webhooks).toEqual([
      {
        ...{ id, url: `${ORIGIN}/${id}?…`, estado: "activo", desactivado: null, en_espera: 0 },
        ...{ ultimo_exito: expect.stringMatching(/Z$/), ultima_falla: null },
      },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/secret|whsec|sealed/i);
    const { responses } = readOpenapi("v2").paths["/companies/{company_id}/webhooks"]?.get ?? {};
    expect(findSchemaProblems(responses?.["200"]?.content?.["application/json"]?.schema ?? {}, body, "v2")).toEqual([]);
  });

  it("say why they hear nothing more", async () => {
    const tenant = await createTenant();
    answer = async () => new Response(null, { status: 410 });
    await deliver(tenant);
    await expect.poll(async () => (await listWebhooks(tenant))[0]?.estado).toBe("desactivado");
    const [webhook] = await listWebhooks(tenant);
    expect(webhook).toMatchObject({
      desactivado: { fecha: expect.stringMatching(/Z$/), motivo: "respuesta_410" },
      ultimo_exito: null,
      ultima_falla: { fecha: expect.stringMatching(/Z$/), error: "http 410" },
    });
  });

  it("are none for a company without", async () => {
    expect(await listWebhooks(await createTenant())).toEqual([]);
  });
});

describe("the deliveries of a webhook", () => {
  it.each([
    ["204", async () => new Response(null, { status: 204 }), { estado_http: 204, error: null }],
    ["500", async () => new Response(null, { status: 500 }), { estado_http: 500, error: null }],
    ["a redirect", async () => new Response(null, { status: 302 }), { estado_http: 302, error: null }],
    ["410", async () => new Response(null, { status: 410 }), { estado_http: 410, error: null }],
    ["nothing", () => Promise.reject(new Error("refused")), { estado_http: null, error: "network" }],
  ])("have what an address answered: %s", async (_title, answered, seen) => {
    const tenant = await createTenant();
    answer = answered;
    const id = await deliver(tenant);
    const { status, body } = await deliveriesOf(tenant, id);
    expect(status).toBe(200);
    expect(body.entregas[0]).toEqual({
      ...{ id: "dlv_1", cambio_id: expect.stringMatching(`^chg_${tenant.companyId}_`), intento: 1 },
      ...{ fecha: expect.stringMatching(/Z$/), ...seen, duracion_ms: expect.any(Number) },
    });
    const path = "/companies/{company_id}/webhooks/{webhook_id}/entregas";
    const { responses } = readOpenapi("v2").paths[path]?.get ?? {};
    expect(findSchemaProblems(responses?.["200"]?.content?.["application/json"]?.schema ?? {}, body, "v2")).toEqual([]);
  });

  it("count the tries of one change, and have the test that an operator ordered", async () => {
    const tenant = await createTenant();
    answer = async () => new Response(null, { status: 500 });
    const id = await deliver(tenant);
    await runInDurableObject(env.WEBHOOKS.getByName(id), (_, { storage }) => {
      storage.sql.exec("UPDATE waiting SET dueMs = 0");
    });
    answer = async () => new Response(null, { status: 200 });
    await env.DB.prepare("UPDATE webhooks SET test_id = 't1' WHERE id = ?1").bind(id).run();
    await wakeWebhook(bindings, id);
    await expect.poll(async () => (await deliveriesOf(tenant, id)).body.entregas.length).toBe(4);
    const { entregas } = (await deliveriesOf(tenant, id)).body;
    const [first, test, again] = entregas;
    expect(test).toMatchObject({ cambio_id: null, intento: 1, estado_http: 200 });
    expect(again).toMatchObject({ cambio_id: first.cambio_id, intento: 2, estado_http: 200 });
  });

  it("come in pages after a cursor: each once, also those that are added meanwhile", async () => {
    const tenant = await createTenant();
    const id = await registerWebhook(tenant, ORIGIN);
    const nowMs = Date.now();
    await note(id, 250, () => nowMs);
    const seen: string[] = [];
    let query = "";
    for (let pages = 0; pages < 4; pages += 1) {
      const { entregas, cursor, hay_mas } = (await deliveriesOf(tenant, id, query)).body;
      seen.push(...entregas.map((one: { id: string }) => one.id));
      expect(hay_mas).toBe(pages < 2);
      query = `?after=${cursor}`;
      if (pages === 2) await note(id, 1, () => nowMs);
    }
    expect(seen).toEqual(Array.from({ length: 251 }, (_, index) => `dlv_${index + 1}`));
    const { entregas, cursor } = (await deliveriesOf(tenant, id, query)).body;
    expect([entregas, `?after=${cursor}`]).toEqual([[], query]);
  });

  it.each(["?after=cur_1", "?after=cur_mm99189k7p", "?after=x"])(
    "refuse a cursor that is not theirs: %s",
    async (query) => {
      const tenant = await createTenant();
      const id = await registerWebhook(tenant, ORIGIN);
      const { status, body } = await deliveriesOf(tenant, id, query);
      expect([status, body.code, body.details[0].path]).toEqual([400, "invalid_cursor", "after"]);
    },
  );
});

describe("what is kept of deliveries", () => {
  it(`is that of ${DELIVERY_DAYS} days, and no id is given twice`, async () => {
    const tenant = await createTenant();
    const id = await registerWebhook(tenant, ORIGIN);
    const nowMs = Date.now();
    await note(id, 5, (index) => nowMs - (DELIVERY_DAYS + 5 - index) * DAY_MS - 1_000);
    expect((await deliveriesOf(tenant, id)).body.entregas).toEqual([]);
    await note(id, 1, () => nowMs);
    expect((await deliveriesOf(tenant, id)).body.entregas).toMatchObject([{ id: "dlv_6" }]);
    await runInDurableObject(env.WEBHOOKS.getByName(id), (_, { storage }) => {
      expect(storage.sql.exec("SELECT id FROM deliveries").toArray()).toEqual([{ id: 6 }]);
    });
  });

  it(`is at most ${DELIVERIES_MOST}, the newest`, async () => {
    const tenant = await createTenant();
    const id = await registerWebhook(tenant, ORIGIN);
    const nowMs = Date.now();
    await note(id, 1, () => nowMs);
    await runInDurableObject(env.WEBHOOKS.getByName(id), (_, { storage }) => {
      storage.sql.exec(
        `INSERT INTO deliveries WITH RECURSIVE n(id) AS (SELECT 2 UNION ALL SELECT id + 1 FROM n WHERE id < ?)
          SELECT id, 'chg_1_1', 1, ?, 200, NULL, 5 FROM n`,
        ...[DELIVERIES_MOST, nowMs],
      );
    });
    await note(id, 3, () => nowMs);
    await runInDurableObject(env.WEBHOOKS.getByName(id), (_, { storage }) => {
      const kept = storage.sql.exec("SELECT count(*) AS count, min(id) AS first FROM deliveries").one();
      expect(kept).toEqual({ count: DELIVERIES_MOST, first: 4 });
      expect(listDeliveries(storage, { after: 0, limit: 1, nowMs }).deliveries).toMatchObject([{ id: 4 }]);
    });
  });

  it("is no row of D1", async () => {
    const tenant = await createTenant();
    const id = await deliver(tenant);
    const tables = await env.DB.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all<{ name: string }>();
    expect(tables.results.filter(({ name }) => /deliver/i.test(name)).map(({ name }) => name)).toEqual([
      // Of e-mails.
      "deliveries",
    ]);
    expect((await deliveriesOf(tenant, id)).body.entregas.length).toBeGreaterThan(0);
  });
});

describe("who reads webhooks", () => {
  it("is a company that has them: another one's are as if they were not", async () => {
    const [owner, other] = [await createTenant(), await createTenant()];
    const id = await deliver(owner);
    expect(await listWebhooks(other)).toEqual([]);
    const foreign = await deliveriesOf(other, id);
    const none = await deliveriesOf(other, "whk_none");
    expect([foreign.status, foreign.body.code]).toEqual([404, "not_found"]);
    expect(foreign.body.error).toBe(none.body.error.replace("whk_none", id));
    expect((await get(owner, "/webhooks", { token: other.token })).status).toBe(403);
  });

  it.each([
    [["fe.read"], 200],
    [["dse.read"], 200],
    [["fe.write", "dse.write"], 403],
  ])("is a token with %j: %i", async (scopes, status) => {
    const tenant = await createTenant();
    const id = await registerWebhook(tenant, ORIGIN);
    const { token } = await createClient(tenant.companyId, scopes);
    for (const path of ["/webhooks", `/webhooks/${id}/entregas`]) {
      expect((await get(tenant, path, { token })).status).toBe(status);
    }
  });

  it("is no token that was revoked, and no client of v1", async () => {
    const tenant = await createTenant();
    const id = await registerWebhook(tenant, ORIGIN);
    const { token } = await issueToken(tenant.clientId, { revokedAt: "2026-01-01T00:00:00.000Z" });
    for (const path of ["/webhooks", `/webhooks/${id}/entregas`]) {
      expect((await get(tenant, path, { token })).status).toBe(401);
      expect((await get(tenant, path, { version: "v1" })).status).toBe(404);
    }
  });
});
