// Writes `openapi.json` of each version of the API under `public` from schemas and examples: `npm run docs`. The Worker serves the
// files.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { API_VERSIONS, type ApiVersion, basePathOf, existsIn } from "../../src/api/base/version.ts";
import { nameCodeLists } from "./code-list.ts";
import { buildOpenapi } from "./document.ts";
import { type Flattened, flatten } from "./flatten.ts";
import { type FieldSchema, fillPlaceholders, type Guide, readEnglishGuides, readGuides } from "./guide.ts";
import { polishSchemas } from "./polish.ts";
import { listExamples } from "./reference.ts";
import { DESCRIBED_ROUTES } from "./route.ts";
import type { Schemas } from "./schema.ts";
import { type Say, sayInSpanish, type Translator, translateTexts } from "./translate.ts";

/** Versions of the API, not of the code. */
const FULL_VERSIONS: Readonly<Record<ApiVersion, string>> = { v1: "1.0.0", v2: "2.0.0" };

interface Described extends Flattened {
  readonly info: { readonly title: string; readonly contact: { readonly name: string } };
  readonly components: { readonly schemas: Schemas & Readonly<Record<string, FieldSchema>> };
}

export interface Reference {
  readonly document: Described;
  /** The pages that explain it. */
  readonly guides: readonly Guide[];
  /** The schemas of the answers one by one, before those of a status became one; our own clients have each apart. */
  readonly schemas: Schemas;
}

/** Where the document of a version lies. */
export function openapiFileOf(version: ApiVersion): string {
  return join(import.meta.dirname, `../../public${basePathOf(version)}/openapi.json`);
}

/** A version's document, and what goes with it; in English where a translator is there. */
export function buildReference(api: ApiVersion, english?: Translator): Reference {
  const say = english?.say ?? sayInSpanish;
  const examples = listExamples(api);
  const routes = DESCRIBED_ROUTES.filter((route) => existsIn(api, route));
  // A copy: what follows rewrites parts that the routes declare.
  const document = structuredClone(buildOpenapi({ api, routes, examples, version: FULL_VERSIONS[api] })) as Described;
  const source = { api, schemas: document.components.schemas, examples, say };
  const guides = english === undefined ? readGuides(source) : readEnglishGuides(source);
  polishSchemas(document.components.schemas);
  if (api !== "v1") nameCodeLists(document.components.schemas);
  const { schemas } = structuredClone(document.components);
  flatten(document);
  const said = english === undefined ? document : translateTexts(document, say);
  const { info } = said;
  const contact = { ...info.contact, name: say(info.contact.name) };
  const described = {
    ...said,
    info: { ...info, title: say(info.title), contact, description: describe(api, guides, say) },
  };
  return { document: described, guides, schemas };
}

/** What the document itself says of the API: little, because generators of clients copy it; the guides are pages. */
function describe(api: ApiVersion, guides: readonly Guide[], say: Say): string {
  const docs = `${basePathOf(api)}/docs${say === sayInSpanish ? "" : "/en"}`;
  const pages = guides.map(({ slug, markdown }, index) => {
    const title = /^# (.*)$/m.exec(markdown)?.[1] ?? slug;
    return `- [${title}](${docs}${index === 0 ? "" : `/${slug}`})`;
  });
  const text =
    say(`Emite facturas electrónicas, documentos soporte y sus notas ante la autoridad, cada uno **una sola vez**: cada creación lleva una clave de idempotencia, y un reintento con la misma clave y el mismo contenido devuelve el mismo documento.

Después de una duda (un tiempo vencido, un 5xx) repita con **la misma** clave, nunca con otra. Decida por el estado HTTP y por \`code\`, no por el texto de un error. El dinero de las respuestas es texto decimal.

El límite y los permisos de su token, la tabla de reintentos y cada error están en las guías:`);
  return `${text}\n\n${pages.join("\n")}\n`;
}

/** The text of a version's document; the same sources always give the same bytes. */
export function printOpenapi(api: ApiVersion): string {
  return printDocument(buildReference(api).document);
}

export function printDocument(document: object): string {
  return `${JSON.stringify(document, undefined, 1)}\n`;
}

/** The tables of codes as a page of their own, for programs and language models. */
export const CODES_FILE = join(import.meta.dirname, `../../public${basePathOf("v2")}/codigos.md`);

/** The text of that page. */
export function printCodes(): string {
  const guide = readFileSync(join(import.meta.dirname, "../reference/v2/09-tablas-de-codigos.md"), "utf8");
  return fillPlaceholders(guide, { api: "v2", schemas: {}, examples: [], say: sayInSpanish });
}

if (process.argv[1] === import.meta.filename) {
  for (const version of API_VERSIONS) writeFileSync(openapiFileOf(version), printOpenapi(version));
  writeFileSync(CODES_FILE, printCodes());
}
