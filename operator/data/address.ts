// Says where a company is, its place spelled as documents print it.

import type { Company } from "../../src/domain/company.ts";
import { spellPlace } from "../../src/domain/default/printed-place.ts";

export function describeAddress({ line, municipalityName, municipalityCode }: Company["address"]): string {
  return `${line}, ${spellPlace(municipalityName ?? "")} (${municipalityCode})`;
}
