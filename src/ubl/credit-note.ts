// Builds the canonical UBL text of a credit note (type 91) or of an adjustment note to a support document (type 95).
import type { AdjustmentNote, Note } from "../domain/document/document.ts";
import { attributes, group, text } from "../xml/element.ts";
import {
  buildAllowances,
  buildDescription,
  buildExchangeRate,
  buildExtension,
  buildIdentification,
  buildMonetaryTotal,
  buildPayments,
  buildTaxTotals,
  type DocumentXml,
  frame,
  isBare,
  type LineNames,
} from "./frame.ts";
import type { NoteInput } from "./input.ts";
import { buildOrderReference, markFree } from "./invoice.ts";
import { buildConcept, buildCorrectedPeriod, buildNoteLines, buildParties, buildReference } from "./note.ts";
import { GENERATION_MODE_NAMES } from "./wire-literal.ts";

const LINE: LineNames = { line: "cac:CreditNoteLine", quantity: "cbc:CreditedQuantity", areAllowancesLast: true };
/** A line of an adjustment note is one operation of the note's own day. */
const PER_OPERATION = "1";

/**
 * Builds the XML in the order of the UBL schema, in two parts around the place of the signature.
 * @returns text equal to its own inclusive C14N 1.0, without XML declaration.
 * @throws Error when the note breaks what validation guarantees (forbidden characters, a resident without address).
 */
export function buildCreditNoteXml(input: NoteInput): DocumentXml {
  const { note } = input;
  const currency = attributes({ currencyID: note.currency });
  const content =
    buildIdentification(note, input) +
    text("cbc:CreditNoteTypeCode", note.typeCode) +
    buildDescription(note) +
    buildCorrectedPeriod(note) +
    buildConcept(note) +
    buildOrderReference(note.references) +
    buildReference(note) +
    buildParties(input) +
    buildPayments(note) +
    buildExchangeRate(note.currency, note.exchangeRate) +
    buildAllowances(note.allowances, currency) +
    buildTaxTotals("cac:TaxTotal", note.taxes, currency, isBare(note)) +
    buildMonetaryTotal("cac:LegalMonetaryTotal", note, currency) +
    buildLines(note);
  return frame(note, buildExtension(input), content);
}

function buildLines(note: Note): string {
  if (note.typeCode !== "95") return buildNoteLines(note, LINE, (line) => markFree(line, note.lines.length));
  const period = buildPeriod(note);
  return buildNoteLines(note, LINE, () => period);
}

function buildPeriod(note: AdjustmentNote): string {
  return group("cac:InvoicePeriod", [
    text("cbc:StartDate", note.issueDate),
    text("cbc:DescriptionCode", PER_OPERATION),
    text("cbc:Description", GENERATION_MODE_NAMES[PER_OPERATION]),
  ]);
}
