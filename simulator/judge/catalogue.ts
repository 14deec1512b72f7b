// Answers whether a code stands in one of the authority's lists.
import codes from "../catalogue/codes.json" with { type: "json" };

const setOf = (list: string): ReadonlySet<string> => new Set(list.split(","));
/** Names are compared without regard to capitals. */
const namesOf = (list: string): ReadonlySet<string> => new Set(list.split("|").map(fold));

const municipalities = setOf(codes.municipalities);
const municipalityNames = namesOf(codes.municipalityNames);
const departments = setOf(codes.departments);
const departmentNames = namesOf(codes.departmentNames);
const incoterms = setOf(codes.incoterms);
const countries = setOf(codes.countries);
const currencies = setOf(codes.currencies);
const units = setOf(codes.units);
const paymentMeans = setOf(codes.paymentMeans);
const identificationTypes = setOf("11,12,13,21,22,31,41,42,47,48,50,91");

/** Tax code -> the names that go with it (06 has an older name that is still accepted). */
export const TAX_NAMES: Readonly<Record<string, readonly string[]>> = {
  "01": ["IVA"],
  "02": ["IC"],
  "03": ["ICA"],
  "04": ["INC"],
  "05": ["ReteIVA"],
  "06": ["ReteRenta", "ReteFuente"],
  "07": ["ReteICA"],
  "08": ["IC Porcentual"],
  "20": ["FtoHorticultura"],
  "21": ["Timbre"],
  "22": ["INC Bolsas"],
  "23": ["INCarbono"],
  "24": ["INCombustibles"],
  "25": ["Sobretasa Combustibles"],
  "26": ["Sordicom"],
  "30": ["IC Datos"],
  "32": ["ICL"],
  "33": ["INPP"],
  "34": ["IBUA"],
  "35": ["ICUI"],
  "36": ["ADV"],
  ZZ: ["No aplica", "No aplica *", "Otro"],
};

/** Rates in percent that the authority lists for a tax; a tax without a list may have any rate. */
export const TAX_RATES: Readonly<Record<string, readonly string[]>> = {
  "01": ["0", "5", "16", "19"],
  "04": ["2", "4", "8", "16"],
};

/** Taxes that are so much for each unit, and no percentage. */
export const NOMINAL_TAXES: readonly string[] = ["02", "22", "23", "24", "32", "33", "34"];

export const isMunicipality = (code: string): boolean => municipalities.has(code);
export const isMunicipalityName = (name: string): boolean => municipalityNames.has(fold(name));
export const isDepartmentName = (name: string): boolean => departmentNames.has(fold(name));
export const isIncoterm = (code: string): boolean => incoterms.has(code);
export const isDepartment = (code: string): boolean => departments.has(code);
export const isCountry = (code: string): boolean => countries.has(code);
export const isCurrency = (code: string): boolean => currencies.has(code);
export const isUnit = (code: string): boolean => units.has(code);
export const isPaymentMeans = (code: string): boolean => paymentMeans.has(code);
export const isIdentificationType = (code: string): boolean => identificationTypes.has(code);

function fold(name: string): string {
  return name.toLocaleLowerCase("es");
}
