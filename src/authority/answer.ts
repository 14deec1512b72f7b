// Reads the authority's raw HTTP answer: its one result element, its SOAP fault, or the reason why it is neither.
import { findOnlyChild, getOnlyChild, getText, parseXml, type XmlElement, XmlRefused } from "../xml/parse.ts";
import type { Operation } from "./soap.ts";
import { SERVICE, SOAP, XSI } from "./wire-literal.ts";

/** What came back over HTTP, untouched. */
export interface RawAnswer {
  readonly httpStatus: number;
  /** The Content-Type header; null when there was none. */
  readonly contentType: string | null;
  readonly body: Uint8Array;
}

/** Why an answer is unusable. */
export type UnreadableReason =
  | "redirect"
  | "http-status"
  | "content-type"
  | "oversize"
  | "not-utf8"
  | "not-xml"
  | "not-soap"
  | "structure";

type ReadAnswer =
  | { readonly type: "result"; readonly result: XmlElement }
  | { readonly type: "fault"; readonly fault: SoapFault }
  | { readonly type: "unreadable"; readonly reason: UnreadableReason };

/** A SOAP 1.2 fault; code and subcode without their prefixes. Its reason text is for people; nothing depends on it. */
export interface SoapFault {
  readonly code: string;
  readonly subcode: string | null;
}

const XML_MEDIA_TYPES: readonly string[] = ["application/soap+xml", "application/xml", "text/xml"];

/**
 * Reads an answer: HTTP 200 with exactly one result of exactly this operation, or 400/500 with exactly one fault.
 * Never throws; an answer of any other form is unreadable.
 */
export function readAnswer(operation: Operation, answer: RawAnswer): ReadAnswer {
  const { httpStatus, contentType, body } = answer;
  if (httpStatus >= 300 && httpStatus < 400) return unreadable("redirect");
  if (httpStatus !== 200 && httpStatus !== 400 && httpStatus !== 500) return unreadable("http-status");
  if (!isXmlContent(contentType)) return unreadable("content-type");
  try {
    return readEnvelope(operation, httpStatus, parseXml(body));
  } catch (cause) {
    if (cause instanceof XmlRefused) return unreadable(reasonOf(cause));
    throw cause;
  }
}

/**
 * The text of a child that may be absent or `xsi:nil`: then null.
 * @throws XmlRefused when the child occurs twice, holds elements, or is nil and yet not empty.
 */
export function findValue(parent: XmlElement, namespace: string, local: string): string | null {
  const child = findOnlyChild(parent, namespace, local);
  return child === undefined || isNil(child) ? null : getText(child);
}

/**
 * Whether an element says that it has no value.
 * @throws XmlRefused when it says so and has content all the same.
 */
export function isNil(element: XmlElement): boolean {
  if (element.attributes.get(`{${XSI}}nil`) !== "true") return false;
  if (element.children.length > 0 || element.text !== "")
    throw new XmlRefused("structure", "a nil element with content");
  return true;
}

function readEnvelope(operation: Operation, httpStatus: number, envelope: XmlElement): ReadAnswer {
  if (envelope.local !== "Envelope" || envelope.namespace !== SOAP) return unreadable("not-soap");
  const body = getOnlyChild(envelope, SOAP, "Body");
  const [content, ...others] = body.children;
  if (content === undefined || others.length > 0) return unreadable("structure");
  if (content.local === "Fault" && content.namespace === SOAP) {
    return httpStatus === 200 ? unreadable("structure") : { type: "fault", fault: readFault(content) };
  }
  if (httpStatus !== 200) return unreadable("http-status");
  if (content.local !== `${operation}Response` || content.namespace !== SERVICE) return unreadable("structure");
  return { type: "result", result: getOnlyChild(content, SERVICE, `${operation}Result`) };
}

function readFault(fault: XmlElement): SoapFault {
  const code = getOnlyChild(fault, SOAP, "Code");
  const subcode = findOnlyChild(code, SOAP, "Subcode");
  return {
    code: localName(getText(getOnlyChild(code, SOAP, "Value"))),
    subcode: subcode === undefined ? null : localName(getText(getOnlyChild(subcode, SOAP, "Value"))),
  };
}

function localName(qualified: string): string {
  return qualified.trim().split(":").at(-1) ?? "";
}

function isXmlContent(contentType: string | null): boolean {
  if (contentType === null) return true;
  const [mediaType = ""] = contentType.split(";");
  return XML_MEDIA_TYPES.includes(mediaType.trim().toLowerCase());
}

function reasonOf(refused: XmlRefused): UnreadableReason {
  if (refused.fault === "too-large") return "oversize";
  if (refused.fault === "encoding") return "not-utf8";
  return refused.fault === "structure" ? "structure" : "not-xml";
}

function unreadable(reason: UnreadableReason): ReadAnswer {
  return { type: "unreadable", reason };
}
