// Decides when an e-mail is tried again and what an event of the platform means for it; pure.
import { isOutranked, type MailReason, type MailState } from "../../domain/document/mail-delivery.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** After the first failure that passes, the second and so on; the last one repeats. */
const RETRY_AFTER_MS: readonly number[] = [
  ...[MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS],
  ...[HOUR_MS, 3 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS, 24 * HOUR_MS],
];
/** After the first and the second refusal by the recipient's server; a third one is the last. */
const BOUNCED_AFTER_MS: readonly number[] = [15 * MINUTE_MS, 2 * HOUR_MS];
/** An e-mail that could not be sent for so long is given up. */
export const GIVE_UP_AFTER_MS = 72 * HOUR_MS;
/** How long an event may settle a message whose answer was lost, before it is sent once more. */
export const SETTLED_WITHIN_MS = 15 * MINUTE_MS;
/** Messages without an answer, of one e-mail. */
export const UNANSWERED_MOST = 2;
/** How long nothing of a company is sent when its account or its sender is refused, or it sends too fast. */
export const HOLD_MS = { quota: HOUR_MS, sender: HOUR_MS, rate: MINUTE_MS } as const;

/** When an e-mail is tried after so many failures; the first is 1. */
export function retryAt(failures: number, nowMs: number): number {
  return nowMs + (RETRY_AFTER_MS[Math.min(failures, RETRY_AFTER_MS.length) - 1] ?? 0);
}

/** When it is tried after so many refusals by the recipient's server; undefined: not again. */
export function bouncedRetryAt(failures: number, nowMs: number): number | undefined {
  const delay = BOUNCED_AFTER_MS[failures - 1];
  return delay === undefined ? undefined : nowMs + delay;
}

/** What an event of the platform tells. */
export interface MailNews {
  readonly state: MailState;
  readonly reason: MailReason | null;
}

/** Whether news change an e-mail. One that was given up for want of an answer is as if its answer were still awaited. */
export function isNews({ state, reason }: MailNews, news: MailNews): boolean {
  const isGivenUp = state === "rechazado" && reason === "sin_respuesta";
  return isOutranked(isGivenUp ? "incierto" : state, news.state);
}
