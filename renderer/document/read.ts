// Reads what is printed out of a signed document and of the authority's answer to it.
import identificationList from "../../src/domain/catalogue/identification-types.json" with { type: "json" };
import { Refused } from "../refused.ts";
import type {
  Allowance,
  Authorization,
  Correction,
  Line,
  Party,
  PrintedDocument,
  Tax,
  Totals,
  TypeCode,
} from "./model.ts";
import { readPayment } from "./payment.ts";
import { CORRECTED_NAMES, QUALITIES, REGIMES, SUBTITLES, TAX_UNITS, TITLES, UNITS } from "./wire-literal.ts";
import { findElement, findText, listChildren, readXml, type XmlElement } from "./xml.ts";

/** Names of identification types by code. */
const IDENTIFICATIONS = new Map(
  identificationList.rows.split("|").map((row) => [row.slice(0, row.indexOf(" ")), row.slice(row.indexOf(" ") + 1)]),
);
const NIT_TYPE = "31";
/** An answer of this root carries the authority's judgement. */
const ANSWER_ROOT = "ApplicationResponse";
/** Contingency of the authority itself: printed without time of validation. */
const AUTHORITY_DOWN = "04";
const TEST_ENVIRONMENT = "2";
const LINE_NAMES = ["InvoiceLine", "CreditNoteLine", "DebitNoteLine"];
const QUANTITY_NAMES = ["InvoicedQuantity", "CreditedQuantity", "DebitedQuantity"];

/**
 * Reads a signed document of any kind, and the authority's answer where there is one.
 * @param answer the ApplicationResponse; null before validation and for contingency 04.
 * @throws Refused (`document`, `response`) when one of them is no such document, lacks what every document has, or when the
 *   answer is about another one.
 */
export function readDocument(source: string, answer: string | null): PrintedDocument {
  const root = readXml(source, "document");
  const typeCode = readTypeCode(root);
  const fiscalId = getText(root, "UUID");
  const [supplier, customer] = [
    readParty(findElement(root, "AccountingSupplierParty")),
    readParty(findElement(root, "AccountingCustomerParty")),
  ];
  const isSupport = typeCode === "05" || typeCode === "95";
  const extension = findElement(root, "UBLExtensions", "UBLExtension", "ExtensionContent", "DianExtensions");
  return {
    typeCode,
    title: TITLES[typeCode],
    subtitle: SUBTITLES[typeCode] ?? null,
    number: getText(root, "ID"),
    date: getText(root, "IssueDate"),
    time: findText(root, "IssueTime") ?? "",
    isTest: findText(root, "ProfileExecutionID") === TEST_ENVIRONMENT,
    fiscalIdName: (findElement(root, "UUID")?.attributes.get("schemeName") ?? "CUFE").split("-")[0] ?? "CUFE",
    fiscalId,
    // As it stands: the printed code says exactly what was signed.
    qr: findElement(extension, "QRCode")?.text ?? "",
    authorization: readAuthorization(findElement(extension, "InvoiceControl")),
    issuer: isSupport ? customer : supplier,
    counterpart: isSupport ? supplier : customer,
    counterpartRole: isSupport ? "Vendedor o prestador del servicio" : "Adquiriente",
    currency: findText(root, "DocumentCurrencyCode") ?? "COP",
    exchange: readExchange(root),
    payment: readPayment(root),
    orderNumber: findText(root, "OrderReference", "ID"),
    references: listChildren(root, "AdditionalDocumentReference").map((reference) =>
      [findText(reference, "ID"), findText(reference, "IssueDate")].filter((text) => text !== null).join(" del "),
    ),
    correction: readCorrection(root, typeCode),
    notes: listChildren(root, "Note").flatMap(({ text }) => (text.trim() === "" ? [] : [text])),
    lines: root.children.filter(({ local }) => LINE_NAMES.includes(local)).map(readLine),
    lineCount: findText(root, "LineCountNumeric") ?? String(listChildren(root, "InvoiceLine").length),
    allowances: readAllowances(root),
    taxes: readTaxes(root, "TaxTotal"),
    withholdings: readTaxes(root, "WithholdingTaxTotal"),
    totals: readTotals(root),
    validation: typeCode === AUTHORITY_DOWN ? null : readValidation(answer, fiscalId),
    softwareProvider: findText(extension, "SoftwareProvider", "ProviderID"),
  };
}

function getText(parent: XmlElement | undefined, ...path: readonly string[]): string {
  const text = findText(parent, ...path);
  if (text === null) throw new Refused("document", `no ${path.join("/")}`);
  return text;
}

function readTypeCode(root: XmlElement): TypeCode {
  const code =
    root.local === "DebitNote" ? "92" : (findText(root, "InvoiceTypeCode") ?? findText(root, "CreditNoteTypeCode"));
  for (const known of Object.keys(TITLES)) if (known === code && isTypeCode(known)) return known;
  throw new Refused("document", "not an invoice, a support document or a note");
}

function isTypeCode(code: string): code is TypeCode {
  return code in TITLES;
}

function readValidation(answer: string | null, fiscalId: string): PrintedDocument["validation"] {
  if (answer === null) return null;
  const root = readXml(answer, "response");
  if (root.local !== ANSWER_ROOT) throw new Refused("response", "not an ApplicationResponse");
  const about = findText(root, "DocumentResponse", "DocumentReference", "UUID");
  if (about !== null && about !== fiscalId) throw new Refused("response", "the answer is about another document");
  const [date, time] = [findText(root, "IssueDate"), findText(root, "IssueTime")];
  return date === null ? null : { date, time: time ?? "" };
}

function readAuthorization(control: XmlElement | undefined): Authorization | null {
  const number = findText(control, "InvoiceAuthorization");
  if (number === null) return null;
  return {
    number,
    prefix: findText(control, "AuthorizedInvoices", "Prefix"),
    from: findText(control, "AuthorizedInvoices", "From") ?? "",
    to: findText(control, "AuthorizedInvoices", "To") ?? "",
    start: findText(control, "AuthorizationPeriod", "StartDate"),
    end: findText(control, "AuthorizationPeriod", "EndDate"),
  };
}

function readExchange(root: XmlElement): PrintedDocument["exchange"] {
  const exchange = findElement(root, "PaymentExchangeRate");
  const rate = findText(exchange, "CalculationRate");
  if (rate === null) return null;
  return { rate, date: findText(exchange, "Date"), currency: findText(exchange, "TargetCurrencyCode") ?? "COP" };
}

function readParty(side: XmlElement | undefined): Party {
  const party = findElement(side, "Party");
  const [fiscal, legal] = [findElement(party, "PartyTaxScheme"), findElement(party, "PartyLegalEntity")];
  const id = findElement(fiscal, "CompanyID") ?? findElement(legal, "CompanyID");
  const type = id?.attributes.get("schemeName") ?? NIT_TYPE;
  const checkDigit = type === NIT_TYPE ? id?.attributes.get("schemeID") : undefined;
  const name = findText(fiscal, "RegistrationName") ?? findText(legal, "RegistrationName");
  const tradeName = findText(party, "PartyName", "Name");
  const levels = (findText(fiscal, "TaxLevelCode") ?? "").split(";");
  return {
    name: name ?? tradeName ?? "",
    tradeName: tradeName === name ? null : tradeName,
    identificationName: IDENTIFICATIONS.get(type) ?? `Tipo ${type}`,
    identification: `${id?.text.trim() ?? ""}${checkDigit === undefined || checkDigit === "" ? "" : `-${checkDigit}`}`,
    address: readAddress(
      findElement(party, "PhysicalLocation", "Address") ?? findElement(fiscal, "RegistrationAddress"),
    ),
    phone: findText(party, "Contact", "Telephone"),
    email: findText(party, "Contact", "ElectronicMail"),
    qualities: levels.flatMap((level) => QUALITIES[level] ?? []),
    regime: REGIMES[findText(fiscal, "TaxScheme", "ID") ?? ""] ?? null,
    activity: findText(party, "IndustryClassificationCode"),
  };
}

function readAddress(address: XmlElement | undefined): string[] {
  const street = findText(address, "AddressLine", "Line");
  const [city, department] = [findText(address, "CityName"), findText(address, "CountrySubentity")];
  const country = findText(address, "Country", "Name") ?? findText(address, "Country", "IdentificationCode");
  const place = [city, department === city ? null : department, findText(address, "PostalZone"), country];
  const placeText = place.filter((part) => part !== null).join(", ");
  return [street, placeText === "" ? null : placeText].filter((part) => part !== null);
}

function readCorrection(root: XmlElement, typeCode: TypeCode): Correction | null {
  const name = CORRECTED_NAMES[typeCode];
  if (name === undefined) return null;
  const response = findElement(root, "DiscrepancyResponse");
  const reference = findElement(root, "BillingReference", "InvoiceDocumentReference");
  const number = findText(reference, "ID");
  const [start, end] = [findText(root, "InvoicePeriod", "StartDate"), findText(root, "InvoicePeriod", "EndDate")];
  const scheme = findElement(reference, "UUID")?.attributes.get("schemeName") ?? "CUFE";
  return {
    conceptCode: findText(response, "ResponseCode"),
    concept: findText(response, "Description"),
    corrected:
      number === null
        ? null
        : {
            number,
            fiscalIdName: scheme.split("-")[0] ?? "CUFE",
            fiscalId: findText(reference, "UUID"),
            date: findText(reference, "IssueDate"),
          },
    period: start === null || end === null ? null : [start, end],
  };
}

function readLine(line: XmlElement): Line {
  const quantity = line.children.find(({ local }) => QUANTITY_NAMES.includes(local));
  const unit = quantity?.attributes.get("unitCode") ?? "";
  const item = findElement(line, "Item");
  const period = findElement(line, "InvoicePeriod");
  const periodParts = [findText(period, "StartDate"), findText(period, "Description")].filter((part) => part !== null);
  return {
    number: findText(line, "ID") ?? "",
    code: findText(item, "StandardItemIdentification", "ID") ?? findText(item, "SellersItemIdentification", "ID"),
    description: listChildren(item, "Description")
      .map(({ text }) => text)
      .join("\n"),
    notes: listChildren(line, "Note").map(({ text }) => text),
    quantity: quantity?.text.trim() ?? "",
    unit: UNITS[unit] ?? unit,
    unitPrice: findText(line, "Price", "PriceAmount") ?? "0.00",
    amount: getText(line, "LineExtensionAmount"),
    allowances: readAllowances(line),
    taxes: readTaxes(line, "TaxTotal"),
    withholdings: readTaxes(line, "WithholdingTaxTotal"),
    period: periodParts.length === 0 ? null : periodParts.join(" · "),
  };
}

function readAllowances(parent: XmlElement): Allowance[] {
  return listChildren(parent, "AllowanceCharge").map((allowance) => ({
    isCharge: findText(allowance, "ChargeIndicator") === "true",
    reason: findText(allowance, "AllowanceChargeReason"),
    percent: findText(allowance, "MultiplierFactorNumeric"),
    amount: getText(allowance, "Amount"),
  }));
}

function readTaxes(parent: XmlElement, group: "TaxTotal" | "WithholdingTaxTotal"): Tax[] {
  return listChildren(parent, group).flatMap((total) =>
    listChildren(total, "TaxSubtotal").map((subtotal) => {
      const category = findElement(subtotal, "TaxCategory");
      const code = findText(category, "TaxScheme", "ID") ?? "";
      return {
        code,
        name: findText(category, "TaxScheme", "Name") ?? code,
        rate: findText(category, "Percent"),
        perUnit: findText(subtotal, "PerUnitAmount"),
        unit: TAX_UNITS[code] ?? "unidad",
        base: findText(subtotal, "TaxableAmount"),
        amount: getText(subtotal, "TaxAmount"),
      };
    }),
  );
}

function readTotals(root: XmlElement): Totals {
  const totals = findElement(root, "LegalMonetaryTotal") ?? findElement(root, "RequestedMonetaryTotal");
  return {
    lines: getText(totals, "LineExtensionAmount"),
    taxable: getText(totals, "TaxExclusiveAmount"),
    withTaxes: getText(totals, "TaxInclusiveAmount"),
    discounts: findText(totals, "AllowanceTotalAmount"),
    charges: findText(totals, "ChargeTotalAmount"),
    prepaid: findText(totals, "PrepaidAmount"),
    payable: getText(totals, "PayableAmount"),
  };
}
