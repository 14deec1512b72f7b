// Gives each answer one named schema without choices between schemas, which generators of clients read wrongly or not at all:
// what a status can carry becomes one object, and an object that may be null says so itself.
import { nameChoices, nameField } from "./choices.ts";
import { findTarget, isSameShape, joinName, refer, type Schema, type Schemas } from "./schema.ts";

interface Media {
  schema: Schema;
}
interface Body {
  readonly content?: Readonly<Record<string, Media>>;
}
interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly schema: Schema }[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

/** A document as far as it is rewritten. */
export interface Flattened {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Schemas };
}

/** Statuses of a creation that worked, the one of a new document first. */
const SUCCESSES = ["201", "202", "200"];
const JSON_TYPE = "application/json";

/** What is said of a member that only an answer of this kind has. */
const ONLY: readonly (readonly [suffix: string, note: string])[] = [
  ["DryRun", "Solo en un ensayo (`dry_run=true`)."],
  ["Reserved", "Solo en un 202."],
  ["Rejected", "Falta en una repetición."],
];

/** Names of objects that several answers have in one place. */
const UNITED: Readonly<Record<string, string>> = {
  "SupportDocumentCreation.documento": "CreatedSupportDocument",
  "AdjustmentNoteCreation.documento": "CreatedAdjustmentNote",
};

/** One of the objects that become one. */
interface Part {
  readonly schema: Schema;
  /** What is said of a member that only this one has. */
  readonly note: string;
}

interface Choice {
  readonly objects: readonly Part[];
  /** Their names. */
  readonly targets: readonly string[];
}

/** Rewrites the document in place. */
export function flatten(document: Flattened): void {
  const { schemas } = document.components;
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  for (const { parameters = [], responses } of operations) {
    for (const { name, schema } of parameters) nameField(joinName("", `_${name}`), name, schema, schemas);
    const isCreation = SUCCESSES.every((status) => status in responses);
    if (isCreation) flattenTogether(listMedia(responses, SUCCESSES), "Creation", schemas);
    for (const status of Object.keys(responses)) flattenTogether(listMedia(responses, [status]), "", schemas);
  }
  for (const { properties = {} } of Object.values(schemas)) {
    shareCode(properties.code, schemas);
    for (const field of Object.values(properties)) freeFlag(field);
  }
  const requests = new Set<string>();
  for (const { requestBody } of operations) listReached(requestBody, schemas, requests);
  flattenNulls(schemas, requests);
  dropUnused(document);
}

/** The one code of an answer is one of all the codes: a client compares it with any answer's. */
function shareCode(field: Schema | undefined, schemas: Schemas): void {
  const [code, ...others] = field?.enum ?? [];
  if (field === undefined || others.length > 0 || schemas.ErrorCode?.enum?.includes(code) !== true) return;
  for (const keyword of ["type", "enum"]) delete field[keyword];
  Object.assign(field, refer("ErrorCode"));
}

/** A flag that has one value in an answer is a flag: some generators make a list of texts of an enum, or nothing of a constant. */
function freeFlag(field: Schema): void {
  if (field.type === "boolean") delete field.enum;
}

function listMedia(responses: Operation["responses"], statuses: readonly string[]): readonly Media[] {
  return statuses.flatMap((status) => responses[status]?.content?.[JSON_TYPE] ?? []);
}

/** One schema for all of these; a suffix gives it a name of its own, after the first. */
function flattenTogether(media: readonly Media[], suffix: string, schemas: Schemas): void {
  const choices = media.flatMap(({ schema }) => schema.anyOf ?? [schema]);
  const names = [...new Set(choices.flatMap((choice) => findTarget(choice) ?? []))];
  const [first = "", ...others] = names;
  if (others.length === 0) return;
  const wanted = suffix === "" ? first : first.replace(/Settled$/, suffix);
  const parts = names.map((name) => toPart(name, "", schemas));
  const merged = mergeObjects(wanted, parts, schemas);
  nameChoices(wanted, merged, schemas);
  if (wanted !== first && schemas[wanted] !== undefined && !isSameShape(schemas[wanted], merged)) {
    throw new Error(`${wanted} names two schemas`);
  }
  schemas[wanted] = merged;
  for (const one of media) one.schema = refer(wanted);
}

function toPart(name: string, note: string, schemas: Schemas): Part {
  const own = ONLY.find(([suffix]) => name.endsWith(suffix))?.[1] ?? note;
  return { schema: schemas[name] ?? {}, note: own };
}

/** An object that admits what any of the parts does; what comes with a member of some parts alone stays required beside it. */
function mergeObjects(owner: string, parts: readonly Part[], schemas: Schemas): Schema {
  const names = [...new Set(parts.flatMap(({ schema }) => Object.keys(schema.properties ?? {})))];
  const required = listCommon(parts);
  const dependent = names.flatMap((name) => {
    const beside = listCommon(parts.filter(({ schema }) => name in (schema.properties ?? {})));
    const more = beside.filter((one) => one !== name && !required.includes(one));
    return more.length === 0 ? [] : [[name, more] as const];
  });
  const { description } = parts[0]?.schema ?? {};
  return {
    type: "object",
    ...(description === undefined ? {} : { description }),
    properties: Object.fromEntries(names.map((name) => [name, mergeField(owner, name, parts, schemas)])),
    required,
    ...(dependent.length === 0 ? {} : { dependentRequired: Object.fromEntries(dependent) }),
  };
}

/** The members that all of the parts require. */
function listCommon(parts: readonly Part[]): string[] {
  const [first, ...others] = parts.map(({ schema }) => schema.required ?? []);
  return (first ?? []).filter((name) => others.every((names) => names.includes(name)));
}

function mergeField(owner: string, name: string, parts: readonly Part[], schemas: Schemas): Schema {
  const given = parts.filter(({ schema }) => name in (schema.properties ?? {}));
  const fields = given.map(({ schema }) => schema.properties?.[name] ?? {});
  const [first = {}, ...others] = fields;
  const merged = others.every((other) => isSameShape(first, other)) ? first : unite(owner, name, given, schemas);
  const notes = new Set(given.map(({ note }) => note));
  const [note] = notes;
  if (given.length === parts.length || notes.size > 1 || !note) return merged;
  return { ...merged, description: [merged.description ?? [], note].flat().join(" ") };
}

/** A field that admits what the fields of any part do. */
function unite(owner: string, name: string, parts: readonly Part[], schemas: Schemas): Schema {
  const fields = parts.map(({ schema }) => schema.properties?.[name] ?? {});
  const [first = {}] = fields;
  const targets = fields.map((field) => findTarget(field) ?? "");
  if (targets.every((target) => schemas[target]?.properties !== undefined)) {
    const objects = parts.map(({ note }, index) => toPart(targets[index] ?? "", note, schemas));
    return { ...first, ...refer(addUnited(owner, name, { objects, targets }, schemas)) };
  }
  const plain = fields.map((field) => ({ ...(schemas[findTarget(field) ?? ""] ?? {}), ...field }));
  const types = [...new Set(plain.flatMap(({ type }) => type ?? []))];
  const choices = plain.map((field) => field.enum ?? []);
  const isOpen = types[0] === "boolean" || choices.some((list) => list.length === 0);
  const { description, example } = first;
  return {
    type: types.length === 1 ? (types[0] ?? "") : types,
    ...(isOpen ? {} : { enum: [...new Set(choices.flat())] }),
    ...(description === undefined ? {} : { description }),
    example,
  };
}

/** The component that admits what any of the objects does: the first of them, if it did so before. */
function addUnited(owner: string, field: string, { objects, targets }: Choice, schemas: Schemas): string {
  const [first = ""] = targets;
  const name = UNITED[`${owner}.${field}`] ?? joinName(owner, field);
  const merged = mergeObjects(name, objects, schemas);
  nameChoices(name, merged, schemas);
  if (isSameShape(merged, schemas[first])) return first;
  schemas[name] = merged;
  return name;
}

interface Use {
  readonly field: Schema;
  readonly isRequest: boolean;
}

/** A component that is null wherever it is used may be null itself; in a request, what is null may as well be left out. */
function flattenNulls(schemas: Schemas, requests: ReadonlySet<string>): void {
  const nullable = new Map<string, Use[]>();
  const plain = new Set<string>();
  for (const [owner, { properties = {} }] of Object.entries(schemas)) {
    for (const field of Object.values(properties)) {
      const target = findTarget(field.items ?? field) ?? "";
      if (field.anyOf === undefined) plain.add(target);
      else nullable.set(target, [...(nullable.get(target) ?? []), { field, isRequest: requests.has(owner) }]);
    }
  }
  for (const [target, uses] of nullable) {
    const schema = schemas[target] ?? {};
    if (!plain.has(target) && schema.properties !== undefined) schema.type = ["object", "null"];
    else if (uses.some(({ isRequest }) => !isRequest)) throw new Error(`${target} is null in one answer alone`);
    for (const { field } of uses) {
      delete field.anyOf;
      Object.assign(field, refer(target));
    }
  }
}

/** Adds the names of all components that a value refers to, directly or not. */
function listReached(value: unknown, schemas: Schemas, names: Set<string>): void {
  for (const [, name = ""] of JSON.stringify(value ?? null).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (names.has(name)) continue;
    names.add(name);
    listReached(schemas[name], schemas, names);
  }
}

/** What was a choice before is no component any more. */
function dropUnused({ components, ...others }: Flattened): void {
  const used = new Set<string>();
  listReached(others, components.schemas, used);
  for (const name of Object.keys(components.schemas)) if (!used.has(name)) delete components.schemas[name];
}
