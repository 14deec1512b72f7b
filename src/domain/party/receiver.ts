// Checks the identification of the buyer and turns the buyer into the party named on the invoice.
import { findCountry, findIdentificationType, getTaxName } from "../catalogue/catalogue.ts";
import {
  FINAL_CONSUMER,
  findCheckDigit,
  isFinalConsumer,
  NIT,
  readIdentification,
  resemblesFinalConsumer,
  splitRunOnNit,
} from "../catalogue/identification.ts";
import { resolveMunicipality } from "../catalogue/place.ts";
import type { Address } from "../company.ts";
import type { Party } from "../document/document.ts";
import type { ReceiverDraft } from "../draft/draft.ts";
import type { ProblemList } from "../refusal/problem-list.ts";
import { TAX_SCHEMES } from "../tax-table.ts";
import { COLOMBIA, checkNamedPlace, ISSUED_ABROAD, personTypeOf, RESPONSIBILITIES, UNKNOWN_PARTY } from "./party.ts";

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
