// Reads everything that a drawing says back from a signed document: the facts above its lines, and the lines.
import { KINDS } from "../domain/kind.ts";
import type {
  SignedAllowance,
  SignedCorrection,
  SignedExchange,
  SignedItemCode,
  SignedLine,
  SignedPayment,
  WholeDocument,
} from "../domain/signed-document.ts";
import { type XmlElement, XmlRefused } from "../xml/parse.ts";
import { find, findValue, get, getValue, list, parseText, type QualifiedName } from "./read.ts";
import { getExtension, getTotals, readFiscalIdKind, readHead, readTaxes } from "./read-document.ts";

const COLOMBIAN_PESO = "COP";
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
  return {
    ...head,
    currency: findText(root, "cbc:DocumentCurrencyCode") ?? COLOMBIAN_PESO,
    exchange: readExchange(find(root, "cac:PaymentExchangeRate")),
    dueDate: findText(root, "cbc:DueDate"),
    payments: list(root, "cac:PaymentMeans").map(readPayment),
    orderNumber: findText(root, "cac:OrderReference", "cbc:ID"),
    references: list(root, "cac:AdditionalDocumentReference").map((reference) => ({
      id: findText(reference, "cbc:ID"),
      date: findText(reference, "cbc:IssueDate"),
    })),
    correction: KINDS[head.typeCode].shape === "note" ? readCorrection(root) : null,
    notes: list(root, "cbc:Note").flatMap(({ text }) => (text.trim() === "" ? [] : [text])),
    lineCount: findText(root, "cbc:LineCountNumeric") ?? String(lines.length),
    lines,
    allowances: readAllowances(root),
    withholdings: readTaxes(root, "cac:WithholdingTaxTotal"),
    prepaid: findText(getTotals(root), "cbc:PrepaidAmount"),
    softwareProvider: findText(getExtension(root), "sts:SoftwareProvider", "sts:ProviderID"),
  };
}

/** Trimmed; null for an element that is not there, or is empty. */
function findText(start: XmlElement, ...path: readonly QualifiedName[]): string | null {
  const text = findValue(start, ...path)?.trim() ?? "";
  return text === "" ? null : text;
}

function readExchange(group: XmlElement | undefined): SignedExchange | null {
  const rate = group === undefined ? null : findText(group, "cbc:CalculationRate");
  if (group === undefined || rate === null) return null;
  return {
    rate,
    date: findText(group, "cbc:Date"),
    currency: findText(group, "cbc:TargetCurrencyCode") ?? COLOMBIAN_PESO,
  };
}

function readPayment(group: XmlElement): SignedPayment {
  return {
    form: findText(group, "cbc:ID") ?? "",
    meansCode: findText(group, "cbc:PaymentMeansCode"),
    dueDate: findText(group, "cbc:PaymentDueDate"),
  };
}

function readCorrection(root: XmlElement): SignedCorrection {
  const response = find(root, "cac:DiscrepancyResponse");
  const reference = find(root, "cac:BillingReference", "cac:InvoiceDocumentReference");
  const period = find(root, "cac:InvoicePeriod");
  return {
    conceptCode: response ? findText(response, "cbc:ResponseCode") : null,
    concept: response ? findText(response, "cbc:Description") : null,
    corrected: reference === undefined ? null : readCorrected(reference),
    period: period ? { start: getValue(period, "cbc:StartDate"), end: getValue(period, "cbc:EndDate") } : null,
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
  const period = find(line, "cac:InvoicePeriod");
  return {
    number: getValue(line, "cbc:ID"),
    sellerCode: findText(item, "cac:SellersItemIdentification", "cbc:ID"),
    standardCode: readItemCode(find(item, "cac:StandardItemIdentification", "cbc:ID")),
    descriptions: list(item, "cbc:Description").map(({ text }) => text),
    notes: list(line, "cbc:Note").map(({ text }) => text),
    quantity: quantity.text.trim(),
    unitCode: quantity.attributes.get("unitCode") ?? "",
    unitPrice: getValue(line, "cac:Price", "cbc:PriceAmount"),
    amount: getValue(line, "cbc:LineExtensionAmount"),
    allowances: readAllowances(line),
    taxes: readTaxes(line, "cac:TaxTotal"),
    period: period
      ? { start: findText(period, "cbc:StartDate"), description: findText(period, "cbc:Description") }
      : null,
  };
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
    amount: getValue(allowance, "cbc:Amount"),
  }));
}
