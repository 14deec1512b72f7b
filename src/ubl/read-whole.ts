// Reads everything that a drawing says back from a signed document: the facts above its lines, and the lines.

import type {
  SignedAllowance,
  SignedCorrection,
  SignedDelivery,
  SignedItemCode,
  SignedLine,
  SignedPeriod,
  SignedPrepayment,
  SignedReference,
  WholeDocument,
} from "../domain/document/signed-document.ts";
import { KINDS } from "../domain/kind.ts";
import { PESO } from "../domain/price/currency.ts";
import { type XmlElement, XmlRefused } from "../xml/parse.ts";
import { find, findFirst, findText, get, getValue, list, parseText, type QualifiedName } from "./read.ts";
import { getExtension, readAddress, readFiscalIdKind, readHead, readTaxes } from "./read-document.ts";

/** Lines and their quantities by the root of their document. */
const LINES: Readonly<Record<string, readonly [line: QualifiedName, quantity: QualifiedName]>> = {
  Invoice: ["cac:InvoiceLine", "cbc:InvoicedQuantity"],
  CreditNote: ["cac:CreditNoteLine", "cbc:CreditedQuantity"],
  DebitNote: ["cac:DebitNoteLine", "cbc:DebitedQuantity"],
};

/**
 * Reads the whole of a document of this service.
 * @param xml the signed file as text.
 * @throws XmlRefused when it is not a document that this service signs.
 */
export function readWholeDocument(xml: string): WholeDocument {
  const root = parseText(xml);
  const head = readHead(root);
  const lines = readLines(root);
  const isNote = KINDS[head.typeCode].shape === "note";
  return {
    ...head,
    currency: findText(root, "cbc:DocumentCurrencyCode") ?? PESO,
    dueDate: findText(root, "cbc:DueDate"),
    prepayments: list(root, "cac:PrepaidPayment").map(readPrepayment),
    order: list(root, "cac:OrderReference").map(readReference)[0] ?? null,
    despatches: list(root, "cac:DespatchDocumentReference").map(readReference),
    receipts: list(root, "cac:ReceiptDocumentReference").map(readReference),
    contracts: list(root, "cac:ContractDocumentReference").map(readReference),
    billedPeriod: isNote ? null : readPeriod(root),
    delivery: readDelivery(root),
    references: list(root, "cac:AdditionalDocumentReference").map(readReference),
    correction: isNote ? readCorrection(root) : null,
    notes: list(root, "cbc:Note").flatMap(({ text }) => (text.trim() === "" ? [] : [text])),
    lineCount: findText(root, "cbc:LineCountNumeric") ?? String(lines.length),
    lines,
    allowances: readAllowances(root),
    withholdings: readTaxes(root, "cac:WithholdingTaxTotal"),
    softwareProvider: findText(getExtension(root), "sts:SoftwareProvider", "sts:ProviderID"),
  };
}

function readPrepayment(group: XmlElement): SignedPrepayment {
  return {
    amount: getValue(group, "cbc:PaidAmount"),
    date: findText(group, "cbc:ReceivedDate"),
    reference: findText(group, "cbc:InstructionID"),
  };
}

function readReference(group: XmlElement): SignedReference {
  return { id: findText(group, "cbc:ID"), date: findText(group, "cbc:IssueDate") };
}

function readPeriod(root: XmlElement): SignedPeriod | null {
  const start = findText(root, "cac:InvoicePeriod", "cbc:StartDate");
  const end = findText(root, "cac:InvoicePeriod", "cbc:EndDate");
  return start === null || end === null ? null : { start, end };
}

/** Null for a document that says nothing of its delivery. */
function readDelivery(root: XmlElement): SignedDelivery | null {
  const delivery = findFirst(root, "cac:Delivery");
  const terms = findFirst(root, "cac:DeliveryTerms");
  if (delivery === undefined && terms === undefined) return null;
  const address = delivery && findFirst(delivery, "cac:DeliveryAddress");
  return {
    date: delivery ? findText(delivery, "cbc:ActualDeliveryDate") : null,
    address: address ? readAddress(address) : null,
    trackingId: delivery ? findText(delivery, "cbc:TrackingID") : null,
    incoterm: terms ? findText(terms, "cbc:LossRiskResponsibilityCode") : null,
    incotermName: terms ? findText(terms, "cbc:LossRisk") : null,
    place: terms ? findText(terms, "cbc:SpecialTerms") : null,
  };
}

function readCorrection(root: XmlElement): SignedCorrection {
  const response = findFirst(root, "cac:DiscrepancyResponse");
  const reference = findFirst(root, "cac:BillingReference", "cac:InvoiceDocumentReference");
  return {
    conceptCode: response ? findText(response, "cbc:ResponseCode") : null,
    concept: response ? findText(response, "cbc:Description") : null,
    corrected: reference === undefined ? null : readCorrected(reference),
    period: readPeriod(root),
  };
}

function readCorrected(reference: XmlElement): NonNullable<SignedCorrection["corrected"]> {
  const uuid = find(reference, "cbc:UUID");
  return {
    number: getValue(reference, "cbc:ID"),
    fiscalIdKind: uuid === undefined ? "CUFE" : readFiscalIdKind(uuid),
    fiscalId: findText(reference, "cbc:UUID"),
    date: findText(reference, "cbc:IssueDate"),
  };
}

function readLines(root: XmlElement): readonly SignedLine[] {
  const names = LINES[root.local];
  if (names === undefined) throw new XmlRefused("structure", "not a document that this service signs");
  const [line, quantity] = names;
  return list(root, line).map((one) => readLine(one, get(one, quantity)));
}

function readLine(line: XmlElement, quantity: XmlElement): SignedLine {
  const item = get(line, "cac:Item");
  const period = findFirst(line, "cac:InvoicePeriod");
  return {
    number: getValue(line, "cbc:ID"),
    sellerCode: findText(item, "cac:SellersItemIdentification", "cbc:ID"),
    standardCode: readItemCode(find(item, "cac:StandardItemIdentification", "cbc:ID")),
    brand: findText(item, "cbc:BrandName"),
    model: findText(item, "cbc:ModelName"),
    descriptions: list(item, "cbc:Description").map(({ text }) => text),
    notes: list(line, "cbc:Note").map(({ text }) => text),
    quantity: quantity.text.trim(),
    unitCode: quantity.attributes.get("unitCode") ?? "",
    unitPrice: getValue(line, "cac:Price", "cbc:PriceAmount"),
    isFree: findText(line, "cbc:FreeOfChargeIndicator") === "true",
    referencePrice: readReferencePrice(line),
    amount: getValue(line, "cbc:LineExtensionAmount"),
    allowances: readAllowances(line),
    taxes: readTaxes(line, "cac:TaxTotal"),
    period: period
      ? {
          start: findText(period, "cbc:StartDate"),
          end: findText(period, "cbc:EndDate"),
          description: findText(period, "cbc:Description"),
        }
      : null,
  };
}

function readReferencePrice(line: XmlElement): SignedLine["referencePrice"] {
  const price = findFirst(line, "cac:PricingReference", "cac:AlternativeConditionPrice");
  if (price === undefined) return null;
  return { amount: getValue(price, "cbc:PriceAmount"), typeCode: findText(price, "cbc:PriceTypeCode") ?? "" };
}

function readItemCode(id: XmlElement | undefined): SignedItemCode | null {
  const code = id?.text.trim() ?? "";
  return code === "" ? null : { code, scheme: id?.attributes.get("schemeID") ?? null };
}

function readAllowances(parent: XmlElement): readonly SignedAllowance[] {
  return list(parent, "cac:AllowanceCharge").map((allowance) => ({
    isCharge: findText(allowance, "cbc:ChargeIndicator") === "true",
    reason: findText(allowance, "cbc:AllowanceChargeReason"),
    percent: findText(allowance, "cbc:MultiplierFactorNumeric"),
    base: findText(allowance, "cbc:BaseAmount"),
    amount: getValue(allowance, "cbc:Amount"),
  }));
}
