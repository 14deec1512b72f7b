// Reads an invoice or support document back from its signed file, as far as a note on it needs: only what the file states.
import type { Address } from "../domain/company.ts";
import type {
  AllowanceCharge,
  CorrectableDocument,
  DocumentCommon,
  DocumentLine,
  ExchangeRate,
  Invoice,
  Party,
  Payment,
  PaymentPart,
  ReferencePrice,
  TaxSubtotal,
  Totals,
  Withholding,
} from "../domain/document/document.ts";
import type { Reference } from "../domain/draft/draft.ts";
import { isAssumed } from "../domain/price/document-allowance.ts";
import { addAmounts } from "../domain/value/decimal.ts";
import { parseXml, type XmlElement, XmlRefused } from "../xml/parse.ts";
import { readPesoTotals } from "./peso-total.ts";
import { find, findValue, get, getValue, list, type QualifiedName } from "./read.ts";
import { readTicket } from "./ticket.ts";

/**
 * Reads a signed invoice (01, 03) or support document (05) of this service. What the file does not state is left empty: cost
 * centers, accounting dates, the client's own name of a withholding, the address of a foreign vendor. A resident vendor is
 * identified as printed, by NIT. Building XML from the result gives the same file.
 * @param bytes UTF-8 as archived.
 * @param establishment code of the branch at which it was issued, which the file does not state; null for none.
 * @throws XmlRefused when the file is none of these.
 */
export function readCorrected(bytes: Uint8Array, establishment: string | null = null): CorrectableDocument {
  const root = parseXml(bytes);
  const typeCode = getValue(root, "cbc:InvoiceTypeCode");
  const operationType = getValue(root, "cbc:CustomizationID");
  if (typeCode === "05" && (operationType === "10" || operationType === "11")) {
    return readSupportDocument(root, operationType, establishment);
  }
  if (isOneOf(INVOICE_TYPES, typeCode) && (operationType === "10" || operationType === "09")) {
    const seller = readIssuer(get(root, "cac:AccountingSupplierParty"), establishment);
    const acquirer = readParty(get(root, "cac:AccountingCustomerParty"));
    return {
      ...readCommon(root, { ...seller, counterpart: acquirer }),
      kind: "invoice",
      typeCode,
      operationType,
      contingencyReference: readContingency(root),
      ...readInvoicedPeriod(find(root, "cac:InvoicePeriod")),
      ...readDelivery(root),
      ...(typeCode === "20" ? readTicketFacts(root) : {}),
    };
  }
  throw new XmlRefused("structure", `no document of type ${typeCode} and operation ${operationType} is read`);
}

function readTicketFacts(root: XmlElement): Pick<Invoice, "ticket"> {
  const ticket = readTicket(root);
  return ticket === undefined ? {} : { ticket };
}

const INVOICE_TYPES: readonly Invoice["typeCode"][] = ["01", "02", "03", "20"];

function isOneOf<Value extends string>(values: readonly Value[], text: string): text is Value {
  return values.some((value) => value === text);
}

function readSupportDocument(
  root: XmlElement,
  operationType: "10" | "11",
  establishment: string | null,
): CorrectableDocument {
  const vendor = readParty(get(root, "cac:AccountingSupplierParty"));
  const buyer = readIssuer(get(root, "cac:AccountingCustomerParty"), establishment);
  const common = readCommon(root, { ...buyer, counterpart: vendor });
  const dates = common.lines.map(({ purchaseDate }) => purchaseDate ?? common.issueDate).sort();
  const [first] = list(root, "cac:InvoiceLine");
  const period = first && find(first, "cac:InvoicePeriod");
  return {
    ...common,
    kind: "support-document",
    typeCode: "05",
    operationType,
    generationMode: period && getValue(period, "cbc:DescriptionCode") === "2" ? "2" : "1",
    periodStart: dates[0] ?? common.issueDate,
    periodEnd: dates.at(-1) ?? common.issueDate,
    accountingDueDate: null,
  };
}

function readCommon(
  root: XmlElement,
  parties: Pick<DocumentCommon, "issuer" | "branch" | "counterpart">,
): DocumentCommon {
  const issueDate = getValue(root, "cbc:IssueDate");
  const taxes = list(root, "cac:TaxTotal").flatMap(readTaxes);
  const withholdings = list(root, "cac:WithholdingTaxTotal").flatMap(readTaxes).map(toWithholding);
  const allowances = list(root, "cac:AllowanceCharge").map(readAllowance);
  const areAssumed = allowances.some(isAssumed);
  return {
    ...parties,
    currency: getValue(root, "cbc:DocumentCurrencyCode"),
    exchangeRate: readExchangeRate(find(root, "cac:PaymentExchangeRate")),
    issueDate,
    issueTime: getValue(root, "cbc:IssueTime"),
    dueDate: findValue(root, "cbc:DueDate") ?? issueDate,
    notes: list(root, "cbc:Note").map(({ text }) => text),
    ...readPayments(root, issueDate),
    ...readReferences(root),
    lines: list(root, "cac:InvoiceLine").map((line) => readLine(line, areAssumed)),
    taxes,
    withholdings,
    ...(allowances.length > 0 ? { allowances } : {}),
    totals: readTotals(get(root, "cac:LegalMonetaryTotal"), taxes, withholdings),
    ...readPesoTotals(root),
  };
}

function readTotals(group: XmlElement, taxes: readonly TaxSubtotal[], withholdings: readonly TaxSubtotal[]): Totals {
  const total = getValue(group, "cbc:PayableAmount");
  return {
    subtotal: getValue(group, "cbc:LineExtensionAmount"),
    taxableBase: getValue(group, "cbc:TaxExclusiveAmount"),
    taxes: addAmounts(taxes.map(({ amount }) => amount)),
    total,
    withheld: addAmounts(withholdings.map(({ amount }) => amount)),
    netPayable: total,
  };
}

function toWithholding(withholding: TaxSubtotal): Withholding {
  return { ...withholding, key: withholding.code };
}

/** The numbered paper of a contingency invoice; an invoice without one names itself. */
function readContingency(root: XmlElement) {
  const reference = find(root, "cac:AdditionalDocumentReference");
  if (reference === undefined) return null;
  const id = getValue(reference, "cbc:ID");
  return {
    id: id === getValue(root, "cbc:ID") ? null : id,
    issueDate: getValue(reference, "cbc:IssueDate"),
    typeCode: getValue(reference, "cbc:DocumentTypeCode"),
  };
}

type PaymentFacts = Pick<DocumentCommon, "payment" | "payments" | "instalments" | "prepayments">;

function readPayments(root: XmlElement, issueDate: string): PaymentFacts {
  const means = list(root, "cac:PaymentMeans").map((group) => readPayment(group, issueDate));
  const [first] = means;
  if (first === undefined) throw new XmlRefused("structure", "no payment");
  const terms = list(root, "cac:PaymentTerms");
  const instalments = terms.flatMap((term) => {
    const dueDate = findValue(term, "cbc:PaymentDueDate");
    return dueDate === null ? [] : [{ amount: getValue(term, "cbc:Amount"), dueDate }];
  });
  const payments = means.map((one, index) => {
    const own = terms.filter((term) => getValue(term, "cbc:PaymentMeansID") === String(index + 1));
    return { ...one, amount: own.length === 0 ? null : addAmounts(own.map((term) => getValue(term, "cbc:Amount"))) };
  });
  const isPlain = payments.length === 1 && first.reference === null && instalments.length === 0;
  const credits = means.filter(({ form }) => form === "2");
  const prepayments = list(root, "cac:PrepaidPayment").map((group) => ({
    amount: getValue(group, "cbc:PaidAmount"),
    date: getValue(group, "cbc:ReceivedDate"),
    reference: findValue(group, "cbc:InstructionID"),
  }));
  return {
    payment: {
      form: credits.length > 0 ? "2" : "1",
      meansCode: first.meansCode,
      dueDate:
        credits
          .map(({ dueDate }) => dueDate)
          .sort()
          .at(-1) ?? first.dueDate,
    },
    ...(isPlain ? {} : { payments }),
    ...(instalments.length === 0 ? {} : { instalments }),
    ...(prepayments.length === 0 ? {} : { prepayments }),
  };
}

function readPayment(group: XmlElement, issueDate: string): Payment & Pick<PaymentPart, "reference"> {
  return {
    form: getValue(group, "cbc:ID") === "2" ? "2" : "1",
    meansCode: getValue(group, "cbc:PaymentMeansCode"),
    dueDate: findValue(group, "cbc:PaymentDueDate") ?? issueDate,
    reference: findValue(group, "cbc:InstructionID"),
  };
}

function readReferences(root: XmlElement): Pick<DocumentCommon, "references"> {
  const [purchaseOrder] = list(root, "cac:OrderReference").map(readReference);
  const despatches = list(root, "cac:DespatchDocumentReference").map(readReference);
  const receipts = list(root, "cac:ReceiptDocumentReference").map(readReference);
  const [contract] = list(root, "cac:ContractDocumentReference").map(readReference);
  const references = {
    ...(purchaseOrder === undefined ? {} : { purchaseOrder }),
    ...(despatches.length === 0 ? {} : { despatches }),
    ...(receipts.length === 0 ? {} : { receipts }),
    ...(contract === undefined ? {} : { contract: { number: contract.number } }),
  };
  return Object.keys(references).length === 0 ? {} : { references };
}

function readReference(group: XmlElement): Reference {
  return { number: getValue(group, "cbc:ID"), date: findValue(group, "cbc:IssueDate") };
}

function readInvoicedPeriod(period: XmlElement | undefined): Pick<Invoice, "invoicedPeriod"> {
  if (period === undefined) return {};
  return { invoicedPeriod: { start: getValue(period, "cbc:StartDate"), end: getValue(period, "cbc:EndDate") } };
}

function readDelivery(root: XmlElement): Pick<Invoice, "delivery"> {
  const delivery = find(root, "cac:Delivery");
  const terms = find(root, "cac:DeliveryTerms");
  if (delivery === undefined && terms === undefined) return {};
  const address = delivery && find(delivery, "cac:DeliveryAddress");
  const read = (name: QualifiedName) => (delivery === undefined ? null : findValue(delivery, name));
  const incoterm =
    terms === undefined
      ? null
      : { code: getValue(terms, "cbc:LossRiskResponsibilityCode"), name: getValue(terms, "cbc:LossRisk") };
  return {
    delivery: {
      address: address === undefined ? null : readAddress(address),
      date: read("cbc:ActualDeliveryDate"),
      incoterm,
      trackingId: read("cbc:TrackingID"),
    },
  };
}

function readExchangeRate(group: XmlElement | undefined): ExchangeRate | null {
  return group === undefined
    ? null
    : { rate: getValue(group, "cbc:CalculationRate"), date: getValue(group, "cbc:Date") };
}

/** @param areAssumed whether the document has the discount by which the seller bears the taxes of his gifts. */
function readLine(line: XmlElement, areAssumed: boolean): DocumentLine {
  const quantity = get(line, "cbc:InvoicedQuantity");
  const item = get(line, "cac:Item");
  const product = get(get(item, "cac:StandardItemIdentification"), "cbc:ID");
  const period = find(line, "cac:InvoicePeriod");
  const allowances = list(line, "cac:AllowanceCharge").map(readAllowance);
  return {
    number: Number(getValue(line, "cbc:ID")),
    note: findValue(line, "cbc:Note") ?? null,
    description: getValue(item, "cbc:Description"),
    quantity: quantity.text,
    unitCode: quantity.attributes.get("unitCode") ?? "",
    unitPrice: getValue(get(line, "cac:Price"), "cbc:PriceAmount"),
    ...readReferencePrice(line),
    base: getValue(line, "cbc:LineExtensionAmount"),
    taxes: list(line, "cac:TaxTotal").flatMap(readTaxes),
    withholdings: list(line, "cac:WithholdingTaxTotal").flatMap(readTaxes),
    ...(allowances.length > 0 ? { allowances } : {}),
    ...readItem(item),
    product: { code: product.text, scheme: SCHEMES.find((one) => one === product.attributes.get("schemeID")) ?? "999" },
    ...(isGift(line) ? { gift: areAssumed ? "vendedor" : "comprador" } : {}),
    purchaseDate: period === undefined ? null : getValue(period, "cbc:StartDate"),
    costCenterId: null,
  };
}

function isGift(line: XmlElement): boolean {
  return findValue(line, "cbc:FreeOfChargeIndicator") === "true";
}

const SCHEMES: readonly DocumentLine["product"]["scheme"][] = ["001", "010", "020"];

/** Brand, model and the issuer's own code, where the item has them. */
function readItem(item: XmlElement): Pick<DocumentLine, "brand" | "model" | "sellerCode"> {
  const brand = findValue(item, "cbc:BrandName");
  const model = findValue(item, "cbc:ModelName");
  const sellerCode = findValue(item, "cac:SellersItemIdentification", "cbc:ID");
  return {
    ...(brand === null ? {} : { brand }),
    ...(model === null ? {} : { model }),
    ...(sellerCode === null ? {} : { sellerCode }),
  };
}

/** Nothing for a line with a value. */
function readReferencePrice(line: XmlElement): Pick<DocumentLine, "referencePrice"> {
  const price = find(line, "cac:PricingReference", "cac:AlternativeConditionPrice");
  if (price === undefined) return {};
  const code = getValue(price, "cbc:PriceTypeCode");
  const typeCode = REFERENCE_TYPES.find((one) => one === code);
  if (typeCode === undefined) throw new XmlRefused("structure", `no reference price of type ${code} is read`);
  return { referencePrice: { amount: getValue(price, "cbc:PriceAmount"), typeCode } };
}

const REFERENCE_TYPES: readonly ReferencePrice["typeCode"][] = ["01", "02", "03"];

function readTaxes(total: XmlElement): readonly TaxSubtotal[] {
  return list(total, "cac:TaxSubtotal").map((subtotal) => {
    const category = get(subtotal, "cac:TaxCategory");
    const scheme = get(category, "cac:TaxScheme");
    return {
      code: getValue(scheme, "cbc:ID"),
      name: getValue(scheme, "cbc:Name"),
      rate: findValue(category, "cbc:Percent") ?? "0.00",
      base: findValue(subtotal, "cbc:TaxableAmount") ?? "0.00",
      amount: getValue(subtotal, "cbc:TaxAmount"),
      ...readPerUnit(subtotal),
    };
  });
}

/** Nothing for a tax that is a percentage. */
function readPerUnit(subtotal: XmlElement): Pick<TaxSubtotal, "perUnit"> {
  const units = find(subtotal, "cbc:BaseUnitMeasure");
  if (units === undefined) return {};
  const unitCode = units.attributes.get("unitCode") ?? "";
  return { perUnit: { amount: getValue(subtotal, "cbc:PerUnitAmount"), units: units.text, unitCode } };
}

function readAllowance(group: XmlElement): AllowanceCharge {
  return {
    isCharge: getValue(group, "cbc:ChargeIndicator") === "true",
    reasonCode: findValue(group, "cbc:AllowanceChargeReasonCode") ?? null,
    reason: getValue(group, "cbc:AllowanceChargeReason"),
    percent: getValue(group, "cbc:MultiplierFactorNumeric"),
    amount: getValue(group, "cbc:Amount"),
    base: getValue(group, "cbc:BaseAmount"),
  };
}

/** The issuer, and its branch where the document was issued at one: the place of sale is the branch's then. */
function readIssuer(group: XmlElement, establishment: string | null): Pick<DocumentCommon, "issuer" | "branch"> {
  const { registration, ...issuer } = readParty(group);
  if (establishment === null) return { issuer };
  const party = get(group, "cac:Party");
  const registered = find(party, "cac:PartyTaxScheme", "cac:RegistrationAddress");
  const branch = {
    code: establishment,
    name: getValue(party, "cac:PartyName", "cbc:Name"),
    address: readAddress(get(party, "cac:PhysicalLocation", "cac:Address")),
    // Its document has a number already.
    prefix: null,
    phone: issuer.phone,
    registration: registration ?? null,
  };
  return { issuer: { ...issuer, address: registered === undefined ? null : readAddress(registered) }, branch };
}

function readParty(group: XmlElement): Party {
  const party = get(group, "cac:Party");
  const scheme = get(party, "cac:PartyTaxScheme");
  const company = get(scheme, "cbc:CompanyID");
  const tax = get(scheme, "cac:TaxScheme");
  const name = getValue(scheme, "cbc:RegistrationName");
  const called = find(party, "cac:PartyName");
  const tradeName = called === undefined ? name : getValue(called, "cbc:Name");
  const location = find(party, "cac:PhysicalLocation");
  const address = location === undefined ? find(scheme, "cac:RegistrationAddress") : get(location, "cac:Address");
  const contact = find(party, "cac:Contact");
  const readContact = (value: QualifiedName) => (contact === undefined ? null : findValue(contact, value));
  const [named, email, phone] = [
    readContact("cbc:Name"),
    readContact("cbc:ElectronicMail"),
    readContact("cbc:Telephone"),
  ];
  const registration = findValue(party, "cac:PartyLegalEntity", "cac:CorporateRegistrationScheme", "cbc:Name");
  return {
    identificationType: company.attributes.get("schemeName") ?? "",
    identificationNumber: company.text,
    checkDigit: company.attributes.get("schemeID") ?? null,
    personType: getValue(group, "cbc:AdditionalAccountID") === "1" ? "1" : "2",
    name,
    tradeName: tradeName === name ? null : tradeName,
    responsibilities: getValue(scheme, "cbc:TaxLevelCode")
      .split(";")
      .filter((one) => one !== ""),
    taxSchemeCode: getValue(tax, "cbc:ID"),
    taxSchemeName: getValue(tax, "cbc:Name"),
    address: address === undefined ? null : readAddress(address),
    email,
    phone,
    ...(named === null || (named === name && email === null && phone === null) ? {} : { contact: named }),
    ...(registration === null ? {} : { registration }),
  };
}

function readAddress(address: XmlElement): Address {
  const country = get(address, "cac:Country");
  return {
    line: getValue(get(address, "cac:AddressLine"), "cbc:Line"),
    municipalityCode: findValue(address, "cbc:ID") ?? null,
    municipalityName: findValue(address, "cbc:CityName") ?? null,
    departmentCode: findValue(address, "cbc:CountrySubentityCode") ?? null,
    departmentName: findValue(address, "cbc:CountrySubentity") ?? null,
    postalCode: findValue(address, "cbc:PostalZone") ?? null,
    countryCode: getValue(country, "cbc:IdentificationCode"),
    countryName: getValue(country, "cbc:Name"),
  };
}
