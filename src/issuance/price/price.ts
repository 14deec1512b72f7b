// Prices a command by the rules of its module, and chooses the kind of range that numbers it.
import type { RangeKind } from "../../domain/company.ts";
import type { CorrectableDocument, Note } from "../../domain/document/document.ts";
import type { Draft } from "../../domain/draft/draft.ts";
import type { NoteDraft } from "../../domain/draft/note-draft.ts";
import { priceInvoice } from "../../domain/invoice/invoice.ts";
import { KINDS } from "../../domain/kind.ts";
import { resolveNote } from "../../domain/note/note.ts";
import { priceSupportDocument } from "../../domain/support/support-document.ts";
import type { IssueCommand } from "../contract/command.ts";
import type { Corrected, Priced } from "../contract/ports.ts";
import { checkXmlSize } from "./size.ts";

/** What a draft is priced with. */
type PricedWith<AnyDraft> = Pick<IssueCommand, "company"> & { readonly draft: AnyDraft };

/**
 * Prices a draft against the company's configuration and the date of `nowMs` (epoch milliseconds) in Bogotá.
 * @throws Refusal naming every broken rule.
 */
export function priceCommand(
  { draft, company }: PricedWith<Draft>,
  nowMs: number,
): { readonly document: CorrectableDocument; readonly rangeKind: RangeKind } {
  const document =
    draft.kind === "support-document"
      ? priceSupportDocument(draft, company, nowMs)
      : priceInvoice(draft, company, nowMs);
  checkXmlSize(document, company);
  return { document, rangeKind: KINDS[document.typeCode].range };
}

/**
 * Resolves a note on what it corrects.
 * @throws Refusal naming what forbids the note, or every broken rule of parties and lines of its own.
 */
export function priceNote(
  { draft, company }: PricedWith<NoteDraft>,
  nowMs: number,
  corrected: Corrected,
): Priced & { readonly document: Note } {
  const document = resolveNote(draft, { company, nowMs, target: corrected.target });
  checkXmlSize(document, company);
  return { document, rangeKind: draft.typeCode, correction: corrected.correction };
}

/**
 * Prices a draft of any kind.
 * @param nowMs epoch milliseconds, the instant of the reservation.
 * @param corrected what a note refers to; a note cannot be priced without it.
 * @throws Refusal when a rule refuses it.
 */
export function priceAny({ draft, ...command }: PricedWith<Draft | NoteDraft>, nowMs: number, corrected?: Corrected) {
  if (draft.kind !== "note") return priceCommand({ ...command, draft }, nowMs);
  if (corrected === undefined) throw new Error("a note is resolved on what it corrects");
  return priceNote({ ...command, draft }, nowMs, corrected);
}
