// Reads what the service asks to be drawn: a JSON object of known members, each within its bounds.

import { NO_RECORD } from "./document/model.ts";
import { Refused } from "./refused.ts";
import { LAYOUTS, type Layout, type RenderInput } from "./render.ts";

/** Largest signed document and largest answer, in characters; the authority takes no document beyond 500 KB. */
export const DOCUMENT_LIMIT = 1024 * 1024;
/** Largest logo, in bytes. */
export const LOGO_LIMIT_BYTES = 100 * 1024;
/** Largest body: both files, their escapes in JSON, and the logo in base64. */
export const BODY_LIMIT_BYTES = 4 * 1024 * 1024;
const TEXT_LIMIT = 450;
const MEMBERS = ["document", "response", "layout", "logo", "accent", "maker", "resolutionDate", "record"];
const MAKER_MEMBERS = ["name", "nit", "software"] as const;
const RECORD_MEMBERS = ["supplierType", "withheld", "withholdings", "taxIncluded"];
const WITHHOLDING_MEMBERS = ["name", "rate", "base", "amount"] as const;
const DECIMAL = /^\d+(?:\.\d+)?$/;
/** Withholdings or lines: more than any document has. */
const MOST_ENTRIES = 10_000;

/**
 * Reads the body of a request.
 * @throws Refused (`request`, `too-large`, `logo`) when a member is unknown, missing, of another form or too large.
 */
export function readRequest(body: string): RenderInput {
  const members = parseObject(body);
  const unknown = Object.keys(members).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) throw new Refused("request", "an unknown member");
  const document = readText(members, "document", DOCUMENT_LIMIT);
  const layout = readText(members, "layout", TEXT_LIMIT);
  if (document === null) throw new Refused("request", "no document");
  return {
    document,
    response: readText(members, "response", DOCUMENT_LIMIT),
    layout: readLayout(layout),
    logo: readLogo(readText(members, "logo", Math.ceil(LOGO_LIMIT_BYTES / 3) * 4)),
    accent: readPattern(members, "accent", /^#[0-9a-f]{6}$/i),
    maker: readMaker(members.maker ?? null),
    resolutionDate: readPattern(members, "resolutionDate", /^\d{4}-\d{2}-\d{2}$/),
    record: readRecord(members.record ?? null),
  };
}

type Members = Readonly<Record<string, unknown>>;

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parseObject(body: string): Members {
  try {
    const value: unknown = JSON.parse(body);
    if (isMembers(value)) return value;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  throw new Refused("request", "not a JSON object");
}

/** A text within its bound; null when it is absent or null. */
function readText(members: Members, name: string, limit: number): string | null {
  const value = members[name] ?? null;
  if (value === null) return null;
  if (typeof value !== "string") throw new Refused("request", `${name} is not a text`);
  if (value.length > limit) throw new Refused("too-large", `${name} has more than ${limit} characters`);
  return value;
}

function readPattern(members: Members, name: string, pattern: RegExp): string | null {
  const text = readText(members, name, TEXT_LIMIT);
  if (text !== null && !pattern.test(text)) throw new Refused("request", `${name} has another form`);
  return text;
}

function readLayout(name: string | null): Layout {
  const layout = LAYOUTS.find((one) => one === name);
  if (layout === undefined) throw new Refused("request", `layout is none of ${LAYOUTS.join(", ")}`);
  return layout;
}

function readLogo(base64: string | null): Uint8Array | null {
  if (base64 === null) return null;
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    if (bytes.length > LOGO_LIMIT_BYTES)
      throw new Refused("too-large", `the logo has more than ${LOGO_LIMIT_BYTES} bytes`);
    return bytes;
  } catch (cause) {
    if (cause instanceof Refused) throw cause;
    throw new Refused("logo", "the logo is not base64");
  }
}

function readMaker(value: unknown): RenderInput["maker"] {
  if (value === null) return null;
  if (!isMembers(value) || Object.keys(value).length !== MAKER_MEMBERS.length) {
    throw new Refused("request", "maker has other members than name, nit and software");
  }
  const [name, nit, software] = MAKER_MEMBERS.map((member) => readText(value, member, TEXT_LIMIT));
  if (name == null || nit == null || software == null)
    throw new Refused("request", "maker has no name, nit or software");
  return { name, nit, software };
}

function readRecord(value: unknown): RenderInput["record"] {
  if (value === null) return NO_RECORD;
  if (!isMembers(value) || Object.keys(value).some((name) => !RECORD_MEMBERS.includes(name))) {
    throw new Refused("request", "record has an unknown member");
  }
  return {
    supplierType: readPattern(value, "supplierType", /^\d{2}$/),
    withheld: readPattern(value, "withheld", DECIMAL),
    withholdings: readList(value, "withholdings").map(readWithholding),
    taxIncluded: readList(value, "taxIncluded").map(readLineNumber),
  };
}

/** Empty where it is absent or null. */
function readList(members: Members, name: string): readonly unknown[] {
  const values: unknown = members[name] ?? [];
  if (!Array.isArray(values) || values.length > MOST_ENTRIES) throw new Refused("request", `${name} is not a list`);
  return values;
}

function readLineNumber(value: unknown): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 1) {
    throw new Refused("request", "taxIncluded has something else than numbers of lines");
  }
  return value;
}

function readWithholding(value: unknown): RenderInput["record"]["withholdings"][number] {
  if (!isMembers(value)) throw new Refused("request", "a withholding is not an object");
  const [name, rate, base, amount] = WITHHOLDING_MEMBERS.map((member) =>
    member === "name" ? readText(value, member, TEXT_LIMIT) : readPattern(value, member, DECIMAL),
  );
  if (name == null || rate == null || base == null || amount == null) {
    throw new Refused("request", "a withholding without name, rate, base or amount");
  }
  return { name, rate, base, amount };
}
