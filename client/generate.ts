// Writes the client's types from the schemas of the OpenAPI document: `npm run client`, after `npm run docs`.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { compile, type JSONSchema } from "json-schema-to-typescript";
import openapi from "../public/api/ext/v1/openapi.json" with { type: "json" };

export const TYPES_FILE = join(import.meta.dirname, "src/schema.ts");
const BANNER =
  "// Written by `npm run client` from the schemas of public/api/ext/v1/openapi.json; do not edit.\n/* eslint-disable */";

/** Every schema as an exported type under its own name; the same document always gives the same text. */
export async function printTypes(): Promise<string> {
  const text = JSON.stringify(openapi.components.schemas).replaceAll("#/components/schemas/", "#/definitions/");
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
    bannerComment: BANNER,
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: false,
    style: { printWidth: 120 },
  });
}

if (process.argv[1] === import.meta.filename) writeFileSync(TYPES_FILE, await printTypes());
