// Makes numbers of the decimal texts of a body, so that an amount that was read back can be sent again, and is the same amount; and
// finds those that look like thousands.
import { isJsonList, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from "../../domain/value/json.ts";
import type { Detail } from "../base/error.ts";
import { quotePath } from "../base/text.ts";
import { describeThousands } from "../message/field.ts";
import { DetailList } from "../message/refusal.ts";
import { LIST_MOST_ELEMENTS, normaliseNumber } from "./json.ts";
import type { Figure, KnownNames } from "./name.ts";

/** Digits and at most one point between them. */
const DECIMAL_TEXT = /^ *(\d+)(?:\.(\d+))? *$/;
const MOST_DIGITS = 20;
/** As Colombia writes whole thousands. */
const THOUSANDS = /^[1-9]\d{0,2}\.\d{3}$/;

interface ReadTexts {
  /** With a number for each decimal text in the place of an amount, a quantity or a percentage; other texts stay as they came. */
  readonly body: JsonObject;
  /** Texts that write thousands for people, with the value that they were read as; the paths are the client's own. */
  readonly remarks: readonly Detail[];
}

/** Reads the decimal texts of a body; other texts in their places are refused there. A body without any is returned as it is. */
export function readDecimalTexts(body: JsonObject, known: KnownNames): ReadTexts {
  const remarks = new DetailList();
  return { body: readObject(body, known, [], remarks), remarks: remarks.all };
}

type Path = readonly PropertyKey[];

function readObject(body: JsonObject, known: KnownNames, path: Path, remarks: DetailList): JsonObject {
  let changed: Record<string, JsonValue> | undefined;
  for (const [name, { inner, figure }] of known) {
    if (!Object.hasOwn(body, name)) continue;
    const sent = body[name] ?? null;
    const at = [...path, name];
    const held = inner === undefined ? sent : readInner(sent, inner, at, remarks);
    const read = figure === undefined ? held : readText(held, figure, at, remarks);
    if (read === sent) continue;
    changed ??= Object.assign(Object.create(null), body);
    if (changed !== undefined) changed[name] = read;
  }
  return changed ?? body;
}

function readInner(value: JsonValue, known: KnownNames, path: Path, remarks: DetailList): JsonValue {
  if (isJsonObject(value)) return readObject(value, known, path, remarks);
  if (!isJsonList(value) || value.length > LIST_MOST_ELEMENTS) return value;
  const read = value.map((element, place) =>
    isJsonObject(element) ? readObject(element, known, [...path, place], remarks) : element,
  );
  return read.every((element, place) => element === value[place]) ? value : read;
}

function readText(value: JsonValue, figure: Figure, path: Path, remarks: DetailList): JsonValue {
  if (typeof value !== "string") return value;
  const [, whole, decimals = ""] = DECIMAL_TEXT.exec(value) ?? [];
  if (whole === undefined || whole.length + decimals.length > MOST_DIGITS) return value;
  const plain = normaliseNumber("", whole, decimals) ?? "0";
  const text = value.trim();
  const thousands = text.replace(".", "");
  if (THOUSANDS.test(text) && mayBeThousands(thousands, figure)) {
    remarks.add(describeThousands(quotePath(path), { text, plain, thousands }));
  }
  return new JsonNumber(JSON.stringify(value), plain);
}

/** A percentage cannot be in the thousands. A scale shows `1.255` kg; nobody ends such a figure in a zero but a program with three decimals. */
function mayBeThousands(thousands: string, { most, isQuantity }: Figure): boolean {
  return Number(thousands) <= most && (!isQuantity || thousands.endsWith("0"));
}
