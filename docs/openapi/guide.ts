// Fills the placeholders of the guides: field tables, examples, states and errors come from their sources.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { ERRORS, listErrorCodes, statusOf } from "../../src/api/app/error-table.ts";
import { listScopes, SCOPES } from "../../src/api/app/route.ts";
import { DISCLOSURES } from "../../src/api/base/disclosure.ts";
import { type ApiVersion, basePathOf, existsIn } from "../../src/api/base/version.ts";
import { ROUTES } from "../../src/api/routes.ts";
import { isPending, STATES, type State, TRANSITIONS } from "../../src/domain/document/state.ts";
import { printCodeTable } from "./code-table.ts";
import { ERROR_TEXTS } from "./error-text.ts";
import { type Example, sayInEnglish } from "./example.ts";
import { type Say, translateTexts } from "./translate.ts";

const FOLDER = join(import.meta.dirname, "../reference");

/** The part of a JSON schema that a table of fields shows. */
export interface FieldSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly example?: unknown;
  readonly enum?: readonly unknown[];
  /** What each choice is called. */
  readonly "x-enum-descriptions"?: readonly string[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly items?: FieldSchema;
}

export interface GuideSource {
  readonly api: ApiVersion;
  readonly schemas: Readonly<Record<string, FieldSchema>>;
  readonly examples: readonly Example[];
  /** How what fills a placeholder is said. */
  readonly say: Say;
}

/** One guide, its placeholders filled. */
export interface Guide {
  /** Its name in an address: `primer-documento`. */
  readonly slug: string;
  readonly markdown: string;
}

/**
 * All guides of a version in the order of their file names. A guide of one version alone lies in a folder of its name; what the
 * others say of the base path is said of every version, and so is each line that does not begin with the name of one.
 */
export function readGuides(source: GuideSource): readonly Guide[] {
  return listGuides(source.api).map((path) => ({
    slug: basename(path, ".md").replace(/^\d+-/, ""),
    markdown: fillPlaceholders(keepVersion(readFileSync(path, "utf8"), source.api), source).replaceAll(
      basePathOf("v1"),
      basePathOf(source.api),
    ),
  }));
}

/** The guides in English, by the names of those in Spanish; the newest version has them. */
export function readEnglishGuides(source: GuideSource): readonly Guide[] {
  if (source.api === "v1") return [];
  const folder = join(FOLDER, "en");
  const examples = source.examples.map((example) => ({ ...example, answer: sayInEnglish(example.answer) }));
  const english = { ...source, examples };
  return readdirSync(folder).map((name) => ({
    slug: basename(name, ".md").replace(/^\d+-/, ""),
    markdown: fillPlaceholders(readFileSync(join(folder, name), "utf8"), english).replaceAll(
      basePathOf("v1"),
      basePathOf(source.api),
    ),
  }));
}

/** A line that begins with `<!-- v2 -->` is said of that version alone. */
function keepVersion(markdown: string, version: ApiVersion): string {
  return markdown
    .split("\n")
    .filter((line) => !line.startsWith("<!-- v") || line.startsWith(`<!-- ${version} -->`))
    .map((line) => line.replace(`<!-- ${version} -->`, ""))
    .join("\n");
}

function listGuides(version: ApiVersion): readonly string[] {
  const own = join(FOLDER, version);
  const paths = [FOLDER, ...(existsSync(own) ? [own] : [])].flatMap((folder) => {
    return readdirSync(folder).map((name) => ({ name, path: join(folder, name) }));
  });
  const guides = paths.filter(({ name }) => /^\d.*\.md$/.test(name));
  return guides.sort((one, other) => (one.name < other.name ? -1 : 1)).map(({ path }) => path);
}

/** @throws Error on a placeholder that nothing fills. */
export function fillPlaceholders(markdown: string, source: GuideSource): string {
  return markdown.replace(/\{\{(\w+)(?::([\w-]+)((?: [\w.]+)*))?\}\}/g, (_, kind: string, name = "", paths = "") => {
    const example = () => getExample(source, name);
    switch (kind) {
      case "body":
        return printJson(bodyOf(example()));
      case "answer":
        return printJson(paths === "" ? example().answer.body : pickMembers(example().answer.body, readPaths(paths)));
      case "fields":
        return printFields(name, source);
      case "codes":
        return printCodeTable(name, source.say);
      case "states":
        return printStates(source.say);
      case "errors":
        return printErrors(source);
      case "scopes":
        return printScopes(source);
      case "disclosures":
        return printDisclosures(source.say);
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

/** What was sent; of an example that reads, what had been issued before. */
export function bodyOf({ body, given }: Example): unknown {
  return body ?? (given?.type === "issued" ? given.body : undefined);
}

type MemberPath = readonly string[];

/** Of ` documento.total notices`. */
function readPaths(text: string): readonly MemberPath[] {
  return text
    .trim()
    .split(" ")
    .map((path) => path.split("."));
}

/**
 * The members of an answer at the paths, of each element where one leads through a list.
 * @throws Error for a path that leads nowhere: the guide is older than the answer.
 */
function pickMembers(value: unknown, paths: readonly MemberPath[]): unknown {
  if (paths.some(({ length }) => length === 0)) return value;
  if (Array.isArray(value)) return value.map((one) => pickMembers(one, paths));
  const byName = Map.groupBy(paths, ([name = ""]) => name);
  const members = [...byName].map(([name, own]) => {
    const isThere = typeof value === "object" && value !== null && Object.hasOwn(value, name);
    if (!isThere) throw new Error(`an answer of the guide has no member ${name}`);
    const rest = own.map((path) => path.slice(1));
    return [name, pickMembers(Reflect.get(value, name), rest)];
  });
  return Object.fromEntries(members);
}

const LINE_CHARACTERS = 100;

/** JSON, of which each part that fits into a line is written in one. */
function printJson(value: unknown, indent = ""): string {
  const line = JSON.stringify(value, undefined, 1).replaceAll(/\n\s*/g, " ");
  if (typeof value !== "object" || value === null || indent.length + line.length <= LINE_CHARACTERS) return line;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((one) => inner + printJson(one, inner))
    : Object.entries(value).map(([name, one]) => `${inner}${JSON.stringify(name)}: ${printJson(one, inner)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${parts.join(",\n")}\n${indent}${close}`;
}

/** One table for the object itself, then one for each object inside it. */
function printFields(name: string, { schemas, say }: GuideSource): string {
  const own = schemas[name];
  if (own === undefined) throw new Error(`no schema is called ${name}`);
  const schema = translateTexts(own, say);
  const inner = Object.entries(schema.properties ?? {}).flatMap(([field, child]) => {
    const object = child.items ?? child;
    return object.properties === undefined ? [] : [`\n## \`${field}\`\n\n${printTable(object, say)}`];
  });
  return [printTable(schema, say), ...inner].join("\n");
}

/** Small letters and a line between them, perhaps with what is inside. */
const NAME = /(?<![\w.[])[a-z]+(?:_[a-z]+)+(?:\.[a-z_]+)*(?![\w\]])/g;

/** Two columns, so that a phone shows them; the fields are described in the language of the page already. */
export function printTable({ properties = {}, required = [] }: FieldSchema, say: Say): string {
  const rows = Object.entries(properties).map(([name, field]) => {
    const { kind, meaning } = describeField(field, required.includes(name), say);
    return `| \`${name}\`<br>${kind} | ${meaning.replaceAll("|", "\\|")} |`;
  });
  return [`| ${say("Campo")} | ${say("Significado y regla")} |`, "|---|---|", ...rows].join("\n");
}

/** What a field holds, and what it means. */
export function describeField(field: FieldSchema, isRequired: boolean, say: Say) {
  const type = printType(field, say);
  return {
    kind: isRequired ? `${type}, **${say("obligatorio")}**` : type,
    meaning: `${markNames(field.description ?? "")}${printSample(field, say)}`,
  };
}

/** Names of fields inside a sentence, which a document of OpenAPI says plainly, as code. */
function markNames(text: string): string {
  const parts = text.split(/(`[^`]*`|\]\([^)]*\))/);
  return parts.map((part, index) => (index % 2 === 1 ? part : part.replace(NAME, "`$&`"))).join("");
}

/** Text of several lines as JSON writes it: a row of a table is one line. An empty one shows nothing. */
function printSample({ example }: FieldSchema, say: Say): string {
  if (example === undefined || example === "") return "";
  const isPlain = typeof example === "string" && !example.includes("\n");
  return ` ${say("Ejemplo")}: \`${isPlain ? example : JSON.stringify(example)}\`.`;
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "texto",
  number: "número",
  integer: "entero",
  boolean: "sí o no",
  object: "objeto",
  array: "lista",
};

/** The kind of a value, and its choices: `null` and an empty text say that nothing is chosen. */
function printType({ type, enum: choices = [] }: FieldSchema, say: Say): string {
  const [name = "object"] = [type ?? []].flat().filter((one) => one !== "null");
  const values = choices.filter((choice) => choice !== null && choice !== "").map((choice) => `\`${String(choice)}\``);
  return [say(TYPE_NAMES[name] ?? name), ...(values.length === 0 ? [] : [values.join(", ")])].join(": ");
}

const STATE_MEANINGS: Readonly<Record<State, string>> = {
  creating: "Reservado; aún sin firmar.",
  firmado: "XML firmado; antes de transmitir.",
  sending: "Reservado para transmisión: desde aquí nunca se transmite de nuevo por sí solo.",
  enviado: "La autoridad lo recibió; sin resultado final.",
  en_proceso: "La autoridad lo está procesando.",
  en_proceso_http: "Transporte incierto: pudo llegar o no; se está averiguando.",
  send_unknown:
    "La autoridad dice reiteradamente no conocerlo, o pasó tres días sin dar un veredicto; se sigue averiguando.",
  aceptado: "Final: aceptado.",
  rechazado: "Final: rechazado.",
};

function printStates(say: Say): string {
  const rows = STATES.map((state) => {
    const next = [...new Set(Object.values(TRANSITIONS[state]))].filter((one) => one !== state);
    const names = next.map((one) => `\`${one}\``).join(", ") || say("ninguno");
    return `| \`${state}\` | ${isPending(state) ? "true" : "false"} | ${say(STATE_MEANINGS[state])} | ${names} |`;
  });
  return [
    `| ${say("Estado")} | \`pending\` | ${say("Significado")} | ${say("Puede pasar a")} |`,
    "|---|---|---|---|",
    ...rows,
  ].join("\n");
}

/** One heading per code: its anchor is what the `Link` header of the error points to. */
function printErrors({ api, say }: GuideSource): string {
  return listErrorCodes(api)
    .map((code) => {
      const row = ERRORS[code];
      const { title, cause, cure } = ERROR_TEXTS[code];
      const heading = `${say(title)} · \`${code}\``;
      return `## ${heading}\n\n\`${code}\` · **HTTP ${statusOf(code, api)}.** ${say(cause)}\n\n**${say("Qué hacer:")}** ${say(cure)}${again(row, say)}\n`;
    })
    .join("\n");
}

/** What each permission allows. */
function printScopes({ api, say }: GuideSource): string {
  const rows = SCOPES.flatMap((scope) => {
    const routes = ROUTES.filter((route) => listScopes(route).includes(scope) && existsIn(api, route));
    const names = routes.map(
      ({ method, path }) => `\`${method} ${path.replace(":docId", "{doc_id}").replace(":webhookId", "{webhook_id}")}\``,
    );
    return names.length === 0 ? [] : [`| \`${scope}\` | ${names.join("<br>")} |`];
  });
  return [`| ${say("Permiso")} | ${say("Rutas, bajo `/companies/{company_id}`")} |`, "|---|---|", ...rows].join("\n");
}

/** What a token that may not read is told of the document that a note corrects. */
function printDisclosures(say: Say): string {
  const rows = Object.values(DISCLOSURES).map(
    ({ to, what }) => `| ${say(what)} | ${say(to === "writers" ? "sí" : "no")} |`,
  );
  return [`| ${say("Del documento corregido")} | ${say("sin permiso de lectura")} |`, "|---|---|", ...rows].join("\n");
}

function again({ retryAfterSeconds }: { readonly retryAfterSeconds?: number }, say: Say): string {
  return retryAfterSeconds === undefined ? "" : ` ${say("Trae")} \`Retry-After: ${retryAfterSeconds}\`.`;
}
