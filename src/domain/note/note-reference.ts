// Resolves the document that a note refers to, and refuses documents that cannot be corrected.

import type { CorrectableDocument, CorrectedDocument } from "../document/document.ts";
import type { State } from "../document/state.ts";
import type { ExternalDocumentDraft, InvoiceNoteDraft, NoteDraft } from "../draft/note-draft.ts";
import { isTypeCode, KINDS } from "../kind.ts";
import { Refusal, refuseNote } from "../refusal/refusal.ts";
import { isCalendarDate } from "../value/calendar.ts";
import { decimal, isPositive } from "../value/decimal.ts";
import { type EarlierNote, findAnnulment, findBalance } from "./note-balance.ts";

/** Live notes that a document may have: each further one is resolved with all that are there. */
export const MOST_NOTES = 500;

/** A document that is kept here, with the notes on it. */
export interface Correctable {
  readonly document: CorrectableDocument;
  /** Prefix and number. */
  readonly number: string;
  readonly fiscalId: string;
  readonly state: State;
  readonly notes: readonly EarlierNote[];
}

/** What an id refers to: nothing of this company and module, a note, or a document, whose file is read only once it is accepted. */
export type Target =
  | { readonly type: "unknown"; readonly id: number }
  | { readonly type: "note"; readonly typeCode: string }
  | {
      readonly type: "unaccepted";
      readonly typeCode: CorrectableDocument["typeCode"];
      /** Prefix and number. */
      readonly number: string;
      readonly state: Exclude<State, "aceptado">;
    }
  | ({ readonly type: "document" } & Correctable);

/**
 * The document issued elsewhere; null when the note refers to one of this service, or to a period.
 * @throws Refusal unless exactly one of the three is given, or when that document is dated in the future.
 */
export function pickReference(draft: NoteDraft, today: string): CorrectedDocument | null {
  const { documentId, external, period } = draft;
  const fields = { documentId, external, period };
  const given = (["documentId", "external", "period"] as const).filter((field) => fields[field] !== null);
  if (given.length === 0) throw new Refusal({ reason: "reference-required", field: ["documentId"] });
  if (given.length > 1) throw new Refusal({ reason: "reference-ambiguous", field: [], given });
  return external === null ? null : describeExternal(external, today);
}

function describeExternal({ number, fiscalId, issueDate, typeCode }: ExternalDocumentDraft, today: string) {
  if (!isCalendarDate(issueDate) || issueDate > today) {
    throw new Refusal({ reason: "reference-date", field: ["external", "issueDate"], value: issueDate, today });
  }
  // Invoices of types that this service does not issue have a CUFE, too.
  const fiscalIdKind = isTypeCode(typeCode) ? KINDS[typeCode].fiscalId.name : "CUFE";
  return { number, fiscalId, fiscalIdKind, issueDate };
}

/**
 * The document, once nothing about it forbids a note of this type.
 * @throws Refusal for what is unknown, of another kind, not accepted, annulled or fully credited.
 */
export function findCorrectable(target: Target, { typeCode, documentId }: NoteDraft): Correctable {
  const field = documentId === null ? (["external"] as const) : (["documentId"] as const);
  if (target.type === "unknown") throw new Refusal({ reason: "reference-not-found", field, value: target.id });
  const corrects: readonly string[] = KINDS[typeCode].corrects;
  const targetType = target.type === "document" ? target.document.typeCode : target.typeCode;
  if (target.type === "note" || !corrects.includes(targetType)) {
    throw new Refusal({ reason: "not-correctable", field, typeCode: targetType, noteType: typeCode });
  }
  const { state, number } = target;
  if (state === "rechazado") throw refuseNote(typeCode, { reason: "reference-rejected", field, number });
  if (target.type === "unaccepted" || target.state !== "aceptado") {
    throw refuseNote(typeCode, { reason: "reference-pending", field, state });
  }
  const { document, notes } = target;
  const annulment = findAnnulment(notes);
  if (annulment !== undefined) {
    const because = annulment.state === "aceptado" ? "annulment" : "annulment-pending";
    throw new Refusal({ reason: "reference-annulled", field, because });
  }
  if (notes.filter(({ state }) => state !== "rechazado").length >= MOST_NOTES) {
    throw new Refusal({ reason: "too-many-notes", field, most: MOST_NOTES });
  }
  const { invoiced, available, inProcess } = findBalance(document.totals.total, notes);
  // A document of 0.00 has nothing that notes could have taken.
  if (KINDS[typeCode].effect === "lowers" && isPositive(decimal(invoiced)) && !isPositive(decimal(available))) {
    // What pending notes took comes back where the authority rejects them.
    const because = isPositive(decimal(inProcess)) ? "nothing-left-pending" : "nothing-left";
    throw new Refusal({ reason: "reference-annulled", field, because });
  }
  return target;
}

/** @throws Refusal unless both are real dates, in order, and not in the future. */
export function checkPeriod({ start, end }: NonNullable<InvoiceNoteDraft["period"]>, today: string): void {
  const refuse = (because: "not-a-date" | "start-after-end" | "after-today") =>
    new Refusal({ reason: "period-invalid", field: ["period"], start, end, today, because });
  if (!isCalendarDate(start) || !isCalendarDate(end)) throw refuse("not-a-date");
  if (start > end) throw refuse("start-after-end");
  if (end > today) throw refuse("after-today");
}
