// Reads the bytes of a request body as JSON, stricter than JSON.parse: exact numbers, no duplicate names, no names with a meaning
// in JavaScript.
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from "../../domain/value/json.ts";
import { ApiError } from "../base/error.ts";
import { hasMarkRun, quotePath } from "../base/text.ts";
import { describeField, PHRASE } from "../message/field.ts";
import { DetailList } from "../message/refusal.ts";
import { JSON_FAULT, TEXT } from "../message/request.ts";

const MAX_DEPTH = 20;
/** Texts, numbers, lists and objects: many times what the largest document needs, and little beside an isolate's memory. */
export const MAX_VALUES = 100_000;
/** The most elements of a list where nothing else is said: 2,000 lines keep a document under the authority's 500 KB. */
export const LIST_MOST_ELEMENTS = 2000;
/** The digits that `decimal()` reads on each side of the point; members that are not fields may hold longer numbers. */
const MAX_PLAIN_DIGITS = 30;
/** The most digits of an exponent; a client never means a longer one. */
const MAX_EXPONENT_DIGITS = 9;
const FORBIDDEN_NAMES: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);
/** Sign, whole digits, decimals and exponent. */
const NUMBER = /(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON strings may not hold them raw.
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const LITERAL = /true|false|null/y;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;

/**
 * Reads a whole body.
 * @param bytes UTF-8 without BOM; an empty body is refused.
 * @throws ApiError `invalid_json`; problems that do not stop the reading are gathered.
 */
export function readJson(bytes: Uint8Array): JsonValue {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw refuse(TEXT.bodyNotUtf8, cause);
  }
  if (text.startsWith("\uFEFF")) {
    throw refuse(TEXT.bodyWithBom);
  }
  const reader = new Reader(text);
  const value = reader.readDocument();
  const [first] = reader.problems.all;
  if (first !== undefined) throw new ApiError("invalid_json", first.message, reader.problems.all);
  return value;
}

/**
 * Reads a whole body that must be an object.
 * @throws ApiError as `readJson`, and `invalid_payload` for any other JSON value.
 */
export function readJsonObject(bytes: Uint8Array): JsonObject {
  const value = readJson(bytes);
  if (isJsonObject(value)) return value;
  const message = TEXT.bodyNotObject;
  throw new ApiError("invalid_payload", message, [{ path: "", message }]);
}

function refuse(message: string, cause?: unknown): ApiError {
  const error = new ApiError("invalid_json", message);
  if (cause !== undefined) error.cause = cause;
  return error;
}

/** Recursive descent over one text; the depth cap bounds the recursion. */
class Reader {
  readonly problems = new DetailList();
  readonly #text: string;
  /** Whether some text as it stands holds too many combining marks in a row. */
  readonly #hasMarkRun: boolean;
  readonly #path: (string | number)[] = [];
  #at = 0;
  #values = 0;

  constructor(text: string) {
    this.#text = text;
    this.#hasMarkRun = hasMarkRun(text);
  }

  readDocument(): JsonValue {
    this.#skipWhitespace();
    if (this.#at === this.#text.length) throw refuse(TEXT.bodyEmpty);
    const value = this.#readValue();
    this.#skipWhitespace();
    if (this.#at < this.#text.length) throw this.#fail(JSON_FAULT.surplus);
    return value;
  }

  #readValue(): JsonValue {
    this.#values += 1;
    if (this.#values > MAX_VALUES) throw this.#fail(JSON_FAULT.values(MAX_VALUES));
    const first = this.#text[this.#at];
    if (first === '"') return this.#readText();
    if (first === "{") return this.#readObject();
    if (first === "[") return this.#readList();
    if (first !== "t" && first !== "f" && first !== "n") return this.#readNumber();
    const literal = this.#match(LITERAL);
    if (literal !== undefined) return literal === "null" ? null : literal === "true";
    return this.#readNumber();
  }

  #readObject(): JsonObject {
    this.#enter();
    const object: Record<string, JsonValue> = Object.create(null);
    if (this.#skipTo("}")) return object;
    for (;;) {
      this.#skipWhitespace();
      const name = this.#readString();
      this.#skipWhitespace();
      this.#take(":");
      this.#skipWhitespace();
      this.#path.push(name);
      if (FORBIDDEN_NAMES.has(name)) this.#note(PHRASE.reservedName);
      if (this.#hasMarkRun) this.#noteMarks(name);
      if (Object.hasOwn(object, name)) this.#note(PHRASE.twice);
      object[name] = this.#readValue();
      this.#path.pop();
      if (this.#closes("}")) return object;
    }
  }

  #readList(): readonly JsonValue[] {
    this.#enter();
    const list: JsonValue[] = [];
    if (this.#skipTo("]")) return list;
    for (;;) {
      this.#skipWhitespace();
      this.#path.push(list.length);
      list.push(this.#readValue());
      this.#path.pop();
      if (this.#closes("]")) return list;
    }
  }

  #readText(): string {
    const text = this.#readString();
    if (this.#hasMarkRun) this.#noteMarks(text);
    return text;
  }

  /** The text as it stands, up to its closing quote; one with escapes is read again by the pattern. */
  #readString(): string {
    const text = this.#text;
    const start = this.#at + 1;
    if (text.charCodeAt(this.#at) === QUOTE) {
      for (let end = start; end < text.length; end += 1) {
        const unit = text.charCodeAt(end);
        if (unit === BACKSLASH || unit < SPACE) break;
        if (unit !== QUOTE) continue;
        this.#at = end + 1;
        return text.slice(start, end);
      }
    }
    return this.#readEscapedString();
  }

  #readEscapedString(): string {
    const source = this.#match(STRING);
    if (source === undefined) throw this.#fail(JSON_FAULT.text);
    const text: string = JSON.parse(source);
    // Only an escape can produce one: the body itself is valid UTF-8.
    if (!text.isWellFormed()) this.#note(PHRASE.halfCharacter);
    if (!this.#hasMarkRun) this.#noteMarks(text);
    return text;
  }

  #readNumber(): JsonNumber {
    NUMBER.lastIndex = this.#at;
    const found = NUMBER.exec(this.#text);
    if (found === null) throw this.#fail(JSON_FAULT.value);
    this.#at = NUMBER.lastIndex;
    const [source, sign, whole, decimals, exponent] = found;
    const text = normaliseNumber(sign, whole, decimals, exponent);
    if (text === undefined) {
      const shown = source.length > 40 ? `${source.slice(0, 40)}…` : source;
      this.#note(PHRASE.exponent(shown, MAX_EXPONENT_DIGITS));
    }
    return new JsonNumber(source, text ?? "0");
  }

  /** Opens a list or object; its depth is the path's length plus one. */
  #enter(): void {
    this.#at += 1;
    if (this.#path.length >= MAX_DEPTH) throw this.#fail(JSON_FAULT.depth(MAX_DEPTH));
  }

  #skipTo(close: string): boolean {
    this.#skipWhitespace();
    if (this.#text[this.#at] !== close) return false;
    this.#at += 1;
    return true;
  }

  /** After a member: true at the end, false after a comma. */
  #closes(close: string): boolean {
    if (this.#skipTo(close)) return true;
    this.#take(",");
    return false;
  }

  #take(character: string): void {
    if (this.#text[this.#at] !== character) throw this.#fail(JSON_FAULT.character(character));
    this.#at += 1;
  }

  #skipWhitespace(): void {
    for (;;) {
      const unit = this.#text.charCodeAt(this.#at);
      if (unit !== SPACE && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
      this.#at += 1;
    }
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) return undefined;
    const found = this.#text.slice(this.#at, pattern.lastIndex);
    this.#at = pattern.lastIndex;
    return found;
  }

  /** Refused here for all fields: normalising such a text takes quadratic time. */
  #noteMarks(text: string): void {
    if (hasMarkRun(text)) this.#note(PHRASE.markRun);
  }

  #note(phrase: string): void {
    this.problems.add(describeField(quotePath(this.#path), phrase));
  }

  #fail(what: string): ApiError {
    const before = this.#text.slice(0, this.#at).split("\n");
    const column = (before.at(-1) ?? "").length + 1;
    return refuse(TEXT.notJson(what, before.length, column));
  }
}

/** The exact value of a JSON number, plain where that is short; undefined when its exponent has too many digits. */
export function normaliseNumber(sign = "", whole = "", decimals = "", exponent = "0"): string | undefined {
  const digits = whole + decimals;
  // Counted, because a pattern would look for the zeros at the end from every zero on.
  let [start, end] = [0, digits.length];
  while (digits[start] === "0") start += 1;
  while (end > start && digits[end - 1] === "0") end -= 1;
  const significant = digits.slice(start, end);
  if (significant === "") return "0";
  if (exponent.replace(/^[+-]?0*/, "").length > MAX_EXPONENT_DIGITS) return undefined;
  // value = significant x 10^shift
  const shift = Number(exponent) - decimals.length + (digits.length - end);
  const isShort = Math.max(significant.length + shift, -shift) <= MAX_PLAIN_DIGITS;
  if (!isShort) return `${sign}${significant}e${shift}`;
  if (shift >= 0) return sign + significant + "0".repeat(shift);
  const padded = significant.padStart(1 - shift, "0");
  return `${sign}${padded.slice(0, shift)}.${padded.slice(shift)}`;
}
