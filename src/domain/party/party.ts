// Turns a configured company into the party named on its documents, and checks what documents say of a party's place.
import {
  findCountry,
  findDepartment,
  findMunicipality,
  getTaxName,
  type Municipality,
} from "../catalogue/catalogue.ts";
import { findCheckDigit, NIT } from "../catalogue/identification.ts";
import {
  findCandidates,
  isDepartmentName,
  isSameName,
  type NamedPlace,
  resolveDepartment,
  resolveMunicipality,
} from "../catalogue/place.ts";
import type { Company } from "../company.ts";
import type { Party } from "../document/document.ts";
import type { Problem, Reason } from "../refusal/problem.ts";
import type { ProblemList } from "../refusal/problem-list.ts";

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

/** Whose place it is, and the rules of the authority about it. */
interface PlaceOwner {
  readonly party: "supplier" | "receiver";
  readonly rules: {
    readonly municipality: string;
    readonly municipalityName: string;
    readonly department: string;
    readonly departmentName: string;
  };
}

/** Codes and names must be those of the list, and agree. @returns whether nothing is wrong with the department. */
export function checkNamedPlace(place: NamedPlace, owner: PlaceOwner, problems: ProblemList): boolean {
  const municipality = checkMunicipality(place, owner, problems);
  const known = problems.count;
  checkDepartment(place, owner, municipality, problems);
  return problems.count === known;
}

function checkMunicipality(
  place: NamedPlace,
  { party, rules }: PlaceOwner,
  problems: ProblemList,
): Municipality | undefined {
  const { municipalityCode, municipalityName } = place;
  const field = [party, "municipalityCode"] as const;
  if (municipalityCode === null) {
    const named = resolveMunicipality(place);
    if (municipalityName !== null && named === undefined) {
      const facts = { name: municipalityName, nameField: [party, "municipalityName"] } as const;
      const candidates = findCandidates(place);
      problems.add({ field, reason: "municipality-ambiguous", ...facts, candidates, rule: rules.municipality });
    }
    return named;
  }
  const municipality = findMunicipality(municipalityCode);
  if (municipality === undefined) {
    const facts = { value: municipalityCode, candidates: findCandidates(place), rule: rules.municipality };
    problems.add({ field, reason: "municipality-unknown", ...facts });
  } else if (municipalityName !== null && !isSameName(municipalityName, municipality.name)) {
    const facts = { value: municipalityName, code: municipalityCode, name: municipality.name };
    problems.add({
      field: [party, "municipalityName"],
      reason: "name-of-another",
      ...facts,
      rule: rules.municipalityName,
    });
  }
  return municipality;
}

function checkDepartment(
  place: NamedPlace,
  { party, rules }: PlaceOwner,
  municipality: Municipality | undefined,
  problems: ProblemList,
): void {
  const { departmentCode, departmentName } = place;
  if (departmentCode !== null && findDepartment(departmentCode) === undefined) {
    const sent = { field: ["supplier", "departmentCode"], value: departmentCode, rule: rules.department } as const;
    problems.add({ ...sent, reason: "department-unknown" });
    return;
  }
  const expectedCode = municipality?.departmentCode;
  if (departmentCode !== null && expectedCode !== undefined && departmentCode !== expectedCode) {
    const facts = { value: departmentCode, expected: expectedCode, municipality: municipality?.code ?? "" };
    const field = ["supplier", "departmentCode"] as const;
    problems.add({ field, reason: "department-of-municipality", ...facts, rule: rules.department });
    return;
  }
  const code = expectedCode ?? departmentCode;
  if (departmentName === null || (code !== null && isDepartmentName(departmentName, code))) return;
  if (code === null && resolveDepartment(place) !== undefined) return;
  const name = code === null ? undefined : findDepartment(code)?.name;
  const sent = { field: [party, "departmentName"], value: departmentName, rule: rules.departmentName } as const;
  if (code === null || name === undefined) problems.add({ ...sent, reason: "department-ambiguous" });
  else problems.add({ ...sent, reason: "name-of-another", code, name });
}
