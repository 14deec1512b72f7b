// Tests what an audit by the cron finds in journals and rows, sound and tampered with: no more, no less, and nothing is
// changed.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { auditJournals } from "../../src/cron/journal-audit.ts";
import type { JournalAudit } from "../../src/issuance/contract/calls.ts";
import { insertAudits, listJournalFindings, listNewestAudits } from "../../src/store/audit/journal-audits.ts";
import { openDatabase, run } from "../../src/store/base/db.ts";
import { readEntries } from "../../src/store/document/documents.ts";
import { setClockAhead } from "../support/clock.ts";
import {
  type CrashPoint,
  driveByAlarms,
  inspectStorage,
  killInstance,
  live,
  loseJournal,
  readRecord,
} from "../support/issuance-object.ts";
import { KINDS, type Kind } from "../support/kind.ts";
import { listSendings } from "../support/ledger.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

const at = (point: string, visit = 1): CrashPoint => ({ point, visit, writes: "saved" });
/** Every point at which a journal may stand, and whether the document goes on to its end. */
const POINTS: readonly { readonly tag: string; readonly crash?: CrashPoint }[] = [
  { tag: "", crash: at("signer.sign before") },
  { tag: "", crash: at("archive.putOnce before") },
  { tag: "", crash: at("authority.send before") },
  { tag: "", crash: at("authority.send after") },
  { tag: "#silencio", crash: at("ledger.project before") },
  { tag: "", crash: at("ledger.project before") },
  { tag: "", crash: at("ledger.project after") },
  { tag: "" },
  { tag: "#rechazo" },
  { tag: "#perdido" },
];

beforeEach(() => {
  setClockAhead();
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

interface Found {
  readonly asked: number;
  readonly found: readonly { readonly documentId: number; readonly what: string; readonly detail: string }[];
}

/** An order, worked off by as many runs of the cron as it takes. */
async function audit(tenant: Tenant, state = "", most?: number): Promise<Found> {
  const scope = { companyId: tenant.companyId, state };
  await run(openDatabase(env.DB), insertAudits(scope));
  for (let runs = 0; runs < 50; runs += 1) {
    await auditJournals(env, Date.now(), most);
    const [one] = await listNewestAudits(openDatabase(env.DB), scope);
    if (one?.closedAt == null) continue;
    const found = await listJournalFindings(openDatabase(env.DB), [one.id]);
    return { asked: one.asked, found: found.map(({ companyId: _, ...rest }) => rest) };
  }
  throw new Error("fifty runs did not work the order off");
}

/** A document that stands at a point, or at its end. */
async function issue(kind: Kind, tenant: Tenant, key: string, tag = "", crash?: CrashPoint): Promise<string> {
  const name = kind.nameOf(tenant, key);
  const command = await kind.toCommand(tenant, key, kind.tagged(tag));
  await live(name, (engine) => engine.issue(command), { crash });
  if (crash === undefined) await driveByAlarms(name);
  return name;
}

/** Changes the storage of an object behind its back. */
async function tamper(name: string, sql: string): Promise<void> {
  await runInDurableObject(env.ISSUANCE.getByName(name), (_, { storage }) => {
    storage.sql.exec(sql);
  });
  await killInstance(name);
}

const inBody = (member: string, value: string) =>
  `UPDATE journal SET revision = revision + 1, body = json_set(body, '$.${member}', ${value}) WHERE id = 1`;

describe.each(KINDS)("$title", (kind) => {
  it("a sound ledger has no findings, at any point where a document stands, and nothing is changed or sent", async () => {
    const tenant = await createTenant();
    const names: string[] = [];
    for (const [index, { tag, crash }] of POINTS.entries()) {
      names.push(await issue(kind, tenant, `sound-${index}`, tag, crash));
    }
    const look = async () => ({
      records: await Promise.all(names.map(readRecord)),
      storage: await Promise.all(names.map(inspectStorage)),
      rows: (await env.DB.prepare("SELECT * FROM documents WHERE company_id = ?1").bind(tenant.companyId).all())
        .results,
      sendings: await listSendings(tenant.nit),
    });
    const before = await look();
    expect(await audit(tenant)).toEqual({ asked: POINTS.length, found: [] });
    expect(await look()).toEqual(before);
  });

  const ends = [
    {
      damage: "another state",
      sql: inBody("state", "'rechazado'"),
      says: /^state: D1 says aceptado, the journal rechazado$/,
    },
    {
      damage: "another digest",
      sql: inBody("xmlSha256", "'00ff'"),
      says: /^digest of the signed file: D1 says [0-9a-f]{64}, the journal 00ff$/,
    },
    {
      damage: "another path",
      sql: inBody("xmlPath", "'documents/other.xml'"),
      says: /^path of the signed file: D1 says documents\/\S+, the journal documents\/other.xml$/,
    },
    {
      damage: "no fiscal id",
      sql: inBody("fiscalId", "NULL"),
      says: /^fiscal id: D1 says [0-9a-f]{96}, the journal nothing$/,
    },
    { damage: "another number", sql: inBody("numbering.number", "77"), says: /^number: D1 says 2, the journal 77$/ },
    {
      damage: "another fingerprint",
      sql: inBody("fingerprint", "'f'"),
      says: /^fingerprint: D1 says [\w:]+, the journal f$/,
    },
    {
      damage: "another total",
      sql: inBody("summary.total", "'1.00'"),
      says: /^total: D1 says [\d.]+, the journal 1.00$/,
    },
    {
      damage: "another verdict",
      sql: inBody("verdict.isValid", "json('false')"),
      says: /^validity: D1 says true, the journal false$/,
    },
    { damage: "another key's journal", sql: inBody("name", "'other'"), says: /^key: the journal is another key's$/ },
    {
      damage: "an earlier version",
      sql: "UPDATE journal SET revision = 99, body = json_set(body, '$.version', 2, '$.projectedVersion', 2)",
      says: /^version: D1 says \d+, the journal only 2$/,
    },
    {
      damage: "half a record",
      sql: "UPDATE journal SET body = substr(body, 1, 40)",
      says: /^the journal cannot be read \(SyntaxError\)$/,
    },
  ];
  it.each(ends)("a settled journal with $damage is found", async ({ sql, says }) => {
    const tenant = await createTenant();
    await issue(kind, tenant, "sound");
    const name = await issue(kind, tenant, "damaged");
    const documentId = (await readRecord(name))?.documentId;
    await tamper(name, sql);
    expect(await audit(tenant)).toEqual({
      asked: 2,
      found: [{ documentId, what: "different", detail: expect.stringMatching(says) }],
    });
  });

  const open = [
    {
      damage: "changed bytes",
      crash: at("archive.putOnce before"),
      sql: "UPDATE journal SET body = x'3c' WHERE name = 'signed'",
      says: /^signed file: the journal's bytes have [0-9a-f]{64}, its record says [0-9a-f]{64}$/,
    },
    {
      damage: "no bytes, before they were archived",
      crash: at("archive.putOnce before"),
      sql: "DELETE FROM journal WHERE name = 'signed'",
      says: /^signed file: neither in the journal nor, as far as that knows, in the archive$/,
    },
    {
      damage: "a state before the barrier",
      crash: at("authority.send after"),
      sql: inBody("state", "'firmado'"),
      says: /^state: D1 says sending, the journal firmado$/,
    },
  ];
  it.each(open)("an open journal with $damage is found", async ({ crash, sql, says }) => {
    const tenant = await createTenant();
    const name = await issue(kind, tenant, "open", "", crash);
    // D1 shows what the journal knows, as after a slow answer.
    const record = await readRecord(name);
    await env.DB.prepare(
      "UPDATE documents SET version = ?2, state = ?3, xml_sha256 = unhex(?4), xml_path = ?5, fiscal_id = unhex(?6), file_name = ?7 WHERE id = ?1",
    )
      .bind(
        record?.documentId,
        record?.version,
        record?.state,
        record?.xmlSha256,
        record?.xmlPath,
        record?.fiscalId,
        record?.fileName,
      )
      .run();
    expect((await audit(tenant)).found).toEqual([]);
    await tamper(name, sql);
    expect((await audit(tenant)).found).toMatchObject([{ what: "different", detail: expect.stringMatching(says) }]);
  });

  it("a lost journal is found, and once its client has brought it back nothing is wrong", async () => {
    const tenant = await createTenant();
    const name = await issue(kind, tenant, "lost");
    const documentId = (await readRecord(name))?.documentId;
    await loseJournal(name);
    const lost = { documentId, what: "lost", detail: "its object remembers nothing" };
    expect(await audit(tenant)).toEqual({ asked: 1, found: [lost] });
    // The audit itself adopts nothing.
    expect(await audit(tenant)).toEqual({ asked: 1, found: [lost] });
    expect((await kind.post(tenant, "lost", kind.tagged(""))).status).toBe(200);
    expect((await readRecord(name))?.isAdopted).toBe(true);
    expect(await audit(tenant)).toEqual({ asked: 1, found: [] });
  });

  const rows = [
    { damage: "another state", sql: "state = 'rechazado'", says: /^state: D1 says rechazado, the journal aceptado$/ },
    { damage: "another total", sql: "total = '1.00'", says: /^total: D1 says 1.00, the journal [\d.]+$/ },
    { damage: "another fingerprint", sql: "fingerprint = 'f'", says: /^fingerprint: D1 says f, the journal [\w:]+$/ },
    { damage: "an earlier version", sql: "version = 2", says: /^version: D1 says 2, and was shown \d+$/ },
    { damage: "a later version", sql: "version = 99", says: /^version: D1 says 99, the journal only \d+$/ },
    { damage: "a verdict that is no JSON", sql: "verdict = '{'", says: /^its row cannot be read \(SyntaxError\)$/ },
    {
      damage: "a range that is gone",
      sql: "range_id = 999999999",
      says: /^its row names a range that D1 does not have$/,
    },
  ];
  it.each(rows)("a row with $damage is found", async ({ sql, says }) => {
    const tenant = await createTenant();
    await issue(kind, tenant, "row");
    await env.DB.prepare(`UPDATE documents SET ${sql} WHERE company_id = ?1`).bind(tenant.companyId).run();
    expect((await audit(tenant)).found).toMatchObject([{ what: "different", detail: expect.stringMatching(says) }]);
  });

  it("a document that went on since its row was read is no finding", async () => {
    const tenant = await createTenant();
    const name = await issue(kind, tenant, "going", "", at("authority.send after"));
    const documentId = (await readRecord(name))?.documentId ?? 0;
    const stale = (await readEntries(openDatabase(env.DB), [documentId])).get(documentId);
    if (stale === undefined || "unreadable" in stale) throw new Error("no row");
    await driveByAlarms(name);
    expect((await readRecord(name))?.state).toBe("aceptado");
    const answer = (await env.ISSUANCE.getByName(name).audit(name, stale)) as JournalAudit;
    expect(answer).toEqual({ type: "agrees" });
  });
});

describe("an order", () => {
  const [kind] = KINDS as readonly [Kind, ...Kind[]];

  it("asks a bounded number of objects per run and counts each object once, also beside another run", async () => {
    const tenant = await createTenant();
    for (let index = 0; index < 5; index += 1) await issue(kind, tenant, `many-${index}`);
    await tamper(kind.nameOf(tenant, "many-3"), inBody("state", "'rechazado'"));
    const scope = { companyId: tenant.companyId, state: "" };
    await run(openDatabase(env.DB), insertAudits(scope));
    await run(openDatabase(env.DB), insertAudits(scope));
    expect(await auditJournals(env, Date.now(), 2)).toBe(2);
    expect(await listNewestAudits(openDatabase(env.DB), scope)).toMatchObject([{ asked: 2, closedAt: null }]);
    await Promise.all([auditJournals(env, Date.now(), 2), auditJournals(env, Date.now(), 2)]);
    expect(await listNewestAudits(openDatabase(env.DB), scope)).toMatchObject([{ asked: 4, closedAt: null }]);
    // The open order is gone on with, and reported once.
    expect(await audit(tenant, "", 2)).toMatchObject({ asked: 5, found: [{ what: "different" }] });
  });

  it("asks only what it is about: one company, one state, and no document that came later", async () => {
    const [tenant, other] = [await createTenant(), await createTenant()];
    await issue(kind, other, "other");
    await issue(kind, tenant, "accepted");
    await issue(kind, tenant, "unknown", "#perdido");
    expect(await audit(tenant, "send_unknown")).toEqual({ asked: 1, found: [] });
    expect(await audit(tenant, "rechazado")).toEqual({ asked: 0, found: [] });
    await run(openDatabase(env.DB), insertAudits({ companyId: tenant.companyId, state: "" }));
    await issue(kind, tenant, "later");
    expect(await audit(tenant)).toEqual({ asked: 2, found: [] });
  });
});
