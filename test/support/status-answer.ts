// Builds answers of the authority from their fields, for tests that need one field to be wrong.
import { encodeBase64 } from "../../src/signature/base64.ts";

const STATUS = "http://schemas.datacontract.org/2004/07/DianResponse";
const ARRAYS = "http://schemas.microsoft.com/2003/10/Serialization/Arrays";

export interface StatusFields {
  readonly isValid?: string;
  readonly statusCode?: string;
  readonly description?: string;
  readonly rules?: readonly string[];
  readonly key?: string | null;
  readonly applicationResponse?: string | null;
  /** Anything more inside the result. */
  readonly extra?: string;
}

/** The fields of one status result, in the order of the data contract. */
export function printStatus(fields: StatusFields): string {
  const {
    isValid = "true",
    statusCode = "00",
    description = "Procesado Correctamente.",
    rules = [],
    extra = "",
  } = fields;
  const { key = null, applicationResponse = null } = fields;
  const strings = rules.map((rule) => `<c:string>${rule}</c:string>`).join("");
  const response = applicationResponse === null ? "" : encodeBase64(new TextEncoder().encode(applicationResponse));
  return [
    `<b:ErrorMessage xmlns:c="${ARRAYS}">${strings}</b:ErrorMessage><b:IsValid>${isValid}</b:IsValid>`,
    `<b:StatusCode>${statusCode}</b:StatusCode><b:StatusDescription>${description}</b:StatusDescription>`,
    `<b:XmlBase64Bytes>${response}</b:XmlBase64Bytes>`,
    key === null ? '<b:XmlDocumentKey i:nil="true"/>' : `<b:XmlDocumentKey>${key}</b:XmlDocumentKey>`,
    extra,
  ].join("");
}

/** A whole answer around the content of one result. */
export function printAnswer(operation: string, content: string): string {
  const namespaces = `xmlns:b="${STATUS}" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"`;
  return printEnvelope(
    `<${operation}Response xmlns="http://wcf.dian.colombia"><${operation}Result ${namespaces}>${content}</${operation}Result></${operation}Response>`,
  );
}

export function printEnvelope(body: string): string {
  return `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>${body}</s:Body></s:Envelope>`;
}

/** An ApplicationResponse that says something of one document. */
export function printApplicationResponse(responseCode: string, documentKey: string, times = 1): string {
  const one = [
    `<cac:DocumentResponse><cac:Response><cbc:ResponseCode>${responseCode}</cbc:ResponseCode></cac:Response>`,
    `<cac:DocumentReference><cbc:ID>SETP1</cbc:ID><cbc:UUID>${documentKey}</cbc:UUID></cac:DocumentReference></cac:DocumentResponse>`,
  ].join("");
  const ubl = "urn:oasis:names:specification:ubl:schema:xsd:";
  const namespaces = `xmlns="${ubl}ApplicationResponse-2" xmlns:cac="${ubl}CommonAggregateComponents-2" xmlns:cbc="${ubl}CommonBasicComponents-2"`;
  return `<?xml version="1.0" encoding="utf-8"?><ApplicationResponse ${namespaces}>${one.repeat(times)}</ApplicationResponse>`;
}
