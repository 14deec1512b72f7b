// Writes the page of one operation as Markdown, out of the OpenAPI document: its request, its answers, and 201 before the others.
import { type FieldSchema, printTable } from "../openapi/guide.ts";

interface Shown {
  readonly summary?: string;
  readonly value?: unknown;
  readonly $ref?: string;
}

interface Body {
  readonly description?: string;
  /** A 304 has none. */
  readonly content?: Readonly<
    Record<string, { readonly schema: Field; readonly examples?: Readonly<Record<string, Shown>> }>
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
    readonly schemas: Readonly<Record<string, Field>>;
    readonly examples: Readonly<Record<string, Shown>>;
  };
}

interface Field extends FieldSchema {
  readonly anyOf?: readonly FieldSchema[];
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

/** The whole page of an operation. */
export function printOperation(
  document: ReferenceDocument,
  method: string,
  path: string,
  operation: Operation,
): string {
  const { parameters = [], requestBody, responses } = operation;
  const others = Object.keys(responses).filter((status) => status !== FIRST_STATUS);
  const statuses = [...(FIRST_STATUS in responses ? [FIRST_STATUS] : []), ...others];
  return [
    `# ${operation.summary}`,
    `**${method.toUpperCase()}** \`${path}\``,
    operation.description,
    parameters.length === 0 ? "" : `## Parámetros\n\n${printParameters(parameters)}`,
    requestBody === undefined ? "" : printRequest(document, requestBody),
    "## Respuestas",
    ...statuses.map((status) => printResponse(document, status, responses[status])),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function printParameters(parameters: readonly Parameter[]): string {
  const fields = parameters.map(({ name, in: place, description, schema, example }) => {
    return [name, { ...schema, description: `${PLACES[place] ?? place}. ${description}`, example }] as const;
  });
  const required = parameters.filter((parameter) => parameter.required === true).map(({ name }) => name);
  return printTable({ properties: Object.fromEntries(fields), required });
}

const PLACES: Readonly<Record<string, string>> = { path: "En la ruta", query: "En la consulta", header: "Cabecera" };

function printRequest(document: ReferenceDocument, { description = "", content }: Body): string {
  const media = content?.[JSON_TYPE];
  if (media === undefined) return "";
  const [example, ...others] = Object.values(media.examples ?? {});
  return [
    "## Cuerpo",
    description,
    ...(example === undefined ? [] : [printExample(document, example)]),
    ...printFields(document, media.schema),
    ...(others.length === 0 ? [] : ["## Otros ejemplos del cuerpo"]),
    ...others.map((one) => printExample(document, one)),
  ].join("\n\n");
}

function printResponse(document: ReferenceDocument, status: string, body: Body | undefined): string {
  if (body === undefined) return "";
  const media = body.content?.[JSON_TYPE];
  if (media === undefined) return `### ${status}\n\n${linkCodes(body.description ?? "")}`;
  const examples = Object.values(media.examples ?? {});
  const isError = Number(status) >= 400 && Number(status) !== 422;
  return [
    `### ${status}`,
    linkCodes(body.description ?? ""),
    ...(isError ? examples.slice(0, 1) : examples).map((one) => printExample(document, one)),
    ...(isError ? [] : printFields(document, media.schema)),
  ].join("\n\n");
}

/** A code that begins a line leads to its place in the guide to errors. */
function linkCodes(description: string): string {
  return description.replace(/^(- )?`([a-z_]+)`: /gm, "$1[`$2`](errores#$2): ");
}

function printExample({ components }: ReferenceDocument, { summary = "", value, $ref }: Shown): string {
  const shown = $ref === undefined ? { summary, value } : components.examples[$ref.split("/").at(-1) ?? ""];
  return `${shown?.summary ?? ""}:\n\n\`\`\`json\n${JSON.stringify(shown?.value, undefined, 2)}\n\`\`\``;
}

/** A table for each object of a schema, the outermost first. */
function printFields(document: ReferenceDocument, schema: Field): readonly string[] {
  const choices = schema.anyOf ?? [schema];
  return choices.flatMap((choice) => {
    const { name, field } = resolve(document, choice);
    if (field.properties === undefined || name === "ErrorBody") return [];
    return [
      `### Campos${name === "" ? "" : ` de ${name}`}\n\n${printTable(field)}`,
      ...printInner(document, field, "", 1),
    ];
  });
}

function printInner(document: ReferenceDocument, schema: Field, path: string, depth: number): readonly string[] {
  if (depth > DEPTH_MOST) return [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, child]) => {
    const { field } = resolve(document, child.items ?? child);
    if (field.properties === undefined) return [];
    const here = path === "" ? name : `${path}.${name}`;
    return [`#### \`${here}\`\n\n${printTable(field)}`, ...printInner(document, field, here, depth + 1)];
  });
}

/** What a schema refers to, alone or as the choice beside null. */
function resolve({ components }: ReferenceDocument, schema: Field): { readonly name: string; readonly field: Field } {
  const name = (schema.$ref ?? schema.anyOf?.[0]?.$ref ?? "").split("/").at(-1) ?? "";
  return { name, field: components.schemas[name] ?? schema };
}
