// Tests a webhook from the POST of a document to the endpoint that hears of it, through its object, D1 and the cron.
import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { wakeLagging } from "../../src/cron/overdue.ts";
import { GIVE_UP_AFTER_MS, IN_FLIGHT_MOST, RETRY_AFTER_MS } from "../../src/delivery/plan.ts";
import { wakeWebhook } from "../../src/delivery/stub.ts";
import type { Env } from "../../src/env.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { findLastChange } from "../../src/store/watch/changes.ts";
import { findWebhook } from "../../src/store/watch/webhooks.ts";
import { findSchemaProblems, readOpenapi } from "../reference/schema.ts";
import { advanceClock, setClockAhead } from "../support/clock.ts";
import { recordConsole } from "../support/console.ts";
import { KINDS } from "../support/kind.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { addWebhook as registerWebhook } from "../support/webhook.ts";

const db = openDatabase(env.DB);
const bindings: Env = env;
const realFetch = globalThis.fetch;

interface Heard {
  readonly url: string;
  readonly id: string | null;
  readonly headers: Headers;
  readonly body: { readonly type: string; readonly data: { readonly documento?: { readonly id: number } } };
}

let heard: Heard[] = [];
let statusOf: (count: number) => number = () => 204;
/** What each endpoint waits for before it answers. */
let held: Promise<void> | undefined;
let underWay = { now: 0, most: 0 };

beforeEach(() => {
  heard = [];
  held = undefined;
  underWay = { now: 0, most: 0 };
  statusOf = () => 204;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    if (!url.startsWith("http://127.0.0.1:8799/")) return realFetch(input, init);
    const headers = new Headers(init?.headers);
    heard.push({ url, id: headers.get("webhook-id"), headers, body: JSON.parse(String(init?.body)) });
    const status = statusOf(heard.length);
    underWay.now += 1;
    underWay.most = Math.max(underWay.most, underWay.now);
    await held;
    underWay.now -= 1;
    return new Response(null, { status });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function addWebhook(tenant: Tenant) {
  const id = await registerWebhook(tenant, "http://127.0.0.1:8799");
  return { id, heard: () => heard.filter(({ url }) => url.endsWith(id)) };
}

describe("a webhook", () => {
  it("hears of every change soon after it is shown, in the order of the feed, without the cron", async () => {
    const tenant = await createTenant();
    const webhook = await addWebhook(tenant);
    for (const kind of KINDS) await kind.post(tenant, `one ${kind.module}`, kind.tagged("Ana"));
    const types = () => webhook.heard().map(({ body }) => body.type);
    await expect.poll(() => types().filter((type) => type === "documento.aceptado").length).toBe(2);
    for (const { body } of webhook.heard()) {
      const ofDocument = webhook.heard().filter((one) => one.body.data.documento?.id === body.data.documento?.id);
      expect(ofDocument.map((one) => one.body.type)).toEqual(["documento.creado", "documento.aceptado"]);
    }
    await expect.poll(async () => (await findWebhook(db, webhook.id))?.lastSuccessAt ?? null).not.toBeNull();
  });

  it("hears what the reference describes: body and headers", async () => {
    const tenant = await createTenant();
    const webhook = await addWebhook(tenant);
    for (const kind of KINDS) await kind.post(tenant, `one ${kind.module}`, kind.tagged("Ana"));
    await env.DB.prepare("UPDATE webhooks SET test_id = 't1' WHERE id = ?1").bind(webhook.id).run();
    await wakeLagging(bindings);
    await expect.poll(() => webhook.heard().length).toBe(5);
    expect(webhook.heard().filter(({ body }) => body.type === "webhook.prueba")).toHaveLength(1);
    for (const { body, headers } of webhook.heard()) {
      const name = body.type === "webhook.prueba" ? "prueba" : "cambio";
      const { parameters = [], requestBody } = readOpenapi("v2").webhooks?.[name]?.post ?? {};
      expect(findSchemaProblems(requestBody?.content["application/json"]?.schema ?? {}, body, "v2")).toEqual([]);
      const sent = [...headers.keys()].filter((one) => one.startsWith("webhook-"));
      expect(sent.sort()).toEqual(parameters.map((one) => one.name).sort());
      for (const { name: header, schema } of parameters) {
        expect(findSchemaProblems(schema, headers.get(header), "v2"), header).toEqual([]);
      }
    }
  });

  it("that answers 410 is disabled at once, with an alert, and hears nothing more", async () => {
    const tenant = await createTenant();
    const webhook = await addWebhook(tenant);
    statusOf = () => 410;
    const [kind] = KINDS;
    await kind?.post(tenant, "one", kind.tagged("Ana"));
    await expect.poll(async () => (await findWebhook(db, webhook.id))?.disabledBecause).toBe("gone");
    const alert = await env.DB.prepare("SELECT code FROM alerts WHERE subject = ?1")
      .bind(`webhook:${webhook.id} revision:1`)
      .first("code");
    expect(alert).toBe("webhook_disabled");
    const before = webhook.heard().length;
    await wakeWebhook(bindings, webhook.id);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(webhook.heard()).toHaveLength(before);
  });

  it("that lost its wake is woken by the cron, sends the test that an operator ordered, and goes back when it is moved", async () => {
    const tenant = await createTenant();
    const [kind] = KINDS;
    await kind?.post(tenant, "one", kind.tagged("Ana"));
    const webhook = await addWebhook(tenant);
    await env.DB.prepare("UPDATE webhooks SET test_id = 't1' WHERE id = ?1").bind(webhook.id).run();
    await wakeLagging(bindings);
    await expect
      .poll(() => webhook.heard().map(({ body }) => body.type))
      .toEqual([...["webhook.prueba", "documento.creado", "documento.aceptado"]]);
    await expect.poll(async () => (await findWebhook(db, webhook.id))?.testedId).toBe("t1");
    await env.DB.prepare("UPDATE webhooks SET revision = revision + 1 WHERE id = ?1").bind(webhook.id).run();
    await wakeLagging(bindings);
    await expect.poll(() => webhook.heard().length).toBe(5);
    const ids = webhook.heard().map(({ id }) => id);
    expect(ids.slice(3)).toEqual(ids.slice(1, 3));
  });

  it("reports its lag, its last success and why it failed, and each POST is a line of the log", async () => {
    const recorder = recordConsole();
    const tenant = await createTenant();
    const [kind] = KINDS;
    await kind?.post(tenant, "one", kind.tagged("Ana"));
    const last = await findLastChange(db, tenant.companyId);
    const webhook = await addWebhook(tenant);
    statusOf = () => 500;
    const startedAt = new Date().toISOString();
    await wakeWebhook(bindings, webhook.id);
    const report = () => findWebhook(db, webhook.id);
    await expect.poll(async () => (await report())?.lastFailureAt ?? null).not.toBeNull();
    const behind = await report();
    expect(behind).toMatchObject({ lastFailure: "http 500", waiting: 2, lastSuccessAt: null });
    expect(behind?.reached).toBeLessThan(last);
    statusOf = () => 204;
    await env.DB.prepare("UPDATE webhooks SET revision = revision + 1 WHERE id = ?1").bind(webhook.id).run();
    await wakeWebhook(bindings, webhook.id);
    await expect.poll(async () => (await report())?.waiting).toBe(0);
    const { lastFailureAt = null } = behind ?? {};
    const done = await report();
    expect(done).toMatchObject({ reached: last, seenRevision: 2, lastFailure: "http 500", lastFailureAt });
    for (const instant of [lastFailureAt, done?.lastSuccessAt]) expect((instant ?? "") >= startedAt).toBe(true);
    const lines = recorder.facts().filter((fact) => fact.event === "delivery" && fact.webhook === webhook.id);
    const ids = webhook.heard().map(({ id }) => id);
    expect(lines).toEqual(
      ["http 500", "taken", "taken"].map((outcome, index) => ({
        event: "delivery",
        webhook: webhook.id,
        companyId: tenant.companyId,
        message: ids[index],
        outcome,
        durationMs: expect.any(Number),
      })),
    );
  });

  it(`has ${IN_FLIGHT_MOST} POSTs under way at most`, async () => {
    const tenant = await createTenant();
    const documents = IN_FLIGHT_MOST + 4;
    const [kind] = KINDS;
    for (let key = 0; key < documents; key += 1) await kind?.post(tenant, `key ${key}`, kind.tagged("Ana"));
    const webhook = await addWebhook(tenant);
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    await wakeWebhook(bindings, webhook.id);
    await expect.poll(() => underWay.now).toBe(IN_FLIGHT_MOST);
    resolve();
    await expect.poll(() => webhook.heard().length, { timeout: 10_000 }).toBe(2 * documents);
    expect(underWay.most).toBe(IN_FLIGHT_MOST);
  });

  it("that fails for five days is disabled at their end, with an alert", async () => {
    const tenant = await createTenant();
    const [kind] = KINDS;
    await kind?.post(tenant, "one", kind.tagged("Ana"));
    const webhook = await addWebhook(tenant);
    statusOf = () => 503;
    setClockAhead();
    await wakeWebhook(bindings, webhook.id);
    const stub = env.WEBHOOKS.getByName(webhook.id);
    const disabledBecause = async () => (await findWebhook(db, webhook.id))?.disabledBecause;
    const alert = env.DB.prepare("SELECT code, detail FROM alerts WHERE subject = ?1");
    const ofWebhook = alert.bind(`webhook:${webhook.id} revision:1`);
    let passedMs = 0;
    for (const [index, delayMs] of [0, ...RETRY_AFTER_MS, GIVE_UP_AFTER_MS].entries()) {
      const stepMs = Math.min(delayMs + 1_000, GIVE_UP_AFTER_MS - passedMs - 1_000);
      advanceClock(stepMs);
      passedMs += stepMs;
      expect(await runDurableObjectAlarm(stub)).toBe(true);
      if (delayMs < GIVE_UP_AFTER_MS) expect(webhook.heard()).toHaveLength(index + 1);
      expect(await disabledBecause()).toBeNull();
    }
    expect(await ofWebhook.first("code")).toBeNull();
    advanceClock(60_000);
    expect(await runDurableObjectAlarm(stub)).toBe(true);
    expect(await disabledBecause()).toBe("failing");
    expect(await ofWebhook.first("code")).toBe("webhook_disabled");
    expect(JSON.parse((await ofWebhook.first<string>("detail")) ?? "{}")).toMatchObject({
      companyId: tenant.companyId,
      webhook: webhook.id,
      because: "failing",
    });
    expect(new Set(webhook.heard().map(({ body }) => body.type))).toEqual(new Set(["documento.creado"]));
    const before = webhook.heard().length;
    await wakeWebhook(bindings, webhook.id);
    await runDurableObjectAlarm(stub);
    expect(webhook.heard()).toHaveLength(before);
  });
});
