// Reads the facts to print back from a signed document, and the time of validation from the authority's answer.

import type {
  DateAndTime,
  SignedAddress,
  SignedDocument,
  SignedExchange,
  SignedNumbering,
  SignedParty,
  SignedPayment,
  SignedPaymentTerm,
  SignedTax,
} from "../domain/document/signed-document.ts";
import { type FiscalIdKind, listCodes, type TypeCode } from "../domain/kind.ts";
import { PESO } from "../domain/price/currency.ts";
import { dateInBogota, isCalendarDate, timeInBogota } from "../domain/value/calendar.ts";
import { type XmlElement, XmlRefused } from "../xml/parse.ts";
import { readPesoTotals } from "./peso-total.ts";
import { find, findFirst, findText, findValue, get, getFirst, getValue, list, parseText } from "./read.ts";
import { readTicket } from "./ticket.ts";
import { AUTHORITY_EXTENSION, PROFILES } from "./wire-literal.ts";

/** Lines make up most of a document, and nothing that is read here is in them. */
const FIRST_LINE = /<cac:(?:InvoiceLine|CreditNoteLine|DebitNoteLine)>/;
const FISCAL_ID_KINDS = ["CUFE", "CUDE", "CUDS"] as const;
/** Root of the authority's answers. */
const ANSWER_ROOT = "ApplicationResponse";
const LOCAL_TIME = /^(\d\d:\d\d:\d\d)(?:\.\d+)?(?:-05:00)?$/;

/**
 * Reads what a document of this service says above its lines.
 * @param xml the signed file as text.
 * @throws XmlRefused when it is not a document that this service signs.
 */
export function readSignedDocument(xml: string): SignedDocument {
  return readHead(parseText(withoutLines(xml)));
}

/** The authority's own extension. @throws XmlRefused (`structure`) when there is none. */
export function getExtension(root: XmlElement): XmlElement {
  const extensions = list(get(root, "ext:UBLExtensions"), "ext:UBLExtension");
  const [extension] = extensions.flatMap((one) => find(one, "ext:ExtensionContent", AUTHORITY_EXTENSION) ?? []);
  if (extension === undefined) throw new XmlRefused("structure", "no extension of the authority");
  return extension;
}

/** Sums of the whole document. */
function getTotals(root: XmlElement): XmlElement {
  return get(root, root.local === "DebitNote" ? "cac:RequestedMonetaryTotal" : "cac:LegalMonetaryTotal");
}

/**
 * What a document says above its lines.
 * @throws XmlRefused when it is not a document that this service signs.
 */
export function readHead(root: XmlElement): SignedDocument {
  const extension = getExtension(root);
  const control = find(extension, "sts:InvoiceControl");
  const uuid = get(root, "cbc:UUID");
  const totals = getTotals(root);
  const typeCode = readTypeCode(root);
  return {
    typeCode,
    environment: getValue(root, "cbc:ProfileExecutionID") === "1" ? "produccion" : "habilitacion",
    number: getValue(root, "cbc:ID"),
    issued: { date: getValue(root, "cbc:IssueDate"), time: getValue(root, "cbc:IssueTime") },
    fiscalIdKind: readFiscalIdKind(uuid),
    fiscalId: uuid.text,
    qrUrl: getValue(extension, "sts:QRCode"),
    numbering: control === undefined ? null : readNumbering(control),
    supplier: readParty(get(root, "cac:AccountingSupplierParty")),
    customer: readParty(get(root, "cac:AccountingCustomerParty")),
    taxes: readTaxes(root, "cac:TaxTotal"),
    subtotal: getValue(totals, "cbc:LineExtensionAmount"),
    total: getValue(totals, "cbc:PayableAmount"),
    prepaid: findText(totals, "cbc:PrepaidAmount"),
    payments: list(root, "cac:PaymentMeans").map(readPayment),
    terms: list(root, "cac:PaymentTerms").flatMap(readTerm),
    exchange: readExchange(findFirst(root, "cac:PaymentExchangeRate")),
    pesoTotals: readPesoTotals(root).pesoTotals ?? null,
    ticket: typeCode === "20" ? (readTicket(root) ?? null) : null,
  };
}

function readPayment(group: XmlElement): SignedPayment {
  return {
    form: findText(group, "cbc:ID") ?? "",
    meansCode: findText(group, "cbc:PaymentMeansCode"),
    dueDate: findText(group, "cbc:PaymentDueDate"),
    id: findText(group, "cbc:PaymentID"),
    reference: findText(group, "cbc:InstructionID"),
  };
}

/** Nothing for a term that is about no amount. */
function readTerm(group: XmlElement): readonly SignedPaymentTerm[] {
  const amount = findText(group, "cbc:Amount");
  if (amount === null) return [];
  return [{ paymentId: findText(group, "cbc:PaymentMeansID"), amount, dueDate: findText(group, "cbc:PaymentDueDate") }];
}

function readExchange(group: XmlElement | undefined): SignedExchange | null {
  const rate = group === undefined ? null : findText(group, "cbc:CalculationRate");
  if (group === undefined || rate === null) return null;
  return {
    rate,
    date: findText(group, "cbc:Date"),
    currency: findText(group, "cbc:TargetCurrencyCode") ?? PESO,
  };
}

/**
 * When the authority issued its answer, which is when it validated the document.
 * @param xml the ApplicationResponse as text.
 * @param fiscalId of the document that it must be about.
 * @throws XmlRefused when it is not one, or is about another document.
 */
export function readValidation(xml: string, fiscalId: string): DateAndTime {
  const root = parseText(xml);
  if (root.local !== ANSWER_ROOT) throw new XmlRefused("structure", "not an answer of the authority");
  const about = findAbout(root);
  if (about !== null && about !== fiscalId) throw new XmlRefused("structure", "the answer is about another document");
  const date = getValue(root, "cbc:IssueDate").trim();
  const time = getValue(root, "cbc:IssueTime").trim();
  // Its times are local, some without their offset.
  const [, local] = LOCAL_TIME.exec(time) ?? [];
  if (local !== undefined && isCalendarDate(date)) return { date, time: `${local}-05:00` };
  const instantMs = Date.parse(`${date}T${time}`);
  if (Number.isNaN(instantMs)) throw new XmlRefused("structure", "the answer has no date and time");
  return { date: dateInBogota(instantMs), time: timeInBogota(instantMs) };
}

/** CUFE, CUDE or CUDS of a document that this service signed, or refers to. */
export function readFiscalIdKind(uuid: XmlElement): FiscalIdKind {
  return pick(FISCAL_ID_KINDS, uuid.attributes.get("schemeName")?.replace("-SHA384", ""));
}

/** The identifier of the document that an answer is about; null where it names none. */
function findAbout(answer: XmlElement): string | null {
  return findText(answer, "cac:DocumentResponse", "cac:DocumentReference", "cbc:UUID");
}

/** The document without its lines; the whole of it where it was not written by this service. */
function withoutLines(xml: string): string {
  const at = xml.search(FIRST_LINE);
  const end = xml.lastIndexOf("</");
  return at === -1 || end < at ? xml : xml.slice(0, at) + xml.slice(end);
}

/** A debit note has no type code. */
function readTypeCode(root: XmlElement): TypeCode {
  switch (root.local) {
    case "Invoice":
      return pick(listCodes({ root: "Invoice" }), getValue(root, "cbc:InvoiceTypeCode"));
    case "CreditNote":
      return pick(listCodes({ root: "CreditNote" }), getValue(root, "cbc:CreditNoteTypeCode"));
    case "DebitNote":
      return getValue(root, "cbc:ProfileID") === PROFILES["93"] ? "93" : "92";
    default:
      throw new XmlRefused("structure", "not a document that this service signs");
  }
}

function pick<Value extends string>(values: readonly Value[], text: string | undefined): Value {
  const found = values.find((one) => one === text);
  if (found === undefined) throw new XmlRefused("structure", "a code that no document of this service has");
  return found;
}

function readNumbering(control: XmlElement): SignedNumbering {
  const range = get(control, "sts:AuthorizedInvoices");
  const period = get(control, "sts:AuthorizationPeriod");
  return {
    resolution: getValue(control, "sts:InvoiceAuthorization"),
    prefix: findValue(range, "sts:Prefix") ?? "",
    from: Number(getValue(range, "sts:From")),
    to: Number(getValue(range, "sts:To")),
    validFrom: getValue(period, "cbc:StartDate"),
    validTo: getValue(period, "cbc:EndDate"),
  };
}

function readParty(side: XmlElement): SignedParty {
  const party = get(side, "cac:Party");
  const tax = getFirst(party, "cac:PartyTaxScheme");
  const id = get(tax, "cbc:CompanyID");
  const location = find(party, "cac:PhysicalLocation", "cac:Address");
  const registration = find(tax, "cac:RegistrationAddress");
  const fiscalAddress = registration === undefined ? null : readAddress(registration);
  return {
    name: getValue(tax, "cbc:RegistrationName"),
    identificationNumber: id.text,
    identificationType: id.attributes.get("schemeName") ?? null,
    checkDigit: id.attributes.get("schemeID") ?? null,
    taxLevelCode: findValue(tax, "cbc:TaxLevelCode") ?? "",
    taxSchemeCode: getValue(tax, "cac:TaxScheme", "cbc:ID"),
    taxSchemeName: getValue(tax, "cac:TaxScheme", "cbc:Name"),
    address: location === undefined ? fiscalAddress : readAddress(location),
    fiscalAddress,
    contact: findText(party, "cac:Contact", "cbc:Name"),
    tradeName: findText(party, "cac:PartyName", "cbc:Name"),
    personType: findText(side, "cbc:AdditionalAccountID"),
    phone: findText(party, "cac:Contact", "cbc:Telephone"),
    email: findText(party, "cac:Contact", "cbc:ElectronicMail"),
    activity: findText(party, "cbc:IndustryClassificationCode"),
  };
}

/** A place in the words and codes that were signed. */
export function readAddress(address: XmlElement): SignedAddress {
  return {
    line: findValue(address, "cac:AddressLine", "cbc:Line"),
    municipality: findValue(address, "cbc:CityName"),
    department: findValue(address, "cbc:CountrySubentity"),
    postalCode: findValue(address, "cbc:PostalZone"),
    countryCode: findValue(address, "cac:Country", "cbc:IdentificationCode"),
    countryName: findValue(address, "cac:Country", "cbc:Name"),
  };
}

/** Taxes or withholdings of the whole document, or of a line, in their order. */
export function readTaxes(parent: XmlElement, group: "cac:TaxTotal" | "cac:WithholdingTaxTotal"): readonly SignedTax[] {
  return list(parent, group).flatMap((total) => list(total, "cac:TaxSubtotal").map(readTax));
}

function readTax(subtotal: XmlElement): SignedTax {
  const scheme = get(subtotal, "cac:TaxCategory", "cac:TaxScheme");
  return {
    code: getValue(scheme, "cbc:ID"),
    name: getValue(scheme, "cbc:Name"),
    rate: findValue(subtotal, "cac:TaxCategory", "cbc:Percent"),
    perUnit: findValue(subtotal, "cbc:PerUnitAmount"),
    base: findValue(subtotal, "cbc:TaxableAmount") ?? "0.00",
    amount: getValue(subtotal, "cbc:TaxAmount"),
  };
}
