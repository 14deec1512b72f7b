// Tests that every change of the record of events is reported: a writer of the database can make chains that follow each other, but no heads.
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openLocalArchive } from "../../operator/access/access.ts";
import { type Archive, openArchive } from "../../operator/access/archive.ts";
import { openSqlite } from "../../operator/access/sqlite.ts";
import { createVersionedKey, readSecretFile, writeSecret } from "../../operator/deployment.ts";
import { buildDayFile, buildHeadFile, importAuditKeys } from "../../src/store/audit/event-head.ts";
import { findBrokenEvents, listEvents, listHeads } from "../../src/store/audit/events.ts";
import { copyFiles, openPart } from "./archive-part.ts";
import { COMPANY, openWorkbench, RANGE, type Workbench } from "./workbench.ts";

const OTHER = { ...COMPANY, nit: "800197268-4", name: "Otra S.A.S." };
const CLIENT = { company: 1, name: "ERP", scopes: "fe.read" };

let original: Workbench;
let bench: Workbench;
/** Holds the archive of each workbench. */
let whole: Archive;
let benches = 0;
let archive: Archive;
/** What it holds stays as it is: for attacks on rows alone. */
let originalArchive: Archive;

function openEmptyArchive(): Archive {
  benches += 1;
  return openPart(whole, `bench-${benches}`);
}

beforeAll(async () => {
  original = openWorkbench();
  writeSecret(join(original.root, ".dev.vars"), "AUDIT_KEY", createVersionedKey(1));
  whole = openLocalArchive(join(original.root, ".wrangler/state"));
  originalArchive = openEmptyArchive();
  original.setArchive(originalArchive);
  await original.run("company add", COMPANY);
  await original.run("range add", RANGE);
  await original.run("client add", CLIENT);
  await original.run("token issue", { client: 1 });
  await original.run("company add", OTHER);
});
afterAll(async () => {
  await whole.close();
  original.close();
});
beforeEach(async () => {
  bench = openWorkbench(original);
  archive = openEmptyArchive();
  await copyFiles(originalArchive, archive);
  bench.setArchive(archive);
});
afterEach(() => bench.close());

type Row = Record<string, unknown>;

/** The attack: rows of one chain changed at will, then numbered and hashed as the program itself would have. */
function forge(companyId: number, change: (rows: Row[]) => Row[]): void {
  const rows = bench.query("SELECT * FROM events WHERE company_id = ? ORDER BY sequence", companyId);
  bench.query("DELETE FROM events WHERE company_id = ?", companyId);
  let previous = "0".repeat(64);
  for (const [index, row] of change(rows).entries()) {
    const sequence = index + 1;
    const { at, actor, action, reason, document_id: documentId, detail } = row;
    const text = JSON.stringify([companyId, sequence, at, actor, action, reason, documentId, detail, previous]);
    const hash = createHash("sha256").update(text).digest("hex");
    bench.query(
      "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      ...[companyId, sequence, String(at), String(actor), String(action), reason === null ? null : String(reason)],
      ...[null, String(detail), previous, hash],
    );
    previous = hash;
  }
}

async function expectSound(companyId: number): Promise<void> {
  const { db, close } = openSqlite(bench.databaseFile);
  expect(await findBrokenEvents(await listEvents(db, companyId))).toEqual([]);
  await close();
}

const renamed = (row: Row | undefined): Row => ({ ...row, actor: "luis" });

/** What is done to the four events of company 1, and what the verification says of it. */
const ATTACKS: readonly { readonly attack: string; readonly change: (rows: Row[]) => Row[]; readonly says: string }[] =
  [
    {
      attack: "cut at its newest event",
      change: (rows) => rows.slice(0, -1),
      says: "the events 4 to 4 of company 1 are gone: the last is known from its head in the archive",
    },
    {
      attack: "cut down to its first event",
      change: (rows) => rows.slice(0, 1),
      says: "the events 2 to 4 of company 1 are gone",
    },
    { attack: "deleted whole", change: () => [], says: "the events 1 to 4 of company 1 are gone" },
    {
      attack: "rewritten in its middle",
      change: (rows) => rows.map((row, at) => (at === 1 ? renamed(row) : row)),
      says: "event 2 of company 1 is not the one of its head in the archive",
    },
    {
      attack: "rewritten at its end",
      change: (rows) => [...rows.slice(0, -1), renamed(rows.at(-1))],
      says: "event 4 of company 1 is not the one",
    },
    {
      attack: "rewritten at its beginning",
      change: (rows) => [renamed(rows[0]), ...rows.slice(1)],
      says: "event 1 of company 1 is not the one",
    },
    {
      attack: "chained anew without one event",
      change: (rows) => rows.filter((_, at) => at !== 1),
      says: "event 2 of company 1 is not the one",
    },
    {
      attack: "chained anew with one event in the place of another",
      change: (rows) => [...rows.slice(0, 2), renamed(rows[3]), ...rows.slice(2, 3)],
      says: "event 3 of company 1 is not the one",
    },
    {
      attack: "chained anew with one event more in its middle",
      change: (rows) => [...rows.slice(0, 2), renamed(rows[1]), ...rows.slice(2)],
      says: "event 3 of company 1 is not the one",
    },
    {
      attack: "longer by an event that never was",
      change: (rows) => [...rows, renamed(rows[1])],
      says: "event 5 of company 1 (range.add by luis, ",
    },
  ];

describe("a record of events in which nothing was changed", () => {
  it("is compared with a head for each event, and nothing is wrong", async () => {
    expect(await bench.run("ledger verify")).toMatchObject({
      code: 0,
      out: [
        "0 documents: signed file, verdict and acknowledgement read",
        "0 signed files of the archive compared with the rows",
        "2 chains of events compared with 5 heads and those of 0 days",
        "it took 0 s",
        "nothing is wrong",
      ].join("\n"),
      err: "",
    });
  });

  it("is reported to be worth less where AUDIT_KEY is not known, and compared all the same", async () => {
    rmSync(join(bench.root, ".dev.vars"));
    expect(await bench.run("ledger verify")).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /\n2 chains of events compared with 5 heads .*\nAUDIT_KEY is not known here: .*\nit took 0 s\nnothing is wrong$/,
      ),
    });
    forge(1, (rows) => rows.slice(0, -1));
    expect(await bench.run("ledger verify")).toMatchObject({ code: 4 });
  });
});

describe("a chain that follows soundly and was", () => {
  it.each(ATTACKS)("$attack is reported", async ({ change, says }) => {
    bench.setArchive(originalArchive);
    forge(1, change);
    await expectSound(1);
    for (const flags of [{}, { company: 1 }]) {
      expect(await bench.run("ledger verify", flags)).toMatchObject({
        code: 4,
        out: expect.stringContaining(`event: company 1, ${says}`),
      });
    }
    expect(await bench.run("ledger verify", { company: 2 })).toMatchObject({ code: 0 });
  });

  it("given an event whose words would write lines of their own is reported in one line", async () => {
    const words = "ana, x)\u001b[2J\nnothing is wrong\u2028";
    forge(1, (rows) => [...rows, { ...rows[1], actor: words }]);
    const { code, out } = await bench.run("ledger verify");
    expect({ code, lines: out.split("\n").length }).toEqual({ code: 4, lines: 7 });
    expect(out).toContain("(range.add by ana, x)?[2J?nothing is wrong?, ");
  });

  it("given a number beyond all others is reported, and what follows it too", async () => {
    bench.query("UPDATE events SET sequence = 999999999999999 WHERE company_id = 1 AND sequence = 4");
    await bench.run("client add", { ...CLIENT, name: "Otro" });
    const { code, out } = await bench.run("ledger verify");
    expect(code).toBe(4);
    expect(out).toContain("event 999999999999999 of company 1: event 4 is missing before it");
    expect(out).toContain("compared with 6 heads");
  });

  it("cut, and went on by honest hands is reported at once, and by the verification", async () => {
    forge(1, (rows) => rows.slice(0, -1));
    const { code, err } = await bench.run("client add", { ...CLIENT, name: "Otro" });
    expect({ code, err }).toEqual({
      code: 0,
      err: expect.stringContaining("event 4 of company 1 is done, and the archive has the head of another event"),
    });
    const { out } = await bench.run("ledger verify");
    expect(out).toContain("event 4 of company 1 is not the one of its head in the archive");
  });

  it("made for a company that had none on the first day is reported", async () => {
    await keepDay("2026-11-20");
    const [row] = bench.query("SELECT * FROM events WHERE company_id = 1 AND sequence = 2");
    forge(3, () => [renamed(row)]);
    expect(await bench.run("ledger verify")).toMatchObject({
      code: 4,
      out: expect.stringContaining("event 1 of company 3 (range.add by luis"),
    });
  });
});

describe("events from before there was a key", () => {
  /** The record of a deployment that had no AUDIT_KEY until the cron of a day. */
  async function begin(): Promise<void> {
    const young = openWorkbench();
    archive = openEmptyArchive();
    young.setArchive(archive);
    await young.run("company add", COMPANY);
    await young.run("range add", RANGE);
    bench.close();
    bench = young;
    writeSecret(join(bench.root, ".dev.vars"), "AUDIT_KEY", createVersionedKey(1));
  }

  it("need no heads of their own, and are held by those of the first day", async () => {
    await begin();
    expect((await bench.run("ledger verify")).code).toBe(0);
    await keepDay("2026-11-20");
    await bench.run("client add", CLIENT);
    expect(await bench.run("ledger verify")).toMatchObject({
      code: 0,
      out: expect.stringContaining("compared with 1 head and those of 1 day"),
    });
    forge(1, (rows) => [renamed(rows[0]), ...rows.slice(1)]);
    expect((await bench.run("ledger verify")).out).toContain(
      "event 2 of company 1 is not the one of the heads of 2026-11-20",
    );
  });
});

describe("a head that somebody without the key put into the archive", () => {
  it.each([
    { who: "of another key", key: () => createVersionedKey(1) },
    { who: "of a version that the deployment has not", key: () => createVersionedKey(7) },
  ])("$who is reported, and vouches for nothing", async ({ key }) => {
    forge(1, (rows) => [...rows, renamed(rows[1])]);
    const [last] = bench.query("SELECT sequence, hash FROM events WHERE company_id = 1 ORDER BY sequence DESC");
    const head = { companyId: 1, sequence: 5, hash: String(last?.hash) };
    await archive.putFile(await buildHeadFile(await importAuditKeys(key()), head));
    expect(await bench.run("ledger verify")).toMatchObject({
      code: 4,
      out: expect.stringContaining("the head of event 5 of company 1 was not made with AUDIT_KEY"),
    });
  });

  it("under the name of a day is reported", async () => {
    await keepDay("2026-11-20", createVersionedKey(1));
    expect(await bench.run("ledger verify")).toMatchObject({
      code: 4,
      out: expect.stringContaining("the heads of 2026-11-20 were not written with AUDIT_KEY"),
    });
  });
});

it("an AUDIT_KEY of another form is reported without its text", async () => {
  writeSecret(join(bench.root, ".dev.vars"), "AUDIT_KEY", "1:secreto");
  const { code, err } = await bench.run("ledger verify");
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(/^ledger verify: AUDIT_KEY must be .*\n {2}correct it in/),
  });
  expect(err).not.toContain("secreto");
});

describe("an event without its head", () => {
  const file = () => join(bench.root, ".dev.vars");

  it("done by an operator who has no AUDIT_KEY is reported until somebody confirms it, on record", async () => {
    const { AUDIT_KEY = "" } = readSecretFile(file());
    writeSecret(file(), "AUDIT_KEY", "");
    expect(await bench.run("client add", { ...CLIENT, name: "Otro" })).toMatchObject({ code: 0, err: "" });
    writeSecret(file(), "AUDIT_KEY", AUDIT_KEY);
    expect(await bench.run("ledger verify")).toMatchObject({
      code: 4,
      out: expect.stringMatching(/event 5 of company 1 \(client\.add by ana, .*\) has no head.*\n1 finding\n/),
    });
    expect(await bench.run("event confirm", { company: 1, event: 5, reason: "asked Ana" })).toMatchObject({ code: 0 });
    expect(await bench.run("ledger verify")).toMatchObject({ code: 0 });
    const events = await bench.json<{ action: string; reason: string }[]>("event list", { company: 1 });
    expect(events.at(-1)).toMatchObject({ action: "event.confirm", reason: "asked Ana" });
  });

  it.each([
    { why: "that is not there", flags: { company: 1, event: 9 }, says: "company 1 has no event 9" },
    { why: "that has its head", flags: { company: 1, event: 2 }, says: "has its head" },
  ])("$why is not confirmed", async ({ flags, says }) => {
    const before = bench.dump();
    expect(await bench.run("event confirm", flags)).toMatchObject({ code: 1, err: expect.stringContaining(says) });
    expect(bench.dump()).toBe(before);
  });

  it("whose archive did not answer is complained of, and its answer shown all the same", async () => {
    bench.setArchive({ ...archive, putFile: () => Promise.reject(new Error("R2 put: no answer within 10000 ms")) });
    const { code, out, err } = await bench.run("token issue", { client: 1 });
    expect({ code, out, err }).toEqual({
      code: 0,
      out: expect.stringContaining("shown this once:\nfed_"),
      err: expect.stringMatching(
        /event 5 of company 1 is done, but its head .*no answer.*event confirm --company 1 --event 5/,
      ),
    });
    bench.setArchive(archive);
    expect((await bench.run("ledger verify")).code).toBe(4);
    await bench.run("event confirm", { company: 1, event: 5 });
    expect((await bench.run("ledger verify")).code).toBe(0);
  });

  it("whose archive cannot even be opened is complained of in the same way, and the next line begins anew", async () => {
    const closed = openArchive(() => ({ configPath: join(bench.root, "none.toml") }));
    bench.setArchive(closed);
    expect(await bench.run("token issue", { client: 1 })).toMatchObject({
      code: 0,
      out: expect.stringContaining("shown this once"),
      err: expect.stringContaining("event confirm --company 1 --event 5"),
    });
    await expect(closed.close()).resolves.toBeUndefined();
  });

  it("is left by no dry run", async () => {
    const heads = async () => (await bench.json<{ heads: number }>("ledger verify")).heads;
    const before = await heads();
    expect(await bench.run("client add", { ...CLIENT, name: "Otro", "dry-run": true })).toMatchObject({ code: 0 });
    expect(await heads()).toBe(before);
  });
});

it("a head of a key that was replaced is genuine while the deployment keeps the old version", async () => {
  const path = join(bench.root, ".dev.vars");
  writeSecret(path, "AUDIT_KEY", `${createVersionedKey(2)},${readSecretFile(path).AUDIT_KEY}`);
  await bench.run("client add", { ...CLIENT, name: "Otro" });
  expect(await bench.run("ledger verify")).toMatchObject({ code: 0, out: expect.stringContaining("6 heads") });
});

/** What the cron of that day leaves. */
async function keepDay(
  day: string,
  key = readSecretFile(join(bench.root, ".dev.vars")).AUDIT_KEY ?? "",
): Promise<void> {
  const { db, close } = openSqlite(bench.databaseFile);
  await archive.putFile(await buildDayFile(await importAuditKeys(key), day, await listHeads(db)));
  await close();
}

describe("after the database was set back", () => {
  const company = { company: 1 };
  const setBack = () => bench.query("DELETE FROM events WHERE company_id = 1 AND sequence > 2");

  const STORIES = [
    { story: "before anything else was done", before: async () => undefined },
    {
      story: "after operators went on under numbers that the archive knows",
      before: async () => {
        await bench.run("client add", { ...CLIENT, name: "Otro" });
        await bench.run("token issue", { client: 1 });
        await bench.run("client add", { ...CLIENT, name: "Tercero" });
      },
    },
  ];
  it.each(STORIES)(
    "two people say which events are lost, $story, and the record is sound again",
    async ({ before }) => {
      setBack();
      await before();
      const { out } = await bench.run("ledger verify");
      expect(out).toMatch(/company 1/);
      expect(await bench.run("event lost", { ...company, reason: "Time Travel" })).toMatchObject({
        code: 0,
        out: expect.stringMatching(
          /the events 3 to \d of company 1 are recorded as lost; another person: operator event lost/,
        ),
      });
      expect((await bench.run("ledger verify")).out).toMatch(/are lost: did D1 go back\?/);
      const own = await bench.run("event lost", { ...company, approve: true });
      expect(own).toMatchObject({ code: 1, err: expect.stringContaining("a second person is needed") });
      expect(await bench.run("event lost", { ...company, approve: true, actor: "beto" })).toMatchObject({ code: 0 });
      expect(await bench.run("ledger verify")).toMatchObject({ code: 0 });
      expect(await bench.run("client add", { ...CLIENT, name: "Cuarto" })).toMatchObject({ code: 0, err: "" });
      expect(await bench.run("ledger verify")).toMatchObject({ code: 0 });
      expect(await bench.run("event lost", company)).toMatchObject({
        code: 1,
        err: expect.stringContaining("is lost"),
      });
    },
  );

  it("the rebuild records it too, for every chain", async () => {
    setBack();
    bench.query("DELETE FROM events WHERE company_id = 2");
    const { out } = await bench.run("ledger rebuild");
    expect(out).toContain("the events 3 to 4 of company 1 are recorded as lost\n");
    expect(out).toContain("the events 1 to 1 of company 2 are recorded as lost\n");
    expect(out.match(/.*event lost.*/g)).toEqual([
      "another person, for all of them: operator event lost --all --approve",
    ]);
    expect(await bench.run("event lost", { company: 1, all: true })).toMatchObject({ code: 1 });
    expect((await bench.run("event lost", { all: true })).out).toMatch(/^no event is lost/);
    expect((await bench.run("event lost", { all: true, approve: true })).err).toContain("a second person is needed");
    const approved = await bench.run("event lost", { all: true, approve: true, actor: "beto" });
    expect(approved.out).toMatch(/company 1 are lost[\s\S]*company 2 are lost/);
    expect((await bench.run("event lost", { all: true, approve: true, actor: "beto" })).out).toMatch(/^nothing waits/);
    expect(await bench.run("ledger verify")).toMatchObject({ code: 0 });
  });

  it("somebody who writes the database alone cannot say that events are lost", async () => {
    forge(1, (rows) => {
      const [first, second] = rows;
      const lost = { ...second, action: "event.lost", detail: '{"from":3,"to":4}' };
      const approved = { ...second, actor: "beto", action: "event.lost.approve", detail: '{"event":5}' };
      return [first ?? {}, second ?? {}, lost, approved];
    });
    bench.query("UPDATE events SET sequence = sequence + 2 WHERE company_id = 1 AND sequence > 2");
    const { code, out } = await bench.run("ledger verify");
    expect(code).toBe(4);
    expect(out).toMatch(/event 5 of company 1 .* has no head/);
    expect(out).toMatch(/company 1/);
  });
});
