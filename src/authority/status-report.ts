// Reads the result element of a status answer as plain data: code, texts, rules, document key, ApplicationResponse.
import type { Finding, Verdict } from "../domain/document/timeline.ts";
import { decodeBase64 } from "../signature/base64.ts";
import { findOnlyChild, getText, listChildren, type XmlElement, XmlRefused } from "../xml/parse.ts";
import { findValue, isNil } from "./answer.ts";
import { ARRAYS_CONTRACT, STATUS_CONTRACT } from "./wire-literal.ts";

/**
 * Rules of an answer that are kept, their bytes as JSON, and characters of each text: an answer of the authority may hold
 * 2 MiB of them, and a client reads each rule twice in an answer of at most 64 KB.
 */
const RULES_KEPT = 200;
const RULES_KEPT_BYTES = 24 * 1024;
const TEXT_KEPT = 500;

/** The content of a complete status answer, not yet judged, with the parts that identify its document. */
export interface StatusEvidence {
  readonly report: Verdict;
  /** Every rule, also those that the report leaves out. */
  readonly findings: readonly Finding[];
  readonly documentKey: string | null;
  /** XmlBase64Bytes decoded; null when absent. */
  readonly applicationResponse: Uint8Array | null;
}

/** `Regla: FAD06, Rechazo: …`; what is said before validation may lack both words: `FAD06: …`. */
const RULE = /^\s*Regla:\s*([A-Za-z0-9_-]{1,20})\s*,\s*([^:]{0,40}):\s*([\s\S]*)$/;
const BARE_RULE = /^\s*([A-Z]{2,6}\d{1,4}[A-Za-z]{0,2}):\s+([\s\S]*)$/;

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
  const findings = readRules(result, isValid);
  return {
    report: {
      isValid,
      statusCode: cutText(value("StatusCode") ?? ""),
      statusDescription: cutText(value("StatusDescription") ?? ""),
      statusMessage: cutText(value("StatusMessage") ?? ""),
      rules: keepRules(findings),
    },
    findings,
    documentKey: value("XmlDocumentKey"),
    applicationResponse: readBytes(value("XmlBase64Bytes")),
  };
}

function readRules(result: XmlElement, isValid: boolean): readonly Finding[] {
  const list = findOnlyChild(result, STATUS_CONTRACT, "ErrorMessage");
  if (list === undefined || isNil(list)) return [];
  const entries = listChildren(list, ARRAYS_CONTRACT, "string");
  if (entries.length !== list.children.length) throw new XmlRefused("structure", "unknown content in ErrorMessage");
  return entries.filter((entry) => !isNil(entry)).map((entry) => readRule(getText(entry), isValid));
}

/** The rules that fit, rejections before notifications, in the order of the answer. */
export function keepRules(rules: readonly Finding[]): readonly Finding[] {
  const kept = new Set<Finding>();
  let bytes = 0;
  for (const severity of ["rechazo", "notificacion"] as const)
    for (const rule of rules) {
      if (kept.size === RULES_KEPT) break;
      if (rule.severity !== severity) continue;
      const size = new TextEncoder().encode(JSON.stringify(rule)).length;
      if (bytes + size > RULES_KEPT_BYTES) continue;
      bytes += size;
      kept.add(rule);
    }
  return rules.filter((rule) => kept.has(rule));
}

/** At most 500 characters, none of them cut in two. */
export function cutText(text: string): string {
  return text.length <= TEXT_KEPT ? text : [...text.slice(0, 2 * TEXT_KEPT)].slice(0, TEXT_KEPT).join("");
}

/** A text without a severity takes that of the verdict it came with. */
export function readRule(entry: string, isValid: boolean): Finding {
  const [, code = "", word = "", whole = entry] = RULE.exec(entry) ?? readBareRule(entry);
  const text = cutText(whole);
  const severityWord = code === "" ? entry : word;
  if (/rechazo/i.test(severityWord)) return { code, severity: "rechazo", text };
  if (/notificaci[oó]n/i.test(severityWord)) return { code, severity: "notificacion", text };
  return { code, severity: isValid ? "notificacion" : "rechazo", text };
}

function readBareRule(entry: string): readonly (string | undefined)[] {
  const [, code, text] = BARE_RULE.exec(entry) ?? [];
  return [entry, code, "", text];
}

function readBytes(text: string | null): Uint8Array | null {
  if (text === null || text === "") return null;
  const bytes = decodeBase64(text);
  if (bytes === undefined) throw new XmlRefused("structure", "XmlBase64Bytes is not base64");
  return bytes;
}
