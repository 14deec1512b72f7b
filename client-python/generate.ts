// Writes the Python client's types from the schemas of the OpenAPI document: `npm run client`, after `npm run docs`.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import firstVersion from "../public/api/ext/v1/openapi.json" with { type: "json" };
import secondVersion from "../public/api/ext/v2/openapi.json" with { type: "json" };

type Version = "v1" | "v2";

/** Where the types of each version are. */
export const PYTHON_TYPES_FILES: Readonly<Record<Version, string>> = {
  v1: join(import.meta.dirname, "factura_edge/schema.py"),
  v2: join(import.meta.dirname, "factura_edge/schema_v2.py"),
};

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

const printHead = (
  version: Version,
) => `"""Written by \`npm run client\` from the schemas of public/api/ext/${version}/openapi.json; do not edit."""
from __future__ import annotations

from typing import List, Literal, Optional, TypedDict, Union

__all__ = [
`;
const TYPES: Readonly<Record<string, string>> = {
  string: "str",
  integer: "int",
  number: "Union[int, float]",
  boolean: "bool",
  object: "dict",
};

/** Every object as a class of its own, and every list of codes by its name; the same document always gives the same text. */
export function printPythonTypes(version: Version): string {
  const { components } = version === "v1" ? firstVersion : secondVersion;
  const schemas = Object.entries(components.schemas as Readonly<Record<string, Schema>>);
  const objects = schemas.filter(([, { properties }]) => properties !== undefined);
  const others = schemas.filter(([, { properties }]) => properties === undefined);
  const names = schemas.map(([name]) => `    "${name}",\n`).sort();
  const aliases = others.map(([name, schema]) => `\n${name} = ${typeOf(schema)}\n${describeAlias(schema)}`).join("");
  const classes = objects.map(([name, schema]) => printClass(name, schema)).join("");
  return `${printHead(version)}${names.join("")}]\n${aliases}${classes}`;
}

function describeAlias({ description }: Schema): string {
  return description === undefined ? "" : `"""${clean(description)}"""\n`;
}

function clean(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', "'");
}

/** Required members in a class of their own: \`NotRequired\` is younger than the oldest Python that is supported. */
function printClass(name: string, { description, properties = {}, required = [] }: Schema): string {
  const fields = Object.entries(properties);
  const own = fields.filter(([field]) => required.includes(field));
  const optional = fields.filter(([field]) => !required.includes(field));
  const about = `    """${(description ?? `\`${name}\` of the API.`).replaceAll('"', "'")}"""\n`;
  if (optional.length === 0) return `\n\nclass ${name}(TypedDict):\n${about}${printFields(own)}`;
  if (own.length === 0) return `\n\nclass ${name}(TypedDict, total=False):\n${about}${printFields(optional)}`;
  const base = `\n\nclass _${name}(TypedDict):\n${printFields(own)}`;
  return `${base}\n\nclass ${name}(_${name}, total=False):\n${about}${printFields(optional)}`;
}

function printFields(fields: readonly (readonly [string, Schema])[]): string {
  return fields.map(([name, field]) => `\n    ${name}: ${typeOf(field)}\n${describe(field)}`).join("");
}

function describe({ description }: Schema): string {
  return description === undefined ? "" : `    """${clean(description)}"""\n`;
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1) ?? "";
  if (schema.anyOf !== undefined) return unite(schema.anyOf.map(typeOf));
  if (schema.const !== undefined) return printLiteral([schema.const]);
  if (schema.enum !== undefined) {
    const choices = schema.enum.filter((choice) => choice !== null);
    return unite([printLiteral(choices), ...(schema.enum.includes(null) ? ["None"] : [])]);
  }
  return unite(
    [schema.type ?? "object"].flat().map((type) => {
      if (type === "null") return "None";
      return type === "array" ? `List[${typeOf(schema.items ?? {})}]` : (TYPES[type] ?? "object");
    }),
  );
}

function unite(types: readonly string[]): string {
  const others = types.filter((type) => type !== "None");
  const [only = "None"] = others;
  const joined = others.length > 1 ? `Union[${others.join(", ")}]` : only;
  return others.length < types.length ? `Optional[${joined}]` : joined;
}

function printLiteral(choices: readonly unknown[]): string {
  const printed = choices.map((choice) =>
    typeof choice === "boolean" ? (choice ? "True" : "False") : JSON.stringify(choice),
  );
  return `Literal[${printed.join(", ")}]`;
}

if (process.argv[1] === import.meta.filename) {
  for (const version of ["v1", "v2"] as const) writeFileSync(PYTHON_TYPES_FILES[version], printPythonTypes(version));
}
