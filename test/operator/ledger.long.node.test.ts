// Tests that a sound ledger is accounted for number by number, and that each kind of damage to rows, files, events and journals is reported.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getPlatformProxy } from "wrangler";
import { openLocalArchive } from "../../operator/access/access.ts";
import type { Archive } from "../../operator/access/archive.ts";
import { describeBucket } from "../../operator/access/archive.ts";
import { openSqlite } from "../../operator/access/sqlite.ts";
import { describeLocal } from "../../operator/access/wrangler.ts";
import { answerPath, createArchive, digestFile } from "../../src/store/archive/files.ts";
import type { Progress } from "../../src/store/archive/snapshot.ts";
import { createLedger } from "../../src/store/ledger.ts";
import type { AnyReservation } from "../../src/store/number/allocation.ts";
import { allocateNote } from "../../src/store/number/note-allocation.ts";
import { sampleInvoice, sampleReservation } from "../store/sample.ts";
import { ivaLine, makeInvoiceNote } from "../ubl/fixture.ts";
import { conceptOf } from "../ubl/note-kinds.ts";
import { COMPANY, NOW, openWorkbench, RANGE, type Workbench } from "./workbench.ts";

const DOCUMENTS = 4;

/** The archive of a workbench, as the service would fill it. */
async function openArchive(root: string) {
  const bucket = describeLocal(join(root, ".wrangler/state"));
  const { env, dispose } = await getPlatformProxy<{ FILES: R2Bucket }>(
    describeBucket(bucket, join(root, "archive.json")),
  );
  return { bucket: env.FILES, archive: createArchive(env.FILES), dispose };
}

/** Archives what was signed and answered, and says in the row that the document is accepted. */
async function acceptWithFiles(
  { ledger, archive }: { ledger: ReturnType<typeof createLedger>; archive: ReturnType<typeof createArchive> },
  { reservationId, name }: AnyReservation,
  fullNumber: string,
): Promise<void> {
  const fiscalId = fullNumber.repeat(4);
  const xml = `<Invoice><cbc:ID>${fullNumber}</cbc:ID><cbc:UUID schemeID="1">${fiscalId}</cbc:UUID></Invoice>`;
  const bytes = new TextEncoder().encode(xml);
  const xmlSha256 = await digestFile(bytes);
  const xmlPath = `companies/1/${fullNumber}.xml`;
  await archive.putOnce(xmlPath, bytes, xmlSha256);
  const answer = new TextEncoder().encode(`<accepted>${fiscalId}</accepted>`);
  const times = { startedAt: "2026-11-20T15:00:00.000Z", endedAt: "2026-11-20T15:00:01.000Z" };
  const facts = { kind: "send", httpStatus: 200, detail: null, outcome: "accepted", ...times } as const;
  const answerSha256 = await digestFile(answer);
  const attempt = { id: `attempt-${fullNumber}`, ...facts, answerSha256 };
  await archive.putOnce(answerPath(xmlPath, attempt.id), answer, answerSha256);
  const progress: Progress = {
    reservationId,
    name,
    version: 9,
    state: "aceptado",
    fiscalId,
    fileName: null,
    xmlPath,
    xmlSha256,
    zipKey: null,
    verdict: null,
    attempts: [attempt],
    changes: [],
    wakeAt: null,
    lastError: null,
  };
  await ledger.project(progress);
}

/** A company with four accepted invoices, SETP990000010 to 13, whose files are in the archive. */
async function fillWorkbench(bench: Workbench): Promise<void> {
  await bench.run("company add", COMPANY);
  await bench.run("range add", { ...RANGE, next: 990_000_010 });
  const { db, close } = openSqlite(bench.databaseFile);
  const { archive, dispose } = await openArchive(bench.root);
  const ledger = createLedger(db);
  for (let position = 0; position < DOCUMENTS; position += 1) {
    const reservation = sampleReservation(1, { module: "fe", rangeKind: "fe" });
    const allocated = await ledger.allocate(reservation, sampleInvoice());
    if (allocated.type !== "allocated") throw new Error("the sample must be allocated");
    await acceptWithFiles({ ledger, archive }, reservation, `SETP${allocated.numbering.number}`);
  }
  await dispose();
  await close();
}

let original: Workbench;
let bench: Workbench;
/** The files of the original, for the tests that damage rows alone: opening an archive takes longer than all else. */
let sharedArchive: Archive;
beforeAll(async () => {
  original = openWorkbench();
  await fillWorkbench(original);
  sharedArchive = openLocalArchive(join(original.root, ".wrangler/state"));
});
afterAll(async () => {
  await sharedArchive.close();
  original.close();
});
beforeEach(() => {
  bench = openWorkbench(original);
});
afterEach(() => bench.close());

it("the account of numbers folds what is alike, findings as well as ranges", async () => {
  bench.query(
    `INSERT INTO ranges (company_id, kind, resolution, resolution_date, prefix, from_number, to_number, valid_from, valid_to, next_number)
    SELECT 1, 'fe', '1876000' || value, '2026-01-01', 'Z' || value, 1, 9, '2026-01-01', '2027-12-31', 2
    FROM (WITH RECURSIVE each(value) AS (SELECT 10 UNION ALL SELECT value + 1 FROM each WHERE value < 39) SELECT value FROM each)`,
  );
  const { code, out } = await bench.run("ledger gaps");
  expect([code, out.split("\n")[0]]).toEqual([4, "30 findings"]);
  expect(out).toContain("… and 10 more of the kind hole of company 1: --json has all");
  expect(out).toMatch(/^… and \d+ more ranges and series: --json has all$/m);
  expect(JSON.parse((await bench.run("ledger gaps", { json: true })).out).findings).toHaveLength(30);
});

describe("an undamaged ledger", () => {
  it("accounts for every number, those skipped on record included", async () => {
    const { code, out } = await bench.run("ledger gaps");
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("4 aceptado, 10 skipped") });
    await bench.run("range edit", { range: 1, next: 994_000_000 });
    expect(await bench.run("ledger gaps")).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /^nothing is wrong in what D1 knows; `operator ledger verify` compares it with the archive\n/,
      ),
    });
  });

  it("counts a document of last year that was reserved this year in the plan of this year", async () => {
    // A support document may be dated some days back; whose plan pays is decided by the day of its reservation.
    bench.query(
      "UPDATE documents SET issue_date = '2025-12-30', reserved_at = '2026-01-02T04:59:59.000Z' WHERE id = 4",
    );
    expect(await bench.run("ledger gaps")).toMatchObject({ code: 0, out: expect.stringContaining("nothing is wrong") });
    bench.query("UPDATE documents SET reserved_at = '2026-01-01T04:59:59.000Z' WHERE id = 4");
    expect(await bench.run("ledger gaps")).toMatchObject({
      code: 4,
      out: expect.stringContaining("plan fe 2025 counts nothing, a document has position 4"),
    });
  });

  it("takes the order of two people for the end of a document that never left, and no other word", async () => {
    const closed = `UPDATE documents SET state = 'rechazado', xml_path = NULL, xml_sha256 = NULL,
      timeline = '{"attempts":[],"changes":[{"event":"operator-close"}]}' WHERE id = 2`;
    bench.query(closed);
    const without = await bench.run("ledger verify");
    expect(without).toMatchObject({ code: 4, out: expect.stringContaining("false-verdict: company 1, document 2") });
    expect(without.out).toContain("missing-digest: company 1, document 2");
    bench.query("UPDATE documents SET state = 'firmado' WHERE id = 2");
    await bench.run("document close", { document: 2, reason: "SETP990000011 is another document's" });
    bench.environment.OPERATOR = "beto";
    expect(await bench.run("document close", { document: 2, approve: true })).toMatchObject({ code: 0 });
    bench.query(closed);
    expect(await bench.run("ledger verify")).toMatchObject({
      code: 0,
      out: expect.stringContaining("nothing is wrong"),
    });
  });

  it("finds every file and every event as it was", async () => {
    expect(await bench.run("ledger verify")).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /^4 documents: .* read\n0 signed files .*\n1 chain of events read, .*\nAUDIT_KEY .*\nit took 0 s\nnothing is wrong$/,
      ),
    });
  });

  it("holds notes too: their files are read, and one that is not theirs is found", async () => {
    const { db, close } = openSqlite(bench.databaseFile);
    const { archive, dispose } = await openArchive(bench.root);
    const reservation = { ...sampleReservation(1), module: "fe", rangeKind: "91" } as const;
    const correction = { documentId: 1, liveNotes: "" };
    const note = makeInvoiceNote([ivaLine(1, "1000.00", "19.00", "190.00")], {
      typeCode: "91",
      operationType: "20",
      concept: conceptOf("91", "3"),
      issueDate: "2026-11-20",
    });
    const allocated = await allocateNote(db, { ...reservation, correction }, note);
    expect(allocated.type).toBe("allocated");
    await acceptWithFiles({ ledger: createLedger(db), archive }, reservation, "NC1");
    await dispose();
    await close();
    expect(await bench.run("ledger verify")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^5 documents: [\s\S]*\nnothing is wrong$/),
    });
    bench.query("UPDATE documents SET xml_path = 'companies/1/SETP990000010.xml' WHERE full_number = 'NC1'");
    expect(await bench.run("ledger verify")).toMatchObject({
      code: 4,
      out: expect.stringContaining("is not document 5 (NC1)"),
    });
  });
});

describe("a verification of a part", () => {
  beforeEach(() => bench.setArchive(sharedArchive));
  const cursor = () => join(bench.root, "verify.json");

  it("reads what was begun since a day, or some at random, and says that it is not all", async () => {
    bench.query("UPDATE documents SET reserved_at = '2026-11-19T04:59:59.000Z' WHERE id = 1");
    for (const [flags, files] of [
      [{ since: "2026-11-19" }, 3],
      [{ sample: 2 }, 2],
      [{ since: "2026-11-19", sample: 100 }, 3],
    ] as const) {
      const { code, out } = await bench.run("ledger verify", flags);
      expect({ code, out }).toEqual({
        code: 0,
        out: expect.stringMatching(new RegExp(`^${files} documents: .*\nnot all`, "m")),
      });
    }
  });

  it("goes on where its cursor says, with what it had found, and takes the cursor away when it is through", async () => {
    const found = { company: 1, what: "missing-file", detail: "document 1: as it was found" };
    const position = { part: 0, after: 2, files: 2, signers: {}, findings: [found] };
    writeFileSync(cursor(), JSON.stringify({ "company all, since , database 0": position, "another line": position }));
    const { code, out, err } = await bench.run("ledger verify", { cursor: cursor() });
    expect({ code, out }).toEqual({ code: 4, out: expect.stringContaining("document 1: as it was found") });
    expect(out).toContain("4 documents: ");
    expect(err).toContain("goes on after 2 documents");
    expect(Object.keys(JSON.parse(readFileSync(cursor(), "utf8")))).toEqual(["another line"]);
  });

  it("refuses a cursor of a sample, and a file that is none, which it leaves alone", async () => {
    expect((await bench.run("ledger verify", { cursor: cursor(), sample: 1 })).code).toBe(1);
    writeFileSync(cursor(), "a letter");
    expect((await bench.run("ledger verify", { cursor: cursor() })).code).toBe(1);
    expect(readFileSync(cursor(), "utf8")).toBe("a letter");
  });

  it("reads the files of several documents at once, and of no more than twelve", async () => {
    const columns = bench.query("SELECT name FROM pragma_table_info('documents')").map(({ name }) => String(name));
    const own = ["id", "issuance_name", "reservation_id", "number", "full_number", "idempotency_key", "fiscal_id"];
    const others = columns.filter((name) => !own.includes(name)).join(", ");
    for (let id = 10; id < 60; id += 1) {
      bench.query(
        `INSERT INTO documents (id, issuance_name, reservation_id, number, full_number, fiscal_id, ${others})
        SELECT ${id}, 'n${id}', 'r${id}', ${id}, 'X${id}', randomblob(48), ${others} FROM documents WHERE id = 1`,
      );
    }
    let present = 0;
    let most = 0;
    const readFile: Archive["readFile"] = async (path) => {
      present += 1;
      most = Math.max(most, present);
      await new Promise((resolve) => setTimeout(resolve, 1));
      present -= 1;
      return sharedArchive.readFile(path);
    };
    bench.setArchive({ ...sharedArchive, readFile });
    await bench.run("ledger verify");
    expect(most).toBe(12);
  });
});

describe("the journals, which only the cron reaches", () => {
  beforeEach(() => bench.setArchive(sharedArchive));
  const AUDITS = "SELECT company_id, state, last_id, closed_at FROM journal_audits";

  it("are ordered once, on record, and the ledger is not called sound before they are compared", async () => {
    for (let times = 0; times < 2; times += 1) {
      expect(await bench.run("ledger verify", { journals: true, wait: 0 })).toMatchObject({
        code: 3,
        out: expect.stringContaining(
          "0 journals compared\nnot yet all of company 1: give it longer with --wait, or come back for --report",
        ),
      });
    }
    expect(bench.query(AUDITS)).toEqual([{ company_id: 1, state: "", last_id: DOCUMENTS, closed_at: null }]);
    expect(bench.query("SELECT actor, action FROM events ORDER BY company_id, sequence LIMIT 1")).toEqual([
      { actor: "ana", action: "ledger.verify.journals" },
    ]);
  });

  it("are listed as findings, those of an order that is not finished included", async () => {
    await bench.run("ledger verify", { journals: true, wait: 0 });
    bench.query("INSERT INTO journal_findings VALUES (1, 2, 'lost', 'its object remembers nothing')");
    bench.query("UPDATE journal_audits SET asked = 3, reached = 3");
    expect(await bench.run("ledger verify", { company: 1, journals: true, wait: 0 })).toMatchObject({
      code: 4,
      out: expect.stringContaining("lost-journal: company 1, document 2: its object remembers nothing\n1 finding"),
    });
    bench.query(`UPDATE journal_audits SET asked = 4, reached = 4, closed_at = '${NOW}'`);
    const before = bench.dump();
    // Back days later: what it found, and no new order.
    expect(await bench.run("ledger verify", { journals: true, report: true })).toMatchObject({
      code: 4,
      out: expect.stringContaining(
        `4 journals compared, until 2026-11-20 10:00:00 (Bogotá)\nit took 0 s\nlost-journal: company 1, document 2`,
      ),
    });
    expect(bench.dump()).toBe(before);
  });

  it("are none where nothing was issued yet", async () => {
    bench.query("DELETE FROM documents");
    expect(await bench.run("ledger verify", { journals: true })).toMatchObject({
      code: 0,
      out: expect.stringContaining("0 journals compared\nit took 0 s\nnothing is wrong"),
    });
  });

  it("are ordered of one state, and not at all by a rehearsal or a misunderstanding", async () => {
    await bench.run("ledger verify", { journals: true, company: 1, state: "send_unknown", wait: 0 });
    expect(bench.query(AUDITS)).toMatchObject([{ company_id: 1, state: "send_unknown" }]);
    const before = bench.dump();
    const lines = [
      { flags: { journals: true, "dry-run": true }, code: 0, says: "would add to journal_audits" },
      { flags: { state: "aceptado" }, code: 1, says: "--state is for --journals" },
      { flags: { journals: true, report: true, state: "rechazado" }, code: 1, says: "no such order was given yet" },
      { flags: { journals: true, company: 99 }, code: 1, says: "there is no company 99" },
      { flags: { journals: true, state: "approved" }, code: 1, says: '"approved" is none of' },
    ] as const;
    for (const { flags, code, says } of lines) {
      const ran = await bench.run("ledger verify", flags);
      expect({ code: ran.code, printed: ran.out + ran.err }).toEqual({ code, printed: expect.stringContaining(says) });
    }
    expect(bench.dump()).toBe(before);
  });
});

describe("a damaged ledger is caught", () => {
  const gaps = [
    {
      damage: "a deleted row",
      sql: "DELETE FROM documents WHERE number = 990000011",
      says: "hole: company 1, SETP990000011 of range 1 has no document",
    },
    {
      damage: "the newest row deleted",
      sql: "DELETE FROM documents WHERE number = 990000013",
      says: "hole: company 1, SETP990000013",
    },
    {
      damage: "a number used twice",
      sql: `DROP INDEX documents_full_number;
        UPDATE documents SET number = 990000010, full_number = 'SETP990000010' WHERE number = 990000012`,
      says: "twin: company 1, number SETP990000010 is on the documents 1, 3",
    },
    {
      damage: "a hole that no operator made",
      sql: "UPDATE ranges SET next_number = 990000016",
      says: "hole: company 1, SETP990000014 to SETP990000015 of range 1 have no documents (2 numbers)",
    },
    {
      damage: "a counter that lost its way",
      sql: "UPDATE ranges SET next_number = 994999999",
      says: "hole: company 1, SETP990000014 to SETP994999998 of range 1 have no documents (4999985 numbers)",
    },
    {
      damage: "a counter turned back",
      sql: "UPDATE ranges SET next_number = 990000012",
      says: "counter: company 1, range 1 would give 990000012 next",
    },
    { damage: "a plan turned back", sql: "UPDATE plans SET used = 1", says: "plan fe 2026 counts 1" },
  ];
  it.each(gaps)("$damage, by the gaps", async ({ sql, says }) => {
    for (const statement of sql.split(";")) bench.query(statement);
    expect(await bench.run("ledger gaps")).toMatchObject({ code: 4, out: expect.stringContaining(says) });
  });

  const rows = [
    {
      damage: "a changed digest",
      sql: "UPDATE documents SET xml_sha256 = unhex(replace(hex(xml_sha256), '0', '1')) WHERE id = 2",
      says: "changed-file: company 1, companies/1/SETP990000011.xml of document 2",
    },
    {
      damage: "two rows whose files were swapped, digests and all",
      sql: `UPDATE documents SET xml_path = 'companies/1/SETP990000012.xml',
        xml_sha256 = (SELECT xml_sha256 FROM documents WHERE id = 3) WHERE id = 2`,
      says: "swapped-file: company 1, companies/1/SETP990000012.xml is not document 2 (SETP990000011)",
    },
    {
      damage: "a verdict changed by hand",
      sql: "UPDATE documents SET state = 'rechazado' WHERE id = 2",
      says: "false-verdict: company 1, document 2: it is rechazado, and no answer in its time line says so",
    },
    {
      damage: "a time line that is none, and all the rest is read on",
      sql: "UPDATE documents SET timeline = '{' WHERE id = 1",
      says: "spoiled-row: company 1, document 1: its time line cannot be read\n1 finding",
    },
    {
      damage: "a file that is not there",
      sql: "UPDATE documents SET xml_path = 'companies/1/none.xml' WHERE id = 2",
      says: "missing-file: company 1, companies/1/none.xml",
    },
    {
      damage: "an event that was rewritten",
      sql: "UPDATE events SET actor = 'luis' WHERE sequence = 1",
      says: "event: company 1, event 1 of company 1 was changed",
    },
    {
      damage: "an event that was taken out",
      sql: "DELETE FROM events WHERE sequence = 1",
      says: "event 1 is missing before it",
    },
  ];
  it.each(rows)("$damage, by the verification", async ({ sql, says }) => {
    bench.setArchive(sharedArchive);
    bench.query(sql);
    expect(await bench.run("ledger verify")).toMatchObject({ code: 4, out: expect.stringContaining(says) });
  });

  it("a file overwritten in the archive, by the verification", async () => {
    const { bucket, dispose } = await openArchive(bench.root);
    const file = await bucket.get("companies/1/SETP990000010.xml");
    await bucket.put("companies/1/SETP990000010.xml", `${await file?.text()} `);
    await dispose();
    expect(await bench.run("ledger verify")).toMatchObject({
      code: 4,
      out: expect.stringContaining("changed-file: company 1, companies/1/SETP990000010.xml of document 1"),
    });
  });
});
