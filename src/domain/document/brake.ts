// Decides, from what the authority's environment answered lately, whether a signed document may leave now; pure.

/** Failures of the transport in a row, within a minute, after which the environment counts as down. */
const FAILURES_NEEDED = 5;
const FAILURE_SPAN_MS = 60_000;
/** So many requests that wait so long, with nothing heard meanwhile, count as much: a deadline is far longer. */
const SILENCE_MS = 15_000;
/** A request that is still under way after this ended with its object. */
const FORGOTTEN_MS = 180_000;
/** While it is down, one question each half minute, for all documents together. */
const PROBE_EVERY_MS = 30_000;
/** How often a held document looks. */
export const LOOK_EVERY_MS = 60_000;
/** Before the first turn every held document has looked, with knowledge that is at most one probe old. */
const SETTLE_MS = LOOK_EVERY_MS + PROBE_EVERY_MS;
/** What an outage held leaves so many times as fast as it came. */
const CATCH_UP_SPEED = 2;

/** What is known of one environment of the authority, for all companies together; epoch milliseconds. */
export interface BrakeState {
  /** Failures since the last answer, oldest first, those of the last minute. */
  readonly failures: readonly number[];
  /** Of the failure with which the outage began; null while the authority answers. */
  readonly downSince: number | null;
  /** When it answered again. */
  readonly backSince: number | null;
  /** Documents reserved from here on, until it was back, were held. */
  readonly heldFrom: number | null;
  /** The next question of an outage. */
  readonly probeAt: number;
  /** Of the outage that people know of: until a sending is answered it is not over for them. */
  readonly toldSince: number | null;
  /** Whether a sending failed after questions were answered again. */
  readonly hasSendingFailed: boolean;
}

/** Nothing is known against the environment. */
export const RELEASED: BrakeState = {
  failures: [],
  downSince: null,
  backSince: null,
  heldFrom: null,
  probeAt: 0,
  toldSince: null,
  hasSendingFailed: false,
};

/** What a signed document may do. */
export type Passage =
  | { readonly type: "go" }
  /** Ask about it first: a question puts nothing at risk. */
  | { readonly type: "ask" }
  /** Epoch milliseconds. */
  | { readonly type: "wait"; readonly untilMs: number };

/**
 * `lenta`: it answers again, and what was held is still leaving, or it answers questions and fails sendings. `sinceMs`: epoch
 * milliseconds, null while nothing is known against it.
 */
export interface Condition {
  readonly state: "normal" | "lenta" | "caida";
  readonly sinceMs: number | null;
}

/** The condition of an environment, for people (`nowMs` epoch milliseconds). */
export function describeCondition(state: BrakeState, nowMs: number): Condition {
  if (state.downSince !== null) return { state: "caida", sinceMs: state.downSince };
  const isSlow = nowMs < endOfQueue(state) || describeSendings(state)?.state === "failing";
  return isSlow ? { state: "lenta", sinceMs: state.backSince } : { state: "normal", sinceMs: null };
}

/** What became of sendings since questions are answered again: they fail since the outage began, or none was answered yet. */
export interface Sendings {
  readonly state: "failing" | "none";
  /** Epoch milliseconds. */
  readonly sinceMs: number;
}

/** What is known of sendings while questions alone are answered; null where nothing is answered, or a sending was. */
export function describeSendings({ downSince, backSince, toldSince, hasSendingFailed }: BrakeState): Sendings | null {
  if (downSince !== null || toldSince === null) return null;
  if (hasSendingFailed) return { state: "failing", sinceMs: toldSince };
  return { state: "none", sinceMs: backSince ?? toldSince };
}

/**
 * A request got no answer, or only one of something before the authority.
 * @param startedMs when it began: what began before an outage ended says nothing of the time since.
 */
export function noteFailure(state: BrakeState, startedMs: number, nowMs: number, isSending = false): BrakeState {
  if (state.downSince !== null || startedMs < (state.backSince ?? 0)) return state;
  const hasSendingFailed = state.hasSendingFailed || (isSending && state.toldSince !== null);
  const recent = [...state.failures, nowMs].filter((at) => at > nowMs - FAILURE_SPAN_MS);
  const failures = recent.slice(-FAILURES_NEEDED);
  const [first = nowMs] = failures;
  return failures.length < FAILURES_NEEDED ? { ...state, failures, hasSendingFailed } : goDown(state, first, nowMs);
}

/** The requests under way that wait too long although nothing was heard meanwhile: when each began, oldest first (epoch milliseconds). */
export function listLate(waiting: readonly number[], heardMs: number, nowMs: number): readonly number[] {
  if (heardMs > nowMs - SILENCE_MS) return [];
  return waiting
    .filter((at) => at <= nowMs - SILENCE_MS && at > nowMs - FORGOTTEN_MS)
    .sort((one, other) => one - other);
}

/** Requests wait too long: where they are many, the environment is down since the first of them began. @param late see `listLate`. */
export function noteSilence(state: BrakeState, late: readonly number[], nowMs: number): BrakeState {
  const since = late.filter((at) => at >= (state.backSince ?? 0));
  const [first = nowMs] = since;
  return state.downSince !== null || since.length < FAILURES_NEEDED ? state : goDown(state, first, nowMs);
}

function goDown(state: BrakeState, downSince: number, nowMs: number): BrakeState {
  const heldFrom = nowMs < endOfQueue(state) ? frontOfQueue(state, nowMs) : downSince;
  const toldSince = state.toldSince ?? downSince;
  const probeAt = nowMs + PROBE_EVERY_MS;
  return { failures: [], downSince, backSince: null, heldFrom, probeAt, toldSince, hasSendingFailed: false };
}

/**
 * The authority answered, whatever it said. Documents may leave once anything is answered; for people an outage is over when a
 * sending is, or when all that was held has left and none failed: questions may be answered while sendings are not.
 * @param startedMs when the request began: the answer to one from before an outage does not end it.
 */
export function noteAnswer(state: BrakeState, startedMs: number, nowMs: number, isSending = false): BrakeState {
  const { toldSince: told } = state;
  if (state.downSince !== null) {
    if (startedMs <= state.downSince) return state;
    return { ...state, downSince: null, backSince: nowMs, toldSince: isSending ? null : told, hasSendingFailed: false };
  }
  const hasLeft = nowMs >= endOfQueue(state);
  const isTold = told !== null && !isSending && (!hasLeft || state.hasSendingFailed);
  if (hasLeft && !isTold) return RELEASED;
  const toldSince = isTold ? told : null;
  return state.failures.length === 0 && toldSince === told ? state : { ...state, failures: [], toldSince };
}

/**
 * What a document may do now. Who is told to ask in an outage has taken its one question.
 * @param reservedMs when the document was reserved: of those held, the oldest go first, twice as fast as they came.
 */
export function judgePassage(
  state: BrakeState,
  reservedMs: number,
  nowMs: number,
): { readonly passage: Passage; readonly state: BrakeState } {
  if (state.downSince !== null) {
    if (nowMs < state.probeAt) return { passage: { type: "wait", untilMs: nowMs + LOOK_EVERY_MS }, state };
    return { passage: { type: "ask" }, state: { ...state, probeAt: nowMs + PROBE_EVERY_MS } };
  }
  const turn = findTurn(state, reservedMs);
  if (nowMs < turn) return { passage: { type: "wait", untilMs: turn }, state };
  const isDoubtful = state.failures.some((at) => at > nowMs - FAILURE_SPAN_MS);
  return { passage: { type: isDoubtful ? "ask" : "go" }, state };
}

/** When a held document may leave; one that came after the outage need not wait for the others. */
function findTurn({ backSince, heldFrom }: BrakeState, reservedMs: number): number {
  if (backSince === null || heldFrom === null || reservedMs > backSince) return 0;
  return backSince + SETTLE_MS + Math.max(reservedMs - heldFrom, 0) / CATCH_UP_SPEED;
}

function endOfQueue(state: BrakeState): number {
  return state.backSince === null ? 0 : findTurn(state, state.backSince);
}

/** When the oldest document that still waits was reserved. */
function frontOfQueue({ backSince, heldFrom }: BrakeState, nowMs: number): number {
  return (heldFrom ?? nowMs) + Math.max(nowMs - (backSince ?? nowMs) - SETTLE_MS, 0) * CATCH_UP_SPEED;
}
