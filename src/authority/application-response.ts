// Turns the ApplicationResponse inside an answer into the two facts that must agree with the verdict.
import { findOnlyChild, getOnlyChild, getText, listChildren, parseXml, XmlRefused } from "../xml/parse.ts";
import { APPLICATION_RESPONSE, UBL_AGGREGATE, UBL_BASIC } from "./wire-literal.ts";

/** What the signed acknowledgement says of the document. */
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
