// Runs `npm run deep -- fuzz --requests N --seed S [--short]`: sends requests made from the OpenAPI document, and tricks on them, to the
// deployed bundle: every answer is documented, well-formed, and never a failure of ours. Before them it sends expensive bodies,
// one after the other, which cost no more than their size allows, and then many at a time, which end no isolate of 128 MB.

import { parseArgs } from "node:util";
import { prepareDeployment } from "../crash/deployment.ts";
import { printAlerts } from "../crash/log.ts";
import { findSchemaProblems } from "../reference/schema.ts";
import { createRandom } from "../support/random.ts";
import { ANSWER_MOST_BYTES, probeCosts } from "./expensive.ts";
import { type FuzzRequest, RequestSource, TOO_LARGE } from "./request.ts";
import { ISOLATE_FLAGS, pressTogether } from "./together.ts";

/** The isolates collect at once what is not held any more, so that what grows is held; and have the platform's memory. */
process.env.MINIFLARE_WORKERD_V8_FLAGS ??= ISOLATE_FLAGS;

const WIDTH = 16;
const TIMEOUT_MS = 40_000;
const SHOWN = 20;
/** In the short form, to how many paths each body goes that is known to be expensive. */
const SHORT_PATHS = 3;
/** Requests that are made to be expensive, beside the known ones: a fiftieth of the others, within reason. */
const EXPENSIVE_MOST = 2_000;
/** Operations of both versions that must have succeeded. */
const OPERATIONS_LEAST = 18;
const print = (line: string) => process.stdout.write(`${line}\n`);

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Tally {
  readonly answers: Map<string, number>;
  /** Connections that ended without an answer, by what was done to their request. */
  readonly retries: Map<string, number>;
  readonly problems: string[];
  sent: number;
}

async function send(origin: string, { version, method, path, headers, body }: FuzzRequest): Promise<Answer> {
  const response = await fetch(`${origin}/api/ext/${version}${path}`, {
    method,
    // A connection that was closed over one request's unread body must not be the next one's.
    headers: { ...headers, connection: "close" },
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body === undefined || method === "GET"
      ? {}
      : { body: typeof body === "string" ? body : Uint8Array.from(body) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Bodies of this size may be answered before they were read, and the connection ends. */
const LARGE = 60_000;
const TRIES = 3;
/** Share of the requests that may meet a service out of reach. */
const UNAVAILABLE_MOST = 0.01;

/** @returns undefined when the connection of a body over the limit was closed before its answer could be read. */
async function sendPatiently(origin: string, request: FuzzRequest, tally: Tally): Promise<Answer | undefined> {
  const { method, path, trick, body } = request;
  for (let tries = 1; ; tries += 1) {
    try {
      return await send(origin, request);
    } catch (cause) {
      if (!(cause instanceof TypeError)) throw new Error(`no answer to ${method} ${path} (${trick})`, { cause });
      count(tally.retries, trick);
      const isLarge = (body?.length ?? 0) > LARGE;
      // A service that dies under a request looks just so.
      if (!isLarge) tally.problems.push(`${method} ${path.slice(0, 120)} (${trick}): the connection was gone`);
      if (tries < TRIES) continue;
      if (trick === TOO_LARGE) return undefined;
      throw new Error(`no answer to ${method} ${path} (${trick})`, { cause });
    }
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** What an answer says that the document does not, or should not say at all. */
function findProblems(
  { version, operation, trick }: FuzzRequest,
  { status, headers, text }: Answer,
): readonly string[] {
  if (status === 500) return [`500 after "${trick}"`];
  const media = headers.get("content-type")?.split(";")[0] ?? "";
  const isFile = operation?.responses[String(status)]?.content[media] !== undefined && media !== "application/json";
  if (isFile) return headers.has("etag") ? [] : [`${status} of a file without ETag`];
  const bytes = Buffer.byteLength(text);
  if (status >= 400 && bytes > ANSWER_MOST_BYTES) return [`${status} of ${bytes} bytes after "${trick}"`];
  let body: Readonly<Record<string, unknown>>;
  try {
    body = JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    return [`${status} is not JSON: ${text.slice(0, 80)}`];
  }
  const problems: string[] = [];
  const isError = status >= 400;
  if (isError !== (body.ok === false) && !(status === 422 && body.ok === true))
    problems.push(`${status} with ok ${String(body.ok)}`);
  if (isError && body.ok === false && (typeof body.error !== "string" || body.error === ""))
    problems.push(`${status} without error`);
  // What has an ETag may be kept, and is asked about each time.
  const keeping = headers.has("etag") ? "private, no-cache" : "no-store";
  if (!headers.has("x-request-id") || headers.get("cache-control") !== keeping)
    problems.push(`${status} without the common headers`);
  if (operation === null)
    return status === 404 || status === 405 || status === 401 ? problems : [...problems, `${status} of no operation`];
  const documented = operation.responses[String(status)];
  if (documented === undefined) return [...problems, `status ${status} is not documented (${String(body.code)})`];
  const schema = documented.content["application/json"]?.schema ?? {};
  return [...problems, ...findSchemaProblems(schema, body, version).map((problem) => `${status} ${problem}`)];
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      requests: { type: "string", default: "200000" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
      short: { type: "boolean", default: false },
    },
  });
  const [requests, seed] = [Number(values.requests), Number(values.seed)];
  print(`fuzz: ${requests} requests, seed ${seed}`);
  const deployment = await prepareDeployment({ pollScale: 0.01, print });
  try {
    await deployment.service.start();
    const [company, victim] = deployment.companies.filter(
      ({ modules, environment }) => modules.includes("fe") && environment === "produccion",
    );
    if (company === undefined || victim === undefined) throw new Error("two companies are needed");
    const random = createRandom(seed);
    const source = new RequestSource(company, random, seed);
    const tally: Tally = { answers: new Map(), retries: new Map(), problems: [], sent: 0 };
    const drawn = Math.min(EXPENSIVE_MOST, Math.round(requests / 50));
    const plan = { random, drawn, print, ...(values.short ? { pathsEach: SHORT_PATHS } : {}) };
    tally.problems.push(...(await probeCosts(deployment.service, company, plan)));
    const { origin } = deployment.service;
    const pressed = { origin, attacker: company, victim, isShort: values.short, print };
    tally.problems.push(...(await pressTogether(pressed)));
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: WIDTH }, () => work(deployment.service.origin, source, tally, requests)));
    const { status } = await fetch(`${deployment.service.origin}/healthz`);
    if (status !== 200) tally.problems.push(`the service's health is ${status} in the end`);
    return summarize(tally, { seed, seconds: (performance.now() - startedAt) / 1000, logFile: deployment.logFile });
  } finally {
    await deployment.clear();
  }
}

async function work(origin: string, source: RequestSource, tally: Tally, requests: number): Promise<void> {
  while (tally.sent < requests) {
    tally.sent += 1;
    const number = tally.sent;
    const request = source.draw();
    const answer = await sendPatiently(origin, request, tally);
    if (answer === undefined) {
      count(tally.answers, "closed while sending");
      continue;
    }
    count(tally.answers, `${request.route ?? "no route"} ${answer.status}`);
    for (const problem of findProblems(request, answer)) {
      const shown = typeof request.body === "string" ? request.body.slice(0, 300) : "";
      tally.problems.push(
        `#${number} ${request.method} ${request.path.slice(0, 120)} (${request.trick}): ${problem} ${shown}`,
      );
    }
    rememberId(source, answer);
    if (number % 10_000 === 0) print(`  ${number} requests, ${tally.problems.length} problems`);
  }
}

function rememberId(source: RequestSource, { status, text }: Answer): void {
  if (status !== 201) return;
  const body = JSON.parse(text) as {
    readonly documento?: { readonly id: number; readonly tipo_authority?: string };
    readonly factura_id?: number | null;
    readonly nota_id?: number;
  };
  if (body.documento !== undefined) {
    const isOfTicket = ["20", "93", "94"].includes(body.documento.tipo_authority ?? "");
    source.ids[isOfTicket ? "dee" : "dse"].push(body.documento.id);
  }
  const id = body.nota_id ?? body.factura_id ?? undefined;
  if (id !== undefined) source.ids.fe.push(id);
}

function summarize(
  tally: Tally,
  { seed, seconds, logFile }: { readonly seed: number; readonly seconds: number; readonly logFile: string },
): number {
  print(`\nfuzz summary (seed ${seed}): ${tally.sent} requests in ${Math.round(seconds)} s`);
  for (const [name, count] of [...tally.answers].sort()) print(`  ${name}: ${count}`);
  const retries = [...tally.retries].map((one) => one.join(": "));
  print(`  connections gone and tried again: ${retries.join(", ") || "none"}`);
  print(`  warnings: ${printAlerts(logFile)}`);
  // No renderer is started: what is drawn is out of reach, as it should be.
  const isOutOfReach = (name: string) => name.endsWith(" 503") && !name.includes("/archivos/");
  const unavailable = [...tally.answers].filter(([name]) => isOutOfReach(name)).reduce((sum, [, n]) => sum + n, 0);
  if (unavailable > UNAVAILABLE_MOST * tally.sent)
    tally.problems.push(`${unavailable} of ${tally.sent} answers were 503`);
  const routes = new Set(
    [...tally.answers.keys()].filter((name) => / 20\d$/.test(name)).map((name) => name.slice(0, -4)),
  );
  print(`  operations that succeeded: ${routes.size}; problems: ${tally.problems.length}`);
  for (const problem of tally.problems.slice(0, SHOWN)) print(`    ${problem}`);
  // Nonsense alone would prove little.
  const isBroad = routes.size >= OPERATIONS_LEAST;
  if (!isBroad) print("  too few operations ever succeeded");
  return tally.problems.length === 0 && isBroad ? 0 : 1;
}

process.exitCode = await main();
