// Tests the common shape of errors, their order, and how large a request may be.
import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, call, urlOf } from "../support/api.ts";
import { sampleSupportDocument } from "../support/sample.ts";
import { createClient, createTenant, type Tenant } from "../support/tenant.ts";

let tenant: Tenant;
let path: string;

beforeAll(async () => {
  tenant = await createTenant();
  path = `/companies/${tenant.companyId}/dse/documentos`;
});

function post(body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return call("POST", path, body, { token: tenant.token, headers: { "idempotency-key": "k", ...headers } });
}

describe("every answer", () => {
  it.each<[string, () => Promise<Answer>, number]>([
    ["a route that does not exist", () => call("GET", "/nothing"), 404],
    ["a method that a route does not have", () => call("DELETE", path, undefined, { token: tenant.token }), 405],
    ["no token", () => call("GET", `${path}/1`), 401],
    ["an unknown document", () => call("GET", `${path}/999999999`, undefined, { token: tenant.token }), 404],
    ["a bad body", () => post("{"), 400],
  ])("has the common headers, and an error the common shape: %s", async (_name, send, status) => {
    const answer = await send();
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ ok: false, error: expect.any(String), code: expect.any(String) });
    expect(answer.body.request_id).toBe(answer.headers.get("x-request-id"));
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("405 says which methods there are", async () => {
    const answer = await call("PUT", path, {}, { token: tenant.token });
    // Only v2 lists support documents.
    expect(answer.headers.get("allow")).toBe(urlOf(path).includes("/v2/") ? "POST, GET" : "POST");
    expect(answer.body.code).toBe("method_not_allowed");
  });

  it("the health of the service needs no token", async () => {
    const response = await exports.default.fetch("https://api.test/healthz");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      ok: true,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      release: null,
      deployed: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });
});

describe("ids of the path", () => {
  it.each(["0", "-1", "abc", "1.5", "1e3", "01", "%20"])("doc_id %s is 400", async (id) => {
    const { status, body } = await call("GET", `${path}/${id}`, undefined, { token: tenant.token });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "invalid_parameter", details: [{ path: "doc_id" }] });
  });

  it.each(["9".repeat(15), "9".repeat(16), "9".repeat(40)])(
    "doc_id %s is a positive integer, unknown: 404",
    async (id) => {
      const { status, body } = await call("GET", `${path}/${id}`, undefined, { token: tenant.token });
      expect(status).toBe(404);
      expect(body).toMatchObject({ ok: false, code: "not_found" });
    },
  );
});

describe("the media type (415)", () => {
  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/json; charset=latin1",
    "application/jsonp",
    "multipart/form-data",
  ])("%s is refused", async (type) => {
    const { status, body } = await post("{}", { "content-type": type });
    expect(status).toBe(415);
    expect(body.code).toBe("unsupported_media_type");
  });

  it("a compressed body is refused", async () => {
    expect((await post("{}", { "content-encoding": "gzip" })).status).toBe(415);
  });

  it.each([
    "application/json",
    "application/json;",
    "application/json; charset=utf-8",
    'Application/JSON;charset="UTF-8"',
  ])("%s is fine", async (type) => {
    expect((await post("{}", { "content-type": type })).status).toBe(400);
  });
});

describe("the size (413)", () => {
  const tooLarge = `{"x":"${"a".repeat(1024 * 1024)}"}`;

  it("over 1 MiB is refused", async () => {
    const { status, body } = await post(tooLarge);
    expect(status).toBe(413);
    expect(body.code).toBe("body_too_large");
  });

  it("over 1 MiB is refused also when no length is announced", async () => {
    const bytes = new TextEncoder().encode(tooLarge);
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 65_536) controller.enqueue(bytes.slice(at, at + 65_536));
        controller.close();
      },
    });
    const response = await exports.default.fetch(
      new Request(urlOf(path), {
        method: "POST",
        headers: {
          authorization: `Bearer ${tenant.token}`,
          "content-type": "application/json",
          "idempotency-key": "k",
        },
        body: stream,
      }),
    );
    expect(response.status).toBe(413);
  });

  it("just under 1 MiB is read", async () => {
    const { status, body } = await post(`{"x":"${"a".repeat(1024 * 1024 - 20)}"}`);
    expect(status).toBe(400);
    expect(body.code).toBe("invalid_payload");
  });
});

describe("the order of refusals", () => {
  const broken = "{";
  const cases: readonly [string, () => Promise<Answer>, string][] = [
    [
      "401 before 403 company",
      () => call("POST", "/companies/999999/dse/documentos", broken, { token: "x" }),
      "unauthorized",
    ],
    [
      "403 company before 403 scope",
      async () => {
        const { token } = await createClient(tenant.companyId, []);
        return call("POST", "/companies/999999/dse/documentos", broken, { token });
      },
      "wrong_company",
    ],
    [
      "403 scope before 415",
      async () => {
        const { token } = await createClient(tenant.companyId, []);
        return call("POST", path, broken, { token, headers: { "content-type": "text/plain" } });
      },
      "missing_scope",
    ],
    [
      "415 before the key",
      () => call("POST", path, broken, { token: tenant.token, headers: { "content-type": "text/plain" } }),
      "unsupported_media_type",
    ],
    [
      "413 before the key",
      () => call("POST", path, "x".repeat(1024 * 1024 + 1), { token: tenant.token }),
      "body_too_large",
    ],
    [
      "the key before the body, when missing",
      () => call("POST", path, broken, { token: tenant.token }),
      "missing_idempotency_key",
    ],
    [
      "the key before the body, when too long",
      () => post(broken, { "idempotency-key": "k".repeat(121) }),
      "invalid_idempotency_key",
    ],
    ["the shape of the body before the conflict", () => conflictWith({ items: [] }), "invalid_payload"],
    ["the conflict before the day", () => conflictWith({ fecha_documento: "2020-01-01" }), "idempotency_conflict"],
    [
      "the day, with a fresh key",
      () => post(sampleSupportDocument({ fecha_documento: "2020-01-01" }), { "idempotency-key": "fresh" }),
      "business_rule",
    ],
  ];

  it.each(cases)("%s", async (_name, send, code) => {
    expect((await send()).body.code).toBe(code);
  });

  async function conflictWith(changes: Readonly<Record<string, unknown>>): Promise<Answer> {
    const key = { "idempotency-key": "taken" };
    await post(sampleSupportDocument(), key);
    return post(sampleSupportDocument(changes), key);
  }
});
