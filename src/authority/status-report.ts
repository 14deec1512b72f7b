// Turns the result element of a status answer into plain data: code, texts, rules, document key, ApplicationResponse.
import { decodeBase64 } from "../signature/base64.ts";
import { findOnlyChild, getText, listChildren, type XmlElement, XmlRefused } from "../xml/parse.ts";
import { findValue, isNil } from "./answer.ts";
import { ARRAYS_CONTRACT, STATUS_CONTRACT } from "./wire-literal.ts";

/** One rule that the authority named; severity by the word in its text. */
export interface RuleFinding {
  /** Empty when the text has no `Regla: …`. */
  readonly code: string;
  readonly severity: "rechazo" | "notificacion";
  readonly text: string;
}

/** What a complete status answer says, before it is judged. */
export interface StatusReport {
  readonly isValid: boolean;
  readonly statusCode: string;
  readonly statusDescription: string;
  readonly statusMessage: string;
  readonly rules: readonly RuleFinding[];
}

/** The report with what proves whose it is. */
export interface StatusEvidence {
  readonly report: StatusReport;
  readonly documentKey: string | null;
  /** XmlBase64Bytes decoded; null when absent. */
  readonly applicationResponse: Uint8Array | null;
}

const RULE = /^\s*Regla:\s*([A-Za-z0-9_-]{1,20})\s*,\s*([^:]{0,40}):\s*([\s\S]*)$/;

/**
 * Reads one status result (data contract in wsdl/): every field at most once, `IsValid` exactly `true` or `false`.
 * @throws XmlRefused (`structure`) on anything else.
 */
export function readStatusEvidence(result: XmlElement): StatusEvidence {
  const value = (local: string) => findValue(result, STATUS_CONTRACT, local);
  const validity = value("IsValid");
  if (validity !== "true" && validity !== "false")
    throw new XmlRefused("structure", "IsValid is neither true nor false");
  const isValid = validity === "true";
  return {
    report: {
      isValid,
      statusCode: value("StatusCode") ?? "",
      statusDescription: value("StatusDescription") ?? "",
      statusMessage: value("StatusMessage") ?? "",
      rules: readRules(result, isValid),
    },
    documentKey: value("XmlDocumentKey"),
    applicationResponse: readBytes(value("XmlBase64Bytes")),
  };
}

function readRules(result: XmlElement, isValid: boolean): readonly RuleFinding[] {
  const list = findOnlyChild(result, STATUS_CONTRACT, "ErrorMessage");
  if (list === undefined || isNil(list)) return [];
  const entries = listChildren(list, ARRAYS_CONTRACT, "string");
  if (entries.length !== list.children.length) throw new XmlRefused("structure", "unknown content in ErrorMessage");
  return entries.filter((entry) => !isNil(entry)).map((entry) => readRule(getText(entry), isValid));
}

/** A text without a word of severity takes the side of the verdict that it comes with. */
function readRule(entry: string, isValid: boolean): RuleFinding {
  const [, code = "", word = "", text = entry] = RULE.exec(entry) ?? [];
  const severityWord = code === "" ? entry : word;
  if (/rechazo/i.test(severityWord)) return { code, severity: "rechazo", text };
  if (/notificaci[oó]n/i.test(severityWord)) return { code, severity: "notificacion", text };
  return { code, severity: isValid ? "notificacion" : "rechazo", text };
}

function readBytes(text: string | null): Uint8Array | null {
  if (text === null || text === "") return null;
  const bytes = decodeBase64(text);
  if (bytes === undefined) throw new XmlRefused("structure", "XmlBase64Bytes is not base64");
  return bytes;
}
