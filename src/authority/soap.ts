// Builds a SOAP 1.2 request with its security header from an operation and its values.
import type { Signer } from "../signature/signer.ts";
import { attributes, element, group, text } from "../xml/element.ts";
import { ACTION_BASE, SERVICE, SOAP, WSA } from "./wire-literal.ts";
import { buildSecurityHeader, type SecurityVariant } from "./ws-security.ts";

/** The values of each operation, in the order of the service description. */
export interface OperationValues {
  readonly SendBillSync: { readonly fileName: string; readonly contentFile: string };
  readonly SendBillAsync: { readonly fileName: string; readonly contentFile: string };
  readonly SendTestSetAsync: { readonly fileName: string; readonly contentFile: string; readonly testSetId: string };
  readonly GetStatus: { readonly trackId: string };
  readonly GetStatusZip: { readonly trackId: string };
  readonly GetXmlByDocumentKey: { readonly trackId: string };
  readonly GetNumberingRange: {
    readonly accountCode: string;
    readonly accountCodeT: string;
    readonly softwareCode: string;
  };
  readonly GetAcquirer: { readonly identificationType: string; readonly identificationNumber: string };
}
export type Operation = keyof OperationValues;

const VALUE_NAMES: { readonly [O in Operation]: readonly (keyof OperationValues[O] & string)[] } = {
  SendBillSync: ["fileName", "contentFile"],
  SendBillAsync: ["fileName", "contentFile"],
  SendTestSetAsync: ["fileName", "contentFile", "testSetId"],
  GetStatus: ["trackId"],
  GetStatusZip: ["trackId"],
  GetXmlByDocumentKey: ["trackId"],
  GetNumberingRange: ["accountCode", "accountCodeT", "softwareCode"],
  GetAcquirer: ["identificationType", "identificationNumber"],
};

/** A request ready for POST. */
export interface SoapRequest {
  readonly body: string;
  readonly contentType: string;
}

/** Where and how requests are signed. */
export interface SoapContext {
  readonly signer: Signer;
  /** Absolute URL of the service, signed as wsa:To. */
  readonly endpoint: string;
  readonly variant: SecurityVariant;
}

const ENVELOPE_NAMESPACES = attributes({ "xmlns:soap": SOAP, "xmlns:wcf": SERVICE });
const HEADER_NAMESPACES = attributes({ "xmlns:wsa": WSA });

/**
 * Builds one request. `contentFile` is base64 already.
 * @param instantMs epoch milliseconds of the sending: the header is valid from then, for 300 s.
 */
export async function buildSoapRequest<O extends Operation>(
  context: SoapContext,
  operation: O,
  values: OperationValues[O],
  instantMs: number,
): Promise<SoapRequest> {
  const action = `${ACTION_BASE}${operation}`;
  const header = await buildSecurityHeader(context.signer, context.endpoint, context.variant, instantMs);
  const call = group(
    `wcf:${operation}`,
    VALUE_NAMES[operation].map((name) => text(`wcf:${name}`, String(values[name]))),
  );
  const body = group(
    "soap:Envelope",
    [
      group("soap:Header", [header.security, text("wsa:Action", action), header.to], HEADER_NAMESPACES),
      element("soap:Body", call),
    ],
    ENVELOPE_NAMESPACES,
  );
  return { body, contentType: `application/soap+xml; charset=utf-8; action="${action}"` };
}
