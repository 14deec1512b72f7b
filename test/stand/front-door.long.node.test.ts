// Tests what a stranger meets at the platform's own door, as it is configured: the root, addresses that lead on, and those of no page.
import { beforeAll, describe, expect, it } from "vitest";
import { visitSharedStand } from "../support/shared-stand.ts";

const DOCS = "/api/ext/v2/docs";
let origin: string;
beforeAll(async () => {
  ({ origin } = new URL((await visitSharedStand()).base_url));
});

const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(origin + path, { headers, redirect: "manual" });

describe("the root", () => {
  it.each([
    ["es-CO,es;q=0.9,en;q=0.8", DOCS],
    ["en-US,en;q=0.9,es;q=0.8", `${DOCS}/en`],
    ["fr-FR", DOCS],
    ["", DOCS],
  ])("leads a browser that prefers %j to %s", async (language, docs) => {
    const { status, headers } = await ask("/", { "accept-language": language });
    expect([status, headers.get("location")]).toEqual([302, docs]);
    expect([headers.get("vary"), headers.get("cache-control")]).toEqual(["Accept-Language", "public, max-age=300"]);
    expect((await ask(docs)).status).toBe(200);
  });
});

it.each([
  ["/en", `${DOCS}/en`],
  ["/en/", `${DOCS}/en`],
  ["/api/ext", DOCS],
  ["/api/ext/v1", "/api/ext/v1/docs"],
  ["/api/ext/v2/llms.txt", "/llms.txt"],
])("%s leads to %s, whatever is preferred", async (path, target) => {
  const { status, headers } = await ask(path, { "accept-language": "en" });
  expect([status, headers.get("location")]).toEqual([302, target]);
});

const BROWSER = { accept: "text/html,application/xhtml+xml,*/*;q=0.8", "sec-fetch-mode": "navigate" };

describe("an address of no page", () => {
  it.each([
    ["/api/ext/v1/docs/no-such-page", "es-CO", "/api/ext/v1/docs"],
    [`${DOCS}/no-such-page`, "es-CO", DOCS],
    [`${DOCS}/a/b/c.html`, "es-CO", DOCS],
    [`${DOCS}/en/no-such-page`, "en", `${DOCS}/en`],
  ])("below the reference, %s, is said on a page that leads on", async (path, language, docs) => {
    for (const headers of [BROWSER, { accept: "text/html" }, {}]) {
      const response = await ask(path, headers);
      const html = await response.text();
      expect([response.status, response.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
      expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).toMatch(new RegExp(`<a href="${docs}">[^<]+</a>.*<a href="#search">[^<]+</a>`, "s"));
    }
  });

  it.each(["/api/ext/v1/facturas", "/api/ext/v2/companies/1/fe/factura", "/api/ext/v2/documentos", "/nada"])(
    "elsewhere, %s, is answered in JSON, to a browser too",
    async (path) => {
      for (const headers of [BROWSER, {}]) {
        const response = await ask(path, headers);
        const body: unknown = await response.json();
        expect([response.status, response.headers.get("content-type")]).toEqual([404, "application/json"]);
        const said = { ok: false, code: "route_not_found", error: `No existe la ruta ${path}.` };
        expect(body).toEqual({ ...said, request_id: response.headers.get("x-request-id") });
      }
    },
  );
});

it("what a program asks of a host is answered to a browser as well", async () => {
  for (const path of ["/healthz", "/readyz"]) {
    expect((await ask(path, BROWSER)).headers.get("content-type")).toBe("application/json");
  }
});

it.each([
  ["/llms.txt", "Reglas que un cliente no puede romper"],
  ["/en/llms.txt", "Rules that a client cannot break"],
])("%s is a summary for language models", async (path, words) => {
  const response = await ask(path);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(await response.text()).toContain(words);
});
