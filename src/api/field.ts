// Building blocks of every wire schema: one JSON value into one checked value, or into a Spanish sentence that says what to mend.
import * as z from "zod";
import { isCalendarDate } from "../domain/calendar.ts";
import { compare, countDecimals, decimal, roundToDigits } from "../domain/decimal.ts";
import { isJsonObject, JsonNumber } from "../domain/json.ts";
import { MOST_PROBLEMS, ProblemList } from "../domain/problem-list.ts";
import type { Problem } from "../domain/refusal.ts";
import { countCharacters, cutText, hasInvisible, quotePath, trimNormal } from "./text.ts";

/** What the OpenAPI page says of a field. */
export interface FieldDescription {
  readonly description: string;
  readonly example?: unknown;
  /** Rule of the contract (`2.14`) or of the authority behind the check. */
  readonly rule?: string;
}

/** A value that does not fit: `expected` completes "El campo X …", as in "debe ser una fecha". */
export class Misfit {
  readonly expected: string;

  constructor(expected: string) {
    this.expected = expected;
  }
}

type OpenapiType = "string" | "number" | "integer" | "boolean";

const MAX_SHOWN = 60;
/** No code of any pattern is longer. */
const CODE_MOST_CHARACTERS = 320;
/** Of a list whose field says nothing else: 2,000 lines keep a document under the authority's 500 KB. */
export const LIST_MOST_ELEMENTS = 2000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly what XML 1.0 forbids, plus what reorders text on screen.
const FORBIDDEN_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\u202a-\u202e\u2066-\u2069]/u;
const LINE_CHARACTER = /[\t\n\r]/;

/**
 * A field from a reading function; call `.nullish()` on it when it may be absent (`null` counts as absent).
 * @param read gets whatever the client sent, `undefined` when nothing.
 */
export function field<Value>(
  type: OpenapiType,
  about: FieldDescription & Readonly<Record<string, unknown>>,
  read: (input: unknown) => Value | Misfit,
): z.ZodType<Value, unknown> {
  const { rule, ...metadata } = about;
  return z
    .transform((input, context): Value => {
      const result = read(input);
      if (!(result instanceof Misfit)) return result;
      context.addIssue({
        code: "custom",
        message: complain(result.expected, input),
        ...(rule === undefined ? {} : { params: { rule } }),
      });
      return z.NEVER;
    })
    .meta({ type, ...metadata, ...(rule === undefined ? {} : { "x-rule": rule }) });
}

/** Completes "El campo X …" with what is expected and what came. */
export function complain(expected: string, input: unknown): string {
  return input === undefined || input === null
    ? `es obligatorio: ${expected}`
    : `${expected}; se recibió ${showValue(input)}`;
}

/** A value as a message may quote it: short, and never a whole structure. */
export function showValue(input: unknown): string {
  if (input === null) return "null";
  if (input instanceof JsonNumber) return input.source.slice(0, MAX_SHOWN);
  if (Array.isArray(input)) return "una lista";
  if (isJsonObject(input)) return "un objeto";
  if (typeof input !== "string") return String(input);
  // Sixty characters have at most 120 units: a long text is never taken apart whole.
  const points = [...cutText(input, 2 * MAX_SHOWN + 2)];
  const shown = points.length > MAX_SHOWN ? `${points.slice(0, MAX_SHOWN).join("")}…` : input;
  return JSON.stringify(shown);
}

export interface TextBounds {
  /** Most code points. */
  readonly max: number;
  /** Line breaks and tabs are text too. */
  readonly allowsLines?: boolean;
  /** A code: it has no character that nobody sees, not even at its ends. */
  readonly isCode?: boolean;
  /** The document repeats it to the character; other texts lose the blanks at their ends and are read in NFC. */
  readonly isExact?: boolean;
}

/** Characters that XML forbids or that reorder text are a misfit, never dropped. */
export function readText(input: unknown, bounds: TextBounds): string | Misfit {
  const { max, allowsLines = false, isCode = false, isExact = false } = bounds;
  if (typeof input !== "string") return new Misfit(`debe ser un texto de hasta ${max} caracteres`);
  if (isCode && hasInvisible(input)) return new Misfit(VISIBLE_ONLY);
  const trimmed = input.trim();
  const text = isExact && trimmed !== "" ? input : (trimNormal(trimmed, max) ?? trimmed);
  if (FORBIDDEN_CHARACTER.test(text)) {
    return new Misfit("no puede llevar caracteres de control, prohibidos en XML o de inversión de escritura");
  }
  if (!allowsLines && LINE_CHARACTER.test(text)) return new Misfit("debe ir en una sola línea, sin tabulaciones");
  // Only a text of more UTF-16 units than that can have more characters.
  const length = text.length > max ? countCharacters(text) : 0;
  return length > max ? new Misfit(`admite hasta ${max} caracteres y trae ${length}`) : text;
}

/** Text of 1 to `max` code points; blank text is a misfit. */
export function textField(about: FieldDescription & TextBounds): z.ZodType<string, unknown> {
  const { max, allowsLines, isCode, isExact, ...rest } = about;
  return field("string", { ...rest, minLength: 1, maxLength: max }, (input) => {
    const text = readText(input, about);
    return text === "" ? new Misfit("no puede ir vacío") : text;
  });
}

/** Like `textField`, but blank text is read as null: for optional fields that clients send empty. Call `.nullish()` on it. */
export function blankableTextField(about: FieldDescription & TextBounds): z.ZodType<string | null, unknown> {
  const { max, allowsLines, isCode, isExact, ...rest } = about;
  return field("string", { ...rest, maxLength: max }, (input) => {
    const text = readText(input, about);
    return text === "" ? null : text;
  });
}

const VISIBLE_ONLY = "no puede llevar saltos de línea, tabulaciones ni otros caracteres invisibles";

/**
 * What stands for something else, such as a code, a date or a choice, without blanks at its ends; undefined for what is no
 * text or far too long. Whoever sends a line feed in it did not mean to: it is a misfit, never dropped.
 */
export function readCode(input: unknown): string | Misfit | undefined {
  if (typeof input !== "string") return undefined;
  return hasInvisible(input) ? new Misfit(VISIBLE_ONLY) : trimNormal(input, CODE_MOST_CHARACTERS);
}

/** Text that must match a pattern, such as a code; `expected` completes "El campo X …". */
export function codeField(
  about: FieldDescription & { readonly pattern: RegExp; readonly expected: string; readonly allowsInteger?: boolean },
): z.ZodType<string, unknown> {
  const { pattern, expected, allowsInteger, ...rest } = about;
  return field("string", { ...rest, pattern: pattern.source }, (input) => {
    const text = readCode(allowsInteger === true && input instanceof JsonNumber ? input.plain : input);
    if (text instanceof Misfit) return text;
    return text !== undefined && pattern.test(text) ? text : new Misfit(expected);
  });
}

/** Like `codeField`, but blank text is read as null: for optional codes that clients send empty. Call `.nullish()` on it. */
export function blankableCodeField(
  about: FieldDescription & { readonly pattern: RegExp; readonly expected: string },
): z.ZodType<string | null, unknown> {
  const { pattern, expected, ...rest } = about;
  return field("string", { ...rest, pattern: `^$|${pattern.source}` }, (input) => {
    const text = readCode(input);
    if (text instanceof Misfit) return text;
    if (text === "") return null;
    return text !== undefined && pattern.test(text) ? text : new Misfit(expected);
  });
}

/** One of a closed list of texts. */
export function choiceField<const Choice extends string>(about: ChoiceDescription<Choice>): z.ZodType<Choice, unknown> {
  const { choices, ...rest } = about;
  return field("string", { ...rest, enum: choices }, (input) => readChoice(input, choices));
}

/** The same of an optional field, which may come blank. */
export function blankableChoiceField<const Choice extends string>(
  about: ChoiceDescription<Choice>,
): z.ZodType<Choice | null, unknown> {
  const { choices, ...rest } = about;
  return field("string", { ...rest, enum: [...choices, ""] }, (input) =>
    readCode(input) === "" ? null : readChoice(input, choices),
  );
}

type ChoiceDescription<Choice extends string> = FieldDescription & { readonly choices: readonly Choice[] };

function readChoice<Choice extends string>(input: unknown, choices: readonly Choice[]): Choice | Misfit {
  const text = readCode(input);
  if (text instanceof Misfit) return text;
  const found = choices.find((choice) => choice === text);
  return found ?? new Misfit(`debe ser ${listChoices(choices)}`);
}

/** `"a", "b" o "c"`. */
export function listChoices(choices: readonly string[]): string {
  const quoted = choices.map((choice) => `"${choice}"`);
  const last = quoted.pop() ?? "";
  return quoted.length === 0 ? last : `${quoted.join(", ")} o ${last}`;
}

export interface DecimalBounds {
  /** Inclusive, unless `isAbove`. Default 0: no amount of the contract is negative. */
  readonly min?: string;
  /** The value must be greater than `min`, not equal. */
  readonly isAbove?: boolean;
  /** Inclusive. */
  readonly max?: string;
  /** Default 6, the finest that the authority's quantities and prices take. */
  readonly maxDecimals?: number;
}

/** For money, which may be the result of a division: as many as a double prints of anything above 0.0001. */
export const COMPUTED_DECIMALS = 20;
/** Those of a decimal text that a double always gives back; what it prints beyond them is its own noise. */
const EXACT_DIGITS = 15;

/** The number without the noise of floating point (0.30000000000000004), when that makes it fit; else undefined. */
function fitDecimals(text: string, most: number): string | undefined {
  const value = decimal(text);
  if (countDecimals(value) <= most) return text;
  const rounded = roundToDigits(value, EXACT_DIGITS);
  return countDecimals(rounded) <= most ? rounded.toFixed() : undefined;
}

/** Money, quantities, percentages: a JSON number (quoted numbers are a misfit) into exact plain decimal text. */
export function decimalField(about: FieldDescription & DecimalBounds): z.ZodType<string, unknown> {
  const { min = "0", max = "999999999999", isAbove = false, maxDecimals = 6, ...rest } = about;
  const least = decimal(min);
  const most = decimal(max);
  const range = `${isAbove ? `mayor que ${min}` : `mayor o igual que ${min}`} y hasta ${max}`;
  const expected = `debe ser un número JSON (sin comillas ni separador de miles) ${range}, con hasta ${maxDecimals} decimales`;
  const bounds = { ...(isAbove ? { exclusiveMinimum: Number(min) } : { minimum: Number(min) }), maximum: Number(max) };
  return field("number", { ...rest, ...bounds }, (input) => {
    const plain = input instanceof JsonNumber ? input.plain : undefined;
    const text = plain === undefined ? undefined : fitDecimals(plain, maxDecimals);
    if (text === undefined) return new Misfit(expected);
    const value = decimal(text);
    const isTooSmall = isAbove ? compare(value, least) <= 0 : compare(value, least) < 0;
    return isTooSmall || compare(value, most) > 0 ? new Misfit(expected) : text;
  });
}

/** A whole number within bounds, as a plain number. */
export function integerField(
  about: FieldDescription & { readonly min: number; readonly max?: number },
): z.ZodType<number, unknown> {
  const { min, max = Number.MAX_SAFE_INTEGER, ...rest } = about;
  const upTo = max === Number.MAX_SAFE_INTEGER ? "" : ` y hasta ${max}`;
  return field("integer", { ...rest, minimum: min }, (input) => {
    const value = input instanceof JsonNumber && /^-?\d{1,15}$/.test(input.text) ? Number(input.text) : undefined;
    if (value !== undefined && value >= min && value <= max) return value;
    return new Misfit(`debe ser un número entero (sin comillas) desde ${min}${upTo}`);
  });
}

/** A real calendar date. */
export function dateField(about: FieldDescription): z.ZodType<string, unknown> {
  return field("string", { ...about, format: "date" }, (input) => {
    const text = readCode(input);
    if (text instanceof Misfit) return text;
    return text !== undefined && isCalendarDate(text)
      ? text
      : new Misfit("debe ser una fecha real con la forma AAAA-MM-DD");
  });
}

/** Like `dateField`, but an empty text is read as null. Call `.nullish()` on it. */
export function blankableDateField(about: FieldDescription): z.ZodType<string | null, unknown> {
  return field("string", { ...about, pattern: "^$|^\\d{4}-\\d{2}-\\d{2}$" }, (input) => {
    const text = readCode(input);
    if (text instanceof Misfit) return text;
    if (text === "") return null;
    return text !== undefined && isCalendarDate(text)
      ? text
      : new Misfit("debe ser una fecha real con la forma AAAA-MM-DD, o un texto vacío");
  });
}

/** `true` or `false`, nothing that resembles them. */
export function booleanField(about: FieldDescription): z.ZodType<boolean, unknown> {
  return field("boolean", { ...about }, (input) =>
    typeof input === "boolean" ? input : new Misfit("debe ser true o false (sin comillas)"),
  );
}

/** An object with these fields; others are ignored. */
export function objectField<Shape extends z.ZodRawShape>(shape: Shape, about?: FieldDescription) {
  const schema = z.object(shape, { error: (issue) => complain("debe ser un objeto JSON", issue.input) });
  // A JsonNumber is an object to zod, so it is shown to it as the number that it stands for.
  return z
    .preprocess((input) => (input instanceof JsonNumber ? Number(input.text) : input), schema)
    .meta({
      ...(about === undefined ? {} : { description: about.description }),
    });
}

/** A list of 0 or more, at most `max` elements; of a longer one no element is looked at. */
export function listField<Element extends z.ZodType>(
  element: Element,
  about: FieldDescription & { readonly min?: number; readonly max?: number },
) {
  const { min = 0, max = LIST_MOST_ELEMENTS, description, rule } = about;
  const message = `debe traer al menos ${min} ${min === 1 ? "elemento" : "elementos"}; llegó vacía`;
  const list = z
    .array(element, { error: (issue) => complain("debe ser una lista JSON", issue.input) })
    .max(max)
    .superRefine((elements, context) => {
      if (elements.length < min) context.addIssue({ code: "custom", message, params: { rule } });
    });
  return z
    .preprocess((input, context) => {
      if (!Array.isArray(input) || input.length <= max) return input;
      context.addIssue({ code: "custom", message: `admite hasta ${max} elementos; llegaron ${input.length}` });
      return z.NEVER;
    }, list)
    .meta({
      description,
      ...(min === 0 ? {} : { minItems: min }),
      ...(rule === undefined ? {} : { "x-rule": rule }),
    });
}

/**
 * Reads a value with a schema, gathering the problems: the first hundred, and how many more.
 * @param spell turns a path of canonical names into the names that the client used (see alias.ts).
 */
export function readFields<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  spell: (path: readonly PropertyKey[]) => string = quotePath,
): { readonly value: z.output<Schema> | undefined; readonly problems: readonly Problem[] } {
  const result = schema.safeParse(value);
  if (result.success) return { value: result.data, problems: [] };
  const { issues } = result.error;
  const listed = issues.slice(0, MOST_PROBLEMS).map((issue) => {
    const path = spell(issue.path);
    const subject = path === "" ? "El cuerpo" : `El campo \`${path}\``;
    const rule: unknown = issue.code === "custom" ? issue.params?.rule : undefined;
    return { path, message: `${subject} ${issue.message}.`, ...(typeof rule === "string" ? { rule } : {}) };
  });
  const problems = new ProblemList();
  problems.addAll(listed);
  problems.leaveOut(issues.length - listed.length);
  return { value: undefined, problems: problems.all };
}

/** `items.0.codigo`. */
export function joinPath(path: readonly PropertyKey[]): string {
  return path.map(String).join(".");
}
