// Tests an e-mail from the POST of a document to the outbox and back: through trigger, object, binding and the platform's events.
import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { unzipSync } from "fflate";
import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";
import { forgetAddresses, wakeMailers } from "../../src/cron/mail.ts";
import type { Env } from "../../src/env.ts";
import worker from "../../src/index.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { listMailOfDocument, orderMail } from "../../src/store/delivery/mail-deliveries.ts";
import { listChanges } from "../../src/store/watch/changes.ts";
import { call } from "../support/api.ts";
import { AUTHORITY_TEST_ORIGIN } from "../support/origin.ts";
import { sampleInvoice } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

const bindings: Env = env;
const db = openDatabase(env.DB);
const MESSAGE_BYTES_MOST = 2 * 1_024 * 1_024;

async function createMailing(settings = {}): Promise<Tenant> {
  const tenant = await createTenant();
  const mail = { sender: null, replyTo: null, isAutomatic: true, testAddresses: [], ...settings };
  await env.DB.prepare("UPDATE companies SET mail = ?1 WHERE id = ?2")
    .bind(JSON.stringify(mail), tenant.companyId)
    .run();
  return tenant;
}

async function issue({ companyId, token }: Tenant, email: string, change = {}): Promise<number> {
  const receptor = {
    tipo_doc: "31",
    numero_doc: "800134536",
    nombre: "Cliente de Prueba SA",
    email,
    direccion: "CARRERA 4 # 5-06",
  };
  const body = { ...sampleInvoice({ receptor, draft_key: crypto.randomUUID() }), ...change };
  const answer = await call("POST", `/companies/${companyId}/fe/facturas`, body, { token, version: "v2" });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.factura_id;
}

const box = (name: string) => `${name}+${crypto.randomUUID()}@cliente.example.com`;

async function stateOf({ companyId }: Tenant, documentId: number) {
  const [mail] = await listMailOfDocument(db, companyId, documentId, 1);
  return mail && { state: mail.state, reason: mail.reason };
}

async function readOutbox(to: string) {
  const response = await fetch(`${AUTHORITY_TEST_ORIGIN}/mail?to=${encodeURIComponent(to)}`);
  const { mail } = (await response.json()) as { readonly mail: readonly { readonly message_id: string }[] };
  return mail;
}

async function readRaw(messageId: string): Promise<string> {
  return (await fetch(`${AUTHORITY_TEST_ORIGIN}/mail/${encodeURIComponent(messageId)}.eml`)).text();
}

/** Hands an event over as the queue does. */
async function hear(outcome: string, payload: Readonly<Record<string, unknown>>) {
  const body = { type: `cf.email.sending.message.${outcome}`, source: { type: "email.sending" }, payload };
  const batch = createMessageBatch("events", [{ id: crypto.randomUUID(), timestamp: new Date(), body, attempts: 1 }]);
  await worker.queue(batch, bindings);
  return getQueueResult(batch, createExecutionContext());
}

describe("an accepted invoice of a company that sends e-mail", () => {
  it("reaches the buyer once: subject, mailbox for answers, text, and the ZIP that the archive has", async () => {
    const tenant = await createMailing();
    const to = box("compras");
    const lines = Array.from({ length: 500 }, (_, index) => ({
      desc: `Artículo ${index + 1} de la lista`,
      cant: 1,
      unit: 1000 + index,
      iva: 19,
    }));
    const id = await issue(tenant, to, { items: lines, subtotal: undefined, impuestos: undefined, total: undefined });
    await expect.poll(() => stateOf(tenant, id)).toEqual({ state: "enviado", reason: null });
    const [sent, ...others] = await readOutbox(to);
    expect(others).toEqual([]);
    const raw = await readRaw(sent?.message_id ?? "");
    expect(raw.length).toBeLessThan(MESSAGE_BYTES_MOST);
    const mail = await PostalMime.parse(raw);
    expect(mail.subject).toMatch(new RegExp(`^${tenant.nit};[^;]+;${tenant.prefix.fe}\\d+;01;[^;]+$`));
    expect(mail.replyTo?.[0]?.address).toMatch(/@/);
    expect(mail.from?.address).toBe("facturas@correo.example.com");
    expect(mail.text).toContain("Correo de autorrespuesta");
    expect(mail.text).toContain(mail.replyTo?.[0]?.address ?? "none");
    expect(mail.headers.find(({ key }) => key === "x-entrega")?.value).toBe(`ent_${tenant.companyId}_${id}_1`);
    const [zip, ...more] = mail.attachments;
    expect(more).toEqual([]);
    expect(zip?.filename).toMatch(/^z\d{15}[0-9a-f]{8}\.zip$/);
    const listed = await env.FILES.list({ prefix: `documents/${tenant.companyId}/` });
    const kept = listed.objects.find(({ key }) => key.includes("container."));
    const archived = new Uint8Array(
      (await (await env.FILES.get(kept?.key ?? ""))?.arrayBuffer()) ?? new ArrayBuffer(0),
    );
    const bytes = new Uint8Array(zip?.content as ArrayBuffer);
    expect(bytes).toEqual(archived);
    expect(
      Object.keys(unzipSync(bytes))
        .map((name) => name.slice(-4))
        .sort(),
    ).toEqual([".pdf", ".xml"]);
  });

  it.each([
    ["suprimido", { state: "rechazado", reason: "suprimido" }],
    ["calla", { state: "incierto", reason: null }],
    ["cae", { state: "incierto", reason: null }],
    ["limite", { state: "pendiente", reason: null }],
  ])("whose mailbox is called %s", async (name, expected) => {
    const tenant = await createMailing();
    const id = await issue(tenant, box(name));
    await expect.poll(async () => (await listMailOfDocument(db, tenant.companyId, id, 1))[0]?.attemptAt).toBeTruthy();
    await expect.poll(() => stateOf(tenant, id)).toEqual(expected);
  });

  it("hears what became of it, whatever the order, and tells it in the feed without an address", async () => {
    const tenant = await createMailing();
    const to = box("compras");
    const id = await issue(tenant, to);
    await expect.poll(() => stateOf(tenant, id)).toEqual({ state: "enviado", reason: null });
    const [sent] = await readOutbox(to);
    const about = { messageId: sent?.message_id.replace(/[<>]/g, ""), recipient: to, subject: "x" };
    await hear("delivered", about);
    await hear("deferred", about);
    expect(await stateOf(tenant, id)).toEqual({ state: "entregado", reason: null });
    await hear("complained", { messageId: about.messageId, recipient: to });
    expect(await stateOf(tenant, id)).toEqual({ state: "quejado", reason: "queja" });
    const feed = await listChanges(db, { companyId: tenant.companyId, modules: ["fe"], after: 0, limit: 10 });
    expect(feed.map(({ mailState }) => mailState).slice(-3)).toEqual(["enviado", "entregado", "quejado"]);
    expect(JSON.stringify(feed)).not.toContain("@cliente");
    // A complaint stops what follows.
    const next = await issue(tenant, to);
    await expect.poll(() => stateOf(tenant, next)).toEqual({ state: "rechazado", reason: "suprimido" });
  });

  it("is settled by an event with its subject and address while its answer is lost", async () => {
    const tenant = await createMailing();
    const to = box("calla");
    const id = await issue(tenant, to);
    await expect.poll(() => stateOf(tenant, id)).toEqual({ state: "incierto", reason: null });
    const [sent] = await readOutbox(to);
    const { subject = "" } = await PostalMime.parse(await readRaw(sent?.message_id ?? ""));
    expect(
      await hear("delivered", { messageId: "unknown@x", recipient: to, subject: `${subject} of another` }),
    ).toMatchObject({
      retryMessages: [{}],
    });
    await hear("delivered", { messageId: sent?.message_id, recipient: to, subject });
    expect(await stateOf(tenant, id)).toEqual({ state: "entregado", reason: null });
  });
});

describe("e-mail", () => {
  it("is owed by no company that has not switched it on, and switching it on sends nothing old", async () => {
    const tenant = await createTenant();
    const id = await issue(tenant, box("compras"));
    await env.DB.prepare("UPDATE companies SET mail = ?1 WHERE id = ?2")
      .bind('{"sender":null,"replyTo":null,"isAutomatic":true,"testAddresses":[]}', tenant.companyId)
      .run();
    await wakeMailers(bindings, Date.now() + 600_000);
    expect(await listMailOfDocument(db, tenant.companyId, id, 10)).toEqual([]);
  });

  it("that was owed when it was switched off is left out, and its addresses are a digest after 400 days", async () => {
    const tenant = await createTenant();
    const id = await issue(tenant, box("compras"));
    const { companyId } = tenant;
    const recipient = box("compras");
    const nowIso = new Date(Date.now() - 401 * 86_400_000).toISOString();
    await orderMail(db, {
      companyId,
      documentId: id,
      module: "fe",
      key: "a",
      fingerprint: "1:a",
      recipient,
      message: "Hola",
      nowIso,
    });
    await wakeMailers(bindings, Date.now());
    await expect.poll(() => stateOf(tenant, id)).toEqual({ state: "omitido", reason: "desactivado" });
    await forgetAddresses(bindings, Date.now());
    const [mail] = await listMailOfDocument(db, companyId, id, 1);
    expect(mail).toMatchObject({ recipient: expect.stringMatching(/^hmac:[0-9a-f]{64}$/), message: null });
  });
});
