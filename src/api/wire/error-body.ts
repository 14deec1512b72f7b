// A refusal into the body that every error shares.
import type { Problem, Refusal, RefusalCode } from "../../domain/refusal.ts";

/** Body of every error that is not a document's own answer (contract 7, with additive fields). */
export interface ErrorBody {
  readonly ok: false;
  readonly error: string;
  readonly code: RefusalCode;
  readonly request_id: string;
  readonly details?: readonly Problem[];
}

/** The common body; `details` lists every problem of the payload, when there are any. */
export function toErrorBody(refusal: Pick<Refusal, "code" | "message" | "problems">, requestId: string): ErrorBody {
  const { code, message, problems } = refusal;
  const details = problems.length === 0 ? {} : { details: problems };
  return { ok: false, error: message, code, request_id: requestId, ...details };
}
