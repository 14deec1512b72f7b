// A record and an answer of the authority into the next record: the only way into `aceptado` and `rechazado`; pure.
import { type Event, isTerminal } from "../domain/state.ts";
import type { Attempt, IssueRecord, Transmission, TransmissionOutcome } from "./ports.ts";
import { appendAttempt, type Moment, move, type Patch, toIso } from "./transition.ts";
import { isAbsenceExhausted } from "./wake.ts";

/** One exchange with the authority, as the engine saw it. */
export interface Exchange {
  readonly attemptId: string;
  readonly kind: Attempt["kind"];
  readonly startedMs: number;
  readonly transmission: Transmission;
  readonly answerSha256: string | null;
}

/**
 * Settles an exchange: the answer of a sending closes its open attempt, the answer to a question is a new one.
 * @returns undefined when the answer comes too late to matter: the document is terminal, or the attempt was closed.
 */
export function settle(record: IssueRecord, exchange: Exchange, moment: Moment): IssueRecord | undefined {
  if (isTerminal(record.state)) return undefined;
  const attempts = closeAttempt(record.attempts, exchange, moment);
  if (attempts === undefined) return undefined;
  const { outcome } = exchange.transmission;
  const absences = countAbsence(record, outcome, moment);
  const event = pickEvent({ ...record, ...absences }, exchange.kind, outcome, moment);
  const patch: Patch = {
    attempts,
    ...absences,
    ...describe(record, outcome),
    pollCount: countPoll(record, attempts, exchange, event),
  };
  const next = move(record, event, patch, moment);
  // Rule 90 means "asked and answered": whose document it is must be known before anybody is told anything.
  return outcome.type === "duplicate" && exchange.kind !== "status" ? { ...next, wakeAt: toIso(moment.nowMs) } : next;
}

function closeAttempt(
  attempts: readonly Attempt[],
  exchange: Exchange,
  moment: Moment,
): readonly Attempt[] | undefined {
  const { attemptId, kind, transmission, answerSha256, startedMs } = exchange;
  const { outcome, httpStatus } = transmission;
  const closing = {
    endedAt: toIso(moment.nowMs),
    outcome: outcome.type,
    httpStatus,
    detail: "detail" in outcome ? outcome.detail : null,
    answerSha256,
  };
  if (kind !== "send") return appendAttempt(attempts, { id: attemptId, kind, startedAt: toIso(startedMs), ...closing });
  const isOpen = attempts.some((attempt) => attempt.id === attemptId && attempt.endedAt === null);
  if (!isOpen) return undefined;
  return attempts.map((attempt) => (attempt.id === attemptId ? { ...attempt, ...closing } : attempt));
}

/** Only "absent" counts; "in process" proves that the document is there, so the count starts again. */
function countAbsence(
  record: IssueRecord,
  outcome: TransmissionOutcome,
  moment: Moment,
): Pick<IssueRecord, "absenceCount" | "firstAbsentAt"> {
  const { absenceCount, firstAbsentAt } = record;
  if (outcome.type === "processing") return { absenceCount: 0, firstAbsentAt: null };
  if (outcome.type !== "absent") return { absenceCount, firstAbsentAt };
  return { absenceCount: absenceCount + 1, firstAbsentAt: firstAbsentAt ?? toIso(moment.nowMs) };
}

function pickEvent(
  record: IssueRecord,
  kind: Attempt["kind"],
  outcome: TransmissionOutcome,
  { nowMs, pollScale }: Moment,
): Event {
  const isSending = record.state === "sending" && kind === "send";
  switch (outcome.type) {
    case "accepted":
    case "rejected":
    case "processing":
      return outcome.type;
    case "acknowledged":
      return isSending ? "acknowledged" : "uncertain";
    case "not-processed":
      return isSending ? "refused-unprocessed" : "uncertain";
    case "absent": {
      const isExhausted = record.state !== "send_unknown" && isAbsenceExhausted(record, nowMs, pollScale);
      return isExhausted && !isSending ? "absent-exhausted" : "uncertain";
    }
    case "duplicate":
    case "unknown":
      return "uncertain";
  }
}

function describe(record: IssueRecord, outcome: TransmissionOutcome): Patch {
  switch (outcome.type) {
    case "accepted":
    case "rejected":
      return { verdict: outcome.verdict, lastError: null };
    case "acknowledged":
      return { zipKey: outcome.zipKey, lastError: null };
    case "duplicate":
      return { lastError: "duplicate: rule 90" };
    default:
      return { zipKey: record.zipKey, lastError: `${outcome.type}: ${outcome.detail}` };
  }
}

/** A sending starts the schedule; each question moves along it; news of progress starts it again. */
function countPoll(
  record: IssueRecord,
  attempts: readonly Attempt[],
  { kind, transmission }: Exchange,
  event: Event,
): number {
  if (event === "refused-unprocessed") {
    return attempts.filter((attempt) => attempt.kind === "send" && attempt.outcome === "not-processed").length;
  }
  if (kind === "send") return 0;
  const isNews = transmission.outcome.type === "processing" && record.state !== "en_proceso";
  // The verdict's own bookkeeping starts from the beginning.
  return isNews || event === "accepted" || event === "rejected" ? 0 : record.pollCount + 1;
}
