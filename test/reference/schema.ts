// Reads the OpenAPI document as typed data, and checks values against its schemas.
import { type Schema, Validator } from "@cfworker/json-schema";
import v1 from "../../public/api/ext/v1/openapi.json" with { type: "json" };
import v2 from "../../public/api/ext/v2/openapi.json" with { type: "json" };
import type { ApiVersion } from "../../src/api/base/version.ts";

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly example?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly "x-aliases"?: readonly string[];
}

interface Body {
  readonly description?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content: Readonly<
    Record<string, { readonly schema: JsonSchema; readonly examples?: Readonly<Record<string, { value?: unknown }>> }>
  >;
}

interface ToldParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly example: unknown;
}

export interface ToldOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly ToldParameter[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

export interface ToldApi {
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, ToldOperation>>>>;
  readonly webhooks?: Readonly<Record<string, Readonly<Record<string, ToldOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
  };
}

const DOCUMENTS: Readonly<Record<ApiVersion, unknown>> = { v1, v2 };

/** The document of a version that the Worker serves. */
export function readOpenapi(version: ApiVersion = "v1"): ToldApi {
  return DOCUMENTS[version] as ToldApi;
}

/** The schema with what it refers to in place of each reference. */
export function expandSchema(schema: JsonSchema, version: ApiVersion): JsonSchema {
  const { $ref, ...own } = schema;
  const target = readOpenapi(version).components.schemas[$ref?.split("/").at(-1) ?? ""];
  const whole: JsonSchema = target === undefined ? schema : { ...target, ...own };
  const properties = Object.entries(whole.properties ?? {}).map(([name, field]) => [
    name,
    expandSchema(field, version),
  ]);
  return {
    ...whole,
    ...(whole.properties === undefined ? {} : { properties: Object.fromEntries(properties) }),
    ...(whole.items === undefined ? {} : { items: expandSchema(whole.items, version) }),
  };
}

/** The same schema without room for members that it does not describe: what is answered must be documented. */
function close(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(close);
  if (typeof value !== "object" || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, close(inner)]));
  const isObject = [copy.type].flat().includes("object");
  return "properties" in copy && isObject ? { ...copy, additionalProperties: false } : copy;
}

// The validator would take the id of a document in an example for that of a schema.
const COMPONENTS: Readonly<Record<ApiVersion, object>> = {
  v1: { ...v1.components, schemas: close(v1.components.schemas), examples: {} },
  v2: { ...v2.components, schemas: close(v2.components.schemas), examples: {} },
};

/** What is wrong with a value by a schema of a version's document, members that it does not describe included. */
export function findSchemaProblems(schema: JsonSchema, value: unknown, version: ApiVersion = "v1"): readonly string[] {
  return findProblems(schema, value, COMPONENTS[version]);
}

/** Components as they are asked for, by what they were made of: making them costs more than what is checked by them. */
const closedSchemas = new WeakMap<object, object>();
/** Validators by the text of their schema: each takes all components apart, and most examples share a few schemas. */
const validators = new WeakMap<object, Map<string, Validator>>();

/** The same by other components. */
export function findProblemsIn(
  schemas: Readonly<Record<string, unknown>>,
  schema: JsonSchema,
  value: unknown,
): readonly string[] {
  const components = closedSchemas.get(schemas) ?? { schemas: close(schemas) };
  closedSchemas.set(schemas, components);
  return findProblems(schema, value, components);
}

function findProblems(schema: JsonSchema, value: unknown, components: object): readonly string[] {
  const { valid, errors } = getValidator(schema, components).validate(value);
  return valid ? [] : errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`);
}

function getValidator(schema: JsonSchema, components: object): Validator {
  const known = validators.get(components) ?? new Map<string, Validator>();
  validators.set(components, known);
  const text = JSON.stringify(schema);
  const validator =
    known.get(text) ?? new Validator({ ...(close(schema) as object), components } as Schema, "2020-12", false);
  known.set(text, validator);
  return validator;
}
