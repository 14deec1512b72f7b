// Tests that a whole hand-over, with all that goes wrong in it, leaves no link and no address in a log, an alert, the feed, the audit log or
// in what is answered to somebody else.
import { createExecutionContext, createMessageBatch, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createApp } from "../../src/api/app.ts";
import { forgetAddresses, wakeMailers } from "../../src/cron/mail.ts";
import type { Env } from "../../src/env.ts";
import worker from "../../src/index.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { listMailOfDocument } from "../../src/store/delivery/mail-deliveries.ts";
import { urlOf, useApiVersion } from "../support/api.ts";
import { type Recorder, recordConsole } from "../support/console.ts";
import { AUTHORITY_TEST_ORIGIN } from "../support/origin.ts";
import { sampleInvoice } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

useApiVersion("v2");

const bindings: Env = env;
const db = openDatabase(env.DB);
const app = createApp();
const ORIGIN = "https://facturas.example.com";
const LINKS = { PUBLIC_ORIGIN: ORIGIN, LINK_KEY: `7:${btoa("a key of links, of 32 bytes, new")}` };
/** Each kind of mailbox that the pretend mail knows, and one that it has nothing against; the last two hold the company up. */
const MAILBOXES = ["compras", "noexiste", "lleno", "queja", "suprimido", "cae", "rechaza", "falla", "calla", "limite"];
const HOST = "cliente.example.com";

let tenant: Tenant;
let recorder: Recorder;
/** Names of mailboxes and tokens: what may stand nowhere. */
const secrets = new Set<string>();
/** Bodies of refusals. */
const refusals: string[] = [];

beforeAll(async () => {
  tenant = await createTenant();
  await env.DB.prepare("UPDATE companies SET mail = ?1 WHERE id = ?2")
    .bind(JSON.stringify({ sender: null, replyTo: null, isAutomatic: true, testAddresses: [] }), tenant.companyId)
    .run();
  recorder = recordConsole();
});
afterAll(() => {
  vi.restoreAllMocks();
});

/** An address of its own. */
function address(mailbox = "compras"): string {
  const name = `${mailbox}+${crypto.randomUUID()}`;
  secrets.add(name);
  return `${name}@${HOST}`;
}

function tokenOf(link: unknown): string {
  const token = String(link).slice(`${ORIGIN}/d/`.length);
  expect(token).toMatch(/^[\w-]{28,60}$/);
  secrets.add(token);
  return token;
}

async function ask(request: Request, more: Partial<Env> = {}): Promise<Response> {
  const context = createExecutionContext();
  const response = await app.fetch(request, { ...bindings, ...LINKS, ...more }, context);
  await waitOnExecutionContext(context);
  if (response.status >= 400) refusals.push(await response.clone().text());
  return response;
}

async function call(method: string, path: string, body?: unknown, more: Partial<Env> = {}) {
  const headers = {
    authorization: `Bearer ${tenant.token}`,
    "idempotency-key": crypto.randomUUID(),
    ...(body !== undefined && { "content-type": "application/json" }),
  };
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await ask(new Request(urlOf(`/companies/${tenant.companyId}${path}`), init), more);
  // biome-ignore lint/suspicious/noExplicitAny: answers are read member by member.
  return { status: response.status, body: (await response.json()) as any };
}

async function issue(email: string, envio: object = {}, more: Partial<Env> = {}) {
  const receptor = {
    tipo_doc: "31",
    numero_doc: "800134536",
    nombre: "Cliente de Prueba SA",
    email,
    direccion: "CALLE 1",
  };
  const body = { ...sampleInvoice({ receptor, draft_key: crypto.randomUUID() }), envio };
  const { status, body: answer } = await call("POST", "/fe/facturas", body, more);
  expect(status).toBe(201);
  return { id: Number(answer.factura_id), token: tokenOf(answer.enlace) };
}

/** Bindings without a database, a bucket or a renderer that answers. */
const BROKEN: readonly Partial<Env>[] = [
  { DB: {} as D1Database },
  { FILES: {} as R2Bucket },
  { RENDERER: { fetch: () => Promise.reject(new Error("no renderer")) } as unknown as Fetcher },
];

async function visitAll(token: string): Promise<void> {
  const altered = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
  for (const path of [token, `${token}/pdf`, `${token}/xml`, `${token}/zip`, `${token}/otro`, altered, `${token}A`]) {
    for (const method of ["GET", "HEAD", "POST"]) await ask(new Request(`${ORIGIN}/d/${path}`, { method }));
    await ask(new Request(`${ORIGIN}/d/${path}?utm=1`, { headers: { referer: `${ORIGIN}/d/${token}` } }));
    for (const more of BROKEN) await ask(new Request(`${ORIGIN}/d/${path}`), more);
  }
}

/** Events as the queue has them: of a message of ours, of somebody else's, in another form, and while D1 does not answer. */
async function hear(recipient: string, messageId: string): Promise<void> {
  const payload = { messageId, recipient, sender: "facturas@correo.example.com", subject: `x ${recipient}` };
  const smtp = { smtpResponse: `550 5.1.1 <${recipient}> unknown`, smtpStatusCode: 550 };
  const outcomes = ["deferred", "delivered", "bounced", "failed", "rejected", "complained", "opened"];
  const bodies: unknown[] = outcomes.map((outcome) => ({
    type: `cf.email.sending.message.${outcome}`,
    source: { type: "email.sending" },
    payload: { ...payload, delivery: smtp, bounce: { type: "hard", reason: smtp.smtpResponse } },
  }));
  bodies.push({ type: "other", payload }, { recipient }, recipient, null);
  for (const more of [{}, { DB: {} as D1Database }]) {
    const messages = bodies.map((body) => ({ id: crypto.randomUUID(), timestamp: new Date(), body, attempts: 1 }));
    await worker.queue(createMessageBatch("events", messages), { ...bindings, ...more });
  }
}

async function readOutbox(to: string): Promise<readonly string[]> {
  const response = await fetch(`${AUTHORITY_TEST_ORIGIN}/mail?to=${encodeURIComponent(to)}`);
  const { mail } = (await response.json()) as { readonly mail: readonly { readonly message_id: string }[] };
  return mail.map(({ message_id }) => message_id.replace(/[<>]/g, ""));
}

it("leaves no trace of a link or an address", async () => {
  // Links: given with the sale, asked for, renewed, ended, opened at each of these times, and with parts of the service gone.
  const { id, token } = await issue(address());
  await visitAll(token);
  const path = `/fe/docs/${id}`;
  const renewed = await call("POST", `${path}/enlace`, { renovar: true });
  await visitAll(token);
  await visitAll(tokenOf(renewed.body.enlace));
  await call("DELETE", `${path}/enlace`);
  await visitAll(tokenOf(renewed.body.enlace));
  await call("POST", `${path}/enlace`, { dias: 0, enlace: token });
  await issue(address(), {}, { LINK_KEY: LINKS.LINK_KEY });

  // E-mails: to every kind of mailbox, with each event after them.
  for (const mailbox of MAILBOXES) {
    const to = address(mailbox);
    const { id: sold } = await issue(to, { mensaje: "Gracias" });
    const isBegun = async () => (await listMailOfDocument(db, tenant.companyId, sold, 1))[0]?.state !== "pendiente";
    if (mailbox !== "limite") await expect.poll(isBegun).toBe(true);
    const [messageId = "unknown@example.com"] = await readOutbox(to);
    await hear(to, messageId);
    // Its address bounced or complained by now, or it is free: ordered again, with each fault of an order.
    await call("POST", `/fe/docs/${sold}/envios`, { correo: to });
    await call("POST", `/fe/docs/${sold}/envios`, { correo: to, otro: 1 });
    await call("POST", `/fe/docs/${sold}/envios`, { correo: to, mensaje: 7 });
    await call("GET", `/fe/docs/${sold}/envios`);
  }
  const often = address();
  for (let times = 0; times < 6; times += 1) await call("POST", `${path}/envios`, { correo: often });
  for (const more of BROKEN) await call("POST", `${path}/envios`, { correo: address() }, more);
  await call("POST", "/fe/docs/999999999/envios", { correo: address() });
  await call("GET", `/envios?estado=rebotado&after=${btoa(often)}`);
  await call("GET", `/envios?q=${encodeURIComponent(often)}`);
  await wakeMailers(bindings, Date.now() + 600_000);
  await forgetAddresses(bindings, Date.now());

  const { body: feed } = await call("GET", "/cambios?limit=500");
  expect(feed.cambios.some(({ tipo }: { readonly tipo: string }) => tipo.startsWith("envio."))).toBe(true);
  const tables: string[] = [];
  for (const table of ["alerts", "changes", "events", "mailers"]) {
    const { results } = await env.DB.prepare(`SELECT * FROM ${table}`).all();
    tables.push(...results.map((row) => `${table}: ${JSON.stringify(row)}`));
  }
  const searched = [...recorder.lines, ...refusals, ...tables, JSON.stringify(feed)];
  expect(recorder.lines.length).toBeGreaterThan(100);
  expect(refusals.length).toBeGreaterThan(100);
  const found = [...secrets].flatMap((secret) =>
    searched.filter((text) => text.includes(secret) || text.includes(encodeURIComponent(secret))),
  );
  expect([...new Set(found)]).toEqual([]);
});
