// Sends one request and returns its answer, or `Silence` when none came, which proves nothing.

/** What came back; `body` is undefined when it was not JSON (a proxy's page, for instance). */
export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** Seconds of `Retry-After`, 0 without it. */
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
  readonly method: "GET" | "POST";
  /** Below the company: `/dse/documentos`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

export interface TransportOptions {
  /** Ends in `/api/ext/v1`. */
  readonly baseUrl: string;
  readonly companyId: number;
  /** A server-side secret: never in a browser. */
  readonly token: string;
  /** Per request; the service answers a creation within 25 s. Default 60,000. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
}

export type Send = (request: ClientRequest) => Promise<Answer | Silence>;

/** The transport of a client; it throws nothing. */
export function createTransport(options: TransportOptions): Send {
  const { baseUrl, companyId, token, timeoutMs = 60_000 } = options;
  const root = `${baseUrl.replace(/\/+$/, "")}/companies/${companyId}`;
  const send = options.fetch ?? ((input, init) => fetch(input, init));
  return async ({ method, path, query = {}, headers, body }) => {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
    const url = `${root}${path}${search.size === 0 ? "" : `?${search}`}`;
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
    try {
      const response = await send(url, {
        method,
        headers: {
          accept: "application/json",
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        // A redirect would carry the token elsewhere; Workers know no "error" mode.
        redirect: "manual",
        signal: controller.signal,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return await readAnswer(response);
    } catch (cause) {
      return { status: 0, cause };
    } finally {
      clearTimeout(timer);
    }
  };
}

async function readAnswer(response: Response): Promise<Answer> {
  const content = new Uint8Array(await response.arrayBuffer());
  return {
    status: response.status,
    body: parseObject(new TextDecoder().decode(content)),
    retryAfterSeconds: Number(response.headers.get("retry-after") ?? 0) || 0,
    isReplay: response.headers.get("idempotent-replayed") === "true",
    content,
    headers: response.headers,
  };
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
