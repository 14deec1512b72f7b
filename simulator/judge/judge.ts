// Turns the bytes of a signed document into findings: rule codes with severity, as the authority would name them.
import { type Element, parseXml, textAt, XmlTrouble } from "../dom.ts";
import { MAX_XML_BYTES } from "../zip.ts";
import { judgeControl } from "./control.ts";
import { judgeAmounts } from "./currency.ts";
import { judgeDelivery } from "./delivery.ts";
import { judgeHeader } from "./header.ts";
import { judgeLines } from "./line.ts";
import { judgeNote } from "./note.ts";
import { judgeParties } from "./party.ts";
import { judgePesoTotals } from "./peso-total.ts";
import { findPrefixBreach, findSchemaBreach } from "./schema.ts";
import { type Finding, type JudgeContext, Sheet } from "./sheet.ts";
import { judgeSignature } from "./signature.ts";
import { judgeTaxes } from "./tax.ts";
import { judgeMandate, judgeTicketExtensions } from "./ticket.ts";
import { judgeTotals } from "./total.ts";

export interface DocumentFacts {
  readonly nit: string;
  readonly type: string;
  readonly number: string;
  readonly documentKey: string;
  readonly environment: string;
  /** The counterpart's registered name. */
  readonly counterpart: string;
  /** Why, of a note; else empty. */
  readonly motive: string;
  readonly issueDate: string;
  /** What is payable. */
  readonly total: string;
  readonly softwareId: string;
  /** Key of the document that a note corrects; else empty. */
  readonly corrected: string;
}

export interface Judgement {
  readonly findings: readonly Finding[];
  readonly remarks: readonly string[];
  /** undefined when the document could not be read that far. */
  readonly facts: DocumentFacts | undefined;
  /** False when the schema already failed: then no ApplicationResponse is given. */
  readonly readable: boolean;
}

/** Judges a document completely; never throws for what the document holds. */
export async function judgeDocument(xml: Uint8Array, context: JudgeContext): Promise<Judgement> {
  const early = (code: string, text: string): Judgement => ({
    findings: [{ code, severity: "rejection", text }],
    remarks: [],
    facts: undefined,
    readable: false,
  });
  if (xml.byteLength > MAX_XML_BYTES) return early("ZA01", "El archivo XML supera los 500 KB.");
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(xml);
  } catch (cause) {
    if (cause instanceof TypeError) return early("ZB03", "El archivo XML no está codificado en UTF-8.");
    throw cause;
  }
  if (!text.startsWith("<") || !text.trimEnd().endsWith(">")) {
    return early("ZB02", "Hay caracteres antes o después del documento XML.");
  }
  const encoding = /^<\?xml[^>]*?encoding\s*=\s*["']([^"']+)["']/.exec(text)?.[1];
  if (encoding !== undefined && encoding.toUpperCase() !== "UTF-8")
    return early("ZB03", "La codificación no es UTF-8.");
  let root: Element;
  try {
    root = parseXml(text);
  } catch (cause) {
    if (cause instanceof XmlTrouble) return early("ZB01", `Fallo en el schema XML del archivo: ${cause.message}`);
    throw cause;
  }
  return judgeTree(root, context);
}

async function judgeTree(root: Element, context: JudgeContext): Promise<Judgement> {
  const sheet = new Sheet(root, context);
  const facts: DocumentFacts = {
    nit: sheet.issuerNit,
    type: sheet.type,
    number: sheet.number,
    documentKey: sheet.uuid,
    environment: sheet.environment,
    counterpart: sheet.counterpartName,
    motive: sheet.motive,
    issueDate: textAt(root, "cbc:IssueDate"),
    total: textAt(root, `${sheet.totalName}/cbc:PayableAmount`),
    softwareId: textAt(sheet.control, "sts:SoftwareProvider/sts:SoftwareID"),
    corrected: textAt(root, "cac:BillingReference/cac:InvoiceDocumentReference/cbc:UUID"),
  };
  const prefix = findPrefixBreach(root);
  const schema = findSchemaBreach(root);
  if (prefix !== undefined) sheet.rejectGeneral("ZB04", prefix);
  if (schema !== undefined) sheet.rejectGeneral("ZB01", `Fallo en el schema XML del archivo: ${schema}`);
  if (sheet.findings.length > 0) return { findings: sheet.findings, remarks: [], facts, readable: false };
  await judgeSignature(sheet);
  sheet.taxpayer = context.findTaxpayer(sheet.issuerNit);
  if (!sheet.taxpayer) {
    sheet.reject(
      sheet.isSupport ? "AK21" : "AJ21",
      "El NIT del emisor no está autorizado a facturar electrónicamente.",
    );
  }
  const authorization = await judgeControl(sheet);
  await judgeHeader(sheet, authorization);
  judgeParties(sheet);
  judgeDelivery(sheet);
  judgeAmounts(sheet);
  judgeTaxes(sheet);
  judgeTotals(sheet);
  judgeLines(sheet);
  judgePesoTotals(sheet);
  if (sheet.isNote) judgeNote(sheet);
  if (sheet.type === "20") judgeTicketExtensions(sheet);
  if (sheet.isTicket && sheet.isNote) judgeMandate(sheet);
  return { findings: sheet.findings, remarks: sheet.remarks, facts, readable: true };
}
