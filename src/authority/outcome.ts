// Turns the raw answer to one request about one document into its class; the default is unknown.
import { findOnlyChild, listChildren, type XmlElement, XmlRefused } from "../xml/parse.ts";
import { findValue, isNil, type RawAnswer, readAnswer, type SoapFault, type UnreadableReason } from "./answer.ts";
import { type ApplicationResponseFacts, readApplicationResponse } from "./application-response.ts";
import type { Operation } from "./soap.ts";
import { type RuleFinding, readStatusEvidence, type StatusEvidence, type StatusReport } from "./status-report.ts";
import { STATUS_CONTRACT, STATUS_ELEMENT, UPLOAD_CONTRACT, UPLOAD_ITEM_CONTRACT } from "./wire-literal.ts";

/** Operations whose answer can say something of a document. */
export type DocumentOperation = Extract<
  Operation,
  "SendBillSync" | "SendBillAsync" | "SendTestSetAsync" | "GetStatus" | "GetStatusZip"
>;

/** Why an answer is no verdict. The first two are the transport's: nothing readable came back. */
export type UnknownReason =
  | "timeout"
  | "network"
  | UnreadableReason
  /** A SOAP fault that proves nothing about the document. */
  | "fault"
  /** The answer, or the ApplicationResponse in it, speaks of another document. */
  | "other-document"
  | "no-document-key"
  /** Parts of the answer contradict each other, or its ApplicationResponse does. */
  | "contradiction"
  | "unexpected-status"
  | "no-rules"
  | "several-results"
  | "upload-refused"
  | "test-set-accepted"
  | "test-set-rejected";

/** What any answer may carry, whatever its class. */
interface Carried {
  readonly report: StatusReport | null;
  /** The key that the answer names, ours or not. */
  readonly documentKey: string | null;
  /** The signed acknowledgement, decoded, as received. */
  readonly applicationResponse: Uint8Array | null;
}

/** The class of an answer; `detail` is a short line for logs, without personal data. */
export type Outcome = Carried &
  (
    | { readonly type: "accepted"; readonly verdict: StatusReport }
    | { readonly type: "rejected"; readonly verdict: StatusReport }
    /** Rule 90 and no other rejection: an equal document was processed before; only a status query tells which. */
    | { readonly type: "duplicate"; readonly rules: readonly RuleFinding[] }
    | { readonly type: "acknowledged"; readonly zipKey: string }
    | { readonly type: "processing"; readonly detail: string }
    /** Only from a sending operation: a fault that proves refusal before processing. */
    | { readonly type: "not-processed"; readonly detail: string }
    /** Only from a query: the authority does not know the document. */
    | { readonly type: "absent"; readonly detail: string }
    | { readonly type: "unknown"; readonly reason: UnknownReason; readonly detail: string }
  );

/** Faults of WS-Security (core 1.0 section 12, 1.1) : the message was refused at the door. */
const REFUSED_AT_THE_DOOR: readonly string[] = [
  "InvalidSecurity",
  "InvalidSecurityToken",
  "UnsupportedSecurityToken",
  "UnsupportedAlgorithm",
  "FailedAuthentication",
  "FailedCheck",
  "SecurityTokenUnavailable",
  "MessageExpired",
];

const NOTHING: Carried = { report: null, documentKey: null, applicationResponse: null };

/**
 * Classifies one answer.
 * @param expectedKey CUFE, CUDE or CUDS of the document that was sent or asked about; a verdict must name it.
 * @returns never throws: whatever is not exactly evidence of something else is `unknown`.
 */
export function classifyAnswer(operation: DocumentOperation, expectedKey: string, answer: RawAnswer): Outcome {
  const read = readAnswer(operation, answer);
  if (read.type === "unreadable") return unknown(read.reason, `HTTP ${answer.httpStatus}`);
  if (read.type === "fault") return classifyFault(operation, read.fault);
  try {
    if (operation === "SendBillAsync" || operation === "SendTestSetAsync") return classifyUpload(read.result);
    const status = operation === "GetStatusZip" ? getOnlyEntry(read.result) : read.result;
    if (status === undefined) return unknown("several-results", "not exactly one status in the array");
    return classifyStatus(operation, expectedKey, readStatusEvidence(status));
  } catch (cause) {
    if (cause instanceof XmlRefused) return unknown("structure", cause.message);
    throw cause;
  }
}

/** The outcome of a request that got no readable answer at all. */
export function unknown(reason: UnknownReason, detail: string, carried: Carried = NOTHING): Outcome {
  return { type: "unknown", reason, detail: `${reason}: ${detail}`, ...carried };
}

function classifyFault(operation: DocumentOperation, fault: SoapFault): Outcome {
  const subcode = fault.subcode ?? "";
  const isSending = operation !== "GetStatus" && operation !== "GetStatusZip";
  if (isSending && fault.code === "Sender" && REFUSED_AT_THE_DOOR.includes(subcode)) {
    return { type: "not-processed", detail: `fault ${subcode}`, ...NOTHING };
  }
  return unknown("fault", `${fault.code} ${subcode}`.trim());
}

function getOnlyEntry(array: XmlElement): XmlElement | undefined {
  const entries = listChildren(array, STATUS_CONTRACT, STATUS_ELEMENT);
  return entries.length === 1 && array.children.length === 1 ? entries[0] : undefined;
}

function classifyUpload(result: XmlElement): Outcome {
  const zipKey = findValue(result, UPLOAD_CONTRACT, "ZipKey") ?? "";
  const list = findOnlyChild(result, UPLOAD_CONTRACT, "ErrorMessageList");
  const items =
    list === undefined || isNil(list) ? [] : listChildren(list, UPLOAD_ITEM_CONTRACT, "XmlParamsResponseTrackId");
  const refused = items.filter((item) => findValue(item, UPLOAD_ITEM_CONTRACT, "Success") !== "true");
  if (refused.length > 0) {
    const messages = refused.map((item) => findValue(item, UPLOAD_ITEM_CONTRACT, "ProcessedMessage") ?? "");
    return unknown("upload-refused", messages.join("; ").slice(0, 500));
  }
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(zipKey)) return unknown("structure", "no usable ZipKey");
  return { type: "acknowledged", zipKey, ...NOTHING };
}

function classifyStatus(operation: DocumentOperation, expectedKey: string, evidence: StatusEvidence): Outcome {
  const { report, documentKey } = evidence;
  if (documentKey !== null && documentKey !== "" && documentKey !== expectedKey) {
    return unknown("other-document", `status ${report.statusCode}`, evidence);
  }
  if (report.statusCode === "00" || report.statusCode === "99") return classifyVerdict(expectedKey, evidence);
  if (report.isValid) return unknown("contradiction", `IsValid with status ${report.statusCode}`, evidence);
  if (report.statusCode === "66" && operation !== "SendBillSync") {
    return { type: "absent", detail: "status 66", ...evidence };
  }
  if (report.statusCode === "2") return classifyTestSet(evidence);
  if (isInProcess(report)) return { type: "processing", detail: `status ${report.statusCode}`.trim(), ...evidence };
  return unknown("unexpected-status", `status ${report.statusCode}`, evidence);
}

/** Statuses 00 and 99: a verdict if, and only if, every part of the answer says the same of our document. */
function classifyVerdict(expectedKey: string, evidence: StatusEvidence): Outcome {
  const { report, documentKey } = evidence;
  if (documentKey !== expectedKey) return unknown("no-document-key", `status ${report.statusCode}`, evidence);
  const rejections = report.rules.filter((rule) => rule.severity === "rechazo");
  const isAcceptance = report.statusCode === "00";
  if (report.isValid !== isAcceptance || (isAcceptance && rejections.length > 0)) {
    return unknown("contradiction", `IsValid ${report.isValid} with status ${report.statusCode}`, evidence);
  }
  if (isAcceptance) return confirm("accepted", "02", expectedKey, evidence);
  if (rejections.some((rule) => isNamedRule(rule) && !isAlreadyProcessed(rule))) {
    return confirm("rejected", "04", expectedKey, evidence);
  }
  if (rejections.some(isAlreadyProcessed)) return { type: "duplicate", rules: report.rules, ...evidence };
  return unknown("no-rules", "rejected without a legible rule", evidence);
}

/** The verdict counts only when the ApplicationResponse, if it says anything, says the same. */
function confirm(
  type: "accepted" | "rejected",
  expectedCode: "02" | "04",
  expectedKey: string,
  evidence: StatusEvidence,
): Outcome {
  let facts: ApplicationResponseFacts | null;
  try {
    facts = evidence.applicationResponse === null ? null : readApplicationResponse(evidence.applicationResponse);
  } catch (cause) {
    if (!(cause instanceof XmlRefused)) throw cause;
    return unknown("contradiction", `ApplicationResponse: ${cause.message}`, evidence);
  }
  if (facts !== null && facts.documentKey !== expectedKey) {
    return unknown("other-document", "ApplicationResponse", evidence);
  }
  if (facts !== null && facts.responseCode !== expectedCode) {
    return unknown("contradiction", `ApplicationResponse ${facts.responseCode.slice(0, 10)}`, evidence);
  }
  return { type, verdict: evidence.report, ...evidence };
}

/** Status 2 speaks of the company's test set, never of the document. */
function classifyTestSet(evidence: StatusEvidence): Outcome {
  const { statusDescription } = evidence.report;
  if (/^Set de prueba\b.*\bAceptado\.?\s*$/.test(statusDescription)) {
    return unknown("test-set-accepted", "status 2", evidence);
  }
  if (/^Set de prueba\b.*\bRechazado\.?\s*$/.test(statusDescription)) {
    return unknown("test-set-rejected", "status 2", evidence);
  }
  return unknown("unexpected-status", "status 2", evidence);
}

function isInProcess(report: StatusReport): boolean {
  if (report.statusCode === "98") return true;
  return (report.statusCode === "" || report.statusCode === "0") && /en proceso/i.test(report.statusDescription);
}

/** Codes are letters and digits (FAD06, DSAB05b, RUT01); only rule 90 is a bare number. */
function isNamedRule(rule: RuleFinding): boolean {
  return /^[A-Z]{2,6}\d{1,4}[A-Za-z]{0,2}$/.test(rule.code);
}

function isAlreadyProcessed(rule: RuleFinding): boolean {
  return rule.code === "90" || /procesado anteriormente/i.test(rule.text);
}
