// Defines refusals: the request breaks a rule, and the caller or the operator of the company can correct it.
import type { Problem, Reason } from "./problem.ts";

/** Stable codes of refusals; `src/api/app/error-table.ts` gives each its HTTP status. */
export type RefusalCode =
  | "module_not_contracted"
  | "business_rule"
  | "plan_exhausted"
  | "range_missing"
  | "range_expired"
  | "range_exhausted"
  | "paper_number_taken"
  | "certificate_missing"
  | "certificate_expired";

/** A refusal as plain data, as it crosses the border of an object. */
export interface RefusalFacts {
  readonly code: RefusalCode;
  /** Why, when no problem is listed; else null. */
  readonly why: Reason | null;
  readonly problems: readonly Problem[];
}

/** Thrown by domain and issuance; the API writes the sentence. */
export class Refusal extends Error implements RefusalFacts {
  readonly code: RefusalCode;
  readonly why: Reason | null;
  readonly problems: readonly Problem[];

  /** @param because the problems to list, or the one reason when there is no list. */
  constructor(code: RefusalCode, because: Reason | readonly [Problem, ...Problem[]]) {
    const problems: readonly Problem[] = isProblemList(because) ? because : [];
    const why = isProblemList(because) ? null : because;
    super(`${code}: ${why?.reason ?? problems.map(({ reason }) => reason).join(", ")}`);
    this.name = "Refusal";
    this.code = code;
    this.why = why;
    this.problems = problems;
  }
}

function isProblemList(because: Reason | readonly Problem[]): because is readonly Problem[] {
  return Array.isArray(because);
}
