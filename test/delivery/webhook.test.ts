// Tests a webhook from the POST of a document to the endpoint that hears of it, through its object, D1 and the cron.
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { wakeLagging } from "../../src/cron/webhook.ts";
import { createSecret } from "../../src/delivery/signature.ts";
import { wakeWebhook } from "../../src/delivery/wake.ts";
import type { Env } from "../../src/env.ts";
import { build, openDatabase, run } from "../../src/store/db.ts";
import { webhooks } from "../../src/store/schema.ts";
import { webhookContext } from "../../src/store/sealed-secret.ts";
import { importVaultKeys, seal } from "../../src/store/vault.ts";
import { findWebhook } from "../../src/store/webhooks.ts";
import { KINDS } from "../support/kind.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

const db = openDatabase(env.DB);
const bindings: Env = env;
const realFetch = globalThis.fetch;

interface Heard {
  readonly url: string;
  readonly id: string | null;
  readonly body: { readonly type: string; readonly data: { readonly documento?: { readonly id: number } } };
}

let heard: Heard[] = [];
let statusOf: (count: number) => number = () => 204;

beforeEach(() => {
  heard = [];
  statusOf = () => 204;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    if (!url.startsWith("http://127.0.0.1:8799/")) return realFetch(input, init);
    heard.push({ url, id: new Headers(init?.headers).get("webhook-id"), body: JSON.parse(String(init?.body)) });
    return new Response(null, { status: statusOf(heard.length) });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function addWebhook(tenant: Tenant) {
  const id = `whk_${crypto.randomUUID().slice(0, 12)}`;
  const keys = await importVaultKeys(env.VAULT_KEY);
  const sealedSecret = await seal(keys, webhookContext(tenant.companyId, id), createSecret());
  const row = { id, companyId: tenant.companyId, url: `http://127.0.0.1:8799/${id}`, sealedSecret, startAfter: 0 };
  await run(db, build.insert(webhooks).values(row));
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
});
