// Tests which differences an audit finds between journals and rows, member by member, and how the cron's orders become
// questions, a bounded number at a time.
import { setImmediate } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { auditJournals } from "../../src/cron/journal-audit.ts";
import type { IssueRecord, LedgerRow } from "../../src/issuance/contract/ports.ts";
import { auditJournal, compareRecord } from "../../src/issuance/repair/compare-journal.ts";
import { completeEntry } from "../../src/store/archive/filed.ts";
import { insertAudits, listJournalFindings, listNewestAudits } from "../../src/store/audit/journal-audits.ts";
import { openDatabase, run } from "../../src/store/base/db.ts";
import { type EngineRoom, openEngineRoom, VERDICT } from "../support/engine-room.ts";
import { openEngineNamespace, type Platform } from "./engine-namespace.ts";

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
  it("that agree differ in nothing", async () => {
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
  ])("of another %s differ in it, once", async (what, changes, said) => {
    const { room, row: left, record } = await sent(ACCEPTED);
    const row = { ...(await completeEntry(room.ports.archive.get, left)), fileSha256: null };
    const differences = compareRecord({ ...record, ...changes }, NAME, row);
    expect(differences).toHaveLength(1);
    expect(differences[0]).toMatch(new RegExp(`^${what}: D1 says \\S+, the journal ${said}$`));
  });

  it.each(["rangeId", "prefix", "number", "fileSequence"] as const)("of another %s differ", async (member) => {
    const { row, record } = await sent(ACCEPTED);
    const numbering = { ...row.numbering, [member]: 77 } as LedgerRow["numbering"];
    expect(compareRecord({ ...record, numbering }, NAME, row)).toEqual([expect.stringContaining("the journal 77")]);
  });

  it.each(["issueDate", "currency", "total"] as const)("of another %s differ", async (member) => {
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

  it("reports a lost journal, and one that cannot be read", async () => {
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

  it("reports bytes that are gone or others, and a row that is gone", async () => {
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
  /** Documents of one company, and an open order about all of them. */
  async function order(count: number, platform?: Platform) {
    const namespace = await openEngineNamespace(count, ACCEPTED, platform);
    const scope = { companyId: namespace.companyId, state: "" };
    await run(openDatabase(namespace.env.DB), insertAudits(scope));
    return { ...namespace, scope };
  }

  /** Replaces members of a journal's record, as a fault of storage would. */
  function damage({ journal, record }: EngineRoom, changes: Partial<IssueRecord>): void {
    const present = record();
    expect(journal.replace(present.version, { ...present, ...changes })).toBe(true);
  }

  const goOn = (room: EngineRoom) => {
    const { journal } = room.ports;
    const present = room.record();
    let version = 1_000;
    Object.assign(journal, { read: () => ({ ...present, fingerprint: "x", version: ++version }) });
  };
  const different = "state: D1 says aceptado, the journal rechazado; acknowledgement: D1 says nothing, the journal z";
  it.each<[string, (room: EngineRoom) => void, object | undefined]>([
    ["agrees", () => undefined, undefined],
    ["is lost", (room) => room.loseJournal(), { what: "lost", detail: "its object remembers nothing" }],
    ["goes on at each look", goOn, { what: "unanswered", detail: "it went on at each look: compare it again" }],
    [
      "is different",
      (room) => damage(room, { state: "rechazado", zipKey: "z" }),
      { what: "different", detail: different },
    ],
  ])("about a journal that %s finds so", async (_, change, finding) => {
    const { env, rooms, called, scope } = await order(1);
    rooms.forEach(change);
    expect(await auditJournals(env, Date.now())).toBe(1);
    expect(called).toEqual(["audit dse:1:1:1"]);
    const [audit] = await listNewestAudits(openDatabase(env.DB), scope);
    expect(audit).toMatchObject({ asked: 1, closedAt: expect.any(String) });
    const found = await listJournalFindings(openDatabase(env.DB), [1]);
    expect(found).toEqual(finding === undefined ? [] : [expect.objectContaining({ documentId: 1, ...finding })]);
  });

  it("asks so many per run, each once, and asks a moved object again", async () => {
    const tried: string[] = [];
    const { env, called } = await order(5, async (_, name) => {
      tried.push(name);
      if (tried.filter((one) => one === name).length === 1) throw new Error("reset");
    });
    expect(await auditJournals(env, Date.now(), 2)).toBe(2);
    expect(new Set(called).size).toBe(2);
    expect(await auditJournals(env, Date.now(), 2)).toBe(2);
    expect(await auditJournals(env, Date.now(), 2)).toBe(1);
    expect(tried).toHaveLength(10);
    expect(new Set(called).size).toBe(5);
    expect(called).toHaveLength(5);
    expect(await auditJournals(env, Date.now(), 2)).toBe(0);
    expect(await listJournalFindings(openDatabase(env.DB), [1])).toEqual([]);
  });

  it("reports an object that does not answer, and a row whose range is gone or that cannot be read", async () => {
    const { env, called, scope } = await order(4, async (_, name) => {
      if (name.endsWith(":1")) throw new Error("reset");
    });
    await env.DB.prepare("UPDATE documents SET range_id = 999 WHERE id = 2").bind().run();
    await env.DB.prepare("UPDATE documents SET verdict = 'CANARY' WHERE id = 3").bind().run();
    await auditJournals(env, Date.now());
    expect(await listJournalFindings(openDatabase(env.DB), [1])).toEqual([
      { companyId: 1, documentId: 1, what: "unanswered", detail: "Error: reset" },
      { companyId: 1, documentId: 2, what: "different", detail: "its row names a range that D1 does not have" },
      { companyId: 1, documentId: 3, what: "different", detail: "its row cannot be read (SyntaxError)" },
    ]);
    expect(called).toEqual(["audit dse:1:1:4"]);
    expect(await listNewestAudits(openDatabase(env.DB), scope)).toMatchObject([{ closedAt: expect.any(String) }]);
  });

  it("waits ten seconds for an object, once", async () => {
    const { env, called } = await order(2, (_, name) =>
      name.endsWith(":1") ? new Promise(() => undefined) : Promise.resolve(),
    );
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const run = auditJournals(env, Date.now());
      // The other one has answered before the time passes: reading its file takes real time.
      while (called.length === 0) await setImmediate();
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await run).toBe(2);
    } finally {
      vi.useRealTimers();
    }
    expect(called).toEqual(["audit dse:1:1:2"]);
    const detail = "DeadlineError: audit: no answer within 10000 ms";
    expect(await listJournalFindings(openDatabase(env.DB), [1])).toMatchObject([
      { documentId: 1, what: "unanswered", detail },
    ]);
  });

  it("that fails is reported, left to the next run, and keeps no other order waiting", async () => {
    const lines: unknown[] = [];
    const warn = vi.spyOn(console, "warn").mockImplementation((line: string) => void lines.push(JSON.parse(line)));
    const { env, scope } = await order(2);
    await run(openDatabase(env.DB), insertAudits({ ...scope, state: "aceptado" }));
    const refuse = `CREATE TRIGGER refuse BEFORE UPDATE ON journal_audits WHEN old.id = 1
      BEGIN SELECT raise(ABORT, 'no'); END`;
    await env.DB.prepare(refuse).bind().run();
    expect(await auditJournals(env, Date.now())).toBe(4);
    warn.mockRestore();
    const error = expect.stringContaining("no");
    expect(lines).toEqual([{ level: "warn", code: "cron_failed", step: "audit", companyId: 1, error }]);
    expect(await listNewestAudits(openDatabase(env.DB), scope)).toMatchObject([{ asked: 0, closedAt: null }]);
    const other = await listNewestAudits(openDatabase(env.DB), { ...scope, state: "aceptado" });
    expect(other).toMatchObject([{ asked: 2, closedAt: expect.any(String) }]);
    await env.DB.prepare("DROP TRIGGER refuse").bind().run();
    await auditJournals(env, Date.now());
    expect(await listNewestAudits(openDatabase(env.DB), scope)).toMatchObject([
      { asked: 2, closedAt: expect.any(String) },
    ]);
  });
});
