// Writes the pages of the reference as static HTML under `public`, from the guides and the OpenAPI document: `npm run docs`.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listErrorCodes } from "../../src/api/app/error-table.ts";
import { API_VERSIONS, type ApiVersion, basePathOf } from "../../src/api/base/version.ts";
import { buildReference } from "../openapi/build.ts";
import { ERROR_TEXTS } from "../openapi/error-text.ts";
import { writeOlder } from "../openapi/older.ts";
import { ENGLISH_SUMMARIES } from "./english.ts";
import { renderMarkdown } from "./markdown.ts";
import { nameOfRoute, printEnglishOperation, printOperation, type ReferenceDocument } from "./operation.ts";
import { addressOf, ENGLISH, type Page, printPage } from "./page.ts";
import { printPostman } from "./postman.ts";
import { listCalled, printTabs } from "./sample.ts";
import { printViewer } from "./viewer.ts";

const PUBLIC = join(import.meta.dirname, "../../public");
const GUIDES = "Guías";

/** What a search looks through: a section of a page. */
interface Entry {
  readonly title: string;
  readonly page: string;
  readonly url: string;
  readonly text: string;
}

/**
 * Writes every page of every version, and removes those that are no longer listed. A page that is as it should be stays
 * untouched: a development server that is running serves these files and watches them.
 */
export function writePages(folder = PUBLIC): void {
  for (const version of API_VERSIONS) {
    const target = join(folder, basePathOf(version));
    const pages = [...listPages(version), ...listEnglishPages(version)];
    const { document } = buildReference(version);
    const files = new Map([
      ["openapi-3.0.json", `${JSON.stringify(writeOlder(document), undefined, 1)}\n`],
      ["postman.json", printPostman(version, document as unknown as ReferenceDocument, listCalled())],
      ...pages.map((page) => [nameOfPage(page), printPage(version, page, pages)] as const),
      ["docs/visor.html", printViewer(version)],
      ...(["es", "en"] as const).map((language) => {
        const own = pages.filter((page) => (page.language ?? "es") === language);
        return [
          `docs${language === "en" ? "/en" : ""}/search.json`,
          JSON.stringify(listEntries(version, own)),
        ] as const;
      }),
    ]);
    mkdirSync(join(target, "docs", ENGLISH), { recursive: true });
    for (const [name, text] of files) {
      const path = join(target, name);
      if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileSync(path, text);
    }
    for (const name of readdirSync(join(target, "docs"), { recursive: true, encoding: "utf8" })) {
      if (name.endsWith(".html") && !files.has(`docs/${name}`)) rmSync(join(target, "docs", name));
    }
  }
}

function nameOfPage({ path }: Page): string {
  return `docs${path === "" ? "" : `/${path}`}.html`;
}

/** The guides, the first of which is the first page, and a page for each operation. */
export function listPages(version: ApiVersion): readonly Page[] {
  const { document, guides } = buildReference(version);
  const guidePages = guides.map(({ slug, markdown }, index): Page => {
    const { html, sections } = renderMarkdown(fillTabs(version, markdown));
    const whole = index === 0 ? `${html}\n${printErrorIndex(version)}` : html;
    return { path: index === 0 ? "" : slug, title: sections[0]?.title ?? slug, group: GUIDES, html: whole, sections };
  });
  return [...guidePages, ...listOperations(version, document as unknown as ReferenceDocument)];
}

/** A line `[calls:region]` of a guide stands for code that the tests run. */
function fillTabs(version: ApiVersion, markdown: string): string {
  return markdown.replace(/^\[calls:(\w+)\]$/gm, (_, region: string) => printTabs(version, region));
}

/** The pages in English, which the newest version has: guides by the names of those in Spanish, and each operation in short. */
export function listEnglishPages(version: ApiVersion): readonly Page[] {
  const { document, englishGuides } = buildReference(version);
  if (englishGuides.length === 0) return [];
  const guides = englishGuides.map(({ slug, markdown }, index): Page => {
    const { html, sections } = renderMarkdown(fillTabs(version, markdown));
    const path = index === 0 ? ENGLISH : `${ENGLISH}/${slug}`;
    return { path, title: sections[0]?.title ?? slug, group: "Guides", html, sections, language: "en" };
  });
  const reference = document as unknown as ReferenceDocument;
  const operations = Object.entries(reference.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): Page => {
      const { html, sections } = renderMarkdown(printEnglishOperation(version, reference, method, path, operation));
      return {
        path: `${ENGLISH}/${operation.operationId}`,
        title: ENGLISH_SUMMARIES[operation.operationId] ?? operation.summary,
        group: "Operations",
        mark: method.toUpperCase(),
        html,
        sections,
        language: "en",
      };
    }),
  );
  return [...guides, ...operations];
}

function listOperations(version: ApiVersion, document: ReferenceDocument): readonly Page[] {
  const groups = new Map(document.tags.map(({ name }) => [name, `Operaciones ${name}`]));
  const pages = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): Page => {
      const { html, sections } = renderMarkdown(printOperation(version, document, method, path, operation));
      const [first, ...others] = sections;
      const named = first === undefined ? [] : [{ ...first, text: `${nameOfRoute(method, path)} ${first.text}` }];
      return {
        path: operation.operationId,
        title: operation.summary,
        group: groups.get(operation.tags[0] ?? "") ?? "Operaciones",
        mark: method.toUpperCase(),
        html,
        sections: [...named, ...others],
      };
    }),
  );
  return pages.sort(
    (one, other) => [...groups.values()].indexOf(one.group) - [...groups.values()].indexOf(other.group),
  );
}

/** Where the link of an error leads when the browser runs no script. */
function printErrorIndex(version: ApiVersion): string {
  const items = listErrorCodes(version).map((code) => {
    const address = addressOf(version, `errores#${code}`);
    return `<li id="error-${code}"><a href="${address}"><code>${code}</code></a> ${ERROR_TEXTS[code].title}</li>`;
  });
  return `<h2 id="codigos-de-error">Códigos de error</h2>\n<ul>\n${items.join("\n")}\n</ul>`;
}

function listEntries(version: ApiVersion, pages: readonly Page[]): readonly Entry[] {
  return pages.flatMap((page) =>
    page.sections.map(({ title, anchor, text }, index) => ({
      title,
      page: page.title,
      url: `${addressOf(version, page.path)}${index === 0 ? "" : `#${anchor}`}`,
      text,
    })),
  );
}

if (process.argv[1] === import.meta.filename) writePages();
