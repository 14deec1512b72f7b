// Builds what notes of every type have in common: concept, reference, parties, lines.
import type { Note, NoteLine } from "../domain/document/document.ts";
import { KINDS } from "../domain/kind.ts";
import { attributes, element, group, text } from "../xml/element.ts";
import { buildLine, isBare, type LineNames } from "./frame.ts";
import type { NoteInput } from "./input.ts";
import { buildCustomer, buildSupplier } from "./invoice.ts";
import { buildBuyer, buildVendor } from "./support-document.ts";
import { CONCEPT_TEXTS } from "./wire-literal.ts";

/** Of a credit note to a ticket alone: its samples name the type of what is corrected. */
const CORRECTED_TICKET = "20";

/** A note without reference says which period it corrects (CAE02, CAE04). */
export function buildCorrectedPeriod({ period }: Note): string {
  if (period === null) return "";
  return group("cac:InvoicePeriod", [text("cbc:StartDate", period.start), text("cbc:EndDate", period.end)]);
}

/** The concept with the text that the authority's table prints for it (CBF01 to CBF04). */
export function buildConcept({ typeCode, concept, corrected }: Note): string {
  return group("cac:DiscrepancyResponse", [
    corrected === null ? undefined : text("cbc:ReferenceID", corrected.number),
    text("cbc:ResponseCode", concept.code),
    text("cbc:Description", CONCEPT_TEXTS[`${typeCode} ${concept.code}`] ?? concept.name),
  ]);
}

/** The corrected document (CBG02 to CBG06); nothing where a period is corrected. */
export function buildReference({ corrected, typeCode }: Note): string {
  if (corrected === null) return "";
  const scheme = attributes({ schemeName: `${corrected.fiscalIdKind}-SHA384` });
  const reference = group("cac:InvoiceDocumentReference", [
    text("cbc:ID", corrected.number),
    text("cbc:UUID", corrected.fiscalId, scheme),
    text("cbc:IssueDate", corrected.issueDate),
    typeCode === "94" ? text("cbc:DocumentTypeCode", CORRECTED_TICKET) : undefined,
  ]);
  return element("cac:BillingReference", reference);
}

/** Those of an invoice, with the prefix of the note (CAJ50), or those of a support document. */
export function buildParties({ note, company, numbering }: NoteInput): string {
  if (note.typeCode === "95") return buildVendor(note) + buildBuyer(note);
  return (
    buildSupplier(note, company, numbering.prefix, KINDS[note.typeCode].module === "dee") +
    buildCustomer(note.counterpart)
  );
}

/**
 * Every line, without withholdings: the schema of notes has none.
 * @param buildAfterAmount what follows LineExtensionAmount.
 */
export function buildNoteLines(note: Note, names: LineNames, buildAfterAmount: (line: NoteLine) => string): string {
  const currency = attributes({ currencyID: note.currency });
  const bare = isBare(note);
  let lines = "";
  for (const line of note.lines) {
    lines += buildLine(line, currency, { names, bare, afterAmount: buildAfterAmount(line), withholdings: [] });
  }
  return lines;
}
