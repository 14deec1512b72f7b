// Holds the names of the authority's web service exactly as they are sent: hosts, namespaces, actions and fixed codes.

/** Origins of the two real environments; the endpoint is one of these or a stand of the developer's own machine. */
export const REAL_ORIGIN = {
  produccion: "https://vpfe.dian.gov.co",
  habilitacion: "https://vpfe-hab.dian.gov.co",
} as const;
export const REAL_ORIGINS: readonly string[] = [REAL_ORIGIN.produccion, REAL_ORIGIN.habilitacion];
export const SERVICE_PATH = "/WcfDianCustomerServices.svc";
export const ACTION_BASE = "http://wcf.dian.colombia/IWcfDianCustomerServices/";

export const SOAP = "http://www.w3.org/2003/05/soap-envelope";
export const WSA = "http://www.w3.org/2005/08/addressing";
export const WSSE = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
export const WSU = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
export const DS = "http://www.w3.org/2000/09/xmldsig#";
export const XSI = "http://www.w3.org/2001/XMLSchema-instance";
export const SERVICE = "http://wcf.dian.colombia";

export const C14N_EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";
export const BASE64_ENCODING =
  "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary";
export const X509_TOKEN = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509v3";
export const THUMBPRINT_SHA1 = "http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#ThumbprintSHA1";

/** Namespaces of the data contracts inside the answers (wsdl/). */
export const STATUS_CONTRACT = "http://schemas.datacontract.org/2004/07/DianResponse";
export const ARRAYS_CONTRACT = "http://schemas.microsoft.com/2003/10/Serialization/Arrays";
export const UPLOAD_CONTRACT = "http://schemas.datacontract.org/2004/07/UploadDocumentResponse";
export const UPLOAD_ITEM_CONTRACT = "http://schemas.datacontract.org/2004/07/XmlParamsResponseTrackId";
export const RANGE_LIST_CONTRACT = "http://schemas.datacontract.org/2004/07/NumberRangeResponseList";
export const RANGE_CONTRACT = "http://schemas.datacontract.org/2004/07/NumberRangeResponse";
export const EVENT_CONTRACT = "http://schemas.datacontract.org/2004/07/EventResponse";
/** What status 66 says to a question when there is no such document, in the forms seen. */
export const ABSENT_TEXT = /^TrackId no existe(?: en los registros(?: de la DIAN)?)?\.?$/i;
/** Element of one answer inside the array of GetStatusZip. */
export const STATUS_ELEMENT = "DianResponse";

export const APPLICATION_RESPONSE = "urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2";
export const UBL_AGGREGATE = "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2";
export const UBL_BASIC = "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2";
