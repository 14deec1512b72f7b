// Draws the PDF of an accepted document from its signed file and the answer that accepted it, and keeps nothing.
import { readCarriedResponse } from "../src/authority/outcome.ts";
import type { DrawingRequest } from "../src/domain/document/drawing.ts";
import { toRecord } from "../src/issuance/file/printed-record.ts";
import { completeDocument } from "../src/store/archive/filed.ts";
import { digestFile } from "../src/store/archive/files.ts";
import { findAnswer } from "../src/store/archive/snapshot.ts";
import { loadLetterhead } from "../src/store/company/letterhead.ts";
import type { StoredDocument } from "../src/store/document/documents.ts";
import { readValidation } from "../src/ubl/read-document.ts";
import { readWholeDocument } from "../src/ubl/read-whole.ts";
import type { Ledger } from "./ledger.ts";

/**
 * The PDF on letter paper, by the template of today; undefined before the document is accepted, and where the archive lacks a file
 * or has another one than was signed.
 */
export async function drawPdf(ledger: Ledger, row: StoredDocument): Promise<Uint8Array | undefined> {
  const document = await completeDocument(ledger.readFile, row);
  const { companyId, xmlPath, xmlSha256, state, timeline, resolutionDate } = document;
  const accepting = timeline?.attempts.findLast(({ outcome }) => outcome === "accepted");
  if (xmlPath === null || accepting === undefined || state !== "aceptado") return undefined;
  const [xml, answer, letterhead] = await Promise.all([
    ledger.readFile(xmlPath),
    findAnswer(ledger.readFile, xmlPath, accepting.id),
    loadLetterhead(ledger.open(companyId), companyId),
  ]);
  const response = answer && readCarriedResponse(accepting.kind, answer);
  if (xml === undefined || !response || (xmlSha256 !== null && (await digestFile(xml)) !== xmlSha256)) return undefined;
  const { accent, logoPath } = letterhead;
  const logo = logoPath === null ? undefined : await ledger.readFile(logoPath);
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const facts = readWholeDocument(decode(xml));
  const request: DrawingRequest = {
    document: facts,
    validated: readValidation(decode(response), facts.fiscalId),
    layout: "carta",
    logo: logo === undefined ? null : Buffer.from(logo).toString("base64"),
    accent,
    maker: ledger.maker,
    resolutionDate,
    record: toRecord(document),
  };
  return ledger.draw(request);
}
