// Groups the codes of errors by what can answer them.
import type { ApiErrorCode } from "../base/error.ts";
import type { ApiVersion } from "../base/version.ts";
import { type DocumentCode, statusOf } from "./error-table.ts";

export type ErrorCode = ApiErrorCode | DocumentCode;

/** Codes that can come before a handler runs, on every route under a company. */
export const COMMON_CODES: readonly ErrorCode[] = [
  "unauthorized",
  "wrong_company",
  "missing_scope",
  "module_not_contracted",
  "rate_limited",
  "unavailable",
  "internal_error",
];

/** Codes that a request with a body adds. */
export const BODY_CODES: readonly ErrorCode[] = [
  "unsupported_media_type",
  "body_too_large",
  "body_timeout",
  "invalid_json",
  "invalid_payload",
  "unknown_field",
];

/** Codes that creating a document adds. */
export const CREATION_CODES: readonly ErrorCode[] = [
  "invalid_idempotency_key",
  "invalid_parameter",
  "business_rule",
  "company_suspended",
  "plan_exhausted",
  "range_missing",
  "range_expired",
  "range_exhausted",
  "certificate_missing",
  "certificate_expired",
  "idempotency_conflict",
];

/** Codes that creating a note adds: a series numbers it, and no range. */
export const NOTE_CODES: readonly ErrorCode[] = [
  ...CREATION_CODES.filter((code) => !code.startsWith("range_")),
  "reference_not_found",
  "reference_required",
  "reference_ambiguous",
  "not_correctable",
  "reference_rejected",
  "reference_pending",
  "file_lost",
  "too_many_notes",
  "reference_annulled",
  "concept_required",
  "concept_invalid",
  "nothing_to_credit",
  "line_unknown",
  "party_differs",
  "date_not_today",
  "withholdings_not_allowed",
  "series_missing",
];

/** Codes that a note which lowers its document adds: it is held to what is left of it. */
export const CREDIT_CODES: readonly ErrorCode[] = ["concept_needs_whole", "exceeds_balance", "exceeds_line"];

/** Codes into their statuses in a version, ascending, each with its codes. */
export function groupByStatus(
  codes: readonly ErrorCode[],
  version: ApiVersion,
): ReadonlyMap<number, readonly ErrorCode[]> {
  const statuses = [...new Set(codes.map((code) => statusOf(code, version)))].sort((one, other) => one - other);
  return new Map(statuses.map((status) => [status, codes.filter((code) => statusOf(code, version) === status)]));
}
