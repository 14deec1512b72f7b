// Writes the page of one operation as Markdown, out of the OpenAPI document: its request, its answers, and 201 before the others.

import type { ApiVersion } from "../../src/api/base/version.ts";
import { type FieldSchema, printTable } from "../openapi/guide.ts";
import type { Say } from "../openapi/translate.ts";
import { printTabs } from "./sample.ts";

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
  /** How often the table of a field has been announced: its heading bears the number from the second time on. */
  readonly announced: Map<string, number>;
}

const JSON_TYPE = "application/json";
/** What a client reads first. */
const FIRST_STATUS = "201";
/** Tables of fields inside fields end here. */
const DEPTH_MOST = 3;
/** Choices that a row of a table names. */
const CHOICES_MOST = 20;

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
  const samples = printTabs(version, operation.operationId);
  const tables = { document, say, shown: new Set<string>(), announced: new Map<string, number>() };
  const others = Object.keys(responses).filter((status) => status !== FIRST_STATUS);
  const statuses = [...(FIRST_STATUS in responses ? [FIRST_STATUS] : []), ...others];
  return [
    `# ${operation.summary}`,
    `**${method.toUpperCase()}** \`${path}\``,
    samples,
    operation.description,
    samples === "" ? "" : say("[Cómo se crea `client`](clientes)."),
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
      { ...show(document, schema, say), description: `${say(PLACES[place] ?? place)}. ${description}`, example },
    ] as const;
  });
  const required = parameters.filter((parameter) => parameter.required === true).map(({ name }) => name);
  return printTable({ properties: Object.fromEntries(fields), required }, say);
}

const PLACES: Readonly<Record<string, string>> = { path: "En la ruta", query: "En la consulta", header: "Cabecera" };

function printRequest(tables: Tables, { description = "", content }: Body): string {
  const media = content?.[JSON_TYPE];
  if (media === undefined) return "";
  const examples = Object.values(media.examples ?? {});
  return [
    `## ${tables.say("Cuerpo")}`,
    ...examples.map((one, index) => printExample(tables.document, one, index === 0)),
    description,
    ...printFields(tables, media.schema),
  ].join("\n\n");
}

/** The examples come first: where there is room, they stand beside what is said. */
function printResponse(tables: Tables, status: string, body: Body | undefined): string {
  if (body === undefined) return "";
  const media = body.content?.[JSON_TYPE];
  if (media === undefined) return `### ${status}\n\n${linkCodes(body.description ?? "")}`;
  const examples = Object.values(media.examples ?? {});
  const isError = Number(status) >= 400 && Number(status) !== 422;
  return [
    `### ${status}`,
    ...(isError ? examples.slice(0, 1) : examples).map((one, index) =>
      printExample(tables.document, one, index === 0 && !isError),
    ),
    linkCodes(body.description ?? ""),
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

/** An example below its title; of one that is not open the page shows that alone, until somebody opens it. */
function printExample(document: ReferenceDocument, example: Shown, isOpen: boolean): string {
  const { summary = "", value } = resolveExample(document, example) ?? {};
  const title = summary.replace(/\.$/, "");
  return `\`\`\`json ${isOpen ? "open" : "fold"}=${title}\n${JSON.stringify(value, undefined, 2)}\n\`\`\``;
}

/** A table for each object of a schema, the outermost first; one that stands on the page is named again. */
function printFields(tables: Tables, schema: FieldSchema): readonly string[] {
  const { name, field } = resolve(tables.document, schema);
  if (field.properties === undefined || name === "ErrorBody") return [];
  if (tables.shown.has(name)) return [`${tables.say("Los campos son los que están arriba, en")} ${name}.`];
  tables.shown.add(name);
  return [
    `### ${tables.say("Campos de")} ${name}\n\n${printObject(tables, field, "", 1)}`,
    ...printInner(tables, field, "", 1),
  ];
}

function printInner(tables: Tables, schema: FieldSchema, path: string, depth: number): readonly string[] {
  return listObjects(tables.document, schema, path, depth).flatMap(({ here, field }) => [
    `#### \`${here}\`\n\n${printObject(tables, field, here, depth + 1)}`,
    ...printInner(tables, field, here, depth + 1),
  ]);
}

/** The fields of a schema that have tables of their own, by the heading of each. */
function listObjects(document: ReferenceDocument, { properties = {} }: FieldSchema, path: string, depth: number) {
  if (depth > DEPTH_MOST) return [];
  return Object.entries(properties).flatMap(([name, child]) => {
    const { field } = resolve(document, child.items ?? child);
    return field.properties === undefined ? [] : [{ name, field, here: path === "" ? name : `${path}.${name}` }];
  });
}

/** A field that refers to a list of choices shows them, and one that is an object leads to its table. */
function printObject(tables: Tables, schema: FieldSchema, path: string, depth: number): string {
  const { document, say } = tables;
  const objects = new Map(listObjects(document, schema, path, depth).map(({ name, here }) => [name, here]));
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const shown = show(document, field, say);
    const here = objects.get(name);
    if (here === undefined) return [name, shown] as const;
    const count = (tables.announced.get(here) ?? 0) + 1;
    tables.announced.set(here, count);
    const link = `[${say("Campos")}](#${here}${count === 1 ? "" : `-${count}`})`;
    return [name, { ...shown, description: `${shown.description ?? ""} ${link}.` }] as const;
  });
  return printTable({ properties: Object.fromEntries(fields), required: schema.required ?? [] }, say);
}

/** Codes are shown with their names; a list that is longer than a row has room for stands in the tables of codes. */
function show(document: ReferenceDocument, field: FieldSchema, say: Say): FieldSchema {
  const known = { ...resolve(document, field).field, ...field };
  const { enum: choices = [], "x-enum-descriptions": names, description = "", ...shown } = known;
  const tell = (text: string) => ({ ...shown, description: `${description} ${text}` });
  if (choices.length > CHOICES_MOST) {
    return tell(say("La lista está en [Tablas de códigos](/api/ext/v2/docs/tablas-de-codigos)."));
  }
  if (names === undefined || names.some((name) => description.includes(name))) return known;
  return tell(`${choices.map((code, index) => `\`${String(code)}\` ${names[index] ?? ""}`).join("; ")}.`);
}

/** What a schema refers to. */
function resolve(
  document: ReferenceDocument,
  schema: FieldSchema,
): { readonly name: string; readonly field: FieldSchema } {
  const name = schema.$ref?.split("/").at(-1) ?? "";
  return { name, field: document.components.schemas[name] ?? schema };
}
