// Makes numbers of the decimal texts of a body, so that an amount that was read back can be sent again, and is the same amount.
import { isJsonList, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from "../../domain/value/json.ts";
import { LIST_MOST_ELEMENTS } from "./field.ts";
import { normaliseNumber } from "./json.ts";
import type { KnownNames } from "./unknown-name.ts";

/** Digits and at most one point between them. */
const DECIMAL_TEXT = /^ *(\d+)(?:\.(\d+))? *$/;
const MOST_DIGITS = 20;

/**
 * The body with a number for each decimal text that stands in the place of an amount, a quantity or a percentage; other texts stay
 * as they came, and are refused there. A body without any is returned as it is.
 */
export function readDecimalTexts(body: JsonObject, known: KnownNames): JsonObject {
  let changed: Record<string, JsonValue> | undefined;
  for (const [name, { inner, isDecimal }] of known) {
    if (!Object.hasOwn(body, name)) continue;
    const sent = body[name] ?? null;
    const read = inner === undefined ? (isDecimal ? readText(sent) : sent) : readInner(sent, inner);
    if (read === sent) continue;
    changed ??= Object.assign(Object.create(null), body);
    if (changed !== undefined) changed[name] = read;
  }
  return changed ?? body;
}

function readInner(value: JsonValue, known: KnownNames): JsonValue {
  if (isJsonObject(value)) return readDecimalTexts(value, known);
  if (!isJsonList(value) || value.length > LIST_MOST_ELEMENTS) return value;
  const read = value.map((element) => (isJsonObject(element) ? readDecimalTexts(element, known) : element));
  return read.every((element, place) => element === value[place]) ? value : read;
}

function readText(value: JsonValue): JsonValue {
  if (typeof value !== "string") return value;
  const [, whole, decimals = ""] = DECIMAL_TEXT.exec(value) ?? [];
  if (whole === undefined || whole.length + decimals.length > MOST_DIGITS) return value;
  return new JsonNumber(JSON.stringify(value), normaliseNumber("", whole, decimals) ?? "0");
}
