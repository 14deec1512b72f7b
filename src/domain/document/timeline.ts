// Names what is remembered of a document's life: each change of its state, and each exchange with the authority about it.
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
