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
  /** This is no verdict, but the last answer about a document that two people closed; it did not name the document. */
  readonly isClosing?: true;
}

/** Whether an answer of this class says that the document is not there, or refused, without a verdict on it. */
export function isDenial(outcome: string | null): boolean {
  return outcome === "absent" || outcome === "refused-unnamed";
}
