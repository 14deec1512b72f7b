// Writes `openapi.json` of each version of the API under `public` from schemas, examples and guides: `npm run docs`. The Worker
// serves the files.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROUTES } from "../../src/api/routes.ts";
import { API_VERSIONS, type ApiVersion, basePathOf, existsIn } from "../../src/api/version.ts";
import { nameCodeLists } from "./code-list.ts";
import { buildOpenapi } from "./document.ts";
import { type FieldSchema, fillPlaceholders, type Guide, readGuides } from "./guide.ts";
import { polishSchemas, type Schemas } from "./polish.ts";
import { listExamples } from "./reference.ts";

/** Versions of the API, not of the code. */
const FULL_VERSIONS: Readonly<Record<ApiVersion, string>> = { v1: "1.0.0", v2: "2.0.0" };

interface Described {
  readonly info: object;
  readonly components: { readonly schemas: Schemas & Readonly<Record<string, FieldSchema>> };
}

/** Where the document of a version lies. */
export function openapiFileOf(version: ApiVersion): string {
  return join(import.meta.dirname, `../../public${basePathOf(version)}/openapi.json`);
}

/** A version's document, and the guides that its description holds, one by one. */
export function buildReference(api: ApiVersion): { readonly document: Described; readonly guides: readonly Guide[] } {
  const examples = listExamples(api);
  const routes = ROUTES.filter((route) => existsIn(api, route));
  const document = buildOpenapi({ api, routes, examples, version: FULL_VERSIONS[api] }) as Described;
  const guides = readGuides({ api, schemas: document.components.schemas, examples });
  polishSchemas(document.components.schemas);
  if (api !== "v1") nameCodeLists(document.components.schemas);
  const description = guides.map(({ markdown }) => markdown).join("\n");
  return { document: { ...document, info: { ...document.info, description } }, guides };
}

/** The text of a version's document; the same sources always give the same bytes. */
export function printOpenapi(api: ApiVersion): string {
  return `${JSON.stringify(buildReference(api).document, undefined, 1)}\n`;
}

/** The tables of codes as a page of their own, for programs and language models. */
export const CODES_FILE = join(import.meta.dirname, `../../public${basePathOf("v2")}/codigos.md`);

/** The text of that page. */
export function printCodes(): string {
  const guide = readFileSync(join(import.meta.dirname, "../reference/v2/09-tablas-de-codigos.md"), "utf8");
  return fillPlaceholders(guide, { api: "v2", schemas: {}, examples: [] });
}

if (process.argv[1] === import.meta.filename) {
  for (const version of API_VERSIONS) writeFileSync(openapiFileOf(version), printOpenapi(version));
  writeFileSync(CODES_FILE, printCodes());
}
