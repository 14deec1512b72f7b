// Applies an answer of the authority to a record: the only way into `aceptado` and `rechazado`; pure.

import type { Outcome } from "../../authority/outcome.ts";
import { type Event, isTerminal } from "../../domain/document/state.ts";
import type { Attempt, LastErrorReason } from "../../domain/document/timeline.ts";
import type { IssueRecord, NumberTaken, Transmission } from "../contract/ports.ts";
import { areAnswersExhausted, isAbsenceExhausted } from "../record/schedule.ts";
import { appendAttempt, type Instant, move, type Patch, toIso } from "../record/transition.ts";

/**
 * What is known after an answer of the document that has our number. The first answer that names it is kept; one that names
 * another takes its place, and one that our own document is in process ends it.
 */
function noteHolder({ numberTaken = null }: IssueRecord, kind: Attempt["kind"], outcome: Outcome): NumberTaken | null {
  if (outcome.type === "processing" && kind === "status") return null;
  if (outcome.type !== "number-taken" || numberTaken?.holderKey === outcome.holderKey) return numberTaken;
  const { holderKey, verdict } = outcome;
  return { holderKey, kind, verdict, isRangeStopped: false };
}

/**
 * Whether a question by CUFE or CUDS confirms that our document is not there and never will be: another one has its
 * number, and the authority knows none under our key. A document that may have left in a request without such an answer
 * could still be on its way: then absence must be repeated as long as for any other.
 * @param record with the answer in question counted, but not yet in its time line.
 */
function isNumberLost(
  record: IssueRecord,
  before: NumberTaken | null,
  kind: Attempt["kind"],
  outcome: Outcome,
  { nowMs, pollScale }: { readonly nowMs: number; readonly pollScale: number },
): boolean {
  if (before === null || kind !== "status") return false;
  const isSaidAgain = outcome.type === "number-taken" && outcome.holderKey === before.holderKey;
  if (outcome.type !== "absent" && !isSaidAgain) return false;
  return !mayBeOnItsWay(record, before) || isAbsenceExhausted(record, nowMs, pollScale);
}

/**
 * Whether a sending may still arrive. One that was refused before processing is over, and so is the last one where its own batch,
 * asked about by ZipKey, named the document that has the number.
 */
function mayBeOnItsWay(record: IssueRecord, { kind }: NumberTaken): boolean {
  const sendings = listSendingsWithout(record, ["not-processed", "number-taken"]);
  const last = record.attempts.findLast((attempt) => attempt.kind === "send");
  const isOpen = sendings.some((one) => !(one === last && kind === "status-zip" && one.outcome === "acknowledged"));
  return record.isAdopted || isOpen;
}

/** Sendings that got none of these answers: what they carried could still arrive. */
export function listSendingsWithout({ attempts }: IssueRecord, answers: readonly string[]): readonly Attempt[] {
  return attempts.filter(({ kind, outcome }) => kind === "send" && !answers.includes(outcome ?? ""));
}

/** One exchange with the authority, as the engine saw it. */
export interface AttemptExchange {
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
export function settle(record: IssueRecord, exchange: AttemptExchange, instant: Instant): IssueRecord | undefined {
  if (isTerminal(record.state)) return undefined;
  const attempts = closeAttempt(record.attempts, exchange, instant);
  if (attempts === undefined) return undefined;
  const { outcome } = exchange.transmission;
  const { kind } = exchange;
  const absences = countAbsence(record, kind, outcome, instant);
  const counted = { ...record, ...absences };
  const before = record.numberTaken ?? null;
  const isLost = isNumberLost(counted, before, kind, outcome, instant);
  const event = isLost ? "rejected" : pickEvent({ ...counted, attempts }, kind, outcome, instant);
  const numberTaken = noteHolder(record, kind, outcome);
  const patch: Patch = {
    attempts,
    ...absences,
    ...(numberTaken === before ? {} : { numberTaken }),
    ...(isLost && before !== null ? { verdict: before.verdict, lastError: null } : describe(record, outcome)),
    pollCount: countPoll(record, attempts, exchange, event),
  };
  const next = move(record, event, patch, instant);
  // Rule 90 means "asked and answered": whose document it is must be known before a caller gets an answer.
  const isAskedAtOnce = (outcome.type === "duplicate" || outcome.type === "number-taken") && kind !== "status";
  return isAskedAtOnce && !isTerminal(next.state) ? { ...next, wakeAt: toIso(instant.nowMs) } : next;
}

/** The time line with the answer: a sending's closes its open attempt, undefined when there is none; a question's is a new one. */
export function closeAttempt(
  attempts: readonly Attempt[],
  exchange: AttemptExchange,
  instant: Instant,
): readonly Attempt[] | undefined {
  const { attemptId, kind, transmission, answerSha256, startedMs } = exchange;
  const { outcome, httpStatus } = transmission;
  const closing = {
    endedAt: toIso(instant.nowMs),
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

/**
 * "Absent" counts, and so does a question by our key that is answered with the document that has its number; "in process"
 * proves that the document is there, so the count starts again.
 */
function countAbsence(
  record: IssueRecord,
  kind: Attempt["kind"],
  outcome: Outcome,
  instant: Instant,
): Pick<IssueRecord, "absenceCount" | "firstAbsentAt"> {
  const { absenceCount, firstAbsentAt } = record;
  if (outcome.type === "processing") return { absenceCount: 0, firstAbsentAt: null };
  const isAbsence = outcome.type === "absent" || (outcome.type === "number-taken" && kind === "status");
  if (!isAbsence) return { absenceCount, firstAbsentAt };
  return { absenceCount: absenceCount + 1, firstAbsentAt: firstAbsentAt ?? toIso(instant.nowMs) };
}

function pickEvent(record: IssueRecord, kind: Attempt["kind"], outcome: Outcome, { nowMs, pollScale }: Instant): Event {
  const isSending = record.state === "sending" && kind === "send";
  const canGiveUp = record.state !== "send_unknown" && record.state !== "sending";
  switch (outcome.type) {
    case "accepted":
    case "rejected":
    case "processing":
      return outcome.type;
    case "acknowledged":
      return isSending ? "acknowledged" : "uncertain";
    case "not-processed":
      if (!isSending) return "uncertain";
      // The sending before the order may have been processed: two people decide again, nothing goes out by itself.
      return wasOrdered(record) ? "resend-refused" : "refused-unprocessed";
    case "absent":
      if (!canGiveUp) return "uncertain";
      if (isAbsenceExhausted(record, nowMs, pollScale)) return "absent-exhausted";
      return areAnswersExhausted(record, pollScale) ? "answers-exhausted" : "uncertain";
    case "duplicate":
    case "number-taken":
    case "refused-unnamed":
    case "unknown":
      return canGiveUp && areAnswersExhausted(record, pollScale) ? "answers-exhausted" : "uncertain";
  }
}

function wasOrdered({ changes }: IssueRecord): boolean {
  return changes.findLast(({ to }) => to === "sending")?.event === "operator-resend";
}

function describe(record: IssueRecord, outcome: Outcome): Patch {
  switch (outcome.type) {
    case "accepted":
    case "rejected":
      return { verdict: outcome.verdict, lastError: null };
    case "acknowledged":
      return { zipKey: outcome.zipKey, lastError: null };
    case "duplicate":
      return { lastError: { step: null, reason: "duplicate", detail: "rule 90" } };
    case "number-taken":
      return { lastError: { step: null, reason: "number-taken", detail: "rule 90 names another document" } };
    default:
      return { zipKey: record.zipKey, lastError: { step: null, reason: pickReason(outcome), detail: outcome.detail } };
  }
}

/** Of the unknown outcomes, those of the transport have reasons of their own. */
function pickReason(outcome: Extract<Outcome, { readonly detail: string }>): LastErrorReason {
  if (outcome.type === "refused-unnamed") return "unknown";
  if (outcome.type !== "unknown") return outcome.type;
  return outcome.reason === "timeout" || outcome.reason === "network" ? outcome.reason : "unknown";
}

/** A sending starts the schedule; each question moves along it; news of progress starts it again. */
function countPoll(
  record: IssueRecord,
  attempts: readonly Attempt[],
  { kind, transmission }: AttemptExchange,
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
