// Checks the supplier of a support document, resident or not, and turns it into the party named in the XML.
import {
  FINAL_CONSUMER,
  findCheckDigit,
  findCountry,
  findIdentificationType,
  getTaxName,
  type Identification,
  isFinalConsumer,
  NIT,
  readIdentification,
  splitRunOnNit,
} from "../catalogue/catalogue.ts";
import { findCapital, findSupposedDepartment, resolveMunicipality } from "../catalogue/place.ts";
import type { Address, Company } from "../company.ts";
import { fillSupplier, type Supplier, supposePlace } from "../default/default.ts";
import type { Party } from "../document/document.ts";
import type { SupplierDraft } from "../draft/draft.ts";
import { COLOMBIA, checkNamedPlace, personTypeOf, RESPONSIBILITIES } from "../party/party.ts";
import { ProblemList } from "../refusal/problem-list.ts";
import { TAX_SCHEMES } from "../tax-table.ts";

/** What a vendor abroad may be identified with (DSAJ25a). */
const NON_RESIDENT_TYPES: readonly string[] = ["21", "22", "31", "41", "42", "47", "50"];
/** The support document's own list adds two to the invoice's. */
const SUPPLIER_RESPONSIBILITIES: readonly string[] = [...RESPONSIBILITIES, "O-48", "O-49"];
const TYPE = ["supplier", "identificationType"] as const;
const NUMBER = ["supplier", "identificationNumber"] as const;
const CHECK_DIGIT = ["supplier", "checkDigit"] as const;
const OF_SUPPLIER = {
  party: "supplier",
  rules: { municipality: "DSAJ09", municipalityName: "DSAJ10", departmentName: "DSAJ11", department: "DSAJ12" },
} as const;

/** Whether the vendor lives in Colombia: operation type 10, otherwise 11 (DSAD02b). */
export function isResident(supplier: Pick<SupplierDraft, "countryCode">): boolean {
  return supplier.countryCode === COLOMBIA;
}

/**
 * Checks everything that the supplier alone shows (DSAJ).
 * @param needsPlace whether a resident must name its municipality (DSAJ08a, DSAJ09, DSAJ14).
 */
export function checkSupplier(draft: SupplierDraft, problems: ProblemList, needsPlace = false): void {
  const supplier = fillSupplier(draft);
  checkFiscalProfile(supplier, problems);
  if (findCountry(supplier.countryCode) === undefined) {
    const { countryCode: value } = supplier;
    problems.add({ field: ["supplier", "countryCode"], reason: "country-unknown", value, rule: "DSAJ16" });
    return;
  }
  checkIdentification(supplier, problems);
  if (isResident(supplier)) checkPlace(supplier, problems, needsPlace);
}

/** Whether a resident names no municipality, and nothing else is wrong with its place. */
export function lacksPlace(draft: SupplierDraft): boolean {
  const problems = new ProblemList();
  checkSupplier(draft, problems, true);
  return problems.all.some(({ reason }) => reason === "municipality-required");
}

/**
 * Reports a NIT that ends in the check digit of its first nine digits and comes without one of its own (DSAJ24b): the document
 * would name another taxpayer. Applied to new documents only, because issued ones may carry such a number.
 */
export function checkRunOnNit(draft: SupplierDraft, problems: ProblemList): void {
  const supplier = fillSupplier(draft);
  const identification = identify(supplier);
  if (supplier.checkDigit === null && identification.checkDigit === null) {
    reportRunOnNit(supplier, identification, problems);
  }
}

/** @returns whether there was something to report. */
function reportRunOnNit(supplier: Supplier, { number }: Identification, problems: ProblemList): boolean {
  const runOn = supplier.identificationType === NIT ? splitRunOnNit(number) : undefined;
  if (runOn === undefined) return false;
  const ownCheckDigit = findCheckDigit(number) ?? "";
  const facts = { value: supplier.identificationNumber, number, ...runOn, ownCheckDigit };
  problems.add({ field: NUMBER, reason: "run-on-nit", ...facts, rule: "DSAJ24b" });
  return true;
}

/** A resident is printed as a NIT under any type. */
function identify(supplier: Supplier): Identification {
  return readIdentification(supplier.identificationType, supplier.identificationNumber, isResident(supplier));
}

/**
 * The supplier as party; call it once `checkSupplier` found nothing.
 */
export function supplierParty(draft: SupplierDraft, company: Pick<Company, "address">): Party {
  const supplier = fillSupplier(draft);
  const { identificationType } = supplier;
  const { number } = identify(supplier);
  return {
    identificationType,
    identificationNumber: number,
    checkDigit: findOwnCheckDigit(supplier, number) ?? null,
    personType: personTypeOf(identificationType),
    name: supplier.name,
    tradeName: supplier.tradeName,
    responsibilities: supplier.regime.split(";"),
    taxSchemeCode: supplier.taxSchemeCode,
    taxSchemeName: getTaxName(supplier.taxSchemeCode),
    address: isResident(supplier) ? residentAddress(supplier, company) : foreignAddress(supplier),
    email: supplier.email,
    phone: supplier.phone,
  };
}

/** A resident's number is treated as a NIT with any type (DSAJ24a); abroad only a NIT has a check digit. */
function findOwnCheckDigit(supplier: Supplier, number: string): string | undefined {
  if (!isResident(supplier) && supplier.identificationType !== NIT) return undefined;
  return findCheckDigit(number);
}

function checkIdentification(supplier: Supplier, problems: ProblemList): void {
  const { identificationType, identificationNumber } = supplier;
  const identification = identify(supplier);
  const expected = findOwnCheckDigit(supplier, identification.number);
  checkType(supplier, problems);
  if (isResident(supplier)) {
    if (expected === undefined) {
      const facts = { value: identificationNumber, rule: "DSAJ24a" };
      problems.add({ field: NUMBER, reason: "identification-number-of-resident", ...facts });
    }
  } else if (NON_RESIDENT_TYPES.includes(identificationType) && !identification.isSound) {
    const { characters } = identification;
    const typeName = findIdentificationType(identificationType)?.name ?? "";
    const facts = { value: identificationNumber, type: identificationType, typeName, characters };
    problems.add({ field: NUMBER, reason: "identification-number", ...facts, rule: "DSAJ24a" });
  }
  checkCheckDigit(supplier, identification, expected, problems);
}

function checkType({ identificationType, identificationNumber, countryCode }: Supplier, problems: ProblemList) {
  const sent = { field: TYPE, value: identificationType, rule: "DSAJ25a" };
  if (countryCode !== COLOMBIA) {
    if (NON_RESIDENT_TYPES.includes(identificationType)) return;
    problems.add({ ...sent, reason: "identification-type-of-non-resident", allowed: NON_RESIDENT_TYPES });
  } else if (findIdentificationType(identificationType) === undefined) {
    problems.add({ ...sent, reason: "identification-type-unknown" });
  } else if (isFinalConsumer(identificationNumber) && identificationType !== FINAL_CONSUMER.type) {
    const { number, type } = FINAL_CONSUMER;
    problems.add({ ...sent, reason: "identification-type-of-final-consumer", number, type });
  }
}

/** The check digit may stand in its own field, behind the number, or in both places. */
function checkCheckDigit(
  supplier: Supplier,
  identification: Identification,
  expected: string | undefined,
  problems: ProblemList,
): void {
  const { number } = identification;
  for (const { field, given, value } of [
    { field: NUMBER, given: identification.checkDigit, value: supplier.identificationNumber },
    { field: CHECK_DIGIT, given: supplier.checkDigit, value: supplier.checkDigit },
  ]) {
    if (given === null || value === null || given === expected) continue;
    // A message that named the right digit would invite the client to send it, and so to name another taxpayer.
    if (expected !== undefined && reportRunOnNit(supplier, identification, problems)) return;
    if (expected !== undefined) {
      problems.add({ field, reason: "check-digit", value, number, expected, given, rule: "DSAJ24b" });
    } else if (!isResident(supplier)) {
      problems.add({ field, reason: "check-digit-abroad", rule: "DSAJ24b" });
    }
  }
}

function checkFiscalProfile(supplier: Supplier, problems: ProblemList): void {
  const unknown = supplier.regime.split(";").filter((code) => !SUPPLIER_RESPONSIBILITIES.includes(code));
  if (unknown.length > 0) {
    const facts = { value: supplier.regime, allowed: SUPPLIER_RESPONSIBILITIES };
    problems.add({ field: ["supplier", "regime"], reason: "responsibilities", ...facts, rule: "DSAJ26" });
  }
  if (!TAX_SCHEMES.some((code) => code === supplier.taxSchemeCode)) {
    const facts = { value: supplier.taxSchemeCode, allowed: TAX_SCHEMES };
    problems.add({ field: ["supplier", "taxSchemeCode"], reason: "tax-scheme", ...facts, rule: "DSAJ40" });
  }
}

function checkPlace(supplier: Supplier, problems: ProblemList, needsPlace: boolean): void {
  if (checkNamedPlace(supplier, OF_SUPPLIER, problems)) checkSupposedPlace(supplier, problems, needsPlace);
  if (supplier.postalCode !== null && !/^\d{6}$/.test(supplier.postalCode)) {
    const { postalCode: value } = supplier;
    problems.add({ field: ["supplier", "postalCode"], reason: "postal-code", value, rule: "DSAJ73" });
  }
}

/** A resident that names no municipality is taken to live in the capital of its department, where that is in it. */
function checkSupposedPlace(supplier: Supplier, problems: ProblemList, needsPlace: boolean): void {
  if (supplier.municipalityCode !== null || supplier.municipalityName !== null) return;
  const field = ["supplier", "municipalityCode"] as const;
  const department = findSupposedDepartment(supplier);
  if (needsPlace) {
    problems.add({ field, reason: "municipality-required", rule: "DSAJ09" });
  } else if (department !== undefined && findCapital(department) === undefined) {
    problems.add({ field, reason: "municipality-of-department", department: department.name, rule: "DSAJ09" });
  }
}

/** Complete, as the authority asks of residents (DSAJ08a); names are the official ones of the codes. */
function residentAddress(supplier: Supplier, company: Pick<Company, "address">): Address {
  const municipality = resolveMunicipality(supplier) ?? supposePlace(supplier, company).municipality;
  return {
    line: supplier.address,
    municipalityCode: municipality?.code ?? null,
    municipalityName: municipality?.name ?? null,
    departmentCode: municipality?.departmentCode ?? null,
    departmentName: municipality?.departmentName ?? null,
    postalCode: supplier.postalCode,
    countryCode: COLOMBIA,
    countryName: findCountry(COLOMBIA)?.name ?? "",
  };
}

function foreignAddress(supplier: Supplier): Address {
  return {
    line: supplier.address,
    municipalityCode: null,
    municipalityName: supplier.municipalityName,
    departmentCode: null,
    departmentName: supplier.departmentName,
    postalCode: supplier.postalCode,
    countryCode: supplier.countryCode,
    countryName: findCountry(supplier.countryCode)?.name ?? supplier.countryCode,
  };
}
