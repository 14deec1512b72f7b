// Tests rows of documents written again from what outlived them: the right third party, counters past every number, nothing
// given twice.

import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { renderSql } from "../../operator/access/database.ts";
import type { LastError } from "../../src/domain/document/timeline.ts";
import { LABEL_MOST_BYTES, snapshotPath, xmlPathOf } from "../../src/store/archive/files.ts";
import { type ArchiveReader, rebuildDocuments } from "../../src/store/archive/rebuild.ts";
import type { Restorable } from "../../src/store/archive/snapshot.ts";
import { buildSnapshot, readLabel, writeLabel, writeSnapshot } from "../../src/store/archive/snapshot.ts";
import { connect, openDatabase, reachDatabase } from "../../src/store/base/db.ts";
import { findDocument } from "../../src/store/document/documents.ts";
import type { Reservation } from "../../src/store/number/allocation.ts";
import { allocateNumber } from "../../src/store/number/allocation.ts";
import { projectProgress } from "../../src/store/projection.ts";
import { findLastChange, listChanges } from "../../src/store/watch/changes.ts";
import { sampleParty, sampleReservation, sampleSupportDocument, seedCompany } from "./sample.ts";

const NOW = "2026-11-20T16:00:00.000Z";

/** A settled document with everything that its issuance knows of it. */
async function settleOne(companyId: number, counterpart = sampleParty("52000111", "Ana Muñoz")): Promise<Restorable> {
  const reservation = sampleReservation(companyId);
  const document = sampleSupportDocument({ counterpart });
  const record = await numberOne(reservation, document);
  await projectProgress(openDatabase(env.DB), record);
  return record;
}

async function numberOne(
  reservation: Reservation,
  document: ReturnType<typeof sampleSupportDocument>,
): Promise<Restorable> {
  const allocated = await allocateNumber(openDatabase(env.DB), reservation, document);
  if (allocated.type !== "allocated") throw new Error("the sample must be allocated");
  const { documentId, numbering, thirdPartyId, planSequence } = allocated;
  const xmlPath = xmlPathOf({ id: reservation.companyId, environment: "produccion" }, "05", numbering);
  return {
    ...reservation,
    ...{ document, documentId, numbering, thirdPartyId, planSequence, xmlPath },
    ...{ version: 9, state: "aceptado", fiscalId: reservation.reservationId, fileName: "ds.xml", xmlSha256: "ab" },
    ...{ zipKey: null, verdict: null, attempts: [], changes: [], wakeAt: null, lastError: null },
  };
}

/** Files as the archive holds them: signed file with its label, and snapshot. */
function readerOf(records: readonly Restorable[], spoiled: readonly string[] = []) {
  const reads: string[] = [];
  const files = records.flatMap((record) => {
    const path = record.xmlPath ?? "";
    const snapshot = buildSnapshot(record);
    if (snapshot === undefined) throw new Error("the sample knows everything of itself");
    return [
      { path, label: writeLabel(record), bytes: new Uint8Array() },
      { path: snapshotPath(path), label: undefined, bytes: writeSnapshot(snapshot) },
    ];
  });
  const archive: ArchiveReader = {
    async *list(prefix) {
      for (const { path, label } of files) if (path.startsWith(prefix)) yield { path, label };
    },
    read: async (path) => {
      reads.push(path);
      if (spoiled.includes(path)) return new TextEncoder().encode("{");
      return files.find((file) => file.path === path)?.bytes;
    },
  };
  return { archive, reads };
}

async function rebuild(records: readonly Restorable[], spoiled?: readonly string[]) {
  const { archive, reads } = readerOf(records, spoiled);
  return { reads, ...(await rebuildDocuments(openDatabase(env.DB), archive, NOW)) };
}

async function loseDocuments(companyId: number): Promise<void> {
  const tables = ["documents", "third_parties", "file_sequences"];
  await env.DB.batch([
    ...tables.map((table) => env.DB.prepare(`DELETE FROM ${table} WHERE company_id = ?1`).bind(companyId)),
    env.DB.prepare("UPDATE ranges SET next_number = from_number WHERE company_id = ?1").bind(companyId),
    env.DB.prepare("UPDATE plans SET used = 0 WHERE company_id = ?1").bind(companyId),
  ]);
}

async function readCounters(companyId: number) {
  const sql = `SELECT r.next_number AS number, p.used, f.next AS file FROM ranges r JOIN plans p USING (company_id)
    LEFT JOIN file_sequences f USING (company_id) WHERE company_id = ?1`;
  return env.DB.prepare(sql).bind(companyId).first();
}

/** A third party under a number that somebody else's row had before the loss. */
async function takeThirdPartyId(id: number | null | undefined, companyId: number): Promise<void> {
  const sql = `INSERT INTO third_parties (id, company_id, module, identification_type, identification_number, name, folded_name)
    VALUES (?1, ?2, 'dse', '13', '79000222', 'Luis Rojas', 'luis rojas')`;
  await env.DB.prepare(sql)
    .bind(id ?? null, companyId)
    .run();
}

const FAILURE: LastError = { step: "archive", reason: "step-failed", detail: "Error: put: no answer" };

describe("the third party of a restored document", () => {
  it("is its own under another number, when another tenant's has taken the one that it had", async () => {
    const [companyId, other] = [await seedCompany(env.DB), await seedCompany(env.DB)];
    const record = await settleOne(companyId);
    await loseDocuments(companyId);
    await takeThirdPartyId(record.thirdPartyId, other);
    expect(await rebuild([record])).toMatchObject({ restored: 1, problems: [] });
    const document = await findDocument(openDatabase(env.DB), companyId, "dse", record.documentId ?? 0);
    expect(document?.thirdParty).toMatchObject({ name: "Ana Muñoz", identificationNumber: "52000111" });
    expect(document?.thirdParty?.id).not.toBe(record.thirdPartyId);
  });

  it("is the row that is there by then, with any number, and the number that it had while that is free", async () => {
    const companyId = await seedCompany(env.DB);
    const [first, second] = [await settleOne(companyId), await settleOne(companyId)];
    await loseDocuments(companyId);
    await rebuild([second]);
    const kept = await findDocument(openDatabase(env.DB), companyId, "dse", second.documentId ?? 0);
    expect(kept?.thirdParty?.id).toBe(second.thirdPartyId);
    await env.DB.prepare("UPDATE third_parties SET id = id + 100000 WHERE company_id = ?1").bind(companyId).run();
    await rebuild([first]);
    const document = await findDocument(openDatabase(env.DB), companyId, "dse", first.documentId ?? 0);
    expect(document?.thirdParty).toMatchObject({ id: (first.thirdPartyId ?? 0) + 100_000, name: "Ana Muñoz" });
  });

  it("is never another tenant's, even if the row says so", async () => {
    const [companyId, other] = [await seedCompany(env.DB), await seedCompany(env.DB)];
    const record = await settleOne(companyId);
    const foreign = await settleOne(other);
    const sql = "UPDATE documents SET third_party_id = ?1 WHERE id = ?2";
    await env.DB.prepare(sql).bind(foreign.thirdPartyId, record.documentId).run();
    expect((await findDocument(openDatabase(env.DB), companyId, "dse", record.documentId ?? 0))?.thirdParty).toBeNull();
  });
});

it("a document that does not compress is restored from its file in statements that D1 takes", async () => {
  const companyId = await seedCompany(env.DB);
  const noise = () => Array.from(crypto.getRandomValues(new Uint8Array(600)), (byte) => byte.toString(36)).join("");
  const { lines } = sampleSupportDocument();
  const many = Array.from({ length: 200 }, () => lines.map((line) => ({ ...line, description: noise() }))).flat();
  const record = await numberOne(sampleReservation(companyId), sampleSupportDocument({ lines: many }));
  await projectProgress(openDatabase(env.DB), record);
  await loseDocuments(companyId);
  const lengths: number[] = [];
  const execute = reachDatabase(env.DB);
  const measured = connect((queries) => {
    lengths.push(...queries.map((query) => Buffer.byteLength(renderSql(query))));
    return execute(queries);
  });
  const { archive } = readerOf([record]);
  expect(await rebuildDocuments(measured, archive, NOW)).toMatchObject({ restored: 1, problems: [] });
  expect(Math.max(...lengths)).toBeLessThan(100_000);
});

describe("the counters after a rebuild", () => {
  it("are past every document, also where the plan that came back is smaller than what it gave", async () => {
    const companyId = await seedCompany(env.DB);
    const records = [];
    for (let position = 1; position <= 4; position += 1) records.push(await settleOne(companyId));
    await loseDocuments(companyId);
    await env.DB.prepare("UPDATE plans SET allowance = 2 WHERE company_id = ?1").bind(companyId).run();
    await rebuild(records.slice(2));
    expect(await readCounters(companyId)).toEqual({ number: 5, used: 2, file: 5 });
    expect(
      await allocateNumber(openDatabase(env.DB), sampleReservation(companyId), sampleSupportDocument()),
    ).toMatchObject({
      type: "refused",
      code: "plan_exhausted",
    });
    // The right plan, and once more: no position is given twice, though every row was there.
    await env.DB.prepare("UPDATE plans SET allowance = 50 WHERE company_id = ?1").bind(companyId).run();
    expect(await rebuild(records.slice(2))).toMatchObject({ restored: 0, present: 2 });
    expect(await readCounters(companyId)).toEqual({ number: 5, used: 4, file: 5 });
  });

  it("are those of the plan that the day of the reservation drew from, for any year of the document", async () => {
    const companyId = await seedCompany(env.DB);
    const putPlan = "INSERT INTO plans (company_id, module, year, allowance, used) VALUES (?1, 'dse', 2027, 50, 20)";
    await env.DB.prepare(putPlan).bind(companyId).run();
    const reservation = sampleReservation(companyId, { reservedAt: "2027-01-02T15:00:00.000Z" });
    const record = await numberOne(reservation, sampleSupportDocument({ issueDate: "2026-12-30" }));
    expect(record.planSequence).toBe(21);
    await loseDocuments(companyId);
    await rebuild([record]);
    const { results } = await env.DB.prepare("SELECT year, used FROM plans WHERE company_id = ?1 ORDER BY year")
      .bind(companyId)
      .all();
    expect(results).toEqual([
      { year: 2026, used: 0 },
      { year: 2027, used: 21 },
    ]);
  });

  it("are past a document whose snapshot cannot be read: its label makes a stub, and the problem is reported", async () => {
    const companyId = await seedCompany(env.DB);
    const record = await settleOne(companyId);
    await loseDocuments(companyId);
    const path = snapshotPath(record.xmlPath ?? "");
    const problems = [{ path, problem: expect.stringContaining("no snapshot") }];
    expect(await rebuild([record], [path])).toMatchObject({ restored: 0, stubs: 1, present: 0, problems });
    expect(await readCounters(companyId)).toEqual({ number: 2, used: 1, file: 2 });
    // Once it can be read again, the stub gives way.
    expect(await rebuild([record], [path])).toMatchObject({ restored: 0, stubs: 0, present: 1, problems });
    expect(await rebuild([record])).toMatchObject({ restored: 1, stubs: 0, present: 0, problems: [] });
    const document = await findDocument(openDatabase(env.DB), companyId, "dse", record.documentId ?? 0);
    expect(document).toMatchObject({ state: "aceptado", version: 9, thirdParty: { name: "Ana Muñoz" } });
  });

  it("cost no file of a document that is there", async () => {
    const companyId = await seedCompany(env.DB);
    const records = [await settleOne(companyId), await settleOne(companyId)];
    expect(await rebuild(records)).toEqual({ restored: 0, stubs: 0, present: 2, problems: [], reads: [] });
  });
});

describe("the feed after a rebuild", () => {
  async function readStates(companyId: number) {
    const feed = await listChanges(openDatabase(env.DB), { companyId, modules: ["fe", "dse"], after: 0, limit: 500 });
    return feed.map(({ state, documentId }) => [state, documentId]);
  }

  it("has the last state of each document as one change, and goes on above every cursor of before", async () => {
    const companyId = await seedCompany(env.DB);
    const records = [await settleOne(companyId), await settleOne(companyId)];
    expect(await readStates(companyId)).toHaveLength(4);
    const cursor = await findLastChange(openDatabase(env.DB), companyId);
    await loseDocuments(companyId);
    await env.DB.prepare("DELETE FROM changes WHERE company_id = ?1").bind(companyId).run();
    await rebuild(records);
    await rebuild(records);
    expect(await readStates(companyId)).toEqual(records.map(({ documentId }) => ["aceptado", documentId]));
    const after = { companyId, modules: ["dse"], after: cursor, limit: 500 } as const;
    expect(await listChanges(openDatabase(env.DB), after)).toHaveLength(2);
  });

  it("has a document of which only the signed file is left as created, until more is known of it", async () => {
    const companyId = await seedCompany(env.DB);
    const record = await settleOne(companyId);
    await loseDocuments(companyId);
    await env.DB.prepare("DELETE FROM changes WHERE company_id = ?1").bind(companyId).run();
    await rebuild([record], [snapshotPath(record.xmlPath ?? "")]);
    await rebuild([record]);
    expect(await readStates(companyId)).toEqual([
      ["firmado", record.documentId],
      ["aceptado", record.documentId],
    ]);
  });
});

describe("the label of a signed file", () => {
  it("says what the row says, in less than any platform takes, for any key and amounts", async () => {
    const key = "\u{1F600}".repeat(120);
    const many = Number.MAX_SAFE_INTEGER;
    const reservation = { ...sampleReservation(many), clientId: many, key, name: `dse:${many}:${many}:${key}` };
    const amount = "123456789012345678.90";
    const { totals } = sampleSupportDocument();
    const document = sampleSupportDocument({
      totals: { ...totals, subtotal: amount, taxes: amount, total: amount, withheld: amount },
    });
    const numbering = {
      ...{
        rangeId: many,
        resolution: "1",
        resolutionDate: NOW.slice(0, 10),
        prefix: "SETP",
        from: 1,
        to: many,
        number: many,
      },
      fileSequence: many,
    };
    const path = xmlPathOf({ id: many, environment: "produccion" }, "05", numbering);
    const record: Restorable = {
      ...reservation,
      ...{ document, documentId: many, thirdPartyId: many, planSequence: many, xmlPath: path },
      numbering: { ...numbering, validFrom: NOW.slice(0, 10), validTo: NOW.slice(0, 10) },
      ...{ version: 3, state: "firmado", fiscalId: "f".repeat(96), fileName: "ds0900373115000260000000a.xml" },
      ...{ xmlSha256: "a".repeat(64), zipKey: null, verdict: null, attempts: [], changes: [] },
      ...{ wakeAt: NOW, lastError: FAILURE },
    };
    const label = writeLabel(record);
    expect(JSON.stringify(label).length).toBeLessThan(LABEL_MOST_BYTES);
    const {
      detail: _d,
      party: _p,
      third_party_id: _t,
      timeline: _l,
      last_status_error: _e,
      ...row
    } = buildSnapshot(record)?.row ?? {};
    expect(readLabel(path, label, NOW)?.row).toMatchObject({ ...row, version: 0, due_at: NOW });
  });
});
