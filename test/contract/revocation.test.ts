// Tests that a caller is let in only as long as the database says so: a revocation counts from the next request on, and one in the
// middle of a request leaves it done or undone, never half.
import { createExecutionContext, runInDurableObject, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../src/api/app.ts";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import type { Env } from "../../src/env.ts";
import type { IssueCommand } from "../../src/issuance/contract/command.ts";
import { Issuance } from "../../src/issuance/object.ts";
import { countRoundTrips } from "../support/round-trip.ts";
import { sampleInvoice } from "../support/sample.ts";
import { supportBody } from "../support/support-body.ts";
import { createTenant, issueToken, type Tenant } from "../support/tenant.ts";

interface Sent {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly version?: "v1" | "v2";
  readonly body?: unknown;
  readonly key?: string;
}

interface Answered {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** The Worker and its objects in an isolate of their own; `before` runs ahead of each step that leaves it. */
function startIsolate(before: (step: string) => Promise<void>, bindings: Partial<Env> = {}) {
  const counted = countRoundTrips(env.DB, () => before("D1"));
  const ask = (name: string) => async (command: IssueCommand) => {
    await before("object");
    return runInDurableObject(env.ISSUANCE.getByName(name), (_, state) => new Issuance(state, isolate).issue(command));
  };
  const ISSUANCE = {
    getByName: (name: string) => ({ issue: ask(name) }),
  } as unknown as Env["ISSUANCE"];
  const isolate: Env = { ...(env as unknown as Env), DB: counted.db, ISSUANCE, ...bindings };
  const app = createApp();
  return async (token: string, companyId: number, sent: Sent): Promise<Answered> => {
    const context = createExecutionContext();
    const url = `https://api.test/api/ext/${sent.version ?? "v1"}/companies/${companyId}${sent.path}`;
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      ...(sent.key === undefined ? {} : { "idempotency-key": sent.key }),
    };
    const { method } = sent;
    const init = sent.body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(sent.body) };
    const response = await app.fetch(new Request(url, init), isolate, context);
    const text = await response.text();
    await waitOnExecutionContext(context);
    return { status: response.status, text, headers: response.headers };
  };
}

const today = () => dateInBogota(Date.now());
let tenant: Tenant;
let invoiceId: number;
let supportId: number;
let keys = 0;
const newKey = () => {
  keys += 1;
  return `revoked-${keys}`;
};
const sentOnce = supportBody({}, today());

const REQUESTS: readonly [string, number, () => Sent][] = [
  ["a support document", 201, () => ({ method: "POST", path: "/dse/documentos", body: sentOnce, key: newKey() })],
  ["an invoice", 201, () => ({ method: "POST", path: "/fe/facturas", body: sampleInvoice(), key: newKey() })],
  [
    "a note",
    201,
    () => {
      const items = [{ desc: "Mora", cant: 1, unit: 100, iva: 0 }];
      const body = { factura_id: invoiceId, concepto: "1", items, draft_key: newKey() };
      return { method: "POST", path: "/fe/notas-debito", version: "v2", body };
    },
  ],
  [
    "a dry run of a note",
    200,
    () => {
      const body = { factura_id: invoiceId, concepto: "2" };
      return { method: "POST", path: "/fe/notas-credito?dry_run=true", version: "v2", body };
    },
  ],
  ["a replay", 200, () => ({ method: "POST", path: "/dse/documentos", body: sentOnce, key: "known" })],
  [
    "a conflict",
    409,
    () => ({ method: "POST", path: "/dse/documentos", body: supportBody({ forma_pago: "1" }, today()), key: "known" }),
  ],
  ["a dry run", 200, () => ({ method: "POST", path: "/dse/documentos?dry_run=true", body: sentOnce, key: newKey() })],
  [
    "a dry run of an invoice",
    200,
    () => ({ method: "POST", path: "/fe/facturas?dry_run=true", body: sampleInvoice() }),
  ],
  ["a broken body", 400, () => ({ method: "POST", path: "/dse/documentos", body: { items: [] }, key: newKey() })],
  [
    "an invoice of another day",
    400,
    () => ({ method: "POST", path: "/fe/facturas", body: sampleInvoice({ fecha_emision: "2020-01-01" }) }),
  ],
  ["a read of an invoice", 200, () => ({ method: "GET", path: `/fe/docs/${invoiceId}` })],
  ["a read of a support document", 200, () => ({ method: "GET", path: `/dse/documentos/${supportId}`, version: "v2" })],
  ["a list", 200, () => ({ method: "GET", path: "/fe/docs" })],
  ["a file", 200, () => ({ method: "GET", path: `/fe/docs/${invoiceId}/archivos/xml`, version: "v2" })],
];

beforeAll(async () => {
  tenant = await createTenant();
  const send = startIsolate(async () => undefined);
  const make = async (path: string, body: unknown, key: string) =>
    JSON.parse((await send(tenant.token, tenant.companyId, { method: "POST", path, body, key })).text);
  invoiceId = Number((await make("/fe/facturas", sampleInvoice(), "first")).factura_id);
  supportId = Number((await make("/dse/documentos", sentOnce, "known")).documento.id);
});

/** Another token of the tenant's client, used today, and an isolate that has let it in. */
async function meet(before: (step: string) => Promise<void> = async () => undefined) {
  const { token, tokenId } = await issueToken(tenant.clientId);
  const run = (sql: string) => env.DB.prepare(sql).bind(tokenId).run();
  await env.DB.prepare("UPDATE tokens SET last_used_day = ?2 WHERE id = ?1").bind(tokenId, today()).run();
  let isOn = false;
  const send = startIsolate((step) => (isOn ? before(step) : Promise.resolve()));
  expect((await send(token, tenant.companyId, { method: "GET", path: "/fe/terceros" })).status).toBe(200);
  isOn = true;
  return {
    send: (sent: Sent) => send(token, tenant.companyId, sent),
    revoke: () => run("UPDATE tokens SET revoked_at = '2026-01-01T00:00:00.000Z' WHERE id = ?1"),
  };
}

/** What the company has consumed. */
async function measure() {
  const count = "SELECT count(*) AS documents FROM documents WHERE company_id = ?1";
  const numbers = "SELECT sum(next_number) AS next FROM ranges WHERE company_id = ?1";
  const series = "SELECT sum(next_number) AS next FROM series WHERE company_id = ?1";
  const plans = "SELECT sum(used) AS used FROM plans WHERE company_id = ?1";
  const [rows] = await Promise.all([
    env.DB.batch([count, numbers, series, plans].map((sql) => env.DB.prepare(sql).bind(tenant.companyId))),
  ]);
  return rows.map(({ results }) => results[0]);
}

describe.each(REQUESTS)("%s", (_title, status, make) => {
  it("of a token that was revoked before is 401, as for a stranger, and leaves nothing behind", async () => {
    const { send, revoke } = await meet();
    await revoke();
    const consumed = await measure();
    const { text, headers, ...refused } = await send(make());
    expect([refused.status, JSON.parse(text).code]).toEqual([401, "unauthorized"]);
    expect([headers.get("www-authenticate"), headers.get("x-ratelimit-limit")]).toEqual(["Bearer", null]);
    expect(await measure()).toEqual(consumed);
  });

  it("of a token that is revoked between any two steps is done or 401, and the next one is 401", async () => {
    for (let point = 1; ; point += 1) {
      let steps = 0;
      const { send, revoke } = await meet(async () => {
        steps += 1;
        if (steps === point) await revoke();
      });
      const consumed = await measure();
      const sent = make();
      const answered = await send(sent);
      const isIssued = answered.status === 201;
      if (answered.status !== status)
        expect([point, answered.text]).toEqual([point, expect.stringContaining("unauthorized")]);
      expect([point, JSON.stringify(await measure()) !== JSON.stringify(consumed)]).toEqual([point, isIssued]);
      if (steps < point) {
        expect(answered.status).toBe(status);
        break;
      }
      const after = await measure();
      expect((await send(make())).status).toBe(401);
      expect(await measure()).toEqual(after);
    }
  });
});

describe("what a caller's company has become", () => {
  it.each<[string, string, number, string]>([
    [
      "a module that was taken away",
      "DELETE FROM software WHERE company_id = ?1 AND module = 'dse'",
      403,
      "module_not_contracted",
    ],
    [
      "scopes that were taken away",
      "UPDATE api_clients SET scopes = '[\"fe.read\"]' WHERE company_id = ?1",
      403,
      "missing_scope",
    ],
    [
      "a certificate out of use",
      "UPDATE certificates SET disabled_at = '2026-01-01' WHERE company_id = ?1",
      400,
      "certificate_missing",
    ],
    [
      "a token that expires sooner",
      "UPDATE tokens SET expires_at = '2026-01-01T00:00:00.000Z' WHERE client_id = (SELECT id FROM api_clients WHERE company_id = ?1)",
      401,
      "unauthorized",
    ],
  ])("%s counts from the next request on", async (_title, sql, status, code) => {
    const own = await createTenant();
    const send = startIsolate(async () => undefined);
    const post = () =>
      send(own.token, own.companyId, { method: "POST", path: "/dse/documentos", body: sentOnce, key: newKey() });
    for (let times = 0; times < 2; times += 1) expect((await post()).status).toBe(201);
    await env.DB.prepare(sql).bind(own.companyId).run();
    const { text, ...refused } = await post();
    expect([refused.status, JSON.parse(text).code]).toEqual([status, code]);
  });

  it("a name is signed as it is now", async () => {
    const own = await createTenant();
    const send = startIsolate(async () => undefined);
    const post = () =>
      send(own.token, own.companyId, { method: "POST", path: "/dse/documentos", body: sentOnce, key: newKey() });
    for (let times = 0; times < 2; times += 1) expect((await post()).status).toBe(201);
    await env.DB.prepare("UPDATE companies SET name = 'OTRO NOMBRE SAS' WHERE id = ?1").bind(own.companyId).run();
    const { id } = JSON.parse((await post()).text).documento;
    const row = await env.DB.prepare("SELECT xml_path FROM documents WHERE id = ?1")
      .bind(id)
      .first<{ xml_path: string }>();
    expect(await (await env.FILES.get(row?.xml_path ?? ""))?.text()).toContain("OTRO NOMBRE SAS");
  });

  it("401 comes before 429 also for a token that was known", async () => {
    let isFull = false;
    const RATE_LIMIT: RateLimit = { limit: async () => ({ success: !isFull }) };
    const own = await createTenant();
    const send = startIsolate(async () => undefined, { RATE_LIMITED: "true", RATE_LIMIT });
    const post = () =>
      send(own.token, own.companyId, { method: "POST", path: "/dse/documentos", body: sentOnce, key: newKey() });
    for (let times = 0; times < 2; times += 1) expect((await post()).status).toBe(201);
    isFull = true;
    const limited = await post();
    expect([limited.status, limited.headers.get("x-ratelimit-remaining")]).toEqual([429, "0"]);
    await env.DB.prepare("UPDATE tokens SET revoked_at = '2026-01-01' WHERE client_id = ?1").bind(own.clientId).run();
    expect((await post()).status).toBe(401);
  });
});
