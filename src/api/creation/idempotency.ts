// Finds the idempotency key of a request, in its header or under one of its names in the body.
import type { JsonObject } from "../../domain/value/json.ts";
import { ApiError, type Detail } from "../base/error.ts";
import { countCharacters, hasInvisible, hasMarkRun, trimNormal } from "../base/text.ts";
import { readJsonObject } from "../field/json.ts";
import { describeKey, KEY, TEXT } from "../message/request.ts";

/** Members of a body that carry the key; they are no part of the payload. */
export const INVOICE_KEY = "draft_key";
export const KEY_NAMES: readonly string[] = ["request_key", "draft_key"];
export const NOTE_KEY_NAMES: readonly string[] = ["draft_key"];

/** Where the key of a kind of document is. */
export interface KeyRule {
  /** Members of a body that carry it. */
  readonly names: readonly string[];
  /** Characters. */
  readonly max: number;
  /**
   * What a document without a key is told; null where none goes without. Such a key is looked for in its header first, and what
   * several places say must agree; otherwise the header, which gateways may add, is read only when the body has no key.
   */
  readonly advice: string | null;
}

/**
 * Reads a body and the key that comes with it, null where none came. A dry run needs no key, because nothing is stored; one that is
 * sent must still be valid.
 * @throws ApiError of the body, `missing_idempotency_key`, `invalid_idempotency_key`.
 */
export function readKeyed(
  bytes: Uint8Array,
  headers: Headers,
  { names, max, advice }: KeyRule,
  isDry: boolean,
): { readonly body: JsonObject; readonly key: string | null } {
  if (advice !== null) {
    const body = readJsonObject(bytes);
    return { body, key: findKey(undefined, body, names, max) ?? readHeaderKey(headers, max) ?? null };
  }
  const headerKey = readHeaderKey(headers, max);
  const body = isDry ? readJsonObject(bytes) : readKeyedObject(bytes, headerKey, names);
  const key = findKey(headerKey, body, names, max);
  if (key === undefined && !isDry) throw refuseMissingKey(names);
  return { body, key: key ?? null };
}

/** The notice of a document without a key; none where it needs one. */
export function adviseKey({ names: [path = ""], advice }: KeyRule): readonly Detail[] {
  return advice === null ? [] : [{ path, message: TEXT.notSent(advice), rule: "2.1" }];
}

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
function readHeaderKey(headers: Pick<Headers, "get">, max: number): string | undefined {
  const value = headers.get(HEADER);
  return value === null || ONLY_BLANKS.test(value) ? undefined : checkKey(value, HEADER, max);
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

/** A body that cannot be read has no key either. */
function readKeyedObject(bytes: Uint8Array, headerKey: string | undefined, names: readonly string[]): JsonObject {
  try {
    return readJsonObject(bytes);
  } catch (error) {
    if (headerKey === undefined && error instanceof ApiError) throw refuseMissingKey(names);
    throw error;
  }
}

/** The refusal of a request without a key. @param names members of the body that carry it. */
export function refuseMissingKey(names: readonly string[]): ApiError {
  const message = TEXT.keyMissing(HEADER, names.at(-1));
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
