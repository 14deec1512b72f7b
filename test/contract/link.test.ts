// Tests the link for a buyer: where it leads, when it does not, and that nothing of it is written down.
import { unzipSync } from "fflate";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Env } from "../../src/env.ts";
import { readPeppers } from "../../src/store/company/clients.ts";
import { type LinkTarget, writeLinkToken } from "../../src/store/secret/link-token.ts";
import { urlOf, useApiVersion } from "../support/api.ts";
import { askWithLinks, LINK_HEADERS, LINK_KEY, LINK_ORIGIN, OLDER_LINK_KEY } from "../support/buyer-link.ts";
import { type Recorder, recordConsole } from "../support/console.ts";
import { sampleInvoice } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { issueTicket, issueTicketNote } from "../support/ticket.ts";

useApiVersion("v2");

const FAR = 60_000;

let tenant: Tenant;
let other: Tenant;
let recorder: Recorder;

beforeAll(async () => {
  [tenant, other] = await Promise.all([createTenant(), createTenant()]);
});
beforeEach(() => {
  recorder = recordConsole();
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function call(method: string, path: string, body?: unknown, { token, companyId }: Tenant = tenant, more = {}) {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body !== undefined && { "content-type": "application/json" }),
  };
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await askWithLinks(new Request(urlOf(`/companies/${companyId}${path}`), init), more);
  // biome-ignore lint/suspicious/noExplicitAny: answers are compared member by member.
  return { status: response.status, body: (await response.json()) as any };
}

function visit(link: string, method = "GET", more: Partial<Env> = {}, headers: Record<string, string> = {}) {
  return askWithLinks(new Request(link, { method, headers }), more);
}

async function issue(owner: Tenant = tenant, more = {}) {
  const body = { ...sampleInvoice(), draft_key: crypto.randomUUID() };
  const created = await call("POST", "/fe/facturas", body, owner, more);
  return { body, created, id: Number(created.body.factura_id), path: `/fe/docs/${created.body.factura_id}/enlace` };
}

function toToken(target: Partial<LinkTarget>, keys = LINK_KEY): Promise<string> {
  const whole = { companyId: tenant.companyId, documentId: 1, generation: 0, lastDay: FAR, ...target };
  return writeLinkToken(readPeppers(keys), whole);
}

describe("the link", () => {
  it("comes with a creation, its replay, a reading and its notes, and all of them open", async () => {
    const { created, body, id } = await issue();
    expect(created.status).toBe(201);
    const replay = await call("POST", "/fe/facturas", body);
    const read = await call("GET", `/fe/docs/${id}`);
    const headers = { "idempotency-key": crypto.randomUUID() };
    const note = await call("POST", "/fe/notas-credito", { factura_id: id, draft_key: headers["idempotency-key"] });
    expect([replay.status, note.status]).toEqual([200, 201]);
    for (const one of [created, replay, read, note]) {
      expect(one.body.enlace).toMatch(/^https:\/\/facturas\.example\.com\/d\/[A-Za-z0-9_-]{28,60}$/);
      expect((await visit(one.body.enlace)).status).toBe(200);
    }
  });

  it("opens a ticket and the note on it, each with its files, and ends with the ticket's own routes", async () => {
    const shop = await createTenant({ modules: ["fe", "dse", "dee"] });
    const id = await issueTicket(shop, "tiquete");
    const note = await issueTicketNote(shop, "nota", id);
    const links: string[] = [];
    for (const one of [id, note]) {
      const { enlace } = (await call("GET", `/dee/documentos/${one}`, undefined, shop)).body;
      links.push(enlace);
      const page = await visit(enlace);
      expect([page.status, await page.text()]).toEqual([200, expect.stringMatching(/<h1>.*equivalente electrónico/)]);
      for (const name of ["xml", "zip"]) expect((await visit(`${enlace}/${name}`)).status).toBe(200);
    }
    const path = `/dee/documentos/${id}/enlace`;
    expect((await call("POST", path, { renovar: true }, shop)).body.enlace).toMatch(/\/d\//);
    expect((await call("DELETE", path, undefined, shop)).body).toEqual({ ok: true, enlace: null, vence: null });
    expect(await Promise.all(links.map(async (link) => (await visit(link)).status))).toEqual([410, 200]);
    expect((await call("POST", `/fe/docs/${id}/enlace`, {}, shop)).status).toBe(404);
  });

  it("is null under a secret that cannot be read: the invoice is issued all the same, and the log says why", async () => {
    const { created, id } = await issue(tenant, { LINK_KEY: "not a key" });
    expect([created.status, created.body.enlace]).toEqual([201, null]);
    const read = await call("GET", `/fe/docs/${id}`, undefined, tenant, { LINK_KEY: "not a key" });
    expect([read.status, read.body.enlace]).toEqual([200, null]);
    expect(recorder.lines.join("\n")).toContain("link_key_malformed");
    expect(recorder.lines.join("\n")).not.toContain("not a key");
  });

  it("is null without an address or a secret, and in tests", async () => {
    const { created, path } = await issue(tenant, { PUBLIC_ORIGIN: "" });
    expect(created.body.enlace).toBeNull();
    expect((await call("POST", path, {}, tenant, { LINK_KEY: "" })).body).toMatchObject({ enlace: null, vence: null });
    const testing = await createTenant({ environment: "habilitacion" });
    const tried = await issue(testing);
    expect(tried.created.body.enlace).toBeNull();
  });

  it("refuses a document of another company, days out of bounds and members that it does not know", async () => {
    const { path } = await issue();
    expect((await call("POST", path, {}, other)).status).toBe(404);
    expect((await call("DELETE", path, undefined, other)).status).toBe(404);
    for (const body of [{ dias: 0 }, { dias: 1826 }, { dias: "9" }, { renovar: 1 }, { otro: 1 }]) {
      expect((await call("POST", path, body)).status).toBe(400);
    }
    for (const dias of [1, 1825]) expect((await call("POST", path, { dias })).status).toBe(200);
  });

  it("ends when it is renewed or revoked, for good, and the buyer reads whom to ask", async () => {
    const { created, id, path, body } = await issue();
    const first = created.body.enlace;
    const second = (await call("POST", path, { renovar: true })).body.enlace;
    expect([(await visit(first)).status, (await visit(second)).status]).toEqual([410, 200]);
    expect((await call("DELETE", path)).body).toEqual({ ok: true, enlace: null, vence: null });
    expect((await call("DELETE", path)).status).toBe(200);
    expect((await call("GET", `/fe/docs/${id}`)).body.enlace).toBeNull();
    expect((await call("POST", "/fe/facturas", body)).body.enlace).toBeNull();
    const third = (await call("POST", path, {})).body.enlace;
    expect([(await visit(second)).status, (await visit(third)).status]).toEqual([410, 200]);
    expect((await call("POST", path, { dias: 5 })).body.enlace).not.toBe(third);
    expect((await visit(third)).status).toBe(200);
    const gone = await (await visit(first)).text();
    expect(gone).toContain("Pida uno nuevo a");
    expect(gone).not.toContain(created.body.cufe);
  });
});

describe("a visit", () => {
  it("shows the page with its headers, and HEAD the same without it", async () => {
    const { created } = await issue();
    const response = await visit(created.body.enlace);
    expect(Object.fromEntries(response.headers)).toMatchObject(LINK_HEADERS);
    const html = await response.text();
    for (const text of [created.body.cufe, "Validada por la ", 'lang="es"', "/pdf", "/xml", "/zip", "viewport"]) {
      expect(html).toContain(text);
    }
    expect(html).not.toMatch(/<script|style=|https?:\/\/[^"]*\.(?:css|js|png)/);
    const head = await visit(created.body.enlace, "HEAD");
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(Object.fromEntries(head.headers)).toMatchObject(LINK_HEADERS);
    expect((await visit(created.body.enlace, "POST")).status).toBe(405);
  });

  it("gives the same bytes as the files of the API", async () => {
    const { created, id } = await issue();
    for (const [name, file] of [
      ["pdf", "carta.pdf"],
      ["xml", "xml"],
      ["zip", "contenedor"],
    ]) {
      const response = await visit(`${created.body.enlace}/${name}`);
      expect(Object.fromEntries(response.headers)).toMatchObject(LINK_HEADERS);
      expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="/);
      const own = await askWithLinks(
        new Request(urlOf(`/companies/${tenant.companyId}/fe/docs/${id}/archivos/${file}`), {
          headers: { authorization: `Bearer ${tenant.token}` },
        }),
      );
      const [bytes, expected] = await Promise.all([response.arrayBuffer(), own.arrayBuffer()]);
      expect(new Uint8Array(bytes)).toEqual(new Uint8Array(expected));
      if (name === "zip") expect(Object.keys(unzipSync(new Uint8Array(bytes)))).toHaveLength(2);
    }
  });

  it("answers every wrong token alike", async () => {
    const { id, created } = await issue();
    const genuine = created.body.enlace.slice(`${LINK_ORIGIN}/d/`.length);
    const missing = await (await visit(`${LINK_ORIGIN}/d/x`)).text();
    const altered = Array.from({ length: genuine.length * 40 }, (_, index) => {
      const at = index % genuine.length;
      const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
      const letter = letters[(letters.indexOf(genuine[at]) + 1 + Math.floor(index / genuine.length)) % 64];
      return genuine.slice(0, at) + letter + genuine.slice(at + 1);
    });
    const foreign = await Promise.all([
      toToken({ companyId: other.companyId, documentId: id }),
      toToken({ documentId: 999_999_999 }),
      toToken({ documentId: id }, `7:${btoa("somebody's key of links, 32 byte")}`),
      toToken({ documentId: id }, `5:${btoa("a key that nobody has any longer")}`),
    ]);
    for (const token of [
      "",
      "a/b",
      "a/pdf/b",
      "%",
      genuine.slice(1),
      `${genuine}A`,
      `${genuine}/doc`,
      ...foreign,
      ...altered,
    ]) {
      const response = await visit(`${LINK_ORIGIN}/d/${token}`);
      expect([token, response.status, await response.text()]).toEqual([token, 404, missing]);
    }
  });

  it("opens links of the older key until the last day, and none later", async () => {
    const { id } = await issue();
    const today = Math.floor((Date.now() - 5 * 3_600_000) / 86_400_000);
    const open = async (lastDay: number, key: string) =>
      (await visit(`${LINK_ORIGIN}/d/${await toToken({ documentId: id, lastDay }, key)}`)).status;
    expect([
      await open(today + 1, LINK_KEY),
      await open(today + 1, OLDER_LINK_KEY),
      await open(today - 1, LINK_KEY),
    ]).toEqual([200, 200, 410]);
  });

  it("is counted by its address, apart from everything else", async () => {
    const { created } = await issue();
    const keys: string[] = [];
    const LINK_LIMIT = {
      limit: ({ key }: { readonly key: string }) => {
        keys.push(key);
        return Promise.resolve({ success: false });
      },
    };
    const from = { "cf-connecting-ip": "2001:db8:1:2:3::4" };
    const response = await visit(
      created.body.enlace,
      "GET",
      { RATE_LIMITED: "true", LINK_LIMIT } as Partial<Env>,
      from,
    );
    expect([response.status, keys]).toEqual([429, ["2001:db8:1:2"]]);
    expect(response.headers.get("retry-after")).toBe("60");
  });

  it("leaves no trace of the token in the log", async () => {
    const { created } = await issue();
    const token = created.body.enlace.slice(`${LINK_ORIGIN}/d/`.length);
    await visit(created.body.enlace);
    await visit(`${created.body.enlace}/pdf`);
    await visit(`${created.body.enlace}/otro`);
    await visit(created.body.enlace, "GET", { DB: {} } as Partial<Env>);
    expect(recorder.lines.join("\n")).not.toContain(token);
    expect(recorder.lines.join("\n")).toContain("/d/:token");
  });
});
