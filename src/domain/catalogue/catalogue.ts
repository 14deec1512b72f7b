// Looks up codes in the authority's published lists: countries, municipalities, taxes, units and others.

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
