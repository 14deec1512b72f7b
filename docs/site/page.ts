// Lays out a page of the reference as static HTML that needs no script to be read: navigation, content, and a field for searching.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { API_VERSIONS, type ApiVersion, basePathOf } from "../../src/api/base/version.ts";
import { type Language, WORDS } from "./english.ts";
import { escapeHtml } from "./escape.ts";
import type { Section } from "./markdown.ts";

/** In the page itself: text is there with the first answer of the server. */
const STYLE = readFileSync(join(import.meta.dirname, "page.css"), "utf8")
  .replace(/\s*\n\s*/g, " ")
  .trim();
const DESCRIPTION_LENGTH = 160;
/** Where the English pages are. */
export const ENGLISH = "en";
/** A page of fewer sections is seen at once. */
const SECTIONS_LEAST = 4;

/** A page of the reference. */
export interface Page {
  /** Below `docs`; empty for the first page. */
  readonly path: string;
  readonly title: string;
  readonly group: string;
  /** Shown before the title in the navigation: the method of an operation. */
  readonly mark?: string;
  /** Spanish where it is left out. */
  readonly language?: Language;
  readonly html: string;
  readonly sections: readonly Section[];
}

/** The address of a page. */
export function addressOf(version: ApiVersion, path: string): string {
  return `${basePathOf(version)}/docs${path === "" ? "" : `/${path}`}`;
}

/** Where the document of a version is, in a language. */
export function documentOf(version: ApiVersion, language: Language): string {
  return `${language === "en" ? `/${ENGLISH}` : ""}${basePathOf(version)}/openapi.json`;
}

/** The whole HTML of a page. */
export function printPage(version: ApiVersion, page: Page, pages: readonly Page[]): string {
  const words = WORDS[page.language ?? "es"];
  const docs = addressOf(version, page.language === "en" ? ENGLISH : "");
  const text = page.sections[0]?.text.slice(0, DESCRIPTION_LENGTH) ?? "";
  return `<!doctype html>
<html lang="${words.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)} · ${words.api} ${version}</title>
<meta name="description" content="${escapeHtml(text)}">
<link rel="icon" href="/api/ext/v1/docs/icon.svg" type="image/svg+xml">
<style>${STYLE}</style>
<script type="module" src="/api/ext/v1/docs/site.js"></script>
</head>
<body data-docs="${docs}">
<a class="skip" href="#content">${words.skip}</a>
<div id="layout">
<aside>
<a class="brand" href="${docs}">${words.brand}</a>
<p class="versions">${words.api} ${API_VERSIONS.map((one) => printVersion(one, version)).join(" · ")}${printLanguages(version, page)}</p>
<search><label class="skip" for="search">${words.search}</label><input id="search" type="search" placeholder="${words.searchIn}" autocomplete="off"><ul id="found" aria-live="polite"></ul></search>
<details id="menu" open><summary>${words.menu}</summary>${printNavigation(version, page, pages)}</details>
</aside>
<main id="content"${page.mark === undefined ? "" : ' class="operation"'}>
${printNewer(version)}${addContents(page)}
<footer>${printFooter(version, page.language ?? "es")}</footer>
</main>
</div>
</body>
</html>
`;
}

/** A list of the sections of a long page, below its title. */
function addContents({ html, sections, language = "es" }: Page): string {
  const shown = sections.filter(({ level, title }) => level === 2 || (level === 3 && /^\d{3}$/.test(title)));
  if (shown.length < SECTIONS_LEAST) return html;
  const items = shown.map(
    ({ level, title, anchor }) => `<li class="l${level}"><a href="#${anchor}">${escapeHtml(title)}</a></li>`,
  );
  const list = `<details class="contents"><summary>${WORDS[language].contents}</summary><ul>\n${items.join("\n")}\n</ul></details>`;
  return html.replace("</h1>", `</h1>\n${list}`);
}

/** What one who reads of an older version misses. */
function printNewer(version: ApiVersion): string {
  if (version !== "v1") return "";
  return `<p class="newer">Esta es la versión 1. <a href="${basePathOf("v2")}/docs">La versión 2</a> tiene todo lo de ella y agrega notas, facturas completas, archivos y PDF, enlaces, cierres, cambios y webhooks.</p>\n`;
}

/** Where the same is said in the other language; the newest version has two. */
function printLanguages(version: ApiVersion, { language, path }: Page): string {
  if (version === "v1") return "";
  if (language !== "en") {
    const english = path === "" ? ENGLISH : `${ENGLISH}/${path}`;
    return ` · <a href="${addressOf(version, english)}" lang="en">English</a>`;
  }
  const twin = path.slice(ENGLISH.length + 1);
  return ` · <a href="${addressOf(version, twin)}" lang="es">Español</a>`;
}

function printVersion(one: ApiVersion, current: ApiVersion): string {
  return one === current ? `<strong>${one}</strong>` : `<a href="${basePathOf(one)}/docs">${one}</a>`;
}

function printNavigation(version: ApiVersion, current: Page, pages: readonly Page[]): string {
  const own = pages.filter(({ language }) => language === current.language);
  const groups = [...new Set(own.map(({ group }) => group))];
  const lists = groups.map((group) => {
    const items = own
      .filter((page) => page.group === group)
      .map((page) => {
        const here = page === current ? ' aria-current="page"' : "";
        const mark = page.mark === undefined ? "" : `<span class="method">${page.mark}</span> `;
        return `<li><a href="${addressOf(version, page.path)}"${here}>${mark}${escapeHtml(page.title)}</a></li>`;
      });
    return `<h2>${escapeHtml(group)}</h2>\n<ul>\n${items.join("\n")}\n</ul>`;
  });
  return `<nav aria-label="${WORDS[current.language ?? "es"].reference}">\n${lists.join("\n")}\n</nav>`;
}

/** The summary for language models; that of the second version has the place where they look for one, in both languages. */
export function summaryOf(version: ApiVersion, language: Language): string {
  if (version === "v1") return `${basePathOf(version)}/llms.txt`;
  return language === "en" ? `/${ENGLISH}/llms.txt` : "/llms.txt";
}

function printFooter(version: ApiVersion, language: Language): string {
  const editions = documentOf(version, language).replace(/openapi\.json$/, "");
  const links = [
    [documentOf(version, language), "openapi.json"],
    [`${editions}openapi-3.0.json`, "openapi-3.0.json"],
    [`${editions}postman.json`, "Postman"],
    [summaryOf(version, language), "llms.txt"],
  ];
  return links.map(([href, name]) => `<a href="${href}">${name}</a>`).join(" · ");
}
