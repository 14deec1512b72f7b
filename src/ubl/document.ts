// Builds the canonical UBL text of a priced document, in two parts around the place of its signature. The text is never parsed
// or serialised again.
import type { CorrectableDocument } from "../domain/document/document.ts";
import { KINDS } from "../domain/kind.ts";
import { attributes, text } from "../xml/element.ts";
import { buildCreditNoteXml } from "./credit-note.ts";
import { buildDebitNoteXml } from "./debit-note.ts";
import {
  buildAllowances,
  buildDescription,
  buildExchangeRate,
  buildExtension,
  buildIdentification,
  buildInvoiceControl,
  buildMonetaryTotal,
  buildPayments,
  buildTaxTotals,
  type DocumentXml,
  frame,
  isBare,
  isOnCredit,
} from "./frame.ts";
import type { DocumentParts, NoteInput, UblInput } from "./input.ts";
import { buildInvoiceParts, buildPaymentTerms, buildPrepayments } from "./invoice.ts";
import { buildSupportDocumentParts } from "./support-document.ts";
import { buildTicketExtensions } from "./ticket.ts";

/** What the XML of an invoice or support document is built from. */
type CorrectableInput = UblInput & { readonly document: CorrectableDocument };

/**
 * Builds the XML of a document in the order of the UBL schema.
 * @returns text equal to its own inclusive C14N 1.0, without XML declaration.
 * @throws Error when the document breaks what validation guarantees (forbidden characters, a resident without address).
 */
export function buildDocumentXml({ document, ...input }: UblInput): DocumentXml {
  if (document.kind === "note") return buildNoteXml({ ...input, note: document });
  return buildInvoiceXml({ ...input, document });
}

function buildInvoiceXml(input: CorrectableInput): DocumentXml {
  const { document } = input;
  const parts = buildParts(input);
  const currency = attributes({ currencyID: document.currency });
  const content =
    buildOpening(input) +
    parts.references +
    parts.parties +
    parts.delivery +
    buildPayments(document) +
    buildPaymentTerms(document, currency) +
    buildPrepayments(document.prepayments, currency) +
    buildAllowances(document.allowances, currency) +
    buildExchangeRate(document.currency, document.exchangeRate) +
    buildTaxTotals("cac:TaxTotal", document.taxes, currency, isBare(document)) +
    buildTaxTotals("cac:WithholdingTaxTotal", parts.withholdings, currency) +
    buildMonetaryTotal("cac:LegalMonetaryTotal", document, currency) +
    parts.lines;
  const isTicket = document.kind === "invoice" && document.typeCode === "20";
  const others = isTicket ? buildTicketExtensions(document, input.numbering) : [];
  return frame(document, buildExtension(input, buildInvoiceControl(input.numbering)), content, others);
}

/** The same for a note. */
export function buildNoteXml(input: NoteInput): DocumentXml {
  return KINDS[input.note.typeCode].root === "DebitNote" ? buildDebitNoteXml(input) : buildCreditNoteXml(input);
}

function buildParts(input: CorrectableInput): DocumentParts {
  const { document } = input;
  return document.kind === "invoice" ? buildInvoiceParts(document, input) : buildSupportDocumentParts(document);
}

/** From UBLVersionID to LineCountNumeric. */
function buildOpening(input: CorrectableInput): string {
  const { document } = input;
  return (
    buildIdentification(document, input) +
    (isOnCredit(document.payment) ? text("cbc:DueDate", document.payment.dueDate) : "") +
    text("cbc:InvoiceTypeCode", document.typeCode) +
    buildDescription(document)
  );
}
