// Writes the body of a request as JSON, and refuses what JSON would lose: what is issued is what was given.
import { NotSentError } from "./error.ts";

/** No request is nested deeper; a value that contains itself is. */
const MAX_DEPTH = 100;
const DECIMAL = /^-?\d+(\.\d+)?$/;
/** Half of a character that has two UTF-16 units. */
const HALF = /\p{Surrogate}/u;

/** A number of a library of exact decimals (big.js, decimal.js, bignumber.js): written with all its digits. */
export interface Decimal {
  toFixed(): string;
  toJSON(): string;
}

/**
 * The JSON text of a body; it is written once, so that every try sends the same bytes.
 * @throws NotSentError naming the member.
 */
export function writeBody(body: object): string {
  try {
    return write(body, "", 0);
  } catch (cause) {
    throw cause instanceof NotSentError ? cause : new NotSentError("the body cannot be read", cause);
  }
}

/** @throws NotSentError for the body of a program without types that is no object, such as JSON text. */
export function checkBody(body: object): object {
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return body;
  const what = Array.isArray(body) ? "list" : body === null ? "null" : typeof body;
  throw new NotSentError(`the body is no object: it is of the type ${what}`);
}

function write(value: unknown, path: string, depth: number): string {
  if (depth > MAX_DEPTH) throw refuse(path, "nested too deeply, or contains itself");
  if (typeof value === "string") return writeText(value, path);
  if (typeof value === "number") return writeNumber(value, path);
  if (typeof value === "boolean" || value === null) return String(value);
  if (typeof value !== "object") throw refuse(path, `${typeof value}, which JSON does not have`);
  // Unlike `map`, `Array.from` sees the holes.
  if (Array.isArray(value)) {
    return `[${Array.from(value, (one, index) => write(one, `${path}[${index}]`, depth + 1)).join(",")}]`;
  }
  return writeObject(value, path, depth);
}

function writeText(value: string, path: string): string {
  if (HALF.test(value)) throw refuse(path, "a text with half of a character");
  return JSON.stringify(value);
}

function writeNumber(value: number, path: string): string {
  if (!Number.isFinite(value)) throw refuse(path, `${value}, which JSON does not have`);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw refuse(path, `${value}, an integer that a number does not hold exactly`);
  }
  return JSON.stringify(value);
}

function writeObject(value: object, path: string, depth: number): string {
  const kind = Object.prototype.toString.call(value).slice("[object ".length, -1);
  if (kind === "Date") throw refuse(path, "a Date, which is an instant: write the day as text, AAAA-MM-DD");
  if (isDecimal(value)) return writeDecimal(value, path);
  if ("toJSON" in value && typeof value.toJSON === "function") return write(value.toJSON(), path, depth + 1);
  if (kind !== "Object" || !isPlain(value)) throw refuse(path, `${nameKind(value, kind)}, which JSON loses`);
  const members = Object.entries(value).map(([name, member]) => {
    const memberPath = path === "" ? name : `${path}.${name}`;
    return `${writeText(name, memberPath)}:${write(member, memberPath, depth + 1)}`;
  });
  return `{${members.join(",")}}`;
}

function isDecimal(value: object): value is Decimal {
  return (
    "toFixed" in value && typeof value.toFixed === "function" && "toJSON" in value && typeof value.toJSON === "function"
  );
}

function writeDecimal(value: Decimal, path: string): string {
  const text = value.toFixed();
  if (!DECIMAL.test(text)) throw refuse(path, `the decimal ${text}, which JSON does not have`);
  return text;
}

/** An object of braces, also of another realm, or one without a prototype. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function nameKind(value: object, kind: string): string {
  const name: unknown = kind === "Object" ? value.constructor?.name : kind;
  return typeof name === "string" && name !== "" ? `an instance of ${name}` : "an object of a class";
}

function refuse(path: string, what: string): NotSentError {
  return new NotSentError(`${path === "" ? "the body" : path} is ${what}`);
}
