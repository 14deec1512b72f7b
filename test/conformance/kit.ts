// Defines a conformance case, and the few functions that cases are written with.
import { deepStrictEqual, ok } from "node:assert/strict";

/** How the deployment under test is reached. */
export interface Target {
  /** Ends in `/api/ext/v1`. */
  readonly baseUrl: string;
  readonly companyId: number;
  readonly token: string;
  /** The pretend authority's own address, when the deployment talks to it. */
  readonly authorityUrl: string | undefined;
  /** Documents may be issued: a test deployment. */
  readonly mayIssue: boolean;
  /** How long a pending document is waited for. */
  readonly patienceMs: number;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a black-box client reads what comes.
  readonly body: any;
  readonly headers: Headers;
}

export interface CallOptions {
  readonly key?: string;
  readonly token?: string | null;
  readonly company?: number | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The calls of a case. */
export interface Client {
  readonly target: Target;
  readonly get: (path: string, options?: CallOptions) => Promise<Answer>;
  readonly post: (path: string, body: unknown, options?: CallOptions) => Promise<Answer>;
  readonly call: (method: string, path: string, body: unknown, options: CallOptions) => Promise<Answer>;
}

/** One statement of the API contract that can be tried from outside. */
export interface Case {
  /** Section of the API contract; refusals carry the same numbers in `details[].rule`. */
  readonly section: string;
  readonly title: string;
  /** `issue`: makes documents. `tags`: needs the pretend authority. */
  readonly needs?: "issue" | "tags";
  readonly module?: "fe" | "dse";
  readonly run: (client: Client) => Promise<void>;
}

export function connect(target: Target): Client {
  const call = async (method: string, path: string, body: unknown, options: CallOptions): Promise<Answer> => {
    const { key, token = target.token, company = target.companyId } = options;
    const response = await fetch(`${target.baseUrl}/companies/${company}${path}`, {
      method,
      headers: {
        accept: "application/json",
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(key === undefined ? {} : { "idempotency-key": key }),
        ...options.headers,
      },
      signal: AbortSignal.timeout(60_000),
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? null : JSON.parse(text), headers: response.headers };
  };
  return {
    target,
    call,
    get: (path, options = {}) => call("GET", path, undefined, options),
    post: (path, body, options = {}) => call("POST", path, body, options),
  };
}

/** A status, and a body that holds at least these members. */
export function expectAnswer(answer: Answer, status: number, members: object = {}): void {
  deepStrictEqual({ status: answer.status, ...pick(answer.body, members) }, { status, ...members }, show(answer));
}

/** An error: shape, status, code, and the field that it names. */
export function expectError(answer: Answer, status: number, code: string, path?: string): void {
  expectAnswer(answer, status, { ok: false, code });
  ok(typeof answer.body.error === "string" && answer.body.error.length > 10, `no sentence: ${show(answer)}`);
  if (path === undefined) return;
  const paths = (answer.body.details ?? []).map((problem: { path: string }) => problem.path);
  ok(paths.includes(path), `details name ${JSON.stringify(paths)}, not ${path}`);
}

export function expectThat(value: unknown, what: string): void {
  ok(value, what);
}

function pick(body: Record<string, unknown> | null, members: object): object {
  return Object.fromEntries(Object.keys(members).map((name) => [name, body?.[name]]));
}

function show(answer: Answer): string {
  return `answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 600)}`;
}

/** Two decimals, as every amount of an answer. */
export const MONEY = /^\d+\.\d{2}$/;
/** SHA-384 in hexadecimal. */
export const FISCAL_ID = /^[0-9a-f]{96}$/;

/** Today in Bogotá, `days` later. */
export function dateIn(days = 0): string {
  return new Date(Date.now() - 5 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
}

export function newKey(): string {
  return `conformance-${crypto.randomUUID()}`;
}

/** Repeats a question until `isDone` or the patience is over. */
export async function poll(ask: () => Promise<Answer>, isDone: (answer: Answer) => boolean, untilMs: number) {
  for (;;) {
    const answer = await ask();
    if (isDone(answer) || Date.now() > untilMs) return answer;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}
