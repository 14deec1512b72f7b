// Fills the placeholders of the guides: field tables, examples, states and errors come from their sources.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ERRORS } from "../../src/api/errors.ts";
import { isPending, STATES, type State, TRANSITIONS } from "../../src/domain/state.ts";
import type { Example } from "./example.ts";

const FOLDER = join(import.meta.dirname, "../reference");

/** The part of a JSON schema that a table of fields shows. */
export interface FieldSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly example?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly items?: FieldSchema;
}

export interface GuideSource {
  readonly schemas: Readonly<Record<string, FieldSchema>>;
  readonly examples: readonly Example[];
}

/** All guides in the order of their file names, as one Markdown text. */
export function renderGuides(source: GuideSource): string {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(".md"));
  return names
    .sort()
    .map((name) => fillPlaceholders(readFileSync(join(FOLDER, name), "utf8"), source))
    .join("\n");
}

/** @throws Error on a placeholder that nothing fills. */
export function fillPlaceholders(markdown: string, source: GuideSource): string {
  return markdown.replace(/\{\{(\w+)(?::([\w-]+))?\}\}/g, (_, kind: string, name = "") => {
    switch (kind) {
      case "body":
        return printJson(getExample(source, name).body);
      case "answer":
        return printJson(getExample(source, name).answer.body);
      case "fields":
        return printFields(name, source.schemas);
      case "states":
        return printStates();
      case "errors":
        return printErrors();
      default:
        throw new Error(`no placeholder is called ${kind}`);
    }
  });
}

function getExample({ examples }: GuideSource, name: string): Example {
  const example = examples.find((one) => one.name === name);
  if (example === undefined) throw new Error(`no example is called ${name}`);
  return example;
}

function printJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

/** One table for the object itself, then one for each object inside it. */
function printFields(name: string, schemas: GuideSource["schemas"]): string {
  const schema = schemas[name];
  if (schema === undefined) throw new Error(`no schema is called ${name}`);
  const inner = Object.entries(schema.properties ?? {}).flatMap(([field, child]) => {
    const object = child.items ?? child;
    return object.properties === undefined ? [] : [`\n## \`${field}\`\n\n${printTable(object)}`];
  });
  return [printTable(schema), ...inner].join("\n");
}

/** Two columns, so that a phone shows them. */
function printTable({ properties = {}, required = [] }: FieldSchema): string {
  const rows = Object.entries(properties).map(([name, field]) => {
    const kind = required.includes(name) ? `${printType(field)}, **obligatorio**` : printType(field);
    const meaning = (field.description ?? "").replaceAll("|", "\\|");
    return `| \`${name}\`<br>${kind} | ${meaning}${printSample(field)} |`;
  });
  return ["| Campo | Significado y regla |", "|---|---|", ...rows].join("\n");
}

function printSample({ example }: FieldSchema): string {
  return example === undefined
    ? ""
    : ` Ejemplo: \`${typeof example === "string" ? example : JSON.stringify(example)}\`.`;
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "texto",
  number: "número",
  integer: "entero",
  boolean: "sí o no",
  object: "objeto",
  array: "lista",
};

function printType({ type, enum: choices }: FieldSchema): string {
  const [name = "object"] = [type ?? []].flat().filter((one) => one !== "null");
  const values =
    choices === undefined
      ? ""
      : `: ${choices
          .filter((choice) => choice !== null)
          .map((choice) => `\`${String(choice)}\``)
          .join(", ")}`;
  return `${TYPE_NAMES[name] ?? name}${values}`;
}

const STATE_MEANINGS: Readonly<Record<State, string>> = {
  creating: "Reservado; aún sin firmar.",
  firmado: "XML firmado; antes de transmitir.",
  sending: "Reservado para transmisión: desde aquí nunca se transmite de nuevo por sí solo.",
  enviado: "La autoridad lo recibió; sin resultado final.",
  en_proceso: "La autoridad lo está procesando.",
  en_proceso_http: "Transporte incierto: pudo llegar o no; se está averiguando.",
  send_unknown: "La autoridad dice reiteradamente no conocerlo; se sigue averiguando.",
  aceptado: "Final: aceptado.",
  rechazado: "Final: rechazado.",
};

function printStates(): string {
  const rows = STATES.map((state) => {
    const next = [...new Set(Object.values(TRANSITIONS[state]))].filter((one) => one !== state);
    const names = next.map((one) => `\`${one}\``).join(", ") || "ninguno";
    return `| \`${state}\` | ${isPending(state) ? "true" : "false"} | ${STATE_MEANINGS[state]} | ${names} |`;
  });
  return ["| Estado | `pending` | Significado | Puede pasar a |", "|---|---|---|---|", ...rows].join("\n");
}

/**
 * One heading per code: its anchor is what the `Link` header of the error points to. The viewer's sidebar takes
 * underscores for emphasis, so headings have blanks in their place.
 */
function printErrors(): string {
  return Object.entries(ERRORS)
    .map(([code, row]) => {
      const heading = code.replaceAll("_", " ");
      return `## ${heading}\n\n\`${code}\` · **HTTP ${row.status}.** ${row.cause}\n\n**Qué hacer:** ${row.cure}${again(row)}\n`;
    })
    .join("\n");
}

function again({ retryAfterSeconds }: { readonly retryAfterSeconds?: number }): string {
  return retryAfterSeconds === undefined ? "" : ` Trae \`Retry-After: ${retryAfterSeconds}\`.`;
}
