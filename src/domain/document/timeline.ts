// Names what is remembered of a document's life: each change of its state, each exchange with the authority, the verdict on it,
// and the last thing that went wrong.
import type { Beginning, Event, State } from "./state.ts";

/** One change of a document's state. */
export interface StateChange {
  /** ISO instant. */
  readonly at: string;
  readonly from: State | null;
  readonly to: State;
  readonly event: Event | Beginning;
  /** Of an operator's action: who and why. */
  readonly actor?: string;
  readonly reason?: string;
  /** Of a resend: the order that it obeyed. */
  readonly orderId?: number;
}

/** One request to the authority about a document, with what came back. */
export interface Attempt {
  readonly id: string;
  readonly kind: "send" | "status" | "status-zip";
  /** ISO instants. */
  readonly startedAt: string;
  readonly endedAt: string | null;
  /** Class of the answer, null while unanswered. */
  readonly outcome: string | null;
  readonly httpStatus: number | null;
  readonly detail: string | null;
  /** SHA-256 of the raw answer, hexadecimal. */
  readonly answerSha256: string | null;
}

/** State changes and attempts, oldest first. */
export interface Timeline {
  readonly changes: readonly StateChange[];
  readonly attempts: readonly Attempt[];
}

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

/** Why a document does not progress. */
export type LastErrorReason =
  /** The authority did not answer in time. */
  | "timeout"
  /** The connection broke before a whole answer. */
  | "network"
  /** The instance that sent the document ended before the answer. */
  | "instance-ended"
  /** Any other answer that does not say what became of the document. */
  | "unknown"
  /** The authority says that it does not know the document. */
  | "absent"
  /** The authority says that it has the document already. */
  | "duplicate"
  /** The authority is still working on it. */
  | "processing"
  /** The authority refused it before processing. */
  | "not-processed"
  /** The authority says that its number is another document's. */
  | "number-taken"
  /** Two people closed it: another document has its number. */
  | "closed"
  /** Two people closed it after it was sent: the authority denies it, and gives no verdict. */
  | "closed-sent"
  /** Its journal was lost, and the document taken over from D1. */
  | "journal-lost"
  /** Its journal was set back, and the file to which D1 left the rest is lost: a person puts the file back. */
  | "file-lost"
  /** The archive holds other bytes where its file belongs. */
  | "other-bytes"
  /** The authority was down, or what an outage held is still leaving: nothing was sent. */
  | "held"
  /** A step failed, and is tried again. */
  | "step-failed";

/** The last thing that went wrong with a document. */
export interface LastError {
  /** The step of the document's life that failed; null where no step did. */
  readonly step: string | null;
  readonly reason: LastErrorReason;
  /** In English, for the operator, without personal data. */
  readonly detail: string;
}
