// Connects a client of any version of the API: its transport, its waits, and reads that are repeated while that can help.
import { checkPatience, judge, type Pace, pause, type Retry, startPace } from "./creation.ts";
import { ApiError, explain, NoAnswerError, NotSentError } from "./error.ts";
import {
  type Answer,
  type ClientRequest,
  createTransport,
  type Send,
  type TransportOptions,
  type Version,
} from "./transport.ts";

export interface ClientOptions extends TransportOptions {
  /** Waits between tries, the last one from then on. Default 5, 15, 30, 60 s. */
  readonly delaysMs?: readonly number[];
  /** The longest time of any call, all its tries included; a creation is then handed back as pending. Default 10 minutes. */
  readonly patienceMs?: number;
  /** Called before each wait for the same request again: attempt, seconds, cause. */
  readonly onRetry?: (retry: Retry) => unknown;
}

export type Read = <Body>(request: ClientRequest) => Promise<Body>;

/** A read is tried this often before its failure is reported. */
const READ_TRIES = 4;
/** Refusals that waiting does not mend, or not for hours. */
const FINAL_CODES: readonly unknown[] = ["acquirer_not_found", "envio_limit"];

/** A file of a document, as it was archived or drawn. */
export interface DocumentFile {
  /** As the authority's annex names it. */
  readonly name: string;
  readonly mediaType: string;
  /** Keep it with the file: it says later whether the file is still this one. */
  readonly etag: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

/** What the calls of a client are made of. */
export interface Connection {
  readonly send: Send;
  readonly pace: Pace;
  readonly read: Read;
}

/** @throws NotSentError when an option cannot be right. */
export function connect(options: ClientOptions, version: Version): Connection {
  const send = createTransport(options, version);
  const pace: Pace = {
    delaysMs: options.delaysMs ?? [5_000, 15_000, 30_000, 60_000],
    patienceMs: options.patienceMs ?? 600_000,
    onRetry: options.onRetry,
    sleep,
    now: () => Date.now(),
  };
  const areDelays = pace.delaysMs.length > 0 && pace.delaysMs.every((delayMs) => delayMs >= 0);
  if (!areDelays) throw new NotSentError(`delaysMs is [${pace.delaysMs.join(", ")}]`);
  checkPatience(pace.patienceMs);
  return { send, pace, read: (request) => readPatiently(send, request, pace) };
}

/**
 * The path of a document.
 * @param id which a program without types may lack: `undefined` would be asked for as if it were a document.
 * @throws NotSentError when it is no id.
 */
export function pathOfDocument(list: string, id: number): string {
  if (!/^[1-9]\d*$/.test(String(id))) throw new NotSentError(`the id of a document is a number from 1 on: not ${id}`);
  return `${list}/${id}`;
}

/** Waits, or less when the signal ends it. */
function sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, delayMs);
    signal?.addEventListener("abort", end);
    if (signal?.aborted === true) end();
  });
}

/**
 * A request that issues nothing, repeated while repeating can help.
 * @throws ApiError when the service refuses or keeps failing; NoAnswerError when it never answers.
 */
async function readPatiently<Body>(send: Send, request: ClientRequest, pace: Pace): Promise<Body> {
  const isObject = ({ status, body }: Answer) => (status === 200 || status === 202) && body !== undefined;
  return (await fetchPatiently(send, request, pace, isObject)).body as Body;
}

/**
 * A file of a document.
 * @param path of the document.
 * @param name with its query behind a `?`, if it has one.
 * @param known an `etag` that was kept.
 * @returns undefined when the file is still that one.
 * @throws ApiError (`not_ready` before the document has it); NoAnswerError when it never answers.
 */
export async function readFile(
  { send, pace }: { readonly send: Send; readonly pace: Pace },
  path: string,
  name: string,
  known: string | undefined,
): Promise<DocumentFile | undefined> {
  const [file = "", ...search] = name.split("?");
  const request: ClientRequest = {
    method: "GET",
    path: `${path}/archivos/${encodeURIComponent(file)}`,
    query: Object.fromEntries(new URLSearchParams(search.join("?"))),
    headers: { accept: "*/*", ...(known === undefined ? {} : { "if-none-match": known }) },
  };
  const isFile = (one: Answer) => [200, 304].includes(one.status) && one.headers?.has("etag") === true;
  const { status, headers: head, content } = await fetchPatiently(send, request, pace, isFile);
  if (status === 304 || content === undefined) return undefined;
  const [, named = ""] = /filename="([^"]*)"/.exec(head?.get("content-disposition") ?? "") ?? [];
  return { name: named, mediaType: head?.get("content-type") ?? "", etag: head?.get("etag") ?? "", content };
}

/** An answer that is kept until it changes. */
export interface Tagged<Body> {
  readonly etag: string;
  readonly body: Body;
}

/**
 * A JSON object with its entity tag.
 * @param known an `etag` that was kept.
 * @returns undefined when the object is still that one.
 * @throws ApiError when the service refuses or keeps failing; NoAnswerError when it never answers.
 */
export async function readTagged<Body>(
  { send, pace }: Pick<Connection, "send" | "pace">,
  path: string,
  known: string | undefined,
): Promise<Tagged<Body> | undefined> {
  const headers = known === undefined ? {} : { "if-none-match": known };
  const isRight = ({ status, body }: Answer) => status === 304 || (status === 200 && body !== undefined);
  const answer = await fetchPatiently(send, { method: "GET", path, headers }, pace, isRight);
  if (answer.status === 304) return undefined;
  return { etag: answer.headers?.get("etag") ?? "", body: answer.body as Body };
}

async function fetchPatiently(
  send: Send,
  request: ClientRequest,
  usual: Pace,
  isRight: (answer: Answer) => boolean,
): Promise<Answer> {
  const pace = startPace(usual);
  for (let tries = 0; ; tries += 1) {
    const answer = await send({ ...request, leftMs: pace.leftMs() });
    if ("body" in answer && isRight(answer)) return answer;
    const verdict = judge(answer);
    const isFinal = "body" in answer && FINAL_CODES.includes(answer.body?.code);
    const isUseful = verdict.type === "again" && !isFinal && tries + 1 < READ_TRIES;
    if (isUseful && (await pause(pace, tries, answer))) continue;
    if ("body" in answer) throw new ApiError(answer);
    const what = `no answer to ${request.method} ${request.path}: ${explain(answer.cause)}`;
    throw new NoAnswerError(what, answer.cause);
  }
}
