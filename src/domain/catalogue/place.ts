// Finds the official municipality or department for the name or code that a client sent.

import { countSlips } from "../value/slip.ts";
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
export interface NamedPlace {
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

const MOST_CANDIDATES = 5;
/** Slips that a name is forgiven, by its letters. */
const FORGIVEN = { short: { below: 6, slips: 1 }, other: 2 } as const;

/** Municipalities that were probably meant by a name or code that is none, the likeliest first. */
export function findCandidates(place: NamedPlace): readonly Municipality[] {
  const { municipalityCode, municipalityName } = place;
  const all = listMunicipalities();
  // A code is often typed where the name belongs.
  const padded = findMunicipality((municipalityCode ?? municipalityName ?? "").trim().padStart(5, "0"));
  if (padded !== undefined) return [padded];
  if (municipalityName !== null) {
    const near = rankNames(
      all.filter(({ code }) => isInDepartment(code.slice(0, 2), place)),
      municipalityName,
    );
    return toMunicipalities(near.length > 0 ? near : rankNames(all, municipalityName));
  }
  return toMunicipalities(all.filter(({ code }) => countSlips(code, municipalityCode ?? "", 1) <= 1));
}

/** Those of the very name, else those that contain it or are contained, else those that a slip turns into it. */
function rankNames(entries: readonly CatalogueEntry[], name: string): readonly CatalogueEntry[] {
  const wanted = foldName(name);
  const same = entries.filter((entry) => foldName(entry.name) === wanted);
  if (same.length > 0) return same;
  const within = entries.filter((entry) => isSameName(entry.name, name));
  if (within.length > 0) return within;
  const most = wanted.length < FORGIVEN.short.below ? FORGIVEN.short.slips : FORGIVEN.other;
  return entries
    .map((entry) => ({ entry, slips: countSlips(foldName(entry.name).replace(/ dc$/, ""), wanted, most) }))
    .filter(({ slips }) => slips <= most)
    .sort((one, other) => one.slips - other.slips)
    .map(({ entry }) => entry);
}

function toMunicipalities(entries: readonly CatalogueEntry[]): readonly Municipality[] {
  return entries.slice(0, MOST_CANDIDATES).flatMap(({ code }) => findMunicipality(code) ?? []);
}

/** The capital of Cundinamarca is a department of its own. */
const WITHOUT_CAPITAL = "25";

/**
 * The department in which a place lies that names no municipality: by code or name, else by the first two digits of its postal
 * code.
 */
export function findSupposedDepartment(
  place: NamedPlace & { readonly postalCode: string | null },
): CatalogueEntry | undefined {
  const isUnsaid = place.departmentCode === null && place.departmentName === null;
  return isUnsaid ? findDepartment(place.postalCode?.slice(0, 2) ?? "") : resolveDepartment(place);
}

/** The municipality that governs a department; undefined where that lies in another one. */
export function findCapital({ code }: CatalogueEntry): Municipality | undefined {
  return code === WITHOUT_CAPITAL ? undefined : findMunicipality(`${code}001`);
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

/** Same place: without accents, case or punctuation, one name has all words of the other ("Bogotá" and "Bogotá, D.C."). */
export function isSameName(one: string, other: string): boolean {
  const first = foldName(one);
  const second = foldName(other);
  return first !== "" && second !== "" && (hasWords(first, second) || hasWords(second, first));
}

/** Whole words, as "edellin" is of many names and none. */
function hasWords(name: string, words: string): boolean {
  return ` ${name} `.includes(` ${words} `);
}

/** A name without accents, case or punctuation. */
export function foldName(name: string): string {
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .replace(/ (d c|distrito capital)(?= |$)/, " dc")
    .trim();
}
