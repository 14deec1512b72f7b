// Writes the pages of the reference as static HTML under `public`, from the guides and the OpenAPI document: `npm run docs`.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { listErrorCodes } from "../../src/api/app/error-table.ts";
import { API_VERSIONS, type ApiVersion, basePathOf } from "../../src/api/base/version.ts";
import { buildReference, printDocument, type Reference } from "../openapi/build.ts";
import { ERROR_TEXTS } from "../openapi/error-text.ts";
import { writeOlder } from "../openapi/older.ts";
import { createTranslator, type Say, sayInSpanish } from "../openapi/translate.ts";
import { type Language, WORDS } from "./english.ts";
import { renderMarkdown } from "./markdown.ts";
import { nameOfRoute, printOperation, type ReferenceDocument } from "./operation.ts";
import { addressOf, documentOf, ENGLISH, type Page, printPage, summaryOf } from "./page.ts";
import { printPostman } from "./postman.ts";
import { listCalled, printTabs } from "./sample.ts";
import { SEARCH_WORDS } from "./search-word.ts";

const PUBLIC = join(import.meta.dirname, "../../public");
const GUIDES = "Guías";
/** What operations are listed under, in the order in which a till needs them; others keep the name of their group in the document. */
const OPERATION_GROUPS = new Map([
  ["FE", "Facturas (FE)"],
  ["DEE", "Tiquetes POS (DEE)"],
  ["DSE", "Documentos soporte (DSE)"],
]);
const LANGUAGES: readonly Language[] = ["es", "en"];

/** What a search looks through: a section of a page. */
interface Entry {
  readonly title: string;
  readonly page: string;
  readonly url: string;
  readonly text: string;
  /** Other words by which people look for it. */
  readonly words?: string;
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
      ...listEditions(version, "es", document),
      ...pages.map((page) => [nameOfPage(page), printPage(version, page, pages)] as const),
      ...LANGUAGES.flatMap((language) => {
        const own = pages.filter((page) => (page.language ?? "es") === language);
        if (own.length === 0) return [];
        const docs = language === "en" ? `docs/${ENGLISH}` : "docs";
        return [
          // The platform answers with it for an address of no page.
          [`${docs}/404.html`, printPage(version, createLostPage(version, language), pages)],
          [`${docs}/search.json`, JSON.stringify(listEntries(version, own))],
        ] as const;
      }),
    ]);
    for (const [name, text] of files) writeChanged(join(target, name), text);
    for (const name of readdirSync(join(target, "docs"), { recursive: true, encoding: "utf8" })) {
      if (name.endsWith(".html") && !files.has(`docs/${name}`)) rmSync(join(target, "docs", name));
    }
    if (version === "v1") continue;
    const english = join(folder, documentOf(version, "en"));
    const { document: said } = buildReference(version, createTranslator());
    writeChanged(english, printDocument(said));
    for (const [name, text] of listEditions(version, "en", said)) writeChanged(join(dirname(english), name), text);
    writeChanged(join(folder, summaryOf(version, "en")), printEnglishSummary());
  }
}

/** The document for other tools, by the names of the files beside it. */
function listEditions(
  version: ApiVersion,
  language: Language,
  document: Reference["document"],
): readonly (readonly [name: string, text: string])[] {
  const source = { version, language, document: document as unknown as ReferenceDocument, order: listCalled() };
  return [
    ["openapi-3.0.json", printDocument(writeOlder(document))],
    ["postman.json", printPostman(source)],
  ];
}

function writeChanged(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, "utf8") === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** What an address of no page shows; its twin is the first page in the other language. */
function createLostPage(version: ApiVersion, language: Language): Page {
  const { lost, lostAbout, lostStart, lostSearch } = WORDS[language];
  const place = language === "en" ? ({ path: ENGLISH, language } as const) : { path: "" };
  const links = [`- [${lostStart}](${addressOf(version, place.path)})`, `- [${lostSearch}](#search)`];
  const { html, sections } = renderMarkdown(`# ${lost}\n\n${lostAbout}\n\n${links.join("\n")}\n`, language);
  return { ...place, title: lost, group: "", html, sections };
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
  return [...guidePages, ...listOperations(version, document as unknown as ReferenceDocument, sayInSpanish)];
}

/** A line `[calls:region]` of a guide stands for code that the tests run. */
function fillTabs(version: ApiVersion, markdown: string): string {
  return markdown.replace(/^\[calls:(\w+)\]$/gm, (_, region: string) => printTabs(version, region));
}

/** The same pages in English, which the newest version has. */
export function listEnglishPages(version: ApiVersion, translator = createTranslator()): readonly Page[] {
  if (version === "v1") return [];
  const { document, guides } = buildReference(version, translator);
  const { say } = translator;
  const pages = guides.map(({ slug, markdown }, index): Page => {
    const { html, sections } = renderMarkdown(fillTabs(version, markdown), "en");
    const path = index === 0 ? "" : slug;
    return { path, title: sections[0]?.title ?? slug, group: say(GUIDES), html, sections };
  });
  return [...pages, ...listOperations(version, document as unknown as ReferenceDocument, say)].map((page) => ({
    ...page,
    path: page.path === "" ? ENGLISH : `${ENGLISH}/${page.path}`,
    language: "en",
  }));
}

/** The pages of the operations of a document, which is in the language in which `say` says the words around it. */
function listOperations(version: ApiVersion, document: ReferenceDocument, say: Say): readonly Page[] {
  const language = say === sayInSpanish ? "es" : "en";
  const named = [...OPERATION_GROUPS].map(([name, title]) => [name, say(title)] as const);
  const others = document.tags.map(({ name }) => [name, name] as const).filter(([name]) => !OPERATION_GROUPS.has(name));
  const groups = new Map([...named, ...others]);
  const pages = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): Page => {
      const { html, sections } = renderMarkdown(
        printOperation({ version, document, say, method, path, operation }),
        language,
      );
      const [first, ...rest] = sections;
      const routed = first === undefined ? [] : [{ ...first, text: `${first.text} ${nameOfRoute(method, path)}` }];
      return {
        path: operation.operationId,
        title: operation.summary,
        group: groups.get(operation.tags[0] ?? "") ?? "",
        mark: method.toUpperCase(),
        html,
        sections: [...routed, ...rest],
      };
    }),
  );
  return pages.sort(
    (one, other) => [...groups.values()].indexOf(one.group) - [...groups.values()].indexOf(other.group),
  );
}

/** The summary for language models, out of the Spanish one. */
export function printEnglishSummary({ say } = createTranslator()): string {
  return say(readFileSync(join(PUBLIC, summaryOf("v2", "es")), "utf8"));
}

/** Where the link of an error leads when the browser runs no script. */
function printErrorIndex(version: ApiVersion): string {
  const items = listErrorCodes(version).map((code) => {
    const address = addressOf(version, `errores#${code}`);
    return `<li id="error-${code}"><a href="${address}"><code>${code}</code></a> ${ERROR_TEXTS[code].title}</li>`;
  });
  return `<h2 id="codigos-de-error">Códigos de error</h2>\n<ul>\n${items.join("\n")}\n</ul>`;
}

/** Each section; the errors of an operation are those of the guide to errors, which explains them. */
function listEntries(version: ApiVersion, pages: readonly Page[]): readonly Entry[] {
  return pages.flatMap((page) =>
    page.sections
      .filter(({ title }) => !/^[45]\d\d$/.test(title))
      .map(({ title, anchor, text }, index) => ({
        title,
        page: page.title,
        url: `${addressOf(version, page.path)}${index === 0 ? "" : `#${anchor}`}`,
        text,
        ...(index === 0 ? findWords(page) : {}),
      })),
  );
}

/** Of a guide, in the language of the page. */
function findWords({ path, language = "es" }: Page): Pick<Entry, "words"> {
  const words = SEARCH_WORDS[path.replace(`${ENGLISH}/`, "")]?.[language];
  return words === undefined ? {} : { words };
}

if (process.argv[1] === import.meta.filename) writePages();
