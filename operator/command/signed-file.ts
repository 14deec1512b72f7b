// Compares the signed file of a document in the archive with what its row says of it.
import { createHash } from "node:crypto";
import { isFileOf } from "../../src/store/archive/files.ts";
import type { documents } from "../../src/store/base/schema.ts";

type SignedDocument = Pick<
  typeof documents.$inferSelect,
  "id" | "state" | "fullNumber" | "fiscalId" | "xmlPath" | "xmlSha256"
>;

export interface FileFault {
  readonly what: "missing-file" | "changed-file" | "swapped-file";
  readonly detail: string;
}

/** Whether the archive must hold the file: up to `firmado` it may be in the journal alone. */
export function isFileDue({ state }: Pick<SignedDocument, "state">): boolean {
  return state !== "creating" && state !== "firmado";
}

/** @returns undefined when nothing is wrong, or the row knows of no file. */
export async function checkSignedFile(
  readFile: (path: string) => Promise<Uint8Array | undefined>,
  document: SignedDocument,
): Promise<FileFault | undefined> {
  const { id, fullNumber, fiscalId, xmlPath: path, xmlSha256 } = document;
  if (path === null || xmlSha256 === null || fiscalId === null) return undefined;
  const bytes = await readFile(path);
  if (bytes === undefined) {
    if (!isFileDue(document)) return undefined;
    return { what: "missing-file", detail: `${path} of document ${id} is not in the archive` };
  }
  const isOwn = isFileOf(bytes, { fullNumber, fiscalId });
  if (isOwn && createHash("sha256").update(bytes).digest("hex") === xmlSha256) return undefined;
  if (!isFileDue(document)) return { what: "swapped-file", detail: describeConflict(document) };
  if (!isOwn) return { what: "swapped-file", detail: `${path} is not document ${id} (${fullNumber})` };
  return { what: "changed-file", detail: `${path} of document ${id} has other bytes than its row says` };
}

/** The object archives before it sends: the file at its place was there before, and is the proof of a document that may have been sent. */
function describeConflict({ id, fullNumber, xmlPath }: SignedDocument): string {
  return `${xmlPath} is the file of another document than ${id} (${fullNumber}), which was never sent: put nothing there, runbook \`archive_conflict\``;
}
