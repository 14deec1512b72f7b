// Writes `public/api/ext/v1/openapi.json` from schemas, examples and guides: `npm run docs`. The Worker serves the file.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROUTES } from "../../src/api/routes.ts";
import { buildOpenapi } from "./document.ts";
import { type FieldSchema, renderGuides } from "./guide.ts";
import { listExamples } from "./reference.ts";

export const OPENAPI_FILE = join(import.meta.dirname, "../../public/api/ext/v1/openapi.json");
/** The version of the API, not of the code. */
const API_VERSION = "1.0.0";

interface Described {
  readonly info: object;
  readonly components: { readonly schemas: Readonly<Record<string, FieldSchema>> };
}

/** The file's text; the same sources always give the same bytes. */
export function printOpenapi(): string {
  const examples = listExamples();
  const document = buildOpenapi({ routes: ROUTES, examples, version: API_VERSION }) as Described;
  const description = renderGuides({ schemas: document.components.schemas, examples });
  const whole = { ...document, info: { ...document.info, description } };
  return `${JSON.stringify(whole, undefined, 1)}\n`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(OPENAPI_FILE, printOpenapi());
