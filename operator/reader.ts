// Reads what an operator typed as values of a company, a range or a token; each refusal says what came and what is expected.

import {
  findCheckDigit,
  findMunicipality,
  findPaymentMeans,
  type Municipality,
  NIT,
  readIdentification,
  splitRunOnNit,
} from "../src/domain/catalogue/catalogue.ts";
import { findCandidates, resolveMunicipality } from "../src/domain/catalogue/place.ts";
import { MODULES } from "../src/domain/company.ts";
import { WITHHOLDING_CODES } from "../src/domain/tax-table.ts";
import { isCalendarDate } from "../src/domain/value/calendar.ts";
import { OperatorError } from "./error.ts";
import type { Reader } from "./input.ts";

/** Fiscal responsibilities that invoices may carry (FAJ26). */
const RESPONSIBILITIES = ["O-13", "O-15", "O-23", "O-47", "R-99-PN"];
export const SCOPES = ["fe.read", "fe.write", "dse.read", "dse.write", "dee.read", "dee.write"] as const;
export type Scope = (typeof SCOPES)[number];

/** Any text that is not blank, without control characters. */
export function readText(text: string): string {
  const trimmed = text.trim();
  if (trimmed === "") throw new OperatorError("it is blank");
  if (/\p{Cc}/u.test(trimmed)) throw new OperatorError("it holds control characters");
  return trimmed.normalize("NFC");
}

/** The same, of at most so many characters. */
export function readAtMost(most: number): Reader<string> {
  return (text) => {
    const found = readText(text);
    if ([...found].length > most) throw new OperatorError(`it has more than ${most} characters`);
    return found;
  };
}

/** A whole number within limits. */
export function readInteger(least: number, most: number): Reader<number> {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new OperatorError(`"${text}" is not a whole number from ${least} to ${most}`);
  };
}

export const readId = readInteger(1, 1e12);

/** One of a closed list. */
export function readChoice<T extends string>(...choices: readonly T[]): Reader<T> {
  return (text) => {
    const found = choices.find((choice) => choice === text);
    if (found === undefined) throw new OperatorError(`"${text}" is none of ${choices.join(", ")}`);
    return found;
  };
}

export const readModule = readChoice(...MODULES);
export const readScope: Reader<Scope> = readChoice(...SCOPES);
export const readBoolean: Reader<boolean> = (text) => readChoice("true", "false")(text) === "true";

/** A calendar date, also as people say it: 29/11/2026. */
export function readDate(text: string): string {
  const [, day = "", month = "", year = ""] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  const date = year === "" ? text : `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  if (!isCalendarDate(date)) throw new OperatorError(`"${text}" is not a date YYYY-MM-DD or DD/MM/YYYY`);
  return date;
}

/**
 * A NIT, alone or with its check digit behind a dash, which is then checked. Ten digits of which the last is the check
 * digit of the nine before it are refused unless their own check digit stands behind a dash: they name another taxpayer.
 */
export function readNit(text: string): { readonly nit: string; readonly checkDigit: string } {
  const { number: nit, checkDigit: given } = readIdentification(NIT, text);
  const checkDigit = findCheckDigit(nit);
  if (checkDigit === undefined || nit.length < 5 || nit.length > 10) {
    throw new OperatorError(`"${text}" is not a NIT`, "5 to 10 digits, with or without -check digit");
  }
  const runOn = given === null ? splitRunOnNit(nit) : undefined;
  if (runOn !== undefined) {
    const typed = `${runOn.nit}-${runOn.checkDigit}`;
    throw new OperatorError(
      `the last digit of ${nit} is the check digit of the nine before it: is it ${typed}?`,
      `type ${typed}; if the NIT does have ten digits, ${nit}-${checkDigit}`,
    );
  }
  if (given !== null && given !== checkDigit) {
    throw new OperatorError(`the check digit of ${nit} is ${checkDigit}, not ${given}`, "check the number on the RUT");
  }
  return { nit, checkDigit };
}

/** A municipality by its five DIVIPOLA digits, or by its name, with its department after a comma where several have that name. */
export function readMunicipality(text: string): Municipality {
  if (/^\d+$/.test(text)) {
    const found = findMunicipality(text);
    if (found !== undefined) return found;
    throw new OperatorError(`"${text}" is not a municipality`, "five digits, such as 11001, or a name");
  }
  const [name = "", department] = text.split(",").map((part) => part.trim());
  const place = {
    municipalityCode: null,
    municipalityName: name,
    departmentCode: null,
    departmentName: department ?? null,
  };
  const found = resolveMunicipality(place);
  if (found !== undefined) return found;
  const meant = findCandidates(place).map((one) => `${one.code} ${one.name}, ${one.departmentName}`);
  const hint = meant.length === 0 ? "five digits, such as 11001, or a name" : `did you mean ${meant.join("; ")}?`;
  throw new OperatorError(`"${text}" is not a municipality, or not the only one of that name`, hint);
}

export function readResponsibility(text: string): string {
  return readChoice(...RESPONSIBILITIES)(text);
}

export function readEmail(text: string): string {
  if (!/^[^\s@]{1,64}@[^\s@]+\.[^\s@]{2,}$/.test(text)) throw new OperatorError(`"${text}" is not an e-mail address`);
  return text;
}

export function readPostalCode(text: string): string {
  if (!/^\d{6}$/.test(text)) throw new OperatorError(`"${text}" is not a postal code of 6 digits`);
  return text;
}

/** CIIU codes joined by `;`. */
export function readIndustryCode(text: string): string {
  if (!/^\d{4}(;\d{4})*$/.test(text)) throw new OperatorError(`"${text}" is not a CIIU code, or several joined by ;`);
  return text;
}

/**
 * Identifier that the authority gave to a software or a test set, in the lower case in which its portal shows it: the
 * software's security code is a digest over these very letters.
 */
export function readUuid(text: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) {
    throw new OperatorError(`"${text}" is not an identifier like 12345678-1234-1234-1234-123456789abc`);
  }
  return text.toLowerCase();
}

/** Secret of a software, five digits as the portal has it; the text is never repeated. */
export function readPin(text: string): string {
  const pin = readText(text);
  if (!/^\d{5}$/.test(pin)) throw new OperatorError(`the PIN is 5 digits, not ${pin.length} characters of this kind`);
  return pin;
}

/** A payment means code with its name. */
export function readPaymentMeans(text: string): { readonly code: string; readonly name: string } {
  const found = findPaymentMeans(text);
  if (found === undefined) throw new OperatorError(`"${text}" is not a payment means code`, "such as 10, 42, 48, ZZZ");
  return found;
}

/** `type:code:name:base,base` of an FE withholding that the company may apply. */
export function readWithholdingType(text: string) {
  const [type = "", code = "", name = "", bases = ""] = text.split(":");
  const baseModes = bases.split("+").filter((mode) => mode !== "");
  if (type === "" || name === "" || baseModes.length === 0) {
    throw new OperatorError(`"${text}" is not type:code:name:base+base`, "such as renta:06:ReteRenta:subtotal+total");
  }
  return { type, taxCode: readChoice(...WITHHOLDING_CODES)(code), name, baseModes };
}

/** The id of a token, out of the id itself or out of its whole text. */
export function readTokenId(text: string): string {
  return /^fed_[a-z]+_([0-9A-Za-z]{12})_/.exec(text)?.[1] ?? text;
}
