// Sends one request and returns its answer, or `Silence` when none came, which proves nothing.
import { NotSentError } from "./error.ts";

/** What came back; `body` is undefined when it was not JSON (a proxy's page, for instance). */
export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** Seconds that `Retry-After` asks for, 0 without it. */
  readonly retryAfterSeconds: number;
  readonly isReplay: boolean;
  /** What came, as it came, with its headers: for files. */
  readonly content?: Uint8Array<ArrayBuffer>;
  readonly headers?: Headers;
}

/** No answer within the deadline, or no connection: the request may have been carried out all the same. */
export interface Silence {
  readonly status: 0;
  readonly cause: unknown;
}

export interface ClientRequest {
  readonly method: "GET" | "POST" | "DELETE";
  /** Below the company: `/dse/documentos`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, as `writeBody` gives it. */
  readonly body?: string;
  /** Gives up waiting for the answer. */
  readonly signal?: AbortSignal | undefined;
  /** What is left of the patience: no answer is waited for any longer. */
  readonly leftMs?: number;
}

export interface TransportOptions {
  /** Ends in `/api/ext/v1`, for version 2 in `/api/ext/v2`. */
  readonly baseUrl: string;
  readonly companyId: number;
  /** A server-side secret: never in a browser. */
  readonly token: string;
  /** Per request; the service answers a creation within 25 s. Default 60,000. */
  readonly timeoutMs?: number;
  /** Of the sentences that the service says, such as those of its errors. Default `es`. */
  readonly language?: Language;
  readonly fetch?: typeof fetch;
}

export type Send = (request: ClientRequest) => Promise<Answer | Silence>;

export type Language = "es" | "en";

/** The version of the API that a client speaks, as its address ends. */
export type Version = "v1" | "v2";

/** A timer that waits longer fires at once. */
const LONGEST_TIMER_MS = 2_147_483_647;

/**
 * The transport of a client; once it sends, it throws nothing.
 * @throws NotSentError when an option cannot be right.
 */
export function createTransport(options: TransportOptions, version: Version): Send {
  const { token, timeoutMs = 60_000, language = "es" } = options;
  const root = checkAddress(options, version);
  if (typeof token !== "string" || !/^[!-~]+$/.test(token)) {
    throw new NotSentError("the token is empty, or has a blank, a line break or other signs");
  }
  if (!(timeoutMs > 0 && timeoutMs <= LONGEST_TIMER_MS)) throw new NotSentError(`timeoutMs is ${timeoutMs}`);
  if (language !== "es" && language !== "en") throw new NotSentError(`language is ${language}, neither es nor en`);
  const send = options.fetch ?? ((input, init) => fetch(input, init));
  return async ({ method, path, query = {}, headers, body, signal, leftMs = timeoutMs }) => {
    const limitMs = Math.min(timeoutMs, leftMs);
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
    const url = `${root}${path}${search.size === 0 ? "" : `?${search}`}`;
    checkHeaders(headers);
    const controller = new AbortController();
    const abort = () => controller.abort(signal?.reason);
    const timer = setTimeout(() => controller.abort(new Error(`no answer within ${limitMs} ms`)), limitMs);
    signal?.addEventListener("abort", abort);
    try {
      const response = await send(url, {
        method,
        headers: {
          accept: "application/json",
          "accept-language": language,
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        // A redirect would carry the token elsewhere; Workers know no "error" mode.
        redirect: "manual",
        signal: controller.signal,
        ...(body === undefined ? {} : { body }),
      });
      return await readAnswer(response);
    } catch (cause) {
      return { status: 0, cause };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  };
}

/** The address of a company; nothing in it may be dropped or read otherwise on the way. */
function checkAddress({ baseUrl, companyId }: TransportOptions, version: Version): string {
  const root = typeof baseUrl === "string" ? baseUrl.replace(/\/+$/, "") : "";
  if (!/^https?:\/\/(?!\/)[^\s\p{Cc}@?#\\]+$/iu.test(root) || !URL.canParse(root)) {
    throw new NotSentError(
      `the address ${JSON.stringify(baseUrl)} is not one of http or https without user, query or blanks`,
    );
  }
  if (!root.endsWith(`/api/ext/${version}`)) {
    throw new NotSentError(`the address of this client, of ${version}, ends in /api/ext/${version}: not ${root}`);
  }
  if (!Number.isSafeInteger(companyId) || companyId < 1) {
    const shown = typeof companyId === "string" ? JSON.stringify(companyId) : companyId;
    throw new NotSentError(`companyId is ${shown}, and must be a number from 1 on`);
  }
  return `${root}/companies/${companyId}`;
}

function checkHeaders(headers: ClientRequest["headers"] = {}): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[ -~]*$/.test(value))
      throw new NotSentError(`the header ${name} holds ASCII alone: not ${JSON.stringify(value)}`);
  }
}

async function readAnswer(response: Response): Promise<Answer> {
  const content = new Uint8Array(await response.arrayBuffer());
  return {
    status: response.status,
    body: parseObject(new TextDecoder().decode(content)),
    retryAfterSeconds: readWait(response.headers.get("retry-after") ?? ""),
    isReplay: response.headers.get("idempotent-replayed") === "true",
    content,
    headers: response.headers,
  };
}

/** Seconds, or until a moment, as a proxy may write it. */
function readWait(text: string): number {
  const isDate = text.endsWith(" GMT");
  return (isDate ? Math.max(0, (Date.parse(text) - Date.now()) / 1000) : Number(text)) || 0;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function parseObject(text: string): Answer["body"] {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}
