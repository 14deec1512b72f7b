// Turns verdicts into the SOAP answers, in the shape of the authority's data contracts.
import type { FaultCode, Operation } from "./soap-request.ts";
import { NS } from "./wire-literal.ts";

export interface StatusAnswer {
  /** undefined: the nil element (no document to speak of); otherwise the lines, perhaps none. */
  readonly errors: readonly string[] | undefined;
  readonly isValid: boolean;
  readonly statusCode: string;
  readonly description: string;
  readonly message: string | undefined;
  /** The signed ApplicationResponse, base64. */
  readonly response: string | undefined;
  readonly documentKey: string | undefined;
  readonly fileName: string | undefined;
}

export interface UploadError {
  readonly documentKey: string | undefined;
  readonly message: string;
  readonly fileName: string | undefined;
}

export interface NumberingRange {
  readonly resolution: string;
  readonly resolutionDate: string;
  readonly prefix: string;
  readonly from: number;
  readonly to: number;
  readonly validFrom: string;
  readonly validTo: string;
  readonly technicalKey: string | undefined;
}

const CONTRACT = "http://schemas.datacontract.org/2004/07/";

/** Text and attribute value escaping; control characters that XML forbids become U+FFFD. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

function field(name: string, value: string | undefined, prefix = "b"): string {
  const tag = `${prefix}:${name}`;
  return value === undefined ? `<${tag} i:nil="true"/>` : `<${tag}>${escapeXml(value)}</${tag}>`;
}

function envelope(operation: Operation, contract: string, result: string, now: number): string {
  const created = new Date(now).toISOString();
  const expires = new Date(now + 300_000).toISOString();
  return (
    `<s:Envelope xmlns:s="${NS.soap}" xmlns:a="${NS.wsa}" xmlns:u="${NS.wsu}"><s:Header>` +
    `<a:Action s:mustUnderstand="1">${NS.wcf}/IWcfDianCustomerServices/${operation}Response</a:Action>` +
    `<o:Security s:mustUnderstand="1" xmlns:o="${NS.wsse}"><u:Timestamp u:Id="_0"><u:Created>${created}</u:Created>` +
    `<u:Expires>${expires}</u:Expires></u:Timestamp></o:Security></s:Header><s:Body>` +
    `<${operation}Response xmlns="${NS.wcf}"><${operation}Result xmlns:b="${CONTRACT}${contract}" xmlns:i="${NS.xsi}">` +
    `${result}</${operation}Result></${operation}Response></s:Body></s:Envelope>`
  );
}

function statusFields(answer: StatusAnswer): string {
  const lines = (answer.errors ?? []).map((line) => `<c:string>${escapeXml(line)}</c:string>`).join("");
  const nil = answer.errors === undefined ? ' i:nil="true"' : "";
  const errors = `<b:ErrorMessage${nil} xmlns:c="${NS.arrays}"${lines === "" ? "/>" : `>${lines}</b:ErrorMessage>`}`;
  return (
    `${errors}<b:IsValid>${answer.isValid}</b:IsValid>${field("StatusCode", answer.statusCode)}` +
    `${field("StatusDescription", answer.description)}${field("StatusMessage", answer.message)}` +
    `${field("XmlBase64Bytes", answer.response)}<b:XmlBytes i:nil="true"/>` +
    `${field("XmlDocumentKey", answer.documentKey)}${field("XmlFileName", answer.fileName)}`
  );
}

/** SendBillSync and GetStatus: one DianResponse. */
export function writeStatus(operation: Operation, answer: StatusAnswer, now: number): string {
  return envelope(operation, "DianResponse", statusFields(answer), now);
}

/** GetStatusZip: a list of DianResponse. */
export function writeStatusList(operation: Operation, answers: readonly StatusAnswer[], now: number): string {
  const list = answers.map((one) => `<b:DianResponse>${statusFields(one)}</b:DianResponse>`).join("");
  return envelope(operation, "DianResponse", list, now);
}

/** SendBillAsync and SendTestSetAsync: a ZipKey, or errors without one. */
export function writeUpload(
  operation: Operation,
  zipKey: string | undefined,
  errors: readonly UploadError[],
  now: number,
): string {
  const contract = `xmlns:c="${CONTRACT}XmlParamsResponseTrackId"`;
  const one = (error: UploadError): string =>
    `<c:XmlParamsResponseTrackId>${field("DocumentKey", error.documentKey, "c")}${field("ProcessedMessage", error.message, "c")}` +
    `${field("SenderCode", undefined, "c")}<c:Success>false</c:Success>${field("XmlFileName", error.fileName, "c")}` +
    "</c:XmlParamsResponseTrackId>";
  const list = errors.map(one).join("");
  const element =
    list === ""
      ? `<b:ErrorMessageList i:nil="true" ${contract}/>`
      : `<b:ErrorMessageList ${contract}>${list}</b:ErrorMessageList>`;
  return envelope(operation, "UploadDocumentResponse", `${element}${field("ZipKey", zipKey)}`, now);
}

/** GetNumberingRange: 100 with ranges, 301 without. */
export function writeRanges(ranges: readonly NumberingRange[], now: number): string {
  const contract = `xmlns:c="${CONTRACT}NumberRangeResponse"`;
  const one = (range: NumberingRange): string =>
    "<c:NumberRangeResponse>" +
    field("ResolutionNumber", range.resolution, "c") +
    field("ResolutionDate", range.resolutionDate, "c") +
    field("Prefix", range.prefix, "c") +
    field("FromNumber", String(range.from), "c") +
    field("ToNumber", String(range.to), "c") +
    field("ValidDateFrom", range.validFrom, "c") +
    field("ValidDateTo", range.validTo, "c") +
    `${field("TechnicalKey", range.technicalKey, "c")}</c:NumberRangeResponse>`;
  const list = ranges.map(one).join("");
  const found = ranges.length > 0;
  const result =
    field("OperationCode", found ? "100" : "301") +
    field("OperationDescription", found ? "Acción completada OK." : "No se encontraron rangos") +
    (found ? `<b:ResponseList ${contract}>${list}</b:ResponseList>` : `<b:ResponseList i:nil="true" ${contract}/>`);
  return envelope("GetNumberingRange", "NumberRangeResponseList", result, now);
}

/** GetAcquirer: name and e-mail, or 404. */
export function writeAcquirer(found: { name: string; email: string } | undefined, now: number): string {
  const result =
    field("Message", found ? "Adquiriente encontrado" : "No se encontró el adquiriente") +
    field("ReceiverEmail", found?.email) +
    field("ReceiverName", found?.name) +
    field("StatusCode", found ? "200" : "404");
  return envelope("GetAcquirer", "Gosocket.Dian.Services.Utils.Common", result, now);
}

/** GetXmlByDocumentKey: the document's XML in base64, or 404. */
export function writeXml(base64: string | undefined, now: number): string {
  const result =
    field("Code", base64 === undefined ? "404" : "100") +
    field("Message", base64 === undefined ? "Documento no encontrado" : "Accion completada OK") +
    field("XmlBytesBase64", base64);
  return envelope("GetXmlByDocumentKey", "EventResponse", result, now);
}

const SUBCODE: Readonly<Record<FaultCode, string>> = {
  InvalidSecurity: `<s:Value xmlns:o="${NS.wsse}">o:InvalidSecurity</s:Value>`,
  DestinationUnreachable: "<s:Value>a:DestinationUnreachable</s:Value>",
  ActionNotSupported: "<s:Value>a:ActionNotSupported</s:Value>",
  DeserializationFailed:
    '<s:Value xmlns:d="http://schemas.microsoft.com/net/2005/12/windowscommunicationfoundation/dispatcher">d:DeserializationFailed</s:Value>',
};

function reason(code: FaultCode, detail: string): string {
  if (code === "InvalidSecurity") return "An error occurred when verifying security for the message.";
  if (code === "DestinationUnreachable") {
    return `The message with To '${detail}' cannot be processed at the receiver, due to an AddressFilter mismatch at the EndpointDispatcher.`;
  }
  if (code === "ActionNotSupported") {
    return `The message cannot be processed at the receiver, due to a ContractFilter mismatch at the EndpointDispatcher: ${detail}`;
  }
  return `The formatter threw an exception while trying to deserialize the message: ${detail}`;
}

/** A SOAP fault, always sent with HTTP 500. */
export function writeFault(code: FaultCode, detail: string): string {
  return (
    `<s:Envelope xmlns:s="${NS.soap}" xmlns:a="${NS.wsa}"><s:Header>` +
    '<a:Action s:mustUnderstand="1">http://www.w3.org/2005/08/addressing/soap/fault</a:Action></s:Header><s:Body><s:Fault>' +
    `<s:Code><s:Value>s:Sender</s:Value><s:Subcode>${SUBCODE[code]}</s:Subcode></s:Code>` +
    `<s:Reason><s:Text xml:lang="en-US">${escapeXml(reason(code, detail))}</s:Text></s:Reason></s:Fault></s:Body></s:Envelope>`
  );
}
