// Defines refusals: the request breaks a rule, and the caller or the operator of the company can correct it.

import type { NoteType } from "../kind.ts";
import type { Problem, ReasonFacts, Why } from "./problem.ts";

/** The stable code of each reason that has one of its own; `src/api/app/error-table.ts` gives each its HTTP status. */
const CODES = {
  "company-suspended": "company_suspended",
  "no-module": "module_not_contracted",
  "no-plan": "plan_exhausted",
  "plan-used-up": "plan_exhausted",
  "no-range": "range_missing",
  "range-stopped": "range_missing",
  "number-held": "range_missing",
  "range-not-in-force": "range_expired",
  "range-used-up": "range_exhausted",
  "till-required": "till_required",
  "ticket-over-limit": "ticket_over_5_uvt",
  "paper-number-taken": "paper_number_taken",
  "no-certificate": "certificate_missing",
  "no-valid-certificate": "certificate_expired",
  "reference-not-found": "reference_not_found",
  "reference-required": "reference_required",
  "reference-ambiguous": "reference_ambiguous",
  "not-correctable": "not_correctable",
  "reference-rejected": "reference_rejected",
  "reference-pending": "reference_pending",
  "reference-lost": "file_lost",
  "reference-annulled": "reference_annulled",
  "too-many-notes": "too_many_notes",
  "period-invalid": "period_invalid",
  "concept-required": "concept_required",
  "concept-invalid": "concept_invalid",
  "concept-needs-reference": "concept_needs_reference",
  "concept-needs-whole": "concept_needs_whole",
  "nothing-to-credit": "nothing_to_credit",
  "exceeds-balance": "exceeds_balance",
  "line-unknown": "line_unknown",
  "exceeds-line": "exceeds_line",
  "party-differs": "party_differs",
  "currency-differs": "currency_differs",
  "note-not-today": "date_not_today",
  "withholdings-of-note": "withholdings_not_allowed",
  "no-series": "series_missing",
  "series-stopped": "series_missing",
  "series-number-held": "series_missing",
} as const satisfies Readonly<Partial<Record<keyof ReasonFacts, string>>>;

/** Stable codes of refusals: every reason without a code of its own is a `business_rule`. */
export type RefusalCode = (typeof CODES)[keyof typeof CODES] | "business_rule";

/** A refusal as plain data, as it crosses the border of an object. */
export interface RefusalFacts {
  readonly code: RefusalCode;
  /** The one reason, when no problem is listed; else null. */
  readonly why: Why | null;
  readonly problems: readonly Problem[];
}

/** Thrown by domain and issuance; the API writes the sentence. */
export class Refusal extends Error implements RefusalFacts {
  readonly code: RefusalCode;
  readonly why: Why | null;
  readonly problems: readonly Problem[];

  /** @param because the problems to list, or the one reason when there is no list. */
  constructor(because: Why | readonly [Problem, ...Problem[]]) {
    const problems: readonly Problem[] = isProblemList(because) ? because : [];
    const why = isProblemList(because) ? null : because;
    const { reason } = isProblemList(because) ? because[0] : because;
    const codes: Readonly<Partial<Record<keyof ReasonFacts, RefusalCode>>> = CODES;
    const code = codes[reason] ?? "business_rule";
    super(`${code}: ${why?.reason ?? problems.map((problem) => problem.reason).join(", ")}`);
    this.name = "Refusal";
    this.code = code;
    this.why = why;
    this.problems = problems;
  }

  /** As it crosses a border, which an error does not cross whole. */
  get facts(): RefusalFacts {
    const { code, why, problems } = this;
    return { code, why, problems };
  }
}

function isProblemList(because: Why | readonly [Problem, ...Problem[]]): because is readonly [Problem, ...Problem[]] {
  return Array.isArray(because);
}

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
