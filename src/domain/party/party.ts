// Resolves the parties of a document: the issuer as the company is configured, the buyer as the draft names it, and their places.
import {
  FINAL_CONSUMER,
  findCheckDigit,
  findCountry,
  findDepartment,
  findIdentificationType,
  findMunicipality,
  getTaxName,
  isFinalConsumer,
  type Municipality,
  NIT,
  readIdentification,
  resemblesFinalConsumer,
  splitRunOnNit,
} from "../catalogue/catalogue.ts";
import {
  findCandidates,
  isDepartmentName,
  isSameName,
  type NamedPlace,
  resolveDepartment,
  resolveMunicipality,
} from "../catalogue/place.ts";
import type { Address, Company } from "../company.ts";
import type { Party } from "../document/document.ts";
import type { ReceiverDraft } from "../draft/draft.ts";
import type { Problem, Reason } from "../refusal/problem.ts";
import type { ProblemList } from "../refusal/problem-list.ts";
import { TAX_SCHEMES } from "../tax-table.ts";

export const COLOMBIA = "CO";
/** Passport, foreign identification document, NIT of another country: they say nothing of an address in Colombia. */
export const ISSUED_ABROAD: readonly string[] = ["41", "42", "50"];
/** NIT, and the tax number of another country: the only types that belong to legal persons alone. */
const LEGAL_PERSON_TYPES: readonly string[] = [NIT, "50"];
/** The responsibilities that TaxLevelCode takes (FAJ26). */
export const RESPONSIBILITIES: readonly string[] = ["O-13", "O-15", "O-23", "O-47", "R-99-PN"];
/** Responsibility and tax scheme of a party about which nothing is known, such as the final consumer. */
const UNKNOWN_PARTY = { responsibilities: ["R-99-PN"], taxSchemeCode: "ZZ" } as const;

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

/** No shorter number was ever issued. */
const LEAST_CHARACTERS = 3;
const TYPE = ["receiver", "identificationType"] as const;
const NO_RESPONSIBILITY = "R-99-PN";
const OF_RECEIVER = {
  party: "receiver",
  rules: { municipality: "FAK29", municipalityName: "FAK10", departmentName: "FAK11", department: "FAK29" },
} as const;
const EMAIL = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]+$/;

/** Identification checked against the authority's list and check digit (FAK24, FAK25, FAK48, FAK61 to FAK64). */
export function resolveReceiver(draft: ReceiverDraft, problems: ProblemList): Party {
  const isFinal = isFinalConsumer(draft.identificationNumber);
  const type = draft.identificationType === "" && isFinal ? FINAL_CONSUMER.type : draft.identificationType;
  const name = draft.name === "" && isFinal ? FINAL_CONSUMER.name : draft.name;
  const identification = checkIdentification(type, draft.identificationNumber, problems);
  if (isFinal && type !== FINAL_CONSUMER.type) {
    const facts = { value: type, number: FINAL_CONSUMER.number, type: FINAL_CONSUMER.type };
    problems.add({ field: TYPE, reason: "identification-type-of-final-consumer", ...facts, rule: "FAK48" });
  }
  if (name === "") {
    problems.add({ field: ["receiver", "name"], reason: "name-required", rule: "FAK20" });
  }
  const email = draft.email === "" ? null : draft.email;
  if (email !== null && !EMAIL.test(email)) {
    problems.add({ field: ["receiver", "email"], reason: "email", value: email, rule: "FAK55" });
  }
  checkProfile(draft, isFinal, problems);
  const { contact, registration } = draft;
  const taxSchemeCode = draft.taxSchemeCode ?? UNKNOWN_PARTY.taxSchemeCode;
  return {
    identificationType: type,
    identificationNumber: identification.number,
    checkDigit: identification.checkDigit,
    personType: draft.personType ?? personTypeOf(type),
    name,
    tradeName: draft.tradeName ?? null,
    responsibilities: draft.responsibilities ?? UNKNOWN_PARTY.responsibilities,
    taxSchemeCode,
    taxSchemeName: TAX_SCHEMES.some((code) => code === taxSchemeCode) ? getTaxName(taxSchemeCode) : "",
    address: buildAddress(draft, type, problems),
    email,
    phone: draft.phone ?? null,
    ...(contact === undefined ? {} : { contact }),
    ...(registration === undefined ? {} : { registration }),
  };
}

/** Responsibilities and tax scheme of the authority's lists (FAK26, FAK41). */
function checkProfile(
  { responsibilities = [], taxSchemeCode }: ReceiverDraft,
  isFinal: boolean,
  problems: ProblemList,
): void {
  const field = ["receiver", "responsibilities"] as const;
  const value = responsibilities.join(", ");
  const unknown = responsibilities.find((code) => !RESPONSIBILITIES.includes(code));
  if (unknown !== undefined) {
    const facts = { value: unknown, allowed: RESPONSIBILITIES };
    problems.add({ field, reason: "responsibility", ...facts, rule: "FAK26" });
  } else if (responsibilities.length > 1 && responsibilities.includes(NO_RESPONSIBILITY)) {
    problems.add({ field, reason: "responsibilities-none-beside", value, rule: "FAK26" });
  } else if (isFinal && responsibilities.some((code) => code !== NO_RESPONSIBILITY)) {
    problems.add({ field, reason: "responsibilities-of-final-consumer", value, rule: "FAK26" });
  }
  if (taxSchemeCode === undefined || TAX_SCHEMES.some((code) => code === taxSchemeCode)) return;
  const sent = { field: ["receiver", "taxSchemeCode"], value: taxSchemeCode, rule: "FAK41" } as const;
  problems.add({ ...sent, reason: "tax-scheme", allowed: TAX_SCHEMES });
}

/** The number in its canonical form, with the check digit of a NIT. */
function checkIdentification(
  type: string,
  sent: string,
  problems: ProblemList,
): { readonly number: string; readonly checkDigit: string | null } {
  const field = ["receiver", "identificationNumber"] as const;
  const listed = findIdentificationType(type);
  if (type === "") {
    const consumer = resemblesFinalConsumer(sent) ? FINAL_CONSUMER.number : null;
    problems.add({ field: TYPE, reason: "identification-type-required", consumer, rule: "FAK48" });
    return { number: sent, checkDigit: null };
  }
  if (listed === undefined) {
    problems.add({ field: TYPE, reason: "identification-type-unknown", value: type, rule: "FAK48" });
    return { number: sent, checkDigit: null };
  }
  const { number, checkDigit: given, characters, isSound } = readIdentification(type, sent);
  if (!isSound || number.length < LEAST_CHARACTERS) {
    const facts = { value: sent, type, typeName: listed.name, characters };
    problems.add({ field, reason: "identification-number", ...facts, rule: "FAK62" });
    return { number, checkDigit: null };
  }
  const computed = findCheckDigit(number) ?? "";
  const runOn = type === NIT ? splitRunOnNit(number) : undefined;
  if (runOn !== undefined && given !== computed) {
    const facts = { value: sent, number, ...runOn, ownCheckDigit: computed };
    problems.add({ field, reason: "run-on-nit", ...facts, rule: "FAK25" });
  } else if (given !== null && given !== computed) {
    problems.add({ field, reason: "check-digit", value: sent, number, expected: computed, given, rule: "FAK25" });
  }
  return { number, checkDigit: type === NIT ? computed : null };
}

/**
 * A street alone is signed as it is: nothing is guessed about where it is. With its municipality it is the whole address that
 * the authority asks for (FAK08). A buyer with a Colombian identification lives in Colombia unless the country says otherwise;
 * for any other, the country is unknown unless sent.
 */
function buildAddress(draft: ReceiverDraft, type: string, problems: ProblemList): Address | null {
  const { countryCode } = draft;
  const line = draft.address ?? "";
  const supposed = ISSUED_ABROAD.includes(type) ? undefined : findCountry(COLOMBIA);
  const country = (countryCode === null ? undefined : findCountry(countryCode)) ?? supposed;
  const place =
    country?.code === COLOMBIA ? placeInColombia(draft, line, problems) : placeAbroad(draft, line, problems);
  if (line === "") return null;
  return { line, ...place, countryCode: country?.code ?? null, countryName: country?.name ?? null };
}

type Place = Omit<Address, "line" | "countryCode" | "countryName">;
const NOWHERE: Place = {
  municipalityCode: null,
  municipalityName: null,
  departmentCode: null,
  departmentName: null,
  postalCode: null,
};

/** What a client may say of a place beside its street and country. */
const PLACE = ["municipalityCode", "municipalityName", "departmentName", "postalCode"] as const;

/** Free text, without a code of Colombia; what is said of it without a street would not be signed. */
function placeAbroad(draft: ReceiverDraft, line: string, problems: ProblemList): Place {
  const { municipalityCode, municipalityName = null, departmentName = null, postalCode = null } = draft;
  const because = PLACE.find((member) => draft[member] !== undefined);
  if (municipalityCode !== undefined) {
    const because = ["receiver", draft.countryCode === null ? "identificationType" : "countryCode"] as const;
    const facts = { because, name: ["receiver", "municipalityName"] } as const;
    problems.add({ field: ["receiver", "municipalityCode"], reason: "municipality-abroad", ...facts });
  } else if (because !== undefined && line === "") {
    problems.add({ field: ["receiver", "address"], reason: "place-incomplete", because: ["receiver", because] });
  }
  return { ...NOWHERE, municipalityName, departmentName, postalCode };
}

/** Whole, or nothing but a street. */
function placeInColombia(draft: ReceiverDraft, line: string, problems: ProblemList): Place {
  const { municipalityCode = null, municipalityName = null, departmentName = null, postalCode = null } = draft;
  const place = { municipalityCode, municipalityName, departmentCode: null, departmentName };
  const said = PLACE.find((member) => draft[member] !== undefined);
  if (said === undefined) return NOWHERE;
  const known = problems.count;
  checkNamedPlace(place, OF_RECEIVER, problems);
  if (postalCode !== null && !/^\d{6}$/.test(postalCode)) {
    problems.add({ field: ["receiver", "postalCode"], reason: "postal-code", value: postalCode, rule: "FAK08" });
  }
  const because = ["receiver", said] as const;
  if (municipalityCode === null && municipalityName === null) {
    const field = ["receiver", "municipalityCode"] as const;
    problems.add({ field, reason: "place-incomplete", because, rule: "FAK08" });
  }
  if (line === "") problems.add({ field: ["receiver", "address"], reason: "place-incomplete", because, rule: "FAK08" });
  const municipality = resolveMunicipality(place);
  if (problems.count > known || municipality === undefined) return NOWHERE;
  const { code, name, departmentCode, departmentName: department } = municipality;
  return { municipalityCode: code, municipalityName: name, departmentCode, departmentName: department, postalCode };
}
