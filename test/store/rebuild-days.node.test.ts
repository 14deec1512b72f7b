// Tests that a document costs as much to bring back when there are many days as when there are few, in whatever order files are listed,
// and that little of it is held meanwhile.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { addDays } from "../../src/domain/value/calendar.ts";
import { snapshotPath, xmlPathOf } from "../../src/store/archive/files.ts";
import { type ArchiveReader, rebuildDocuments } from "../../src/store/archive/rebuild.ts";
import { buildSnapshot, type Restorable, writeLabel, writeSnapshot } from "../../src/store/archive/snapshot.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { createD1 } from "../support/sqlite-d1.ts";
import { ISSUE_DATE, sampleReservation, sampleSupportDocument, seedCompany } from "./sample.ts";

const NOW = "2026-11-20T16:00:00.000Z";
const RANGE = { rangeId: 1, resolution: "1", resolutionDate: "2026-01-01", prefix: "DS", from: 1, to: 99_999 };
const VALIDITY = { validFrom: "2026-01-01", validTo: "2027-12-31" };

/** The files of documents of a company, one a day, listed as an archive does: by the letters of their paths. */
function openArchive(companyId: number, days: number): ArchiveReader {
  const files = Array.from({ length: days }, (_, day) => {
    const numbering = { ...RANGE, ...VALIDITY, number: day + 1, fileSequence: day + 1 };
    const path = xmlPathOf({ id: companyId, environment: "produccion" }, "05", numbering);
    const reservation = sampleReservation(companyId);
    const record: Restorable = {
      ...reservation,
      document: sampleSupportDocument({ issueDate: addDays(ISSUE_DATE, day) }),
      numbering,
      xmlPath: path,
      documentId: day + 1,
      thirdPartyId: 1,
      planSequence: day + 1,
      version: 9,
      state: "aceptado",
      fiscalId: reservation.reservationId,
      fileName: "ds.xml",
      xmlSha256: "ab",
      zipKey: null,
      verdict: null,
      attempts: [],
      changes: [],
      wakeAt: null,
      lastError: null,
    };
    const snapshot = buildSnapshot(record);
    if (snapshot === undefined) throw new Error("the sample knows everything of itself");
    return { path, label: writeLabel(record), bytes: writeSnapshot(snapshot) };
  });
  files.sort((one, other) => (one.path < other.path ? -1 : 1));
  return {
    async *list() {
      for (const { path, label } of files) {
        yield { path, label };
        yield { path: snapshotPath(path), label: undefined };
      }
    },
    read: async (wanted) => files.find(({ path }) => snapshotPath(path) === wanted)?.bytes,
  };
}

/** Rows that a rebuild changed for each document, those of triggers among them. */
async function countChanges(days: number): Promise<number> {
  const d1 = createD1();
  const companyId = await seedCompany(d1);
  const read = async () => Number((await d1.prepare("SELECT total_changes() AS n").first<{ n: number }>())?.n);
  const before = await read();
  const report = await rebuildDocuments(openDatabase(d1), openArchive(companyId, days), NOW);
  expect(report).toMatchObject({ restored: days, stubs: 0, present: 0, problems: [] });
  const sums = "SELECT sum(approved) AS all_of_them, max(approved_before) AS before_last FROM document_days";
  expect(await d1.prepare(sums).first()).toEqual({ all_of_them: days, before_last: days - 1 });
  return ((await read()) - before) / days;
}

it("a rebuild of ten times as many days changes no more rows for each document", async () => {
  const few = await countChanges(12);
  expect(await countChanges(120)).toBeLessThan(few * 1.1);
});

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

it("holds less than half a kilobyte of each document while it brings them into order", async () => {
  const many = 4_000;
  const d1 = createD1();
  const companyId = await seedCompany(d1);
  const { list } = openArchive(companyId, 1);
  let label = "";
  for await (const file of list("")) label ||= JSON.stringify(file.label);
  const measure = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const held: number[] = [];
  const archive: ArchiveReader = {
    async *list() {
      // Each path is asked for again by itself: its snapshot cannot be read.
      if (held.length > 0) return;
      const before = measure();
      for (let n = 1; n <= many; n += 1) {
        const path = xmlPathOf({ id: companyId, environment: "produccion" }, "05", { prefix: "DS", number: n });
        // Texts of their own, as an answer of the bucket has them.
        yield { path, label: JSON.parse(label), size: n };
        yield { path: snapshotPath(path), label: undefined };
      }
      held.push(measure() - before);
    },
    read: async () => undefined,
  };
  const { problems } = await rebuildDocuments(openDatabase(d1), archive, NOW);
  expect(problems).toHaveLength(many);
  expect((held[0] ?? 0) / many).toBeLessThan(500);
});
