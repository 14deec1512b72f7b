// Builds what only a support document (type 05) has: vendor as supplier, issuer as customer, a period per line.

import places from "../domain/default/printed-place.json" with { type: "json" };
import type { DocumentCommon, DocumentLine, Party, SupportDocument } from "../domain/document/document.ts";
import { isInSupportDocument } from "../domain/tax-table.ts";
import { attributes, group, text } from "../xml/element.ts";
import {
  buildLine,
  buildLocation,
  buildName,
  buildTaxScheme,
  INVOICE_LINE,
  isPlaced,
  ownIdentification,
  residentIdentification,
} from "./frame.ts";
import type { DocumentParts } from "./input.ts";
import { buildReferences } from "./invoice.ts";
import { GENERATION_MODE_NAMES } from "./wire-literal.ts";

const RESIDENT_VENDOR = "10";

/** The support document's own parts of the frame. */
export function buildSupportDocumentParts(document: SupportDocument): DocumentParts {
  const currency = attributes({ currencyID: document.currency });
  let lines = "";
  for (const line of document.lines) {
    const withholdings = line.withholdings.filter(isOnWire);
    const afterAmount = buildPeriod(document, line);
    lines += buildLine(line, currency, { names: INVOICE_LINE, afterAmount, withholdings });
  }
  return {
    references: buildReferences(document.references),
    delivery: "",
    parties: buildVendor(document) + buildBuyer(document),
    withholdings: document.withholdings.filter(isOnWire),
    lines,
  };
}

/** A resident goes as NIT with a complete address; any other supplier keeps its own identification, without address. */
export function buildVendor(document: Pick<SupportDocument, "counterpart" | "operationType">): string {
  const vendor = document.counterpart;
  const isResident = document.operationType === RESIDENT_VENDOR;
  const identification = isResident ? residentIdentification(vendor) : ownIdentification(vendor);
  return group("cac:AccountingSupplierParty", [
    text("cbc:AdditionalAccountID", vendor.personType),
    group("cac:Party", [
      isResident ? buildResidentLocation(vendor) : undefined,
      buildTaxScheme(vendor, identification),
    ]),
  ]);
}

/** @throws Error when a resident has no address: validation fills or refuses it. Complete, with a postal code (DSAJ08a). */
function buildResidentLocation({ address }: Party): string {
  if (!isPlaced(address)) throw new Error("a resident vendor has no address");
  return buildLocation({ ...address, postalCode: address.postalCode ?? places.unknownPostalCode });
}

/** The issuer, as the authority's samples have it; a branch, which they do not show, stands where the schema has the place of a party. */
export function buildBuyer({ issuer, branch }: Pick<DocumentCommon, "issuer" | "branch">): string {
  return group("cac:AccountingCustomerParty", [
    text("cbc:AdditionalAccountID", issuer.personType),
    group("cac:Party", [
      branch && buildName({ name: branch.name, tradeName: null }),
      branch && isPlaced(branch.address) ? buildLocation(branch.address) : undefined,
      buildTaxScheme(issuer, ownIdentification(issuer)),
    ]),
  ]);
}

/** Purchase date and generation mode of a line (DSFC01 to DSFC04). */
function buildPeriod(document: SupportDocument, line: DocumentLine): string {
  return group("cac:InvoicePeriod", [
    text("cbc:StartDate", line.purchaseDate ?? document.periodStart),
    text("cbc:DescriptionCode", document.generationMode),
    text("cbc:Description", GENERATION_MODE_NAMES[document.generationMode]),
  ]);
}

/** Whether the XML of a support document carries a withholding; any other is only the client's own bookkeeping. */
export function isOnWire(withholding: { readonly code: string }): boolean {
  return isInSupportDocument(withholding.code);
}
