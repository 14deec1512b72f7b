// Holds the table of error codes with their statuses and headers, and turns errors into replies by it. Their text in the
// reference is in `docs/openapi/error-text.ts`.
import { Buffer } from "node:buffer";
import { MOST_PROBLEMS } from "../../domain/refusal/problem-list.ts";
import { Refusal } from "../../domain/refusal/refusal.ts";
import { ForeignStorageError } from "../../store/archive/files.ts";
import { BusyError } from "../../store/base/gate.ts";
import { MovedError } from "../../store/base/home.ts";
import { isTableMissing } from "../../store/company/missing-data.ts";
import { ApiError, type ApiErrorCode, type Detail, type ErrorFacts } from "../base/error.ts";
import { type ApiVersion, existsIn } from "../base/version.ts";
import type { Naming } from "../message/naming.ts";
import { describeRefusal, describeRest, summarize } from "../message/refusal.ts";
import { TEXT } from "../message/request.ts";
import type { AnsweredDetail, ErrorBody, ErrorReply } from "./reply.ts";

/** How a code is answered. */
interface ErrorRow {
  readonly status: number;
  /** The status of versions that answer it otherwise. */
  readonly statusIn?: Readonly<Partial<Record<ApiVersion, number>>>;
  /** The versions that answer it; absent: every version. */
  readonly versions?: readonly ApiVersion[];
  /** Seconds after which trying again makes sense (`Retry-After`), where the error says no others. */
  readonly retryAfterSeconds?: number;
}

/** Codes that state the outcome of a document that exists. */
export type DocumentCode = "document_rejected" | "result_uncertain";

/** Every code with its HTTP status, in the order of the reference. */
export const ERRORS: Readonly<Record<ApiErrorCode | DocumentCode, ErrorRow>> = {
  unauthorized: { status: 401 },
  wrong_company: { status: 403 },
  missing_scope: { status: 403 },
  module_not_contracted: { status: 403 },
  rate_limited: { status: 429, retryAfterSeconds: 60 },
  unsupported_media_type: { status: 415 },
  body_too_large: { status: 413 },
  body_timeout: { status: 408 },
  invalid_json: { status: 400 },
  missing_idempotency_key: { status: 400 },
  invalid_idempotency_key: { status: 400 },
  invalid_parameter: { status: 400 },
  range_too_long: { status: 400, versions: ["v2"] },
  invalid_payload: { status: 400 },
  unknown_field: { status: 400, versions: ["v2"] },
  invalid_cursor: { status: 400, versions: ["v2"] },
  cursor_expired: { status: 410, versions: ["v2"] },
  business_rule: { status: 400 },
  company_suspended: { status: 403 },
  plan_exhausted: { status: 403 },
  range_missing: { status: 400 },
  range_expired: { status: 400 },
  range_exhausted: { status: 400 },
  certificate_missing: { status: 400 },
  certificate_expired: { status: 400 },
  reference_not_found: { status: 404, versions: ["v2"] },
  reference_required: { status: 400, versions: ["v2"] },
  reference_ambiguous: { status: 400, versions: ["v2"] },
  not_correctable: { status: 400, versions: ["v2"] },
  reference_rejected: { status: 400, versions: ["v2"] },
  reference_pending: { status: 400, versions: ["v2"] },
  reference_annulled: { status: 400, versions: ["v2"] },
  concept_required: { status: 400, versions: ["v2"] },
  concept_invalid: { status: 400, versions: ["v2"] },
  concept_needs_reference: { status: 400, versions: ["v2"] },
  concept_needs_whole: { status: 400, versions: ["v2"] },
  nothing_to_credit: { status: 400, versions: ["v2"] },
  exceeds_balance: { status: 400, versions: ["v2"] },
  line_unknown: { status: 400, versions: ["v2"] },
  exceeds_line: { status: 400, versions: ["v2"] },
  party_differs: { status: 400, versions: ["v2"] },
  currency_differs: { status: 400, versions: ["v2"] },
  date_not_today: { status: 400, versions: ["v2"] },
  withholdings_not_allowed: { status: 400, versions: ["v2"] },
  period_invalid: { status: 400, versions: ["v2"] },
  series_missing: { status: 400, versions: ["v2"] },
  till_required: { status: 400, versions: ["v2"] },
  ticket_over_5_uvt: { status: 400, versions: ["v2"] },
  paper_number_taken: { status: 409, versions: ["v2"] },
  idempotency_conflict: { status: 409 },
  not_found: { status: 404 },
  file_not_found: { status: 404, versions: ["v2"] },
  not_ready: { status: 409, versions: ["v2"] },
  not_deliverable: { status: 400, versions: ["v2"] },
  mail_disabled: { status: 409, versions: ["v2"] },
  recipient_suppressed: { status: 409, versions: ["v2"] },
  envio_limit: { status: 429, versions: ["v2"] },
  file_lost: { status: 409, versions: ["v2"] },
  too_many_notes: { status: 409, versions: ["v2"] },
  route_not_found: { status: 404 },
  method_not_allowed: { status: 405 },
  acquirer_not_found: { status: 502, statusIn: { v2: 404 } },
  authority_fault: { status: 502 },
  authority_timeout: { status: 502 },
  authority_unreachable: { status: 502 },
  document_rejected: { status: 422 },
  result_uncertain: { status: 502 },
  unavailable: { status: 503, retryAfterSeconds: 5 },
  internal_error: { status: 500 },
};

/** Bytes of `details`, so that the whole answer stays below 64 KB for any body. */
const DETAILS_MOST_BYTES = 56 * 1024;

/** The codes that a version of the API can answer, in the order of the table. */
export function listErrorCodes(version: ApiVersion): readonly (ApiErrorCode | DocumentCode)[] {
  const codes = Object.keys(ERRORS) as (ApiErrorCode | DocumentCode)[];
  return codes.filter((code) => existsIn(version, ERRORS[code]));
}

/** The status with which a version answers a code. */
export function statusOf(code: ApiErrorCode | DocumentCode, version: ApiVersion): number {
  const { status, statusIn } = ERRORS[code];
  return statusIn?.[version] ?? status;
}

/** An error in the common body, with the status and headers of its row. */
export function replyToError(error: ErrorFacts, requestId: string, version: ApiVersion = "v1"): ErrorReply {
  const row = ERRORS[error.code];
  const status = statusOf(error.code, version);
  const body = toErrorBody(error, requestId);
  const headers: Record<string, string> = {};
  const waitSeconds = error.retryAfterSeconds ?? row.retryAfterSeconds;
  if (waitSeconds !== undefined) headers["Retry-After"] = String(waitSeconds);
  if (status === 401) headers["WWW-Authenticate"] = "Bearer";
  return { status, body, headers, code: error.code };
}

/** The common body; `details` lists the problems of the payload, when there are any: a hundred, and how many more. */
export function toErrorBody({ code, message, details, owner }: ErrorFacts, requestId: string): ErrorBody {
  const listed = details.length === 0 ? {} : { details: listDetails(details) };
  const owned =
    owner === undefined ? {} : { documento: { id: owner.id, numero: owner.number, estado_authority: owner.state } };
  return { ok: false, error: message, code, request_id: requestId, ...listed, ...owned };
}

function listDetails(details: readonly Detail[]): readonly AnsweredDetail[] {
  const listed: AnsweredDetail[] = [];
  let bytes = 0;
  let leftOut = 0;
  for (const { standsFor, ...detail } of details) {
    if (standsFor === undefined && listed.length < MOST_PROBLEMS && bytes < DETAILS_MOST_BYTES) {
      bytes += Buffer.byteLength(JSON.stringify(detail));
      if (bytes < DETAILS_MOST_BYTES) {
        listed.push(detail);
        continue;
      }
    }
    leftOut += standsFor ?? 1;
  }
  if (leftOut === 0) return listed;
  const { standsFor: _, ...rest } = describeRest(leftOut);
  return [...listed, rest];
}

/**
 * Turns what a handler threw into what the client reads: an ApiError stays as it is, a refusal gets its sentence, unreachable
 * storage and that of another deployment become `unavailable`, and anything else is a bug, answered without details.
 * @param naming how the request names its fields, where it has some.
 */
export function toApiError(error: unknown, naming?: Naming): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof Refusal) {
    const { code, message, details, ...facts } = describeRefusal(error, naming);
    return new ApiError(code, message, details, facts);
  }
  if (isTableMissing(error)) return new ApiError("internal_error", TEXT.noTables);
  if (error instanceof ForeignStorageError) return new ApiError("unavailable", TEXT.foreignStorage);
  if (isOutOfReach(error)) return new ApiError("unavailable", TEXT.outOfReach);
  return new ApiError("internal_error", TEXT.internal);
}

/** D1, R2 or an object did not answer, or was not asked: the platform's errors, our own deadlines, and the gate before D1. */
function isOutOfReach(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isPlatform = "retryable" in error || "overloaded" in error || "remote" in error;
  const isOurs = error.name === "DeadlineError" || error instanceof MovedError || error instanceof BusyError;
  return isOurs || error.message.startsWith("D1_") || isPlatform;
}

/** @throws ApiError with all the details, when there are any; its sentence is the first one's, with how many more there are. */
export function throwIfAny(code: ApiErrorCode, details: readonly Detail[]): void {
  const [first, ...others] = details;
  if (first !== undefined) throw new ApiError(code, summarize([first, ...others]), details);
}
