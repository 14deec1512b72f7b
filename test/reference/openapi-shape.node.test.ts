// Tests that generators of clients can read the OpenAPI documents: one named schema where a client has one type.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openapiFileOf } from "../../docs/openapi/build.ts";
import { API_VERSIONS } from "../../src/api/base/version.ts";
import { type JsonSchema, readOpenapi, type ToldOperation } from "./schema.ts";

const JSON_TYPE = "application/json";
const REFERENCE = /^#\/components\/schemas\/\w+$/;
/** Bytes: generators copy it into what they write. */
const DESCRIPTION_MOST = 4_096;

/** A schema and where it stands, down to its innermost parts. */
type Place = readonly [path: string, schema: JsonSchema];

function listParts(path: string, schema: JsonSchema): readonly Place[] {
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    listParts(`${path}.${name}`, field),
  );
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const inner = [...choices, ...(schema.items === undefined ? [] : [schema.items])];
  return [[path, schema], ...fields, ...inner.flatMap((part) => listParts(`${path}[]`, part))];
}

describe.each(API_VERSIONS)("the OpenAPI document of %s", (version) => {
  const document = readOpenapi(version);
  const components = Object.entries(document.components.schemas);
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const parts: readonly Place[] = [
    ...components.flatMap(([name, schema]) => listParts(name, schema)),
    ...[...operations, ...Object.values(document.webhooks ?? {}).flatMap((item) => Object.values(item))].flatMap(
      listPartsOfOperation,
    ),
  ];

  it("has one named schema for 200, 201 and 202 of a creation", () => {
    const creations = operations.filter(({ responses }) => "201" in responses);
    expect(creations.length).toBeGreaterThan(1);
    for (const { operationId, responses } of creations) {
      const successes = Object.entries(responses).filter(([status]) => status.startsWith("2"));
      expect(successes.map(([status]) => status)).toEqual(["200", "201", "202"]);
      const schemas = new Set(successes.map(([, { content }]) => content[JSON_TYPE]?.schema.$ref));
      expect([...schemas], operationId).toEqual([expect.stringMatching(REFERENCE)]);
    }
  });

  it("has a named schema for every body of JSON", () => {
    const bodies = operations.flatMap(({ operationId, requestBody, responses }) => {
      const all = [["request", requestBody] as const, ...Object.entries(responses)];
      return all.map(([where, body]) => [`${operationId} ${where}`, body?.content?.[JSON_TYPE]?.schema] as const);
    });
    const anonymous = bodies.filter(([, schema]) => schema !== undefined && !REFERENCE.test(schema.$ref ?? ""));
    expect(anonymous).toEqual([]);
  });

  it("has no choice between schemas", () => {
    const choices = parts.filter(([, schema]) => "anyOf" in schema || "oneOf" in schema || "allOf" in schema);
    expect(choices.map(([path]) => path)).toEqual([]);
  });

  it("names every object inside another, and every list of choices", () => {
    const named = new Set(components.map(([name]) => name));
    const inner = parts.filter(([path, { properties, enum: choices = [] }]) => {
      return !named.has(path) && (properties !== undefined || choices.filter((one) => one !== null).length > 1);
    });
    expect(inner.map(([path]) => path)).toEqual([]);
  });

  it("has each list of choices under one name, unless its codes mean something else", () => {
    const byChoices = Map.groupBy(
      components.filter(([, { enum: choices }]) => choices !== undefined),
      ([, { enum: choices = [] }]) => JSON.stringify([...choices].sort()),
    );
    const shared = [...byChoices.values()].filter((group) => group.length > 1);
    expect(shared.map((group) => group.map(([name]) => name))).toEqual([["GenerationFormCode", "PaymentFormCode"]]);
  });

  it("shares an object among all that have it", () => {
    const objects = components.filter(([, { properties }]) => properties !== undefined);
    const byMembers = Map.groupBy(objects, ([, { properties = {} }]) => Object.keys(properties).sort().join());
    const alike = [...byMembers.values()].flatMap((group) => {
      return group.slice(1).map((other) => [group[0] ?? other, other] as const);
    });
    const copies = alike.filter(([[, one], [, other]]) => !differsInKind(one, other));
    expect(copies.map(([[one], [other]]) => `${one} = ${other}`)).toEqual([]);
  });

  it("uses each of its schemas", () => {
    const text = readFileSync(openapiFileOf(version), "utf8");
    const unused = components.filter(([name]) => !text.includes(`"#/components/schemas/${name}"`));
    expect(unused.map(([name]) => name)).toEqual([]);
  });

  it("says little of the whole, and leads to the guides", () => {
    const { description } = document.info;
    expect(Buffer.byteLength(description)).toBeLessThan(DESCRIPTION_MOST);
    expect(description).toContain(`](/api/ext/${version}/docs/errores)`);
  });
});

function listPartsOfOperation({
  operationId,
  parameters = [],
  requestBody,
  responses,
}: ToldOperation): readonly Place[] {
  const bodies = [requestBody, ...Object.values(responses)].flatMap((body) => Object.values(body?.content ?? {}));
  return [
    ...parameters.flatMap(({ name, schema }) => listParts(`${operationId}(${name})`, schema)),
    ...bodies.flatMap(({ schema }) => listParts(operationId, schema)),
  ];
}

/** Of two objects with the same members: whether one of them holds another object or other codes; words do not count. */
/** One that may be null, and one whose texts have a limit, as those of a request, are objects of their own. */
function differsInKind(one: JsonSchema, other: JsonSchema): boolean {
  if (JSON.stringify(one.type) !== JSON.stringify(other.type)) return true;
  return Object.entries(one.properties ?? {}).some(([name, field]) => {
    return kindOf(field) !== kindOf(other.properties?.[name] ?? {});
  });
}

function kindOf({ $ref, type, enum: choices, items, maxLength, pattern }: JsonSchema): string {
  const types = [type ?? []].flat().filter((one) => one !== "null");
  return JSON.stringify([$ref, types, choices, maxLength, pattern, items === undefined ? null : kindOf(items)]);
}
