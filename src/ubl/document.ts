// Builds the canonical UBL text of a priced document, in two parts around the place of its signature; nothing is parsed or
// serialised again.
import { fullNumber } from "../domain/company.ts";
import type { Document, ExchangeRate, Payment } from "../domain/document.ts";
import { environmentCode, fiscalIdKind } from "../domain/fiscal-id.ts";
import { attributes, group, text } from "../xml/element.ts";
import { buildExtension } from "./extension.ts";
import type { DocumentParts, UblInput } from "./input.ts";
import { buildInvoiceParts } from "./invoice.ts";
import { buildSupportDocumentParts } from "./support-document.ts";
import { buildMonetaryTotal, buildTaxTotals } from "./totals.ts";
import { ROOT_NAMESPACES, SCHEMA_LOCATION, UBL_VERSION } from "./wire-literal.ts";

/** Canonical text around the place of the signature, as `signature/xades.ts` takes it. */
export interface DocumentXml {
  /** Ends right after the opening of the last extension. */
  readonly head: string;
  /** Begins with the closing of that extension. */
  readonly tail: string;
  /** The root's namespace declarations, each with its leading space. */
  readonly rootNamespaces: string;
}

const CREDIT = "2";
/** Free text that the authority wants to see filled (FAN05); the samples number the means of payment. */
const PAYMENT_ID = "1";

const EXTENSION_START = "<ext:UBLExtension><ext:ExtensionContent>";
const EXTENSION_END = "</ext:ExtensionContent></ext:UBLExtension>";
const HEAD_START = `<Invoice${ROOT_NAMESPACES}${SCHEMA_LOCATION}><ext:UBLExtensions>${EXTENSION_START}`;
const VERSION = text("cbc:UBLVersionID", UBL_VERSION);

/**
 * Builds the XML of an invoice or support document in the order of the UBL schema.
 * @returns text equal to its own inclusive C14N 1.0, without XML declaration.
 * @throws Error when the document breaks what validation guarantees (forbidden characters, a resident without address).
 */
export function buildDocumentXml(input: UblInput): DocumentXml {
  const { document } = input;
  const parts = buildParts(input);
  const currency = attributes({ currencyID: document.currency });
  const tail =
    `${EXTENSION_END}</ext:UBLExtensions>` +
    buildOpening(input, parts.profile) +
    parts.references +
    parts.parties +
    buildPayment(document.payment) +
    (document.exchangeRate === null ? "" : buildExchangeRate(document.currency, document.exchangeRate)) +
    buildTaxTotals("cac:TaxTotal", document.taxes, currency) +
    buildTaxTotals("cac:WithholdingTaxTotal", parts.withholdings, currency) +
    buildMonetaryTotal(document.totals, currency) +
    parts.lines;
  return {
    head: HEAD_START + buildExtension(input) + EXTENSION_END + EXTENSION_START,
    tail: `${tail}</Invoice>`,
    rootNamespaces: ROOT_NAMESPACES,
  };
}

function buildParts(input: UblInput): DocumentParts {
  const { document } = input;
  return document.kind === "invoice" ? buildInvoiceParts(document, input) : buildSupportDocumentParts(document);
}

/** From UBLVersionID to LineCountNumeric. */
function buildOpening({ document, numbering, fiscalId, environment }: UblInput, profile: string): string {
  const environmentId = environmentCode(environment);
  const uuid = attributes({ schemeID: environmentId, schemeName: `${fiscalIdKind(document)}-SHA384` });
  return (
    VERSION +
    text("cbc:CustomizationID", document.operationType) +
    text("cbc:ProfileID", profile) +
    text("cbc:ProfileExecutionID", environmentId) +
    text("cbc:ID", fullNumber(numbering)) +
    text("cbc:UUID", fiscalId, uuid) +
    text("cbc:IssueDate", document.issueDate) +
    text("cbc:IssueTime", document.issueTime) +
    (document.payment.form === CREDIT ? text("cbc:DueDate", document.payment.dueDate) : "") +
    text("cbc:InvoiceTypeCode", document.typeCode) +
    buildNotes(document) +
    text("cbc:DocumentCurrencyCode", document.currency) +
    text("cbc:LineCountNumeric", String(document.lines.length))
  );
}

function buildNotes(document: Document): string {
  let notes = "";
  for (const note of document.notes) notes += text("cbc:Note", note);
  return notes;
}

/** Credit carries its due date (FAN04). */
function buildPayment(payment: Payment): string {
  return group("cac:PaymentMeans", [
    text("cbc:ID", payment.form),
    text("cbc:PaymentMeansCode", payment.meansCode),
    payment.form === CREDIT ? text("cbc:PaymentDueDate", payment.dueDate) : undefined,
    text("cbc:PaymentID", PAYMENT_ID),
  ]);
}

/** One unit of the document's currency in Colombian pesos (FAR01 to FAR07). */
function buildExchangeRate(currency: string, exchangeRate: ExchangeRate): string {
  return group("cac:PaymentExchangeRate", [
    text("cbc:SourceCurrencyCode", currency),
    text("cbc:SourceCurrencyBaseRate", "1.00"),
    text("cbc:TargetCurrencyCode", "COP"),
    text("cbc:TargetCurrencyBaseRate", "1.00"),
    text("cbc:CalculationRate", exchangeRate.rate),
    text("cbc:Date", exchangeRate.date),
  ]);
}
