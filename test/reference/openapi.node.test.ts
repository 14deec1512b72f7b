// Compares the served OpenAPI document with its sources, a public set of rules, the routes of the app, and its own examples.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildReference, CODES_FILE, openapiFileOf, printCodes, printOpenapi } from "../../docs/openapi/build.ts";
import { FIXED_SENTENCES } from "../../docs/openapi/error-example.ts";
import { listHeaders } from "../../docs/openapi/parameter.ts";
import { listExamples } from "../../docs/openapi/reference.ts";
import { DESCRIBED_ROUTES } from "../../docs/openapi/route.ts";
import { describeRate } from "../../src/api/app/auth.ts";
import { listErrorCodes, statusOf } from "../../src/api/app/error-table.ts";
import { API_VERSIONS, existsIn } from "../../src/api/base/version.ts";
import { findProblemsIn, findSchemaProblems, type JsonSchema, readOpenapi } from "./schema.ts";

const ROOT = join(import.meta.dirname, "../..");

describe("the tables of codes", () => {
  it("are as the code has them (else: npm run docs)", () => {
    expect(readFileSync(CODES_FILE, "utf8")).toBe(printCodes());
  });
});

describe.each(API_VERSIONS)("the OpenAPI document of %s", (version) => {
  const document = readOpenapi(version);
  const guides = buildReference(version)
    .guides.map(({ markdown }) => markdown)
    .join("\n");

  it("is what its sources give today (else: npm run docs)", () => {
    expect(readFileSync(openapiFileOf(version), "utf8")).toBe(printOpenapi(version));
  });

  it("passes the recommended rules of a public linter without a warning", () => {
    const run = spawnSync("redocly", ["lint", openapiFileOf(version), "--format", "json"], {
      cwd: ROOT,
      encoding: "utf8",
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    });
    const { problems } = JSON.parse(run.stdout) as { problems: { message: string; location: unknown[] }[] };
    expect(problems.map(({ message, location }) => [message, JSON.stringify(location).slice(0, 200)])).toEqual([]);
    expect(run.status, run.stderr).toBe(0);
  });

  it("has only patterns that Python's re compiles", () => {
    const patterns = [...new Set(listMembers(document, "pattern"))];
    expect(patterns.length).toBeGreaterThan(10);
    const program = "import json, re, sys\nfor pattern in json.load(sys.stdin): re.compile(pattern)";
    const run = spawnSync("python3", ["-c", program], { input: JSON.stringify(patterns), encoding: "utf8" });
    // Every machine that runs the examples has it; elsewhere the engine of the document's own standard has to do.
    if (run.error === undefined) expect(run.stderr).toBe("");
    for (const pattern of patterns) expect(() => new RegExp(pattern as string), String(pattern)).not.toThrow();
    expect(patterns.filter((pattern) => /\\[pPu]/.test(String(pattern)))).toEqual([]);
  });

  it("has no empty text among the members of an enum", () => {
    const enums = listMembers(document, "enum") as readonly unknown[][];
    expect(enums.length).toBeGreaterThan(5);
    expect(enums.filter((choices) => choices.includes(""))).toEqual([]);
  });

  it("describes every field, with an example for every value", () => {
    const silent: string[] = [];
    for (const [name, schema] of Object.entries(document.components.schemas)) listSilent(schema, name, silent);
    expect(silent).toEqual([]);
  });

  it("names every alias in the description of its field", () => {
    const missing: string[] = [];
    for (const [name, schema] of Object.entries(document.components.schemas)) listHiddenAliases(schema, name, missing);
    expect(missing).toEqual([]);
  });

  it("shows an example of each body of JSON that is sent or answered", () => {
    const bare = Object.values(document.paths).flatMap((item) =>
      Object.values(item).flatMap(({ operationId, requestBody, responses }) =>
        [["request", requestBody] as const, ...Object.entries(responses)].flatMap(([where, body]) => {
          const media = body?.content?.["application/json"];
          const isShown = media === undefined || Object.keys(media.examples ?? {}).length > 0;
          return isShown ? [] : [`${operationId} ${where}`];
        }),
      ),
    );
    expect(bare).toEqual([]);
  });

  it("requires the header of the key where neither a body nor a rehearsal does without it", () => {
    const keys = Object.values(document.paths).flatMap((item) =>
      Object.values(item).flatMap(({ operationId, parameters = [] }) => {
        const key = parameters.find(({ name }) => name === "Idempotency-Key");
        const isRehearsed = parameters.some(({ name }) => name === "dry_run");
        return key === undefined ? [] : [{ operationId, isRequired: key.required, isExpected: !isRehearsed }];
      }),
    );
    expect(keys.length).toBeGreaterThan(1);
    expect(keys.filter(({ isRequired, isExpected }) => isRequired !== isExpected)).toEqual([]);
  });

  it("shows examples that its own schemas accept", () => {
    const problems: string[] = [];
    for (const [path, item] of Object.entries(document.paths)) {
      for (const operation of Object.values(item)) {
        const bodies = [["request", operation.requestBody], ...Object.entries(operation.responses)] as const;
        for (const [where, body] of bodies) {
          const media = body?.content?.["application/json"];
          for (const [name, example] of Object.entries(media?.examples ?? {})) {
            const value = example.value ?? document.components.examples[name]?.value;
            problems.push(
              ...findSchemaProblems(media?.schema ?? {}, value, version).map(
                (one) => `${path} ${where} ${name}: ${one}`,
              ),
            );
          }
        }
      }
    }
    expect(problems).toEqual([]);
  });

  it("shows answers that the schema of each answer by itself accepts, before those of a status became one", () => {
    const { schemas } = buildReference(version);
    const problems = listExamples(version).flatMap(({ name, operationId, answer }) => {
      const route = DESCRIBED_ROUTES.find((one) => existsIn(version, one) && one.operationId === operationId);
      const names = (route?.answers ?? [])
        .filter(({ status }) => status === answer.status)
        .map(({ schema }) => String(schema.meta()?.id));
      const found = names.map((one) => findProblemsIn(schemas, { $ref: `#/components/schemas/${one}` }, answer.body));
      return names.length === 0 || found.some((one) => one.length === 0) ? [] : [`${name}: ${found.flat().join("; ")}`];
    });
    expect(problems).toEqual([]);
  });

  it("would not accept a member that it does not describe", () => {
    const error = { $ref: "#/components/schemas/ErrorBody" };
    const example = document.components.examples.unauthorized?.value as object;
    expect(findSchemaProblems(error, example, version)).toEqual([]);
    expect(findSchemaProblems(error, { ...example, undescribed: 1 }, version)).not.toEqual([]);
  });

  it("shows every code of the table of errors in its guides", () => {
    const missing = listErrorCodes(version).filter((code) => {
      return !guides.includes(`\`${code}\` · **HTTP ${statusOf(code, version)}.**`);
    });
    expect(missing).toEqual([]);
  });

  it("quotes only sentences that the source holds, where no request provokes the error", () => {
    const source = readSources(join(ROOT, "src")).replaceAll(/"\s*\+\s*"|\s+/g, " ");
    const templates = ["BODY_MAX_BYTES", "BODY_TIMEOUT_MS"];
    expect(templates.every((name) => source.includes(name))).toBe(true);
    for (const sentence of Object.values(FIXED_SENTENCES)) {
      const [beginning = ""] = sentence.split(/\d/);
      expect(source).toContain(beginning.trim());
    }
  });

  it("shows the rate limit that wrangler.toml sets", () => {
    const configuration = readFileSync(join(ROOT, "wrangler.toml"), "utf8");
    const [, limit, period] = /simple = \{ limit = (\d+), period = (\d+) \}/.exec(configuration) ?? [];
    const policy = `"token";q=${limit};w=${period}`;
    const said = (name: string) => new RegExp(`^${name} = "(.+)"$`, "m").exec(configuration)?.[1] ?? "";
    const settings = {
      TOKEN_REQUESTS: said("TOKEN_REQUESTS"),
      SEARCH_REQUESTS: said("SEARCH_REQUESTS"),
      COMPANY_REQUESTS: said("COMPANY_REQUESTS"),
      ADDRESS_REQUESTS: said("ADDRESS_REQUESTS"),
      LINK_REQUESTS: said("LINK_REQUESTS"),
    };
    expect(describeRate(settings, 200, "token")).toEqual({ "RateLimit-Policy": policy, "X-RateLimit-Limit": limit });
    expect(listHeaders(version)["RateLimit-Policy"]).toMatchObject({ example: policy });
    expect(guides).toContain(`${limit} solicitudes por minuto`);
  });
});

/** The values that a keyword has anywhere in the document, examples left out. */
function listMembers(value: unknown, keyword: string): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name === "examples" || name === "example") return [];
    return name === keyword ? [inner] : listMembers(inner, keyword);
  });
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.includes(".wrangler"))
    .map((name) => join(folder, name).replaceAll("\\", "/"));
}

function readSources(folder: string): string {
  return listFiles(folder)
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
}

function listSilent(schema: JsonSchema, path: string, silent: string[]): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const here = `${path}.${name}`;
    const isNamed = field.$ref !== undefined || field.anyOf !== undefined || field.allOf !== undefined;
    if (field.description === undefined && !isNamed) silent.push(`${here}: no description`);
    const inner = field.items ?? field;
    if (inner.properties !== undefined) listSilent(inner, here, silent);
    else if (field.items === undefined && !isNamed && !("example" in field)) silent.push(`${here}: no example`);
  }
}

function listHiddenAliases(schema: JsonSchema, path: string, missing: string[]): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    for (const alias of field["x-aliases"] ?? []) {
      if (!new RegExp(`\\b${alias}\\b`).test(field.description ?? "")) missing.push(`${path}.${name}: ${alias}`);
    }
    listHiddenAliases(field.items ?? field, `${path}.${name}`, missing);
  }
}
