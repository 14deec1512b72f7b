// Pursues a creation to its final outcome with one key from beginning to end, by the retry table of `README.md`.
import { checkBody, writeBody } from "./body.ts";
import { ApiError, explain, NotSentError, OutcomeUnknownError } from "./error.ts";
import { type Answer, type ClientRequest, isObject, type Send, type Silence } from "./transport.ts";

/** What to do about an answer to a creation. */
export type Verdict =
  | { readonly type: "settled"; readonly isAccepted: boolean }
  /** The document exists and is not final: ask, never with another key. */
  | { readonly type: "pending"; readonly id: number | undefined; readonly waitMs: number }
  /** The same request again, with the same key. */
  | { readonly type: "again"; readonly waitMs: number }
  | { readonly type: "refused" };

/** Reads an answer by the table "What a client does" of `README.md`. */
export function judge(answer: Answer | Silence): Verdict {
  if (answer.status === 0 || !("body" in answer)) return { type: "again", waitMs: 0 };
  const { status, body } = answer;
  const waitMs = answer.retryAfterSeconds * 1000;
  if (status === 408 || status === 429) return { type: "again", waitMs };
  if (body === undefined) return status >= 300 && status < 500 ? { type: "refused" } : { type: "again", waitMs };
  if (status === 200 || status === 201) return { type: "settled", isAccepted: true };
  if (status === 422) return { type: "settled", isAccepted: false };
  if (status === 202 || body.pending === true) return { type: "pending", id: findId(body), waitMs };
  if (status >= 500) return { type: "again", waitMs };
  return { type: "refused" };
}

function findId(body: NonNullable<Answer["body"]>): number | undefined {
  const { documento } = body;
  // The answer about a note names the invoice that it corrects too.
  const id = body.nota_id ?? body.factura_id ?? (isObject(documento) ? documento.id : undefined);
  return typeof id === "number" && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** A request that is about to be sent again. */
export interface Retry {
  /** How many tries there were so far. */
  readonly attempt: number;
  readonly waitSeconds: number;
  /** What the last one met: `connect ECONNREFUSED …`, `HTTP 503`. */
  readonly cause: string;
}

/** How long to wait between tries, and in all. */
export interface Pace {
  /** Milliseconds: 5, 15, 30, 60 s, the last one from then on. */
  readonly delaysMs: readonly number[];
  readonly patienceMs: number;
  readonly onRetry?: ((retry: Retry) => unknown) | undefined;
  readonly sleep: (delayMs: number, signal?: AbortSignal) => Promise<void>;
  readonly now: () => number;
}

/** A creation to be made: what is sent under a key, and where the document is read. */
export interface Creation {
  readonly key: string;
  readonly path: string;
  readonly body: object;
  /** The path that reads the document. */
  readonly pathOf: (id: number) => string;
}

/** The patience is over and the authority has not decided: keep the id, read it later. */
export interface Pending {
  readonly type: "pending";
  readonly id: number;
}

/** The end of a creation; `body` is the service's last answer to the POST, whole. */
export type Outcome<Accepted, Rejected> =
  | { readonly type: "accepted"; readonly id: number; readonly isReplay: boolean; readonly body: Accepted }
  | { readonly type: "rejected"; readonly id: number; readonly isReplay: boolean; readonly body: Rejected }
  | Pending;

export interface CreateOptions {
  /**
   * Ends the pursuit, also a request under way: the outcome is then pending, or an OutcomeUnknownError while no id is known. It
   * takes nothing back; the same key and body find the document.
   */
  readonly signal?: AbortSignal | undefined;
  /** How long this creation is pursued in all, instead of the client's own. */
  readonly patienceMs?: number | undefined;
  /** Called once, as soon as the document exists and the authority has not decided; a promise of it is waited for. */
  readonly onPending?: ((pending: Pending) => unknown) | undefined;
}

/** Refusals for which the service has looked at the key or the body: nothing was issued under this key with this body. */
const CONCLUSIVE: ReadonlySet<number> = new Set([400, 409, 413, 415, 422]);

/**
 * Creates and waits for the final state.
 * @throws NotSentError before the first request; ApiError when the service refuses; OutcomeUnknownError when no answer settles it.
 */
export async function create<Accepted, Rejected>(
  send: Send,
  creation: Creation,
  usual: Pace,
  { signal, patienceMs = usual.patienceMs, onPending }: CreateOptions = {},
): Promise<Outcome<Accepted, Rejected>> {
  checkPatience(patienceMs);
  const request = { ...writeRequest(creation), signal };
  checkSignal(signal);
  const pace = startPace({ ...usual, patienceMs });
  let id: number | undefined;
  let isUncertain = false;
  let last: unknown;
  for (let tries = 0; ; tries += 1) {
    const answer = await send({ ...request, leftMs: pace.leftMs() });
    const verdict = judge(answer);
    if ("body" in answer) {
      const settled = verdict.type === "settled" ? findId(answer.body ?? {}) : undefined;
      if (settled !== undefined) return settle(answer, settled);
      if (verdict.type === "refused" || answer.status === 422) {
        last = new ApiError(answer);
        if (!isUncertain || CONCLUSIVE.has(answer.status)) throw last;
        break;
      }
    }
    last = "cause" in answer ? answer.cause : `HTTP ${answer.status}`;
    isUncertain ||= answer.status !== 429;
    if (verdict.type === "pending" && verdict.id !== undefined && id === undefined) {
      id = verdict.id;
      await onPending?.({ type: "pending", id });
    }
    if (!(await pause(pace, tries, answer, signal))) break;
    // Once it is final the POST is repeated a last time: its replay carries what the authority said.
    if (id !== undefined) await waitUntilFinal(send, { path: creation.pathOf(id), signal }, pace);
    if (signal?.aborted === true || pace.now() >= pace.untilMs) break;
  }
  if (id !== undefined) return { type: "pending", id };
  throw new OutcomeUnknownError(creation.key, signal?.aborted === true ? signal.reason : last);
}

/** @throws NotSentError when the patience is no number of milliseconds. */
export function checkPatience(patienceMs: number): void {
  if (!(patienceMs > 0)) throw new NotSentError(`patienceMs is ${patienceMs}`);
}

function checkSignal(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new NotSentError("its signal was aborted before", signal.reason);
}

/** A header holds ASCII alone on its way; any other key goes in the body, where every creation reads `draft_key`. */
const HEADER_TEXT = /^[ -~]+$/;

/** The key that an invoice carries; a program without types may give what is none. */
export function findKey(body: { readonly draft_key: string } | null | undefined): string {
  return body?.draft_key ?? "";
}

function writeRequest({ key, path, body }: Creation): ClientRequest {
  checkBody(body);
  const isKey = typeof key === "string" && key.trim() !== "";
  if (!isKey)
    throw new NotSentError(
      "a creation needs a key, as text, which makes its retries safe: that of an invoice is its draft_key",
    );
  // The service takes null and an empty text for no key.
  const own = ("draft_key" in body && body.draft_key) || undefined;
  if (own !== undefined && own !== key) throw new NotSentError(`draft_key is not the key ${key}`);
  if (own === key) return { method: "POST", path, body: writeBody(body) };
  if (!HEADER_TEXT.test(key)) return { method: "POST", path, body: writeBody({ ...body, draft_key: key }) };
  return { method: "POST", path, headers: { "idempotency-key": key }, body: writeBody(body) };
}

function settle<Accepted, Rejected>(answer: Answer, id: number): Outcome<Accepted, Rejected> {
  const { isReplay, body } = answer;
  return answer.status === 422
    ? { type: "rejected", id, isReplay, body: body as Rejected }
    : { type: "accepted", id, isReplay, body: body as Accepted };
}

/** Reads the document until its state is final; a client that may not read leaves it to the replays. */
async function waitUntilFinal(
  send: Send,
  { path, signal }: Pick<ClientRequest, "path" | "signal">,
  pace: StartedPace,
): Promise<void> {
  for (let tries = 1; signal?.aborted !== true; tries += 1) {
    const answer = await send({ method: "GET", path, signal, leftMs: pace.leftMs() });
    if (answer.status >= 400 && answer.status < 500 && answer.status !== 408 && answer.status !== 429) return;
    if ("body" in answer && answer.status === 200 && !isPending(answer.body ?? {})) return;
    if (!(await pause(pace, tries, answer, signal))) return;
  }
}

/** Support documents say `pending`, invoices their state. */
function isPending(body: NonNullable<Answer["body"]>): boolean {
  if (typeof body.pending === "boolean") return body.pending;
  const state = isObject(body.doc) ? body.doc.estado_authority : undefined;
  return state !== "aceptado" && state !== "rechazado";
}

/** A pace whose patience has begun to run. */
export interface StartedPace extends Pace {
  readonly untilMs: number;
  /** For one more request; never nothing. */
  readonly leftMs: () => number;
}

export function startPace(pace: Pace): StartedPace {
  const untilMs = pace.now() + pace.patienceMs;
  return { ...pace, untilMs, leftMs: () => Math.max(1, untilMs - pace.now()) };
}

/**
 * Waits before the next try, and says so when it is for want of an answer.
 * @param tries before the one that was answered so.
 * @returns false at once when the patience would be over by then, or the signal ends it.
 */
export async function pause(
  pace: StartedPace,
  tries: number,
  answer: Answer | Silence,
  signal?: AbortSignal,
): Promise<boolean> {
  const verdict = judge(answer);
  const isAgain = verdict.type === "again";
  const delayMs = Math.max(pickDelay(pace, tries), "waitMs" in verdict ? verdict.waitMs : 0);
  if (signal?.aborted === true || pace.now() + delayMs >= pace.untilMs) return false;
  if (isAgain) {
    const cause = "cause" in answer ? explain(answer.cause) : `HTTP ${answer.status}`;
    pace.onRetry?.({ attempt: tries + 1, waitSeconds: delayMs / 1000, cause });
  }
  await pace.sleep(delayMs, signal);
  return true;
}

export function pickDelay({ delaysMs }: Pick<Pace, "delaysMs">, tries: number): number {
  return delaysMs[Math.min(tries, delaysMs.length - 1)] ?? 0;
}
