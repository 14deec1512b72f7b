// A broken rule that the caller can mend, as a code, a Spanish sentence and the list of all the problems found.

/** One problem of a request: where it is, what is wrong, and the rule of the authority or of the contract behind it. */
export interface Problem {
  /** The field as the wire spells it, dots and indices: `items.0.codigo`. */
  readonly path: string;
  /** A Spanish sentence: the field, what came, what is expected. */
  readonly message: string;
  /** Rule code of the authority (FAxxx, DSxxx) or of the contract (`2.14`), when one applies. */
  readonly rule?: string;
  /** How many problems that are not listed it tells of; never answered. */
  readonly standsFor?: number;
}

/** Stable codes of refusals; `src/api/errors.ts` gives each its HTTP status. */
export type RefusalCode =
  | "unauthorized"
  | "wrong_company"
  | "missing_scope"
  | "module_not_contracted"
  | "rate_limited"
  | "unsupported_media_type"
  | "body_too_large"
  | "body_timeout"
  | "invalid_json"
  | "missing_idempotency_key"
  | "invalid_idempotency_key"
  | "invalid_parameter"
  | "invalid_payload"
  | "business_rule"
  | "plan_exhausted"
  | "range_missing"
  | "range_expired"
  | "range_exhausted"
  | "certificate_missing"
  | "certificate_expired"
  | "idempotency_conflict"
  | "not_found"
  | "route_not_found"
  | "method_not_allowed"
  | "acquirer_not_found"
  | "authority_fault"
  | "authority_timeout"
  | "authority_unreachable"
  | "unavailable"
  | "internal_error";

/** Thrown by api, domain and store when the caller can fix it; crosses the object's border as plain data. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly problems: readonly Problem[];

  constructor(code: RefusalCode, message: string, problems: readonly Problem[] = []) {
    super(message);
    this.name = "Refusal";
    this.code = code;
    this.problems = problems;
  }
}
