// Turns a configured company into the party named on its documents, and checks that its profile can be printed.
import { findCountry, findDepartment, findMunicipality, getTaxName } from "../catalogue/catalogue.ts";
import { NIT } from "../catalogue/identification.ts";
import type { Company } from "../company.ts";
import type { Party } from "../document/document.ts";
import type { Problem, Reason } from "../refusal/problem.ts";
import { findCheckDigit } from "../value/check-digit.ts";

export const COLOMBIA = "CO";
/** Passport, foreign identification document, NIT of another country: they say nothing of an address in Colombia. */
export const ISSUED_ABROAD: readonly string[] = ["41", "42", "50"];
/** NIT, and the tax number of another country: the only types that belong to legal persons alone. */
const LEGAL_PERSON_TYPES: readonly string[] = [NIT, "50"];
/** The responsibilities that TaxLevelCode takes (FAJ26). */
export const RESPONSIBILITIES: readonly string[] = ["O-13", "O-15", "O-23", "O-47", "R-99-PN"];
/** Responsibility and tax scheme of a party about which nothing is known, such as the final consumer. */
export const UNKNOWN_PARTY = { responsibilities: ["R-99-PN"], taxSchemeCode: "ZZ" } as const;

/** The kind of person that a type of identification implies: 1 legal, 2 natural. */
export function personTypeOf(identificationType: string): Party["personType"] {
  return LEGAL_PERSON_TYPES.includes(identificationType) ? "1" : "2";
}

/** The company as issuer (supplier of an invoice, buyer of a support document). */
export function issuerParty(company: Company): Party {
  return {
    identificationType: NIT,
    identificationNumber: company.nit,
    checkDigit: company.checkDigit,
    personType: company.personType,
    name: company.name,
    tradeName: company.tradeName,
    responsibilities: company.responsibilities,
    taxSchemeCode: company.taxSchemeCode,
    taxSchemeName: getTaxName(company.taxSchemeCode),
    address: company.address,
    email: company.email,
    phone: company.phone,
  };
}

/** What the authority would reject in the company's own profile (FAJ08 to FAJ48, DSAK); the operator corrects it. */
export function findIssuerProblems(company: Company): readonly Problem[] {
  const problems: Problem[] = [];
  const report = (reason: Reason, rule: string) => {
    problems.push({ field: [], ...reason, rule });
  };
  if (findCheckDigit(company.nit) !== company.checkDigit) {
    report({ reason: "issuer-check-digit", nit: company.nit, checkDigit: company.checkDigit }, "FAJ24b");
  }
  const unknown = company.responsibilities.filter((code) => !RESPONSIBILITIES.includes(code));
  if (unknown.length > 0 || company.responsibilities.length === 0) {
    report({ reason: "issuer-responsibilities", unknown }, "FAJ26");
  }
  const { line, municipalityCode, municipalityName, departmentCode, departmentName, countryCode } = company.address;
  if (line === "" || !municipalityName || !departmentName) report({ reason: "issuer-address" }, "FAJ08");
  if (findMunicipality(municipalityCode ?? "") === undefined) report({ reason: "issuer-municipality" }, "FAJ09");
  if (findDepartment(departmentCode ?? "") === undefined || !municipalityCode?.startsWith(departmentCode ?? "?")) {
    report({ reason: "issuer-department" }, "FAJ12");
  }
  if (findCountry(countryCode ?? "")?.code !== "CO") {
    report({ reason: "issuer-country", country: countryCode }, "FAJ16");
  }
  return problems;
}
