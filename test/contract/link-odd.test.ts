// Tests the link for a buyer as an outsider would: addresses that are almost one, every method, and what a visit leaves behind.
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Env } from "../../src/env.ts";
import { readPeppers } from "../../src/store/company/clients.ts";
import { writeLinkToken } from "../../src/store/secret/link-token.ts";
import { postSupportDocument, urlOf, useApiVersion } from "../support/api.ts";
import { askWithLinks, LINK_HEADERS, LINK_KEY, LINK_ORIGIN } from "../support/buyer-link.ts";
import { type Recorder, recordConsole } from "../support/console.ts";
import { sampleInvoice, sampleSupportDocument } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

useApiVersion("v2");

const DAY_MS = 86_400_000;
const FAR = 60_000;
const BUYER = "Comprador Que Nadie Ve";

let tenant: Tenant;
let token: string;
let ended: string;
let documentId: number;
let recorder: Recorder;

beforeAll(async () => {
  tenant = await createTenant();
  const [first, second] = [await issue(), await issue()];
  documentId = first.factura_id;
  token = tokenOf(first.enlace);
  ended = tokenOf(second.enlace);
  await call("POST", `/fe/docs/${second.factura_id}/enlace`, { renovar: true });
});
beforeEach(() => {
  recorder = recordConsole();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const visit = (path: string, method = "GET") => askWithLinks(new Request(`${LINK_ORIGIN}/d/${path}`, { method }));
const tokenOf = (link: unknown) => String(link).slice(`${LINK_ORIGIN}/d/`.length);

async function call(method: string, path: string, body?: unknown) {
  const headers = { authorization: `Bearer ${tenant.token}`, "content-type": "application/json" };
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await askWithLinks(new Request(urlOf(`/companies/${tenant.companyId}${path}`), init));
  // biome-ignore lint/suspicious/noExplicitAny: answers are compared member by member.
  return { status: response.status, body: (await response.json()) as any };
}

async function issue() {
  const receptor = { ...(sampleInvoice().receptor as object), nombre: BUYER };
  const { status, body } = await call("POST", "/fe/facturas", {
    ...sampleInvoice(),
    receptor,
    draft_key: crypto.randomUUID(),
  });
  expect(status).toBe(201);
  return body;
}

/** Status, headers and body, without the id that every answer has of its own. */
async function read(response: Response) {
  const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== "x-request-id"));
  return { status: response.status, headers, body: await response.text() };
}

describe("an address that is almost a link", () => {
  it.each<[string, (genuine: string) => string]>([
    ["a dot behind it", (genuine) => `${genuine}.`],
    ["a slash behind it", (genuine) => `${genuine}/`],
    ["two slashes before the file", (genuine) => `${genuine}//pdf`],
    ["a slash behind the file", (genuine) => `${genuine}/pdf/`],
    ["its file in capitals", (genuine) => `${genuine}/PDF`],
    ["another file", (genuine) => `${genuine}/carta.pdf`],
    ["the file's ending in the token", (genuine) => `${genuine}.pdf`],
    ["all of it in capitals", (genuine) => genuine.toUpperCase()],
    ["none of it in capitals", (genuine) => genuine.toLowerCase()],
    ["a blank behind it", (genuine) => `${genuine}%20`],
    ["a zero byte behind it", (genuine) => `${genuine}%00`],
    ["the end of a line behind it", (genuine) => `${genuine}%0d%0a`],
    ["a parameter of its path", (genuine) => `${genuine};v=1`],
    ["the padding of base64", (genuine) => `${genuine}=`],
    ["itself once more", (genuine) => genuine + genuine],
    ["five thousand letters more", (genuine) => genuine + "A".repeat(5_000)],
    ["a letter of another script", (genuine) => `${genuine}\u0430`],
    ["half of a percent sign", (genuine) => `%${genuine}`],
    ["nothing but dots", () => "..."],
  ])("opens nothing, alike, with %s", async (_name, alter) => {
    const missing = await read(await visit("x"));
    expect(missing.status).toBe(404);
    expect(await read(await visit(alter(token)))).toEqual(missing);
  });

  it("opens nothing, alike, whatever is written there", async () => {
    const missing = await read(await visit("x"));
    const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 90 });
    await fc.assert(
      fc.asyncProperty(text, async (one) => {
        expect(await read(await visit(encodeURIComponent(one).replace(/^\.{1,2}$/, "x")))).toEqual(missing);
      }),
      { numRuns: 300 },
    );
  });

  it("is a link where a letter is written as its code, as addresses may be, and the log has neither spelling", async () => {
    const spelt = `%${token.charCodeAt(0).toString(16)}${token.slice(1)}`;
    expect((await visit(spelt)).status).toBe(200);
    expect(recorder.lines.join("\n")).not.toContain(token.slice(1));
  });

  it("opens nothing, alike, although the code is right, of what is no sale in production", async () => {
    const missing = await read(await visit("x"));
    const trying = await createTenant({ environment: "habilitacion" });
    const bought = await postSupportDocument(trying, crypto.randomUUID(), sampleSupportDocument());
    const own = await postSupportDocument(tenant, crypto.randomUUID(), sampleSupportDocument());
    for (const [companyId, id] of [
      [trying.companyId, bought.body.documento.id],
      [tenant.companyId, own.body.documento.id],
      [trying.companyId, documentId],
    ]) {
      const target = { companyId, documentId: id, generation: 0, lastDay: FAR };
      expect(await read(await visit(await writeLinkToken(readPeppers(LINK_KEY), target)))).toEqual(missing);
    }
  });
});

describe("a visit", () => {
  it.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])(
    "by %s is refused, whether there is a document or not",
    async (method) => {
      const answers = [];
      for (const path of [token, `${token}/pdf`, ended, "x"]) answers.push(await read(await visit(path, method)));
      expect(answers[0]).toMatchObject({
        status: 405,
        headers: { allow: "GET, HEAD", ...LINK_HEADERS },
      });
      for (const answer of answers) expect(answer).toEqual(answers[0]);
    },
  );

  it.each([
    ["the page", () => token, 200],
    ["the container", () => `${token}/xml`, 200],
    ["a link that is ended", () => ended, 410],
    ["a file of one", () => `${ended}/zip`, 410],
    ["no link", () => "x", 404],
  ])("by HEAD has the headers of %s and no body", async (_name, path, status) => {
    const [whole, head] = [await read(await visit(path())), await read(await visit(path(), "HEAD"))];
    expect([whole.status, head.status, head.body]).toEqual([status, status, ""]);
    expect(head.headers).toEqual(whole.headers);
    expect(head.headers).toMatchObject(LINK_HEADERS);
  });

  it("changes nothing: no row and no file is another one after it", async () => {
    // The drawings of a document are made once, whoever asks first.
    for (const name of ["pdf", "zip"]) await (await visit(`${token}/${name}`)).arrayBuffer();
    const before = await snapshot();
    for (const path of [token, `${token}/pdf`, `${token}/xml`, `${token}/zip`, ended, "x"]) {
      for (const method of ["GET", "HEAD"]) await (await visit(path, method)).arrayBuffer();
    }
    expect(await snapshot()).toEqual(before);
  });

  it("shows messengers the kind and number of the document alone", async () => {
    const html = await (await visit(token)).text();
    const head = html.slice(0, html.indexOf("<body>"));
    expect(head).toMatch(new RegExp(`<meta property="og:title" content="[^"<>]+ ${tenant.prefix.fe}\\d+">`));
    expect(head.match(/og:/g)).toHaveLength(1);
    for (const text of [BUYER, tenant.nit, "COP"]) expect(head).not.toContain(text);
    expect(html).not.toContain(BUYER);
  });

  it("is answered through the last day, Colombia's, and then as a link that was revoked", async () => {
    const { enlace, vence } = (await call("POST", `/fe/docs/${documentId}/enlace`, { dias: 3 })).body;
    const midnight = Date.parse(`${vence}T00:00:00-05:00`) + DAY_MS;
    expect(midnight - Date.now()).toBeGreaterThan(3 * DAY_MS);
    expect(midnight - Date.now()).toBeLessThanOrEqual(4 * DAY_MS);
    vi.useFakeTimers({ toFake: ["Date"], now: midnight - 1 });
    expect((await visit(tokenOf(enlace))).status).toBe(200);
    vi.setSystemTime(midnight);
    expect(await read(await visit(tokenOf(enlace)))).toEqual(await read(await visit(ended)));
  });
});

async function snapshot() {
  const { results: tables } = await env.DB.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name NOT LIKE 'sqlite%'",
  ).all<{ readonly name: string }>();
  const rows: Record<string, string> = {};
  for (const { name } of tables)
    rows[name] = JSON.stringify((await env.DB.prepare(`SELECT * FROM ${name}`).all()).results);
  const files = await (env as Env).FILES.list({ prefix: `documents/${tenant.companyId}/` });
  return { rows, files: files.objects.map(({ key, etag }) => `${key} ${etag}`) };
}
