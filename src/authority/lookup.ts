// Reads the answers to lookups (acquirer, numbering ranges, stored XML) into typed results.
import { decodeBase64 } from "../signature/base64.ts";
import { findOnlyChild, getText, listChildren, type XmlElement, XmlRefused } from "../xml/parse.ts";
import { findValue, isNil, type RawAnswer, readAnswer } from "./answer.ts";
import type { UnknownReason } from "./outcome.ts";
import type { Operation } from "./soap.ts";
import { EVENT_CONTRACT, RANGE_CONTRACT, RANGE_LIST_CONTRACT } from "./wire-literal.ts";

/** No result: the transport failed, or the answer is a fault or does not match the service description. */
interface LookupUnknown {
  readonly type: "unknown";
  readonly reason: UnknownReason;
  readonly detail: string;
}

export type AcquirerResult =
  | { readonly type: "found"; readonly name: string; readonly email: string | null }
  | { readonly type: "not-found"; readonly detail: string }
  | LookupUnknown;

/** One range as the authority holds it; documents must repeat it exactly. */
export interface AuthorizedRange {
  readonly resolution: string;
  /** Dates `YYYY-MM-DD`; null when the authority leaves it out or at year 1. */
  readonly resolutionDate: string | null;
  /** Empty when the range has none. */
  readonly prefix: string;
  readonly from: number;
  readonly to: number;
  readonly validFrom: string;
  readonly validTo: string;
  /** A secret: never logged. Null for ranges that have none (support documents). */
  readonly technicalKey: string | null;
}

export type NumberingRangeResult =
  | { readonly type: "ranges"; readonly ranges: readonly AuthorizedRange[] }
  /** Codes 301 to 303: none, or not associated with the software. */
  | { readonly type: "none"; readonly code: string; readonly detail: string }
  | LookupUnknown;

export type XmlDocumentResult =
  | { readonly type: "found"; readonly xml: Uint8Array }
  | { readonly type: "not-found"; readonly code: string; readonly detail: string }
  | LookupUnknown;

/** A lookup without a usable answer. */
export function unknownLookup(reason: UnknownReason, detail: string): LookupUnknown {
  return { type: "unknown", reason, detail: `${reason}: ${detail}` };
}

/**
 * Reads GetAcquirer. Its data contract is not published: fields are found by local name in any namespace, and a
 * receiver without a name, or code 404, is one that the authority does not know.
 */
export function readAcquirer(answer: RawAnswer): AcquirerResult {
  return readResult("GetAcquirer", answer, (result) => {
    const code = findLoose(result, "StatusCode") ?? "";
    const name = (findLoose(result, "ReceiverName") ?? "").trim();
    const email = (findLoose(result, "ReceiverEmail") ?? "").trim();
    if (code === "404" || name === "") return { type: "not-found", detail: `status ${code}` };
    return { type: "found", name, email: email === "" ? null : email };
  });
}

/** Reads GetNumberingRange: code 100 with the list, 301 to 303 without. */
export function readNumberingRange(answer: RawAnswer): NumberingRangeResult {
  return readResult("GetNumberingRange", answer, (result) => {
    const code = findValue(result, RANGE_LIST_CONTRACT, "OperationCode") ?? "";
    const detail = findValue(result, RANGE_LIST_CONTRACT, "OperationDescription") ?? "";
    if (/^30[123]$/.test(code)) return { type: "none", code, detail };
    if (code !== "100") return unknownLookup("unexpected-status", `${code} ${detail}`.slice(0, 300));
    const list = findOnlyChild(result, RANGE_LIST_CONTRACT, "ResponseList");
    const entries = list === undefined || isNil(list) ? [] : listChildren(list, RANGE_CONTRACT, "NumberRangeResponse");
    return { type: "ranges", ranges: entries.map(readRange) };
  });
}

/** Reads GetXmlByDocumentKey: code 100 with the XML in base64. */
export function readXmlDocument(answer: RawAnswer): XmlDocumentResult {
  return readResult("GetXmlByDocumentKey", answer, (result) => {
    const code = findValue(result, EVENT_CONTRACT, "Code") ?? "";
    const detail = findValue(result, EVENT_CONTRACT, "Message") ?? "";
    if (code !== "100") return { type: "not-found", code, detail };
    const xml = decodeBase64(findValue(result, EVENT_CONTRACT, "XmlBytesBase64") ?? "");
    if (xml === undefined || xml.length === 0) return unknownLookup("structure", "no XML in the answer");
    return { type: "found", xml };
  });
}

function readResult<T>(
  operation: Operation,
  answer: RawAnswer,
  read: (result: XmlElement) => T | LookupUnknown,
): T | LookupUnknown {
  const envelope = readAnswer(operation, answer);
  if (envelope.type === "unreadable") return unknownLookup(envelope.reason, `HTTP ${answer.httpStatus}`);
  if (envelope.type === "fault")
    return unknownLookup("fault", `${envelope.fault.code} ${envelope.fault.subcode ?? ""}`.trim());
  try {
    return read(envelope.result);
  } catch (cause) {
    if (cause instanceof XmlRefused) return unknownLookup("structure", cause.message);
    throw cause;
  }
}

function readRange(entry: XmlElement): AuthorizedRange {
  const value = (local: string) => findValue(entry, RANGE_CONTRACT, local) ?? "";
  const resolutionDate = value("ResolutionDate");
  const technicalKey = value("TechnicalKey");
  return {
    resolution: value("ResolutionNumber"),
    resolutionDate: resolutionDate === "" || resolutionDate.startsWith("0001-") ? null : cutDate(resolutionDate),
    prefix: value("Prefix"),
    from: readNumber(value("FromNumber")),
    to: readNumber(value("ToNumber")),
    validFrom: cutDate(value("ValidDateFrom")),
    validTo: cutDate(value("ValidDateTo")),
    technicalKey: technicalKey === "" ? null : technicalKey,
  };
}

/** Dates come alone or with a meaningless time. */
function cutDate(value: string): string {
  const [, date] = /^(\d{4}-\d\d-\d\d)(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?$/.exec(value) ?? [];
  if (date === undefined) throw new XmlRefused("structure", "a date of the range is not YYYY-MM-DD");
  return date;
}

function readNumber(value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new XmlRefused("structure", "a limit of the range is not a number");
  return Number(value);
}

function findLoose(parent: XmlElement, local: string): string | null {
  const found = parent.children.filter((child) => child.local === local);
  if (found.length > 1) throw new XmlRefused("structure", `more than one ${local}`);
  const [child] = found;
  return child === undefined || isNil(child) ? null : getText(child);
}
