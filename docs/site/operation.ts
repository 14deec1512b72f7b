// Writes the page of one operation as Markdown, out of the OpenAPI document: its request, its answers, and 201 before the others.

import type { ApiVersion } from "../../src/api/base/version.ts";
import { describeField, type FieldSchema } from "../openapi/guide.ts";
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

/** What the lists of fields of a page are made of. */
interface Lists {
  readonly document: ReferenceDocument;
  /** How the words of the page are said; those of the document are in its language already. */
  readonly say: Say;
  /** Where the fields of a schema stand, by its name or its shape: each is shown once on a page. */
  readonly shown: Map<string, Place>;
  readonly anchors: Set<string>;
}

interface Place {
  readonly name: string;
  readonly anchor: string;
}

const JSON_TYPE = "application/json";
/** What a client reads first. */
const FIRST_STATUS = "201";
const REJECTED_STATUS = "422";
/** Fields inside fields end here. */
const DEPTH_MOST = 3;
/** Choices that a field names. */
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

/** The whole page of an operation: what is said of it, and beside it, where there is room, the code that it is about. */
export function printOperation({ version, document, say, method, path, operation }: OperationPage): string {
  const { parameters = [], requestBody, responses } = operation;
  const samples = printTabs(version, operation.operationId);
  const lists = { document, say, shown: new Map<string, Place>(), anchors: new Set<string>() };
  const [refused, answered] = partition(Object.keys(responses), isError);
  const statuses = answered.toSorted((one, other) => rank(one) - rank(other));
  const request = printPair({
    head: [`# ${operation.summary}`, `**${method.toUpperCase()}** \`${path}\``],
    beside: [samples, ...printExamples(document, requestBody, { isOpen: samples === "" })],
    said: [
      operation.description,
      samples === "" ? "" : say("[Cómo se crea `client`](clientes)."),
      parameters.length === 0 ? "" : `## ${say("Parámetros")}\n\n${printParameters(lists, parameters)}`,
      ...(requestBody === undefined ? [] : printRequest(lists, requestBody)),
    ],
  });
  const answers = statuses.map((status, index) =>
    printResponse(lists, { status, body: responses[status], isOpen: index === 0 }),
  );
  return joinParts([request, `## ${say("Respuestas")}`, ...answers, printErrors(lists, refused, responses)]);
}

/** Answers whose body is the one of every error; of a rejection it is the document's own. */
function isError(status: string): boolean {
  return Number(status) >= 400 && status !== REJECTED_STATUS;
}

/** 201 before the others, which keep their order. */
function rank(status: string): number {
  return status === FIRST_STATUS ? 0 : Number(status);
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean) {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))] as const;
}

interface Pair {
  readonly head: readonly string[];
  readonly beside: readonly string[];
  readonly said: readonly string[];
}

/** On a phone its parts come in the order in which they are given. */
function printPair(pair: Pair): string {
  const parts = Object.entries(pair).map(([name, own]) => [name, joinParts(own)] as const);
  const shown = parts.filter(([, text]) => text !== "").map(([name, text]) => `:::${name}\n\n${text}\n\n:::`);
  return joinParts([":::pair", ...shown, ":::"]);
}

function joinParts(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}

function printParameters(lists: Lists, parameters: readonly Parameter[]): string {
  const fields = parameters.map(({ name, in: place, description, schema, example }) => {
    const { field } = resolve(lists.document, schema);
    return [name, { ...field, description: `${lists.say(PLACES[place] ?? place)}. ${description}`, example }] as const;
  });
  const required = parameters.filter((parameter) => parameter.required === true).map(({ name }) => name);
  return printFields(lists, { properties: Object.fromEntries(fields), required }, "", DEPTH_MOST);
}

const PLACES: Readonly<Record<string, string>> = { path: "En la ruta", query: "En la consulta", header: "Cabecera" };

function printRequest(lists: Lists, { description = "", content }: Body): readonly string[] {
  const media = content?.[JSON_TYPE];
  if (media === undefined) return [];
  const bodies = Object.values(media.examples ?? {}).map((one) => resolveExample(lists.document, one)?.value);
  const named = bodies.flatMap((body) => (typeof body === "object" && body !== null ? Object.keys(body) : []));
  const fields = printSchema(lists, media.schema, named);
  return [`## ${lists.say("Cuerpo")}`, description, ...(fields === undefined ? [] : [fields.title, fields.list])];
}

interface Answer {
  readonly status: string;
  readonly body: Body | undefined;
  /** Whether its first example is shown. */
  readonly isOpen: boolean;
}

function printResponse(lists: Lists, { status, body, isOpen }: Answer): string {
  if (body === undefined) return "";
  const media = body.content?.[JSON_TYPE];
  const fields = media === undefined ? undefined : printSchema(lists, media.schema);
  return printPair({
    head: [`### ${status}`],
    beside: printExamples(lists.document, body, { isOpen }),
    said: [body.description ?? "", ...printAnswerFields(fields, status === REJECTED_STATUS)],
  });
}

/** All errors in one table, a row for each code; beside it an example of each status. */
function printErrors(lists: Lists, statuses: readonly string[], responses: Operation["responses"]): string {
  if (statuses.length === 0) return "";
  const { document, say } = lists;
  const rows = statuses.flatMap((status) =>
    (responses[status]?.description ?? "")
      .split("\n")
      .map((line) => `| ${status} | ${linkCode(line.replace(/^- /, ""))} |`),
  );
  const examples = statuses.flatMap((status) =>
    printExamples(document, responses[status], { isOpen: false, before: `${status}: ` }).slice(0, 1),
  );
  return printPair({
    head: [`## ${say("Errores")}`],
    said: [[`| HTTP | ${say("Qué pasó y qué hacer")} |`, "|---|---|", ...rows].join("\n")],
    beside: examples,
  });
}

/** Those of a refusal alone until somebody opens them: most of them are those of an answer that worked. */
function printAnswerFields(fields: ShownFields | undefined, isRefusal: boolean): readonly string[] {
  if (fields === undefined) return [];
  const { title, list, anchor } = fields;
  return isRefusal && list !== "" ? [`:::fold#${anchor} ${title.replace("### ", "")}`, list, ":::"] : [title, list];
}

/** The code that begins a description leads to its place in the guide to errors. */
function linkCode(description: string): string {
  return description.replace(/^`([a-z_]+)`: /, "[`$1`](errores#$1): ");
}

function resolveExample({ components }: ReferenceDocument, { summary = "", value, $ref }: Shown): Shown | undefined {
  return $ref === undefined ? { summary, value } : components.examples[$ref.split("/").at(-1) ?? ""];
}

/** Each below its title; of all but an open first one the page shows that alone, until somebody opens it. */
function printExamples(
  document: ReferenceDocument,
  body: Body | undefined,
  { isOpen, before = "" }: { readonly isOpen: boolean; readonly before?: string },
) {
  const examples = Object.values(body?.content?.[JSON_TYPE]?.examples ?? {});
  return examples.map((example, index) => {
    const { summary = "", value } = resolveExample(document, example) ?? {};
    const kind = isOpen && index === 0 ? "open" : "fold";
    return `\`\`\`json ${kind}=${before}${summary.replace(/\.$/, "")}\n${JSON.stringify(value, undefined, 2)}\n\`\`\``;
  });
}

/** The fields of a body under their title; where they stand on the page already, a link to them alone. */
interface ShownFields {
  readonly title: string;
  readonly list: string;
  readonly anchor: string;
}

/** @param named by examples, the first one first: they follow those that are required. */
function printSchema(lists: Lists, schema: FieldSchema, named: readonly string[] = []): ShownFields | undefined {
  const { name, field: known } = resolve(lists.document, schema);
  const field = sortFields(known, named);
  if (field.properties === undefined || name === "ErrorBody") return undefined;
  const place = lists.shown.get(keyOf(name, field));
  if (place !== undefined) return { title: linkFields(lists, place), list: "", anchor: "" };
  const title = `### ${lists.say("Campos de")} \`${name}\``;
  const anchor = takeAnchor(lists, name);
  lists.shown.set(keyOf(name, field), { name, anchor });
  return { title, list: printFields(lists, field, "", 1), anchor };
}

/** What a body must say comes first, then what its examples say, then what it may say. */
function sortFields(schema: FieldSchema, named: readonly string[]): FieldSchema {
  const { properties, required = [] } = schema;
  if (properties === undefined || named.length === 0) return schema;
  const rankOf = (name: string) => {
    if (required.includes(name)) return -1;
    return named.includes(name) ? named.indexOf(name) : named.length;
  };
  const sorted = Object.entries(properties).toSorted(([one], [other]) => rankOf(one) - rankOf(other));
  return { ...schema, properties: Object.fromEntries(sorted) };
}

function linkFields({ say }: Lists, { name, anchor }: Place): string {
  return `${say("Los campos son los que están arriba, en")} [\`${name}\`](#${anchor}).`;
}

function keyOf(name: string, field: FieldSchema): string {
  return name === "" ? JSON.stringify([field.properties, field.required]) : name;
}

/** The path of a field; one that another of the page has gets a number. */
function takeAnchor({ anchors }: Lists, path: string): string {
  let anchor = path;
  for (let count = 2; anchors.has(anchor); count += 1) anchor = `${path}-${count}`;
  anchors.add(anchor);
  return anchor;
}

function printFields(lists: Lists, schema: FieldSchema, path: string, depth: number): string {
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(properties).map(([name, field]) => {
    const here = path === "" ? name : `${path}.${name}`;
    const anchor = takeAnchor(lists, here);
    const { kind, meaning } = describeField(show(lists, field), required.includes(name), lists.say);
    const inner = printInner(lists, field, { name: here, anchor }, depth);
    const isFolded = inner.startsWith(":::");
    return joinParts([
      `:::field${isFolded ? "" : `#${anchor}`}`,
      `[\`${name}\`](#${anchor}) ${kind}`,
      isFolded ? meaning : `${meaning} ${inner}`.trim(),
      isFolded ? inner : "",
      ":::",
    ]);
  });
  return joinParts([":::fields", ...fields, ":::"]);
}

/** The fields of an object or of the elements of a list, folded; or where they are. */
function printInner(lists: Lists, schema: FieldSchema, place: Place, depth: number): string {
  const { name, field } = resolve(lists.document, schema.items ?? schema);
  if (field.properties === undefined || depth > DEPTH_MOST) return "";
  const key = keyOf(name, field);
  const known = lists.shown.get(key);
  if (known !== undefined) return linkFields(lists, known);
  lists.shown.set(key, place);
  const title = `${lists.say("Campos de")} \`${place.name}\``;
  return joinParts([`:::fold#${place.anchor} ${title}`, printFields(lists, field, place.name, depth + 1), ":::"]);
}

/** Codes are shown with their names; a list that is longer than a field has room for stands in the tables of codes. */
function show({ document, say }: Lists, field: FieldSchema): FieldSchema {
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
