// Pursues a creation to its final outcome with one key from beginning to end, by the retry table of `README.md`.
import { ApiError, OutcomeUnknownError } from "./error.ts";
import { type Answer, type ClientRequest, isObject, type Send, type Silence } from "./transport.ts";

/** What to do about an answer to a creation. */
export type Verdict =
  | { readonly type: "settled"; readonly isAccepted: boolean }
  /** The document exists and is not final: ask, never with another key. */
  | { readonly type: "pending"; readonly id: number | undefined }
  /** The same request again, with the same key. */
  | { readonly type: "again"; readonly waitMs: number }
  | { readonly type: "refused" };

/** Reads an answer by the table "What a client does" of `README.md`. */
export function judge(answer: Answer | Silence): Verdict {
  if (answer.status === 0 || !("body" in answer)) return { type: "again", waitMs: 0 };
  const { status, body } = answer;
  const waitMs = answer.retryAfterSeconds * 1000;
  if (body === undefined) return status >= 300 && status < 500 ? { type: "refused" } : { type: "again", waitMs };
  if (status === 200 || status === 201) return { type: "settled", isAccepted: true };
  if (status === 422) return { type: "settled", isAccepted: false };
  if (status === 202 || body.pending === true) return { type: "pending", id: findId(body) };
  if (status === 408 || status === 429 || status >= 500) return { type: "again", waitMs };
  return { type: "refused" };
}

function findId(body: NonNullable<Answer["body"]>): number | undefined {
  const { documento } = body;
  // The answer about a note names the invoice that it corrects too.
  const id = body.nota_id ?? body.factura_id ?? (isObject(documento) ? documento.id : undefined);
  return typeof id === "number" ? id : undefined;
}

/** How long to wait between tries, and in all. */
export interface Pace {
  /** Milliseconds: 5, 15, 30, 60 s, the last one from then on. */
  readonly delaysMs: readonly number[];
  readonly patienceMs: number;
  readonly sleep: (delayMs: number) => Promise<void>;
  readonly now: () => number;
}

export interface Creation {
  readonly key: string;
  readonly request: ClientRequest;
  /** The path that reads the document. */
  readonly pathOf: (id: number) => string;
}

/** The end of a creation; `body` is the service's last answer to the POST, whole. */
export type Outcome<Accepted, Rejected> =
  | { readonly type: "accepted"; readonly id: number; readonly isReplay: boolean; readonly body: Accepted }
  | { readonly type: "rejected"; readonly id: number; readonly isReplay: boolean; readonly body: Rejected }
  /** The patience is over and the authority has not decided: keep the id, read it later. */
  | { readonly type: "pending"; readonly id: number };

/**
 * Creates and waits for the final state.
 * @throws ApiError when the service refuses; OutcomeUnknownError when it never answers.
 */
export async function create<Accepted, Rejected>(
  send: Send,
  creation: Creation,
  pace: Pace,
): Promise<Outcome<Accepted, Rejected>> {
  const untilMs = pace.now() + pace.patienceMs;
  let id: number | undefined;
  let last: unknown;
  for (let tries = 0; ; tries += 1) {
    const answer = await send(creation.request);
    const verdict = judge(answer);
    if (verdict.type === "refused") throw new ApiError(answer as Answer);
    if (verdict.type === "settled") return settle(answer as Answer, verdict.isAccepted);
    if (verdict.type === "pending") id = verdict.id ?? id;
    last = "cause" in answer ? answer.cause : `HTTP ${answer.status}`;
    const delayMs = Math.max(pickDelay(pace, tries), verdict.type === "again" ? verdict.waitMs : 0);
    if (pace.now() + delayMs > untilMs) break;
    await pace.sleep(delayMs);
    // Once it is final the POST is repeated a last time: its replay carries what the authority said.
    if (id !== undefined) await waitUntilFinal(send, creation.pathOf(id), pace, untilMs);
    if (pace.now() > untilMs) break;
  }
  if (id !== undefined) return { type: "pending", id };
  throw new OutcomeUnknownError(creation.key, last);
}

function settle<Accepted, Rejected>(answer: Answer, isAccepted: boolean): Outcome<Accepted, Rejected> {
  const id = findId(answer.body ?? {});
  if (id === undefined) throw new ApiError(answer);
  const { isReplay, body } = answer;
  return isAccepted
    ? { type: "accepted", id, isReplay, body: body as Accepted }
    : { type: "rejected", id, isReplay, body: body as Rejected };
}

/** Reads the document until its state is final; a client that may not read leaves it to the replays. */
async function waitUntilFinal(send: Send, path: string, pace: Pace, untilMs: number): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send({ method: "GET", path });
    if (answer.status >= 400 && answer.status < 500 && answer.status !== 408 && answer.status !== 429) return;
    if ("body" in answer && answer.status === 200 && !isPending(answer.body ?? {})) return;
    const askedMs = "body" in answer ? answer.retryAfterSeconds * 1000 : 0;
    const delayMs = Math.max(pickDelay(pace, tries), askedMs);
    if (pace.now() + delayMs > untilMs) return;
    await pace.sleep(delayMs);
  }
}

/** Support documents say `pending`, invoices their state. */
function isPending(body: NonNullable<Answer["body"]>): boolean {
  if (typeof body.pending === "boolean") return body.pending;
  const state = isObject(body.doc) ? body.doc.estado_authority : undefined;
  return state !== "aceptado" && state !== "rechazado";
}

export function pickDelay({ delaysMs }: Pick<Pace, "delaysMs">, tries: number): number {
  return delaysMs[Math.min(tries, delaysMs.length - 1)] ?? 0;
}
