// Judges the head of a document: versions, type, number, dates, unique code, references, payment (rules AD, AI, AN, AR, BD).
import { hexDigest } from "../canonical.ts";
import { all, at, attribute, children, type Element, textAt, textOf } from "../dom.ts";
import { INVOICE_PROFILE, SUPPORT_PROFILE } from "../wire-literal.ts";
import { amountOrZero, CENT, readAmount, sumOf, truncatedText } from "./amount.ts";
import { isCurrency, isPaymentMeans } from "./catalogue.ts";
import type { Authorization } from "./control.ts";
import { judgeNoteKind } from "./note.ts";
import type { Sheet } from "./sheet.ts";
import { judgeTicketKind } from "./ticket.ts";

const SIGNING_TIME =
  "ds:Object/xades:QualifyingProperties/xades:SignedProperties/xades:SignedSignatureProperties/xades:SigningTime";
const INVOICE_TYPES = ["01", "02", "03", "04"];
const INVOICE_OPERATIONS = /^(09|1[0-6]|SS-(CUFE|CUDE|POS|SNum|Recaudo|Reporte|SinAporte))$/;
const HASH_NAME: Readonly<Record<string, string>> = {
  "03": "CUDE-SHA384",
  "05": "CUDS-SHA384",
  "20": "CUDE-SHA384",
  "91": "CUDE-SHA384",
  "92": "CUDE-SHA384",
  "93": "CUDE-SHA384",
  "94": "CUDE-SHA384",
  "95": "CUDS-SHA384",
};

/** Adds the findings about the head of the document. */
export async function judgeHeader(sheet: Sheet, authorization: Authorization): Promise<void> {
  judgeVersions(sheet);
  judgeDates(sheet);
  await judgeUuid(sheet, authorization);
  judgeCurrency(sheet);
  judgeReferences(sheet);
  judgePayment(sheet);
}

function judgeVersions(sheet: Sheet): void {
  const { root } = sheet;
  sheet.require(textAt(root, "cbc:UBLVersionID") === "UBL 2.1", "AD01", "UBLVersionID no es 'UBL 2.1'.");
  const operation = textAt(root, "cbc:CustomizationID");
  const profile = textAt(root, "cbc:ProfileID");
  if (sheet.isNote) judgeNoteKind(sheet, operation, profile);
  else if (sheet.isTicket) judgeTicketKind(sheet, operation, profile);
  else if (sheet.isSupport) {
    sheet.require(
      operation === "10" || operation === "11",
      "AD02b",
      "CustomizationID debe ser 10 (residente) u 11 (no residente).",
    );
    sheet.require(profile === SUPPORT_PROFILE, "AD03", "ProfileID no es el literal del documento soporte.");
  } else {
    sheet.require(INVOICE_OPERATIONS.test(operation), "AD02", "CustomizationID no es un tipo de operación válido.");
    sheet.require(
      profile.includes(INVOICE_PROFILE),
      "AD03",
      "ProfileID no contiene el literal de la factura de venta.",
    );
    sheet.require(INVOICE_TYPES.includes(sheet.type), "AD12a", "Tipo de factura inválido.");
  }
  sheet.require(/^[12]$/.test(sheet.environment), "AD04", "ProfileExecutionID no es 1 ni 2.");
  if (sheet.context.testSetId !== undefined) {
    sheet.require(sheet.environment === "2", "AD04", "Un documento del set de pruebas lleva ProfileExecutionID 2.");
  }
  sheet.require(
    /^[A-Za-z0-9]+$/.test(sheet.number),
    "AD05a",
    "El número lleva caracteres distintos de letras y dígitos.",
  );
  const lineCount = textAt(root, "cbc:LineCountNumeric");
  sheet.require(
    readAmount(lineCount) === readAmount(String(sheet.lines.length)),
    "AD16",
    "LineCountNumeric no es el número de líneas.",
  );
}

function judgeDates(sheet: Sheet): void {
  const issued = textAt(sheet.root, "cbc:IssueDate");
  const signed = textAt(sheet.signature, SIGNING_TIME);
  sheet.require(issued === signed.slice(0, 10), "AD09e", "La fecha de emisión debe ser igual a la fecha de firma.");
  const time = textAt(sheet.root, "cbc:IssueTime");
  sheet.require(/^\d\d:\d\d:\d\d-05:00$/.test(time), "AD10", "La hora de emisión debe ser HH:MM:SS-05:00.");
  const tolerance = sheet.context.dateToleranceDays;
  if (tolerance === undefined) return;
  const age = (Date.parse(today(sheet.context.now)) - Date.parse(issued)) / 86_400_000;
  sheet.require(age <= tolerance && age >= -1, "AD09e", "La fecha de firma no está cerca de la fecha de recepción.");
}

/** Calendar date in Bogotá (UTC-5, no daylight saving). */
function today(now: number): string {
  return new Date(now - 5 * 3_600_000).toISOString().slice(0, 10);
}

/** Amount of a header tax over all its rates, by tax code. */
function headerTax(root: Element, code: string): bigint {
  const totals = all(root, "cac:TaxTotal").filter(
    (one) => textAt(one, "cac:TaxSubtotal/cac:TaxCategory/cac:TaxScheme/cbc:ID") === code,
  );
  return sumOf(totals.map((one) => amountOrZero(textAt(one, "cbc:TaxAmount"))));
}

async function judgeUuid(sheet: Sheet, { range, software }: Authorization): Promise<void> {
  const element = at(sheet.root, "cbc:UUID");
  sheet.require(
    attribute(element, "schemeID") === sheet.environment,
    "AD07",
    "UUID/@schemeID no es el ambiente del documento.",
  );
  const name = HASH_NAME[sheet.type] ?? "CUFE-SHA384";
  sheet.require(attribute(element, "schemeName") === name, "AD08", `UUID/@schemeName debe ser ${name}.`);
  const secret = name === "CUFE-SHA384" ? range?.technicalKey : software?.pin;
  if (secret === undefined) {
    const known = !sheet.isNote && range !== undefined && software !== undefined;
    if (known) sheet.reject("AD06", "El rango no tiene clave técnica con la cual calcular el CUFE.");
    return;
  }
  const { root } = sheet;
  const amount = (path: string): string => truncatedText(amountOrZero(textAt(root, `${sheet.totalName}/${path}`)));
  const tax = (code: string): string => code + truncatedText(headerTax(root, code));
  const company = "cac:Party/cac:PartyTaxScheme/cbc:CompanyID";
  const taxes = sheet.isSupport ? tax("01") : tax("01") + tax("04") + tax("03");
  const seed =
    sheet.number +
    textAt(root, "cbc:IssueDate") +
    textAt(root, "cbc:IssueTime") +
    amount("cbc:LineExtensionAmount") +
    taxes +
    amount("cbc:PayableAmount") +
    textAt(sheet.supplier, company) +
    textAt(sheet.customer, company) +
    secret +
    sheet.environment;
  const expected = await hexDigest("SHA-384", seed);
  const label = name.slice(0, 4);
  sheet.require(sheet.uuid === expected, "AD06", `Valor del ${label} no está calculado correctamente.`);
}

function judgeCurrency(sheet: Sheet): void {
  sheet.require(isCurrency(sheet.currency), "AD15a", "La moneda del documento no está en la lista.");
  const rates = all(sheet.root, "cac:PaymentExchangeRate");
  const rate = rates[0];
  if (sheet.currency !== "COP")
    sheet.require(rate !== undefined, "AR01", "Falta PaymentExchangeRate en un documento en divisa.");
  if (!rate) return;
  sheet.require(
    textAt(rate, "cbc:SourceCurrencyCode") === sheet.currency,
    "AR02",
    "SourceCurrencyCode no es la moneda del documento.",
  );
  sheet.require(isOne(textAt(rate, "cbc:SourceCurrencyBaseRate")), "AR03", "SourceCurrencyBaseRate no es 1.00.");
  sheet.require(textAt(rate, "cbc:TargetCurrencyCode") === "COP", "AR04", "TargetCurrencyCode no es COP.");
  sheet.require(isOne(textAt(rate, "cbc:TargetCurrencyBaseRate")), "AR05", "TargetCurrencyBaseRate no es 1.00.");
  sheet.require(amountOrZero(textAt(rate, "cbc:CalculationRate")) > 0n, "AR06", "Falta CalculationRate.");
  sheet.require(textAt(rate, "cbc:Date") !== "", "AR07", "Falta la fecha de la tasa de cambio.");
}

function isOne(text: string): boolean {
  return readAmount(text) === CENT * 100n;
}

function judgeReferences(sheet: Sheet): void {
  const references = all(sheet.root, "cac:AdditionalDocumentReference");
  if (sheet.type === "03")
    sheet.require(references.length > 0, "AI01", "La factura de contingencia exige AdditionalDocumentReference.");
  if (sheet.type !== "03") return;
  for (const one of references) {
    sheet.require(textAt(one, "cbc:ID") !== "", "AI02", "No se informó el número del documento referenciado.");
    if (textAt(one, "cbc:IssueDate") === "") sheet.reject("AI05", "No se informó la fecha del documento referenciado.");
    if (textAt(one, "cbc:DocumentTypeCode") === "")
      sheet.reject("AI06", "No se informó el tipo del documento referenciado.");
  }
}

/** A credit note has two rules of its own, of what is paid at once only. */
function judgeMeans(sheet: Sheet, form: string, code: string): void {
  if (isPaymentMeans(code)) return;
  if (sheet.type !== "91") sheet.reject("AN03", "El medio de pago no está en la lista.");
  else if (form === "1" && code === "") sheet.reject("AN03b", "No se informó el medio de pago.");
  else if (form === "1") sheet.reject("AN03a", "El medio de pago no está en la lista.");
}

function judgePayment(sheet: Sheet): void {
  const means = all(sheet.root, "cac:PaymentMeans");
  sheet.require(means.length > 0, "AN01", "Falta el grupo PaymentMeans.");
  for (const one of means) {
    const form = textAt(one, "cbc:ID");
    sheet.require(form === "1" || form === "2", "AN02", "La forma de pago no es 1 ni 2.");
    judgeMeans(sheet, form, textAt(one, "cbc:PaymentMeansCode"));
    if (form === "2")
      sheet.require(textAt(one, "cbc:PaymentDueDate") !== "", "AN04", "Falta la fecha de vencimiento del crédito.");
    // The samples of tickets have none.
    if (textAt(one, "cbc:PaymentID") === "" && !sheet.isTicket)
      sheet.reject("AN05", "No se informó el identificador del pago.");
  }
  for (const one of all(sheet.root, "cac:PrepaidPayment")) {
    sheet.require(textAt(one, "cbc:ID") !== "", "BD02", "Falta el identificador del anticipo.");
    const payable = amountOrZero(textAt(sheet.root, `${sheet.totalName}/cbc:PayableAmount`));
    const paid = amountOrZero(textAt(one, "cbc:PaidAmount"));
    sheet.require(paid <= payable, "BD03", "El anticipo supera el valor a pagar.");
    sheet.require(textAt(one, "cbc:ReceivedDate") !== "", "BD05", "Falta la fecha en que se recibió el anticipo.");
  }
  const due = textOf(children(sheet.root, "cbc:DueDate")[0]);
  if (due !== "" && due < textAt(sheet.root, "cbc:IssueDate")) sheet.remark("DueDate es anterior a IssueDate");
}
