// Sends requests made from the OpenAPI document to the API: every answer has a status, a body and headers that the document
// describes.
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { API_VERSIONS, type ApiVersion } from "../../src/api/base/version.ts";
import { MODULES, type Module } from "../../src/domain/company.ts";
import { build, openDatabase, run } from "../../src/store/base/db.ts";
import { companies } from "../../src/store/base/schema.ts";
import { type Answer, call, postInvoice, postSupportDocument } from "../support/api.ts";
import { sampleInvoice, sampleSupportDocument } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { issueTicket } from "../support/ticket.ts";
import { addWebhook } from "../support/webhook.ts";
import { requestsOf, variationsOf } from "./arbitrary.ts";
import { fitToTenant } from "./play.ts";
import { expandSchema, findSchemaProblems, readOpenapi, type ToldOperation } from "./schema.ts";

/** Another seed finds other requests: `DRIVE_SEED=7 npx vitest run test/reference/drive.long.test.ts`. */
const KEY_HEADER = "Idempotency-Key";
const SEED = Number(process.env.DRIVE_SEED || 20260302);
/** `DRIVE_TIMES=10` sends ten times as many. */
const TIMES = Number(process.env.DRIVE_TIMES || 1);
const RUNS = { get: 15 * TIMES, post: 30 * TIMES } as const;
const DESCRIBED_HEADERS = [
  "Retry-After",
  "Idempotent-Replayed",
  "WWW-Authenticate",
  "RateLimit-Policy",
  "Link",
  "X-Request-Id",
];

const operations = API_VERSIONS.flatMap((version) =>
  Object.entries(readOpenapi(version).paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      return { version, path, method: method as keyof typeof RUNS, operation };
    }),
  ),
);

/** Files are no JSON: test/contract/file.test.ts reads them. */
const answering = operations.filter(({ path }) => !path.includes("{nombre}"));

let tenant: Tenant;
/** A document of each kind that can be read; no note of another operation is on it. */
let ids: Readonly<Record<Module, string>>;
let webhookId: string;
/** A change that never comes, so that nothing is posted. */
const NEVER = 2 ** 40;
beforeAll(async () => {
  tenant = await createTenant({ modules: ["fe", "dse", "dee"] });
  const mail = { sender: null, replyTo: null, isAutomatic: false, testAddresses: [] };
  await run(openDatabase(env.DB), build.update(companies).set({ mail }).where(eq(companies.id, tenant.companyId)));
  webhookId = await addWebhook(tenant, "https://hooks.example.com", NEVER);
});
beforeEach(async () => {
  const [document, invoice, ticket] = await Promise.all([
    postSupportDocument(tenant, crypto.randomUUID(), sampleSupportDocument()),
    postInvoice(tenant, sampleInvoice()),
    issueTicket(tenant, crypto.randomUUID()),
  ]);
  ids = { dse: String(document.body.documento.id), fe: String(invoice.body.factura_id), dee: String(ticket) };
});

/** What an answer says that the document does not. */
function findUntold(version: ApiVersion, operation: ToldOperation, answer: Answer): readonly string[] {
  const described = operation.responses[String(answer.status)];
  if (described === undefined) return [`status ${answer.status} is not described: ${JSON.stringify(answer.body)}`];
  const headers = DESCRIBED_HEADERS.filter((name) => answer.headers.has(name) && !(name in (described.headers ?? {})));
  const schema = described.content["application/json"]?.schema ?? {};
  // A repetition of a rejected support document shows it as it is.
  const isRight = answer.status === 422 || answer.status === 304 || answer.body.ok === answer.status < 400;
  return [
    ...(isRight ? [] : [`ok is ${answer.body.ok} in a ${answer.status}`]),
    ...headers.map((name) => `header ${name} is not described for ${answer.status}`),
    ...findSchemaProblems(schema, answer.body, version).map((problem) => `${answer.status} ${problem}`),
  ];
}

/** A request: values for each parameter, and a body. */
function requestsFor(
  version: ApiVersion,
  operation: ToldOperation,
): fc.Arbitrary<{ values: Record<string, unknown>; body: unknown }> {
  const parameters = (operation.parameters ?? []).filter(({ name }) => name !== "company_id");
  const values = Object.fromEntries(
    parameters.map(({ name, schema, example }) => [
      name,
      requestsOf({ ...expandSchema(schema, version), example }, 10),
    ]),
  );
  return fc
    .record({
      values: fc.record(values, { requiredKeys: [], noNullPrototype: true }),
      body: bodiesFor(version, operation),
    })
    .map(({ values, body }) => ({ values: agreeOnKey(values, body), body }));
}

/** Most clients send their key once, or the same in both places. */
function agreeOnKey(values: Record<string, unknown>, body: unknown): Record<string, unknown> {
  const isKeyed = KEY_HEADER in values && typeof body === "object" && body !== null && "draft_key" in body;
  return isKeyed ? { ...values, [KEY_HEADER]: body.draft_key } : values;
}

/** The document's own examples, varied; now and then a body made from the schema alone. */
function bodiesFor(version: ApiVersion, { requestBody }: ToldOperation): fc.Arbitrary<unknown> {
  const media = requestBody?.content["application/json"];
  if (media === undefined) return fc.constant(undefined);
  const schema = expandSchema(media.schema, version);
  const examples = Object.values(media.examples ?? {}).map(({ value }) => value as object);
  if (examples.length === 0) return requestsOf(schema, 2);
  const varied = fc.constantFrom(...examples).chain((example) => variationsOf(example, schema));
  const isKeyed = "draft_key" in (schema.properties ?? {});
  const own = varied.map((body) => (isKeyed ? { ...(body as object), draft_key: crypto.randomUUID() } : body));
  return fc.oneof({ weight: 5, arbitrary: own }, { weight: 1, arbitrary: requestsOf(schema, 2) });
}

async function send(
  { version, path, method, operation }: (typeof operations)[number],
  { values, body }: { values: Record<string, unknown>; body: unknown },
): Promise<Answer> {
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let target = path
    .replace("{company_id}", String(tenant.companyId))
    .replace("{webhook_id}", webhookId)
    .replace("{doc_id}", ids[moduleOfPath(path)]);
  for (const { name, in: where } of operation.parameters ?? []) {
    if (!(name in values)) continue;
    const text = printParameter(values[name]);
    if (where === "query") query.set(name, text);
    // The example's id belongs to no document here.
    else if (where === "path")
      target = text === "1042" ? target : target.replace(/\d+$/, encodeURIComponent(text) || "0");
    else if (/^[\x20-\x7e]*$/.test(text)) headers[name] = text;
  }
  const suffix = query.size === 0 ? "" : `?${query}`;
  const sent =
    typeof body === "object" && body !== null ? fitToTenant(correctOwn(body, path), tenant) : JSON.stringify(body);
  return call(method.toUpperCase(), target + suffix, sent, { token: tenant.token, headers, version });
}

function moduleOfPath(path: string): Module {
  return MODULES.find((module) => path.includes(`/${module}/`)) ?? "fe";
}

/** The note of an example corrects the document that is here. */
function correctOwn(body: object, path: string): object {
  const own = { documento_id: Number(ids[moduleOfPath(path)]), factura_id: Number(ids.fe) };
  const kept = Object.entries(own).filter(([name]) => name in body && Number.isInteger(Reflect.get(body, name)));
  return { ...body, ...Object.fromEntries(kept) };
}

function printParameter(value: unknown): string {
  return typeof value === "string" ? value.toWellFormed() : JSON.stringify(value);
}

describe("requests made from the document", () => {
  it.each(answering)("$version $operation.operationId answers only what is described", async (each) => {
    const { version, method, operation } = each;
    const seen = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(requestsFor(version, operation), async (request) => {
        const answer = await send(each, request);
        seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
        expect(findUntold(version, operation, answer)).toEqual([]);
      }),
      { seed: SEED, numRuns: RUNS[method], endOnFailure: true },
    );
    // Nonsense alone would prove little.
    expect(
      [...seen.keys()].some((status) => status < 300),
      JSON.stringify([...seen]),
    ).toBe(true);
  });
});
