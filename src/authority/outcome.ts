// Classifies the raw answer to one request about one document. Anything that is not proof of another class is `unknown`.
import type { Attempt, Finding, Verdict } from "../domain/document/timeline.ts";
import {
  findOnlyChild,
  getOnlyChild,
  getText,
  listChildren,
  parseXml,
  type XmlElement,
  XmlRefused,
} from "../xml/parse.ts";
import { type RawAnswer, readAnswer, type SoapFault, type UnreadableReason } from "./answer.ts";
import {
  isAlreadyProcessed,
  isAnsweredBefore,
  isNamedRejection,
  isUnnamedRefusal,
  readEarlyRefusal,
  readUploadAnswer,
} from "./early-refusal.ts";
import type { Operation } from "./soap.ts";
import { readStatusEvidence, type StatusEvidence } from "./status-report.ts";
import {
  ABSENT_TEXT,
  APPLICATION_RESPONSE,
  STATUS_CONTRACT,
  STATUS_ELEMENT,
  UBL_AGGREGATE,
  UBL_BASIC,
} from "./wire-literal.ts";

/** What the signed acknowledgement states about the document. */
export interface ApplicationResponseFacts {
  /** `02` validated, `04` rejected. */
  readonly responseCode: string;
  /** CUFE, CUDE or CUDS. */
  readonly documentKey: string;
}

/**
 * Reads an ApplicationResponse with the strict parser that reads every other answer.
 * @returns null when it carries no DocumentResponse: an empty one proves nothing and contradicts nothing.
 * @throws XmlRefused when it is not a well-formed ApplicationResponse or speaks of more than one document.
 */
export function readApplicationResponse(bytes: Uint8Array): ApplicationResponseFacts | null {
  const root = parseXml(bytes);
  if (root.local !== "ApplicationResponse" || root.namespace !== APPLICATION_RESPONSE) {
    throw new XmlRefused("structure", "not an ApplicationResponse");
  }
  if (listChildren(root, UBL_AGGREGATE, "DocumentResponse").length === 0) return null;
  const documentResponse = getOnlyChild(root, UBL_AGGREGATE, "DocumentResponse");
  const response = getOnlyChild(documentResponse, UBL_AGGREGATE, "Response");
  const reference = getOnlyChild(documentResponse, UBL_AGGREGATE, "DocumentReference");
  const key = findOnlyChild(reference, UBL_BASIC, "UUID");
  return {
    responseCode: getText(getOnlyChild(response, UBL_BASIC, "ResponseCode")),
    documentKey: key === undefined ? "" : getText(key),
  };
}

/** Operations whose answer can say something of a document. */
export type DocumentOperation = Extract<
  Operation,
  "SendBillSync" | "SendBillAsync" | "SendTestSetAsync" | "GetStatus" | "GetStatusZip"
>;

/** Why nothing is known: no request could be made, nothing readable came back (the next two), or the answer is no verdict. */
export type UnknownReason =
  | "no-request"
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

/** The class of an answer about one document; `detail` is a short line for logs, without personal data. */
export type Outcome =
  | { readonly type: "accepted"; readonly verdict: Verdict }
  | { readonly type: "rejected"; readonly verdict: Verdict }
  /** Rule 90: an equal document was already processed; only a status query shows which one. */
  | { readonly type: "duplicate"; readonly rules: readonly Finding[] }
  /** Rule 90 alone, naming another document (`holderKey`): our number is taken. */
  | { readonly type: "number-taken"; readonly holderKey: string; readonly verdict: Verdict }
  | { readonly type: "acknowledged"; readonly zipKey: string }
  | { readonly type: "processing"; readonly detail: string }
  /**
   * Only from a sending operation: a fault, or words, that prove refusal before processing; or no request left. `statement`: the
   * authority's words without identifications; null where it said none.
   */
  | { readonly type: "not-processed"; readonly detail: string; readonly statement: string | null }
  /** Only from a query: the authority does not know the document. */
  | { readonly type: "absent"; readonly detail: string; readonly verdict: Verdict }
  /** Refused, without naming our document or without a rule: no verdict, and nothing says that it was processed. */
  | { readonly type: "refused-unnamed"; readonly detail: string; readonly verdict: Verdict }
  | { readonly type: "unknown"; readonly reason: UnknownReason; readonly detail: string };

/** Faults of WS-Security (core 1.0 section 12, 1.1): the message was refused before anything was processed. */
const SECURITY_FAULTS: readonly string[] = [
  "InvalidSecurity",
  "InvalidSecurityToken",
  "UnsupportedSecurityToken",
  "UnsupportedAlgorithm",
  "FailedAuthentication",
  "FailedCheck",
  "SecurityTokenUnavailable",
  "MessageExpired",
];

/**
 * Classifies one answer.
 * @param expectedKey CUFE, CUDE or CUDS of the document that was sent or asked about; a verdict must name it.
 * @returns never throws: an answer that is no evidence of another class is `unknown`.
 */
export function classifyAnswer(operation: DocumentOperation, expectedKey: string, answer: RawAnswer): Outcome {
  const read = readAnswer(operation, answer);
  if (read.type === "unreadable") return unknown(read.reason, `HTTP ${answer.httpStatus}`);
  if (read.type === "fault") return classifyFault(operation, read.fault);
  try {
    if (operation === "SendBillAsync" || operation === "SendTestSetAsync") return classifyUpload(read.result);
    const evidence = findStatus(operation, read.result);
    if (evidence === undefined) return unknown("several-results", "not exactly one status in the array");
    return classifyStatus(operation, expectedKey, evidence);
  } catch (cause) {
    if (cause instanceof XmlRefused) return unknown("structure", cause.message);
    throw cause;
  }
}

const OPERATIONS: Readonly<Record<Attempt["kind"], DocumentOperation>> = {
  send: "SendBillSync",
  status: "GetStatus",
  "status-zip": "GetStatusZip",
};

/**
 * The ApplicationResponse that an answer carries; null when it carries none.
 * @param kind of the exchange. @param body of the answer, as it was kept.
 */
export function readCarriedResponse(kind: Attempt["kind"], body: Uint8Array): Uint8Array | null {
  const read = readAnswer(OPERATIONS[kind], { httpStatus: 200, contentType: null, body });
  if (read.type !== "result") return null;
  try {
    return findStatus(OPERATIONS[kind], read.result)?.applicationResponse ?? null;
  } catch (cause) {
    if (cause instanceof XmlRefused) return null;
    throw cause;
  }
}

/** The outcome of a request that got no readable answer at all. */
export function unknown(reason: UnknownReason, detail: string): Outcome {
  return { type: "unknown", reason, detail: `${reason}: ${detail}` };
}

function classifyFault(operation: DocumentOperation, fault: SoapFault): Outcome {
  const subcode = fault.subcode ?? "";
  const isSending = operation !== "GetStatus" && operation !== "GetStatusZip";
  if (isSending && fault.code === "Sender" && SECURITY_FAULTS.includes(subcode)) {
    return { type: "not-processed", detail: `fault ${subcode}`, statement: null };
  }
  return unknown("fault", `${fault.code} ${subcode}`.trim());
}

/** The one status of an answer; undefined where its array has none, or several. @throws XmlRefused as `readStatusEvidence`. */
function findStatus(operation: DocumentOperation, result: XmlElement): StatusEvidence | undefined {
  if (operation !== "GetStatusZip") return readStatusEvidence(result);
  const [status, ...others] = listChildren(result, STATUS_CONTRACT, STATUS_ELEMENT);
  const isOnly = status !== undefined && others.length === 0 && result.children.length === 1;
  return isOnly ? readStatusEvidence(status) : undefined;
}

function classifyUpload(result: XmlElement): Outcome {
  const upload = readUploadAnswer(result);
  switch (upload.type) {
    case "refused":
      return unknown("upload-refused", upload.detail);
    case "unusable":
      return unknown("structure", "no usable ZipKey");
    default:
      return upload;
  }
}

function classifyStatus(operation: DocumentOperation, expectedKey: string, evidence: StatusEvidence): Outcome {
  const { report, documentKey } = evidence;
  if (documentKey !== null && documentKey !== "" && documentKey !== expectedKey) {
    return classifyOther(expectedKey, documentKey, evidence);
  }
  const isSending = operation === "SendBillSync";
  const early = isSending ? readEarlyRefusal(evidence) : undefined;
  if (early !== undefined) return early;
  const isEarlyVerdict = isSending && !report.isValid && report.statusCode === "66" && documentKey === expectedKey;
  if (report.statusCode === "00" || report.statusCode === "99" || isEarlyVerdict) {
    return classifyVerdict(operation, expectedKey, evidence);
  }
  if (report.isValid) return unknown("contradiction", `IsValid with status ${report.statusCode}`);
  if (report.statusCode === "66" && !isSending && saysAbsent(evidence)) {
    return { type: "absent", detail: "status 66", verdict: report };
  }
  if (report.statusCode === "2") return classifyTestSet(evidence);
  if (isInProcess(report)) {
    return { type: "processing", detail: `status ${report.statusCode}`.trim() };
  }
  return unknown("unexpected-status", `status ${report.statusCode}`);
}

/**
 * An answer that names another document proves nothing about ours, with one exception: a rejection by rule 90 alone says which
 * document holds the number (the authority checks numbers before it stores anything).
 */
function classifyOther(expectedKey: string, holderKey: string, evidence: StatusEvidence): Outcome {
  const { report, findings } = evidence;
  const rejections = findings.filter(({ severity }) => severity === "rechazo");
  const isTaken =
    report.statusCode === "99" &&
    !report.isValid &&
    rejections.length > 0 &&
    rejections.every(isAlreadyProcessed) &&
    /^[0-9a-f]{96}$/.test(holderKey) &&
    !namesDocument(expectedKey, evidence);
  if (isTaken) return { type: "number-taken", holderKey, verdict: report };
  return unknown("other-document", `status ${report.statusCode}`);
}

/** Whether a rule's text or the ApplicationResponse refers to our document after all. */
function namesDocument(key: string, { findings, applicationResponse }: StatusEvidence): boolean {
  if (findings.some(({ text }) => text.toLowerCase().includes(key))) return true;
  if (applicationResponse === null) return false;
  try {
    return readApplicationResponse(applicationResponse)?.documentKey === key;
  } catch (cause) {
    if (!(cause instanceof XmlRefused)) throw cause;
    return true;
  }
}

/** The only text that means "no such document"; other texts under status 66 report problems of the authority itself. */
function saysAbsent({ report, findings, documentKey, applicationResponse }: StatusEvidence): boolean {
  const isBare = (documentKey ?? "") === "" && findings.length === 0 && applicationResponse === null;
  return isBare && ABSENT_TEXT.test(report.statusDescription.trim());
}

/** Statuses 00 and 99, and 66 to a sending, are a verdict if and only if all parts of the answer agree about our document. */
function classifyVerdict(operation: DocumentOperation, expectedKey: string, evidence: StatusEvidence): Outcome {
  const { report, findings, documentKey } = evidence;
  const rejections = findings.filter((rule) => rule.severity === "rechazo");
  if (documentKey !== expectedKey) return classifyUnnamed("no-document-key", `status ${report.statusCode}`, evidence);
  const isAcceptance = report.statusCode === "00";
  if (report.isValid !== isAcceptance || (isAcceptance && rejections.length > 0)) {
    return unknown("contradiction", `IsValid ${report.isValid} with status ${report.statusCode}`);
  }
  if (isAcceptance) return confirm("accepted", "02", expectedKey, evidence);
  if (isRejectedByResponse(expectedKey, evidence)) return { type: "rejected", verdict: report };
  const isDuplicate = rejections.some(isAlreadyProcessed);
  // The authority answers rule 90 at once and alone. Beside another rejection, only a question about our own key decides.
  const isMixtureBelieved = operation === "GetStatus";
  if (rejections.some(isNamedRejection) && (!isDuplicate || isMixtureBelieved)) {
    return confirm("rejected", "04", expectedKey, evidence);
  }
  if (isDuplicate) return { type: "duplicate", rules: report.rules };
  return classifyUnnamed("no-rules", "rejected without a legible rule", evidence);
}

/**
 * Whether the signed acknowledgement of a refusal says that our document was rejected: then it was, in any form of the rules that
 * it names. Rule 90 is of this sending and not of the document.
 */
function isRejectedByResponse(expectedKey: string, evidence: StatusEvidence): boolean {
  const { applicationResponse } = evidence;
  if (applicationResponse === null || isAnsweredBefore(evidence)) return false;
  try {
    const facts = readApplicationResponse(applicationResponse);
    return facts?.documentKey === expectedKey && facts.responseCode === "04";
  } catch (cause) {
    if (!(cause instanceof XmlRefused)) throw cause;
    return false;
  }
}

/** A refusal without a verdict, or an answer that proves nothing. */
function classifyUnnamed(reason: "no-document-key" | "no-rules", detail: string, evidence: StatusEvidence): Outcome {
  if (!isUnnamedRefusal(evidence)) return unknown(reason, detail);
  return { type: "refused-unnamed", detail: `${reason}: ${detail}`, verdict: evidence.report };
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
    return unknown("contradiction", `ApplicationResponse: ${cause.message}`);
  }
  if (facts !== null && facts.documentKey !== expectedKey) {
    return unknown("other-document", "ApplicationResponse");
  }
  if (facts !== null && facts.responseCode !== expectedCode) {
    return unknown("contradiction", `ApplicationResponse ${facts.responseCode.slice(0, 10)}`);
  }
  return { type, verdict: evidence.report };
}

/** Status 2 is about the company's test set, never about the document. */
function classifyTestSet(evidence: StatusEvidence): Outcome {
  const { statusDescription } = evidence.report;
  if (/^Set de prueba\b.*\bAceptado\.?\s*$/.test(statusDescription)) {
    return unknown("test-set-accepted", "status 2");
  }
  if (/^Set de prueba\b.*\bRechazado\.?\s*$/.test(statusDescription)) {
    return unknown("test-set-rejected", "status 2");
  }
  return unknown("unexpected-status", "status 2");
}

function isInProcess(report: Verdict): boolean {
  if (report.statusCode === "98") return true;
  return (report.statusCode === "" || report.statusCode === "0") && /en proceso/i.test(report.statusDescription);
}
