// Describes what the authority says of a document.

/** One rule that the authority named. */
export interface Finding {
  /** Empty when the text names none. */
  readonly code: string;
  readonly severity: "rechazo" | "notificacion";
  readonly text: string;
}

/** What the authority said last, as its answer has it. */
export interface Verdict {
  readonly isValid: boolean;
  readonly statusCode: string;
  readonly statusDescription: string;
  readonly statusMessage: string;
  readonly rules: readonly Finding[];
}
