// Tests the journal over SQLite: bytes of every awkward length.
import { describe, expect, it } from "vitest";
import type { IssueRecord, Journal } from "../../src/issuance/contract/ports.ts";
import { createJournal, type JournalStorage } from "../../src/issuance/record/journal.ts";
import { sha256Hex } from "../simulation/bucket.ts";
import { openEngineRoom, openStorage, SIGNED_BYTES } from "../support/engine-room.ts";

const MOST = 1_900_000;
const SHA256 = "a".repeat(64);

/** Whole buffers are compared by their digests: member by member takes a minute. */
const digest = (bytes: Uint8Array | undefined) => (bytes === undefined ? undefined : sha256Hex(bytes));
const listPending = (journal: Journal) =>
  journal.listPendingFiles().map((one) => ({ ...one, bytes: digest(one.bytes) }));
const bytesOf = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 31) % 251);
/** The journal as the next instance of the object finds it. */
const open = (storage: JournalStorage): Journal => createJournal(storage, () => undefined);
const count = (storage: JournalStorage, where: string) =>
  Number(storage.sql.exec(`SELECT count(*) AS n FROM journal WHERE ${where}`).toArray()[0]?.n);

/** A document that was sent, its answer unknown, with its payload. */
async function makeRecord(): Promise<IssueRecord & { readonly document: object }> {
  const room = await openEngineRoom();
  await room.engine.issue(room.command);
  const record = room.record();
  if (record.document === null) throw new Error("the payload is gone");
  return { ...record, document: record.document };
}

async function reserve(): Promise<{ storage: JournalStorage; journal: Journal; record: IssueRecord }> {
  const storage = openStorage();
  const record = await makeRecord();
  const journal = open(storage);
  expect(journal.read()).toBeUndefined();
  expect(journal.reserve(record)).toBe(true);
  return { storage, journal, record };
}

const next = (record: IssueRecord, changes: Partial<IssueRecord> = {}): IssueRecord => ({
  ...record,
  version: record.version + 1,
  ...changes,
});

describe("bytes", () => {
  it.each([
    [0, 1],
    [1, 1],
    [MOST - 1, 1],
    [MOST, 1],
    [MOST + 1, 2],
    [2 * MOST, 2],
    [2 * MOST + 7, 3],
  ])("of %i are %i rows, and come back", async (length, rows) => {
    const { storage, journal, record } = await reserve();
    const bytes = bytesOf(length);
    journal.replace(record.version, next(record), { signedBytes: bytes });
    expect(count(storage, "name = 'signed'")).toBe(rows);
    for (const one of [journal, open(storage)]) expect(digest(one.readSignedBytes())).toBe(digest(bytes));
  });

  it("have a name of their own: written again in their place, dropped alone, listed in the order of their writing", async () => {
    const { storage, journal, record } = await reserve();
    const answer = (path: string, length: number) => ({ path, sha256: SHA256, bytes: bytesOf(length) });
    const [first, second] = [answer("z", 2), answer("a", MOST + 1)];
    const sent = next(record);
    journal.replace(record.version, sent, { signedBytes: bytesOf(MOST + 1), answer: first });
    journal.replace(sent.version, next(sent), { signedBytes: bytesOf(1), answer: second });
    for (const one of [journal, open(storage)]) {
      expect([...(one.readSignedBytes() ?? [])]).toEqual([0]);
      expect(listPending(one)).toEqual([first, second].map((file) => ({ ...file, bytes: digest(file.bytes) })));
    }
    journal.dropPendingFile("z");
    journal.dropSignedBytes();
    for (const one of [journal, open(storage)]) {
      expect(one.readSignedBytes()).toBeUndefined();
      expect(listPending(one)).toEqual([{ ...second, bytes: digest(second.bytes) }]);
      expect(one.read()?.document).toEqual(record.document);
    }
    journal.dropPendingFile("a");
    expect([journal.countPendingFiles(), open(storage).countPendingFiles()]).toEqual([0, 0]);
    journal.replace(sent.version + 1, next(sent, { version: sent.version + 2, document: null }));
    expect(count(storage, "id > 1")).toBe(0);
  });
});

describe("a journal that another instance reads", () => {
  it("has what D1 shows to those who ask while the document is signed", async () => {
    const storage = openStorage();
    const journal = open(storage);
    const held = Promise.withResolvers<void>();
    const file = { bytes: SIGNED_BYTES, sha256: sha256Hex(SIGNED_BYTES), fiscalId: "cuds-1", fileName: "ds1.xml" };
    const signer = { findFault: async () => undefined, sign: () => held.promise.then(() => file) };
    const room = await openEngineRoom({ journal, signer });
    const first = room.engine.issue(room.command);
    await expect.poll(() => open(storage).read()?.documentId ?? null, { interval: 1 }).not.toBeNull();
    await room.engine.issue(room.command);
    const row = await room.ports.ledger.findByName(room.command.name);
    expect(open(storage).read()).toMatchObject({ documentId: row?.documentId, version: row?.version });
    held.resolve();
    await first;
    await room.settle();
  });

  it("keeps what another hand wrote", async () => {
    const { storage, journal, record } = await reserve();
    const other = next(record, { documentId: 78 });
    open(storage).replace(record.version, other);
    expect(journal.replace(record.version, next(record, { documentId: 77 }))).toBe(false);
    expect(journal.read()).toEqual(other);
  });
});
