// Recognises answers that refuse a document before processing it, and reads the answers to an asynchronous upload.
import type { Finding, Verdict } from "../domain/document/timeline.ts";
import { findOnlyChild, listChildren, type XmlElement } from "../xml/parse.ts";
import { findValue, isNil } from "./answer.ts";
import { cutText, keepRules, readRule, type StatusEvidence } from "./status-report.ts";
import { UPLOAD_CONTRACT, UPLOAD_ITEM_CONTRACT } from "./wire-literal.ts";

/** Refused before processing (`statement`: the authority's own words, without identifications), or refused for good. */
type EarlyRefusal =
  | { readonly type: "not-processed"; readonly detail: string; readonly statement: string }
  | { readonly type: "rejected"; readonly verdict: Verdict };

/** What the answer to an upload says. */
type UploadAnswer =
  | EarlyRefusal
  | { readonly type: "acknowledged"; readonly zipKey: string }
  | { readonly type: "refused"; readonly detail: string }
  | { readonly type: "unusable" };

const PROCESSED_BEFORE = /procesad[oa] anteriormente/i;
/** Words in a refusal which suggest that the authority may have the document after all. */
const PERHAPS_THERE =
  /\bya\b|anterior|previ[ao]|previous|already|duplic|repetid|exist|recibid|transmitid|\bha sido\b|en proceso|procesad|tiempo|timeout|trackid|\b0*90\b|[0-9a-f]{96}/i;

/**
 * Reads an answer to SendBillSync that names no document. Status 89 refuses before anything is stored (certificate, container,
 * the authority's storage), unless its words could mean more. Status 99 or 66 with a named rejection refuses before the document
 * was identified (schema, size, mandatory fields): the same bytes will never be accepted.
 * @returns undefined when the answer is neither, or hints that a document was processed.
 */
export function readEarlyRefusal(evidence: StatusEvidence): EarlyRefusal | undefined {
  const { report, findings, documentKey, applicationResponse } = evidence;
  if (report.isValid || (documentKey ?? "") !== "" || applicationResponse !== null) return undefined;
  const texts = listTexts(evidence);
  if (isAnsweredBefore(evidence)) return undefined;
  const { statusCode } = report;
  if (statusCode === "89") return isPerhapsThere(texts) ? undefined : refuseUnprocessed("status 89", texts);
  if ((statusCode === "99" || statusCode === "66") && findings.some(isNamedRejection))
    return { type: "rejected", verdict: report };
  return undefined;
}

/**
 * Reads the answer to SendBillAsync and SendTestSetAsync: a ZipKey, or files that were refused. Refused without a ZipKey
 * and without a document's key, nothing was kept.
 * @throws XmlRefused when a field occurs twice or is no text.
 */
export function readUploadAnswer(result: XmlElement): UploadAnswer {
  const zipKey = findValue(result, UPLOAD_CONTRACT, "ZipKey") ?? "";
  const list = findOnlyChild(result, UPLOAD_CONTRACT, "ErrorMessageList");
  const items =
    list === undefined || isNil(list) ? [] : listChildren(list, UPLOAD_ITEM_CONTRACT, "XmlParamsResponseTrackId");
  const value = (item: XmlElement, local: string) => findValue(item, UPLOAD_ITEM_CONTRACT, local) ?? "";
  const refused = items.filter((item) => value(item, "Success") !== "true");
  if (refused.length === 0)
    return /^[A-Za-z0-9_-]{1,100}$/.test(zipKey) ? { type: "acknowledged", zipKey } : { type: "unusable" };
  const messages = refused.map((item) => value(item, "ProcessedMessage"));
  const isAnonymous = zipKey === "" && items.every((item) => value(item, "DocumentKey") === "");
  const isSaid = messages.some((message) => message.trim() !== "");
  const isAllRefused = refused.length === items.length;
  const findings = messages.map((message) => readRule(message, false));
  if (isAnonymous && isAllRefused && isSaid && !findings.some(isAlreadyProcessed)) {
    if (findings.some(isNamedRejection)) return { type: "rejected", verdict: toReport(messages, findings) };
    if (!isPerhapsThere(messages)) return refuseUnprocessed("upload refused", messages);
  }
  return { type: "refused", detail: messages.join("; ").slice(0, 500) };
}

/**
 * Whether the answer refuses with status 99 and nothing else: no acknowledgement, and no word that could refer to an existing
 * document. It is not a verdict, because it does not name what it refuses, or why.
 */
export function isUnnamedRefusal(evidence: StatusEvidence): boolean {
  const { report, applicationResponse } = evidence;
  const isBare = !report.isValid && report.statusCode === "99" && applicationResponse === null;
  return isBare && !evidence.findings.some(isAlreadyProcessed) && !isPerhapsThere(listTexts(evidence));
}

function isPerhapsThere(texts: readonly string[]): boolean {
  return texts.some((text) => PERHAPS_THERE.test(text));
}

function listTexts({ report, findings }: StatusEvidence): readonly string[] {
  return [report.statusDescription, report.statusMessage, ...findings.map(({ text }) => text)];
}

/** Codes are letters and digits (FAD06, DSAB05b, RUT01); only rule 90 is a bare number. */
export function isNamedRejection(rule: Finding): boolean {
  return rule.severity === "rechazo" && isNamedRule(rule) && !isAlreadyProcessed(rule);
}

/** Whether any word of the answer is rule 90, also where its form is not that of a rule. */
export function isAnsweredBefore(evidence: StatusEvidence): boolean {
  const isRule90 = ({ code, text }: Finding) => code === "" && /^\W*(?:regla\W*)?0*90\b/i.test(text);
  return (
    evidence.findings.some((rule) => isAlreadyProcessed(rule) || isRule90(rule)) ||
    listTexts(evidence).some((text) => PROCESSED_BEFORE.test(text))
  );
}

/** Rule 90, by its code or by its words. */
export function isAlreadyProcessed(rule: Finding): boolean {
  return /^0*90$/.test(rule.code) || PROCESSED_BEFORE.test(rule.text);
}

function isNamedRule(rule: Finding): boolean {
  return /^[A-Z]{2,6}\d{1,4}[A-Za-z]{0,2}$/.test(rule.code);
}

function refuseUnprocessed(how: string, texts: readonly string[]): EarlyRefusal {
  const said = texts.map((text) => text.trim()).filter((text) => text !== "");
  const statement = hideNumbers([...new Set(said)].join("; ")).slice(0, 300);
  return { type: "not-processed", detail: statement === "" ? how : `${how}: ${statement}`, statement };
}

/** Identifications stay out of logs and alerts; the archived answer has them. */
function hideNumbers(text: string): string {
  return text.replace(/\d{5,}/g, (digits) => `…${digits.slice(-3)}`);
}

function toReport(messages: readonly string[], rules: readonly Finding[]): Verdict {
  const statusDescription = cutText(messages.join("; "));
  return { isValid: false, statusCode: "", statusDescription, statusMessage: "", rules: keepRules(rules) };
}
