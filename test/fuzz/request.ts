// Generates requests from the OpenAPI document: those that clients may send, and tricks on them.
import fc from "fast-check";
import { API_VERSIONS, type ApiVersion } from "../../src/api/base/version.ts";
import { MODULES, type Module } from "../../src/domain/company.ts";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import type { DemoFileCompany } from "../../stand/demo-file.ts";
import { requestsOf, variationsOf } from "../reference/arbitrary.ts";
import { expandSchema, readOpenapi, type ToldOperation } from "../reference/schema.ts";
import { FILE_NAMES } from "../support/file-name.ts";
import { pick, type Random } from "../support/random.ts";

/** A request as it goes over the wire, and the operation whose answers it may get. */
export interface FuzzRequest {
  readonly version: ApiVersion;
  /** `v1 POST /companies/{company_id}/dse/documentos`; null for a route that does not exist. */
  readonly route: string | null;
  readonly operation: ToldOperation | null;
  readonly method: string;
  /** Below the base address of the version. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  /** What was done to it. */
  readonly trick: string;
}

interface Target {
  readonly version: ApiVersion;
  readonly route: string;
  readonly path: string;
  readonly method: string;
  readonly operation: ToldOperation;
  readonly requests: fc.Arbitrary<Shape>;
}

interface Shape {
  readonly values: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Requests of each operation of both versions, drawn in batches from one seed. */
export class RequestSource {
  readonly #targets: readonly Target[];
  readonly #company: DemoFileCompany;
  readonly #random: Random;
  readonly #seed: number;
  readonly #waiting = new Map<string, Shape[]>();
  #batches = 0;
  #keys = 0;
  /** Documents that can be read, by kind. */
  readonly ids: Readonly<Record<Module, number[]>> = { dse: [], fe: [], dee: [] };

  constructor(company: DemoFileCompany, random: Random, seed: number) {
    this.#company = company;
    this.#random = random;
    this.#seed = seed;
    this.#targets = API_VERSIONS.flatMap((version) =>
      Object.entries(readOpenapi(version).paths).flatMap(([path, item]) =>
        Object.entries(item).map(([method, operation]) => ({
          version,
          route: `${version} ${method.toUpperCase()} ${path}`,
          path,
          method: method.toUpperCase(),
          operation,
          requests: shapesOf(operation, version),
        })),
      ),
    );
  }

  /** The next request: mostly as documented, often with something done to it. */
  draw(): FuzzRequest {
    const target = pick(this.#random, this.#targets);
    const sound = this.#build(target, this.#take(target));
    return this.#random() < 0.6 ? sound : pick(this.#random, TRICKS)(sound, this.#random);
  }

  #take(target: Target): Shape {
    let waiting = this.#waiting.get(target.route) ?? [];
    if (waiting.length === 0) {
      this.#batches += 1;
      waiting = fc.sample(target.requests, { numRuns: 200, seed: this.#seed + this.#batches });
      this.#waiting.set(target.route, waiting);
    }
    const shape = waiting.pop();
    if (shape === undefined) throw new Error(`no request of ${target.route}`);
    return shape;
  }

  #build(target: Target, { values, body }: Shape): FuzzRequest {
    const { operation, method, route, version } = target;
    const headers: Record<string, string> = { authorization: `Bearer ${this.#company.tokens.all}` };
    const query = new URLSearchParams();
    let path = target.path.replace("{company_id}", String(this.#company.id));
    for (const { name, in: where } of operation.parameters ?? []) {
      const value = values[name];
      if (name === "doc_id") path = path.replace(`{${name}}`, this.#pickId(path, value));
      if (name === "webhook_id") path = path.replace(`{${name}}`, encodeURIComponent(printText(value ?? "whk_none")));
      if (name === "nombre") path = path.replace(`{${name}}`, this.#pickFile(value));
      if (value === undefined) continue;
      const text = printText(value);
      // A long poll would hold one of the few connections for its seconds.
      if (name === "wait" && Number(text) > 0 && this.#random() < 0.95) continue;
      if (where === "query") query.set(name, text);
      if (where === "header" && /^[\x20-\x7e]*$/.test(text)) headers[name] = this.#freshen(name, text);
    }
    if (body !== undefined) headers["content-type"] = "application/json";
    return {
      ...{ version, route, operation, method, headers, trick: "none" },
      path: query.size === 0 ? path : `${path}?${query}`,
      body: body === undefined ? undefined : JSON.stringify(this.#fit(body)),
    };
  }

  /** Mostly a document that is there. */
  #pickId(path: string, value: unknown): string {
    const module = MODULES.find((one) => path.includes(`/${one}/`)) ?? "fe";
    const known = this.ids[module];
    if (known.length > 0 && this.#random() < 0.7) return String(pick(this.#random, known));
    return printSegment(value);
  }

  #pickFile(value: unknown): string {
    return this.#random() < 0.8 ? pick(this.#random, FILE_NAMES) : printSegment(value);
  }

  /** A key of its own, most of the time: the examples' keys would be taken. */
  #freshen(name: string, text: string): string {
    if (name.toLowerCase() !== "idempotency-key" || this.#random() < 0.1) return text;
    this.#keys += 1;
    return `fuzz-${this.#seed}-${this.#keys}`;
  }

  /** Dates of examples are long ago, and ids of examples belong to no document. */
  #fit(body: unknown): unknown {
    if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
    const today = dateInBogota(Date.now());
    const copy: Record<string, unknown> = { ...body };
    for (const name of ["fecha_documento", "fecha", "fecha_emision"]) {
      if (name in copy && this.#random() < 0.9) copy[name] = today;
    }
    for (const [name, ids] of [
      ["factura_id", this.ids.fe],
      ["documento_id", this.ids.dse],
    ] as const) {
      if (name in copy && ids.length > 0 && this.#random() < 0.8) copy[name] = pick(this.#random, ids);
    }
    if ("draft_key" in copy && typeof copy.draft_key === "string") {
      this.#keys += 1;
      copy.draft_key = `fuzz-${this.#seed}-${this.#keys}`;
    }
    return copy;
  }
}

/** A value as one segment of a path, which is not empty. */
function printSegment(value: unknown): string {
  return encodeURIComponent(typeof value === "string" ? value.toWellFormed() : JSON.stringify(value ?? 0)) || "0";
}

function shapesOf(operation: ToldOperation, version: ApiVersion): fc.Arbitrary<Shape> {
  const values = Object.fromEntries(
    (operation.parameters ?? []).map(({ name, schema, example }) => [name, requestsOf({ ...schema, example }, 10)]),
  );
  return fc.record({
    values: fc.record(values, { requiredKeys: [], noNullPrototype: true }),
    body: bodiesOf(operation, version),
  });
}

function bodiesOf({ requestBody }: ToldOperation, version: ApiVersion): fc.Arbitrary<unknown> {
  const media = requestBody?.content["application/json"];
  if (media === undefined) return fc.constant(undefined);
  const schema = expandSchema(media.schema, version);
  const examples = Object.values(media.examples ?? {}).map(({ value }) => value as object);
  if (examples.length === 0) return requestsOf(schema, 5);
  const varied = fc.constantFrom(...examples).chain((example) => variationsOf(example, schema));
  return fc.oneof({ weight: 3, arbitrary: varied }, { weight: 1, arbitrary: requestsOf(schema, 5) });
}

function printText(value: unknown): string {
  return typeof value === "string" ? value.toWellFormed() : JSON.stringify(value);
}

type Trick = (request: FuzzRequest, random: Random) => FuzzRequest;

const encoder = new TextEncoder();
const rename = (name: string, change: (request: FuzzRequest, random: Random) => Partial<FuzzRequest>): Trick => {
  return (request, random) => ({ ...request, ...change(request, random), trick: name });
};

/** Changes the bytes of a body; a request without one stays as it is. */
function mangle(name: string, change: (text: string, random: Random) => string | Uint8Array): Trick {
  return rename(name, ({ body }, random) => (typeof body === "string" ? { body: change(body, random) } : {}));
}

function withHeaders(name: string, headers: Readonly<Record<string, string>>): Trick {
  return rename(name, (request) => ({ headers: { ...request.headers, ...headers } }));
}

/** The one trick whose request may be refused while it is being sent. */
export const TOO_LARGE = "more than a mebibyte";

/** What clients of a hostile world do. */
const TRICKS: readonly Trick[] = [
  mangle("a byte changed", (text, random) => {
    const bytes = encoder.encode(text);
    const at = Math.floor(random() * bytes.length);
    bytes[at] = Math.floor(random() * 256);
    return bytes;
  }),
  mangle("cut short", (text, random) => text.slice(0, Math.floor(random() * text.length))),
  mangle("doubled", (text) => text + text),
  mangle("a mark of byte order", (text) => `\uFEFF${text}`),
  mangle("deep", (text, random) => {
    const depth = 10 ** (1 + Math.floor(random() * 4));
    return text.replace("{", `{"x":${"[".repeat(depth)}${"]".repeat(depth)},`);
  }),
  mangle("a name twice", (text) => text.replace(/\{"([^"]+)":/, '{"$1":null,"$1":')),
  mangle("a name of the language", (text) => text.replace("{", '{"__proto__":{"a":1},"constructor":1,')),
  mangle("a name with an underscore", (text) => text.replace("{", '{"_x":1,')),
  mangle("a number beyond numbers", (text) => text.replace(/:\s*\d+(?:\.\d+)?/, ":1e400")),
  mangle("a number with many digits", (text) => text.replace(/:\s*\d+(?:\.\d+)?/, `:1.${"3".repeat(400)}`)),
  mangle("a text that is half a character", (text) => text.replace(/:"[^"]*"/, ':"\\ud800"')),
  mangle("a text that controls", (text) => text.replace(/:"[^"]*"/, ':"\\u0000\\u001b\\u202e"')),
  mangle("a text that cannot be seen", (text) => text.replace(/:"([^"]*)"/, ':"$1\\u200b\\u202e\\ufeff\\u00ad"')),
  mangle("a text that lost letters", (text) => text.replace(/:"([^"]*)"/, ':"$1\\ufffd\\u0092"')),
  mangle("numbers as decimal text", (text) => text.replace(/:\s*(\d+(?:\.\d+)?)(?=[,}\]])/g, ':"$1"')),
  mangle("a number as text of other places", (text, random) =>
    text.replace(/:\s*(\d+)(?=[,}\]])/, `:"${pick(random, ["$1,50", "1.000.$1", "$ $1", "-$1", "", "$1 "])}"`),
  ),
  mangle("a member of another place", (text, random) =>
    text.replace(/\{(?=")/g, (brace) =>
      random() < 0.3 ? `{"${pick(random, ["iva", "cant", "cantidad", "nit"])}":1,` : brace,
    ),
  ),
  mangle("a text that is long", (text) => text.replace(/:"[^"]*"/, `:"${"ñ".repeat(100_000)}"`)),
  mangle("many items", (text) => text.replace(/"items":\[/, `"items":[${"{},".repeat(2_500)}`)),
  mangle(TOO_LARGE, (text) => text.replace("{", `{"x":"${"x".repeat(1_048_576)}",`)),
  mangle("no object", (_, random) => pick(random, ["null", "[]", '"x"', "1", "true", "", " ", "NaN", "{}{}"])),
  withHeaders("another type", { "content-type": "text/plain" }),
  withHeaders("another charset", { "content-type": "application/json; charset=latin1" }),
  withHeaders("compressed, it says", { "content-encoding": "gzip" }),
  withHeaders("a key too long", { "idempotency-key": "k".repeat(121) }),
  withHeaders("a key that is blank", { "idempotency-key": " " }),
  withHeaders("a key that looks like another", { "idempotency-key": "V-1\u00ad" }),
  rename("the scheme in another spelling", ({ headers }) => ({
    headers: { ...headers, authorization: (headers.authorization ?? "").replace("Bearer ", "bEARER   ") },
  })),
  withHeaders("another scheme", { authorization: "Basic Zm9vOmJhcg==" }),
  withHeaders("a token of no client", { authorization: `Bearer fed_test_${"A".repeat(12)}_${"B".repeat(43)}_000000` }),
  withHeaders("a method in a header", { "x-http-method-override": "DELETE" }),
  withHeaders("a host of somebody", { "x-forwarded-host": "evil.test", "x-forwarded-for": "1.2.3.4" }),
  rename("no token", ({ headers: { authorization: _, ...headers } }) => ({ headers })),
  rename("another company", ({ path }, random) => ({
    path: path.replace(
      /\/companies\/\d+/,
      `/companies/${pick(random, ["2", "01", "1e0", "0", "-1", "9".repeat(30), "%31", "a"])}`,
    ),
  })),
  rename("another method", ({ path }, random) => ({
    // A link is deleted by its own route.
    ...{ method: pick(random, ["PUT", path.includes("/enlace") ? "PUT" : "DELETE", "PATCH", "OPTIONS"]) },
    ...{ body: undefined, operation: null, route: null },
    path: path.split("?")[0] ?? path,
  })),
  rename("another path", ({ path }, random) => ({
    ...{ operation: null, route: null },
    path: pick(random, [
      `${path.split("?")[0]}/x/y`,
      `/${"a/".repeat(50)}`,
      "/companies",
      "/companies//",
      `/${"%00"}`,
      "/..%2f..%2fhealthz",
      "/readyz/../readyz",
    ]),
  })),
  rename("a query of its own", ({ path }, random) => ({
    path: `${path.split("?")[0]}?${pick(random, ["page=1&page=2", "page=-1", "per_page=1e9", "q=%FF", `q=${"a".repeat(5_000)}`, "dry_run=maybe", "dry_run=true&dry_run=false", "estado=%00", "tipo=02", "x=1&y[]=2"])}`,
  })),
];
