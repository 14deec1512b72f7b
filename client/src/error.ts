// Defines the errors that a caller has to act on, with everything that the service said.
import type { ErrorBody as FirstErrorBody } from "./schema.ts";
import type { ErrorBody, Problem } from "./schema-v2.ts";
import type { Answer } from "./transport.ts";

/** Nothing left this program, so nothing was issued: the configuration, the key or the body has to be corrected first. */
export class NotSentError extends Error {
  constructor(problem: string, cause?: unknown) {
    super(`nothing was sent: ${problem}`, { cause });
    this.name = "NotSentError";
  }
}

/**
 * The service refused: nothing was issued, and sending the same again would change nothing. Its message has the code and each
 * problem with its place and rule, or the sentence (`body.error`) where that says more.
 */
export class ApiError extends Error {
  readonly status: number;
  /** Stable; decide by it. Each has its place on the reference page. */
  readonly code: ErrorBody["code"] | FirstErrorBody["code"] | "unknown";
  readonly details: readonly Problem[];
  readonly requestId: string | undefined;
  /** The answer, whole (`documento` of a 409 owns the key); undefined when it was not JSON. */
  readonly body: Partial<ErrorBody> | undefined;

  constructor({ status, body }: Answer) {
    const answer = body as Partial<ErrorBody> | undefined;
    super(printRefusal(status, answer));
    this.name = "ApiError";
    this.status = status;
    this.code = answer?.code ?? "unknown";
    this.details = listProblems(answer);
    this.requestId = answer?.request_id;
    this.body = answer;
  }
}

/** What is not of this form is not of this service: a proxy may answer for it. */
function listProblems(answer: Partial<ErrorBody> | undefined): readonly Problem[] {
  const details: unknown = answer?.details;
  return Array.isArray(details) ? details.filter((one) => typeof one?.message === "string") : [];
}

function printRefusal(status: number, answer: Partial<ErrorBody> | undefined): string {
  const { code = "unknown", error } = answer ?? {};
  if (typeof error !== "string") return `HTTP ${status}`;
  const details = listProblems(answer);
  const problems = details.map(({ path = "", rule, message }) => {
    const place = [path, ...(rule === undefined ? [] : [`(${rule})`])].join(" ").trim();
    return `\n  ${place === "" ? "" : `${place}: `}${message}`;
  });
  // The sentence of many a refusal is that of its first problem.
  const isSaid = details[0] !== undefined && error.startsWith(details[0].message);
  return [code, isSaid ? "" : `: ${error}`, ...problems].join("");
}

/** No answer came, although the request was repeated. */
export class NoAnswerError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = "NoAnswerError";
  }
}

/** The innermost cause in a few words: `fetch` says what ended it in the cause of its own error alone. */
export function explain(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.cause !== undefined) return explain(cause.cause);
  // Of a host with several addresses it has no message, only the code of them all.
  return cause.message || ("code" in cause ? String(cause.code) : cause.name);
}

/**
 * No conclusive answer to a creation came within its time limit, or before its signal ended it: the document may or may not
 * exist. Call again with the very same key and body; a new key could issue it twice.
 */
export class OutcomeUnknownError extends NoAnswerError {
  readonly key: string;

  constructor(key: string, cause: unknown) {
    super(
      `no conclusive answer for key ${key} (${explain(cause)}): repeat with the same key and the same body, never with another`,
      cause,
    );
    this.name = "OutcomeUnknownError";
    this.key = key;
  }
}
