// Builds what documents of every type have in common: the frame around their content, the authority's extension, payment, rate.

import { NIT } from "../domain/catalogue/identification.ts";
import { fullNumber } from "../domain/company.ts";
import type { Document, DocumentCommon, ExchangeRate, Payment, PaymentPart } from "../domain/document/document.ts";
import { environmentCode } from "../domain/document/fiscal-id.ts";
import { KINDS } from "../domain/kind.ts";
import { attributes, group, text } from "../xml/element.ts";
import type { NoteInput, UblInput } from "./input.ts";
import { buildPesoTotals } from "./peso-total.ts";
import {
  AGENCY_ATTRIBUTES,
  AUTHORITY_CHECK_DIGIT,
  AUTHORITY_EXTENSION,
  AUTHORITY_NIT,
  COUNTRY_LIST_ATTRIBUTES,
  identificationAttributes,
  PROFILES,
  ROOTS,
  UBL_VERSION,
} from "./wire-literal.ts";

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

const EXTENSION_START = "<ext:UBLExtension><ext:ExtensionContent>";
const EXTENSION_END = "</ext:ExtensionContent></ext:UBLExtension>";
const VERSION = text("cbc:UBLVersionID", UBL_VERSION);

/**
 * Puts the authority's extension and the content into the root of the document's kind, with the place of the signature as the last extension.
 * @param content from UBLVersionID to the last line.
 * @param others contents of further extensions, between the two.
 */
export function frame(
  { typeCode, exchangeRate, pesoTotals }: Document,
  extension: string,
  content: string,
  others: readonly string[] = [],
): DocumentXml {
  const root = ROOTS[KINDS[typeCode].root];
  const start = `<${root.name}${root.namespaces}${root.schemaLocation}><ext:UBLExtensions>${EXTENSION_START}`;
  const inPesos =
    exchangeRate === null || pesoTotals === undefined ? "" : buildPesoTotals(exchangeRate.rate, pesoTotals);
  const more = [...(inPesos === "" ? [] : [inPesos]), ...others].map((one) => EXTENSION_START + one + EXTENSION_END);
  return {
    head: start + extension + EXTENSION_END + more.join("") + EXTENSION_START,
    tail: `${EXTENSION_END}</ext:UBLExtensions>${content}</${root.name}>`,
    rootNamespaces: root.namespaces,
  };
}

/** From UBLVersionID to IssueTime. */
export function buildIdentification(document: Document, input: UblInput | NoteInput): string {
  const environmentId = environmentCode(input.environment);
  const uuid = attributes({ schemeID: environmentId, schemeName: `${KINDS[document.typeCode].fiscalId.name}-SHA384` });
  return (
    VERSION +
    text("cbc:CustomizationID", document.operationType) +
    text("cbc:ProfileID", PROFILES[document.typeCode]) +
    text("cbc:ProfileExecutionID", environmentId) +
    text("cbc:ID", fullNumber(input.numbering)) +
    text("cbc:UUID", input.fiscalId, uuid) +
    text("cbc:IssueDate", document.issueDate) +
    text("cbc:IssueTime", document.issueTime)
  );
}

/** From the notes to LineCountNumeric. */
export function buildDescription(document: Document): string {
  let notes = "";
  for (const note of document.notes) notes += text("cbc:Note", note);
  return (
    notes +
    text("cbc:DocumentCurrencyCode", document.currency) +
    text("cbc:LineCountNumeric", String(document.lines.length))
  );
}

/** Whether a payment is on credit, and so has a date on which it is due. */
export function isOnCredit(payment: Payment): boolean {
  return payment.form === CREDIT;
}

/** Every payment, numbered from 1; credit carries its due date (FAN04). */
export function buildPayments({ payment, payments }: Pick<DocumentCommon, "payment" | "payments">): string {
  const parts = payments ?? [{ ...payment, reference: null }];
  return parts.map(buildPayment).join("");
}

/** PaymentID is free text that the authority requires (FAN05); its samples number the means of payment. */
function buildPayment(payment: Payment & Pick<PaymentPart, "reference">, index: number): string {
  return group("cac:PaymentMeans", [
    text("cbc:ID", payment.form),
    text("cbc:PaymentMeansCode", payment.meansCode),
    isOnCredit(payment) ? text("cbc:PaymentDueDate", payment.dueDate) : undefined,
    payment.reference === null ? undefined : text("cbc:InstructionID", payment.reference),
    text("cbc:PaymentID", String(index + 1)),
  ]);
}

/** One unit of the document's currency in Colombian pesos (FAR01 to FAR07); nothing for pesos. */
export function buildExchangeRate(currency: string, exchangeRate: ExchangeRate | null): string {
  if (exchangeRate === null) return "";
  return group("cac:PaymentExchangeRate", [
    text("cbc:SourceCurrencyCode", currency),
    text("cbc:SourceCurrencyBaseRate", "1.00"),
    text("cbc:TargetCurrencyCode", "COP"),
    text("cbc:TargetCurrencyBaseRate", "1.00"),
    text("cbc:CalculationRate", exchangeRate.rate),
    text("cbc:Date", exchangeRate.date),
  ]);
}

const INVOICE_SOURCE = group("sts:InvoiceSource", [text("cbc:IdentificationCode", "CO", COUNTRY_LIST_ATTRIBUTES)]);
const AUTHORIZATION_PROVIDER = group("sts:AuthorizationProvider", [
  text("sts:AuthorizationProviderID", AUTHORITY_NIT, identificationAttributes(NIT, AUTHORITY_CHECK_DIGIT)),
]);

/**
 * The content of the first extension; its schema fixes the order (FAB03 and following).
 * @param control numbering range; notes, which are numbered without one, leave it out.
 */
export function buildExtension(input: UblInput | NoteInput, control?: string): string {
  const { software } = input;
  return group(AUTHORITY_EXTENSION, [
    control,
    INVOICE_SOURCE,
    group("sts:SoftwareProvider", [
      text("sts:ProviderID", software.providerNit, identificationAttributes(NIT, software.providerCheckDigit)),
      text("sts:SoftwareID", software.id, AGENCY_ATTRIBUTES),
    ]),
    text("sts:SoftwareSecurityCode", input.securityCode, AGENCY_ATTRIBUTES),
    AUTHORIZATION_PROVIDER,
    text("sts:QRCode", input.qrUrl),
  ]);
}

/** The range as the authority granted it (FAB05 to FAB12); a range without prefix has no Prefix. */
export function buildInvoiceControl(numbering: UblInput["numbering"]): string {
  return group("sts:InvoiceControl", [
    text("sts:InvoiceAuthorization", numbering.resolution),
    group("sts:AuthorizationPeriod", [
      text("cbc:StartDate", numbering.validFrom),
      text("cbc:EndDate", numbering.validTo),
    ]),
    group("sts:AuthorizedInvoices", [
      numbering.prefix === "" ? undefined : text("sts:Prefix", numbering.prefix),
      text("sts:From", String(numbering.from)),
      text("sts:To", String(numbering.to)),
    ]),
  ]);
}
