// Tests the editions that the document has for other tools: OpenAPI 3.0, and a collection of Postman.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writePages } from "../../docs/site/build.ts";
import { documentOf } from "../../docs/site/page.ts";
import { API_VERSIONS, type ApiVersion, basePathOf } from "../../src/api/base/version.ts";
import { readOpenapi } from "./schema.ts";

interface Item {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly url: { readonly raw: string };
    readonly header: readonly { readonly key: string; readonly value: string }[];
    readonly body?: { readonly raw: string };
  };
}

interface Collection {
  readonly variable: readonly { readonly key: string }[];
  /** A folder for each tag. */
  readonly item: readonly { readonly name: string; readonly item: readonly Item[] }[];
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "factura-edge-edition-"));
  writePages(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

const pathOf = (version: ApiVersion, name: string) => join(folder, basePathOf(version), name);
const readCollection = (path: string) => JSON.parse(readFileSync(path, "utf8")) as Collection;

describe("the English of v2", () => {
  it("differs from the Spanish one in its texts alone", () => {
    const english: unknown = JSON.parse(readFileSync(join(folder, documentOf("v2", "en")), "utf8"));
    const spanish: unknown = readOpenapi("v2");
    expect(JSON.stringify(dropTexts(english))).toBe(JSON.stringify(dropTexts(spanish)));
    const said = listTexts(english);
    const same = listTexts(spanish).filter((text, index) => text === said[index]);
    expect(same.filter((text) => /(?<![\p{L}])\p{Ll}{4}/u.test(text))).toEqual([]);
  });

  it("has the editions for other tools, with the same operations", () => {
    const inEnglish = (name: string) => join(folder, documentOf("v2", "en").replace("openapi.json", name));
    const older: unknown = JSON.parse(readFileSync(inEnglish("openapi-3.0.json"), "utf8"));
    const spanish: unknown = JSON.parse(readFileSync(pathOf("v2", "openapi-3.0.json"), "utf8"));
    expect(JSON.stringify(dropTexts(older))).toBe(JSON.stringify(dropTexts(spanish)));
    const shapeOf = ({ item }: Collection) => item.map((one) => one.item.map(({ request }) => request.url.raw));
    const collection = readCollection(inEnglish("postman.json"));
    expect(shapeOf(collection)).toEqual(shapeOf(readCollection(pathOf("v2", "postman.json"))));
    expect(JSON.stringify(collection)).not.toMatch(/Permiso \(scope\)|Ponga|responde/);
  });
});

describe.each(API_VERSIONS)("of %s", (version) => {
  const operations = Object.entries(readOpenapi(version).paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { tags }]) => ({ path, method: method.toUpperCase(), tag: tags[0] })),
  );

  it("the edition 3.0 passes a public linter, which checks every example against its schema, without a warning", () => {
    const run = spawnSync("redocly", ["lint", pathOf(version, "openapi-3.0.json"), "--format", "json"], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    });
    const { problems } = JSON.parse(run.stdout) as { problems: { message: string }[] };
    expect(problems.map(({ message }) => message)).toEqual([]);
    expect(run.status, run.stderr).toBe(0);
  });

  it("the edition 3.0 has the same operations and schemas, and says null as 3.0 does", () => {
    const text = readFileSync(pathOf(version, "openapi-3.0.json"), "utf8");
    const older = JSON.parse(text) as ReturnType<typeof readOpenapi> & { openapi: string };
    const newer = readOpenapi(version);
    expect(older.openapi).toBe("3.0.3");
    expect(Object.keys(older.paths)).toEqual(Object.keys(newer.paths));
    expect(Object.keys(older.components.schemas)).toEqual(Object.keys(newer.components.schemas));
    expect(text).not.toMatch(/"type": \[|"type": "null"|"exclusiveMinimum": \d|"dependentRequired"/);
    expect(text).toContain('"nullable": true');
  });

  it("the collection has every operation that the examples call, with addresses of the API and bodies of JSON", () => {
    const { item: folders, variable } = readCollection(pathOf(version, "postman.json"));
    expect(new Set(folders.map(({ name }) => name))).toEqual(new Set(operations.map(({ tag }) => tag)));
    const items = folders.flatMap(({ name: tag, item }) => item.map((one) => ({ ...one, tag })));
    expect(items.length).toBe(operations.length);
    const known = new Set(variable.map(({ key }) => key));
    for (const { name, tag, request } of items) {
      const path = request.url.raw.replace("{{base_url}}", "").replace("{{company_id}}", "{company_id}").split("?")[0];
      const pattern = (one: string) =>
        new RegExp(`^${one.replace(/\{(?!company_id)\w+\}/g, "[^/]+").replace(/[{}]/g, "\\$&")}$`);
      const found = operations.some(
        (one) => one.tag === tag && one.method === request.method && pattern(one.path).test(path ?? ""),
      );
      expect(found, `${name}: ${request.method} ${path}`).toBe(true);
      const text = JSON.stringify(request);
      for (const [, used = ""] of text.matchAll(/\{\{(\w+)\}\}/g)) expect(known, name).toContain(used);
      expect(text, name).not.toMatch(/\$[A-Z]/);
      const filled = request.body?.raw.replace(/(?<!")\{\{\w+\}\}/g, "1") ?? "{}";
      expect(() => JSON.parse(filled), name).not.toThrow();
    }
  });
});

const TEXTS: ReadonlySet<string> = new Set(["title", "description", "summary", "tags", "contact"]);

/** What an answer says in the language of its reader. */
const SENTENCES: ReadonlySet<string> = new Set(["error", "message", "mensaje", "last_status_error", "text"]);

/** The document without what people read. */
function dropTexts(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(dropTexts);
  const kept = Object.entries(value).filter(([name, inner]) => {
    return typeof inner === "string" ? !TEXTS.has(name) && !SENTENCES.has(name) : !TEXTS.has(name) || isField(inner);
  });
  return Object.fromEntries(kept.map(([name, inner]) => [name, dropTexts(inner)]));
}

/** A field may be called like a text. */
function isField(value: unknown): boolean {
  return typeof value === "object" && value !== null && ("type" in value || "$ref" in value);
}

/** Every description and summary, in order. */
function listTexts(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name === "value" && !isField(inner)) return [];
    if (typeof inner === "string") return name === "description" || name === "summary" ? [inner] : [];
    return name === "example" ? [] : listTexts(inner);
  });
}
