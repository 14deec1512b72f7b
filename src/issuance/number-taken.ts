// Decides, when the authority says that a document's number belongs to another one, whether that proves that ours was not
// processed; pure.
import type { Attempt, IssueRecord, NumberTaken, TransmissionOutcome } from "./ports.ts";
import { isAbsenceExhausted } from "./schedule.ts";

/**
 * What is known of the holder of the number after an answer. The first answer that names a holder is kept; one that names
 * another starts afresh, and word of progress about our own document unsays it.
 */
export function noteHolder(
  { numberTaken = null }: IssueRecord,
  kind: Attempt["kind"],
  outcome: TransmissionOutcome,
): NumberTaken | null {
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
export function isNumberLost(
  record: IssueRecord,
  before: NumberTaken | null,
  kind: Attempt["kind"],
  outcome: TransmissionOutcome,
  { nowMs, pollScale }: { readonly nowMs: number; readonly pollScale: number },
): boolean {
  if (before === null || kind !== "status") return false;
  const isSaidAgain = outcome.type === "number-taken" && outcome.holderKey === before.holderKey;
  if (outcome.type !== "absent" && !isSaidAgain) return false;
  return !mayBeOnItsWay(record, before) || isAbsenceExhausted(record, nowMs, pollScale);
}

/** Sendings whose answer did not say that nothing was processed; the batch that named the holder was the last one's. */
function mayBeOnItsWay({ attempts, isAdopted }: IssueRecord, { kind }: NumberTaken): boolean {
  const sendings = attempts.filter((attempt) => attempt.kind === "send");
  const last = sendings.at(-1);
  return (
    isAdopted ||
    sendings.some((one) => {
      if (one.outcome === "not-processed" || one.outcome === "number-taken") return false;
      return !(one === last && kind === "status-zip" && one.outcome === "acknowledged");
    })
  );
}
