// Tests the static pages of the reference without a browser: what they say, where their links lead, and how text becomes HTML.
import { describe, expect, it } from "vitest";
import { listPages } from "../../docs/site/build.ts";
import { renderMarkdown } from "../../docs/site/markdown.ts";
import { addressOf, printPage } from "../../docs/site/page.ts";
import { listErrorCodes } from "../../src/api/errors.ts";
import { API_VERSIONS } from "../../src/api/version.ts";
import { readOpenapi } from "./schema.ts";

describe.each(API_VERSIONS)("the pages of %s", (version) => {
  const pages = listPages(version);

  it("are a page for each guide and for each operation, and the navigation names them all", () => {
    const titles = pages.map(({ title }) => title);
    for (const title of ["Primer documento", "Autenticación", "Errores", "Lo que su integración no encontrará aquí"]) {
      expect(titles).toContain(title);
    }
    const [first] = pages;
    if (first === undefined) throw new Error("no pages");
    const html = printPage(version, first, pages);
    for (const { path } of pages) expect(html).toContain(`href="${addressOf(version, path)}"`);
    for (const operations of Object.values(readOpenapi(version).paths)) {
      for (const { operationId } of Object.values(operations))
        expect(pages.map(({ path }) => path)).toContain(operationId);
    }
  });

  it("show 201 before every other answer", () => {
    const created = pages.filter(({ html }) => html.includes('<h3 id="201"'));
    expect(created.length).toBeGreaterThan(1);
    for (const { html } of created) expect([...html.matchAll(/<h3[^>]*>(\d{3})</g)][0]?.[1]).toBe("201");
  });

  it("have a heading in Spanish for each code of an error, at the anchor that links name", () => {
    const errors = pages.find(({ path }) => path === "errores");
    for (const code of listErrorCodes(version)) {
      const section = errors?.sections.find(({ anchor }) => anchor === code);
      expect(section?.title, code).toMatch(/^\p{Lu}.* · [a-z_]+$/u);
    }
  });

  it("link only to places that exist", () => {
    const known = new Set(pages.map(({ path }) => addressOf(version, path)));
    const anchors = new Set(
      pages.flatMap(({ path, sections }) => sections.map(({ anchor }) => `${addressOf(version, path)}#${anchor}`)),
    );
    const dead: string[] = [];
    for (const page of pages) {
      for (const [, href = ""] of page.html.matchAll(/href="([^"]+)"/g)) {
        const here = new URL(addressOf(version, page.path), "http://host");
        const { host, pathname, hash } = new URL(href, href.startsWith("#") ? here : new URL("./", `${here}`));
        if (host !== "host" || !pathname.startsWith(addressOf(version, ""))) continue;
        if (!(hash === "" ? known.has(pathname) : anchors.has(pathname + hash))) dead.push(`${page.path}: ${href}`);
      }
    }
    expect(dead).toEqual([]);
  });

  it("bring their text with the first answer: no style, font or script has to come before it", () => {
    for (const page of pages) {
      const html = printPage(version, page, pages);
      expect(html).not.toMatch(/<link rel="stylesheet"|<script(?! type="module")/);
      expect(html.indexOf(page.title)).toBeGreaterThan(0);
    }
  });
});

describe("Markdown", () => {
  it.each([
    ["# Hola", '<h1 id="hola">Hola</h1>'],
    ["a **b** `c<d>`", "<p>a <strong>b</strong> <code>c&lt;d&gt;</code></p>"],
    ["[x](/y)", '<p><a href="/y">x</a></p>'],
    ["<script>", "<p>&lt;script&gt;</p>"],
    ["- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"],
    ["1. a\n2. b", "<ol>\n<li>a</li>\n<li>b</li>\n</ol>"],
    ["```json\n{}\n\n# x\n```", '<pre tabindex="0"><code>{}\n\n# x</code></pre>'],
  ])("%j", (markdown, html) => {
    expect(renderMarkdown(markdown).html).toBe(html);
  });

  it("has tables, whose cells may hold an escaped bar", () => {
    const { html } = renderMarkdown("| A | B |\n|---|---|\n| `x` | y \\| z |");
    expect(html).toContain("<tr><td><code>x</code></td><td>y | z</td></tr>");
  });

  it("gives each heading an anchor of its own: its code, else its words", () => {
    const { sections } = renderMarkdown("# Año\n\nuno\n\n## Plan · `plan_exhausted`\n\ndos\n\n## Año");
    expect(sections.map(({ anchor, text }) => [anchor, text])).toEqual([
      ["ano", "uno"],
      ["plan_exhausted", "dos"],
      ["ano-2", ""],
    ]);
  });
});
