// Draws the PDF of an accepted document by the template of today, and keeps nothing.
import { describePdf } from "../operator/data/pdf-request.ts";
import { completeDocument } from "../src/store/archive/filed.ts";
import { loadLetterhead } from "../src/store/company/letterhead.ts";
import type { StoredDocument } from "../src/store/document/documents.ts";
import type { Ledger } from "./ledger.ts";

/** Undefined before the document is accepted, and where the archive lacks a file or has another one than was signed. */
export async function drawPdf(ledger: Ledger, row: StoredDocument): Promise<Uint8Array | undefined> {
  const { readFile, maker } = ledger;
  const document = await completeDocument(readFile, row);
  const letterhead = await loadLetterhead(ledger.open(row.companyId), row.companyId);
  const request = await describePdf({ readFile, letterhead, maker }, document);
  return request && ledger.draw(request);
}
