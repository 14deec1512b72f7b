// Tests that today's code finishes the journals and rows of every released schema, frozen in every state, sends none twice, and
// shows clients the same document.
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { auditJournals } from "../../src/cron/journal-audit.ts";
import type { IssueRecord } from "../../src/issuance/contract/ports.ts";
import { createAuthority } from "../../src/issuance/port/authority-port.ts";
import { insertAudits, listJournalFindings, listNewestAudits } from "../../src/store/audit/journal-audits.ts";
import { openDatabase, run } from "../../src/store/base/db.ts";
import { loadCompany } from "../../src/store/company/companies.ts";
import { setClockAhead } from "../support/clock.ts";
import { driveByAlarms, liveAlarm, readRecord } from "../support/issuance-object.ts";
import { KINDS } from "../support/kind.ts";
import { listSendingsOf } from "../support/ledger.ts";
import { AUTHORITY_TEST_ORIGIN } from "../support/origin.ts";
import type { Tenant } from "../support/tenant.ts";
import {
  type Frozen,
  type FrozenObject,
  type Row,
  readHeld,
  thawDatabase,
  thawFiles,
  thawObject,
  unpack,
} from "./freezer.ts";
import { expectPresentAmongFrozen } from "./present.ts";
import { PACKED, RELEASES } from "./release.ts";

beforeEach(() => {
  setClockAhead();
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

async function register(frozen: Frozen, environment: "produccion" | "habilitacion"): Promise<void> {
  const { nit, companyId, softwareId, softwarePin, technicalKey } = frozen.tenants[environment];
  const own = (table: string) => (frozen.rows[table] ?? []).filter((row) => row.company_id === companyId);
  const [software] = own("software");
  const ranges = own("ranges").map((range) => ({
    ...{ kind: range.kind, resolution: range.resolution, resolution_date: range.resolution_date, prefix: range.prefix },
    ...{ from: range.from_number, to: range.to_number, valid_from: range.valid_from, valid_to: range.valid_to },
    technical_key: range.kind === "fe" ? technicalKey : null,
  }));
  const testSets = software?.test_set_id == null ? [] : [{ id: software.test_set_id, software_id: softwareId }];
  const response = await fetch(`${AUTHORITY_TEST_ORIGIN}/taxpayers/${nit}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      nit,
      name: `EMPRESA DE PRUEBA ${nit} SAS`,
      software: [{ id: softwareId, pin: softwarePin }],
      ranges,
      test_sets: testSets,
    }),
  });
  expect(response.ok, await response.text()).toBe(true);
}

/** The authority of then had the document: ours gets it from the frozen bytes, outside the service. */
async function teachAuthority(frozen: Frozen, { name, tables, environment }: FrozenObject): Promise<void> {
  const record = await readRecord(name);
  const company = await loadCompany(openDatabase(env.DB), frozen.tenants[environment].companyId);
  const file = frozen.files.find(({ path }) => path === record?.xmlPath)?.base64;
  const base64 = readHeld(tables, "signed") ?? file;
  if (record === undefined || company === undefined || base64 === undefined) throw new Error(`${name} has no bytes`);
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  await createAuthority(env).send(company, record, bytes);
}

// Before the tables are those of a release.
it("the present schema is among the frozen ones", expectPresentAmongFrozen, 120_000);

describe.each(RELEASES)("%s", (release) => {
  it("is finished by today's code, sent no more than once, and shown as it was", async () => {
    const frozen = await unpack(PACKED[release]?.gzip ?? "");
    for (const { module } of KINDS) {
      expect(frozen.objects.filter((object) => object.module === module).length).toBeGreaterThan(0);
    }
    await thawDatabase(frozen);
    await thawFiles(frozen);
    await register(frozen, "produccion");
    await register(frozen, "habilitacion");
    for (const object of frozen.objects) await thawObject(object);
    await expectAgreement(frozen);
    for (const object of frozen.objects.filter(({ isKnown }) => isKnown)) await teachAuthority(frozen, object);
    for (const object of frozen.objects) await expectFinished(frozen, object);
    await expectNumbers(frozen);
    await expectAgreement(frozen);
  });
});

/** A comparison of the old journals with the old rows finds nothing. */
async function expectAgreement({ tenants }: Frozen): Promise<void> {
  for (const { companyId } of Object.values(tenants)) {
    const scope = { companyId, state: "" };
    await run(openDatabase(env.DB), insertAudits(scope));
    await auditJournals(env, Date.now());
    const [audit] = await listNewestAudits(openDatabase(env.DB), scope);
    expect(audit?.closedAt).not.toBeNull();
    expect(audit?.asked).toBeGreaterThan(0);
    expect(await listJournalFindings(openDatabase(env.DB), [audit?.id ?? 0])).toEqual([]);
  }
}

async function expectFinished(frozen: Frozen, object: FrozenObject): Promise<void> {
  const { name, title, end, module } = object;
  const where = `${module} ${title}`;
  const before = await readRecord(name);
  if (before === undefined) throw new Error(`${where} was not thawed`);
  await driveByAlarms(name);
  // It asks for ever, and nothing but that.
  if (end === "send_unknown") await liveAlarm(name);
  const record = await readRecord(name);
  if (record === undefined) throw new Error(`${where} vanished`);
  expect(record.state, where).toBe(end);
  expect(record.isAdopted, where).toBe(false);
  expect(await listSendingsOf(record.fiscalId ?? ""), where).toHaveLength(end === "send_unknown" ? 0 : 1);
  for (const member of LASTING) if (before[member] !== null) expect(record[member], where).toEqual(before[member]);
  const shown = await env.DB.prepare("SELECT * FROM documents WHERE issuance_name = ?1").bind(name).first<Row>();
  expect(shown, where).toMatchObject({ state: end, version: record.version });
  const row = (frozen.rows.documents ?? []).find((one) => one.issuance_name === name) ?? {};
  const lasting = Object.entries(row).filter(([column, value]) => value !== null && !MOVING.includes(column));
  expect(shown, where).toMatchObject(Object.fromEntries(lasting));
  await expectTold(frozen, object, record);
}

/** What a document never changes once it has it. */
const LASTING = ["documentId", "numbering", "fiscalId", "xmlPath", "xmlSha256", "reservationId", "verdict"] as const;

/** Columns that go on changing while the document lives. */
const MOVING = [
  "state",
  "version",
  "verdict",
  "track_id",
  "last_status_error",
  "fingerprint",
  "timeline",
  "due_at",
  "updated_at",
];

/** Its client comes back, years later, with the same key. */
async function expectTold(frozen: Frozen, object: FrozenObject, record: IssueRecord): Promise<void> {
  const { title, environment, module, key, payload, end } = object;
  const where = `${module} ${title}`;
  const kind = KINDS.find((one) => one.module === module);
  if (kind === undefined) throw new Error(`no kind ${module}`);
  // What is left of a tenant is enough for requests and names.
  const tenant = frozen.tenants[environment] as Tenant;
  const own = { id: record.documentId, number: record.numbering?.number, state: end };
  const replay = await kind.post(tenant, key, payload);
  expect(replay.status, `${where}: ${JSON.stringify(replay.body)}`).toBe(STATUS[end]);
  expect(kind.factsOf(replay).id, where).toBe(own.id);
  expect(JSON.stringify(replay.body), where).toContain(record.fiscalId ?? "a fiscal id");
  expect((await kind.post(tenant, key, kind.tagged("#otro"))).status, where).toBe(409);
  const read = await kind.read(tenant, record.documentId ?? 0);
  expect(read.status, where).toBe(200);
  expect(kind.factsOfRead(read), where).toEqual(own);
}

const STATUS = { aceptado: 200, rechazado: 422, send_unknown: 202 } as const;

async function expectNumbers({ tenants }: Frozen): Promise<void> {
  for (const { companyId } of Object.values(tenants)) {
    const { results } = await env.DB.prepare(
      `SELECT r.id FROM ranges r LEFT JOIN documents d ON d.range_id = r.id WHERE r.company_id = ?1
       GROUP BY r.id HAVING count(DISTINCT d.number) <> r.next_number - r.from_number`,
    )
      .bind(companyId)
      .all();
    expect(results).toEqual([]);
  }
}
