// Tests that each error that an operation shows is one of its own: its scopes and module, its parameters, the fields of its body.
import { describe, expect, it } from "vitest";
import { buildReference } from "../../docs/openapi/build.ts";
import { createTranslator } from "../../docs/openapi/translate.ts";
import { moduleOfScope, SCOPES } from "../../src/api/app/route.ts";
import { STATES } from "../../src/domain/document/state.ts";
import type { JsonSchema, ToldApi, ToldOperation } from "./schema.ts";

type Documented = ToldOperation & { readonly description: string; readonly "x-scopes": readonly string[] };

const EDITIONS = [
  ["v1", "Spanish", undefined],
  ["v2", "Spanish", undefined],
  ["v2", "English", createTranslator()],
] as const;

/** What a sentence calls the documents of one module, in either language. */
const KINDS: Readonly<Record<string, RegExp>> = {
  dse: /documentos? soporte|support(?:ing)? document|SEDS\d/i,
  dee: /tiquete|EPOS\d|\btickets?\b/i,
  fe: /factura_id|SETP\d|CONT\d/,
};
/** A sentence that says which other kind of document to issue, or that none of its own corrects this one. */
const NAMES_OTHERS: readonly string[] = ["not_correctable", "reference_not_found"];
/** What only a path that names it can miss. */
const NAMED: readonly (readonly [RegExp, string])[] = [
  [/webhook/i, "webhook_id"],
  [/ese archivo|that file|archivo con ese nombre|file of that name/i, "nombre"],
  [/ 999999999 /, "doc_id"],
];
/** Figures beside a sentence, which no field has. */
const FIGURES: readonly string[] = ["facturado", "acreditado", "en_proceso", "disponible", "solicitado"];
/** A sentence that refuses a name itself. */
const UNKNOWN_NAME = /no es de esta ruta|does not belong to this route|«_»/;

interface Told {
  readonly error: string;
  readonly code: string;
  readonly details?: readonly { readonly path: string; readonly message: string }[];
  readonly notices?: readonly { readonly path: string; readonly message: string }[];
}

function isTold(value: unknown): value is Told {
  const isError = typeof value === "object" && value !== null && "error" in value && "code" in value;
  // The state of a document names members of the answer.
  return isError && !("pending" in value);
}

/** Every path of a body, without the places in lists, by each name that a field has. */
function listFields(schema: JsonSchema, schemas: ToldApi["components"]["schemas"], depth = 0): readonly string[] {
  const target = schemas[schema.$ref?.split("/").at(-1) ?? ""] ?? schema;
  if (target.items !== undefined) return listFields(target.items, schemas, depth);
  if (depth > 6) return [];
  return Object.entries(target.properties ?? {}).flatMap(([name, field]) => {
    const inner = listFields(field, schemas, depth + 1);
    return [name, ...(field["x-aliases"] ?? [])].flatMap((own) => [own, ...inner.map((path) => `${own}.${path}`)]);
  });
}

const withoutPlaces = (path: string) => path.replaceAll(/\.\d+(?=\.|$)/g, "");

/** What an example says that its operation cannot mean. */
function findStrangers(path: string, operation: Documented, told: Told, fields: readonly string[]): readonly string[] {
  const text = JSON.stringify(told);
  const scopes = operation["x-scopes"];
  const modules = SCOPES.filter((scope) => scopes.includes(scope)).map(moduleOfScope);
  const names = (operation.parameters ?? []).map(({ name }) => name);
  const keys = ["request_key", "draft_key"].filter((name) => operation.description.includes(`\`${name}\``));
  const known = new Set([...fields, ...names, ...keys, ...FIGURES, ""]);
  const lastNames = new Set([...known].flatMap((one) => one.split(".")));
  const strangers: string[] = [];
  for (const [scope] of text.matchAll(/\b(?:fe|dse|dee)\.(?:read|write)\b/g)) {
    if (!scopes.includes(scope)) strangers.push(scope);
  }
  for (const [module] of text.matchAll(/\b(?:FE|DSE|DEE)\b/g)) {
    if (!modules.some((own) => own.toUpperCase() === module)) strangers.push(module);
  }
  if (!NAMES_OTHERS.includes(told.code)) {
    for (const [module, pattern] of Object.entries(KINDS)) {
      const isOwn = modules.some((own) => own === module);
      if (!isOwn && pattern.test(text)) strangers.push(pattern.exec(text)?.[0] ?? "");
    }
  }
  for (const [pattern, name] of NAMED) if (pattern.test(text) && !path.includes(`{${name}}`)) strangers.push(name);
  for (const { path: place, message } of [...(told.details ?? []), ...(told.notices ?? [])]) {
    const plain = withoutPlaces(place);
    if (known.has(plain)) continue;
    const isUnknownName = UNKNOWN_NAME.test(message);
    const isUnknownField =
      told.code === "unknown_field" && (!plain.includes(".") || known.has(plain.replace(/\.\w+$/, "")));
    if (!isUnknownName && !isUnknownField) strangers.push(place);
  }
  const paths = new Set([...(told.details ?? [])].map((one) => one.path));
  for (const [, quoted = ""] of text.matchAll(/`([a-z]\w*(?:\.\w+)*)`/g)) {
    if (paths.has(quoted) || known.has(withoutPlaces(quoted)) || lastNames.has(quoted)) continue;
    if (!STATES.some((state) => state === quoted)) strangers.push(quoted);
  }
  return strangers;
}

describe.each(EDITIONS)("the errors that operations of %s show in %s", (version, _, translator) => {
  const document = buildReference(version, translator).document as unknown as ToldApi;
  const { schemas, examples: shared } = document.components;
  const shown = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.values(item).flatMap((one) => {
      const operation = one as Documented;
      const body = operation.requestBody?.content["application/json"]?.schema;
      const fields = body === undefined ? [] : listFields(body, schemas);
      return Object.values(operation.responses).flatMap(({ content }) =>
        Object.entries(content?.["application/json"]?.examples ?? {}).map(([name, example]) => ({
          path,
          operation,
          fields,
          name,
          value: example.value ?? shared[name]?.value,
        })),
      );
    }),
  );

  it("name its own scopes, module, parameters, fields and ids alone", () => {
    const strange = shown.flatMap(({ path, operation, fields, name, value }) => {
      const found = isTold(value) ? findStrangers(path, operation, value, fields) : [];
      return found.map((stranger) => `${operation.operationId} ${name}: ${stranger}`);
    });
    expect(strange).toEqual([]);
  });

  it("are as many as its codes, each once", () => {
    expect(shown.filter(({ value }) => isTold(value)).length).toBeGreaterThan(100);
    const repeated = Object.values(document.paths).flatMap((item) =>
      Object.values(item).flatMap(({ operationId, responses }) =>
        Object.entries(responses).flatMap(([status, { description = "" }]) => {
          const codes = [...description.matchAll(/^(?:- )?`([a-z_]+)`: /gm)].map(([, code]) => code);
          return new Set(codes).size === codes.length ? [] : [`${operationId} ${status}: ${codes.join()}`];
        }),
      ),
    );
    expect(repeated).toEqual([]);
  });
});
