// A configured company into the party that its documents name, and the check that its profile can be printed at all.
import { findCountry, findDepartment, findMunicipality, getTaxName } from "./catalogue.ts";
import { findCheckDigit } from "./check-digit.ts";
import type { Company } from "./company.ts";
import type { Party } from "./document.ts";
import type { Problem } from "./refusal.ts";

/** NIT among the identification types. */
export const NIT = "31";
/** NIT, and the tax number of another country: the only types that belong to legal persons alone. */
const LEGAL_PERSON_TYPES: readonly string[] = [NIT, "50"];
/** The responsibilities that TaxLevelCode takes (FAJ26). */
export const RESPONSIBILITIES: readonly string[] = ["O-13", "O-15", "O-23", "O-47", "R-99-PN"];
/** Responsibility and tax scheme of a party of whom nothing is known, as the final consumer. */
export const UNKNOWN_PARTY = { responsibilities: ["R-99-PN"], taxSchemeCode: "ZZ" } as const;

/** Who is identified so: 1 a legal person, 2 a natural one. */
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

/** What the authority would reject in the company's own profile (FAJ08 to FAJ48, DSAK); the operator mends it. */
export function findIssuerProblems(company: Company): readonly Problem[] {
  const problems: Problem[] = [];
  const report = (message: string, rule: string) => {
    problems.push({
      path: "",
      message: `La configuración de la empresa ${message}; debe corregirla el operador.`,
      rule,
    });
  };
  if (findCheckDigit(company.nit) !== company.checkDigit) {
    report(
      `trae el NIT ${company.nit} con el dígito de verificación ${company.checkDigit}, que no le corresponde`,
      "FAJ24b",
    );
  }
  const unknown = company.responsibilities.filter((code) => !RESPONSIBILITIES.includes(code));
  if (unknown.length > 0 || company.responsibilities.length === 0) {
    report(`trae responsabilidades fiscales fuera de lista (${unknown.join(", ") || "ninguna"})`, "FAJ26");
  }
  const { line, municipalityCode, municipalityName, departmentCode, departmentName, countryCode } = company.address;
  if (line === "" || !municipalityName || !departmentName) report("no trae la dirección completa", "FAJ08");
  if (findMunicipality(municipalityCode ?? "") === undefined) report("no trae un municipio de la lista", "FAJ09");
  if (findDepartment(departmentCode ?? "") === undefined || !municipalityCode?.startsWith(departmentCode ?? "?")) {
    report("no trae el departamento de su municipio", "FAJ12");
  }
  if (findCountry(countryCode ?? "")?.code !== "CO") report(`trae el país "${countryCode}" y debe ser "CO"`, "FAJ16");
  return problems;
}
