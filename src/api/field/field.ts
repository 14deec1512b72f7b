// Builds the fields of the request schemas: each reads one JSON value, or reports what it expected instead.
import * as z from "zod";
import { MOST_PROBLEMS } from "../../domain/refusal/problem-list.ts";
import { isCalendarDate } from "../../domain/value/calendar.ts";
import { compare, countDecimals, type Decimal, decimal, roundToDigits } from "../../domain/value/decimal.ts";
import { isJsonList, isJsonObject, JsonNumber, type JsonValue } from "../../domain/value/json.ts";
import type { Detail } from "../base/error.ts";
import {
  countCharacters,
  dropInvisible,
  hasControl,
  hasInvisible,
  hasMarkRun,
  hasVisible,
  quotePath,
  spellInvisible,
  trimNormal,
} from "../base/text.ts";
import { suggestChoice } from "../message/code-name.ts";
import { askNumber, complain, describeBody, describeField, EXPECTED, PHRASE } from "../message/field.ts";
import { DetailList } from "../message/refusal.ts";
import { suggestDate } from "../message/value.ts";
import { LIST_MOST_ELEMENTS } from "./json.ts";

/** What the reference says about a field. */
interface FieldDescription {
  readonly description: string;
  readonly example?: unknown;
  /** Rule of the contract (`2.14`) or of the authority behind the check. */
  readonly rule?: string;
}

/** A value of the wrong type: `expected` completes "El campo X …", as in "debe ser una fecha". */
export class FieldTypeError {
  readonly expected: string;
  /** What is expected where decimal text is taken. */
  readonly expectedWithText: string | undefined;

  constructor(expected: string, expectedWithText?: string) {
    this.expected = expected;
    this.expectedWithText = expectedWithText;
  }
}

/** ISO 3166-1 alpha-2, in either case. */
export const COUNTRY_CODE = /^[A-Za-z]{2}$/;
/** ISO 4217, in either case. */
export const CURRENCY_CODE = /^[A-Za-z]{3}$/;
/** A code of the authority's list of payment means. */
export const MEANS_CODE = /^\d{1,3}$/;
/** Prefix and number of a document, without a separator. */
export const FULL_NUMBER = /^[0-9A-Za-z]{1,20}$/;

type OpenapiType = "string" | "number" | "integer" | "boolean";

/** No code of any pattern is longer. */
const CODE_MOST_CHARACTERS = 320;
const LINE_CHARACTER = /[\t\n\r\u2028\u2029]/;

/**
 * A field from a reading function; call `.nullish()` on it when it may be absent (`null` counts as absent).
 * @param read gets what the client sent, `undefined` when nothing.
 */
export function field<Value>(
  type: OpenapiType,
  about: FieldDescription & Readonly<Record<string, unknown>>,
  read: (input: unknown) => Value | FieldTypeError,
): z.ZodType<Value, unknown> {
  const { rule, ...metadata } = about;
  return z
    .transform((input, context): Value => {
      const result = read(input);
      if (!(result instanceof FieldTypeError)) return result;
      const { expected, expectedWithText } = result;
      const withText = expectedWithText === undefined ? undefined : complain(expectedWithText, input);
      context.addIssue({ code: "custom", message: complain(expected, input), params: { rule, withText } });
      return z.NEVER;
    })
    .meta({ type, ...metadata, ...(rule === undefined ? {} : { "x-rule": rule }) });
}

interface TextBounds {
  /** Most code points. */
  readonly max: number;
  /** Line breaks are text too. */
  readonly allowsLines?: boolean;
  /** A code: it has no invisible character, not even at its ends. */
  readonly isCode?: boolean;
  /** The document repeats its characters exactly; other texts are read in NFC. */
  readonly isExact?: boolean;
  readonly example?: unknown;
}

/** Control characters are refused; what displays as nothing is dropped, and then the blanks at the ends. */
function readText(input: unknown, bounds: TextBounds): string | FieldTypeError {
  const { max, allowsLines = false, isCode = false, isExact = false, example } = bounds;
  if (typeof input !== "string") {
    const isAbsent = input === undefined || input === null;
    return new FieldTypeError(
      isAbsent || typeof example !== "string" ? EXPECTED.text(max) : EXPECTED.textLike(max, example),
    );
  }
  if (isCode && hasInvisible(input)) return new FieldTypeError(EXPECTED.visible);
  const shown = dropInvisible(input);
  if (hasControl(shown)) return new FieldTypeError(EXPECTED.printable);
  // The marks around a dropped character now stand in a row.
  if (shown.length < input.length && hasMarkRun(shown)) return new FieldTypeError(EXPECTED.fewMarks);
  const trimmed = shown.trim();
  const text = isExact ? trimmed : (trimNormal(trimmed, max) ?? trimmed);
  if (allowsLines && text.includes("\t")) return new FieldTypeError(EXPECTED.printable);
  if (!allowsLines && LINE_CHARACTER.test(text)) return new FieldTypeError(EXPECTED.oneLine);
  // Only a text of more UTF-16 units than that can have more characters.
  const length = text.length > max ? countCharacters(text) : 0;
  if (length > max) return new FieldTypeError(EXPECTED.length(max, length));
  return hasVisible(text) ? text : "";
}

/** Text of 1 to `max` code points; blank text is refused. */
export function textField(about: FieldDescription & TextBounds): z.ZodType<string, unknown> {
  const { max, allowsLines, isCode, isExact, ...rest } = about;
  return field("string", { ...rest, minLength: 1, maxLength: max }, (input) => {
    const text = readText(input, about);
    return text === "" ? new FieldTypeError(EXPECTED.notBlank) : text;
  });
}

/**
 * Like `textField`, but blank text is read as null: for optional fields that clients send empty. Call `.nullish()` on it.
 * @param about.allowsNumber whether a number is read as the text that it is written with.
 */
export function blankableTextField(
  about: FieldDescription &
    TextBounds & {
      readonly allowsNumber?: boolean;
      /** What to add for what is no text, such as the text that it holds. */
      readonly suggest?: (input: unknown) => string;
    },
): z.ZodType<string | null, unknown> {
  const { max, allowsLines, isCode, isExact, allowsNumber, suggest = () => "", ...rest } = about;
  return field("string", { ...rest, maxLength: max }, (input) => {
    const text = readText(allowsNumber === true && input instanceof JsonNumber ? input.plain : input, about);
    if (text instanceof FieldTypeError) return new FieldTypeError(`${text.expected}${suggest(input)}`);
    return text === "" ? null : text;
  });
}

/**
 * Reads text that stands for something else (a code, a date, a choice), trimmed; undefined if it is not text or far too long.
 * A line feed in it was hardly meant: it is refused, never dropped.
 */
export function readCode(input: unknown): string | FieldTypeError | undefined {
  if (typeof input !== "string") return undefined;
  return hasInvisible(input) ? new FieldTypeError(EXPECTED.visible) : trimNormal(input, CODE_MOST_CHARACTERS);
}

/** Text that must match a pattern, such as a code; `expected` completes "El campo X …". */
export function codeField(about: CodeDescription & { readonly allowsInteger?: boolean }): z.ZodType<string, unknown> {
  const { pattern, expected, suggest = () => "", allowsInteger, ...rest } = about;
  return field("string", { ...rest, pattern: pattern.source }, (input) => {
    const text = readCode(allowsInteger === true && input instanceof JsonNumber ? input.plain : input);
    if (text instanceof FieldTypeError) return text;
    return text !== undefined && pattern.test(text) ? text : new FieldTypeError(`${expected}${suggest(text ?? "")}`);
  });
}

interface CodeDescription extends FieldDescription {
  readonly pattern: RegExp;
  readonly expected: string;
  /** What to add to `expected` for a text, such as the code that it names. */
  readonly suggest?: (text: string) => string;
}

/** Like `codeField`, but blank text is read as null: for optional codes that clients send empty. Call `.nullish()` on it. */
export function blankableCodeField(about: CodeDescription): z.ZodType<string | null, unknown> {
  const { pattern, expected, suggest = () => "", ...rest } = about;
  return field("string", { ...rest, pattern: `^$|${pattern.source}` }, (input) => {
    const text = readCode(input);
    if (text instanceof FieldTypeError) return text;
    if (text === "") return null;
    return text !== undefined && pattern.test(text) ? text : new FieldTypeError(`${expected}${suggest(text ?? "")}`);
  });
}

/** One of a closed list of texts. */
export function choiceField<const Choice extends string>(about: ChoiceDescription<Choice>): z.ZodType<Choice, unknown> {
  const { choices, suggest, ...rest } = about;
  return field("string", { ...rest, enum: choices }, (input) => readChoice(input, about));
}

/** The same of an optional field, which may come blank. */
export function blankableChoiceField<const Choice extends string>(
  about: ChoiceDescription<Choice>,
): z.ZodType<Choice | null, unknown> {
  const { choices, suggest, ...rest } = about;
  return field("string", { ...rest, enum: [...choices, ""] }, (input) =>
    readCode(input) === "" ? null : readChoice(input, about),
  );
}

interface ChoiceDescription<Choice extends string> extends FieldDescription {
  readonly choices: readonly Choice[];
  /** What to add to the choices for a text that is none, such as the one that it names. */
  readonly suggest?: (text: string) => string;
}

function readChoice<Choice extends string>(
  input: unknown,
  { choices, suggest = suggestChoice(choices) }: ChoiceDescription<Choice>,
): Choice | FieldTypeError {
  const text = readCode(input);
  if (text instanceof FieldTypeError) return text;
  const found = choices.find((choice) => choice === text);
  return found ?? new FieldTypeError(`${EXPECTED.choice(choices)}${suggest(text ?? "")}`);
}

interface DecimalBounds {
  /** Inclusive, unless `isAbove`. Default 0: no amount is negative. */
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
/** Digits that a double always reproduces; any it prints beyond them are noise. */
const EXACT_DIGITS = 15;

/** The fields that count or measure: shops write three decimals there, as a scale does. */
const quantities = z.registry<{ readonly isQuantity: true }>();

/** A quantity, above 0. */
export function quantityField(about: FieldDescription): z.ZodType<string, unknown> {
  return decimalField({ ...about, isAbove: true }).register(quantities, { isQuantity: true });
}

/** Whether `quantityField` made the field. */
export function isQuantity(schema: z.core.$ZodType): boolean {
  return quantities.has(schema);
}

/** The number without the noise of floating point (0.30000000000000004), when that makes it fit; else undefined. */
function fitDecimals(text: string, most: number): string | undefined {
  const value = decimal(text);
  if (countDecimals(value) <= most) return text;
  const rounded = roundToDigits(value, EXACT_DIGITS);
  return countDecimals(rounded) <= most ? rounded.toFixed() : undefined;
}

/** The type of the fields that `decimalField` makes, and of no others. */
export const DECIMAL_TYPE = "number";

/**
 * Money, quantities, percentages: a JSON number into exact plain decimal text. Quoted numbers are refused; where they are taken,
 * `readDecimalTexts` has made numbers of them.
 */
export function decimalField(about: FieldDescription & DecimalBounds): z.ZodType<string, unknown> {
  const { min = "0", max = "999999999999", isAbove = false, maxDecimals = 6, ...rest } = about;
  const least = decimal(min);
  const most = decimal(max);
  const range = { min, isAbove, max };
  const fault = new FieldTypeError(EXPECTED.decimal(range, maxDecimals), EXPECTED.decimalOrText(range, maxDecimals));
  const isWithin = (value: Decimal) =>
    (isAbove ? compare(value, least) > 0 : compare(value, least) >= 0) && compare(value, most) <= 0;
  const bounds = { ...(isAbove ? { exclusiveMinimum: Number(min) } : { minimum: Number(min) }), maximum: Number(max) };
  return field(DECIMAL_TYPE, { ...rest, ...bounds }, (input) => {
    if (typeof input === "string") return readWritten(input, fault, isWithin);
    const plain = input instanceof JsonNumber ? input.plain : undefined;
    const text = plain === undefined ? undefined : fitDecimals(plain, maxDecimals);
    return text !== undefined && isWithin(decimal(text)) ? text : fault;
  });
}

/** The fault of a text, with the number that it writes for people. */
function readWritten(text: string, fault: FieldTypeError, isWithin: (value: Decimal) => boolean): FieldTypeError {
  const meant = text.length > CODE_MOST_CHARACTERS ? undefined : findMeantNumber(text.trim());
  if (meant === undefined || !isWithin(decimal(meant))) return fault;
  const { expected, expectedWithText = expected } = fault;
  return new FieldTypeError(`${expected}${askNumber(meant)}`, `${expectedWithText}${askNumber(meant)}`);
}

/** `1.250.000,50`, `1,250,000.50`, `10840,34`, each perhaps with a sign of money or of percent. */
const WRITTEN = [
  { pattern: /^\d{1,3}(?:\.\d{3})+(?:,\d{1,6})?$/, separator: ".", point: "," },
  { pattern: /^\d{1,3}(?:,\d{3})+(?:\.\d{1,6})?$/, separator: ",", point: "." },
  { pattern: /^\d+,\d{1,6}$/, separator: "", point: "," },
  { pattern: /^\d+(?:\.\d{1,6})?$/, separator: "", point: "." },
] as const;

/** The number that a text writes with separators or signs. */
function findMeantNumber(text: string): string | undefined {
  const bare = text.replace(/^(?:\$|COP)\s*|\s*(?:%|COP)$/gi, "");
  if (bare.length > MOST_DIGITS_GUESSED) return undefined;
  const form = WRITTEN.find(({ pattern }) => pattern.test(bare));
  if (form === undefined) return undefined;
  const digits = form.separator === "" ? bare : bare.replaceAll(form.separator, "");
  return digits.replace(form.point, ".").replace(/^0+(?=\d)/, "");
}

const MOST_DIGITS_GUESSED = 30;

/** A whole number within bounds, as a plain number. */
export function integerField(
  about: FieldDescription & { readonly min: number; readonly max?: number },
): z.ZodType<number, unknown> {
  const { min, max = Number.MAX_SAFE_INTEGER, ...rest } = about;
  const expected = EXPECTED.integer(min, max === Number.MAX_SAFE_INTEGER ? null : max);
  return field("integer", { ...rest, minimum: min }, (input) => {
    const value = input instanceof JsonNumber && /^-?\d{1,15}$/.test(input.text) ? Number(input.text) : undefined;
    if (value !== undefined && value >= min && value <= max) return value;
    return new FieldTypeError(expected);
  });
}

/** A real calendar date. */
export function dateField(about: FieldDescription): z.ZodType<string, unknown> {
  return field("string", { ...about, format: "date" }, (input) => {
    const text = readCode(input);
    if (text instanceof FieldTypeError) return text;
    return text !== undefined && isCalendarDate(text)
      ? text
      : new FieldTypeError(`${EXPECTED.date}${suggestDate(text ?? "")}`);
  });
}

/** Like `dateField`, but an empty text is read as null. Call `.nullish()` on it. */
export function blankableDateField(about: FieldDescription): z.ZodType<string | null, unknown> {
  return field("string", { ...about, pattern: "^$|^\\d{4}-\\d{2}-\\d{2}$" }, (input) => {
    const text = readCode(input);
    if (text instanceof FieldTypeError) return text;
    if (text === "") return null;
    return text !== undefined && isCalendarDate(text)
      ? text
      : new FieldTypeError(`${EXPECTED.dateOrBlank}${suggestDate(text ?? "")}`);
  });
}

/** Only `true` or `false`, nothing that resembles them. */
export function booleanField(about: FieldDescription): z.ZodType<boolean, unknown> {
  return field("boolean", { ...about }, (input) =>
    typeof input === "boolean" ? input : new FieldTypeError(EXPECTED.boolean),
  );
}

/** An object with these fields; others are ignored. */
export function objectField<Shape extends z.ZodRawShape>(
  shape: Shape,
  about?: FieldDescription & { readonly absent?: (expected: string) => string },
) {
  const schema = z.object(shape, {
    error: ({ input }) => {
      const expected = EXPECTED.objectLike(showShape(shape));
      const isAbsent = input === undefined || input === null;
      return complain(isAbsent && about?.absent !== undefined ? about.absent(expected) : expected, input);
    },
  });
  // zod would take a JsonNumber for an object, so it is shown the number instead.
  return z
    .preprocess((input) => (input instanceof JsonNumber ? Number(input.text) : input), schema)
    .meta({
      ...(about === undefined ? {} : { description: about.description }),
    });
}

/** An object with the first members, as an example: `{"placa": "CAJA-01", "ubicacion": "Salón principal", …}`. */
function showShape(shape: z.ZodRawShape): string {
  const members = Object.entries(shape).flatMap(([name, member]) => {
    const example = findExample(member);
    return typeof example === "object" || !example ? [] : [`${JSON.stringify(name)}: ${JSON.stringify(example)}`];
  });
  const shown = members.slice(0, MEMBERS_SHOWN);
  return `{${[...shown, ...(Object.keys(shape).length > shown.length ? ["…"] : [])].join(", ")}}`;
}

/** Enough to see what is meant. */
const MEMBERS_SHOWN = 2;

/** The example of a field, optional or not; a list has none. */
function findExample(member: z.core.$ZodType): unknown {
  if (member instanceof z.ZodOptional || member instanceof z.ZodNullable) return findExample(member.unwrap());
  return z.globalRegistry.get(member)?.example;
}

export interface TextMapDescription extends FieldDescription {
  /** Members. */
  readonly most: number;
  /** What a name must match; `expectedName` completes "El campo X …". */
  readonly name: RegExp;
  readonly expectedName: string;
  /** Most code points of a text. */
  readonly max: number;
}

/** An object of texts under names of the client's own. Names and texts are codes: nothing in them is invisible; a text may be empty. */
export function textMapField(about: TextMapDescription): z.ZodType<Readonly<Record<string, string>>, unknown> {
  const { most, name, expectedName, max, ...rest } = about;
  return z
    .transform((input, context): Readonly<Record<string, string>> => {
      // Each issue its own path: zod puts the names of what is around it into the list that it is given.
      const refuse = (message: string, path: readonly string[] = []) =>
        context.addIssue({ code: "custom", message, path: [...path] });
      if (!isJsonObject(input)) {
        refuse(complain(EXPECTED.object, input));
        return z.NEVER;
      }
      const members = Object.entries(input);
      if (members.length > most) refuse(PHRASE.manyMembers(most, members.length));
      const texts: [string, string][] = [];
      for (const [own, value] of members.slice(0, most)) {
        const place = [spellInvisible(quotePath([own]))];
        if (!name.test(own)) refuse(expectedName, place);
        const text = readText(value, { max, isCode: true });
        if (text instanceof FieldTypeError) refuse(complain(text.expected, value), place);
        else texts.push([own, text]);
      }
      return Object.fromEntries(texts);
    })
    .meta({
      type: "object",
      ...rest,
      maxProperties: most,
      propertyNames: { pattern: name.source },
      additionalProperties: { type: "string", maxLength: max },
    });
}

/** A list of 0 or more, at most `max` elements; the elements of a longer one are not checked. */
export function listField<Element extends z.ZodType>(
  element: Element,
  about: FieldDescription & { readonly min?: number; readonly max?: number },
) {
  const { min = 0, max = LIST_MOST_ELEMENTS, description, rule } = about;
  const list = z
    .array(element, { error: (issue) => complain(EXPECTED.list, issue.input) })
    .superRefine((elements, context) => {
      if (elements.length >= min) return;
      context.addIssue({ code: "custom", message: PHRASE.fewElements(min, elements.length), params: { rule } });
    });
  return z
    .preprocess((input, context) => {
      if (!Array.isArray(input) || input.length <= max) return input;
      context.addIssue({ code: "custom", message: PHRASE.manyElements(max, input.length) });
      return z.NEVER;
    }, list)
    .meta({
      description,
      ...(min === 0 ? {} : { minItems: min }),
      maxItems: max,
      ...(rule === undefined ? {} : { "x-rule": rule }),
    });
}

/**
 * Reads a value with a schema, gathering the problems: the first hundred, and how many more.
 * @param spell turns a path of canonical names into the names that the client used (see name.ts).
 * @param takesText whether a sentence offers decimal text beside a number.
 */
export function readFields<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  spell: (path: readonly PropertyKey[]) => string = quotePath,
  takesText = false,
): { readonly value: z.output<Schema> | undefined; readonly problems: readonly Detail[] } {
  const result = schema.safeParse(value);
  if (result.success) return { value: result.data, problems: [] };
  const { issues } = result.error;
  const listed = issues.slice(0, MOST_PROBLEMS).map((issue) => {
    const path = spell(issue.path);
    if (path === "") return describeBody(issue.message);
    const { rule, withText }: Record<string, unknown> = (issue.code === "custom" && issue.params) || {};
    const phrase = takesText && typeof withText === "string" ? withText : issue.message;
    return describeField(path, phrase, typeof rule === "string" ? rule : undefined);
  });
  const problems = new DetailList();
  problems.addAll(listed);
  problems.leaveOut(issues.length - listed.length);
  return { value: undefined, problems: problems.all };
}

/** The elements of a body's `items`, to be read one by one; none of a list that is too long. */
export function listItems(body: JsonValue): readonly JsonValue[] {
  const items = isJsonObject(body) ? body.items : undefined;
  return items !== undefined && isJsonList(items) && items.length <= LIST_MOST_ELEMENTS ? items : [];
}

/** A short code that some clients send as a number. */
export function blankableIdField(description: string, example: string, max: number, suggest = (_: string) => "") {
  return field("string", { description, example, maxLength: max }, (input) => {
    const text = readCode(input instanceof JsonNumber ? input.plain : input);
    if (text instanceof FieldTypeError) return text;
    if (text === "") return null;
    return text !== undefined && text.length <= max && /^[0-9A-Za-z]+$/.test(text)
      ? text
      : new FieldTypeError(`${EXPECTED.shortCode(max)}${suggest(text ?? "")}`);
  }).nullish();
}

/** Any type: the list gives integers, forms send them as text. */
export function methodIdField() {
  const about = { description: "Id de un método de pago activo de la empresa.", example: 1 };
  return field("integer", about, (input) => {
    const text = readCode(input instanceof JsonNumber ? input.plain : input);
    if (text instanceof FieldTypeError) return text;
    if (text === "") return null;
    return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : new FieldTypeError(EXPECTED.methodId);
  });
}
