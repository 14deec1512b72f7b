// Describes the PDF of an accepted document, on letter paper: by its signed file, the answer that accepted it, and its company's letterhead.
import { readCarriedResponse } from "../../src/authority/outcome.ts";
import type { DrawingRequest, Maker } from "../../src/domain/document/drawing.ts";
import { toRecord } from "../../src/issuance/file/printed-record.ts";
import type { WholeDocument } from "../../src/store/archive/filed.ts";
import { digestFile } from "../../src/store/archive/files.ts";
import { findAnswer } from "../../src/store/archive/snapshot.ts";
import type { Letterhead } from "../../src/store/company/letterhead.ts";
import { readValidation } from "../../src/ubl/read-document.ts";
import { readWholeDocument } from "../../src/ubl/read-whole.ts";

/** Whose documents are drawn, and by whose software. */
export interface PdfSource {
  readonly readFile: (path: string) => Promise<Uint8Array | undefined>;
  readonly letterhead: Letterhead;
  readonly maker: Maker | null;
}

/** Undefined before the document is accepted, and where the archive lacks a file or has another one than was signed. */
export async function describePdf(
  { readFile, letterhead, maker }: PdfSource,
  document: WholeDocument,
): Promise<DrawingRequest | undefined> {
  const { xmlPath, xmlSha256, state, timeline, resolutionDate } = document;
  const accepting = timeline?.attempts.findLast(({ outcome }) => outcome === "accepted");
  if (xmlPath === null || accepting === undefined || state !== "aceptado") return undefined;
  const [xml, answer] = await Promise.all([readFile(xmlPath), findAnswer(readFile, xmlPath, accepting.id)]);
  const response = answer && readCarriedResponse(accepting.kind, answer);
  if (xml === undefined || !response || (xmlSha256 !== null && (await digestFile(xml)) !== xmlSha256)) return undefined;
  const { accent, logoPath } = letterhead;
  const logo = logoPath === null ? undefined : await readFile(logoPath);
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const facts = readWholeDocument(decode(xml));
  return {
    document: facts,
    validated: readValidation(decode(response), facts.fiscalId),
    layout: "carta",
    logo: logo === undefined ? null : Buffer.from(logo).toString("base64"),
    accent,
    maker,
    resolutionDate,
    record: toRecord(document),
  };
}
