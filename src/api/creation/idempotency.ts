// Finds the idempotency key of a request, in its header or under one of its names in the body.
import type { JsonObject } from "../../domain/json.ts";
import { ApiError } from "../base/error.ts";
import { countCharacters, hasInvisible, hasMarkRun, trimNormal } from "../base/text.ts";
import { readJsonObject } from "../field/json.ts";
import { describeKey, KEY, TEXT } from "../message/request.ts";

/** Members of a body that carry the key; they are no part of the payload. */
export const INVOICE_KEY = "draft_key";
export const KEY_NAMES: readonly string[] = ["request_key", "draft_key"];
export const NOTE_KEY_NAMES: readonly string[] = ["draft_key"];

const HEADER = "Idempotency-Key";
/** What surrounds the value of a header and is no part of it. */
const ONLY_BLANKS = /^[ \t]*$/;
/** Every byte that is not UTF-8 is read as this character, so keys that differ only in such bytes would become one key. */
const UNREADABLE = "\ufffd";

/**
 * Checks the header before the body is read.
 * @param max characters.
 * @returns undefined when the header is absent or blank: the body may still carry the key.
 * @throws ApiError `invalid_idempotency_key`.
 */
export function readHeaderKey(headers: Pick<Headers, "get">, max: number): string | undefined {
  const value = headers.get(HEADER);
  return value === null || ONLY_BLANKS.test(value) ? undefined : checkKey(value, HEADER, max);
}

/**
 * The key of a request that must have one.
 * @throws ApiError `missing_idempotency_key`, `invalid_idempotency_key`.
 */
export function getKey(headerKey: string | undefined, body: JsonObject, names: readonly string[], max: number): string {
  const key = findKey(headerKey, body, names, max);
  if (key === undefined) throw refuseMissingKey();
  return key;
}

/**
 * The key of a request: the header's, or the body's under one of its names; when several come they must agree.
 * @throws ApiError `invalid_idempotency_key`.
 */
export function findKey(
  headerKey: string | undefined,
  body: JsonObject,
  names: readonly string[],
  max: number,
): string | undefined {
  let found = headerKey === undefined ? undefined : { name: HEADER, key: headerKey };
  for (const name of names) {
    const value = body[name];
    if (value === undefined || value === null || value === "") continue;
    if (typeof value !== "string") throw refuseKey(name, KEY.text(max));
    const key = checkKey(value, name, max);
    if (found !== undefined && found.key !== key) {
      throw refuseKey(name, KEY.contradicts(found.name));
    }
    found ??= { name, key };
  }
  return found?.key;
}

/**
 * Reads the body of a request whose key may be in it.
 * @throws ApiError as `readJsonObject`; `missing_idempotency_key` for a body that cannot be read when the header has no key either.
 */
export function readKeyedObject(bytes: Uint8Array, headerKey: string | undefined): JsonObject {
  try {
    return readJsonObject(bytes);
  } catch (error) {
    if (headerKey === undefined && error instanceof ApiError) throw refuseMissingKey();
    throw error;
  }
}

/** The refusal of a request without a key. */
function refuseMissingKey(): ApiError {
  const message = TEXT.keyMissing(HEADER);
  return new ApiError("missing_idempotency_key", message, [{ path: HEADER, message, rule: "4.7.1" }]);
}

function checkKey(value: string, name: string, max: number): string {
  if (value.includes(UNREADABLE)) throw refuseKey(name, name === HEADER ? KEY.notUtf8 : KEY.lostLetter);
  // Checked before trimming: a key and the same key with a line feed or a zero-width mark are different texts that look alike.
  if (hasInvisible(value)) throw refuseKey(name, KEY.control);
  if (hasMarkRun(value)) throw refuseKey(name, KEY.markRun);
  const key = trimNormal(value, max) ?? value.trim();
  const length = countCharacters(key);
  if (length === 0) throw refuseKey(name, KEY.blank);
  if (length > max) throw refuseKey(name, KEY.length(max, length));
  return key;
}

function refuseKey(name: string, phrase: string): ApiError {
  const detail = describeKey(name, phrase);
  return new ApiError("invalid_idempotency_key", detail.message, [detail]);
}
