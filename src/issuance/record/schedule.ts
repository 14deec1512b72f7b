// Plans when a record is looked at again, and decides when enough answers "absent" have come and how long a settled document
// keeps its journal; pure.
import { isTerminal, type State } from "../../domain/document/state.ts";
import { isDenial } from "../../domain/document/timeline.ts";
import type { IssueRecord, LedgerRow } from "../contract/ports.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** When the authority is asked again: after these, then hourly for 72 h, then daily until an operator closes it. */
const FIRST_DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  15 * SECOND_MS,
  30 * SECOND_MS,
  MINUTE_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
];
const HOURLY_COUNT = 72;
/** How long the authority is asked hourly. */
export const HOURLY_SPAN_MS = HOURLY_COUNT * HOUR_MS;
const JITTER = 0.2;

/** A step in hand for longer than this is presumed dead with its instance. */
const IN_HAND_MS = 30 * SECOND_MS;

/** `send_unknown` needs this many answers "absent" ... */
const ABSENCES_NEEDED = 4;
/** ... over at least this time since the first. */
const ABSENCE_SPAN_MS = 30 * MINUTE_MS;

const HOURLY_INDEX = FIRST_DELAYS_MS.length;
const DAILY_INDEX = HOURLY_INDEX + HOURLY_COUNT;
/** `pollCount` of a document that only a person can move: looked at daily. */
export const DAILY_POLL_COUNT = DAILY_INDEX + 1;

/**
 * Milliseconds to wait before try number `index` (from 0).
 * @param random in [0, 1): jitter of 20 % to either side.
 * @param pollScale multiplies the wait (1 in production).
 */
export function pollDelayMs(index: number, random: number, pollScale: number): number {
  const plain = FIRST_DELAYS_MS[index] ?? (index < DAILY_INDEX ? HOUR_MS : DAY_MS);
  return Math.round(plain * (1 + JITTER * (2 * random - 1)) * pollScale);
}

/** States that wait for the authority: their next move is a question. */
export function isAsking(state: State): boolean {
  return state === "enviado" || state === "en_proceso" || state === "en_proceso_http" || state === "send_unknown";
}

/**
 * When a record that was just changed must be looked at again, as an ISO instant. Steps in hand share one wake, so that
 * the alarm is not moved at each of them.
 */
export function planWake(record: IssueRecord, nowMs: number, random: number, pollScale: number): string {
  const isInHand = record.pollCount === 0 && !isAsking(record.state);
  const presentMs = record.wakeAt === null ? 0 : Date.parse(record.wakeAt);
  const inHandMs = IN_HAND_MS * pollScale;
  if (isInHand && record.wakeAt !== null && presentMs > nowMs + inHandMs / 2 && presentMs <= nowMs + inHandMs) {
    return record.wakeAt;
  }
  return new Date(nowMs + planDelayMs(record, random, pollScale)).toISOString();
}

function planDelayMs({ state, pollCount }: IssueRecord, random: number, pollScale: number): number {
  if (state === "send_unknown") return pollDelayMs(Math.max(pollCount, HOURLY_INDEX), random, pollScale);
  if (isAsking(state)) return pollDelayMs(pollCount, random, pollScale);
  return pollCount === 0 ? IN_HAND_MS * pollScale : pollDelayMs(pollCount - 1, random, pollScale);
}

/**
 * Whether further questions will hardly bring a verdict: since the last sending, or the last answer "in process", enough answers
 * denied the document over enough time, and one of them refused it; or three days of questions are over. Denials that are all
 * "absent" are judged by `isAbsenceExhausted`.
 */
export function areAnswersExhausted({ attempts, pollCount }: IssueRecord, pollScale: number): boolean {
  if (pollCount >= DAILY_INDEX) return true;
  const since = attempts.findLastIndex(({ kind, outcome }) => kind === "send" || outcome === "processing");
  const denials = attempts.slice(since + 1).filter(({ outcome }) => isDenial(outcome));
  if (denials.length < ABSENCES_NEEDED) return false;
  const [firstMs, lastMs] = [denials[0], denials.at(-1)].map((one) => Date.parse(one?.endedAt ?? ""));
  const isRefused = denials.some(({ outcome }) => outcome === "refused-unnamed");
  return isRefused && Number(lastMs) - Number(firstMs) >= ABSENCE_SPAN_MS * pollScale;
}

/** Whether enough answers "absent" came, over enough time, to give it up as `send_unknown` (`nowMs` epoch milliseconds). */
export function isAbsenceExhausted(record: IssueRecord, nowMs: number, pollScale: number): boolean {
  if (record.firstAbsentAt === null || record.absenceCount < ABSENCES_NEEDED) return false;
  return nowMs - Date.parse(record.firstAbsentAt) >= ABSENCE_SPAN_MS * pollScale;
}

/** Longer than D1 can be taken back: a row that a journal was compared with stays. */
export const RETIRE_AFTER_MS = 35 * DAY_MS;

/** Whether a row is of a document whose object may be empty: then nothing was lost (`nowMs` epoch milliseconds). */
export function mayBeRetired({ state, reservedAt }: Pick<LedgerRow, "state" | "reservedAt">, nowMs: number): boolean {
  return isTerminal(state) && nowMs - Date.parse(reservedAt) >= RETIRE_AFTER_MS;
}
