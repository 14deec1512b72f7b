// Tests who may call what, and in which order a call is refused.
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../src/api/app.ts";
import type { Env } from "../../src/env.ts";
import { type Answer, call } from "../support/api.ts";
import { sampleSupportDocument } from "../support/sample.ts";
import { createClient, createTenant, type Tenant } from "../support/tenant.ts";

let tenant: Tenant;
let other: Tenant;

beforeAll(async () => {
  tenant = await createTenant();
  other = await createTenant();
});

function read(token: string | null, companyText: string = String(tenant.companyId), headers = {}): Promise<Answer> {
  return call("GET", `/companies/${companyText}/dse/documentos/999999999`, undefined, { token, headers });
}

/** The worker with some bindings exchanged, as another deployment would have them. */
async function readWith(
  bindings: Partial<Env>,
  headers: Readonly<Record<string, string>> = { authorization: `Bearer ${tenant.token}` },
): Promise<Answer> {
  const context = createExecutionContext();
  const url = `https://api.test/api/ext/v1/companies/${tenant.companyId}/dse/documentos/999999999`;
  const request = new Request(url, { headers });
  const response = await createApp().fetch(request, { ...(env as Env), ...bindings }, context);
  await waitOnExecutionContext(context);
  return { status: response.status, body: await response.json(), headers: response.headers };
}

describe("401: one text for every reason", () => {
  const reasons: readonly [string, () => Promise<Answer>][] = [
    ["no header", () => read(null)],
    ["another scheme", () => read(null, undefined, { authorization: `Basic ${tenant.token}` })],
    ["the scheme alone", () => read(null, undefined, { authorization: "Bearer" })],
    ["a word more", () => read(null, undefined, { authorization: `Bearer ${tenant.token} x` })],
    ["no blank", () => read(null, undefined, { authorization: `Bearer${tenant.token}` })],
    ["no scheme", () => read(null, undefined, { authorization: tenant.token })],
    ["an empty token", () => read("")],
    ["a token cut short", () => read(tenant.token.slice(0, -1))],
    ["a token of no client", async () => read((await createClient(999_999, [])).token.replace(/_[^_]+$/, "_000000"))],
    ["a token with another's secret", () => read(mixTokens(tenant.token, other.token))],
    [
      "an expired token",
      async () => {
        const expiresAt = new Date(Date.now() - 1_000).toISOString();
        return read((await createClient(tenant.companyId, ["dse.read"], { expiresAt })).token);
      },
    ],
    [
      "a revoked token",
      async () => {
        const revokedAt = new Date().toISOString();
        return read((await createClient(tenant.companyId, ["dse.read"], { revokedAt })).token);
      },
    ],
  ];

  it.each(reasons)("%s", async (_reason, send) => {
    const { status, body, headers } = await send();
    expect(status).toBe(401);
    expect(body).toEqual({
      ok: false,
      code: "unauthorized",
      error: expect.stringMatching(/autorización Bearer falta o no es válida/),
      request_id: headers.get("x-request-id"),
    });
    expect(headers.get("www-authenticate")).toBe("Bearer");
  });

  it.each(["Bearer ", "bearer ", "BEARER ", "bEaReR   ", "Bearer  ", "Bearer \t "])(
    "is not for a live token behind %j: the scheme has no case, and may be followed by any blanks",
    async (scheme) => {
      const { status } = await read(null, undefined, { authorization: `${scheme}${tenant.token}` });
      expect(status).toBe(404);
    },
  );

  it("a revocation counts from the next request on", async () => {
    const client = await createClient(tenant.companyId, ["dse.read"]);
    expect((await read(client.token)).status).toBe(404);
    const revoke = "UPDATE tokens SET revoked_at = ?2 WHERE id = ?1";
    await (env as Env).DB.prepare(revoke).bind(client.tokenId, new Date().toISOString()).run();
    expect((await read(client.token)).status).toBe(401);
  });

  it("a token that expires later is good until then", async () => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    expect((await read((await createClient(tenant.companyId, ["dse.read"], { expiresAt })).token)).status).toBe(404);
  });
});

describe("403", () => {
  it.each(["another company's id", "0", "-1", "abc", "1e0", "01", "999999999", "1.0", " 1", "9".repeat(40)])(
    "the company of the path is not the token's: %s",
    async (text) => {
      const company = text === "another company's id" ? String(other.companyId) : encodeURIComponent(text);
      const { status, body } = await read(tenant.token, company === String(tenant.companyId) ? "01" : company);
      expect(status).toBe(403);
      expect(body).toMatchObject({
        ok: false,
        code: "wrong_company",
        error: expect.stringContaining("no tiene acceso a la empresa"),
      });
    },
  );

  it.each<[string, string, string, string]>([
    ["GET", "/dse/documentos/1", "dse.read", "dse.write"],
    ["POST", "/dse/documentos", "dse.write", "dse.read"],
  ])("%s %s needs %s", async (method, path, needed, held) => {
    const { token } = await createClient(tenant.companyId, [held, "fe.read", "fe.write"]);
    const { status, body } = await call(
      method,
      `/companies/${tenant.companyId}${path}`,
      method === "POST" ? {} : undefined,
      { token },
    );
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: "missing_scope", error: `Scopes insuficientes. Faltan: ${needed}` });
  });

  it("all tokens of a client have the client's scopes, and another client's document is the company's", async () => {
    const created = await call("POST", `/companies/${tenant.companyId}/dse/documentos`, sampleSupportDocument(), {
      token: tenant.token,
      headers: { "idempotency-key": "auth-1" },
    });
    const { token } = await createClient(tenant.companyId, ["dse.read"]);
    const path = `/companies/${tenant.companyId}/dse/documentos/${created.body.documento.id}`;
    expect((await call("GET", path, undefined, { token })).status).toBe(200);
    const foreign = path.replace(`/${tenant.companyId}/`, `/${other.companyId}/`);
    expect((await call("GET", foreign, undefined, { token: other.token })).status).toBe(404);
  });

  it("a module that the company has not contracted", async () => {
    const onlyInvoices = await createTenant({ modules: ["fe"] });
    const path = `/companies/${onlyInvoices.companyId}/dse/documentos/1`;
    const { status, body } = await call("GET", path, undefined, { token: onlyInvoices.token });
    expect(status).toBe(403);
    expect(body.code).toBe("module_not_contracted");
  });
});

describe("429 and the world out of reach", () => {
  it("too many requests with one token get 429 with Retry-After", async () => {
    const limit: RateLimit = { limit: async () => ({ success: false }) };
    const { status, body, headers } = await readWith({ RATE_LIMITED: "true", RATE_LIMIT: limit });
    expect(status).toBe(429);
    expect(body.code).toBe("rate_limited");
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await readWith({ RATE_LIMITED: "false", RATE_LIMIT: limit })).status).toBe(404);
  });

  it("the limit is per token", async () => {
    const keys: string[] = [];
    const limit: RateLimit = {
      limit: async ({ key }) => {
        keys.push(key);
        return { success: true };
      },
    };
    expect((await readWith({ RATE_LIMITED: "true", RATE_LIMIT: limit })).status).toBe(404);
    expect(keys).toEqual([tenant.token.split("_")[2]]);
  });

  it.each([
    ["a token's searches", "SEARCH_LIMIT", "?q=Cliente", "search", "búsquedas"],
    ["everything else of a token", "RATE_LIMIT", "", "token", "este token"],
    ["everything else of a token, where the text is blank", "RATE_LIMIT", "?q=%20", "token", "este token"],
  ] as const)("%s reach a limit of their own, and leave the other one alone", async (_, full, query, name, said) => {
    const open: RateLimit = { limit: async () => ({ success: true }) };
    const closed: RateLimit = { limit: async () => ({ success: false }) };
    const list = async (limits: object, path: string) => {
      const url = `https://api.test/api/ext/v1/companies/${tenant.companyId}/fe/docs${path}`;
      const own = {
        ...env,
        RATE_LIMITED: "true",
        RATE_LIMIT: open,
        SEARCH_LIMIT: open,
        COMPANY_LIMIT: open,
        ...limits,
      };
      const request = new Request(url, { headers: { authorization: `Bearer ${tenant.token}` } });
      return createApp().fetch(request, own, createExecutionContext());
    };
    const refused = await list({ [full]: closed }, query);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({
      ok: false,
      code: "rate_limited",
      error: expect.stringContaining(said),
    });
    expect(refused.headers.get("ratelimit-policy")).toMatch(new RegExp(`^"${name}";q=\\d+;w=60$`));
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await list({ [full]: closed }, name === "search" ? "" : "?q=Cliente")).status).toBe(200);
    const ofCompany = await list({ COMPANY_LIMIT: closed }, query);
    expect([ofCompany.status, ofCompany.headers.get("ratelimit-policy")]).toEqual([429, '"company";q=6000;w=60']);
  });

  it("too many requests of one address get 429 before any token is looked at, and the answer names the limit", async () => {
    const limit: RateLimit = { limit: async () => ({ success: false }) };
    const never = { prepare: () => expect.unreachable("the database was asked") } as unknown as D1Database;
    const flood = { RATE_LIMITED: "true", ADDRESS_LIMIT: limit, DB: never };
    const from = { "cf-connecting-ip": "192.0.2.7", authorization: "Bearer unknown" };
    const { status, body, headers } = await readWith(flood, from);
    expect(status).toBe(429);
    expect(body).toMatchObject({ ok: false, code: "rate_limited", error: expect.stringContaining("esta dirección") });
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(headers.get("ratelimit-policy")).toBe('"address";q=6000;w=60');
    expect((await readWith({ ...flood, RATE_LIMITED: "false" }, from)).status).toBe(401);
    // Within the limit of its address a bad token is 401, and a good one that is used too much is 429.
    const address: RateLimit = { limit: async () => ({ success: true }) };
    expect((await readWith({ RATE_LIMITED: "true", ADDRESS_LIMIT: address, RATE_LIMIT: limit }, from)).status).toBe(
      401,
    );
  });

  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:db8:1:2::", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["1::2:3:4:5:6:7", "1:0:2:3"],
    ["::1", "0:0:0:0"],
  ])("the address %s counts as %s", async (address, expected) => {
    const keys: string[] = [];
    const limit: RateLimit = {
      limit: async ({ key }) => {
        keys.push(key);
        return { success: true };
      },
    };
    const from = { "cf-connecting-ip": address, authorization: `Bearer ${tenant.token}` };
    expect((await readWith({ RATE_LIMITED: "true", ADDRESS_LIMIT: limit }, from)).status).toBe(404);
    expect(keys).toEqual([expected]);
  });

  it("a database that does not answer is 503 with Retry-After, claiming nothing", async () => {
    const down = {
      prepare: (sql: string) => (env as Env).DB.prepare(sql),
      batch: () => Promise.reject(new Error("D1_ERROR: Network connection lost.")),
    };
    const { status, body, headers } = await readWith({ DB: down as unknown as D1Database });
    expect(status).toBe(503);
    expect(body).toMatchObject({ ok: false, code: "unavailable" });
    expect(body.documento).toBeUndefined();
    expect(headers.get("retry-after")).toBe("5");
  });

  it("a bug of ours is 500 with a fixed text that shows nothing", async () => {
    const { status, body } = await readWith({ TOKEN_PEPPER: "1:not-a-pepper" });
    expect(status).toBe(500);
    expect(body).toMatchObject({ ok: false, code: "internal_error" });
    expect(JSON.stringify(body)).not.toMatch(/pepper|stack|Error:/i);
  });
});

/** The id of one token with the secret of another, under a right checksum: only the digest shows it. */
function mixTokens(one: string, another: string): string {
  const [prefix = "", environment = "", id = ""] = one.split("_");
  const secret = another.split("_")[3] ?? "";
  const body = `${prefix}_${environment}_${id}_${secret}`;
  return `${body}_${checksum(body)}`;
}

/** CRC-32 in base 62, written again from the format's description. */
function checksum(text: string): string {
  const table = Array.from({ length: 256 }, (_, n) => {
    let value = n;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
    return value >>> 0;
  });
  let crc = 0xffffffff;
  for (const byte of new TextEncoder().encode(text)) crc = (table[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  let value = BigInt((crc ^ 0xffffffff) >>> 0);
  let printed = "";
  for (let i = 0; i < 6; i += 1) {
    printed = (digits[Number(value % 62n)] ?? "") + printed;
    value /= 62n;
  }
  return printed;
}
