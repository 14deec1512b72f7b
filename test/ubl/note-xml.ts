// Turns a note into its XML as the product builds it, with the software and PIN of the reference's samples.
import { createHash } from "node:crypto";
import { fullNumber } from "../../src/domain/company.ts";
import { cudeSeed, cudsSeed, qrUrl, securityCodeSeed } from "../../src/domain/document/fiscal-id.ts";
import { KINDS } from "../../src/domain/kind.ts";
import { buildNoteXml } from "../../src/ubl/document.ts";
import type { DocumentXml } from "../../src/ubl/frame.ts";
import { COMPANY, SOFTWARE } from "./fixture.ts";
import type { NoteKind } from "./note-kinds.ts";

const PIN = "75315";

export function sha384(text: string): string {
  return createHash("sha384").update(text, "utf8").digest("hex");
}

/** Text whose SHA-384 is the note's CUDE or CUDS. */
export function fiscalIdSeed({ note, numbering }: NoteKind): string {
  const context = { number: fullNumber(numbering), environment: COMPANY.environment };
  return KINDS[note.typeCode].fiscalId.name === "CUDS" ? cudsSeed(note, context, PIN) : cudeSeed(note, context, PIN);
}

/** Text whose SHA-384 is the software security code of the note. */
export function codeSeed({ numbering }: NoteKind): string {
  return securityCodeSeed(SOFTWARE.id, PIN, fullNumber(numbering));
}

/** The XML in its two parts around the place of the signature. */
function buildNoteParts(kind: NoteKind): DocumentXml {
  const fiscalId = sha384(fiscalIdSeed(kind));
  return buildNoteXml({
    note: kind.note,
    company: COMPANY,
    numbering: kind.numbering,
    software: SOFTWARE,
    securityCode: sha384(codeSeed(kind)),
    fiscalId,
    qrUrl: qrUrl(fiscalId, COMPANY.environment),
    environment: COMPANY.environment,
  });
}

/** The XML without the place of the signature, as the reference's samples are. */
export function buildUnsigned(kind: NoteKind): string {
  const { head, tail } = buildNoteParts(kind);
  const place = "<ext:UBLExtension><ext:ExtensionContent>";
  if (!head.endsWith(place)) throw new Error("the place of the signature is not where it should be");
  return head.slice(0, -place.length) + tail.replace("</ext:ExtensionContent></ext:UBLExtension>", "");
}
