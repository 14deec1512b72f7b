// Builds the authority's own extension: numbering range, software and QR address.
import { NIT } from "../domain/catalogue/identification.ts";
import { group, text } from "../xml/element.ts";
import type { NoteInput, UblInput } from "./input.ts";
import {
  AGENCY_ATTRIBUTES,
  AUTHORITY_CHECK_DIGIT,
  AUTHORITY_EXTENSION,
  AUTHORITY_NIT,
  COUNTRY_LIST_ATTRIBUTES,
  identificationAttributes,
} from "./wire-literal.ts";

const INVOICE_SOURCE = group("sts:InvoiceSource", [text("cbc:IdentificationCode", "CO", COUNTRY_LIST_ATTRIBUTES)]);
const AUTHORIZATION_PROVIDER = group("sts:AuthorizationProvider", [
  text("sts:AuthorizationProviderID", AUTHORITY_NIT, identificationAttributes(NIT, AUTHORITY_CHECK_DIGIT)),
]);

/**
 * The content of the first extension; its schema fixes the order (FAB03 and following).
 * @param control numbering range; notes, which are numbered without one, leave it out.
 */
export function buildExtension(input: UblInput | NoteInput, control?: string): string {
  const { software } = input;
  return group(AUTHORITY_EXTENSION, [
    control,
    INVOICE_SOURCE,
    group("sts:SoftwareProvider", [
      text("sts:ProviderID", software.providerNit, identificationAttributes(NIT, software.providerCheckDigit)),
      text("sts:SoftwareID", software.id, AGENCY_ATTRIBUTES),
    ]),
    text("sts:SoftwareSecurityCode", input.securityCode, AGENCY_ATTRIBUTES),
    AUTHORIZATION_PROVIDER,
    text("sts:QRCode", input.qrUrl),
  ]);
}

/** The range as the authority granted it (FAB05 to FAB12); a range without prefix has no Prefix. */
export function buildInvoiceControl(numbering: UblInput["numbering"]): string {
  return group("sts:InvoiceControl", [
    text("sts:InvoiceAuthorization", numbering.resolution),
    group("sts:AuthorizationPeriod", [
      text("cbc:StartDate", numbering.validFrom),
      text("cbc:EndDate", numbering.validTo),
    ]),
    group("sts:AuthorizedInvoices", [
      numbering.prefix === "" ? undefined : text("sts:Prefix", numbering.prefix),
      text("sts:From", String(numbering.from)),
      text("sts:To", String(numbering.to)),
    ]),
  ]);
}
