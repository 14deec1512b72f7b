// Tests that a document costs as much to bring back when there are many days as when there are few, in whatever order files are listed,
// and that little of it is held meanwhile.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { snapshotPath, xmlPathOf } from "../../src/store/archive/files.ts";
import { type ArchiveReader, rebuildDocuments } from "../../src/store/archive/rebuild.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { createD1 } from "../support/sqlite-d1.ts";
import { openArchive } from "./filed-days.ts";
import { seedCompany } from "./sample.ts";

const NOW = "2026-11-20T16:00:00.000Z";
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
