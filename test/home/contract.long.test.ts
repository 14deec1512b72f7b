// Tests the API for two companies in two databases, and for one while it moves from one to the other.

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { nextClientId, seedIds } from "../../operator/move/ids.ts";
import { beginMove, goOn, type MoveWorld } from "../../operator/move/mover.ts";
import { retireJournals } from "../../src/cron/retire-journals.ts";
import type { Env } from "../../src/env.ts";
import { openDatabase, runAll } from "../../src/store/base/db.ts";
import { get, getSupportDocument, postInvoice, postNote, postSupportDocument } from "../support/api.ts";
import { runCron } from "../support/cron.ts";
import { listSendingsOf } from "../support/ledger.ts";
import { sampleInvoice, sampleSupportDocument, taggedInvoice } from "../support/sample.ts";
import { createMover, moveToSecond, prepareSecond } from "../support/second-database.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

const tenants = new Map<string, Tenant>();
beforeAll(async () => {
  tenants.set("first", await createTenant());
  const second = await createTenant();
  await moveToSecond(second.companyId);
  tenants.set("second", second);
});

const pick = (name: string): Tenant => {
  const tenant = tenants.get(name);
  if (tenant === undefined) throw new Error("no such tenant");
  return tenant;
};

const v2 = { version: "v2" } as const;

async function countRows(tenant: Tenant): Promise<(number | undefined)[]> {
  const count = async (db: D1Database | undefined) => {
    const row = await db
      ?.prepare("SELECT count(*) AS n FROM documents WHERE company_id = ?1")
      .bind(tenant.companyId)
      .first<{ n: number }>();
    return row?.n;
  };
  return [await count(env.DB), await count(env.DB1)];
}

describe.each([
  ["first", "second", 0],
  ["second", "first", 1],
] as const)("a company in the %s database", (name, otherName, at) => {
  it("issues an invoice, once for one key, and shows it in lists, by id and in the feed", async () => {
    const tenant = pick(name);
    const draft_key = crypto.randomUUID();
    const body = sampleInvoice({ draft_key });
    const issued = await postInvoice(tenant, body);
    expect(issued).toMatchObject({ status: 201, body: { estado: "aceptado", idempotent: false } });
    const { factura_id } = issued.body;
    expect(factura_id > 100_000_000).toBe(at === 1);
    expect(await postInvoice(tenant, body)).toMatchObject({ body: { factura_id, idempotent: true } });
    expect(await postInvoice(tenant, { ...body, observaciones: "otra" })).toMatchObject({ status: 409 });
    expect(await get(tenant, `/fe/docs/${factura_id}`)).toMatchObject({ status: 200 });
    expect(JSON.stringify((await get(tenant, "/fe/docs")).body)).toContain(`"id":${factura_id}`);
    const feed = await get(tenant, "/cambios", v2);
    expect(JSON.stringify(feed.body)).toContain(String(factura_id));
    const rows = await countRows(tenant);
    expect(rows.map((count) => (count ?? 0) > 0)).toEqual([at === 0, at === 1]);
  });

  it("issues a support document and notes", async () => {
    const tenant = pick(name);
    const key = crypto.randomUUID();
    const issued = await postSupportDocument(tenant, key, sampleSupportDocument());
    expect(issued.status).toBe(201);
    const again = await postSupportDocument(tenant, key, sampleSupportDocument());
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await getSupportDocument(tenant, issued.body.documento.id)).toMatchObject({ status: 200 });
    const invoice = await postInvoice(tenant, sampleInvoice({ draft_key: crypto.randomUUID() }));
    const { factura_id } = invoice.body;
    expect(await postNote(tenant, "91", crypto.randomUUID(), { factura_id })).toMatchObject({
      status: 201,
      body: { factura_id, estado: "aceptado" },
    });
  });

  it("is not reached with the other one's token, nor without any", async () => {
    const tenant = pick(name);
    const { token } = pick(otherName);
    expect(await get(tenant, "/fe/docs", { token })).toMatchObject({ status: 403, body: { code: "wrong_company" } });
    expect(await postInvoice(tenant, sampleInvoice(), { token })).toMatchObject({ status: 403 });
    expect(await get(tenant, "/fe/docs", { token: `${tenant.token}x` })).toMatchObject({ status: 401 });
  });

  it("has its uncertain documents settled", async () => {
    const tenant = pick(name);
    const sale = taggedInvoice("#silencio", { draft_key: crypto.randomUUID() });
    await postInvoice(tenant, sale);
    await expect.poll(async () => (await postInvoice(tenant, sale)).body.estado).toBe("aceptado");
  });
});

describe("a company that moves", () => {
  /** Stops the mover before its step in a state, to look around. */
  async function moveAround(tenant: Tenant, state: string, look: () => Promise<void>): Promise<void> {
    await prepareSecond();
    const world = createMover(tenant.companyId);
    await beginMove(world, 1);
    let hasLooked = false;
    const shards = world.shards.map((execute): MoveWorld["shards"][number] => async (queries) => {
      const row = await env.DB.prepare("SELECT move ->> '$.state' AS state FROM companies WHERE id = ?1")
        .bind(tenant.companyId)
        .first<{ state: string }>();
      if (!hasLooked && row?.state === state) {
        hasLooked = true;
        await look();
      }
      return execute(queries);
    });
    await goOn({ ...world, shards });
    expect(hasLooked).toBe(true);
  }

  it("gets 503 for new documents while it is closed, and reads go on; then it issues with the next number", async () => {
    const tenant = await createTenant();
    const before = await postInvoice(tenant, sampleInvoice({ draft_key: "antes" }));
    await moveAround(tenant, "catching-up", async () => {
      const refused = await postInvoice(tenant, sampleInvoice({ draft_key: "durante" }));
      expect(refused.status).toBe(503);
      expect(refused.headers.get("retry-after")).not.toBeNull();
      expect(await get(tenant, `/fe/docs/${before.body.factura_id}`)).toMatchObject({ status: 200 });
      expect(await get(tenant, "/fe/docs")).toMatchObject({ status: 200 });
      expect(await postInvoice(tenant, sampleInvoice({ draft_key: "antes" }))).toMatchObject({
        body: { factura_id: before.body.factura_id, idempotent: true },
      });
    });
    const after = await postInvoice(tenant, sampleInvoice({ draft_key: "despues" }));
    await expect
      .poll(async () => (await postInvoice(tenant, sampleInvoice({ draft_key: "durante" }))).body.estado)
      .toBe("aceptado");
    expect(after.status).toBe(201);
    const numbers = await env.DB1?.prepare("SELECT number FROM documents WHERE company_id = ?1 ORDER BY number")
      .bind(tenant.companyId)
      .all<{ number: number }>();
    const first = before.body.consecutivo;
    expect(numbers?.results.map(({ number }) => number)).toEqual([first, first + 1, first + 2]);
  });

  it("keeps a key for the content that was answered with 202 while it was closed, and issues it without its client", async () => {
    const tenant = await createTenant();
    const body = sampleInvoice({ draft_key: "prometida" });
    let statuses: number[] = [];
    await moveAround(tenant, "catching-up", async () => {
      statuses = [(await postInvoice(tenant, body)).status, (await postInvoice(tenant, body)).status];
    });
    expect(statuses).toEqual([503, 202]);
    const state = "SELECT state FROM documents WHERE company_id = ?1 AND idempotency_key = 'prometida'";
    const row = () => env.DB1?.prepare(state).bind(tenant.companyId).first();
    await expect.poll(row, { timeout: 120_000 }).toEqual({ state: "aceptado" });
    expect((await postInvoice(tenant, { ...body, observaciones: "otra" })).status).toBe(409);
  });

  it("takes a document in process along, which is sent once and settled in the new database", async () => {
    const tenant = await createTenant();
    const sale = taggedInvoice("#silencio", { draft_key: "incierta" });
    const { body } = await postInvoice(tenant, sale);
    await moveToSecond(tenant.companyId);
    await expect.poll(async () => (await postInvoice(tenant, sale)).body.estado).toBe("aceptado");
    const state = "SELECT state FROM documents WHERE company_id = ?1";
    const row = await env.DB1?.prepare(state).bind(tenant.companyId).first();
    expect(row).toEqual({ state: "aceptado" });
    expect(await listSendingsOf(body.cufe)).toHaveLength(1);
  });

  it("is brought further by the cron where it lives, and what it left behind stays as it is", async () => {
    const tenant = await createTenant();
    await postInvoice(tenant, taggedInvoice("#silencio"));
    await moveToSecond(tenant.companyId);
    const stale = () =>
      env.DB.prepare("SELECT state, updated_at, version FROM documents WHERE company_id = ?1")
        .bind(tenant.companyId)
        .all();
    const before = (await stale()).results;
    await runCron(tenant.companyId, Date.now() + 86_400_000);
    await expect
      .poll(async () => {
        const { results } = (await env.DB1?.prepare("SELECT state FROM documents WHERE company_id = ?1")
          .bind(tenant.companyId)
          .all()) ?? { results: [] };
        return results[0]?.state;
      })
      .toBe("aceptado");
    expect((await stale()).results).toEqual(before);
  });
});

it("D1 keeps and shows what it gave as ids: a database begins at its own, and never twice at them", async () => {
  const tenant = await createTenant();
  await moveToSecond(tenant.companyId);
  await postInvoice(tenant, sampleInvoice());
  const second = openDatabase(env.DB1 ?? env.DB);
  const given = async () =>
    (await env.DB1?.prepare("SELECT name, seq FROM sqlite_sequence ORDER BY name").all())?.results;
  const before = await given();
  expect(before?.length).toBeGreaterThan(5);
  expect(await nextClientId(second)).toBeGreaterThan(100_000_000);
  await runAll(second, seedIds(1));
  expect(await given()).toEqual(before);
});

it("a new counterpart has the id after the greatest of its database, also behind a company that came with lower ones", async () => {
  const tenant = await createTenant();
  await moveToSecond(tenant.companyId);
  const greatest = () => env.DB1?.prepare("SELECT max(id) AS id FROM third_parties").first<{ id: number }>();
  const before = (await greatest())?.id ?? 0;
  expect(before).toBeGreaterThanOrEqual(2 ** 22);
  await postInvoice(tenant, sampleInvoice());
  expect((await greatest())?.id).toBe(before + 1);
});

it("journals retire in the database to which their company went, of documents that came to rest before and there", async () => {
  const tenant = await createTenant();
  const sales = [sampleInvoice({ draft_key: "reposada" }), taggedInvoice("#silencio", { draft_key: "vieja" })];
  for (const sale of sales) await postInvoice(tenant, sale);
  await moveToSecond(tenant.companyId);
  for (const sale of sales)
    await expect.poll(async () => (await postInvoice(tenant, sale)).body.estado).toBe("aceptado");
  const answers = await Promise.all(sales.map(async (sale) => (await postInvoice(tenant, sale)).body));
  const objects = sales.map(({ draft_key: key }) => env.ISSUANCE.getByName(`fe:${tenant.companyId}:${key}`));
  const reservedAt = new Date(Date.now() - 37 * 86_400_000).toISOString();
  for (const object of objects) await runInDurableObject(object, (_, { storage }) => age(storage.sql, reservedAt));
  const first = Math.min(...answers.map(({ factura_id: id }) => id));
  for (const db of [env.DB, env.DB1]) {
    const update = "UPDATE documents SET reserved_at = ?2 WHERE company_id = ?1";
    await db?.prepare(update).bind(tenant.companyId, reservedAt).run();
    const reach = "INSERT INTO walks VALUES ('retire', ?1) ON CONFLICT DO UPDATE SET last_id = excluded.last_id";
    await db
      ?.prepare(reach)
      .bind(first - 1)
      .run();
  }
  expect(await retireJournals(env as unknown as Env, Date.now())).toBe(sales.length);
  for (const object of objects) {
    const tables = await runInDurableObject(object, (_, { storage }) => listTables(storage.sql));
    expect(tables).not.toContain("journal");
  }
  for (const [index, sale] of sales.entries()) {
    const { factura_id, cufe } = answers[index];
    expect(await postInvoice(tenant, sale)).toMatchObject({
      status: 200,
      body: { factura_id, cufe, idempotent: true },
    });
  }
});

function age(sql: SqlStorage, reservedAt: string): void {
  const [row] = sql.exec("SELECT body FROM journal WHERE id = 1").toArray();
  const record = JSON.parse(String(row?.body));
  const changes = record.changes.map((change: object) => ({ ...change, at: reservedAt }));
  const body = JSON.stringify({ ...record, reservedAt, changes });
  sql.exec("UPDATE journal SET body = ?, revision = revision + 1 WHERE id = 1", body);
}

function listTables(sql: SqlStorage): unknown[] {
  return sql
    .exec("SELECT name FROM sqlite_master")
    .toArray()
    .map(({ name }) => name);
}
