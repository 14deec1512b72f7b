// Builds the canonical UBL text of a debit note (type 92), which has no type code and names its totals differently.
import { attributes } from "../xml/element.ts";
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
import { buildOrderReference } from "./invoice.ts";
import { buildConcept, buildCorrectedPeriod, buildNoteLines, buildParties, buildReference } from "./note.ts";

const LINE: LineNames = { line: "cac:DebitNoteLine", quantity: "cbc:DebitedQuantity", areAllowancesLast: true };

/**
 * Builds the XML in the order of the UBL schema, in two parts around the place of the signature.
 * @returns text equal to its own inclusive C14N 1.0, without XML declaration.
 * @throws Error when the note carries characters that XML forbids: validation refuses them.
 */
export function buildDebitNoteXml(input: NoteInput): DocumentXml {
  const { note } = input;
  const currency = attributes({ currencyID: note.currency });
  const content =
    buildIdentification(note, input) +
    buildDescription(note) +
    buildCorrectedPeriod(note) +
    buildConcept(note) +
    buildOrderReference(note.references) +
    buildReference(note) +
    buildParties(input) +
    buildAllowances(note.allowances, currency) +
    buildPayments(note) +
    buildExchangeRate(note.currency, note.exchangeRate) +
    buildTaxTotals("cac:TaxTotal", note.taxes, currency, isBare(note)) +
    buildMonetaryTotal("cac:RequestedMonetaryTotal", note, currency) +
    buildNoteLines(note, LINE, () => "");
  return frame(note, buildExtension(input), content);
}
