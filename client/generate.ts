// Writes the client's types from the schemas of each version's OpenAPI document: `npm run client`, after `npm run docs`.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { compile, type JSONSchema } from "json-schema-to-typescript";
import v1 from "../public/api/ext/v1/openapi.json" with { type: "json" };
import v2 from "../public/api/ext/v2/openapi.json" with { type: "json" };

export const TYPES_FILE = join(import.meta.dirname, "src/schema.ts");
export const V2_TYPES_FILE = join(import.meta.dirname, "src/schema-v2.ts");

type Version = "v1" | "v2";

function bannerOf(version: Version): string {
  return `// Written by \`npm run client\` from the schemas of public/api/ext/${version}/openapi.json; do not edit.\n/* eslint-disable */`;
}

/** Every schema as an exported type under its own name; the same document always gives the same text. */
export async function printTypes(version: Version = "v1"): Promise<string> {
  const { schemas } = (version === "v1" ? v1 : v2).components;
  const text = JSON.stringify(schemas).replaceAll("#/components/schemas/", "#/definitions/");
  const definitions = JSON.parse(text, dropSiblings) as Record<string, JSONSchema>;
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

/** What stands beside a reference, or beside a choice, would make a second type of what describes itself. */
function dropSiblings(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if ("$ref" in value) return { $ref: value.$ref };
  if (!("anyOf" in value && "type" in value)) return value;
  const { type: _type, ...choice } = value;
  return choice;
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(TYPES_FILE, await printTypes("v1"));
  writeFileSync(V2_TYPES_FILE, await printTypes("v2"));
}
