// Writes the client's types from the schemas of each version's answers, one by one: `npm run client`.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { compile, type JSONSchema } from "json-schema-to-typescript";
import { buildReference } from "../docs/openapi/build.ts";
import { listRequestSchemas, nameReference } from "./request-schema.ts";

export const TYPES_FILE = join(import.meta.dirname, "src/schema.ts");
export const V2_TYPES_FILE = join(import.meta.dirname, "src/schema-v2.ts");

type Version = "v1" | "v2";

function bannerOf(version: Version): string {
  return `// Written by \`npm run client\` from the schemas of API ${version}; do not edit.\n/* eslint-disable */\nimport type { Decimal } from "./body.ts";`;
}

/** Every schema as an exported type under its own name; the same document always gives the same text. */
export async function printTypes(version: Version = "v1"): Promise<string> {
  const { document, schemas } = buildReference(version);
  const sent = listRequestSchemas({ paths: document.paths, components: { schemas } });
  const prepared = Object.entries(schemas).map(([name, schema]) => [
    name,
    prepare({ ...schema, type: withoutNull(schema.type) }, schemas, sent.has(name)),
  ]);
  const text = JSON.stringify(Object.fromEntries(prepared)).replaceAll("#/components/schemas/", "#/definitions/");
  const definitions = JSON.parse(text) as Record<string, JSONSchema>;
  const names = Object.keys(definitions);
  const whole: JSONSchema = {
    title: "Schemas",
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/definitions/${name}` }])),
    required: names,
    definitions,
  };
  return compile(whole, "Schemas", {
    bannerComment: bannerOf(version),
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: false,
    style: { printWidth: 120 },
  });
}

type Schemas = Readonly<Record<string, Schema>>;

/** A schema of the document, as far as it decides about types. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[] | undefined;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Schemas;
}

/** @param isSent whether it is part of a request, which takes lists that nobody may change, and exact decimals. */
function prepare(schema: Schema, all: Schemas, isSent: boolean): object {
  // What stands beside a reference, or beside a choice, would make a second type of what describes itself.
  if (schema.$ref !== undefined) {
    const { $ref } = schema;
    const isNullable = [all[nameReference($ref)]?.type].flat().includes("null");
    return isNullable ? { anyOf: [{ $ref }, { type: "null" }] } : { $ref };
  }
  const { anyOf, items, properties, ...rest } = schema;
  if (anyOf !== undefined) {
    const { type: _type, ...others } = rest;
    return { ...others, anyOf: anyOf.map((choice) => prepare(choice, all, isSent)) };
  }
  const types = [schema.type ?? []].flat();
  const tsType = isSent && schema.enum === undefined ? printSent(types, items) : undefined;
  return {
    ...rest,
    ...(tsType === undefined ? {} : { tsType }),
    ...(items === undefined ? {} : { items: prepare(items, all, isSent) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, property]) => [name, prepare(property, all, isSent)]),
          ),
        }),
  };
}

/** The type of a list or a number that is sent; undefined for what is typed as it comes. */
function printSent(types: readonly string[], items: Schema | undefined): string | undefined {
  const item = items?.$ref === undefined ? items?.type : nameReference(items.$ref);
  if (types.includes("array") && typeof item !== "string") throw new Error(`a list of ${JSON.stringify(items)}`);
  if (!types.includes("array") && !types.includes("number")) return undefined;
  const printed = types.map((type) => (type === "array" ? `readonly ${item}[]` : type));
  return printed.map((type) => (type === "number" ? "number | Decimal" : type)).join(" | ");
}

function withoutNull(type: Schema["type"]): Schema["type"] {
  const types = [type ?? []].flat().filter((one) => one !== "null");
  return types.length > 1 ? types : types[0];
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(TYPES_FILE, await printTypes("v1"));
  writeFileSync(V2_TYPES_FILE, await printTypes("v2"));
}
