// Tests that an object of a document that came to rest long ago empties itself, and that its key answers as before.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { retireJournals } from "../../src/cron/retire-journals.ts";
import type { Env } from "../../src/env.ts";
import { snapshotPath } from "../../src/store/archive/files.ts";
import { readLatePage } from "../../src/store/audit/walks.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { call } from "../support/api.ts";
import { sampleSupportDocument } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

const DAY_MS = 24 * 3_600_000;

const post = (tenant: Tenant, body: unknown) =>
  call("POST", `/companies/${tenant.companyId}/dse/documentos`, body, {
    token: tenant.token,
    headers: { "idempotency-key": "old" },
  });

const nameOf = ({ companyId, clientId }: Tenant) => `dse:${companyId}:${clientId}:old`;

/** The record and the row of the only document, reserved and come to rest so many days earlier. */
async function age(tenant: Tenant, days: number, restedDays = days): Promise<void> {
  const [reservedAt, restedAt] = [days, restedDays].map((ago) => new Date(Date.now() - ago * DAY_MS).toISOString());
  const update = "UPDATE documents SET reserved_at = ?2, updated_at = datetime(?3) WHERE company_id = ?1";
  await env.DB.prepare(update).bind(tenant.companyId, reservedAt, restedAt).run();
  await runInDurableObject(env.ISSUANCE.getByName(nameOf(tenant)), (_, { storage }) => {
    const [row] = storage.sql.exec("SELECT body FROM journal WHERE id = 1").toArray();
    const record = JSON.parse(String(row?.body));
    const changes = record.changes.map((change: object) => ({ ...change, at: restedAt }));
    const body = JSON.stringify({ ...record, reservedAt, changes });
    storage.sql.exec("UPDATE journal SET body = ?, revision = revision + 1 WHERE id = 1", body);
  });
}

const retire = (tenant: Tenant) => env.ISSUANCE.getByName(nameOf(tenant)).retire(nameOf(tenant));

const countTables = (tenant: Tenant) =>
  runInDurableObject(env.ISSUANCE.getByName(nameOf(tenant)), async (_, { storage }) => ({
    tables: storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'journal'").toArray().length,
    alarm: await storage.getAlarm(),
  }));

it("is empty after 35 days, and its key answers as before, without a warning or a number", async () => {
  const tenant = await createTenant();
  const body = sampleSupportDocument();
  await post(tenant, body);
  const before = await post(tenant, body);
  const other = await post(tenant, sampleSupportDocument({ forma_pago: "1" }));
  const conflictBefore = { ...other.body, request_id: 0 };
  await age(tenant, 34);
  await retire(tenant);
  expect((await countTables(tenant)).tables).toBe(1);
  await age(tenant, 36);
  await retire(tenant);
  expect(await countTables(tenant)).toEqual({ tables: 0, alarm: null });
  const again = await post(tenant, body);
  expect([again.status, { ...again.body, request_id: 0 }]).toEqual([200, { ...before.body, request_id: 0 }]);
  const conflict = await post(tenant, sampleSupportDocument({ forma_pago: "1" }));
  expect([conflict.status, { ...conflict.body, request_id: 0 }]).toEqual([409, conflictBefore]);
  const [documents] = (
    await env.DB.prepare("SELECT count(*) AS n FROM documents WHERE company_id = ?1").bind(tenant.companyId).all()
  ).results;
  const alerts = await env.DB.prepare("SELECT code FROM alerts WHERE company_id = ?1").bind(tenant.companyId).all();
  expect([documents, alerts.results]).toEqual([{ n: 1 }, []]);
  expect(await countTables(tenant)).toEqual({ tables: 0, alarm: null });
});

it.each<[string, (tenant: Tenant, xmlPath: string) => Promise<unknown>]>([
  [
    "its row is gone",
    // Its id stays given: alerts are about ids.
    ({ companyId }) =>
      env.DB.batch([
        env.DB.prepare("INSERT INTO given_ids SELECT max(id) FROM documents"),
        env.DB.prepare("DELETE FROM documents WHERE company_id = ?1").bind(companyId),
      ]),
  ],
  [
    "its row says another total",
    ({ companyId }) =>
      env.DB.prepare("UPDATE documents SET total = '1.00' WHERE company_id = ?1").bind(companyId).run(),
  ],
  ["its signed file is gone", (_, path) => env.FILES.delete(path)],
  ["its signed file is another", (_, path) => env.FILES.put(path, "other")],
  ["its facts are gone", (_, path) => env.FILES.delete(snapshotPath(path))],
  ["its facts are another document's", (_, path) => env.FILES.put(snapshotPath(path), '{"format":1,"row":{}}')],
])("keeps its journal when %s, and says so", async (_title, damage) => {
  const tenant = await createTenant();
  await post(tenant, sampleSupportDocument());
  await age(tenant, 36);
  const row = await env.DB.prepare("SELECT xml_path FROM documents WHERE company_id = ?1")
    .bind(tenant.companyId)
    .first<{ xml_path: string }>();
  await damage(tenant, row?.xml_path ?? "");
  await retire(tenant);
  expect((await countTables(tenant)).tables).toBe(1);
  const alerts = "SELECT code FROM alerts WHERE company_id = ?1";
  const readAlerts = async () => (await env.DB.prepare(alerts).bind(tenant.companyId).all()).results;
  await expect.poll(readAlerts).toEqual([{ code: "journal_not_retired" }]);
});

it("is asked by the cron, which walks on past young and open ones only when they are old", async () => {
  const tenant = await createTenant();
  await post(tenant, sampleSupportDocument());
  const row = await env.DB.prepare("SELECT id FROM documents WHERE company_id = ?1")
    .bind(tenant.companyId)
    .first<{ id: number }>();
  const reach = "INSERT INTO walks VALUES ('retire', ?1) ON CONFLICT DO UPDATE SET last_id = excluded.last_id";
  await env.DB.prepare(reach)
    .bind((row?.id ?? 0) - 1)
    .run();
  const run = () => retireJournals(env as unknown as Env, Date.now());
  const reached = async () =>
    (await env.DB.prepare("SELECT last_id FROM walks WHERE name = 'retire'").first<{ last_id: number }>())?.last_id;
  expect([await run(), await reached()]).toEqual([0, (row?.id ?? 0) - 1]);
  await age(tenant, 37);
  expect([await run(), await reached()]).toEqual([1, row?.id]);
  expect((await countTables(tenant)).tables).toBe(0);
});

it("is asked by the cron as well when it came to rest long after the walk by id had passed it", async () => {
  const tenant = await createTenant();
  await post(tenant, sampleSupportDocument());
  const run = () => retireJournals(env as unknown as Env, Date.now());
  const walkTo = (name: string, reached: string) =>
    env.DB.prepare(
      `INSERT INTO walks SELECT ?1, ${reached} FROM documents WHERE company_id = ?2
        ON CONFLICT DO UPDATE SET last_id = excluded.last_id`,
    )
      .bind(name, tenant.companyId)
      .run();
  await age(tenant, 400, 35.5);
  await walkTo("retire", "id");
  await walkTo("retire-late", "unixepoch(updated_at) - 1");
  expect(await run()).toBe(0);
  expect((await countTables(tenant)).tables).toBe(1);
  await age(tenant, 400, 36.5);
  await walkTo("retire-late", "unixepoch(updated_at) - 1");
  expect(await run()).toBe(1);
  expect((await countTables(tenant)).tables).toBe(0);
  expect(await run()).toBe(0);
});

it("walks by rest through nothing but what rested late", async () => {
  const prepare = vi.spyOn(env.DB, "prepare");
  await readLatePage(openDatabase(env.DB), 200, "2026-01-01T00:00:00Z");
  const [[sql] = [""]] = prepare.mock.calls;
  prepare.mockRestore();
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...(sql.match(/\?/g) ?? []))
    .all<{ detail: string }>();
  const plan = results.map(({ detail }) => detail).filter((detail) => /documents/.test(detail));
  expect(plan).toHaveLength(2);
  for (const step of plan)
    expect(step).toMatch(/^SEARCH documents USING (COVERING )?INDEX documents_rested_late \(updated_at>\?/);
});
