// Checks that what a client says of a place in Colombia names one municipality of the authority's list.
import { findDepartment, findMunicipality, type Municipality } from "../catalogue/catalogue.ts";
import {
  findCandidates,
  isDepartmentName,
  isSameName,
  type NamedPlace,
  resolveDepartment,
  resolveMunicipality,
} from "../catalogue/place.ts";
import type { ProblemList } from "../refusal/problem-list.ts";

/** Whose place it is, and the rules of the authority about it. */
interface PlaceOwner {
  readonly party: "supplier" | "receiver";
  readonly rules: {
    readonly municipality: string;
    readonly municipalityName: string;
    readonly department: string;
    readonly departmentName: string;
  };
}

/** Codes and names must be those of the list, and agree. @returns whether nothing is wrong with the department. */
export function checkNamedPlace(place: NamedPlace, owner: PlaceOwner, problems: ProblemList): boolean {
  const municipality = checkMunicipality(place, owner, problems);
  const known = problems.count;
  checkDepartment(place, owner, municipality, problems);
  return problems.count === known;
}

function checkMunicipality(
  place: NamedPlace,
  { party, rules }: PlaceOwner,
  problems: ProblemList,
): Municipality | undefined {
  const { municipalityCode, municipalityName } = place;
  const field = [party, "municipalityCode"] as const;
  if (municipalityCode === null) {
    const named = resolveMunicipality(place);
    if (municipalityName !== null && named === undefined) {
      const facts = { name: municipalityName, nameField: [party, "municipalityName"] } as const;
      const candidates = findCandidates(place);
      problems.add({ field, reason: "municipality-ambiguous", ...facts, candidates, rule: rules.municipality });
    }
    return named;
  }
  const municipality = findMunicipality(municipalityCode);
  if (municipality === undefined) {
    const facts = { value: municipalityCode, candidates: findCandidates(place), rule: rules.municipality };
    problems.add({ field, reason: "municipality-unknown", ...facts });
  } else if (municipalityName !== null && !isSameName(municipalityName, municipality.name)) {
    const facts = { value: municipalityName, code: municipalityCode, name: municipality.name };
    problems.add({
      field: [party, "municipalityName"],
      reason: "name-of-another",
      ...facts,
      rule: rules.municipalityName,
    });
  }
  return municipality;
}

function checkDepartment(
  place: NamedPlace,
  { party, rules }: PlaceOwner,
  municipality: Municipality | undefined,
  problems: ProblemList,
): void {
  const { departmentCode, departmentName } = place;
  if (departmentCode !== null && findDepartment(departmentCode) === undefined) {
    const sent = { field: ["supplier", "departmentCode"], value: departmentCode, rule: rules.department } as const;
    problems.add({ ...sent, reason: "department-unknown" });
    return;
  }
  const expectedCode = municipality?.departmentCode;
  if (departmentCode !== null && expectedCode !== undefined && departmentCode !== expectedCode) {
    const facts = { value: departmentCode, expected: expectedCode, municipality: municipality?.code ?? "" };
    const field = ["supplier", "departmentCode"] as const;
    problems.add({ field, reason: "department-of-municipality", ...facts, rule: rules.department });
    return;
  }
  const code = expectedCode ?? departmentCode;
  if (departmentName === null || (code !== null && isDepartmentName(departmentName, code))) return;
  if (code === null && resolveDepartment(place) !== undefined) return;
  const name = code === null ? undefined : findDepartment(code)?.name;
  const sent = { field: [party, "departmentName"], value: departmentName, rule: rules.departmentName } as const;
  if (code === null || name === undefined) problems.add({ ...sent, reason: "department-ambiguous" });
  else problems.add({ ...sent, reason: "name-of-another", code, name });
}
