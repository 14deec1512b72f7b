// Tests a D1 that loses its documents: what the archive and the journals know brings every row back, and no number is given
// twice.

import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { rebuildDocuments } from "../../src/store/archive/rebuild.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { readArchiveOf } from "../support/archive-reader.ts";
import { setClockAhead } from "../support/clock.ts";
import { runCron } from "../support/cron.ts";
import { expectConsecutive } from "../support/final-state.ts";
import { type CrashPoint, driveByAlarms, live, loseJournal, readRecord } from "../support/issuance-object.ts";
import { KINDS, type Kind } from "../support/kind.ts";
import { listSendings } from "../support/ledger.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

type Row = Record<string, unknown>;

/** Everything of a company that an issuance wrote. Times of rows are those of the clock, not of the document. */
async function readRows({ companyId }: Tenant): Promise<Record<string, Row[]>> {
  const tables = ["documents", "third_parties", "signed_names", "ranges", "plans", "file_sequences", "document_days"];
  const entries = tables.map(async (table) => {
    // A day of which every document is gone counts nothing.
    const isCounted = table === "document_days" ? "AND approved + rejected + pending > 0" : "";
    const sql = `SELECT * FROM ${table} WHERE company_id = ?1 ${isCounted} ORDER BY 1, 2, 3`;
    const { results } = await env.DB.prepare(sql).bind(companyId).all<Row>();
    const rows = results.map(({ created_at: _c, updated_at: _u, due_at: due, ...row }) => ({
      ...row,
      isDue: due !== null,
    }));
    return [table, rows] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Documents, third parties and counters go; configuration comes back from its export. */
async function loseRows({ companyId }: Tenant): Promise<void> {
  await env.DB.batch(
    [
      "DELETE FROM documents WHERE company_id = ?1",
      "DELETE FROM third_parties WHERE company_id = ?1",
      "DELETE FROM file_sequences WHERE company_id = ?1",
      "DELETE FROM document_days WHERE company_id = ?1",
      "UPDATE ranges SET next_number = from_number WHERE company_id = ?1",
      "UPDATE plans SET used = 0 WHERE company_id = ?1",
    ].map((sql) => env.DB.prepare(sql).bind(companyId)),
  );
}

const rebuild = (tenant: Tenant) =>
  rebuildDocuments(openDatabase(env.DB), readArchiveOf(tenant.companyId), new Date().toISOString());

/** The cron at a later minute: alarms have had their grace by then. */
const runLater = (tenant: Tenant) => runCron(tenant.companyId, Date.now() + 3 * 60_000);

const TAGS = ["", "#rechazo", "#aviso", "#proceso", "#silencio"];

/** One document of each fate, all settled but one that is `send_unknown`. */
async function issueSome(kind: Kind, tenant: Tenant): Promise<readonly string[]> {
  const names: string[] = [];
  for (const [index, tag] of [...TAGS, "#perdido"].entries()) {
    const key = `lost-${index}`;
    await kind.post(tenant, key, kind.tagged(tag));
    await driveByAlarms(kind.nameOf(tenant, key));
    names.push(kind.nameOf(tenant, key));
  }
  return names;
}

beforeEach(() => {
  setClockAhead();
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

describe.each(KINDS)("$title", (kind) => {
  it("settled documents come back from the archive alone, equal", async () => {
    const tenant = await createTenant();
    for (const [index, tag] of TAGS.entries()) {
      await kind.post(tenant, `equal-${index}`, kind.tagged(tag));
      await driveByAlarms(kind.nameOf(tenant, `equal-${index}`));
      await loseJournal(kind.nameOf(tenant, `equal-${index}`));
    }
    const before = await readRows(tenant);
    await loseRows(tenant);
    expect(await rebuild(tenant)).toEqual({ restored: TAGS.length, stubs: 0, present: 0, problems: [] });
    expect(await readRows(tenant)).toEqual(before);
    expect(await rebuild(tenant)).toEqual({ restored: 0, stubs: 0, present: TAGS.length, problems: [] });
    expect(await readRows(tenant)).toEqual(before);
    await expectConsecutive(tenant, kind);
  });

  it("an open document comes back from its journal, whole, and its number is not given again", async () => {
    const tenant = await createTenant();
    const names = await issueSome(kind, tenant);
    const before = await readRows(tenant);
    await loseRows(tenant);
    expect(await rebuild(tenant)).toEqual({ restored: TAGS.length, stubs: 1, present: 0, problems: [] });
    // A new document takes the next number, although some are still only a stub.
    const next = kind.factsOf(await kind.post(tenant, "after", kind.sample()));
    expect(next.number).toBe(TAGS.length + 2);
    await runLater(tenant);
    const record = await readRecord(names.at(-1) ?? "");
    const find = async () => ((await readRows(tenant)).documents ?? []).find((row) => row.id === record?.documentId);
    await expect.poll(async () => (await find())?.version ?? 0).toBeGreaterThan(0);
    const open = await find();
    const was = (before.documents ?? []).find((row) => row.id === record?.documentId);
    expect(open).toEqual(was);
    await expectConsecutive(tenant, kind);
  });

  it("without a rebuild, a journal writes its lost row itself", async () => {
    const tenant = await createTenant();
    const crash: CrashPoint = { point: "authority.send after", visit: 1, writes: "saved" };
    const command = await kind.toCommand(tenant, "own-row", kind.sample());
    await live(command.name, (engine) => engine.issue(command), { crash });
    await loseRows(tenant);
    await driveByAlarms(command.name);
    const rows = await readRows(tenant);
    expect(rows.documents).toMatchObject([{ state: "aceptado", number: 1, issuance_name: command.name }]);
    expect((await kind.read(tenant, Number(rows.documents?.[0]?.id))).status).toBe(200);
    await expectConsecutive(tenant, kind);
    expect(await listSendings(tenant.nit)).toHaveLength(1);
  });

  it("archive alone: a document that had left is asked about, never sent again", async () => {
    const tenant = await createTenant();
    const crash: CrashPoint = { point: "authority.send after", visit: 1, writes: "saved" };
    const command = await kind.toCommand(tenant, "alone", kind.sample());
    await live(command.name, (engine) => engine.issue(command), { crash });
    await loseRows(tenant);
    await loseJournal(command.name);
    expect(await rebuild(tenant)).toEqual({ restored: 0, stubs: 1, present: 0, problems: [] });
    await runLater(tenant);
    await expect.poll(() => readRecord(command.name)).toBeDefined();
    await driveByAlarms(command.name);
    expect(await listSendings(tenant.nit)).toHaveLength(1);
    const rows = await readRows(tenant);
    expect(rows.documents).toMatchObject([{ state: "aceptado", number: 1 }]);
    expect((await kind.post(tenant, "alone", kind.sample())).status).toBe(200);
    expect((await kind.read(tenant, Number(rows.documents?.[0]?.id))).status).toBe(200);
    await expectConsecutive(tenant, kind);
  });

  it("a number that the archive knows is never sent under another document, even without a rebuild", async () => {
    const tenant = await createTenant();
    await kind.post(tenant, "first", kind.sample());
    await loseRows(tenant);
    const second = await kind.post(tenant, "second", kind.tagged("otro"));
    expect(second.status).toBe(202);
    expect(await listSendings(tenant.nit)).toHaveLength(1);
    expect((await readRecord(kind.nameOf(tenant, "second")))?.lastError?.reason).toBe("other-bytes");
  });
});
