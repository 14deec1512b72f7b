// Writes the Python client's types from the schemas of each version's answers, one by one: `npm run client`.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { listRequestSchemas, nameReference } from "../client/request-schema.ts";
import { buildReference } from "../docs/openapi/build.ts";

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
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  /** Of an object whose names are the client's own. */
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
}

const printHead = (
  version: Version,
) => `"""Written by \`npm run client\` from the schemas of API ${version}; do not edit."""
from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any, Dict, List, Literal, Mapping, Optional, Sequence, TypedDict, Union

__all__ = [
`;
const TYPES: Readonly<Record<string, string>> = {
  string: "str",
  integer: "int",
  number: "Union[int, float]",
  boolean: "bool",
  object: "Dict[str, Any]",
};
/** What is sent may be wider than what comes: the client writes exact decimals, days and any sequence. */
const SENT_TYPES: Readonly<Record<string, string>> = { ...TYPES, number: "Union[int, float, Decimal]" };

interface Context {
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly isSent: boolean;
}

/** Every object as a class of its own, and every list of codes by its name; the same document always gives the same text. */
export function printPythonTypes(version: Version): string {
  const { document, schemas } = buildReference(version);
  const sent = listRequestSchemas({ paths: document.paths, components: { schemas } });
  const all = Object.entries(schemas);
  const objects = all.filter(([, { properties }]) => properties !== undefined);
  const others = all.filter(([, { properties }]) => properties === undefined);
  const names = all.map(([name]) => `    "${name}",\n`).sort();
  const contextOf = (name: string): Context => ({ schemas, isSent: sent.has(name) });
  const aliases = others
    .map(([name, schema]) => `\n${name} = ${typeOf(schema, contextOf(name))}\n${describeAlias(schema)}`)
    .join("");
  const classes = objects.map(([name, schema]) => printClass(name, schema, contextOf(name))).join("");
  return `${printHead(version)}${names.join("")}]\n${aliases}${classes}`;
}

function describeAlias({ description }: Schema): string {
  return description === undefined ? "" : `"""${clean(description)}"""\n`;
}

function clean(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', "'");
}

/** Required members in a class of their own: \`NotRequired\` is younger than the oldest Python that is supported. */
function printClass(name: string, { description, properties = {}, required = [] }: Schema, context: Context): string {
  const fields = Object.entries(properties);
  const own = fields.filter(([field]) => required.includes(field));
  const optional = fields.filter(([field]) => !required.includes(field));
  const about = `    """${(description ?? `\`${name}\` of the API.`).replaceAll('"', "'")}"""\n`;
  if (optional.length === 0) return `\n\nclass ${name}(TypedDict):\n${about}${printFields(own, context)}`;
  if (own.length === 0) return `\n\nclass ${name}(TypedDict, total=False):\n${about}${printFields(optional, context)}`;
  const base = `\n\nclass _${name}(TypedDict):\n${printFields(own, context)}`;
  return `${base}\n\nclass ${name}(_${name}, total=False):\n${about}${printFields(optional, context)}`;
}

function printFields(fields: readonly (readonly [string, Schema])[], context: Context): string {
  return fields.map(([name, field]) => `\n    ${name}: ${typeOf(field, context)}\n${describe(field)}`).join("");
}

function describe({ description }: Schema): string {
  return description === undefined ? "" : `    """${clean(description)}"""\n`;
}

function typeOf(schema: Schema, context: Context): string {
  if (schema.$ref !== undefined) {
    const name = nameReference(schema.$ref);
    return [context.schemas[name]?.type].flat().includes("null") ? `Optional[${name}]` : name;
  }
  if (schema.anyOf !== undefined) return unite(schema.anyOf.map((choice) => typeOf(choice, context)));
  if (schema.const !== undefined) return printLiteral([schema.const]);
  if (schema.enum !== undefined) {
    const choices = schema.enum.filter((choice) => choice !== null);
    return unite([printLiteral(choices), ...(schema.enum.includes(null) ? ["None"] : [])]);
  }
  return unite([schema.type ?? "object"].flat().map((type) => printType(type, schema, context)));
}

function printType(type: string, { items = {}, format, additionalProperties }: Schema, context: Context): string {
  if (type === "null") return "None";
  if (type === "array") return `${context.isSent ? "Sequence" : "List"}[${typeOf(items, context)}]`;
  if (typeof additionalProperties === "object") {
    return `${context.isSent ? "Mapping" : "Dict"}[str, ${typeOf(additionalProperties, context)}]`;
  }
  if (context.isSent && type === "string" && format === "date") return "Union[str, date]";
  return (context.isSent ? SENT_TYPES : TYPES)[type] ?? "object";
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
