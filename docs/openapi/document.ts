// Builds the whole OpenAPI 3.1 document from routes, schemas and examples; runs at build time, never in the Worker.
import { OpenAPIHono, type RouteConfig, z } from "@hono/zod-openapi";
import { COMMON_CODES, type ErrorCode, groupByStatus } from "../../src/api/app/error-code.ts";
import { errorSchemaOf } from "../../src/api/app/error-schema.ts";
import { ERRORS } from "../../src/api/app/error-table.ts";
import { type Answer, listScopes } from "../../src/api/app/route.ts";
import { type ApiVersion, basePathOf, existsIn } from "../../src/api/base/version.ts";
import { findOwnExample, findSharedExample } from "./error-example.ts";
import { ERROR_TEXTS } from "./error-text.ts";
import type { Example, Given } from "./example.ts";
import { type HeaderName, listParameters, listHeaders as listSharedHeaders } from "./parameter.ts";
import { amendRequests } from "./post-process.ts";
import type { DescribedRoute } from "./route.ts";
import { registerWebhooks } from "./webhook.ts";

type Responses = RouteConfig["responses"];
type Response = Responses[string];

export interface DocumentInput {
  readonly api: ApiVersion;
  /** Those that exist in this version. */
  readonly routes: readonly DescribedRoute[];
  readonly examples: readonly Example[];
  /** Of the API, not of the code. */
  readonly version: string;
}

const JSON_TYPE = "application/json";
const SECURITY_SCHEME = "token";

/** Builds the document; the same input always gives the same bytes. */
export function buildOpenapi(input: DocumentInput): object {
  const app = new OpenAPIHono();
  const registry = app.openAPIRegistry;
  registry.registerComponent("securitySchemes", SECURITY_SCHEME, {
    type: "http",
    scheme: "bearer",
    description:
      "Token de un cliente de API. Pertenece a una sola empresa y hereda los permisos (scopes) del cliente. Es un secreto de servidor: no lo use desde un navegador.",
  });
  for (const [name, header] of Object.entries(listSharedHeaders(input.api)))
    registry.registerComponent("headers", name, header);
  for (const code of new Set(input.routes.flatMap((route) => listCodes(route, input.api)))) {
    const shared = findSharedExample(code, input.examples);
    if (shared !== undefined) registry.registerComponent("examples", code, shared);
  }
  const errorSchema = errorSchemaOf(input.api);
  for (const route of input.routes) registry.registerPath(toPath(route, { ...input, errorSchema }));
  const hasTickets = input.routes.some(({ tag }) => tag === "DEE");
  const hasChanges = input.routes.some(({ tag }) => tag === "Cambios");
  if (hasChanges) registerWebhooks(registry, input.examples);
  const document = app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Facturación electrónica y documento soporte: API externa",
      version: input.version,
      contact: { name: "Quien administra su empresa en el servicio" },
      license: { name: "MIT", url: "https://opensource.org/license/mit" },
    },
    servers: [{ url: basePathOf(input.api), description: "Este mismo despliegue" }],
    tags: [
      { name: "DSE", description: "Documento soporte electrónico: compras a proveedores no obligados a facturar." },
      { name: "FE", description: "Factura electrónica, y los catálogos que usa." },
      ...(hasTickets ? [{ name: "DEE", description: "Tiquete POS electrónico y sus notas de ajuste." }] : []),
      ...(hasChanges
        ? [
            { name: "Cambios", description: "Qué pasó con los documentos, en orden y sin pérdidas." },
            { name: "Empresa", description: "Con qué emite la empresa, y qué se le acaba." },
          ]
        : []),
    ],
    security: [{ [SECURITY_SCHEME]: [] }],
  });
  if (!hasChanges) delete document.webhooks;
  amendRequests((document.components?.schemas ?? {}) as Parameters<typeof amendRequests>[0], input.api);
  return document;
}

interface Shared {
  readonly examples: readonly Example[];
  readonly errorSchema: z.ZodType;
  readonly api: ApiVersion;
}

/** Methods as OpenAPI writes them. */
const METHODS = { GET: "get", POST: "post", DELETE: "delete" } as const;

function toPath(route: DescribedRoute, { examples, errorSchema, api }: Shared): RouteConfig {
  const own = examples.filter((example) => example.operationId === route.operationId);
  const { body } = route;
  return {
    operationId: route.operationId,
    method: METHODS[route.method],
    path: getPath(route),
    tags: [route.tag],
    summary: route.summary,
    description: `${route.description}\n\nPermiso (scope): ${listScopes(route)
      .map((scope) => `\`${scope}\``)
      .join(" o ")}.`,
    security: [{ [SECURITY_SCHEME]: [] }],
    "x-scopes": listScopes(route),
    parameters: listParameters(route),
    ...(body === undefined
      ? {}
      : {
          request: {
            body: {
              required: true,
              description: body.description,
              content: { [JSON_TYPE]: { schema: body.schema, examples: listRequestExamples(own) } },
            },
          },
        }),
    responses: listResponses(route, { examples, errorSchema, api }),
  };
}

/** The path of a route as OpenAPI writes it. */
export function getPath({ path }: Pick<DescribedRoute, "path">): string {
  return `/companies/{company_id}${path.replace(":docId", "{doc_id}").replace(":nombre", "{nombre}").replace(":webhookId", "{webhook_id}")}`;
}

/** What a request needs that is not another one like it. */
const ALONE: readonly Given["type"][] = ["corrects", "issued", "issued-elsewhere"];

function listRequestExamples(examples: readonly Example[]): Record<string, object> {
  const shown = examples.filter(({ body, given, answer }) => {
    const isRepeated = given !== undefined && ("isRepeated" in given || "isInFlight" in given);
    const isAlone = given === undefined || (ALONE.includes(given.type) && !isRepeated);
    return typeof body === "object" && isAlone && answer.status < 300;
  });
  return Object.fromEntries(shown.map(({ name, summary, body }) => [name, { summary, value: body }]));
}

/** Every status of a route: its own answers first, then the codes of the table of errors. */
function listResponses(route: DescribedRoute, shared: Shared): Responses {
  const codes = groupByStatus(listCodes(route, shared.api), shared.api);
  const statuses = [...new Set([...route.answers.map(({ status }) => status), ...codes.keys()])];
  const entries = statuses
    .sort((one, other) => one - other)
    .map((status) => {
      const answers = route.answers.filter((answer) => answer.status === status);
      return [String(status), toResponse(status, answers, codes.get(status) ?? [], { ...shared, route })] as const;
    });
  return Object.fromEntries(entries);
}

/** The codes of errors that a route answers in a version. */
function listCodes({ codes }: DescribedRoute, api: ApiVersion): readonly ErrorCode[] {
  return [...COMMON_CODES, ...codes].filter((code) => existsIn(api, ERRORS[code]));
}

function toResponse(
  status: number,
  answers: readonly Answer[],
  codes: readonly ErrorCode[],
  { examples, errorSchema, route }: Shared & { readonly route: DescribedRoute },
): Response {
  const schemas = [...answers.map(({ schema }) => schema), ...(codes.length === 0 ? [] : [errorSchema])];
  const [first, second, ...others] = schemas;
  if (first === undefined) throw new Error(`status ${status} has no body`);
  const lines = [...answers.map(({ description }) => description), ...codes.map(describeCode)];
  const own = examples.filter(({ operationId }) => operationId === route.operationId);
  const shown = own.filter(({ answer }) => answer.status === status && !isPlainError(answer.body));
  const showCode = (code: ErrorCode) =>
    findSharedExample(code, examples) === undefined
      ? findOwnExample(code, route, own)
      : { $ref: `#/components/examples/${code}` };
  const media = answers.find((answer) => answer.media !== undefined)?.media;
  const file = { schema: { type: "string", format: "binary" } } as const;
  if (media !== undefined) {
    const content = Object.fromEntries(media.map((type) => [type, file]));
    return {
      description: lines.join("\n"),
      headers: listHeaders(status, answers, codes),
      ...(media.length === 0 ? {} : { content }),
    };
  }
  return {
    description: lines.length === 1 ? (lines[0] ?? "") : lines.map((line) => `- ${line}`).join("\n"),
    headers: listHeaders(status, answers, codes),
    content: {
      [JSON_TYPE]: {
        schema: second === undefined ? first : z.union([first, second, ...others]),
        examples: {
          ...Object.fromEntries(shown.map(({ name, summary, answer }) => [name, { summary, value: answer.body }])),
          ...Object.fromEntries(codes.map((code) => [code, showCode(code)])),
        },
      },
    },
  };
}

function describeCode(code: ErrorCode): string {
  return `\`${code}\`: ${ERROR_TEXTS[code].cause} ${ERROR_TEXTS[code].cure}`;
}

/** An error of the table, which has its example under its code; the answers of a document are shown by themselves. */
function isPlainError(body: object): boolean {
  return "code" in body && !("pending" in body);
}

function listHeaders(
  status: number,
  answers: readonly Answer[],
  codes: readonly ErrorCode[],
): Record<string, { $ref: string }> {
  const names: HeaderName[] = ["X-Request-Id", ...answers.flatMap(({ headers }) => headers ?? [])];
  if (status >= 400) names.push("Link");
  if (status === 401) names.push("WWW-Authenticate");
  if (status !== 401) names.push("RateLimit-Policy", "X-RateLimit-Limit");
  if (status === 429) names.push("X-RateLimit-Remaining", "X-RateLimit-Reset");
  if (codes.some((code) => ERRORS[code].retryAfterSeconds !== undefined)) names.push("Retry-After");
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
