// Refusals into statuses and bodies: the one table of every error that this service answers.
import { type Problem, Refusal, type RefusalCode } from "../domain/refusal.ts";
import type { Reply } from "./route.ts";

/** How a code is answered. */
export interface ErrorRow {
  readonly status: number;
  /** Section of the contract, or of the design where the contract is silent. */
  readonly anchor: string;
  /** Seconds after which trying again makes sense (`Retry-After`). */
  readonly retryAfterSeconds?: number;
}

/** Every refusal code with its HTTP status (contract 7, design 5). */
export const ERRORS: Readonly<Record<RefusalCode, ErrorRow>> = {
  unauthorized: { status: 401, anchor: "contract 5.5" },
  wrong_company: { status: 403, anchor: "contract 5.2" },
  missing_scope: { status: 403, anchor: "contract 5.4" },
  module_not_contracted: { status: 403, anchor: "design 5, scopes by module" },
  rate_limited: { status: 429, anchor: "design 5, rate limit", retryAfterSeconds: 60 },
  unsupported_media_type: { status: 415, anchor: "contract 4" },
  body_too_large: { status: 413, anchor: "design 4" },
  body_timeout: { status: 408, anchor: "design 4" },
  invalid_json: { status: 400, anchor: "contract 7" },
  missing_idempotency_key: { status: 400, anchor: "contract 4.7 rule 1" },
  invalid_idempotency_key: { status: 400, anchor: "contract 4.7 rule 2" },
  invalid_parameter: { status: 400, anchor: "design 5, path ids" },
  invalid_payload: { status: 400, anchor: "contract 7" },
  business_rule: { status: 400, anchor: "contract 7" },
  plan_exhausted: { status: 403, anchor: "design 5, plan used up" },
  range_missing: { status: 400, anchor: "design 5, range exhausted" },
  range_expired: { status: 400, anchor: "design 5, range exhausted" },
  range_exhausted: { status: 400, anchor: "design 5, range exhausted" },
  certificate_missing: { status: 400, anchor: "design 5, range exhausted" },
  certificate_expired: { status: 400, anchor: "design 5, range exhausted" },
  idempotency_conflict: { status: 409, anchor: "contract 4.7 rule 6" },
  not_found: { status: 404, anchor: "contract 4.2, 4.8" },
  route_not_found: { status: 404, anchor: "contract 4" },
  method_not_allowed: { status: 405, anchor: "contract 4" },
  acquirer_not_found: { status: 502, anchor: "contract 4.5" },
  authority_fault: { status: 502, anchor: "contract 4.5" },
  authority_timeout: { status: 502, anchor: "contract 4.5" },
  authority_unreachable: { status: 502, anchor: "contract 4.5" },
  unavailable: { status: 503, anchor: "design 5, out of reach", retryAfterSeconds: 5 },
  internal_error: { status: 500, anchor: "contract 7" },
};

/** Body of every error that is not a document's own answer (contract 7, with additive fields). */
export interface ErrorBody {
  readonly ok: false;
  readonly error: string;
  readonly code: RefusalCode;
  readonly request_id: string;
  readonly details?: readonly Problem[];
}

/** A refusal into the common body, with the status and headers of its row. */
export function replyToRefusal(
  refusal: { readonly code: RefusalCode; readonly message: string; readonly problems: readonly Problem[] },
  requestId: string,
): Reply {
  const row = ERRORS[refusal.code];
  const body: ErrorBody = {
    ok: false,
    error: refusal.message,
    code: refusal.code,
    request_id: requestId,
    ...(refusal.problems.length === 0 ? {} : { details: refusal.problems }),
  };
  const headers: Record<string, string> = {};
  if (row.retryAfterSeconds !== undefined) headers["Retry-After"] = String(row.retryAfterSeconds);
  if (row.status === 401) headers["WWW-Authenticate"] = "Bearer";
  return { status: row.status, body, headers, code: refusal.code };
}

/**
 * Whatever a handler threw into a refusal: refusals stay, storage out of reach is `unavailable`, the rest is a bug
 * and says nothing of itself.
 */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (isOutOfReach(error)) {
    return new Refusal(
      "unavailable",
      "El servicio no alcanza su almacenamiento en este momento; repita la misma solicitud, con la misma clave, en unos segundos.",
    );
  }
  return new Refusal(
    "internal_error",
    "Ocurrió un error interno inesperado; repita con prudencia la misma solicitud, con la misma clave.",
  );
}

/** D1, R2 or an object did not answer: the platform's errors, and our own deadlines. */
function isOutOfReach(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isPlatform = "retryable" in error || "overloaded" in error || "remote" in error;
  return error.name === "DeadlineError" || error.message.startsWith("D1_") || isPlatform;
}

/** One refusal out of several problems; the sentence is the first problem's, with how many more there are. */
export function refuseAll(code: RefusalCode, problems: readonly [Problem, ...Problem[]]): Refusal {
  const [first, ...others] = problems;
  const more = others.length === 0 ? "" : ` (y ${others.length} más en details)`;
  return new Refusal(code, first.message + more, problems);
}
