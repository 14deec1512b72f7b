// Tests e-mail that hands documents over, as clients ask for it and see it: the wish of a creation, orders, lists, the feed.
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createApp } from "../../src/api/app.ts";
import type { MailSettings } from "../../src/domain/company.ts";
import type { Env } from "../../src/env.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { changeMail, listMailOfDocument, type MailPatch } from "../../src/store/delivery/mail-deliveries.ts";
import { urlOf, useApiVersion } from "../support/api.ts";
import { recordConsole } from "../support/console.ts";
import { sampleInvoice } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

useApiVersion("v2");
afterEach(() => vi.restoreAllMocks());

const app = createApp();
const db = openDatabase((env as Env).DB);
const SETTINGS: MailSettings = {
  sender: null,
  replyTo: null,
  isAutomatic: true,
  testAddresses: ["prueba@example.org"],
};
/** The platform's binding: nothing here sends. */
const EMAIL: SendEmail = { send: () => Promise.reject(new Error("nothing is sent by a request")) };

let tenant: Tenant;
let other: Tenant;
let silent: Tenant;

async function createMailTenant(options: Parameters<typeof createTenant>[0] = {}): Promise<Tenant> {
  const created = await createTenant(options);
  await (env as Env).DB.prepare("UPDATE companies SET mail = ? WHERE id = ?")
    .bind(JSON.stringify(SETTINGS), created.companyId)
    .run();
  return created;
}

beforeAll(async () => {
  [tenant, other, silent] = await Promise.all([createMailTenant(), createMailTenant(), createTenant()]);
});

interface Wish {
  readonly key?: string;
  readonly owner?: Tenant;
  /** Whether the deployment has the binding. */
  readonly hasMail?: boolean;
}

async function call(method: string, path: string, body?: unknown, { key, owner = tenant, hasMail = true }: Wish = {}) {
  const headers = {
    authorization: `Bearer ${owner.token}`,
    ...(body !== undefined && { "content-type": "application/json" }),
    ...(key !== undefined && { "idempotency-key": key }),
  };
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const { EMAIL: _, ...bindings } = env as Env;
  const context = createExecutionContext();
  const request = new Request(urlOf(`/companies/${owner.companyId}${path}`), init);
  const response = await app.fetch(request, hasMail ? { ...bindings, EMAIL } : bindings, context);
  await waitOnExecutionContext(context);
  // biome-ignore lint/suspicious/noExplicitAny: answers are compared member by member.
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
}

async function issue(wish: unknown, owner: Tenant = tenant) {
  const envio = wish === undefined ? {} : { envio: wish };
  const body = { ...sampleInvoice(), draft_key: crypto.randomUUID(), ...envio };
  const created = await call("POST", "/fe/facturas", body, { owner });
  const id = Number(created.body.factura_id);
  return { body, created, id, path: `/fe/docs/${id}/envios` };
}

/** What the object of the company would write. */
async function change({ companyId }: Tenant, documentId: number, patch: MailPatch): Promise<void> {
  const [mail] = await listMailOfDocument(db, companyId, documentId, 1);
  if (mail === undefined) throw new Error("no e-mail is known of the document");
  await changeMail(db, mail, patch);
}

const order = (path: string, body: unknown, wish: Wish = {}) =>
  call("POST", path, body, { key: crypto.randomUUID(), ...wish });

describe("the wish of a creation", () => {
  it("owes a message to the buyer, or to the addresses that it names, and shows them masked everywhere", async () => {
    const plain = await issue(undefined);
    expect(plain.created.body.envios).toHaveLength(1);
    const named = await issue({ correos: ["uno@a.co", "dos@b.co", "UNO@a.co"], mensaje: "Gracias.\nVuelva." });
    const shown = named.created.body.envios;
    // How far each has come depends on the object, which sends meanwhile.
    const factsOf = (mails: readonly Readonly<Record<string, unknown>>[]) =>
      mails.map(({ id, correo, tipo, creado }) => ({ id, correo, tipo, creado }));
    expect(factsOf(shown)).toMatchObject([
      { correo: "d***@b.co", tipo: "automatico" },
      { correo: "U***@a.co", tipo: "automatico" },
    ]);
    const [replay, read, list] = await Promise.all([
      call("POST", "/fe/facturas", named.body),
      call("GET", `/fe/docs/${named.id}`),
      call("GET", named.path),
    ]);
    for (const { body } of [replay, read, list]) {
      expect(factsOf(body.envios)).toEqual(factsOf(shown));
      expect(JSON.stringify(body.envios)).not.toMatch(/uno@|dos@/);
    }
  });

  it("owes nothing where it says so, where the company sends none, and of what the buyer is nobody", async () => {
    expect((await issue({ enviar: false })).created.body.envios).toEqual([]);
    expect((await issue({ enviar: true }, silent)).created.body.envios).toEqual([]);
    const receptor = { ...(sampleInvoice().receptor as object), tipo_doc: "13", numero_doc: "222222222222" };
    const body = { ...sampleInvoice(), receptor, draft_key: crypto.randomUUID() };
    const { envios } = (await call("POST", "/fe/facturas", body)).body;
    expect(envios).toMatchObject([{ estado: "omitido", motivo: { codigo: "consumidor_final" }, correo: null }]);
  });

  it("is part of what a key belongs to", async () => {
    const { body } = await issue({ correos: ["uno@a.co"] });
    const changed = await call("POST", "/fe/facturas", { ...body, envio: { correos: ["dos@b.co"] } });
    expect([changed.status, changed.body.code]).toEqual([409, "idempotency_conflict"]);
  });

  it("goes with notes", async () => {
    const { id } = await issue({ enviar: false });
    const note = await call("POST", "/fe/notas-credito", {
      factura_id: id,
      draft_key: crypto.randomUUID(),
      envio: { correos: ["uno@a.co"] },
    });
    expect([note.status, note.body.envios]).toMatchObject([201, [{ correo: "u***@a.co", tipo: "automatico" }]]);
  });

  const REFUSED: readonly (readonly [unknown, string, string])[] = [
    [{ correos: ["a", "b@c.co"] }, "envio.correos.0", "debe ser un correo electrónico de hasta 254 caracteres"],
    [{ correos: ["a@b.co", "b@b.co", "c@b.co", "d@b.co"] }, "envio.correos", "admite hasta 3 elementos; llegaron 4"],
    [{ correos: ["a\u{e0041}@b.co"] }, "envio.correos.0", 'se recibió "a\\u{e0041}@b.co"'],
    [{ mensaje: "x".repeat(501) }, "envio.mensaje", "admite hasta 500 caracteres y trae 501"],
    [{ enviar: "si" }, "envio.enviar", "debe ser true o false"],
    [{ correo: "a@b.co" }, "envio.correo", "¿quiso decir `correos`?"],
    [
      "a@b.co",
      "envio",
      'debe ser un objeto JSON, como {"enviar": true, "mensaje": "Gracias por su compra.", …}; se recibió "a@b.co"',
    ],
  ];
  it.each(REFUSED)("refuses %j", async (envio, path, sentence) => {
    const body = { ...sampleInvoice(), draft_key: crypto.randomUUID(), envio };
    const answer = await call("POST", "/fe/facturas", body);
    expect(answer.status).toBe(400);
    expect(answer.body.details).toEqual([
      expect.objectContaining({ path, message: expect.stringContaining(sentence) }),
    ]);
  });
});

describe("an order", () => {
  it("is answered 202 once, 200 when it is repeated, and 409 for another body", async () => {
    const { path, id } = await issue({ enviar: false });
    const key = crypto.randomUUID();
    const body = { correo: "otro@a.co", mensaje: "Gracias, otra vez" };
    const first = await call("POST", path, body, { key });
    expect(first.status).toBe(202);
    expect(first.body.envio).toMatchObject({
      id: `ent_${tenant.companyId}_${id}_1`,
      documento_id: id,
      tipo: "manual",
      correo: "o***@a.co",
      estado: "pendiente",
      intentos: 0,
      motivo: null,
    });
    const again = await call("POST", path, body, { key });
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
    // The same order as it is now: the mailer may have sent it meanwhile.
    const { id: order_id, documento_id, correo, tipo, creado } = first.body.envio;
    expect(again.body.envio).toMatchObject({ id: order_id, documento_id, correo, tipo, creado });
    const differing = await call("POST", path, { ...body, correo: "b@a.co" }, { key });
    expect([differing.status, differing.body.code]).toEqual([409, "idempotency_conflict"]);
    expect((await call("GET", path)).body.envios).toHaveLength(1);
  });

  it("needs a key, a sound address, and nothing else", async () => {
    const { path } = await issue({ enviar: false });
    expect((await call("POST", path, { correo: "a@b.co" })).body).toMatchObject({
      code: "missing_idempotency_key",
      error: expect.stringContaining("envíe la cabecera Idempotency-Key, con una clave"),
    });
    for (const body of [{}, { correo: "a" }, { correo: "a@b.co, c@d.co" }, { correo: "a@b.co", mensaje: 1 }]) {
      expect((await order(path, body)).body).toMatchObject({ code: "invalid_payload" });
    }
    expect((await order(path, { correo: "a@b.co", otro: 1 })).body.code).toBe("unknown_field");
  });

  it("is refused of another company, without e-mail, before acceptance and in tests", async () => {
    const { path } = await issue({ enviar: false });
    const body = { correo: "a@b.co" };
    const without = (await issue(undefined, silent)).path;
    const testing = await createMailTenant({ environment: "habilitacion" });
    const tried = (await issue({ enviar: false }, testing)).path;
    const codes = await Promise.all([
      order(path, body, { owner: other }),
      order(path, body, { hasMail: false }),
      order(without, body, { owner: silent }),
      order(tried, body, { owner: testing }),
      order(tried, { correo: "prueba@example.org" }, { owner: testing }),
    ]);
    expect(codes.map((answer) => [answer.status, answer.body.code])).toEqual([
      [404, "not_found"],
      [409, "mail_disabled"],
      [409, "mail_disabled"],
      [400, "not_deliverable"],
      [202, undefined],
    ]);
  });

  it("is refused before the verdict, and names the document and its state", async () => {
    const receptor = { ...(sampleInvoice().receptor as object), nombre: "Cliente #perdido" };
    const sold = await call("POST", "/fe/facturas", { ...sampleInvoice(), receptor, draft_key: crypto.randomUUID() });
    expect([sold.status, sold.body.pending]).toEqual([502, true]);
    const { factura_id: id, estado } = sold.body;
    const early = await order(`/fe/docs/${id}/envios`, { correo: "a@b.co" });
    expect([early.status, early.body.code]).toEqual([409, "not_ready"]);
    expect(early.body.documento).toMatchObject({ id, estado_authority: estado });
  });

  it("is taken five times a day for an address and twenty times for a document", async () => {
    const { path } = await issue({ enviar: false });
    for (let times = 0; times < 5; times += 1) expect((await order(path, { correo: "a@b.co" })).status).toBe(202);
    const sixth = await order(path, { correo: "a@b.co" });
    expect([sixth.status, sixth.body.code]).toEqual([429, "envio_limit"]);
    // The first of the five was a moment ago: a day less that moment.
    const waitSeconds = Number(sixth.headers.get("retry-after"));
    expect(waitSeconds).toBeGreaterThan(86_400 - 120);
    expect(waitSeconds).toBeLessThanOrEqual(86_400);
    for (let times = 5; times < 20; times += 1) {
      expect((await order(path, { correo: `a${times}@b.co` })).status).toBe(202);
    }
    const full = await order(path, { correo: "z@b.co" });
    expect(full.body).toMatchObject({
      code: "envio_limit",
      error: "El documento ya tiene todos los envíos que admite.",
    });
    expect(full.headers.get("retry-after")).toBe(null);
  });

  it("is refused to who bounced or complained, in any document of the company and in no other", async () => {
    const { id, path } = await issue({ enviar: false });
    await order(path, { correo: "malo@a.co" });
    await change(tenant, id, { state: "rebotado", reason: "buzon_inexistente", dueAt: null });
    for (const correo of ["malo@a.co", "Malo@A.co"]) {
      expect((await order(path, { correo })).body.code).toBe("recipient_suppressed");
    }
    expect((await order((await issue({ enviar: false })).path, { correo: "malo@a.co" })).status).toBe(409);
    const elsewhere = (await issue({ enviar: false }, other)).path;
    expect((await order(elsewhere, { correo: "malo@a.co" }, { owner: other })).status).toBe(202);
  });
});

describe("the list of a company", () => {
  it("is read by state and days, page by page, and shows no other company's", async () => {
    const own = await createMailTenant();
    const { id, path } = await issue({ enviar: false }, own);
    for (let times = 0; times < 3; times += 1) await order(path, { correo: `a${times}@b.co` }, { owner: own });
    await change(own, id, { state: "rebotado", reason: "buzon_lleno", dueAt: null });
    const list = async (query: string) => (await call("GET", `/envios${query}`, undefined, { owner: own })).body;
    const all = await list("");
    expect([all.envios.length, all.cursor, all.hay_mas]).toEqual([3, null, false]);
    const bounced = await list("?estado=rebotado");
    expect(bounced.envios).toMatchObject([{ estado: "rebotado", motivo: { codigo: "buzon_lleno" } }]);
    expect((await list("?desde=2020-01-01&hasta=2020-01-31")).envios).toEqual([]);
    const { createdAt, documentId, ordinal } = (await listMailOfDocument(db, own.companyId, id, 1))[0] ?? {};
    const after = btoa(`${createdAt} ${documentId} ${ordinal}`).replace(/=+$/, "");
    // They are on their way meanwhile: what is said of each may change, which they are does not.
    const idsOf = (envios: readonly { readonly id: string }[]) => envios.map((one) => one.id);
    expect(idsOf((await list(`?after=${after}`)).envios)).toEqual(idsOf(all.envios).slice(1));
    for (const [query, code] of [
      ["?estado=perdido", "invalid_parameter"],
      ["?desde=2026-02-30", "invalid_parameter"],
      ["?desde=2026-02-02&hasta=2026-02-01", "invalid_parameter"],
      ["?after=x", "invalid_cursor"],
    ] as const) {
      expect([query, (await list(query)).code]).toEqual([query, code]);
    }
  });
});

describe("what is told of it", () => {
  it("is of the day in Bogotá, where an evening is the next day in UTC", async () => {
    const own = await createMailTenant();
    const { id, path } = await issue({ enviar: false }, own);
    await order(path, { correo: "a@b.co" }, { owner: own });
    const move = env.DB.prepare("UPDATE deliveries SET created_at = ? WHERE company_id = ? AND document_id = ?");
    for (const [created, day] of [
      ["2026-03-02T04:59:59.999Z", "2026-03-01"],
      ["2026-03-02T05:00:00.000Z", "2026-03-02"],
      ["2026-03-03T04:59:59.999Z", "2026-03-02"],
      ["2026-03-03T05:00:00.000Z", "2026-03-03"],
    ]) {
      await move.bind(created, own.companyId, id).run();
      const listed: string[] = [];
      for (const asked of ["2026-03-01", "2026-03-02", "2026-03-03"]) {
        const { body } = await call("GET", `/envios?desde=${asked}&hasta=${asked}`, undefined, { owner: own });
        if (body.envios.length === 1) listed.push(asked);
      }
      expect([created, listed]).toEqual([created, [day]]);
    }
  });

  it("is a change of the feed with the id of the e-mail, and no address is in it or in a log", async () => {
    const recorder = recordConsole();
    const own = await createMailTenant();
    const { id, path } = await issue({ enviar: false, mensaje: "palabras privadas" }, own);
    await order(path, { correo: "secreta@a.co", mensaje: "palabras privadas" }, { owner: own });
    await order(path, { correo: "secreta@a.co", otro: true }, { owner: own });
    await change(own, id, { state: "enviado", sentAt: new Date().toISOString(), dueAt: null });
    await change(own, id, { state: "rebotado", reason: "buzon_inexistente" });
    const { body } = await call("GET", "/cambios", undefined, { owner: own });
    const told = body.cambios.filter(({ tipo }: { readonly tipo: string }) => tipo.startsWith("envio."));
    expect(told.map(({ tipo, envio }: Record<string, unknown>) => [tipo, envio])).toEqual([
      ["envio.enviado", { id: `ent_${own.companyId}_${id}_1`, estado: "enviado", motivo: null }],
      ["envio.rebotado", { id: `ent_${own.companyId}_${id}_1`, estado: "rebotado", motivo: "buzon_inexistente" }],
    ]);
    expect(JSON.stringify(body)).not.toContain("secreta");
    expect(recorder.lines.join("\n")).not.toMatch(/secreta|palabras privadas/);
  });
});
