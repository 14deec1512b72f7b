// Decides which change is delivered next and when a failed one is tried again; pure.

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** After the first failure, the second and so on; the last one repeats. */
export const RETRY_AFTER_MS: readonly number[] = [
  ...[5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS],
  ...[10 * HOUR_MS, 14 * HOUR_MS, 20 * HOUR_MS, 24 * HOUR_MS],
];
/** A change that could not be delivered for so long disables its webhook. */
export const GIVE_UP_AFTER_MS = 120 * HOUR_MS;
/** How long a delivery is shown to clients, in days. */
export const DELIVERY_DAYS = 30;
/** The most deliveries of one webhook that are kept: some fifteen megabytes. */
export const DELIVERIES_MOST = 100_000;
/** Deliveries at a time. */
export const IN_FLIGHT_MOST = 20;

/** A change that was taken from the feed and is not delivered; instants in epoch milliseconds. */
export interface Waiting {
  readonly sequence: number;
  readonly documentId: number;
  readonly body: string;
  readonly failures: number;
  /** Null before the first failure. */
  readonly firstFailedMs: number | null;
  readonly dueMs: number;
}

/** What came of one attempt. */
export type Attempt =
  | { readonly type: "taken" | "gone" | "refused"; readonly status: number }
  /** No answer came: `timeout`, `network`, or an address that is not sent to. */
  | { readonly type: "failed"; readonly why: string };

/** What a status means: only 2xx is a delivery, a redirect is a failure, and 410 ends the webhook. */
export function judgeStatus(status: number): Attempt {
  if (status >= 200 && status <= 299) return { type: "taken", status };
  return { type: status === 410 ? "gone" : "refused", status };
}

/** The class of a failure, as the operator and the log have it. */
export function nameFailure(attempt: Attempt): string {
  return attempt.type === "failed" ? attempt.why : `http ${attempt.status}`;
}

/** A change after another failure. */
export function postpone(change: Waiting, nowMs: number): Waiting {
  const failures = change.failures + 1;
  const firstFailedMs = change.firstFailedMs ?? nowMs;
  const delay = RETRY_AFTER_MS[Math.min(failures, RETRY_AFTER_MS.length) - 1] ?? 0;
  return { ...change, failures, firstFailedMs, dueMs: Math.min(nowMs + delay, firstFailedMs + GIVE_UP_AFTER_MS) };
}

/** Whether a change that has just failed again has failed for too long. */
export function isHopeless({ firstFailedMs }: Waiting, nowMs: number): boolean {
  return firstFailedMs !== null && nowMs - firstFailedMs >= GIVE_UP_AFTER_MS;
}

/** The oldest waiting change of each document; later ones wait for it. @param waiting in the order of the feed. */
export function listHeads(waiting: readonly Waiting[]): readonly Waiting[] {
  const seen = new Set<number>();
  return waiting.filter(({ documentId }) => !seen.has(documentId) && seen.add(documentId));
}
