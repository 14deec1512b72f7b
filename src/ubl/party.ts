// Builds the UBL elements of parties and addresses that suppliers and customers share.

import { findCheckDigit, NIT } from "../domain/catalogue/identification.ts";
import type { Address } from "../domain/company.ts";
import type { Party } from "../domain/document/document.ts";
import { COLOMBIA } from "../domain/party/party.ts";
import { element, group, text } from "../xml/element.ts";
import { COUNTRY_NAME_ATTRIBUTES, identificationAttributes } from "./wire-literal.ts";

/**
 * Attributes of a party's own identification: the check digit goes with a NIT only (FAJ24, FAK24, FAK47).
 */
export function ownIdentification(party: Party): string {
  const { identificationType, identificationNumber } = party;
  if (identificationType !== NIT) return identificationAttributes(identificationType, undefined);
  return identificationAttributes(NIT, party.checkDigit ?? findCheckDigit(identificationNumber));
}

/**
 * Attributes of a resident vendor's identification: always as a NIT, with the check digit computed (DSAJ24a, DSAJ25a).
 * @throws Error when the number has no check digit: validation refuses such vendors.
 */
export function residentIdentification(party: Party): string {
  const checkDigit = findCheckDigit(party.identificationNumber);
  if (checkDigit === undefined) throw new Error("a resident vendor's number is not one that has a check digit");
  return identificationAttributes(NIT, checkDigit);
}

/**
 * PartyTaxScheme.
 * @param identification attributes of CompanyID, as made above.
 * @param address goes inside as RegistrationAddress, its fields directly (FAJ28).
 */
export function buildTaxScheme(party: Party, identification: string, address?: PlacedAddress | null): string {
  return group("cac:PartyTaxScheme", [
    text("cbc:RegistrationName", party.name),
    text("cbc:CompanyID", party.identificationNumber, identification),
    text("cbc:TaxLevelCode", party.responsibilities.join(";")),
    address ? buildAddress("cac:RegistrationAddress", address) : undefined,
    group("cac:TaxScheme", [text("cbc:ID", party.taxSchemeCode), text("cbc:Name", party.taxSchemeName)]),
  ]);
}

/** An address with a known country, which the authority's lists require. */
type PlacedAddress = Address & { readonly countryCode: string; readonly countryName: string };

/** Whether an address can be printed; one without a country cannot. */
export function isPlaced(address: Address | null): address is PlacedAddress {
  return address !== null && address.countryCode !== null && address.countryName !== null;
}

/** PartyName: what a party trades as. */
export function buildName(party: Pick<Party, "name" | "tradeName">): string {
  return element("cac:PartyName", text("cbc:Name", party.tradeName ?? party.name));
}

/** PhysicalLocation. */
export function buildLocation(address: PlacedAddress): string {
  return element("cac:PhysicalLocation", buildAddress("cac:Address", address));
}

/** DeliveryAddress. */
export function buildDeliveryAddress(address: PlacedAddress): string {
  return buildAddress("cac:DeliveryAddress", address);
}

/** An address by the authority's lists; outside Colombia the municipality and department codes are left out. */
function buildAddress(name: string, address: PlacedAddress): string {
  const isColombian = address.countryCode === COLOMBIA;
  return group(name, [
    isColombian ? optional("cbc:ID", address.municipalityCode) : undefined,
    optional("cbc:CityName", address.municipalityName),
    optional("cbc:PostalZone", address.postalCode),
    optional("cbc:CountrySubentity", address.departmentName),
    isColombian ? optional("cbc:CountrySubentityCode", address.departmentCode) : undefined,
    group("cac:AddressLine", [text("cbc:Line", address.line)]),
    group("cac:Country", [
      text("cbc:IdentificationCode", address.countryCode),
      text("cbc:Name", address.countryName, COUNTRY_NAME_ATTRIBUTES),
    ]),
  ]);
}

/** An element with a value, or nothing when there is none. */
export function optional(name: string, value: string | null): string | undefined {
  return value === null ? undefined : text(name, value);
}
