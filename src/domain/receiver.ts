// Checks the identification of the buyer and turns the buyer into the party named on the invoice.
import { findCountry, findIdentificationType, getTaxName } from "./catalogue.ts";
import { findCheckDigit, splitRunOnNit } from "./check-digit.ts";
import type { Address } from "./company.ts";
import type { Party } from "./document.ts";
import type { ReceiverDraft } from "./draft.ts";
import { COLOMBIA, NIT, personTypeOf, UNKNOWN_PARTY } from "./party.ts";
import type { ProblemList } from "./problem-list.ts";

/** A buyer who gives no name. */
const FINAL_CONSUMER = { type: "13", number: "222222222222", name: "consumidor final" } as const;
/** Types whose number has digits only: civil registry, identity card, citizenship card, NIT, NUIP. */
const NUMERIC_TYPES: readonly string[] = ["11", "12", "13", NIT, "91"];
/** Passport, foreign identification document, NIT of another country: they say nothing of an address in Colombia. */
const ISSUED_ABROAD: readonly string[] = ["41", "42", "50"];
const TYPE = ["receiver", "identificationType"] as const;
const EMAIL = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]+$/;

/** Identification checked against the authority's list and check digit (FAK24, FAK25, FAK48, FAK61 to FAK64). */
export function resolveReceiver(draft: ReceiverDraft, problems: ProblemList): Party {
  const isFinalConsumer = draft.identificationNumber.trim() === FINAL_CONSUMER.number;
  const type = draft.identificationType === "" && isFinalConsumer ? FINAL_CONSUMER.type : draft.identificationType;
  const name = draft.name === "" && isFinalConsumer ? FINAL_CONSUMER.name : draft.name;
  const identification = readIdentification(type, draft.identificationNumber, problems);
  if (isFinalConsumer && type !== FINAL_CONSUMER.type) {
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

interface Identification {
  readonly number: string;
  readonly checkDigit: string | null;
}

/** A NIT may come with dots and with its check digit after a hyphen, which is then compared; other numbers stay as sent. */
function readIdentification(type: string, sent: string, problems: ProblemList): Identification {
  const field = ["receiver", "identificationNumber"] as const;
  const listed = findIdentificationType(type);
  if (listed === undefined) {
    problems.add({ field: TYPE, reason: "identification-type-unknown", value: type, rule: "FAK48" });
    return { number: sent, checkDigit: null };
  }
  const [, digits = sent, checkDigit] = type === NIT ? (/^([\d.\s]+?)\s*-\s*(\d)$/.exec(sent) ?? []) : [];
  const number = NUMERIC_TYPES.includes(type) ? digits.replace(/[.\s]/g, "") : sent;
  const shape = NUMERIC_TYPES.includes(type) ? /^\d{3,15}$/ : /^[\p{L}\p{N}][\p{L}\p{N}.\-/]{2,29}$/u;
  if (!shape.test(number)) {
    const characters = NUMERIC_TYPES.includes(type) ? "digits" : "letters-and-digits";
    const facts = { value: sent, type, typeName: listed.name, characters } as const;
    problems.add({ field, reason: "identification-number", ...facts, rule: "FAK62" });
    return { number, checkDigit: null };
  }
  if (type !== NIT) return { number, checkDigit: null };
  const computed = findCheckDigit(number) ?? "";
  const runOn = splitRunOnNit(number);
  if (runOn !== undefined && checkDigit !== computed) {
    const facts = { value: sent, number, ...runOn, ownCheckDigit: computed };
    problems.add({ field, reason: "run-on-nit", ...facts, rule: "FAK25" });
  } else if (checkDigit !== undefined && checkDigit !== computed) {
    const facts = { value: sent, number, expected: computed, given: checkDigit };
    problems.add({ field, reason: "check-digit", ...facts, rule: "FAK25" });
  }
  return { number, checkDigit: computed };
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
