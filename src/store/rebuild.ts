// The archive into the rows of documents, third parties and counters: for the night on which D1 is lost.
import type { Database } from "./database.ts";
import type { FileLabel } from "./files.ts";
import { readLabel, readSnapshot, restoreDocument, type Snapshot } from "./snapshot.ts";

/** A file of the archive, as its list shows it. */
export interface ListedFile {
  readonly path: string;
  readonly label: FileLabel | undefined;
}

/** How the archive is read. Files come in the order of their paths. */
export interface ArchiveReader {
  list(prefix: string): AsyncIterable<ListedFile>;
  read(path: string): Promise<Uint8Array | undefined>;
}

/** What became of the files. */
export interface RebuildReport {
  /** Rows written whole, from the snapshot of a settled document. */
  restored: number;
  /** Rows written from a signed file alone: the issuance, or the cron, brings them further. */
  stubs: number;
  /** Documents whose rows were there. */
  present: number;
  readonly problems: { readonly path: string; readonly problem: string }[];
}

const SIGNED_FILE = /^documents\/\d+\/[a-z]+\/\d\d\/[^/]+\.xml$/;
const SNAPSHOT = /^(documents\/\d+\/[a-z]+\/\d\d\/[^/]+)\/document\.json$/;

/**
 * Writes every row that the archive knows and D1 does not. Safe to repeat and to interrupt: rows that are there stay.
 * The configuration (companies, ranges, plans, tokens) must be there first; counters only move forward.
 * @param nowIso when stubs are due: an ISO instant.
 */
export async function rebuildDocuments(db: Database, archive: ArchiveReader, nowIso: string): Promise<RebuildReport> {
  const report: RebuildReport = { restored: 0, stubs: 0, present: 0, problems: [] };
  // A signed file comes right before its folder, which holds the snapshot once the document is settled.
  let signed: ListedFile | undefined;
  const settleSigned = async () => {
    if (signed !== undefined) await restore(db, report, signed.path, async () => readStub(signed?.label, nowIso));
    signed = undefined;
  };
  for await (const file of archive.list("documents/")) {
    const [, folder] = SNAPSHOT.exec(file.path) ?? [];
    if (folder !== undefined && signed?.path === `${folder}.xml`) {
      signed = undefined;
      await restore(db, report, file.path, async () => readWhole(await archive.read(file.path)));
    } else if (SIGNED_FILE.test(file.path)) {
      await settleSigned();
      signed = file;
    } else if (folder !== undefined) {
      report.problems.push({ path: file.path, problem: "its signed file is missing" });
    }
  }
  await settleSigned();
  return report;
}

function readWhole(bytes: Uint8Array | undefined): Snapshot {
  if (bytes === undefined) throw new Error("the file went away");
  return readSnapshot(bytes);
}

function readStub(label: FileLabel | undefined, nowIso: string): Snapshot {
  const stub = readLabel(label, nowIso);
  if (stub === undefined) throw new Error("a signed file without a snapshot and without a label");
  return stub;
}

async function restore(
  db: Database,
  report: RebuildReport,
  path: string,
  read: () => Promise<Snapshot>,
): Promise<void> {
  try {
    const snapshot = await read();
    const isWritten = await restoreDocument(db, snapshot);
    if (!isWritten) report.present += 1;
    else if (snapshot.thirdParty === null) report.stubs += 1;
    else report.restored += 1;
  } catch (cause) {
    report.problems.push({ path, problem: cause instanceof Error ? cause.message : String(cause) });
  }
}
