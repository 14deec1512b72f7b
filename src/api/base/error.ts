// Defines the error that the API throws and answers, and the details that it lists.

import type { State } from "../../domain/document/state.ts";
import type { RefusalCode } from "../../domain/refusal/refusal.ts";

/** Stable codes of every error that is not a document's own answer. */
export type ApiErrorCode =
  | RefusalCode
  | "unauthorized"
  | "wrong_company"
  | "missing_scope"
  | "rate_limited"
  | "unsupported_media_type"
  | "body_too_large"
  | "body_timeout"
  | "invalid_json"
  | "missing_idempotency_key"
  | "invalid_idempotency_key"
  | "invalid_parameter"
  | "range_too_long"
  | "invalid_payload"
  | "unknown_field"
  | "invalid_cursor"
  | "cursor_expired"
  | "not_ready"
  | "file_not_found"
  | "not_deliverable"
  | "mail_disabled"
  | "recipient_suppressed"
  | "envio_limit"
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

/** One problem of a request as the client reads it. */
export interface Detail {
  /** The field as the client spelled it, dots and indices: `items.0.codigo`; empty: the whole body. */
  readonly path: string;
  /** A Spanish sentence: the field, what came, what is expected. */
  readonly message: string;
  /** Rule code of the authority (FAxxx, DSxxx) or of the contract (`2.14`), when one applies. */
  readonly rule?: string;
  /** A figure of the refusal as plain text, in v2. */
  readonly value?: string;
  /** How many problems that are not listed it stands for; never answered. */
  readonly standsFor?: number;
}

/** An error as the client reads it, before it has a status. */
export interface ErrorFacts {
  readonly code: ApiErrorCode;
  /** A Spanish sentence. */
  readonly message: string;
  readonly details: readonly Detail[];
  /** The document that the error is about, where one owns the key. */
  readonly owner?: DocumentOwner;
  /** Seconds after which trying again makes sense, where that is not the same for every error of the code. */
  readonly retryAfterSeconds?: number;
}

/** A document, as an error names it. */
export interface DocumentOwner {
  readonly id: number;
  /** Prefix and number. */
  readonly number: string;
  readonly state: State;
}

/** Thrown by the API; the app answers it with the status of its code. */
export class ApiError extends Error implements ErrorFacts {
  readonly code: ApiErrorCode;
  readonly details: readonly Detail[];
  declare readonly owner?: DocumentOwner;
  declare readonly retryAfterSeconds?: number;

  /** @param message a Spanish sentence of `message/`. */
  constructor(
    code: ApiErrorCode,
    message: string,
    details: readonly Detail[] = [],
    { owner, retryAfterSeconds }: Pick<ErrorFacts, "owner" | "retryAfterSeconds"> = {},
  ) {
    super(message);
    this.name = "ApiError";
    this.code = code;
    this.details = details;
    if (owner !== undefined) this.owner = owner;
    if (retryAfterSeconds !== undefined) this.retryAfterSeconds = retryAfterSeconds;
  }
}
