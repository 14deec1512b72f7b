// Writes a place as it is printed.
import places from "../../src/domain/default/printed-place.json" with { type: "json" };
import { spellPlace } from "../../src/domain/default/printed-place.ts";
import type { SignedAddress } from "../../src/domain/document/signed-document.ts";

/** Street and place, as far as somebody said them. */
export function describeAddress(address: SignedAddress): readonly string[] {
  const city = address.municipality === null ? null : spellPlace(address.municipality);
  const department = address.department === null ? null : spellPlace(address.department);
  const { line: street, postalCode, countryCode } = address;
  // The country of a bare street in Colombia is supposed.
  const country = countryCode === "CO" && city === null ? null : (address.countryName ?? countryCode);
  const place = [
    city,
    department !== null && city?.startsWith(department) === true ? null : department,
    postalCode === places.unknownPostalCode ? null : postalCode,
    country,
  ];
  const placeText = place.filter((part) => part !== null).join(", ");
  return [street === places.unknownStreet ? null : street, placeText]
    .filter((part) => part !== null)
    .filter((part) => part !== "");
}
