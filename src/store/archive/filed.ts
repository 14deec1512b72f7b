// Reads what a document at rest left to its file: its lines, its time line and the authority's verdict.
import type { Timeline, Verdict } from "../../domain/document/timeline.ts";
import { documentDetails, documents } from "../base/schema.ts";
import type { StoredDetail } from "../base/stored-form.ts";
import type { LedgerEntry, StoredDocument } from "../document/documents.ts";
import { DamagedFileError, digestFile, snapshotPath } from "./files.ts";
import { readSnapshot } from "./snapshot.ts";

/** Reads a file of the archive; undefined when there is none. */
type ReadFile = (path: string) => Promise<Uint8Array | undefined>;

/** What the row says of the file; without a digest the row has everything itself. */
interface Filing {
  readonly xmlPath: string | null;
  readonly fileSha256: string | null;
}

/** What is in the file and not in the row. */
interface Filed {
  readonly fingerprint: string;
  readonly detail: StoredDetail;
  readonly timeline: Timeline | null;
  readonly verdict: Verdict | null;
  /** The file itself: the authority's last answer lies in it. */
  readonly file: Uint8Array;
}

/**
 * Reads what a row left to its file.
 * @returns undefined where the row has everything itself.
 * @throws DamagedFileError when the file is gone, or not the one that the row was left to; Error when the archive does not answer.
 */
export async function readFiled(read: ReadFile, { xmlPath, fileSha256 }: Filing): Promise<Filed | undefined> {
  if (fileSha256 === null || xmlPath === null) return undefined;
  const file = await read(snapshotPath(xmlPath));
  if (file === undefined) throw new DamagedFileError("missing-file");
  if ((await digestFile(file)) !== fileSha256) throw new DamagedFileError("changed-file");
  const { row } = readSnapshot(file);
  const parse = (column: { readonly name: string }): unknown => JSON.parse(String(row[column.name] ?? null));
  return {
    fingerprint: String(row[documents.fingerprint.name]),
    detail: parse(documentDetails.detail) as StoredDetail,
    timeline: parse(documents.timeline) as Timeline | null,
    verdict: parse(documents.verdict) as Verdict | null,
    file,
  };
}

/** A document with all that was said of it, wherever it is kept. */
export type WholeDocument = Omit<StoredDocument, "detail"> & {
  readonly detail: StoredDetail;
  /** Of a document at rest, what was read. */
  readonly file?: Uint8Array;
};

/** A document as its row shows it, with what the row left to its file. @throws as `readFiled`. */
export async function completeDocument(
  read: ReadFile,
  document: StoredDocument | WholeDocument,
): Promise<WholeDocument> {
  const { detail } = document;
  if (detail !== null) return { ...document, detail };
  const filed = await readFiled(read, document);
  if (filed === undefined) throw new Error(`the row of document ${document.id} has no detail, and names no file`);
  return { ...document, ...filed };
}

/** A row as adoption and replay need it, with all that it left to its file. */
export type WholeEntry = Omit<LedgerEntry, "fingerprint"> & { readonly fingerprint: string };

/** The row with what it left to its file. @throws as `readFiled`. */
export async function completeEntry(read: ReadFile, entry: LedgerEntry): Promise<WholeEntry> {
  const filed = await readFiled(read, entry);
  const fingerprint = entry.fingerprint ?? filed?.fingerprint ?? null;
  if (fingerprint === null)
    throw new Error(`the row of document ${entry.documentId} has no fingerprint, and names no file`);
  if (filed === undefined) return { ...entry, fingerprint };
  const { note, sale } = filed.detail;
  const print = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value));
  return { ...entry, fingerprint, verdict: filed.verdict, note: print(note), sale: print(sale) };
}
