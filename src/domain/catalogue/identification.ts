// Reads the number of an identification, however it is spelled, in the one form that XML, hash and third parties have,
// and computes the check digit of a NIT.
import { listIdentificationTypes } from "./catalogue.ts";

/** NIT among the identification types. */
export const NIT = "31";
/** Citizenship card. */
export const CARD = "13";
/** Types whose number has digits only: civil registry, identity card, citizenship card, NIT, NUIP. */
const NUMERIC_TYPES: readonly string[] = ["11", "12", CARD, NIT, "91"];
/** Types whose number is a quantity, so that zeros before it are padding. */
const PADDED_TYPES: readonly string[] = [CARD, NIT];
/** A buyer who gives no name (FAK48). */
export const FINAL_CONSUMER = { type: CARD, number: "222222222222", name: "consumidor final" } as const;
/** Blanks, dots and dashes, which only group the characters of a number. */
const SEPARATORS = /[\s.\p{Pd}\u2212]/gu;
/** One digit behind the last dash. */
const WITH_CHECK_DIGIT = /^(.*\d.*?)\s*[\p{Pd}\u2212]\s*(\d)$/su;
const DIGITS = /^\d{1,15}$/;
/** Latin letters as documents print them; look-alikes of other scripts would name somebody else. */
const LETTERS_AND_DIGITS = /^[A-Za-zÑñ0-9][A-Za-zÑñ0-9/&]{0,29}$/;

/** What a number must be made of. */
export type Characters = "digits" | "letters-and-digits";

/** A number as it was read. */
export interface Identification {
  /** In canonical form, or as sent where it has none. */
  readonly number: string;
  /** The check digit that stood behind a dash; null where none did. It may be wrong. */
  readonly checkDigit: string | null;
  /** What numbers of its type are made of. */
  readonly characters: Characters;
  /** Whether this one is. */
  readonly isSound: boolean;
}

/**
 * The canonical form of a number: without blanks, dots and dashes, letters in upper case, a check digit apart, and the zeros
 * before a NIT or a citizenship card dropped (FAK24, FAK61 to FAK64). One digit behind the last dash of a number of digits is
 * its check digit, never one of its own: to join it would name somebody else.
 * @param type a code of the list; of any other, letters and digits.
 * @param isNit whether the number is printed as a NIT under any type, as that of a resident vendor (DSAJ24a).
 */
export function readIdentification(type: string, sent: string, isNit = false): Identification {
  const isNumeric = NUMERIC_TYPES.includes(type);
  const text = sent.normalize("NFC").trim();
  const [, number = text, checkDigit = null] = isNumeric || isNit ? (WITH_CHECK_DIGIT.exec(text) ?? []) : [];
  const joined = number.replace(SEPARATORS, "");
  const bare = PADDED_TYPES.includes(type) ? joined.replace(/^0+(?=\d)/, "") : joined;
  const isSound = isNumeric ? DIGITS.test(bare) : LETTERS_AND_DIGITS.test(bare);
  const characters = isNumeric ? "digits" : "letters-and-digits";
  return { number: isSound ? bare.toUpperCase() : sent, checkDigit, characters, isSound };
}

/** Whether a number, in any spelling, is the one of buyers who give no name. */
export function isFinalConsumer(sent: string): boolean {
  return readIdentification(FINAL_CONSUMER.type, sent).number === FINAL_CONSUMER.number;
}

/** Whether a number has only twos, as that one, and about as many. */
export function resemblesFinalConsumer(sent: string): boolean {
  return /^2{8,16}$/.test(readIdentification(FINAL_CONSUMER.type, sent).number);
}

/** Every number that a text may mean, by the type of identification that it may be of; the text itself first. */
export function listNumbers(text: string): readonly string[] {
  const read = listIdentificationTypes().map(({ code }) => readIdentification(code, text).number);
  return [...new Set([text, ...read])];
}

/** Weights from the rightmost digit. */
const WEIGHTS = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71] as const;

/**
 * Check digit of a NIT or of any number treated as one (FAJ24b, FAK24, DSAJ24a).
 * @returns one digit, or undefined when `number` is not 1 to 15 digits.
 */
export function findCheckDigit(number: string): string | undefined {
  if (!/^\d{1,15}$/.test(number)) return undefined;
  let total = 0;
  for (let i = 0; i < number.length; i += 1) {
    total += Number(number[number.length - 1 - i]) * (WEIGHTS[i] ?? 0);
  }
  const rest = total % 11;
  return String(rest < 2 ? rest : 11 - rest);
}

/** A NIT, and the check digit that was typed right behind it. */
interface RunOnNit {
  readonly nit: string;
  readonly checkDigit: string;
}

/**
 * Reads ten digits as a nine-digit NIT followed by its check digit, for a NIT typed without the hyphen. The NIT of a natural
 * person may itself have ten digits, and one in eleven of those ends so by chance: do not split a number whose own check digit
 * was sent beside it.
 * @returns undefined when the last digit is not the check digit of the nine before it, or there are not ten digits.
 */
export function splitRunOnNit(number: string): RunOnNit | undefined {
  if (!/^\d{10}$/.test(number)) return undefined;
  const nit = number.slice(0, 9);
  const checkDigit = number.slice(9);
  return findCheckDigit(nit) === checkDigit ? { nit, checkDigit } : undefined;
}
