// Finds the official municipality or department for the name or code that a client sent.
import {
  type CatalogueEntry,
  findDepartment,
  findMunicipality,
  listDepartments,
  listMunicipalities,
  type Municipality,
} from "./catalogue.ts";

/** Other common names of the capital's department. */
const CAPITAL_DEPARTMENT = { code: "11", names: ["distrito capital", "cundinamarca"] } as const;

/** What a client says of a place; null where it says nothing. */
interface NamedPlace {
  readonly municipalityCode: string | null;
  readonly municipalityName: string | null;
  readonly departmentCode: string | null;
  readonly departmentName: string | null;
}

/** The municipality by code, else the only one of that name (in the department, if one is named); undefined when ambiguous. */
export function resolveMunicipality(place: NamedPlace): Municipality | undefined {
  const { municipalityCode, municipalityName } = place;
  if (municipalityCode !== null) return findMunicipality(municipalityCode);
  if (municipalityName === null) return undefined;
  const near = listMunicipalities().filter(({ code }) => isInDepartment(code.slice(0, 2), place));
  const wanted = foldName(municipalityName);
  const named = near.filter(({ name }) => foldName(name) === wanted);
  return findOnly(named) ?? findOnly(near.filter(({ name }) => isSameName(name, municipalityName)));
}

function isInDepartment(code: string, { departmentCode, departmentName }: NamedPlace): boolean {
  if (departmentCode !== null) return code === departmentCode;
  return departmentName === null || isDepartmentName(departmentName, code);
}

/** The department by code, else the only one of that name; undefined when ambiguous. */
export function resolveDepartment({ departmentCode, departmentName }: NamedPlace): CatalogueEntry | undefined {
  if (departmentCode !== null) return findDepartment(departmentCode);
  if (departmentName === null) return undefined;
  const wanted = foldName(departmentName);
  const [exact] = listDepartments().filter(({ name }) => foldName(name) === wanted);
  const [first, second] = listDepartments().filter(({ code }) => isDepartmentName(departmentName, code));
  return exact ?? (second === undefined ? first : undefined);
}

/** Whether a name may mean this department. */
export function isDepartmentName(name: string, code: string): boolean {
  const isCapital =
    code === CAPITAL_DEPARTMENT.code && CAPITAL_DEPARTMENT.names.some((known) => isSameName(name, known));
  return isCapital || isSameName(name, findDepartment(code)?.name ?? "");
}

function findOnly(entries: readonly CatalogueEntry[]): Municipality | undefined {
  const [first, second] = entries;
  return first === undefined || second !== undefined ? undefined : findMunicipality(first.code);
}

/** Same place: without accents, case or punctuation, one name contains the other ("Bogotá" and "Bogotá, D.C."). */
export function isSameName(one: string, other: string): boolean {
  const first = foldName(one);
  const second = foldName(other);
  return first !== "" && second !== "" && (first.includes(second) || second.includes(first));
}

/** A name without accents, case or punctuation. */
export function foldName(name: string): string {
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}
