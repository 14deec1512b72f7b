// Tests GET cambios: pages, cursors, the long poll, the modules of a token, and a poller that follows the feed while documents are issued.
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createApp } from "../../src/api/app.ts";
import { readCursor, writeCursor } from "../../src/api/change/cursor.ts";
import type { Env } from "../../src/env.ts";
import { type Answer, get, useApiVersion } from "../support/api.ts";
import { KINDS } from "../support/kind.ts";
import { countRoundTrips } from "../support/round-trip.ts";
import { createClient, createTenant, type Tenant } from "../support/tenant.ts";

useApiVersion("v2");

const DAY_MS = 86_400_000;

interface WireChange {
  readonly id: string;
  readonly tipo: string;
  readonly fecha: string;
  readonly documento: Readonly<Record<string, unknown>>;
}

function readFeed(tenant: Tenant, query: Readonly<Record<string, string | number>> = {}, token?: string) {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return get(tenant, `/cambios?${text}`, token === undefined ? {} : { token });
}

function changesOf(answer: Answer): readonly WireChange[] {
  expect(answer.status).toBe(200);
  return answer.body.cambios;
}

/** Every change until there are no more, in pages. */
async function readAll(tenant: Tenant, limit = 500): Promise<readonly WireChange[]> {
  const all: WireChange[] = [];
  let after: string | undefined;
  for (;;) {
    const answer = await readFeed(tenant, { limit, ...(after === undefined ? {} : { after }) });
    all.push(...changesOf(answer));
    after = answer.body.cursor;
    if (answer.body.hay_mas !== true) return all;
  }
}

const byModule = (module: string) => {
  const kind = KINDS.find((one) => one.module === module);
  if (kind === undefined) throw new Error(`no kind of document is of ${module}`);
  return kind;
};

describe("what the feed says", () => {
  it.each(KINDS)("a document of $module that is accepted at once is two changes", async (kind) => {
    const tenant = await createTenant();
    const answer = await kind.post(tenant, "one", kind.tagged("Ana"));
    const { id } = kind.factsOf(answer);
    const fiscalId = answer.body.cufe ?? answer.body.documento?.cuds;
    const [created, accepted, ...others] = await readAll(tenant);
    expect(others).toEqual([]);
    const documento = { id, modulo: kind.module, tipo_authority: expect.any(String), consecutivo: expect.any(Number) };
    expect(created).toMatchObject({
      tipo: "documento.creado",
      documento: { ...documento, estado_authority: "creating", identificador: null },
    });
    expect(accepted).toMatchObject({
      tipo: "documento.aceptado",
      documento: { ...documento, estado_authority: "aceptado", identificador: fiscalId },
    });
    expect(Object.keys(accepted?.documento ?? {}).sort()).toEqual([
      ...["consecutivo", "estado_authority", "id", "identificador", "modulo", "prefijo", "tipo_authority"],
    ]);
    expect(accepted?.fecha).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(accepted?.id).toMatch(/^chg_[0-9_]+$/);
  });

  it("a rejection and a lost answer have types of their own", async () => {
    const tenant = await createTenant();
    const kind = byModule("dse");
    await kind.post(tenant, "rejected", kind.tagged("Ana #rechazo"));
    await kind.post(tenant, "lost", kind.tagged("Ana #perdido"));
    await expect
      .poll(async () => (await readAll(tenant)).map(({ tipo }) => tipo.replace("documento.", "")))
      .toEqual(["creado", "rechazado", "creado", "incierto"]);
  });

  it("documents of the test set are not in it", async () => {
    const tenant = await createTenant({ environment: "habilitacion" });
    const kind = byModule("dse");
    await kind.post(tenant, "one", kind.tagged("Ana"));
    expect(await readAll(tenant)).toEqual([]);
  });

  it("v1 has no feed", async () => {
    const tenant = await createTenant();
    expect((await get(tenant, "/cambios", { version: "v1" })).status).toBe(404);
  });
});

describe("a token sees the modules that it may read", () => {
  const CASES = [
    { scopes: ["fe.read", "dse.read"], modules: ["fe", "dse"] },
    { scopes: ["fe.read"], modules: ["fe"] },
    { scopes: ["dse.read", "fe.write"], modules: ["dse"] },
  ] as const;

  it.each(CASES)("$scopes: $modules", async ({ scopes, modules }) => {
    const tenant = await createTenant();
    for (const kind of KINDS) await kind.post(tenant, `one ${kind.module}`, kind.tagged("Ana"));
    const { token } = await createClient(tenant.companyId, scopes);
    const seen = changesOf(await readFeed(tenant, {}, token)).map(({ documento }) => documento.modulo);
    expect([...new Set(seen)].sort()).toEqual([...modules].sort());
  });

  it("a company without the module is not asked for it", async () => {
    const tenant = await createTenant({ modules: ["dse"] });
    expect((await readFeed(tenant)).status).toBe(200);
    const { token } = await createClient(tenant.companyId, ["fe.read"]);
    expect(await readFeed(tenant, {}, token)).toMatchObject({ status: 403, body: { code: "module_not_contracted" } });
  });
});

describe("cursors and bounds", () => {
  it("pages of one are the whole feed, and a cursor at its end gives nothing and stays good", async () => {
    const tenant = await createTenant();
    const kind = byModule("dse");
    for (const key of ["a", "b", "c"]) await kind.post(tenant, key, kind.tagged("Ana"));
    const whole = await readAll(tenant);
    expect(whole).toHaveLength(6);
    expect(await readAll(tenant, 1)).toEqual(whole);
    const { cursor, hay_mas } = (await readFeed(tenant, { limit: 6 })).body;
    expect(hay_mas).toBe(false);
    const end = await readFeed(tenant, { after: cursor });
    expect(end.body).toMatchObject({ ok: true, cambios: [], cursor, hay_mas: false });
  });

  it("a feed that is empty gives a cursor from which the first change is read", async () => {
    const tenant = await createTenant();
    const { cursor } = (await readFeed(tenant)).body;
    const kind = byModule("dse");
    await kind.post(tenant, "one", kind.tagged("Ana"));
    expect(changesOf(await readFeed(tenant, { after: cursor }))).toHaveLength(2);
  });

  const REFUSED = [
    { query: { limit: 0 }, status: 400, code: "invalid_parameter" },
    { query: { limit: 501 }, status: 400, code: "invalid_parameter" },
    { query: { limit: "1.5" }, status: 400, code: "invalid_parameter" },
    { query: { limit: "muchos" }, status: 400, code: "invalid_parameter" },
    { query: { wait: 21 }, status: 400, code: "invalid_parameter" },
    { query: { wait: -1 }, status: 400, code: "invalid_parameter" },
    { query: { after: "cur_" }, status: 400, code: "invalid_cursor" },
    { query: { after: "1" }, status: 400, code: "invalid_cursor" },
    { query: { after: `${writeCursor(Date.now())}0` }, status: 400, code: "invalid_cursor" },
    { query: { after: writeCursor(Date.now()).toUpperCase() }, status: 400, code: "invalid_cursor" },
    { query: { after: writeCursor(Date.now()).slice(0, -1) }, status: 400, code: "invalid_cursor" },
    { query: { after: writeCursor(Date.now() - 401 * DAY_MS) }, status: 410, code: "cursor_expired" },
  ] as const;

  it.each(REFUSED)("$query: $code", async ({ query, status, code }) => {
    const tenant = await createTenant();
    const answer = await readFeed(tenant, query);
    expect(answer).toMatchObject({ status, body: { ok: false, code } });
    const [name = ""] = Object.keys(query);
    expect(answer.body.error).toContain(`\`${name}\``);
  });

  it("a cursor of 399 days is good", async () => {
    const tenant = await createTenant();
    expect(changesOf(await readFeed(tenant, { after: writeCursor(Date.now() - 399 * DAY_MS) }))).toEqual([]);
  });

  it("a cursor says what it was written with, and one wrong character is noticed", () => {
    for (const sequence of [0, 1, 1_295, 1_296, 1_772_460_191_000, Number.MAX_SAFE_INTEGER - 1]) {
      expect(readCursor(writeCursor(sequence)) ?? -1).toBe(sequence < 36 ** 10 ? sequence : -1);
    }
    const cursor = writeCursor(1_772_460_191_000);
    for (let place = 4; place < cursor.length; place += 1) {
      for (const character of "0189az") {
        const other = cursor.slice(0, place) + character + cursor.slice(place + 1);
        if (other !== cursor) expect(readCursor(other)).not.toBe(1_772_460_191_000);
      }
    }
  });
});

describe("the long poll", () => {
  it("answers as soon as there is a change", async () => {
    const tenant = await createTenant();
    const kind = byModule("dse");
    const startedMs = Date.now();
    const waiting = readFeed(tenant, { wait: 20 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await kind.post(tenant, "one", kind.tagged("Ana"));
    expect(changesOf(await waiting).length).toBeGreaterThan(0);
    expect(Date.now() - startedMs).toBeLessThan(15_000);
  });

  it("ends without one after the time that was asked for", async () => {
    const tenant = await createTenant();
    const startedMs = Date.now();
    expect(changesOf(await readFeed(tenant, { wait: 2 }))).toEqual([]);
    expect(Date.now() - startedMs).toBeGreaterThanOrEqual(1_900);
  });
});

describe("requests that wait", () => {
  it("of one company share one look a second", async () => {
    const tenant = await createTenant();
    const { db, readTrips } = countRoundTrips(env.DB);
    const app = createApp();
    const wait = async () => {
      const context = createExecutionContext();
      const url = `https://api.test/api/ext/v2/companies/${tenant.companyId}/cambios?wait=3`;
      const request = new Request(url, { headers: { authorization: `Bearer ${tenant.token}` } });
      const response = await app.fetch(request, { ...(env as unknown as Env), DB: db }, context);
      await waitOnExecutionContext(context);
      expect(response.status).toBe(200);
      await response.arrayBuffer();
    };
    const count = 12;
    await Promise.all(Array.from({ length: count }, wait));
    // Whose storage it is is asked once by each isolate, which each of these calls is here.
    const looks = readTrips().statements.filter((sql) => !/"tokens"|"deployments"/.test(sql)).length - count;
    // One a second for all of them, and one more where a second passed between two of them.
    expect(looks).toBeGreaterThanOrEqual(2);
    expect(looks).toBeLessThanOrEqual(8);
  });

  it("are not told of changes after their token was revoked", async () => {
    const tenant = await createTenant();
    const kind = byModule("dse");
    const { token, tokenId } = await createClient(tenant.companyId, ["dse.read"]);
    const waiting = readFeed(tenant, { wait: 20 }, token);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await env.DB.prepare("UPDATE tokens SET revoked_at = '2026-01-01T00:00:00Z' WHERE id = ?1").bind(tokenId).run();
    await kind.post(tenant, "one", kind.tagged("Ana"));
    const { status, body } = await waiting;
    expect([status, body.code]).toEqual([401, "unauthorized"]);
    expect(body.cambios).toBeUndefined();
  });
});

describe("a poller that follows the cursor while documents are issued", () => {
  it("sees each change exactly once", { timeout: 600_000 }, async () => {
    const { feedDocuments, feedClients: clients } = env.TEST_BUDGET;
    const perClient = Math.ceil(feedDocuments / clients);
    const tenant = await createTenant({ numbersLeft: 10_000, allowance: 10_000 });
    const seen: WireChange[] = [];
    let isIssuing = true;
    const poll = async () => {
      let after: string | undefined;
      for (;;) {
        const isLast = !isIssuing;
        const answer = await readFeed(tenant, { limit: 7, wait: 1, ...(after === undefined ? {} : { after }) });
        seen.push(...changesOf(answer));
        after = answer.body.cursor;
        if (isLast && answer.body.cambios.length === 0) return;
      }
    };
    const polling = poll();
    const ids = await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        const issued: unknown[] = [];
        for (let index = 0; index < perClient; index += 1) {
          const kind = KINDS[(client + index) % KINDS.length] ?? byModule("dse");
          const answer = await kind.post(
            tenant,
            `${client}-${index}`,
            kind.tagged(index % 5 === 4 ? "Ana #rechazo" : "Ana"),
          );
          issued.push(answer.body.factura_id ?? answer.body.documento?.id);
        }
        return issued;
      }),
    );
    isIssuing = false;
    await polling;
    const documents = ids.flat();
    expect(new Set(documents).size).toBe(clients * perClient);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
    const typesOf = (id: unknown) => seen.filter(({ documento }) => documento.id === id).map(({ tipo }) => tipo);
    for (const id of documents) {
      expect([
        ["documento.creado", "documento.aceptado"],
        ["documento.creado", "documento.rechazado"],
      ]).toContainEqual(typesOf(id));
    }
    expect(seen).toHaveLength(documents.length * 2);
    const instants = seen.map(({ fecha }) => fecha);
    expect(instants).toEqual([...instants].sort());
  });
});
