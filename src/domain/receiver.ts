// The buyer as the client described it into the party that the invoice names, with its identification checked.
import { findCountry, findIdentificationType, getTaxName } from "./catalogue.ts";
import { findCheckDigit, splitRunOnNit } from "./check-digit.ts";
import type { Address } from "./company.ts";
import type { Party } from "./document.ts";
import type { ReceiverDraft } from "./draft.ts";
import { NIT, personTypeOf, UNKNOWN_PARTY } from "./party.ts";
import type { ProblemList } from "./problem-list.ts";

/** Whoever buys without giving a name. */
const FINAL_CONSUMER = { type: "13", number: "222222222222", name: "consumidor final" } as const;
/** Types whose number has digits only: civil registry, identity card, citizenship card, NIT, NUIP. */
const NUMERIC_TYPES: readonly string[] = ["11", "12", "13", NIT, "91"];
/** Passport, foreign identification document, NIT of another country: they say nothing of an address in Colombia. */
const ISSUED_ABROAD: readonly string[] = ["41", "42", "50"];
const COLOMBIA = "CO";
const EMAIL = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]+$/;

/** Identification checked against the authority's list and check digit (FAK24, FAK25, FAK48, FAK61 to FAK64). */
export function resolveReceiver(draft: ReceiverDraft, problems: ProblemList): Party {
  const isFinalConsumer = draft.identificationNumber.trim() === FINAL_CONSUMER.number;
  const type = draft.identificationType === "" && isFinalConsumer ? FINAL_CONSUMER.type : draft.identificationType;
  const name = draft.name === "" && isFinalConsumer ? FINAL_CONSUMER.name : draft.name;
  const identification = readIdentification(type, draft.identificationNumber, problems);
  if (isFinalConsumer && type !== FINAL_CONSUMER.type) {
    const phrase = `es "${type}"; el consumidor final (${FINAL_CONSUMER.number}) lleva "${FINAL_CONSUMER.type}"`;
    problems.add("receptor.tipo_doc", phrase, "FAK48");
  }
  if (name === "") {
    problems.add("receptor.nombre", "es obligatorio: el nombre o la razón social del adquirente", "FAK20");
  }
  const email = draft.email === "" ? null : draft.email;
  if (email !== null && !EMAIL.test(email)) {
    const phrase = `es "${email}"; debe ser una sola dirección de correo, como nombre@dominio.co`;
    problems.add("receptor.email", phrase, "FAK55");
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
  const path = "receptor.numero_doc";
  const listed = findIdentificationType(type);
  if (listed === undefined) {
    const phrase = `es "${type}"; se espera un código de la lista de la autoridad, como "13" (cédula) o "31" (NIT)`;
    problems.add("receptor.tipo_doc", phrase, "FAK48");
    return { number: sent, checkDigit: null };
  }
  const [, digits = sent, checkDigit] = type === NIT ? (/^([\d.\s]+?)\s*-\s*(\d)$/.exec(sent) ?? []) : [];
  const number = NUMERIC_TYPES.includes(type) ? digits.replace(/[.\s]/g, "") : sent;
  const shape = NUMERIC_TYPES.includes(type) ? /^\d{3,15}$/ : /^[\p{L}\p{N}][\p{L}\p{N}.\-/]{2,29}$/u;
  if (!shape.test(number)) {
    const expected = NUMERIC_TYPES.includes(type) ? "de 3 a 15 dígitos" : "de 3 a 30 letras y dígitos";
    problems.add(path, `es "${sent}"; para el tipo ${type} (${listed.name}) se espera un número ${expected}`, "FAK62");
    return { number, checkDigit: null };
  }
  if (type !== NIT) return { number, checkDigit: null };
  const computed = findCheckDigit(number) ?? null;
  const runOn = splitRunOnNit(number);
  if (runOn !== undefined && checkDigit !== computed) {
    const ways = `envíe "${runOn.nit}-${runOn.checkDigit}", o "${number}-${computed}" si el NIT tiene diez dígitos`;
    problems.add(path, `es "${sent}"; termina en el dígito de verificación del NIT ${runOn.nit}: ${ways}`, "FAK25");
  } else if (checkDigit !== undefined && checkDigit !== computed) {
    const phrase = `es "${sent}"; el dígito de verificación del NIT ${number} es ${computed} y no ${checkDigit}`;
    problems.add(path, phrase, "FAK25");
  }
  return { number, checkDigit: computed };
}

/**
 * The contract gives a street only; nothing is guessed about its place. Whoever is identified in Colombia lives there unless
 * `pais` says otherwise; of the others nothing is known without it.
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
