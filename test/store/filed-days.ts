// Makes the archive of a company whose support documents are one a day.
import { addDays } from "../../src/domain/value/calendar.ts";
import { snapshotPath, xmlPathOf } from "../../src/store/archive/files.ts";
import type { ArchiveReader } from "../../src/store/archive/rebuild.ts";
import { buildSnapshot, type Restorable, writeLabel, writeSnapshot } from "../../src/store/archive/snapshot.ts";
import { ISSUE_DATE, sampleProgress, sampleReservation, sampleSupportDocument } from "./sample.ts";

const RANGE = { rangeId: 1, resolution: "1", resolutionDate: "2026-01-01", prefix: "DS", from: 1, to: 99_999 };
const VALIDITY = { validFrom: "2026-01-01", validTo: "2027-12-31" };

/** The files of documents of a company, one a day, listed as an archive does: by the letters of their paths. */
export function openArchive(companyId: number, days: number): ArchiveReader {
  const files = Array.from({ length: days }, (_, day) => {
    const numbering = { ...RANGE, ...VALIDITY, number: day + 1, fileSequence: day + 1 };
    const path = xmlPathOf({ id: companyId, environment: "produccion" }, "05", numbering);
    const reservation = sampleReservation(companyId);
    const record: Restorable = {
      ...reservation,
      ...sampleProgress(reservation, { version: 9, fileName: "ds.xml", xmlPath: path, xmlSha256: "ab" }),
      document: sampleSupportDocument({ issueDate: addDays(ISSUE_DATE, day) }),
      numbering,
      documentId: day + 1,
      thirdPartyId: 1,
      planSequence: day + 1,
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
