// Tests an e-mail from the POST of a document to the outbox and back: through trigger, object, binding and the platform's events.
import { createExecutionContext, createMessageBatch, getQueueResult, runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { unzipSync } from "fflate";
import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";
import { forgetAddresses, wakeMailers } from "../../src/cron/mail.ts";
import type { Env } from "../../src/env.ts";
import worker from "../../src/index.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { listMailOfDocument, orderMail } from "../../src/store/delivery/mail-deliveries.ts";
import { listChanges } from "../../src/store/watch/changes.ts";
import { call, urlOf } from "../support/api.ts";
import { AUTHORITY_TEST_ORIGIN } from "../support/origin.ts";
import { sampleInvoice } from "../support/sample.ts";
import { createTenant, type Tenant, type TenantOptions } from "../support/tenant.ts";
import { issueTicket, issueTicketNote } from "../support/ticket.ts";

const bindings: Env = env;
const db = openDatabase(env.DB);
const MESSAGE_BYTES_MOST = 2 * 1_024 * 1_024;

async function createMailing(settings = {}, options: TenantOptions = {}): Promise<Tenant> {
  const tenant = await createTenant(options);
  await setMail(tenant, settings);
  return tenant;
}

async function setMail({ companyId }: Tenant, settings: object): Promise<void> {
  const mail = { sender: null, replyTo: null, isAutomatic: true, testAddresses: [], ...settings };
  await env.DB.prepare("UPDATE companies SET mail = ?1 WHERE id = ?2").bind(JSON.stringify(mail), companyId).run();
}

/** As if the time of waiting, and of a hold, were over: the object looks again. */
async function comeDue({ companyId }: Tenant, atMs = Date.now()): Promise<void> {
  const mailer = bindings.MAILERS.getByName(String(companyId));
  await runInDurableObject(mailer, (_, { storage }) => storage.kv.delete("pace"));
  await env.DB.prepare(
    "UPDATE deliveries SET due_at = ?2, version = version + 1 WHERE company_id = ?1 AND due_at IS NOT NULL",
  )
    .bind(companyId, new Date(atMs).toISOString())
    .run();
  await mailer.wake(companyId);
}

async function listAlerts({ companyId }: Tenant, code: string) {
  const select = env.DB.prepare("SELECT subject FROM alerts WHERE company_id = ?1 AND code = ?2");
  const { results } = await select.bind(companyId, code).all<{ readonly subject: string }>();
  return results.map(({ subject }) => subject);
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
async function hear(outcome: string, payload: Readonly<Record<string, unknown>>, source = "email.sending") {
  const body = { type: `cf.email.sending.message.${outcome}`, source: { type: source }, payload };
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
    const sender = "Facturas@Correo.example.com";
    const about = { messageId: "unknown@x", sender, recipient: to, subject };
    for (const other of [{ subject: `${subject} of another` }, { sender: "facturas@otro.example.com" }]) {
      expect(await hear("delivered", { ...about, ...other })).toMatchObject({ retryMessages: [{}] });
    }
    await hear("delivered", about, "email.routing");
    expect(await stateOf(tenant, id)).toEqual({ state: "incierto", reason: null });
    await hear("delivered", { ...about, messageId: sent?.message_id });
    expect(await stateOf(tenant, id)).toEqual({ state: "entregado", reason: null });
  });

  it("is sent once more, the same to the byte, where no event settles the answer that was lost, and then given up aloud", async () => {
    const tenant = await createMailing();
    const to = box("calla");
    const id = await issue(tenant, to);
    for (const times of [1, 2]) {
      await expect.poll(() => readOutbox(to)).toHaveLength(times);
      await expect.poll(() => stateOf(tenant, id)).toEqual({ state: "incierto", reason: null });
      await comeDue(tenant);
    }
    await expect.poll(() => stateOf(tenant, id)).toEqual({ state: "rechazado", reason: "sin_respuesta" });
    const raws = await Promise.all((await readOutbox(to)).map(({ message_id }) => readRaw(message_id)));
    const told = await Promise.all(
      raws.map(async (raw) => {
        const { subject, text, headers, attachments } = await PostalMime.parse(raw);
        const delivery = headers.find(({ key }) => key === "x-entrega")?.value;
        return { subject, text, delivery, files: attachments.map(({ filename, content }) => [filename, content]) };
      }),
    );
    expect(told).toHaveLength(2);
    expect(told[0]).toEqual(told[1]);
    await expect.poll(() => listAlerts(tenant, "mail_unanswered")).toEqual([`document:${id}`]);
  });
});

describe("a company whose sender the platform does not know", () => {
  it("is held with one warning, loses nothing, and sends once its sender is right", async () => {
    const tenant = await createMailing({ sender: "facturas@otro.example.com" });
    const boxes = [box("compras"), box("compras")];
    const ids = [];
    for (const to of boxes) ids.push(await issue(tenant, to));
    const held = () =>
      env.DB.prepare("SELECT held_because FROM mailers WHERE company_id = ?").bind(tenant.companyId).first();
    await expect.poll(held).toEqual({ held_because: "sender" });
    await comeDue(tenant, 0);
    await expect
      .poll(() => listAlerts(tenant, "mail_held"))
      .toEqual([expect.stringMatching(`^company:${tenant.companyId} `)]);
    for (const id of ids) {
      const [mail] = await listMailOfDocument(db, tenant.companyId, id, 1);
      expect(mail).toMatchObject({ state: "pendiente", attempts: 0, reason: null });
    }
    await setMail(tenant, {});
    await comeDue(tenant, 0);
    for (const [at, id] of ids.entries()) {
      await expect.poll(() => stateOf(tenant, id)).toEqual({ state: "enviado", reason: null });
      expect(await readOutbox(boxes[at] ?? "")).toHaveLength(1);
    }
    expect(await listAlerts(tenant, "mail_held")).toHaveLength(1);
  });
});

describe("answers", () => {
  it.each([
    ["the mailbox in what was signed", {}, (signed: string) => signed],
    ["that of the company's switch", { replyTo: "cartera@emisor.example.com" }, () => "cartera@emisor.example.com"],
  ])("go to %s", async (_name, settings, expected) => {
    const tenant = await createMailing(settings);
    const to = box("compras");
    const id = await issue(tenant, to);
    await expect.poll(() => readOutbox(to)).toHaveLength(1);
    const [sent] = await readOutbox(to);
    const { replyTo, text } = await PostalMime.parse(await readRaw(sent?.message_id ?? ""));
    const xml = await exports.default.fetch(urlOf(`/companies/${tenant.companyId}/fe/docs/${id}/archivos/xml`, "v2"), {
      headers: { authorization: `Bearer ${tenant.token}` },
    });
    const [, supplier = ""] =
      /<cac:AccountingSupplierParty>([\s\S]*?)<\/cac:AccountingSupplierParty>/.exec(await xml.text()) ?? [];
    const [, signed = "none"] = /<cbc:ElectronicMail>([^<]+)</.exec(supplier) ?? [];
    expect(replyTo?.map(({ address }) => address)).toEqual([expected(signed)]);
    expect(text).toContain(`: ${expected(signed)}\n`);
  });
});

describe("a ticket and its note", () => {
  it("reach a buyer who is named, each under its own type", async () => {
    const tenant = await createMailing({}, { modules: ["fe", "dse", "dee"] });
    const to = box("compras");
    const receptor = { tipo_doc: "13", numero_doc: "1020304050", nombre: "Ana Díaz", email: to };
    const ticket = await issueTicket(tenant, "ticket", { receptor });
    await issueTicketNote(tenant, "note", ticket);
    await expect.poll(() => readOutbox(to)).toHaveLength(2);
    const raws = await Promise.all((await readOutbox(to)).map(({ message_id }) => readRaw(message_id)));
    const read = await Promise.all(raws.map((raw) => PostalMime.parse(raw)));
    expect(read.map(({ subject = "" }) => subject.split(";")[3]).toSorted()).toEqual(["20", "94"]);
    for (const { attachments, text } of read) {
      const names = Object.keys(unzipSync(new Uint8Array(attachments[0]?.content as ArrayBuffer)));
      expect(names.map((name) => name.slice(-4)).toSorted()).toEqual([".pdf", ".xml"]);
      expect(text).toContain("equivalente electrónico");
    }
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
