// Defines the errors that a caller has to act on, with everything that the service said.
import type { ErrorBody, Problem } from "./schema.ts";
import type { Answer } from "./transport.ts";

/** The service refused: nothing was issued, and sending the same again would change nothing. */
export class ApiError extends Error {
  readonly status: number;
  /** Stable; decide by it. Each has its place on the reference page. */
  readonly code: ErrorBody["code"] | "unknown";
  readonly details: readonly Problem[];
  readonly requestId: string | undefined;

  constructor({ status, body }: Answer) {
    const answer = (body ?? {}) as Partial<ErrorBody>;
    super(answer.error ?? `HTTP ${status}`);
    this.name = "ApiError";
    this.status = status;
    this.code = answer.code ?? "unknown";
    this.details = answer.details ?? [];
    this.requestId = answer.request_id;
  }
}

/** No answer came, although the request was repeated. */
export class NoAnswerError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = "NoAnswerError";
  }
}

/**
 * No answer to a creation came within its time limit: the document may or may not exist.
 * Call again with the very same key and body; a new key could issue it twice.
 */
export class OutcomeUnknownError extends NoAnswerError {
  readonly key: string;

  constructor(key: string, cause: unknown) {
    super(`no conclusive answer for key ${key}: repeat with the same key and the same body, never with another`, cause);
    this.name = "OutcomeUnknownError";
    this.key = key;
  }
}
