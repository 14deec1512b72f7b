// Decides, from what the authority's environment answered lately, whether a signed document may leave now; pure.

/** Failures of the transport in a row after which something counts as down: everything, within a minute; sendings alone, within ten. */
const FAILURES_NEEDED = 5;
const FAILURE_SPAN_MS = 60_000;
const SENDING_SPAN_MS = 600_000;
/** Of fewer companies than this, failed sendings say that sendings fail only once they have for so long: a few bodies may be at fault. */
const COMPANIES_SURE = 3;
const FEW_SPAN_MS = 60_000;
/** So many requests that wait so long, with nothing heard meanwhile, count as much: a deadline is far longer. */
const SILENCE_MS = 15_000;
/** A request that is still under way after this ended with its object. */
const FORGOTTEN_MS = 180_000;
/** While nothing is answered, one question each half minute, for all documents together. */
const PROBE_EVERY_MS = 30_000;
/** The first of each hour is a document: an authority that answers no question may still take documents. */
const UNASKED_EVERY_MS = 3_600_000;
/** While questions alone are answered, one document is tried: at once, then after this, then each time after twice as long. */
const TRY_FIRST_MS = 1_000;
const TRY_LAST_MS = 300_000;
/** So long after questions are answered again, nothing waits that could have been tried. */
const IDLE_MS = 600_000;
/** How often a held document looks. */
export const LOOK_EVERY_MS = 60_000;
/** How old what an isolate knows of an outage may be. */
export const KNOWN_FOR_MS = 30_000;
/** Before the first turn every held document has looked, with knowledge of the end. */
const SETTLE_MS = LOOK_EVERY_MS + KNOWN_FOR_MS;
/** What an outage held leaves so many times as fast as it came. */
const CATCH_UP_SPEED = 2;

/** A request to the authority. */
export interface Sent {
  readonly companyId: number;
  /** It hands a document over; otherwise it is a question about one. */
  readonly isSending: boolean;
  /** Epoch milliseconds. */
  readonly startedMs: number;
}

/** A document that wants to leave. */
export interface Waiting {
  readonly companyId: number;
  /** Epoch milliseconds. */
  readonly reservedMs: number;
}

/** Nothing is answered, or questions alone are; over when a sending is answered. Epoch milliseconds. */
export interface Outage {
  /** Of the failure with which it began. */
  readonly sinceMs: number;
  /** Since when questions are answered; null: nothing is. */
  readonly answersSinceMs: number | null;
  /** The next question; where questions are answered, when the next document is tried. */
  readonly probeAtMs: number;
  /** Documents tried in it. */
  readonly tries: number;
  /** Whose sendings alone failed, while nobody else's was tried: it may be what that company sends. Null: it holds everybody. */
  readonly onlyOf: number | null;
}

/** What is known of one environment of the authority, for all companies together; epoch milliseconds. */
export interface BrakeState {
  /** Failures since the last answer, oldest first, those of the last minute. */
  readonly failures: readonly number[];
  /** Sendings that failed since one was answered, within ten minutes: the first, which says for how long, and the last four. */
  readonly lostSendings: readonly { readonly atMs: number; readonly companyId: number }[];
  readonly outage: Outage | null;
  /** When a sending was answered again. */
  readonly backSince: number | null;
  /** Documents reserved from here on, until it was back, were held. */
  readonly heldFrom: number | null;
  /** The same of one company, where an outage of its own held them; nobody else waits for these. */
  readonly heldOwn: { readonly companyId: number; readonly fromMs: number } | null;
}

/** Nothing is known against the environment. */
export const RELEASED: BrakeState = {
  failures: [],
  lostSendings: [],
  outage: null,
  backSince: null,
  heldFrom: null,
  heldOwn: null,
};

/** What a signed document may do. */
export type Passage =
  | { readonly type: "go" }
  /** Ask about it first: a question puts nothing at risk. */
  | { readonly type: "ask" }
  /** Epoch milliseconds. */
  | { readonly type: "wait"; readonly untilMs: number };

/**
 * `caida`: documents are held. `lenta`: it answers again, and what was held is still leaving. `sinceMs`: epoch milliseconds, null while
 * nothing is known against it.
 */
export interface Condition {
  readonly state: "normal" | "lenta" | "caida";
  readonly sinceMs: number | null;
}

/** The condition of an environment for a company; null: for those that no company's own trouble holds (`nowMs` epoch milliseconds). */
export function describeCondition(state: BrakeState, nowMs: number, companyId: number | null = null): Condition {
  const { outage } = state;
  if (outage !== null && holds(outage, companyId)) {
    const isUntried = outage.answersSinceMs !== null && state.lostSendings.length === 0;
    return isUntried ? { state: "lenta", sinceMs: outage.answersSinceMs } : { state: "caida", sinceMs: outage.sinceMs };
  }
  return nowMs < endOfQueue(state, companyId)
    ? { state: "lenta", sinceMs: state.backSince }
    : { state: "normal", sinceMs: null };
}

/**
 * Nothing is answered; sendings fail, and questions are answered; questions are answered, and no document was tried yet; sendings
 * are answered again, and what was held is leaving.
 */
export interface KnownOutage {
  readonly state: "silent" | "failing" | "untried" | "leaving";
  /** Epoch milliseconds. */
  readonly sinceMs: number;
  /** See `Outage`. */
  readonly onlyOf: number | null;
}

/** The outage in words for operators; null where there is none, and nothing that one held is left (`nowMs` epoch milliseconds). */
export function describeOutage(known: BrakeState, nowMs: number): KnownOutage | null {
  const { outage, lostSendings, backSince, heldOwn } = known;
  if (outage === null) {
    if (backSince === null) return null;
    const isLeaving = (companyId: number | null) => nowMs < endOfQueue(known, companyId);
    const ownId = heldOwn?.companyId ?? null;
    if (isLeaving(null)) return { state: "leaving", sinceMs: backSince, onlyOf: null };
    return ownId !== null && isLeaving(ownId) ? { state: "leaving", sinceMs: backSince, onlyOf: ownId } : null;
  }
  const { sinceMs, answersSinceMs, onlyOf } = outage;
  if (answersSinceMs === null) return { state: "silent", sinceMs, onlyOf };
  if (lostSendings.length > 0) return { state: "failing", sinceMs, onlyOf };
  return { state: "untried", sinceMs: answersSinceMs, onlyOf };
}

/** A request got no answer, or only one of something before the authority. What began before an outage ended says nothing of now. */
export function noteFailure(state: BrakeState, { companyId, isSending, startedMs }: Sent, nowMs: number): BrakeState {
  const { outage } = state;
  if (outage?.answersSinceMs === null) return state;
  if (startedMs < (outage?.answersSinceMs ?? state.backSince ?? 0)) return state;
  const recent = [...state.failures, nowMs].filter((at) => at > nowMs - FAILURE_SPAN_MS);
  const failures = recent.slice(-FAILURES_NEEDED);
  const [first = nowMs] = failures;
  if (failures.length >= FAILURES_NEEDED) return goDown(state, first, nowMs);
  if (!isSending) return { ...state, failures };
  const known = { ...state, failures, lostSendings: loseSending(state, companyId, nowMs) };
  if (outage === null) return judgeSendings(known, nowMs);
  if (holds(outage, companyId)) return known;
  // The pause of one company's tries is not the others': theirs begin.
  const probeAtMs = Math.min(outage.probeAtMs, nowMs + TRY_FIRST_MS);
  return { ...known, outage: { ...outage, probeAtMs, tries: 0, onlyOf: null }, heldFrom: nowMs };
}

function loseSending({ lostSendings }: BrakeState, companyId: number, nowMs: number) {
  const recent = lostSendings.filter(({ atMs }) => atMs > nowMs - SENDING_SPAN_MS);
  const [first, ...others] = [...recent, { atMs: nowMs, companyId }];
  return first === undefined ? [] : [first, ...others.slice(1 - FAILURES_NEEDED)];
}

function judgeSendings(state: BrakeState, nowMs: number): BrakeState {
  const [first] = state.lostSendings;
  if (first === undefined || state.lostSendings.length < FAILURES_NEEDED) return state;
  const companies = new Set(state.lostSendings.map(({ companyId }) => companyId)).size;
  if (companies < COMPANIES_SURE && nowMs < first.atMs + FEW_SPAN_MS) return state;
  const onlyOf = companies === 1 ? first.companyId : null;
  // Questions are answered: the next document is tried at once.
  const outage = { sinceMs: first.atMs, answersSinceMs: nowMs, probeAtMs: nowMs, tries: 0, onlyOf };
  return beginOutage(state, outage, first.atMs, nowMs);
}

/** The requests under way that wait too long although nothing was heard meanwhile: oldest first. @param heardMs epoch milliseconds. */
export function listLate(waiting: readonly Sent[], heardMs: number, nowMs: number): readonly Sent[] {
  if (heardMs > nowMs - SILENCE_MS) return [];
  return waiting
    .filter(({ startedMs: at }) => at <= nowMs - SILENCE_MS && at > nowMs - FORGOTTEN_MS)
    .sort((one, other) => one.startedMs - other.startedMs);
}

/** Requests wait too long: where they are many, the environment is down since the first of them began. @param late see `listLate`. */
export function noteSilence(state: BrakeState, late: readonly Sent[], nowMs: number): BrakeState {
  const since = late.filter(({ startedMs }) => startedMs >= (state.backSince ?? 0));
  const [first] = since;
  if (state.outage !== null || first === undefined || since.length < FAILURES_NEEDED) return state;
  return goDown(state, first.startedMs, nowMs);
}

/** Nothing is answered. */
function goDown(state: BrakeState, sinceMs: number, nowMs: number): BrakeState {
  const since = state.outage?.sinceMs ?? sinceMs;
  const { tries } = state.outage ?? { tries: 0 };
  const outage = { sinceMs: since, answersSinceMs: null, probeAtMs: nowMs + PROBE_EVERY_MS, tries, onlyOf: null };
  return { ...beginOutage(state, outage, sinceMs, nowMs), lostSendings: [] };
}

/** @param heldMs from when on it holds those of whom nothing waits yet. */
function beginOutage(state: BrakeState, outage: Outage, heldMs: number, nowMs: number): BrakeState {
  const { onlyOf } = outage;
  const findFront = (of: number | null) =>
    state.outage === null ? frontOfQueue(state, of, nowMs) : findHeldFrom(state, of);
  const ownOf = onlyOf ?? state.heldOwn?.companyId ?? null;
  const fromMs = ownOf === null ? null : (findFront(ownOf) ?? (onlyOf === null ? null : heldMs));
  return {
    ...state,
    failures: [],
    outage,
    backSince: null,
    // Of the others, each that still waits keeps the turn that it was given.
    heldFrom: onlyOf === null ? (findFront(null) ?? heldMs) : null,
    heldOwn: ownOf === null || fromMs === null ? null : { companyId: ownOf, fromMs },
  };
}

/**
 * The authority answered, whatever it said. An outage is over when a sending is answered: questions may be answered while sendings are
 * not. The answer to a request from before an outage does not end it.
 */
export function noteAnswer(state: BrakeState, { isSending, startedMs }: Sent, nowMs: number): BrakeState {
  const { outage } = state;
  if (outage === null) return noteUsualAnswer(state, isSending, nowMs);
  const { sinceMs, answersSinceMs } = outage;
  if (startedMs <= sinceMs) return state;
  if (isSending) return { ...RELEASED, backSince: nowMs, heldFrom: state.heldFrom, heldOwn: state.heldOwn };
  if (answersSinceMs === null) {
    return { ...state, failures: [], outage: { ...outage, answersSinceMs: nowMs, probeAtMs: nowMs } };
  }
  if (state.lostSendings.length === 0 && nowMs >= answersSinceMs + IDLE_MS) return RELEASED;
  return state.failures.length === 0 ? state : { ...state, failures: [] };
}

function noteUsualAnswer(state: BrakeState, isSending: boolean, nowMs: number): BrakeState {
  const lostSendings = isSending ? [] : state.lostSendings;
  const isKnown = state.failures.length === 0 && lostSendings.length === state.lostSendings.length;
  const end = Math.max(endOfQueue(state, null), endOfQueue(state, state.heldOwn?.companyId ?? null));
  const hasLeft = state.backSince !== null && nowMs >= end;
  if (isKnown && !hasLeft) return state;
  return { ...(hasLeft ? RELEASED : state), failures: [], lostSendings };
}

/** What a document may do now. Who is told to ask in an outage has taken its one question, and who goes in it is the one that is tried. */
export function judgePassage(
  state: BrakeState,
  { companyId, reservedMs }: Waiting,
  nowMs: number,
): { readonly passage: Passage; readonly state: BrakeState } {
  const { outage } = state;
  if (outage !== null && holds(outage, companyId)) {
    if (nowMs < findProbe(state, outage, companyId)) {
      return { passage: { type: "wait", untilMs: nowMs + LOOK_EVERY_MS }, state };
    }
    const isSilent = outage.answersSinceMs === null;
    const everyMs = isSilent ? PROBE_EVERY_MS : pauseAfter(outage.tries);
    const next = { ...outage, probeAtMs: nowMs + everyMs, tries: outage.tries + (isSilent ? 0 : 1) };
    const isAsked = isSilent && !isFirstOfHour(outage, nowMs);
    return { passage: { type: isAsked ? "ask" : "go" }, state: { ...state, outage: next } };
  }
  // Of those held, the oldest go first, twice as fast as they came.
  const turn = findTurn(state, companyId, reservedMs);
  if (nowMs < turn) return { passage: { type: "wait", untilMs: turn }, state };
  const isDoubtful = state.failures.some((at) => at > nowMs - FAILURE_SPAN_MS);
  return { passage: { type: isDoubtful ? "ask" : "go" }, state };
}

/**
 * When a company's document may be the next that goes. Who lost one lately lets the others go first: it may be what that company
 * sends, and they would wait for it for hours.
 */
function findProbe({ lostSendings }: BrakeState, { probeAtMs, tries, onlyOf }: Outage, companyId: number): number {
  const givesWay = onlyOf === null && tries > 0 && lostSendings.some((lost) => lost.companyId === companyId);
  return givesWay ? probeAtMs + Math.min(pauseAfter(tries - 1), LOOK_EVERY_MS) : probeAtMs;
}

/** Whether the last question, of the hour before this one, stayed without an answer; where none was asked lately, one is asked first. */
function isFirstOfHour({ sinceMs, probeAtMs }: Outage, nowMs: number): boolean {
  const askedMs = probeAtMs - PROBE_EVERY_MS;
  const hourOf = (atMs: number) => Math.floor((atMs - sinceMs) / UNASKED_EVERY_MS);
  return hourOf(nowMs) > hourOf(askedMs) && nowMs < askedMs + UNASKED_EVERY_MS;
}

function pauseAfter(tries: number): number {
  return Math.min(TRY_FIRST_MS * 2 ** tries, TRY_LAST_MS);
}

function holds({ onlyOf }: Outage, companyId: number | null): boolean {
  return onlyOf === null || onlyOf === companyId;
}

/** From when on documents of a company were held; null: of those that no company's own trouble holds. */
function findHeldFrom({ heldFrom, heldOwn }: BrakeState, companyId: number | null): number | null {
  return heldOwn !== null && heldOwn.companyId === companyId ? heldOwn.fromMs : heldFrom;
}

/** When a held document may leave; one that came after the outage need not wait for the others. */
function findTurn(state: BrakeState, companyId: number | null, reservedMs: number): number {
  const { backSince } = state;
  const heldFrom = findHeldFrom(state, companyId);
  if (backSince === null || heldFrom === null || reservedMs > backSince) return 0;
  return backSince + SETTLE_MS + Math.max(reservedMs - heldFrom, 0) / CATCH_UP_SPEED;
}

function endOfQueue(state: BrakeState, companyId: number | null): number {
  return state.backSince === null ? 0 : findTurn(state, companyId, state.backSince);
}

/** When the oldest document that still waits was reserved; null: none waits. */
function frontOfQueue(state: BrakeState, companyId: number | null, nowMs: number): number | null {
  const { backSince } = state;
  const heldFrom = findHeldFrom(state, companyId);
  if (backSince === null || heldFrom === null || nowMs >= endOfQueue(state, companyId)) return null;
  return heldFrom + Math.max(nowMs - backSince - SETTLE_MS, 0) * CATCH_UP_SPEED;
}
