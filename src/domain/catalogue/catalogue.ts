// Looks up codes in the authority's published lists: countries, municipalities, taxes and others; reads identifications by their type.

import type { NoteType } from "../kind.ts";
import { TAXES, type TaxKind } from "../tax-table.ts";
import allowanceReasonList from "./allowance-charge-reasons.json" with { type: "json" };
import countryList from "./countries.json" with { type: "json" };
import creditConceptList from "./credit-note-concepts.json" with { type: "json" };
import currencyList from "./currencies.json" with { type: "json" };
import debitConceptList from "./debit-note-concepts.json" with { type: "json" };
import departmentList from "./departments.json" with { type: "json" };
import identificationList from "./identification-types.json" with { type: "json" };
import incotermList from "./incoterms.json" with { type: "json" };
import municipalityList from "./municipalities.json" with { type: "json" };
import paymentMeansList from "./payment-means.json" with { type: "json" };
import adjustmentConceptList from "./support-adjustment-concepts.json" with { type: "json" };
import ticketCreditConceptList from "./ticket-credit-concepts.json" with { type: "json" };
import ticketDebitConceptList from "./ticket-debit-concepts.json" with { type: "json" };
import unitList from "./units-of-measure.json" with { type: "json" };

/** A code and the name that the list prints for it. */
export interface CatalogueEntry {
  readonly code: string;
  readonly name: string;
}

/** A DIVIPOLA municipality with its department (its first two digits). */
export interface Municipality extends CatalogueEntry {
  readonly departmentCode: string;
  readonly departmentName: string;
}

export interface Tax extends CatalogueEntry {
  readonly kind: TaxKind;
  /** Whether the authority publishes how this tax is computed; a tax without a published rule is taken as a percentage. */
  readonly isRulePublished: boolean;
  /** Percentages that the authority publishes for this tax, two decimals; empty when it publishes none. */
  readonly rates: readonly string[];
}

/** A list stays one string until its first lookup, so that starting an isolate splits nothing. */
function lazyNames(rows: string): () => ReadonlyMap<string, string> {
  let names: Map<string, string> | undefined;
  return () => {
    names ??= new Map(rows.split("|").map(splitRow));
    return names;
  };
}

/** The code before the first space, and the name after it. */
function splitRow(row: string): [code: string, name: string] {
  const space = row.indexOf(" ");
  return space < 0 ? [row, ""] : [row.slice(0, space), row.slice(space + 1)];
}

const municipalities = lazyNames(municipalityList.rows);
const departments = lazyNames(departmentList.rows);
const countries = lazyNames(countryList.rows);
const identificationTypes = lazyNames(identificationList.rows);
const paymentMeans = lazyNames(paymentMeansList.rows);
const units = lazyNames(unitList.rows);
const currencies = lazyNames(currencyList.rows);
const incoterms = lazyNames(incotermList.rows);
const allowanceReasons = lazyNames(allowanceReasonList.rows);
const taxes: ReadonlyMap<string, Tax> = new Map(TAXES.map((row) => [row.code, toTax(row)]));

const noteConcepts: Readonly<Record<NoteType, () => ReadonlyMap<string, string>>> = {
  "91": lazyNames(creditConceptList.rows),
  "92": lazyNames(debitConceptList.rows),
  "93": lazyNames(ticketDebitConceptList.rows),
  "94": lazyNames(ticketCreditConceptList.rows),
  "95": lazyNames(adjustmentConceptList.rows),
};

function listEntries(list: ReadonlyMap<string, string>): readonly CatalogueEntry[] {
  return [...list].map(([code, name]) => ({ code, name }));
}

function findEntry(list: ReadonlyMap<string, string>, code: string): CatalogueEntry | undefined {
  const name = list.get(code);
  return name === undefined ? undefined : { code, name };
}

/** DIVIPOLA municipality by its five digits (FAJ09, FAK29, DSAJ09). */
export function findMunicipality(code: string): Municipality | undefined {
  const name = municipalities().get(code);
  if (name === undefined) return undefined;
  const departmentCode = code.slice(0, 2);
  return { code, name, departmentCode, departmentName: departments().get(departmentCode) ?? "" };
}

/** Every DIVIPOLA municipality. */
export function listMunicipalities(): readonly CatalogueEntry[] {
  return listEntries(municipalities());
}

/** Every department. */
export function listDepartments(): readonly CatalogueEntry[] {
  return listEntries(departments());
}

/** Department by its two digits (FAJ12, FAK32, DSAJ12). */
export function findDepartment(code: string): CatalogueEntry | undefined {
  return findEntry(departments(), code);
}

/** Country by its ISO 3166-1 alpha-2 code (FAK36, DSAJ16). */
export function findCountry(code: string): CatalogueEntry | undefined {
  return findEntry(countries(), code);
}

/** Identification type of a party (FAJ25, FAK48, FAK63, DSAJ25). */
export function findIdentificationType(code: string): CatalogueEntry | undefined {
  return findEntry(identificationTypes(), code);
}

/** Every identification type of a party. */
export function listIdentificationTypes(): readonly CatalogueEntry[] {
  return listEntries(identificationTypes());
}

/** Every payment means. */
export function listPaymentMeans(): readonly CatalogueEntry[] {
  return listEntries(paymentMeans());
}

/** Every country. */
export function listCountries(): readonly CatalogueEntry[] {
  return listEntries(countries());
}

/** Codes of every unit of measure. */
export function listUnits(): readonly string[] {
  return [...units().keys()];
}

/** Every tax, withholding and contribution. */
export function listTaxes(): readonly Tax[] {
  return [...taxes.values()];
}

/** Payment means (FAN03, DSAN03). */
export function findPaymentMeans(code: string): CatalogueEntry | undefined {
  return findEntry(paymentMeans(), code);
}

/** Why a note of this type is issued, by the authority's code (CBF03, DBF03). */
export function findNoteConcept(typeCode: NoteType, code: string): CatalogueEntry | undefined {
  return findEntry(noteConcepts[typeCode](), code);
}

/** Every concept of a type of note. */
export function listNoteConcepts(typeCode: NoteType): readonly CatalogueEntry[] {
  return listEntries(noteConcepts[typeCode]());
}

/** Reasons for a discount, or for a charge: the list has both, discounts first. */
export function listAllowanceReasons(isCharge: boolean): readonly CatalogueEntry[] {
  return listEntries(allowanceReasons()).filter(({ name }) => name.startsWith("Recargo") === isCharge);
}

/** Reason for a discount or for a charge by its code. */
export function findAllowanceReason(isCharge: boolean, code: string): CatalogueEntry | undefined {
  return listAllowanceReasons(isCharge).find((one) => one.code === code);
}

/** Every term of delivery (Incoterms 2010). */
export function listIncoterms(): readonly CatalogueEntry[] {
  return listEntries(incoterms());
}

/** Term of delivery by its three letters. */
export function findIncoterm(code: string): CatalogueEntry | undefined {
  return findEntry(incoterms(), code);
}

/** Whether a payment means code is on the list (FAN03, DSAN03). */
export function isPaymentMeans(code: string): boolean {
  return paymentMeans().has(code);
}

/** Whether a unit of measure is on the authority's subset of UN/ECE Recommendation 20 (FBB05). */
export function isUnit(code: string): boolean {
  return units().has(code);
}

/** Whether a currency is an ISO 4217 code of the list (FAD15a). */
export function isCurrency(code: string): boolean {
  return currencies().has(code);
}

/** Tax, withholding or contribution by its code (FAS16, FAX16, FAY12). */
export function findTax(code: string): Tax | undefined {
  return taxes.get(code);
}

function toTax(row: (typeof TAXES)[number]): Tax {
  const { code, name, kind } = row;
  return { code, name, kind, isRulePublished: !("isUnruled" in row), rates: "rates" in row ? row.rates : [] };
}

/**
 * The name that goes with a tax code in `TaxScheme/Name` (FAJ41, FAS01a).
 * @throws Error when the code is not on the list: callers have checked it, so this is a bug.
 */
export function getTaxName(code: string): string {
  const tax = taxes.get(code);
  if (tax === undefined) throw new Error(`no tax has the code ${code}`);
  return tax.name;
}

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

/** Of Incoterms 2020, where the authority's list has its name of 2010. */
export const RENAMED_INCOTERM = { sent: "DPU", listed: "DAT" } as const;
