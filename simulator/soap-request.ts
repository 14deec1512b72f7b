// Turns the bytes of a POST into an operation with its parameters, or into the SOAP fault that the service would give.
import { childNs, children, type Element, parseXml, textOf, XmlTrouble } from "./dom.ts";
import { ACTION_PREFIX, NS } from "./wire-literal.ts";

export const SENDING = ["SendBillSync", "SendBillAsync", "SendTestSetAsync"] as const;
const ASKING = ["GetStatus", "GetStatusZip", "GetNumberingRange", "GetAcquirer", "GetXmlByDocumentKey"] as const;
export type Operation = (typeof SENDING)[number] | (typeof ASKING)[number];

export interface SoapRequest {
  readonly operation: Operation;
  readonly parameters: Readonly<Record<string, string>>;
  readonly header: Element;
  readonly root: Element;
}

/** A request that is answered with a SOAP fault: `code` is the subcode's local name. */
export class SoapFault extends Error {
  readonly code: FaultCode;
  constructor(code: FaultCode, message: string) {
    super(message);
    this.code = code;
  }
}

export type FaultCode = "InvalidSecurity" | "DestinationUnreachable" | "ActionNotSupported" | "DeserializationFailed";

/** Reads the envelope; throws SoapFault. `contentType` is the HTTP header, whose `action` must agree when present. */
export function readSoapRequest(text: string, contentType: string): SoapRequest {
  let root: Element;
  try {
    root = parseXml(text);
  } catch (cause) {
    if (cause instanceof XmlTrouble) throw new SoapFault("DeserializationFailed", cause.message);
    throw cause;
  }
  const header = childNs(root, NS.soap, "Header");
  const body = childNs(root, NS.soap, "Body");
  if (root.localName !== "Envelope" || root.namespaceURI !== NS.soap || !header || !body) {
    throw new SoapFault("DeserializationFailed", "not a SOAP 1.2 envelope with a header and a body");
  }
  const calls = children(body);
  const call = calls[0];
  if (!call || calls.length !== 1) throw new SoapFault("DeserializationFailed", "the body must hold one call");
  const action = textOf(childNs(header, NS.wsa, "Action")).trim();
  const operation = operationNamed(action.startsWith(ACTION_PREFIX) ? action.slice(ACTION_PREFIX.length) : "");
  const httpAction = /action="?([^";]+)"?/.exec(contentType)?.[1];
  if (!operation || (httpAction !== undefined && httpAction !== action)) {
    throw new SoapFault("ActionNotSupported", `action '${action}' cannot be processed`);
  }
  if (call.localName !== operation || call.namespaceURI !== NS.wcf) {
    throw new SoapFault("DeserializationFailed", `the body holds '${call.localName}', not '${operation}'`);
  }
  const parameters: Record<string, string> = {};
  for (const one of children(call))
    if (one.namespaceURI === NS.wcf) parameters[one.localName ?? ""] = textOf(one).trim();
  return { operation, parameters, header, root };
}

function operationNamed(name: string): Operation | undefined {
  return [...SENDING, ...ASKING].find((one) => one === name);
}

export function isSending(operation: Operation): boolean {
  return SENDING.some((one) => one === operation);
}
