// Refuses a note with the rule of the authority that it would break.
import type { NoteType } from "../kind.ts";
import type { ReasonFacts, Why } from "./problem.ts";
import { Refusal } from "./refusal.ts";

/** Rules of the authority that a note would break, for credit, debit and adjustment notes. */
const RULES: Readonly<Partial<Record<keyof ReasonFacts, Readonly<Partial<Record<NoteType, string>>>>>> = {
  "reference-rejected": { "91": "CBG04a", "92": "DBG04a", "95": "NSBG04" },
  "reference-pending": { "91": "CBG04a", "92": "DBG04a", "95": "NSBG04" },
  "concept-required": { "91": "CBF03", "92": "DBF03" },
  "concept-invalid": { "91": "CBF03", "92": "DBF03" },
  "concept-needs-reference": { "91": "CBF03a" },
  "exceeds-balance": { "91": "VLR02", "94": "VLR02", "95": "VLR02" },
  "note-not-today": { "91": "CAD09e", "92": "DAD09e" },
};

/** The refusal of a note of this type, with the authority's rule behind it where there is one. */
export function refuseNote(typeCode: NoteType, why: Why): Refusal {
  const rule = RULES[why.reason]?.[typeCode];
  return new Refusal(rule === undefined ? why : { ...why, rule });
}
