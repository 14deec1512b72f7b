// Defines the authority's verdict on a document, and the rules that it names.

/** One rule that the authority named. */
export interface Finding {
  /** Empty when the text names none. */
  readonly code: string;
  readonly severity: "rechazo" | "notificacion";
  readonly text: string;
}

/** The authority's last answer about the document. */
export interface Verdict {
  readonly isValid: boolean;
  readonly statusCode: string;
  readonly statusDescription: string;
  readonly statusMessage: string;
  readonly rules: readonly Finding[];
  /** Set when this is not a verdict: two people closed the document, and the last answer did not name it. */
  readonly isClosing?: true;
}

/** Whether an answer of this class denies the document, as absent or refused, without a verdict on it. */
export function isDenial(outcome: string | null): boolean {
  return outcome === "absent" || outcome === "refused-unnamed";
}
