// Generates requests from a JSON schema: mostly its examples, often other values that fit, now and then nonsense.
import fc from "fast-check";
import type { JsonSchema } from "./schema.ts";

const MOST_ELEMENTS = 3;
const MOST_CHARACTERS = 40;
const JUNK: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, -1, 0.1, 1e21, "", " ", "x".repeat(5000), "\u0000", "\u202e", [], {}, [[]]),
  fc.string({ unit: "binary", maxLength: 8 }),
  fc.double(),
);

/** Requests of a schema; `junk` is the share of values, in percent, that are nonsense. */
export function requestsOf(schema: JsonSchema, junk: number): fc.Arbitrary<unknown> {
  const fitting = fittingValues(schema, junk);
  const example = "example" in schema ? fc.constant(schema.example) : fitting;
  return fc.oneof(
    { weight: 100 - junk, arbitrary: fc.oneof({ weight: 4, arbitrary: example }, { weight: 1, arbitrary: fitting }) },
    { weight: junk, arbitrary: JUNK },
  );
}

/** A sound body with up to two members of it, at any depth, replaced by others that the schema describes or by nonsense. */
export function variationsOf(body: object, schema: JsonSchema): fc.Arbitrary<unknown> {
  const paths = listPaths(body, []);
  // An empty body has nothing to vary.
  if (paths.length === 0) return fc.constant(body);
  const change = fc.constantFrom(...paths).chain((path) => {
    const part = findSchema(schema, path);
    return requestsOf(part, 15).map((value) => ({ path, value }));
  });
  return fc.array(change, { maxLength: 2 }).map((changes) => {
    const copy = structuredClone(body);
    for (const { path, value } of changes) replace(copy, path, value);
    return copy;
  });
}

function listPaths(value: unknown, path: readonly string[]): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  const inner = Object.entries(value).flatMap(([name, child]) => listPaths(child, [...path, name]));
  return path.length === 0 ? inner : [path, ...inner];
}

function findSchema(schema: JsonSchema, [name, ...rest]: readonly string[]): JsonSchema {
  if (name === undefined) return schema;
  return findSchema(schema.items ?? schema.properties?.[name] ?? {}, rest);
}

/** An earlier change may have taken the place away. */
function replace(target: unknown, [name = "", ...rest]: readonly string[], value: unknown): void {
  if (typeof target !== "object" || target === null || !(name in target)) return;
  const record = target as Record<string, unknown>;
  if (rest.length === 0) record[name] = value;
  else replace(record[name], rest, value);
}

function fittingValues(schema: JsonSchema, junk: number): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch ([schema.type ?? []].flat()[0]) {
    case "object":
      return objects(schema, junk);
    case "array":
      return fc.array(requestsOf(schema.items ?? {}, junk), {
        minLength: schema.minItems ?? 0,
        maxLength: MOST_ELEMENTS,
      });
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 1000, 1_000_000) });
    case "number":
      return numbers(schema);
    default:
      return texts(schema);
  }
}

function objects(schema: JsonSchema, junk: number): fc.Arbitrary<unknown> {
  const members = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => [name, requestsOf(field, junk)] as const,
  );
  const required = (schema.required ?? []).filter((name) => name in (schema.properties ?? {}));
  return fc.record(Object.fromEntries(members), { requiredKeys: required, noNullPrototype: true });
}

/** Up to six decimals, as the service takes them; mostly small. */
function numbers({ minimum, exclusiveMinimum, maximum = 1e6 }: JsonSchema): fc.Arbitrary<number> {
  const least = minimum ?? exclusiveMinimum ?? 0;
  const most = Math.min(maximum, 1e6);
  return fc
    .tuple(fc.integer({ min: Math.ceil(least), max: Math.floor(most) }), fc.integer({ min: 0, max: 999_999 }))
    .map(([whole, fraction]) => Math.min(whole + (fraction % 4 === 0 ? fraction / 1e6 : 0), most));
}

function texts({ format, pattern, minLength = 0, maxLength = MOST_CHARACTERS }: JsonSchema): fc.Arbitrary<string> {
  if (format === "date") return fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10));
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, MOST_CHARACTERS) });
}
