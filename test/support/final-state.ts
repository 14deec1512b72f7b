// Checks that journal, D1, R2, the authority's ledger and the API agree about a document at its end.
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import type { State } from "../../src/domain/document/state.ts";
import type { IssueRecord } from "../../src/issuance/contract/ports.ts";
import { completeDocument } from "../../src/store/archive/filed.ts";
import { createArchive, digestFile } from "../../src/store/archive/files.ts";
import { findAnswer } from "../../src/store/archive/snapshot.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { findDocument } from "../../src/store/document/documents.ts";
import { inspectStorage, readRecord } from "./issuance-object.ts";
import type { Kind } from "./kind.ts";
import { listSendingsOf } from "./ledger.ts";
import type { Tenant } from "./tenant.ts";

/** Asserts that a document of this key ended in this state after so many sendings, and that every copy agrees. */
export async function expectEnd(
  kind: Pick<Kind, "module" | "nameOf">,
  tenant: Tenant,
  key: string,
  end: { readonly state: State; readonly arrivals: number },
): Promise<IssueRecord> {
  const name = kind.nameOf(tenant, key);
  if (end.state === "aceptado" || end.state === "rechazado") {
    // What is settled may still be on its way to rest.
    await expect.poll(async () => (await readRecord(name))?.wakeAt, { interval: 20, timeout: 10_000 }).toBeNull();
  }
  const record = await readRecord(name);
  if (record === undefined || record.documentId === null) throw new Error(`${name} has no document`);
  expect(record.state).toBe(end.state);
  await expectRow(tenant, kind, record);
  await expectFiles(record);
  const sendings = await listSendingsOf(record.fiscalId ?? "");
  expect(sendings.map(({ sha256 }) => sha256)).toEqual(Array(end.arrivals).fill(record.xmlSha256));
  if (record.state === "aceptado" || record.state === "rechazado") {
    expect(await inspectStorage(name)).toEqual({ alarm: null, chunks: 0 });
    expect(record.document).toBeNull();
  }
  return record;
}

/** One row under the name, which says what the journal says. */
async function expectRow({ companyId }: Tenant, { module }: Pick<Kind, "module">, record: IssueRecord): Promise<void> {
  const rows = await env.DB.prepare("SELECT id FROM documents WHERE issuance_name = ?1").bind(record.name).all();
  expect(rows.results).toEqual([{ id: record.documentId }]);
  const { state, fiscalId, fileName, xmlPath, xmlSha256, zipKey, verdict } = record;
  const found = await findDocument(openDatabase(env.DB), companyId, module, record.documentId ?? 0);
  const row = found && (await completeDocument(createArchive(env.FILES).get, found));
  // What was adopted at rest has nothing to show in D1, and outranks it.
  if (record.isAdopted) expect(row?.version).toBeLessThanOrEqual(record.version);
  else expect(row?.version).toBe(record.version);
  expect(row).toMatchObject({ state, fiscalId, fileName, xmlPath, xmlSha256, zipKey, verdict });
  expect(row).toMatchObject({ prefix: record.numbering?.prefix, number: record.numbering?.number });
  expect(row?.dueAt).toBe(record.wakeAt);
}

/** The signed file and every answer of the authority, write-once in R2. */
async function expectFiles({ xmlPath, xmlSha256, attempts }: IssueRecord): Promise<void> {
  if (xmlPath === null) throw new Error("a document without a file");
  expect(await digestOf(xmlPath)).toBe(xmlSha256);
  for (const { id, answerSha256 } of attempts) {
    if (answerSha256 === null) continue;
    const answer = await findAnswer(createArchive(env.FILES).get, xmlPath, id);
    expect(answer && (await digestFile(answer))).toBe(answerSha256);
  }
}

async function digestOf(path: string): Promise<string | undefined> {
  const bytes = await createArchive(env.FILES).get(path);
  return bytes && digestFile(bytes);
}

/** Asserts that a tenant's numbers of a kind run from 1 without gap or duplicate, and that range and plan count the same. */
export async function expectConsecutive(
  { companyId }: Tenant,
  { module, range: kind }: Pick<Kind, "module" | "range">,
): Promise<number> {
  const rows = await env.DB.prepare(
    "SELECT number, file_sequence FROM documents WHERE company_id = ?1 AND module = ?2 ORDER BY number",
  )
    .bind(companyId, module)
    .all<{ number: number; file_sequence: number }>();
  const numbers = rows.results.map(({ number }) => number);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  expect(new Set(rows.results.map((row) => row.file_sequence)).size).toBe(numbers.length);
  const range = await env.DB.prepare("SELECT next_number FROM ranges WHERE company_id = ?1 AND kind = ?2")
    .bind(companyId, kind)
    .first<{ next_number: number }>();
  expect(range?.next_number).toBe(numbers.length + 1);
  const plan = await env.DB.prepare("SELECT sum(used) AS used FROM plans WHERE company_id = ?1 AND module = ?2")
    .bind(companyId, module)
    .first<{ used: number }>();
  expect(plan?.used).toBe(numbers.length);
  return numbers.length;
}
