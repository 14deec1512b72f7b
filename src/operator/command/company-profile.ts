// The flags of a company into its row, its fiscal profile and its software.
import type { Environment, Module } from "../../domain/company.ts";
import type { CompanyProfile } from "../../store/companies.ts";
import { pinContext } from "../../store/sealed-secret.ts";
import { seal } from "../../store/vault.ts";
import { type Context, OperatorError } from "../command.ts";
import type { Input } from "../input.ts";
import {
  readChoice,
  readEmail,
  readIndustryCode,
  readInteger,
  readMunicipality,
  readNit,
  readPin,
  readPostalCode,
  readResponsibility,
  readText,
  readUuid,
  readWithholdingType,
} from "../reader.ts";

/** Flags of the fiscal profile (authority/README 2.3), for `company add` and `company edit`. */
export const PROFILE_FLAGS = {
  name: "*registered name, as on the RUT",
  "trade-name": "trade name",
  environment: "*produccion or habilitacion",
  "person-type": "*1 legal person, 2 natural person",
  responsibilities: "*fiscal responsibilities: O-13, O-15, O-23, O-47 or R-99-PN, commas between",
  "tax-scheme": "*01 IVA, 04 INC, ZA both, ZZ none",
  address: "*street address",
  municipality: "*DIVIPOLA code of the municipality, 5 digits",
  "postal-code": "postal code, 6 digits",
  email: "*e-mail for acquirers",
  phone: "phone",
  ciiu: "CIIU code, several joined by ;",
  withholdings: "FE withholdings that may be applied, type:code:name:base+base, commas between",
} as const;

/** Flags of the software of each module; a module is contracted once it has software. */
export const SOFTWARE_FLAGS = {
  "fe-software-id": "identifier of the FE software",
  "fe-pin": "PIN of the FE software",
  "fe-test-set": "identifier of the FE test set, in habilitacion",
  "dse-software-id": "identifier of the DSE software",
  "dse-pin": "PIN of the DSE software",
  "dse-test-set": "identifier of the DSE test set, in habilitacion",
  "provider-nit": "NIT of the technology provider; the company's own unless given",
  "provider-code": "3 digits of the technology provider in file names; 000 for own software",
} as const;

const readEnvironment = readChoice<Environment>("produccion", "habilitacion");
const readPersonType = readChoice("1", "2");
const readTaxScheme = readChoice("01", "04", "ZA", "ZZ");

/** Everything of a new company that must be known. */
export async function readNewProfile(input: Input) {
  const { nit, checkDigit } = await input.get("nit", readNit);
  const name = await input.get("name", readText);
  const environment = await input.get("environment", readEnvironment);
  const personType = await input.get("person-type", readPersonType);
  const responsibilities = input.list("responsibilities", readResponsibility);
  if (responsibilities.length === 0) responsibilitiesMissing();
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
  };
  return { nit, name, environment, profile };
}

function responsibilitiesMissing(): never {
  throw new OperatorError(
    `--responsibilities is missing (${PROFILE_FLAGS.responsibilities.slice(1)})`,
    "give the flag",
  );
}

/** What `company edit` changes; members that no flag names stay as they are. */
export function readProfileChanges(input: Input, profile: CompanyProfile): CompanyProfile {
  const municipality = input.find("municipality", readMunicipality);
  const responsibilities = input.list("responsibilities", readResponsibility);
  const withholdingTypes = input.list("withholdings", readWithholdingType);
  return {
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

function nameMunicipality(found: ReturnType<typeof readMunicipality>) {
  return {
    municipalityCode: found.code,
    municipalityName: found.name,
    departmentCode: found.departmentCode,
    departmentName: found.departmentName,
  };
}

/** The software rows that the flags ask for, PINs sealed. */
export async function readSoftware(
  { input, keyring }: Context,
  company: {
    readonly id: number;
    readonly nit: string;
    readonly checkDigit: string;
    readonly environment: Environment;
  },
) {
  const provider = input.find("provider-nit", readNit) ?? company;
  const providerCode = String(input.find("provider-code", readInteger(0, 999)) ?? 0).padStart(3, "0");
  const rows = [];
  for (const module of ["fe", "dse"] as const) {
    const softwareId = input.find(`${module}-software-id`, readUuid);
    if (softwareId === undefined) continue;
    const pin = await input.get(`${module}-pin`, readPin);
    rows.push({
      companyId: company.id,
      module: module satisfies Module,
      softwareId,
      sealedPin: await seal(await keyring.vaultKeys(), pinContext(company.id, softwareId), pin),
      providerNit: provider.nit,
      providerCheckDigit: provider.checkDigit,
      providerCode,
      testSetId: readTestSet(input, module, company.environment),
    });
  }
  return rows;
}

function readTestSet(input: Input, module: Module, environment: Environment): string | null {
  const testSetId = input.find(`${module}-test-set`, readUuid) ?? null;
  if (environment === "habilitacion" && testSetId === null) {
    throw new OperatorError(
      `--${module}-test-set is missing`,
      "a company in habilitacion sends its documents to a test set",
    );
  }
  return testSetId;
}
