// Journals beside rows, member by member, into what is told apart; and the cron's orders into questions, a bounded number at a time.
import { describe, expect, it } from "vitest";
import type { Env } from "../../src/env.ts";
import { auditJournal, compareRecord, type JournalAudit } from "../../src/issuance/audit.ts";
import { auditJournals } from "../../src/issuance/audit-round.ts";
import type { IssueRecord, LedgerRow } from "../../src/issuance/ports.ts";
import { allocateNumber } from "../../src/store/allocation.ts";
import { insertAudits, listJournalFindings, listNewestAudits } from "../../src/store/audit.ts";
import { sampleReservation, sampleSupportDocument, seedCompany } from "../store/sample.ts";
import { openEngineRoom, VERDICT } from "../support/engine-room.ts";
import { createD1 } from "../support/sqlite-d1.ts";

/** A document that was sent, with what its journal and its row say of it. */
async function sent(...answers: Parameters<typeof Array.of>) {
  const room = await openEngineRoom();
  room.answers.push(...(answers as typeof room.answers));
  await room.engine.issue(room.command);
  await room.settle();
  const row = await room.ports.ledger.findByName(room.command.name);
  if (row === undefined) throw new Error("no row");
  return { room, row, record: room.record() };
}

const ACCEPTED = { type: "accepted", verdict: VERDICT } as const;
const NAME = "dse:1:1:key-1";

describe("a journal and its row", () => {
  it("that are one are told apart by nothing", async () => {
    const { row, record } = await sent(ACCEPTED);
    expect(compareRecord(record, NAME, row)).toEqual([]);
    const bare = { documentId: null, numbering: null, summary: null, fiscalId: null, xmlPath: null, xmlSha256: null };
    expect(compareRecord({ ...record, ...bare, version: row.version + 1 }, NAME, row)).toEqual([]);
    const unsigned = { ...row, fiscalId: null, xmlPath: null, xmlSha256: null };
    expect(compareRecord({ ...record, version: row.version + 1 }, NAME, unsigned)).toEqual([]);
  });

  it.each<[string, Partial<IssueRecord>, string]>([
    ["reservation", { reservationId: "x" }, "x"],
    ["reserved at", { reservedAt: "x" }, "x"],
    ["fingerprint", { fingerprint: "x" }, "x"],
    ["company", { companyId: 77 }, "77"],
    ["client", { clientId: 77 }, "77"],
    ["module", { module: "fe" }, "fe"],
    ["document", { documentId: 77 }, "77"],
    ["fiscal id", { fiscalId: "x" }, "x"],
    ["path of the signed file", { xmlPath: "x" }, "x"],
    ["digest of the signed file", { xmlSha256: "x" }, "x"],
    ["state", { state: "rechazado" }, "rechazado"],
    ["file name", { fileName: null }, "nothing"],
    ["acknowledgement", { zipKey: "x" }, "x"],
    ["verdict", { verdict: { ...VERDICT, statusCode: "99" } }, "99"],
    ["validity", { verdict: { ...VERDICT, isValid: false } }, "false"],
  ])("of another %s are told apart by it, once", async (what, changes, said) => {
    const { row, record } = await sent(ACCEPTED);
    const differences = compareRecord({ ...record, ...changes }, NAME, row);
    expect(differences).toHaveLength(1);
    expect(differences[0]).toMatch(new RegExp(`^${what}: D1 says \\S+, the journal ${said}$`));
  });

  it.each(["rangeId", "prefix", "number", "fileSequence"] as const)("of another %s are told apart", async (member) => {
    const { row, record } = await sent(ACCEPTED);
    const numbering = { ...row.numbering, [member]: 77 } as LedgerRow["numbering"];
    expect(compareRecord({ ...record, numbering }, NAME, row)).toEqual([expect.stringContaining("the journal 77")]);
  });

  it.each(["issueDate", "currency", "total"] as const)("of another %s are told apart", async (member) => {
    const { row, record } = await sent(ACCEPTED);
    if (record.summary === null) throw new Error("no summary");
    const summary = { ...record.summary, [member]: "x" };
    expect(compareRecord({ ...record, summary }, NAME, row)).toEqual([expect.stringMatching(/the journal x$/)]);
  });

  it("of another key, or a row that is ahead or behind, say so", async () => {
    const { row, record } = await sent(ACCEPTED);
    const { version } = record;
    expect(compareRecord(record, "other", row)).toEqual(["key: the journal is another key's"]);
    const ahead = `version: D1 says ${version + 1}, the journal only ${version}`;
    expect(compareRecord(record, NAME, { ...row, version: version + 1, state: "sending" })).toEqual([ahead]);
    const behind = `version: D1 says ${version - 1}, and was shown ${version}`;
    expect(compareRecord(record, NAME, { ...row, version: version - 1, state: "sending" })).toEqual([behind]);
    const unshown = { ...record, projectedVersion: version - 1 };
    expect(compareRecord(unshown, NAME, { ...row, version: version - 1, state: "sending" })).toEqual([]);
  });

  it("of which the journal was adopted at rest count from beyond, and are compared all the same", async () => {
    const { row, record } = await sent(ACCEPTED);
    const adopted = { ...record, isAdopted: true, version: 1_000, projectedVersion: 1_000 };
    expect(compareRecord(adopted, NAME, row)).toEqual([]);
    expect(compareRecord(adopted, NAME, { ...row, state: "rechazado" })).toHaveLength(1);
    expect(compareRecord({ ...adopted, state: "enviado" }, NAME, row)).toEqual([
      `version: D1 says ${row.version}, and was shown 1000`,
    ]);
  });
});

describe("an audit of one journal", () => {
  it("agrees with its row, also with one that was read before the document went on", async () => {
    const { room, row } = await sent();
    expect(await auditJournal(room.ports, NAME, row)).toEqual({ type: "agrees" });
    room.answers.push(ACCEPTED);
    room.clock.nowMs += 3_600_000;
    await room.engine.wake();
    expect(await auditJournal(room.ports, NAME, row)).toEqual({ type: "agrees" });
  });

  it("tells a lost journal, and one that cannot be read", async () => {
    const { room, row } = await sent();
    const read = () => {
      throw new SyntaxError("CANARY");
    };
    const differences = ["the journal cannot be read (SyntaxError)"];
    const broken = { ...room.ports, journal: { ...room.journal, read } };
    expect(await auditJournal(broken, NAME, row)).toEqual({ type: "different", differences });
    room.loseJournal();
    expect(await auditJournal(room.ports, NAME, row)).toEqual({ type: "lost" });
  });

  it("tells bytes that are gone or others, and a row that is gone", async () => {
    const { room, row } = await sent();
    const record = room.record();
    const withBytes = (readSignedBytes: () => Uint8Array | undefined, changes: Partial<IssueRecord> = {}) => {
      const changed = { ...record, ...changes };
      return auditJournal(
        { ...room.ports, journal: { ...room.journal, read: () => changed, readSignedBytes } },
        NAME,
        row,
      );
    };
    expect(await withBytes(() => new TextEncoder().encode("<signed/>"))).toEqual({ type: "agrees" });
    expect(await withBytes(() => undefined)).toEqual({ type: "agrees" });
    expect(await withBytes(() => undefined, { isArchived: false })).toEqual({
      type: "different",
      differences: ["signed file: neither in the journal nor, as far as that knows, in the archive"],
    });
    const other = await withBytes(() => new Uint8Array([1]));
    expect(other).toMatchObject({ differences: [expect.stringMatching(/^signed file: the journal's bytes have /)] });
    await room.db.prepare("DELETE FROM documents").bind().run();
    const gone = { type: "different", differences: ["D1 has no row under its name"] };
    expect(await withBytes(() => new Uint8Array([1]))).toEqual(gone);
  });

  it("of a document that goes on at each look says nothing of it", async () => {
    const { room, row } = await sent();
    let version = 1_000;
    const read = () => {
      version += 1;
      return { ...room.record(), version, state: "firmado" as const };
    };
    const journal = { ...room.journal, read, readSignedBytes: () => undefined };
    expect(await auditJournal({ ...room.ports, journal }, NAME, { ...row, fingerprint: "x" })).toEqual({
      type: "moving",
    });
  });
});

describe("an order to compare", () => {
  /** Documents of one company whose objects answer as they are told. */
  async function order(count: number, answer: (name: string, asked: number) => JournalAudit) {
    const DB = createD1();
    const companyId = await seedCompany(DB);
    for (let index = 1; index <= count; index += 1) {
      await allocateNumber(DB, sampleReservation(companyId, { name: `dse:1:1:${index}` }), sampleSupportDocument());
    }
    const scope = { companyId, state: "" };
    await insertAudits(DB, scope).run();
    const asked: string[] = [];
    const getByName = (name: string) => ({
      audit: async () => {
        asked.push(name);
        return answer(name, asked.filter((one) => one === name).length);
      },
    });
    const env = { DB, ISSUANCE: { getByName } } as unknown as Env;
    return { env, asked, scope };
  }

  const different = { type: "different", differences: ["a", "b"] } as const;
  it.each<[JournalAudit, object | undefined]>([
    [{ type: "agrees" }, undefined],
    [{ type: "lost" }, { what: "lost", detail: "its object remembers nothing" }],
    [{ type: "moving" }, { what: "unanswered", detail: "it went on at each look: compare it again" }],
    [different, { what: "different", detail: "a; b" }],
  ])("whose object answers %j finds %j", async (answer, finding) => {
    const { env, asked, scope } = await order(1, () => answer);
    expect(await auditJournals(env, Date.now())).toBe(1);
    expect(asked).toEqual(["dse:1:1:1"]);
    const [audit] = await listNewestAudits(env.DB, scope);
    expect(audit).toMatchObject({ asked: 1, closedAt: expect.any(String) });
    const found = await listJournalFindings(env.DB, [1]);
    expect(found).toEqual(finding === undefined ? [] : [expect.objectContaining({ documentId: 1, ...finding })]);
  });

  it("asks so many per run, each once, and asks a moved object again", async () => {
    const failing = (_: string, times: number): JournalAudit => {
      if (times === 1) throw new Error("reset");
      return { type: "agrees" };
    };
    const { env, asked } = await order(5, failing);
    expect(await auditJournals(env, Date.now(), 2)).toBe(2);
    expect(new Set(asked).size).toBe(2);
    expect(await auditJournals(env, Date.now(), 2)).toBe(2);
    expect(await auditJournals(env, Date.now(), 2)).toBe(1);
    expect(asked).toHaveLength(10);
    expect(await auditJournals(env, Date.now(), 2)).toBe(0);
    expect(await listJournalFindings(env.DB, [1])).toEqual([]);
  });

  it("tells an object that does not answer, and a row whose range is gone", async () => {
    const { env } = await order(2, () => {
      throw new Error("reset");
    });
    await env.DB.prepare("UPDATE documents SET range_id = 999 WHERE id = 2").bind().run();
    await auditJournals(env, Date.now());
    expect(await listJournalFindings(env.DB, [1])).toEqual([
      expect.objectContaining({ documentId: 1, what: "unanswered", detail: "Error: reset" }),
      expect.objectContaining({
        documentId: 2,
        what: "different",
        detail: "its row names a range that D1 does not have",
      }),
    ]);
  });
});
