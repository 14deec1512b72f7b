// Reads the facts to print back from a signed document, and the time of validation from the authority's answer.
import { dateInBogota, isCalendarDate, timeInBogota } from "../domain/calendar.ts";
import { listCodes, type TypeCode } from "../domain/kind.ts";
import type {
  DateAndTime,
  SignedDocument,
  SignedNumbering,
  SignedParty,
  SignedTax,
} from "../domain/signed-document.ts";
import { type XmlElement, XmlRefused } from "../xml/parse.ts";
import { find, findValue, get, getFirst, getValue, list, parseText, type QualifiedName } from "./read.ts";
import { AUTHORITY_EXTENSION } from "./wire-literal.ts";

/** Lines make up most of a document, and nothing that is read here is in them. */
const FIRST_LINE = /<cac:(?:InvoiceLine|CreditNoteLine|DebitNoteLine)>/;
const FISCAL_ID_KINDS = ["CUFE", "CUDE", "CUDS"] as const;
const LOCAL_TIME = /^(\d\d:\d\d:\d\d)(?:\.\d+)?(?:-05:00)?$/;

/**
 * Reads what a document of this service says above its lines.
 * @param xml the signed file as text.
 * @throws XmlRefused when it is not a document that this service signs.
 */
export function readSignedDocument(xml: string): SignedDocument {
  const root = parseText(withoutLines(xml));
  const extensions = list(get(root, "ext:UBLExtensions"), "ext:UBLExtension");
  const [extension] = extensions.flatMap((one) => find(one, "ext:ExtensionContent", AUTHORITY_EXTENSION) ?? []);
  if (extension === undefined) throw new XmlRefused("structure", "no extension of the authority");
  const control = find(extension, "sts:InvoiceControl");
  const uuid = get(root, "cbc:UUID");
  const totals = get(root, root.local === "DebitNote" ? "cac:RequestedMonetaryTotal" : "cac:LegalMonetaryTotal");
  return {
    typeCode: readTypeCode(root),
    environment: getValue(root, "cbc:ProfileExecutionID") === "1" ? "produccion" : "habilitacion",
    number: getValue(root, "cbc:ID"),
    issued: { date: getValue(root, "cbc:IssueDate"), time: getValue(root, "cbc:IssueTime") },
    fiscalIdKind: pick(FISCAL_ID_KINDS, uuid.attributes.get("schemeName")?.replace("-SHA384", "")),
    fiscalId: uuid.text,
    qrUrl: getValue(extension, "sts:QRCode"),
    numbering: control === undefined ? null : readNumbering(control),
    supplier: readParty(get(root, "cac:AccountingSupplierParty", "cac:Party")),
    customer: readParty(get(root, "cac:AccountingCustomerParty", "cac:Party")),
    taxes: list(root, "cac:TaxTotal").flatMap((total) => list(total, "cac:TaxSubtotal").map(readTax)),
    subtotal: getValue(totals, "cbc:LineExtensionAmount"),
    total: getValue(totals, "cbc:PayableAmount"),
  };
}

/**
 * When the authority issued its answer, which is when it validated the document.
 * @param xml the ApplicationResponse as text.
 * @throws XmlRefused when it is not one.
 */
export function readValidation(xml: string): DateAndTime {
  const root = parseText(xml);
  const date = getValue(root, "cbc:IssueDate").trim();
  const time = getValue(root, "cbc:IssueTime").trim();
  // Its times are local, some without their offset.
  const [, local] = LOCAL_TIME.exec(time) ?? [];
  if (local !== undefined && isCalendarDate(date)) return { date, time: `${local}-05:00` };
  const instantMs = Date.parse(`${date}T${time}`);
  if (Number.isNaN(instantMs)) throw new XmlRefused("structure", "the answer has no date and time");
  return { date: dateInBogota(instantMs), time: timeInBogota(instantMs) };
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
      return "92";
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

function readParty(party: XmlElement): SignedParty {
  const tax = getFirst(party, "cac:PartyTaxScheme");
  const id = get(tax, "cbc:CompanyID");
  const address = find(party, "cac:PhysicalLocation", "cac:Address") ?? find(tax, "cac:RegistrationAddress");
  const readAddress = (...path: readonly QualifiedName[]) =>
    address === undefined ? null : findValue(address, ...path);
  return {
    name: getValue(tax, "cbc:RegistrationName"),
    identificationNumber: id.text,
    identificationType: id.attributes.get("schemeName") ?? null,
    checkDigit: id.attributes.get("schemeID") ?? null,
    taxLevelCode: findValue(tax, "cbc:TaxLevelCode") ?? "",
    taxSchemeCode: getValue(tax, "cac:TaxScheme", "cbc:ID"),
    taxSchemeName: getValue(tax, "cac:TaxScheme", "cbc:Name"),
    addressLine: readAddress("cac:AddressLine", "cbc:Line"),
    municipality: readAddress("cbc:CityName"),
  };
}

function readTax(subtotal: XmlElement): SignedTax {
  const scheme = get(subtotal, "cac:TaxCategory", "cac:TaxScheme");
  return {
    code: getValue(scheme, "cbc:ID"),
    name: getValue(scheme, "cbc:Name"),
    rate: findValue(subtotal, "cac:TaxCategory", "cbc:Percent"),
    base: getValue(subtotal, "cbc:TaxableAmount"),
    amount: getValue(subtotal, "cbc:TaxAmount"),
  };
}
