// Checks the identification of the buyer and turns the buyer into the party named on the invoice.
import { findCountry, findIdentificationType, getTaxName } from "./catalogue.ts";
import { findCheckDigit, splitRunOnNit } from "./check-digit.ts";
import type { Address } from "./company.ts";
import type { Party } from "./document.ts";
import type { ReceiverDraft } from "./draft.ts";
import { FINAL_CONSUMER, isFinalConsumer, NIT, readIdentification } from "./identification.ts";
import { COLOMBIA, personTypeOf, UNKNOWN_PARTY } from "./party.ts";
import type { ProblemList } from "./refusal/problem-list.ts";

/** No shorter number was ever issued. */
const LEAST_CHARACTERS = 3;
/** Passport, foreign identification document, NIT of another country: they say nothing of an address in Colombia. */
const ISSUED_ABROAD: readonly string[] = ["41", "42", "50"];
const TYPE = ["receiver", "identificationType"] as const;
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
  return {
    identificationType: type,
    identificationNumber: identification.number,
    checkDigit: identification.checkDigit,
    personType: personTypeOf(type),
    name,
    tradeName: null,
    responsibilities: UNKNOWN_PARTY.responsibilities,
    taxSchemeCode: UNKNOWN_PARTY.taxSchemeCode,
    taxSchemeName: getTaxName(UNKNOWN_PARTY.taxSchemeCode),
    address: buildAddress(draft, type),
    email,
    phone: null,
  };
}

/** The number in its canonical form, with the check digit of a NIT. */
function checkIdentification(
  type: string,
  sent: string,
  problems: ProblemList,
): { readonly number: string; readonly checkDigit: string | null } {
  const field = ["receiver", "identificationNumber"] as const;
  const listed = findIdentificationType(type);
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
 * Clients send only a street, and nothing is guessed about where it is. A buyer with a Colombian identification lives in
 * Colombia unless the country says otherwise; for any other, the country is unknown unless sent.
 */
function buildAddress({ address: line, countryCode }: ReceiverDraft, type: string): Address | null {
  if (line === null || line === "") return null;
  const supposed = ISSUED_ABROAD.includes(type) ? undefined : findCountry(COLOMBIA);
  const country = (countryCode === null ? undefined : findCountry(countryCode)) ?? supposed;
  return {
    line,
    municipalityCode: null,
    municipalityName: null,
    departmentCode: null,
    departmentName: null,
    postalCode: null,
    countryCode: country?.code ?? null,
    countryName: country?.name ?? null,
  };
}
