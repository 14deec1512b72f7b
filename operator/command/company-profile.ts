// Reads the flags of a company's fiscal profile.
import type { Environment } from "../../src/domain/company.ts";
import { TAX_SCHEMES } from "../../src/domain/tax-table.ts";
import type { CompanyProfile } from "../../src/store/base/schema.ts";
import { collectFaults, type OperatorError } from "../error.ts";
import { optional, required } from "../flag.ts";
import type { Input } from "../input.ts";
import {
  readChoice,
  readEmail,
  readIndustryCode,
  readMunicipality,
  readNit,
  readPostalCode,
  readResponsibility,
  readText,
  readWithholdingType,
} from "../reader.ts";

/** Flags of the fiscal profile, for `company add` and `company edit`. */
export const PROFILE_FLAGS = [
  required("name", "registered name, as on the RUT"),
  optional("trade-name", "trade name"),
  required("environment", "produccion or habilitacion"),
  required("person-type", "1 legal person, 2 natural person"),
  required("responsibilities", "fiscal responsibilities: O-13, O-15, O-23, O-47 or R-99-PN, commas between"),
  required("tax-scheme", "01 IVA, 04 INC, ZA both, ZZ none"),
  required("address", "street address"),
  required(
    "municipality",
    "DIVIPOLA code of the municipality (5 digits), or its name; NAME, DEPARTMENT where several have it",
  ),
  optional("postal-code", "postal code, 6 digits"),
  required("email", "e-mail for acquirers"),
  optional("phone", "phone"),
  optional("ciiu", "CIIU code, several joined by ;"),
  optional("withholdings", "FE withholdings that may be applied, type:code:name:base+base, commas between"),
  optional(
    "large-tickets",
    "tickets above five tax units (UVT): notice (they are issued) or refuse; notice unless given",
  ),
];

export const readEnvironment = readChoice<Environment>("produccion", "habilitacion");
const readPersonType = readChoice("1", "2");
const readLargeTickets = readChoice("notice", "refuse");
const readTaxScheme = readChoice(...TAX_SCHEMES);

/** Everything of a new company that must be known. */
export async function readNewProfile(input: Input) {
  const { nit, checkDigit } = await input.get("nit", readNit);
  const name = await input.get("name", readText);
  const environment = await input.get("environment", readEnvironment);
  const personType = await input.get("person-type", readPersonType);
  const responsibilities = await input.getList("responsibilities", readResponsibility);
  const taxSchemeCode = await input.get("tax-scheme", readTaxScheme);
  const line = await input.get("address", readText);
  const municipality = await input.get("municipality", readMunicipality);
  const profile: CompanyProfile = {
    checkDigit,
    tradeName: input.find("trade-name", readText) ?? null,
    personType,
    responsibilities,
    taxSchemeCode,
    address: {
      line,
      ...nameMunicipality(municipality),
      postalCode: input.find("postal-code", readPostalCode) ?? null,
      countryCode: "CO",
      countryName: "Colombia",
    },
    email: await input.get("email", readEmail),
    phone: input.find("phone", readText) ?? null,
    industryCode: input.find("ciiu", readIndustryCode) ?? null,
    withholdingTypes: input.list("withholdings", readWithholdingType),
    ...(input.find("large-tickets", readLargeTickets) === "refuse" ? { refusesLargeTickets: true } : {}),
  };
  return { nit, name, environment, profile };
}

/** Everything that a new company's profile is refused for, where `readNewProfile` stops at the first. */
export function listProfileFaults(input: Input): Promise<readonly OperatorError[]> {
  return collectFaults([
    () => input.get("nit", readNit),
    () => input.get("name", readText),
    () => input.get("environment", readEnvironment),
    () => input.get("person-type", readPersonType),
    () => input.getList("responsibilities", readResponsibility),
    () => input.get("tax-scheme", readTaxScheme),
    () => input.get("address", readText),
    () => input.get("municipality", readMunicipality),
    () => input.get("email", readEmail),
    () => input.find("trade-name", readText),
    () => input.find("postal-code", readPostalCode),
    () => input.find("phone", readText),
    () => input.find("ciiu", readIndustryCode),
    () => input.list("withholdings", readWithholdingType),
    () => input.find("large-tickets", readLargeTickets),
  ]);
}

/** What `company edit` changes; members that no flag names stay as they are. */
export function readProfileChanges(input: Input, profile: CompanyProfile): CompanyProfile {
  const municipality = input.find("municipality", readMunicipality);
  const responsibilities = input.list("responsibilities", readResponsibility);
  const withholdingTypes = input.list("withholdings", readWithholdingType);
  const largeTickets = input.find("large-tickets", readLargeTickets);
  const refusesLargeTickets = largeTickets === undefined ? profile.refusesLargeTickets : largeTickets === "refuse";
  return {
    ...(refusesLargeTickets === undefined ? {} : { refusesLargeTickets }),
    checkDigit: profile.checkDigit,
    tradeName: input.find("trade-name", readText) ?? profile.tradeName,
    personType: input.find("person-type", readPersonType) ?? profile.personType,
    responsibilities: responsibilities.length > 0 ? responsibilities : profile.responsibilities,
    taxSchemeCode: input.find("tax-scheme", readTaxScheme) ?? profile.taxSchemeCode,
    address: {
      ...profile.address,
      line: input.find("address", readText) ?? profile.address.line,
      ...(municipality === undefined ? {} : nameMunicipality(municipality)),
      postalCode: input.find("postal-code", readPostalCode) ?? profile.address.postalCode,
    },
    email: input.find("email", readEmail) ?? profile.email,
    phone: input.find("phone", readText) ?? profile.phone,
    industryCode: input.find("ciiu", readIndustryCode) ?? profile.industryCode,
    withholdingTypes: withholdingTypes.length > 0 ? withholdingTypes : profile.withholdingTypes,
  };
}

export function findEnvironment(input: Input): Environment | undefined {
  return input.find("environment", readEnvironment);
}

/** The members of an address that a municipality says. */
export function nameMunicipality(found: ReturnType<typeof readMunicipality>) {
  return {
    municipalityCode: found.code,
    municipalityName: found.name,
    departmentCode: found.departmentCode,
    departmentName: found.departmentName,
  };
}
