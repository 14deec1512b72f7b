// Writes a place as it is printed.
import places from "../../src/domain/default/printed-place.json" with { type: "json" };
import type { SignedAddress } from "../../src/domain/document/signed-document.ts";

/** Street and place, as far as somebody said them. */
export function describeAddress(address: SignedAddress): readonly string[] {
  const city = spellPlace(address.municipality);
  const department = spellPlace(address.department);
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

/** `Bogotá, D.c.` as `Bogotá, D.C.`: the authority's list writes every word with a capital and no other. */
function spellPlace(name: string | null): string | null {
  return name === null
    ? null
    : places.spellings.reduce((spelled, [listed = "", printed = ""]) => spelled.replaceAll(listed, printed), name);
}
