// Writes the page of one operation as Markdown, out of the OpenAPI document: its request, its answers, and 201 before the others.

import type { ApiVersion } from "../../src/api/base/version.ts";
import { type FieldSchema, printTable } from "../openapi/guide.ts";
import type { Say } from "../openapi/translate.ts";
import { printSamples } from "./sample.ts";

interface Shown {
  readonly summary?: string;
  readonly value?: unknown;
  readonly $ref?: string;
}

interface Body {
  readonly description?: string;
  /** A 304 has none. */
  readonly content?: Readonly<
    Record<string, { readonly schema: FieldSchema; readonly examples?: Readonly<Record<string, Shown>> }>
  >;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description: string;
  readonly schema: FieldSchema;
  readonly example?: unknown;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

/** The parts of the document that a page is made of. */
export interface ReferenceDocument {
  readonly info: { readonly title: string; readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, FieldSchema>>;
    readonly examples: Readonly<Record<string, Shown>>;
  };
}

/** What the tables of a page are made of, and the objects that have theirs. */
interface Tables {
  readonly document: ReferenceDocument;
  /** How the words of the page are said; those of the document are in its language already. */
  readonly say: Say;
  readonly shown: Set<string>;
}

const JSON_TYPE = "application/json";
/** What a client reads first. */
const FIRST_STATUS = "201";
/** Tables of fields inside fields end here. */
const DEPTH_MOST = 3;

/** The method and path as people read them: below the company. */
export function nameOfRoute(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replace("/companies/{company_id}", "")}`;
}

/** An operation, and what its page is printed with. */
export interface OperationPage {
  readonly version: ApiVersion;
  readonly document: ReferenceDocument;
  readonly say: Say;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The whole page of an operation. */
export function printOperation({ version, document, say, method, path, operation }: OperationPage): string {
  const { parameters = [], requestBody, responses } = operation;
  const tables = { document, say, shown: new Set<string>() };
  const others = Object.keys(responses).filter((status) => status !== FIRST_STATUS);
  const statuses = [...(FIRST_STATUS in responses ? [FIRST_STATUS] : []), ...others];
  return [
    `# ${operation.summary}`,
    `**${method.toUpperCase()}** \`${path}\``,
    operation.description,
    printSamples(version, operation.operationId, say),
    parameters.length === 0 ? "" : `## ${say("Parámetros")}\n\n${printParameters(tables, parameters)}`,
    requestBody === undefined ? "" : printRequest(tables, requestBody),
    `## ${say("Respuestas")}`,
    ...statuses.map((status) => printResponse(tables, status, responses[status])),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function printParameters({ document, say }: Tables, parameters: readonly Parameter[]): string {
  const fields = parameters.map(({ name, in: place, description, schema, example }) => {
    return [
      name,
      { ...show(document, schema), description: `${say(PLACES[place] ?? place)}. ${description}`, example },
    ] as const;
  });
  const required = parameters.filter((parameter) => parameter.required === true).map(({ name }) => name);
  return printTable({ properties: Object.fromEntries(fields), required }, say);
}

const PLACES: Readonly<Record<string, string>> = { path: "En la ruta", query: "En la consulta", header: "Cabecera" };

function printRequest(tables: Tables, { description = "", content }: Body): string {
  const media = content?.[JSON_TYPE];
  if (media === undefined) return "";
  const [example, ...others] = Object.values(media.examples ?? {});
  return [
    `## ${tables.say("Cuerpo")}`,
    description,
    ...(example === undefined ? [] : [printExample(tables.document, example)]),
    ...printFields(tables, media.schema),
    ...(others.length === 0 ? [] : [`## ${tables.say("Otros ejemplos del cuerpo")}`]),
    ...others.map((one) => printExample(tables.document, one)),
  ].join("\n\n");
}

function printResponse(tables: Tables, status: string, body: Body | undefined): string {
  if (body === undefined) return "";
  const media = body.content?.[JSON_TYPE];
  if (media === undefined) return `### ${status}\n\n${linkCodes(body.description ?? "")}`;
  const examples = Object.values(media.examples ?? {});
  const isError = Number(status) >= 400 && Number(status) !== 422;
  return [
    `### ${status}`,
    linkCodes(body.description ?? ""),
    ...(isError ? examples.slice(0, 1) : examples).map((one) => printExample(tables.document, one)),
    ...(isError ? [] : printFields(tables, media.schema)),
  ].join("\n\n");
}

/** A code that begins a line leads to its place in the guide to errors. */
function linkCodes(description: string): string {
  return description.replace(/^(- )?`([a-z_]+)`: /gm, "$1[`$2`](errores#$2): ");
}

function resolveExample({ components }: ReferenceDocument, { summary = "", value, $ref }: Shown): Shown | undefined {
  return $ref === undefined ? { summary, value } : components.examples[$ref.split("/").at(-1) ?? ""];
}

function printExample(document: ReferenceDocument, example: Shown): string {
  const shown = resolveExample(document, example);
  return `${shown?.summary ?? ""}:\n\n\`\`\`json\n${JSON.stringify(shown?.value, undefined, 2)}\n\`\`\``;
}

/** A table for each object of a schema, the outermost first; one that stands on the page is named again. */
function printFields(tables: Tables, schema: FieldSchema): readonly string[] {
  const { name, field } = resolve(tables.document, schema);
  if (field.properties === undefined || name === "ErrorBody") return [];
  if (tables.shown.has(name)) return [`${tables.say("Los campos son los que están arriba, en")} ${name}.`];
  tables.shown.add(name);
  return [
    `### ${tables.say("Campos de")} ${name}\n\n${printObject(tables, field)}`,
    ...printInner(tables, field, "", 1),
  ];
}

function printInner(tables: Tables, schema: FieldSchema, path: string, depth: number): readonly string[] {
  if (depth > DEPTH_MOST) return [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, child]) => {
    const { field } = resolve(tables.document, child.items ?? child);
    if (field.properties === undefined) return [];
    const here = path === "" ? name : `${path}.${name}`;
    return [`#### \`${here}\`\n\n${printObject(tables, field)}`, ...printInner(tables, field, here, depth + 1)];
  });
}

/** A field that refers to a list of choices shows them. */
function printObject({ document, say }: Tables, { properties = {}, required = [] }: FieldSchema): string {
  const fields = Object.entries(properties).map(([name, field]) => [name, show(document, field)] as const);
  return printTable({ properties: Object.fromEntries(fields), required }, say);
}

function show(document: ReferenceDocument, field: FieldSchema): FieldSchema {
  return { ...resolve(document, field).field, ...field };
}

/** What a schema refers to. */
function resolve(
  document: ReferenceDocument,
  schema: FieldSchema,
): { readonly name: string; readonly field: FieldSchema } {
  const name = schema.$ref?.split("/").at(-1) ?? "";
  return { name, field: document.components.schemas[name] ?? schema };
}
