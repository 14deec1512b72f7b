// Reads what is printed out of a signed document and of the authority's answer to it.
import identificationList from "../../src/domain/catalogue/identification-types.json" with { type: "json" };
import places from "../../src/domain/printed-place.json" with { type: "json" };
import { Refused } from "../refused.ts";
import type {
  Allowance,
  Authorization,
  Correction,
  Line,
  Party,
  PrintedDocument,
  PrintedRecord,
  Tax,
  Totals,
  TypeCode,
} from "./model.ts";
import { addUp } from "./number.ts";
import { readPayment } from "./payment.ts";
import {
  CORRECTED_NAMES,
  OTHER_WITHHOLDINGS,
  QUALITIES,
  REGIMES,
  SUBTITLES,
  TAX_UNITS,
  TITLES,
  UNITS,
} from "./wire-literal.ts";
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
const COLOMBIA = "CO";
const NATURAL_PERSON = "2";
/** "No aplica", among the taxes of a party. */
const NO_TAX = "ZZ";
/** Codes of the issuer's own, and the form of those that only count lines. */
const OWN_SCHEME = "999";
const POSITIONAL_CODE = /^ITEM\d+$/;
const LINE_NAMES = ["InvoiceLine", "CreditNoteLine", "DebitNoteLine"];
const QUANTITY_NAMES = ["InvoicedQuantity", "CreditedQuantity", "DebitedQuantity"];

/**
 * Reads a signed document of any kind, and the authority's answer where there is one.
 * @param answer the ApplicationResponse; null before validation and for contingency 04.
 * @param record what the signed document does not say of itself.
 * @throws Refused (`document`, `response`) when one of them is no such document, lacks what every document has, or when the
 *   answer is about another one.
 */
export function readDocument(source: string, answer: string | null, record: PrintedRecord): PrintedDocument {
  const root = readXml(source, "document");
  const typeCode = readTypeCode(root);
  const fiscalId = getText(root, "UUID");
  const [supplier, customer] = [
    findElement(root, "AccountingSupplierParty"),
    findElement(root, "AccountingCustomerParty"),
  ];
  const isSupport = typeCode === "05" || typeCode === "95";
  const [issuer, counterpart] = isSupport ? [customer, supplier] : [supplier, customer];
  const totals = readTotals(root);
  const withholdings = listWithholdings(root, record);
  const taxIncluded = new Set(record.taxIncluded.map(String));
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
    issuer: readParty(issuer),
    counterpart: readCounterpart(counterpart, isSupport ? record.supplierType : null),
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
    lines: root.children.filter(({ local }) => LINE_NAMES.includes(local)).map((line) => readLine(line, taxIncluded)),
    lineCount: findText(root, "LineCountNumeric") ?? String(listChildren(root, "InvoiceLine").length),
    allowances: readAllowances(root),
    taxes: readTaxes(root, "TaxTotal"),
    withholdings,
    totals: { ...totals, netPayable: typeCode === "05" ? subtract(totals.payable, withholdings) : null },
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
  const checkDigit = type === NIT_TYPE ? (id?.attributes.get("schemeID") ?? "") : "";
  const name = findText(fiscal, "RegistrationName") ?? findText(legal, "RegistrationName");
  const tradeName = findText(party, "PartyName", "Name");
  const levels = (findText(fiscal, "TaxLevelCode") ?? "").split(";");
  return {
    name: name ?? tradeName ?? "",
    tradeName: tradeName === name ? null : tradeName,
    identificationName: nameIdentification(type),
    identification: `${id?.text.trim() ?? ""}${checkDigit === "" ? "" : `-${checkDigit}`}`,
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

function nameIdentification(type: string): string {
  return IDENTIFICATIONS.get(type) ?? `Tipo ${type}`;
}

/**
 * The other party, without what every document says of one that said nothing: that it answers for no tax.
 * @param type identification type of a supplier, whom the document names by a NIT in any case; null where it is not known.
 */
function readCounterpart(side: XmlElement | undefined, type: string | null): Party {
  const { regime, ...party } = readParty(side);
  const known = { ...party, regime: regime === REGIMES[NO_TAX] ? null : regime };
  const isNatural = findText(side, "AdditionalAccountID") === NATURAL_PERSON;
  const isResident =
    findText(side, "Party", "PhysicalLocation", "Address", "Country", "IdentificationCode") === COLOMBIA;
  if (type === NIT_TYPE || (type === null && !(isNatural && isResident))) return known;
  return {
    ...known,
    identificationName: type === null ? "Identificación" : nameIdentification(type),
    identification: party.identification.replace(/-\d$/, ""),
  };
}

/** Street and place, as far as somebody said them. */
function readAddress(address: XmlElement | undefined): string[] {
  const street = findText(address, "AddressLine", "Line");
  const city = spellPlace(findText(address, "CityName"));
  const department = spellPlace(findText(address, "CountrySubentity"));
  const postalCode = findText(address, "PostalZone");
  const code = findText(address, "Country", "IdentificationCode");
  // The country of a bare street in Colombia is supposed.
  const country = code === COLOMBIA && city === null ? null : (findText(address, "Country", "Name") ?? code);
  const place = [
    city,
    department !== null && city?.startsWith(department) === true ? null : department,
    postalCode === places.unknownPostalCode ? null : postalCode,
    country,
  ];
  const placeText = place.filter((part) => part !== null).join(", ");
  return [street === places.unknownStreet ? null : street, placeText]
    .filter((part) => part !== null)
    .filter((part) => part !== "");
}

/** `Bogotá, D.c.` as `Bogotá, D.C.`: the authority's list writes every word with a capital and no other. */
function spellPlace(name: string | null): string | null {
  return name === null
    ? null
    : places.spellings.reduce((spelled, [listed = "", printed = ""]) => spelled.replaceAll(listed, printed), name);
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

/** @param taxIncluded numbers of the lines whose price held the taxes. */
function readLine(line: XmlElement, taxIncluded: ReadonlySet<string>): Line {
  const quantity = line.children.find(({ local }) => QUANTITY_NAMES.includes(local));
  const unit = quantity?.attributes.get("unitCode") ?? "";
  const item = findElement(line, "Item");
  const period = findElement(line, "InvoicePeriod");
  const periodParts = [findText(period, "StartDate"), findText(period, "Description")].filter((part) => part !== null);
  const number = findText(line, "ID") ?? "";
  return {
    number,
    code: findText(item, "SellersItemIdentification", "ID") ?? readStandardCode(item),
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
    isTaxIncluded: taxIncluded.has(number),
  };
}

/** Null for the code that a line has for its position alone. */
function readStandardCode(item: XmlElement | undefined): string | null {
  const standard = findElement(item, "StandardItemIdentification", "ID");
  const code = standard?.text.trim() ?? "";
  const isPositional = standard?.attributes.get("schemeID") === OWN_SCHEME && POSITIONAL_CODE.test(code);
  return code === "" || isPositional ? null : code;
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

/** Those of the file, those that the service names, and what is then left of their sum. */
function listWithholdings(root: XmlElement, { withheld, withholdings }: PrintedRecord): readonly Tax[] {
  const other = { code: "", perUnit: null, unit: "" };
  const known = [
    ...readTaxes(root, "WithholdingTaxTotal"),
    ...withholdings.map((withholding) => ({ ...other, ...withholding })),
  ];
  const rest = withheld === null ? "0.00" : subtract(withheld, known);
  if (Number(rest) <= 0) return known;
  return [...known, { ...other, name: OTHER_WITHHOLDINGS, rate: null, base: null, amount: rest }];
}

function subtract(total: string, parts: readonly Tax[]): string {
  return addUp([total, ...parts.map(({ amount }) => `-${amount}`)]);
}

function readTotals(root: XmlElement): Omit<Totals, "netPayable"> {
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
