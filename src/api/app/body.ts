// Reads the body of a request as bytes, at most 1 MiB within a deadline, and decides what becomes of members that are not used.

import type { Problem } from "../../domain/refusal/problem.ts";
import { ApiError, type ApiErrorCode, type Detail } from "../base/error.ts";
import type { ApiVersion } from "../base/version.ts";
import type { Naming } from "../message/naming.ts";
import { describeProblem } from "../message/refusal.ts";
import { TEXT } from "../message/request.ts";
import { throwIfAny } from "./error-table.ts";
import type { Call } from "./route.ts";

/** The largest body that is read: 1 MiB. */
export const BODY_MAX_BYTES = 1024 * 1024;
/** Within which a body must have come. */
export const BODY_TIMEOUT_MS = 10_000;
/** The most that is read and discarded of a body that is too large: an unread rest would spoil the connection's next request. */
const DRAINED_MOST_BYTES = 16 * BODY_MAX_BYTES;
/** How long the rest of such a body is read at most. */
export const DRAINED_MOST_MS = 2_000;

/** A body, and whether it may not have been there yet when it was asked for: it came late, or in pieces. */
interface ReadBody {
  readonly bytes: Uint8Array;
  readonly hasWaited: boolean;
}

/**
 * Reads a whole JSON body as bytes; nothing is parsed.
 * @throws ApiError `unsupported_media_type`, `body_too_large`, `body_timeout`.
 */
export async function readBodyBytes(request: Request): Promise<ReadBody> {
  checkMediaType(request.headers);
  if (Number(request.headers.get("content-length") ?? 0) > BODY_MAX_BYTES) throw refuseSize();
  if (request.body === null) return { bytes: new Uint8Array(0), hasWaited: false };
  const reader = request.body.getReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(refuseDelay()), BODY_TIMEOUT_MS);
  });
  let hasWaited = false;
  // It runs once everything that is there already has been read.
  const turn = setTimeout(() => {
    hasWaited = true;
  }, 0);
  try {
    const chunks = await Promise.race([collect(reader), late]);
    return { bytes: concatenate(chunks), hasWaited: hasWaited || chunks.length > 1 };
  } catch (error) {
    if (error instanceof ApiError && error.code === "body_too_large") await drain(reader);
    // Asks a client that is still sending to stop; whether cancelling succeeds no longer matters.
    reader.cancel().catch((reason: unknown) => reason);
    throw error;
  } finally {
    clearTimeout(timer);
    clearTimeout(turn);
  }
}

/**
 * Reads a whole JSON body; a caller for whose body the request had to wait is let in once more, as its token may be revoked by now.
 * @throws ApiError as `readBodyBytes`, or as the caller is refused.
 */
export async function readConfirmedBody({ request, confirm }: Pick<Call, "request" | "confirm">): Promise<Uint8Array> {
  const { bytes, hasWaited } = await readBodyBytes(request);
  if (hasWaited) await confirm();
  return bytes;
}

/** Only `application/json`, in UTF-8, not compressed. */
function checkMediaType(headers: Headers): void {
  const type = headers.get("content-type") ?? "";
  const [essence = "", ...parameters] = type.split(";").map((part) => part.trim().toLowerCase());
  const isUtf8 = parameters.every((parameter) => parameter === "" || /^charset="?utf-?8"?$/.test(parameter));
  const encoding = headers.get("content-encoding")?.toLowerCase() ?? "identity";
  if (essence === "application/json" && isUtf8 && encoding === "identity") return;
  const came = encoding === "identity" ? type.slice(0, 60) : `Content-Encoding ${encoding.slice(0, 20)}`;
  throw new ApiError("unsupported_media_type", TEXT.mediaType(came));
}

async function collect(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<readonly Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return chunks;
    size += value.byteLength;
    if (size > BODY_MAX_BYTES) throw refuseSize();
    chunks.push(value);
  }
}

function concatenate(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/** Reads the rest of a body that is refused anyway, within bounds. */
async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = { done: true } as const;
  const late = new Promise<typeof end>((resolve) => {
    timer = setTimeout(() => resolve(end), DRAINED_MOST_MS);
  });
  for (let size = 0; size < DRAINED_MOST_BYTES; ) {
    // A sender that has gone sends no more.
    const next = await Promise.race([reader.read().catch(() => end), late]);
    if (next.done) break;
    size += next.value.byteLength;
  }
  clearTimeout(timer);
}

function refuseSize(): ApiError {
  return new ApiError("body_too_large", TEXT.bodyTooLarge(BODY_MAX_BYTES));
}

function refuseDelay(): ApiError {
  return new ApiError("body_timeout", TEXT.bodyTimeout(BODY_TIMEOUT_MS / 1000));
}

/** @returns those that are problems in the called version. */
export function noticeOrRefuse({ version, notice }: Pick<Call, "version" | "notice">, unused: readonly Detail[]) {
  if (version !== "v1") return unused;
  notice(unused);
  return [];
}

/**
 * @param problems of every other kind.
 * @throws ApiError with all of them: `unknown_field` where nothing but unknown members is wrong, else the given code.
 */
export function throwIfWrong(code: ApiErrorCode, unknown: readonly Detail[], problems: readonly Detail[]): void {
  throwIfAny(problems.length === 0 ? "unknown_field" : code, [...unknown, ...problems]);
}

/** Doubts that are refused where v1 only remarks on them: what was sent would not be used, or is surely another value. */
const REFUSED: ReadonlySet<Problem["reason"]> = new Set([
  "rate-of-fraction",
  "reason-without-discount",
  "means-of-method",
  "due-date-of-cash",
]);

/** The doubts that the called version refuses, each as a problem; none in v1. */
export function refuseDoubts(version: ApiVersion, doubts: readonly Problem[], naming: Naming): readonly Detail[] {
  if (version === "v1") return [];
  return doubts.filter(({ reason }) => REFUSED.has(reason)).map((doubt) => describeProblem(doubt, naming));
}
