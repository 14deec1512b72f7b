// Compares the signed file of a document in the archive with what its row says of it.
import { createHash } from "node:crypto";
import { isFileOf } from "../../src/store/files.ts";
import type { documents } from "../../src/store/schema.ts";

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
  if (!isFileOf(bytes, { fullNumber, fiscalId }))
    return { what: "swapped-file", detail: `${path} is not document ${id} (${fullNumber})` };
  if (createHash("sha256").update(bytes).digest("hex") !== xmlSha256) {
    return { what: "changed-file", detail: `${path} of document ${id} has other bytes than its row says` };
  }
  return undefined;
}
