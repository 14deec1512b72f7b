// Tests the static pages of the reference without a browser: what they say, where their links lead, and how text becomes HTML.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import englishTexts from "../../docs/openapi/english-text.json" with { type: "json" };
import { bodyOf, fillPlaceholders } from "../../docs/openapi/guide.ts";
import { listExamples } from "../../docs/openapi/reference.ts";
import { createTranslator, listTranslated, sayInSpanish } from "../../docs/openapi/translate.ts";
import { listEnglishPages, listPages, printEnglishSummary, writePages } from "../../docs/site/build.ts";
import { escapeHtml } from "../../docs/site/escape.ts";
import { highlight } from "../../docs/site/highlight.ts";
import { renderMarkdown } from "../../docs/site/markdown.ts";
import { nameOfRoute } from "../../docs/site/operation.ts";
import { addressOf, type Page, printPage, summaryOf } from "../../docs/site/page.ts";
import { listErrorCodes } from "../../src/api/app/error-table.ts";
import { API_VERSIONS, basePathOf, existsIn } from "../../src/api/base/version.ts";
import { translate } from "../../src/api/message/translate.ts";
import { ROUTES } from "../../src/api/routes.ts";
import { findListedUnit, nameUnit } from "../../src/domain/catalogue/unit.ts";
import { readOpenapi } from "./schema.ts";

const PUBLIC = join(import.meta.dirname, "../../public");
const REFERENCE = join(import.meta.dirname, "../../docs/reference");
const BUYER = z.object({ receptor: z.object({ numero_doc: z.string() }) });
/** Compressed, as they are sent. */
const FIRST_BYTES_MOST = 10 * 1024;

/** Titles of pages that are named without a link, samples of nothing, a colon behind a full stop, a row of twenty codes. */
function findCrumbs(pages: readonly Page[]): readonly string[] {
  const names = pages.flatMap(({ title }) => [`«${title}»`, `&quot;${title}&quot;`]);
  return pages.flatMap(({ path, html }) => {
    const text = html.replaceAll(/<pre[\s\S]*?<\/pre>/g, "");
    const crumbs = [...text.matchAll(/``|<code><\/code>|\.:(?!\w)|(?:<code>[^<]+<\/code>, ){20}/g)].map(
      ([crumb]) => crumb,
    );
    return [...names.filter((name) => text.includes(name)), ...crumbs].map((crumb) => `${path}: ${crumb}`);
  });
}

/** Where links into a page lead. */
function listIds(html: string): readonly string[] {
  return [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id);
}

it("pages that are as they should be stay untouched, and one that is no longer listed goes", () => {
  const folder = mkdtempSync(join(tmpdir(), "factura-edge-site-"));
  try {
    writePages(folder);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    expect(files.length).toBeGreaterThan(30);
    for (const file of files) utimesSync(file, 0, 0);
    const [changed] = files.filter((file) => file.endsWith("errores.html"));
    if (changed === undefined) throw new Error("no page of errors");
    const text = readFileSync(changed, "utf8");
    writeFileSync(changed, "old");
    const orphan = join(folder, basePathOf("v1"), "docs/orphan.html");
    writeFileSync(orphan, "");
    writePages(folder);
    expect(readFileSync(changed, "utf8")).toBe(text);
    expect(() => statSync(orphan)).toThrow("ENOENT");
    expect(files.filter((file) => statSync(file).mtimeMs !== 0)).toEqual([changed]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

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

  it("show the call of each operation that the clients have, with the client's own version alone", () => {
    const operations = pages.filter(({ mark }) => mark !== undefined);
    const shown = operations.filter(({ html }) => html.includes('<div class="tabs">'));
    const missing = operations.filter((page) => !shown.includes(page)).map(({ path }) => path);
    expect(missing).toEqual([]);
    const languages = version === "v1" ? 3 : 5;
    for (const { html, path } of shown) expect(html.match(/type="radio"/g)?.length, path).toBe(languages);
  });

  it("lead to the pages that they name, and have no crumbs of what wrote them", () => {
    expect(findCrumbs(pages)).toEqual([]);
  });

  it("show 201 before every other answer", () => {
    const created = pages.filter(({ html }) => html.includes('<h3 id="201"'));
    expect(created.length).toBeGreaterThan(1);
    for (const { html } of created) expect([...html.matchAll(/<h3[^>]*>(\d{3})</g)][0]?.[1]).toBe("201");
  });

  it("show each error of an operation once, in one table below its answers", () => {
    for (const { path, html, mark } of pages.filter((page) => page.mark !== undefined)) {
      const [answers = "", errors = ""] = html.split('<h2 id="errores"');
      expect([path, mark, errors.match(/<table>/g)?.length]).toEqual([path, mark, 1]);
      const codes = [...errors.matchAll(/<td>(\d{3})<\/td>\s*<td><a href="errores#([a-z_]+)"/g)].map(
        ([, status, code]) => `${status} ${code}`,
      );
      expect(codes).toContain("401 unauthorized");
      expect(codes).toEqual([...new Set(codes)]);
      expect(answers).not.toMatch(/<h3 id="(?:4(?!22)|5)\d\d"/);
    }
  });

  it("have a heading in Spanish for each code of an error, at the anchor that links name", () => {
    const errors = pages.find(({ path }) => path === "errores");
    for (const code of listErrorCodes(version)) {
      const section = errors?.sections.find(({ anchor }) => anchor === code);
      expect(section?.title, code).toMatch(/^\p{Lu}.* · [a-z\d_]+$/u);
    }
  });

  it("link only to places that exist", () => {
    const known = new Set(pages.map(({ path }) => addressOf(version, path)));
    const anchors = new Set(
      pages.flatMap(({ path, html }) => listIds(html).map((id) => `${addressOf(version, path)}#${id}`)),
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

  it("have each anchor once, also those that a search leads to", () => {
    for (const { path, html, sections } of pages) {
      const ids = listIds(html);
      expect(
        ids.filter((id, index) => ids.indexOf(id) !== index),
        path,
      ).toEqual([]);
      expect(
        sections.map(({ anchor }) => anchor).filter((anchor) => !ids.includes(anchor)),
        path,
      ).toEqual([]);
    }
  });

  it("bring their text with the first answer: no style, font or script has to come before it", () => {
    for (const page of pages) {
      const html = printPage(version, page, pages);
      expect(html).not.toMatch(/<link rel="stylesheet"|<script(?! type="module")/);
      const text = html.indexOf(">", html.indexOf("<h1", html.indexOf("<main")));
      expect(text, page.path).toBeGreaterThan(0);
      // What comes before it fits into the first packets of a connection that has just been opened.
      expect(gzipSync(html.slice(0, text)).length, page.path).toBeLessThan(FIRST_BYTES_MOST);
    }
  });

  it("say of a paper number what this version does with it, and deny nothing that it has", () => {
    const invoice = pages.find(({ path }) => path === "factura")?.html ?? "";
    expect(invoice).not.toContain("&lt;!-- v");
    expect(invoice.includes("ni conoce el número del papel")).toBe(version === "v1");
    expect(invoice.includes("La API no entrega PDF")).toBe(version === "v1");
    expect(invoice.includes("es el prefijo y el número del papel, seguidos")).toBe(version === "v2");
  });

  it("have a summary for language models that names every route with its scope, and only pages that exist", () => {
    const summary = readFileSync(join(PUBLIC, summaryOf(version, "es")), "utf8");
    expect(summary).toContain(`Base: \`{origen}${basePathOf(version)}\``);
    for (const route of ROUTES.filter((one) => existsIn(version, one))) {
      const name = nameOfRoute(
        route.method,
        route.path.replace(":docId", "{doc_id}").replace(":nombre", "{nombre}").replace(":webhookId", "{webhook_id}"),
      );
      const line = summary.split("\n").find((one) => one.includes(`\`${name}\``));
      expect(line, name).toContain(route.scope);
    }
    const [, listed = ""] = /páginas de texto sin JavaScript: (.*)/.exec(summary) ?? [];
    const paths = [...listed.matchAll(/`(?:\/api\/ext\/v\d\/docs)?\/([\w-]+)`/g)].map(([, path]) => path);
    expect(paths.length).toBeGreaterThan(6);
    for (const path of paths) expect(pages.map((page) => page.path)).toContain(path);
  });
});

describe("the pages in English", () => {
  const spanish = listPages("v2");
  const translator = createTranslator();
  const english = listEnglishPages("v2", translator);
  const summary = printEnglishSummary(translator);
  const count = (html = "") =>
    ["h2", "h3", "pre", "tr", "li", "strong"].map(
      (tag) => `${html.match(new RegExp(`<${tag}[ >]`, "g"))?.length ?? 0} ${tag}`,
    );

  /** Code, without the sentences of answers, which are in the language of the page. */
  const code = (html = "") =>
    [...html.matchAll(/<pre[\s\S]*?<\/pre>/g)].map(([block]) =>
      block
        .replaceAll(/(&quot;(?:error|message|mensaje|last_status_error|text)&quot;<\/i>: )<i class="s">.*?<\/i>/g, "$1")
        .replaceAll(/\s+/g, " "),
    );
  /** Where the links of a page lead, in the other language too. */
  const links = (html = "") =>
    [...html.matchAll(/href="([^"#]+)/g)].map(([, href = ""]) => href.replace(/(docs)\/en\b|^\/en(?=\/)/, "$1")).sort();

  it("are there for each guide and for each operation, whose summary is translated", () => {
    const guides = spanish.filter(({ mark }) => mark === undefined).map(({ path }) => path);
    const twins = english.map(({ path }) => path.replace(/^en\/?/, ""));
    expect(guides.filter((path) => !twins.includes(path))).toEqual([]);
    const operations = spanish.filter(({ mark }) => mark !== undefined).map(({ path }) => path);
    expect(operations.filter((path) => !twins.includes(path))).toEqual([]);
    const titles = new Set(spanish.map(({ title }) => title));
    expect(english.filter(({ title }) => titles.has(title)).map(({ path }) => path)).toEqual([]);
  });

  it("say each sentence by the table of translations, which has no row that none of them needs", () => {
    expect([...translator.asked].toSorted()).toEqual(listTranslated().toSorted());
  });

  it("have beside them a summary for language models that leads to them alone, but for the Spanish one and that of v1", () => {
    const spanishSummary = readFileSync(join(PUBLIC, summaryOf("v2", "es")), "utf8");
    expect(summary.split("\n").length).toBe(spanishSummary.split("\n").length);
    const addresses = [...summary.matchAll(/\]\((\/[^)]*)\)/g)].map(([, address = ""]) => address);
    expect(addresses.length).toBeGreaterThan(4);
    expect(addresses.filter((address) => !/(?:^|\/)en(?:\/|$)/.test(address))).toEqual([summaryOf("v2", "es")]);
  });

  it("keep in each sentence of that table the codes and figures of the Spanish one, and none of its words", () => {
    const codes = (text: string) =>
      [...text.replaceAll("AAAA-MM-DD", "YYYY-MM-DD").matchAll(/`[^`]+`/g)].join().split(",");
    const figures = (text: string) => text.replaceAll(/`[^`]+`/g, "").match(/\d+(?:[.,]\d+)*/g) ?? [];
    const rows = Object.entries(englishTexts);
    const changed = rows.filter(([from, to]) => {
      return [codes, figures].some((list) => `${list(from).toSorted()}` !== `${list(to).toSorted()}`);
    });
    expect(changed).toEqual([]);
    const spanishWords = /(?<!`[^`]*)\b(?:el|los|las|del|que|una|para|por|según|está|con|sin|más|año)\b/i;
    expect(rows.filter(([, to]) => spanishWords.test(to.replaceAll(/`[^`]+`/g, "")))).toEqual([]);
    expect(spanishWords.test("Número del documento.")).toBe(true);
  });

  it("lead to the pages that they name, and have no crumbs of what wrote them", () => {
    expect(findCrumbs(english)).toEqual([]);
  });

  it.each(english)("say in $path as much as their twin: headings, code, rows, items and links", ({ path, html }) => {
    const twin = spanish.find((page) => page.path === path.replace(/^en\/?/, ""));
    const whole = twin?.html.replace(/<h2 id="codigos-de-error">[\s\S]*/, "");
    expect(code(html)).toEqual(code(whole));
    expect(count(html)).toEqual(count(whole));
    expect(links(html)).toEqual(links(whole));
  });

  it("have no sentence of an answer that the service says in English", () => {
    const sentences = listExamples("v2").flatMap(({ answer }) => {
      const found = JSON.stringify(answer.body).matchAll(/"(?:error|message|mensaje)":("(?:[^"\\]|\\.)*")/g);
      return [...found].map(([, text = ""]) => z.string().parse(JSON.parse(text)));
    });
    const spoken = [...new Set(sentences)].filter((text) => translate(text) !== undefined);
    expect(spoken.length).toBeGreaterThan(20);
    const text = english.map(({ html }) => html).join("\n");
    expect(spoken.filter((sentence) => text.includes(escapeHtml(JSON.stringify(sentence))))).toEqual([]);
  });

  it("link only to places that exist, and each page to its twin", () => {
    const all = [...spanish, ...english];
    const known = new Set(all.map(({ path }) => addressOf("v2", path)));
    for (const page of english) {
      const html = printPage("v2", page, all);
      const hrefs = [...html.matchAll(/href="(\/api\/ext\/v2\/docs[^"#]*)/g)].map(([, href = ""]) => href);
      expect(hrefs.filter((href) => !known.has(href))).toEqual([]);
      expect(html).toContain(`href="${addressOf("v2", page.path.replace(/^en\/?/, ""))}" lang="es"`);
      expect(html).toContain('<html lang="en">');
      expect(html).not.toContain("Buscar");
    }
    for (const page of spanish) {
      const twin = addressOf("v2", page.path === "" ? "en" : `en/${page.path}`);
      expect(known).toContain(twin);
      expect(printPage("v2", page, all)).toContain(`href="${twin}" lang="en"`);
    }
  });
});

describe("the page of an operation", () => {
  const html = listPages("v2").find(({ path }) => path === "createInvoice")?.html ?? "";
  const answers = html.slice(html.indexOf('id="201"'));

  it("says what each code of a short list is", () => {
    expect(html).toContain("<code>13</code> Cédula de ciudadanía; <code>21</code>");
  });

  it("has the fields of an object folded below it, in the place to which a link to it leads", () => {
    expect(html).toMatch(
      /<a href="#receptor"><code>receptor<\/code><\/a> objeto.*?<details class="inner"><summary>[^\n]*<\/summary><div id="receptor">/s,
    );
    expect(html).toContain('<li id="items.codigo_estandar.esquema">');
  });

  it("shows the fields of a schema once, and elsewhere a link to them", () => {
    const repeated = [...answers.matchAll(/Los campos son los que están arriba, en <a href="#([\w.-]+)">/g)];
    expect(repeated.map(([, anchor]) => anchor)).toContain("InvoiceCreation");
    expect(repeated.length).toBeGreaterThan(5);
    expect(answers.match(/<div id="representacion[\w-]*">/g)).toHaveLength(1);
  });
});

it("the guide to clients installs them as their own pages do", () => {
  const guide = readFileSync(join(REFERENCE, "08-clientes.md"), "utf8");
  const lines = [...guide.matchAll(/(?:npm|pip|composer|dotnet) .*?\.\.\/(factura-edge\/client\S*)/g)];
  const pages = ["client", "client-python", "client-php", "client-csharp"];
  expect(lines.map(([, folder]) => folder)).toEqual(pages.map((name) => `factura-edge/${name}`));
  for (const [index, [line]] of lines.entries()) {
    const readme = readFileSync(join(PUBLIC, "..", pages[index] ?? "", "README.md"), "utf8");
    expect(readme).toContain(line.replace("../", "/path/to/"));
  }
});

it("the guide to a whole invoice names units as they are printed, and codes as they are taken", () => {
  const html = listPages("v2").find(({ path }) => path === "facturas-completas")?.html ?? "";
  const rows = [...html.matchAll(/<tr><td>([^<]*)<\/td><td>(.*?)<\/td><td>(.*?)<\/td><\/tr>/g)];
  expect(rows.length).toBeGreaterThan(30);
  const codesIn = (cell = "") => [...cell.matchAll(/<code>(\w+)<\/code>/g)].map(([, code = ""]) => code);
  for (const [, name, codes, others] of rows) {
    const listed = codesIn(codes);
    expect(listed.map(nameUnit), name).toEqual(listed.map(() => name));
    expect(listed.map(findListedUnit), name).toEqual(listed);
    for (const other of codesIn(others)) expect(listed, other).toContain(findListedUnit(other));
  }
  expect(rows.flatMap(([, , , others]) => codesIn(others)).sort()).toEqual(["ANN", "E48", "H87", "KMT", "MON"]);
});

describe("a part of an answer in a guide", () => {
  const answer = { status: 200, body: { a: [{ b: 1, c: 2 }], d: { e: null, f: "x" }, g: true } };
  const examples = [{ operationId: "getInvoice", name: "one", summary: "", answer }];
  const fill = (placeholder: string) =>
    fillPlaceholders(placeholder, { api: "v2", schemas: {}, examples, say: sayInSpanish });

  it("is what its paths name, in lists too, in one line where it fits", () => {
    expect(fill("{{answer:one a.b d.e}}")).toBe('{ "a": [ { "b": 1 } ], "d": { "e": null } }');
    expect(fill("{{answer:one}}")).toContain('"c": 2');
  });

  it.each(["a.x", "z", "d.f.y"])("%s: is refused when the answer has it no more", (path) => {
    expect(() => fill(`{{answer:one ${path}}}`)).toThrow("has no member");
  });
});

/** Each guide as it is written, before its placeholders are filled. */
const GUIDES = ["", "v1", "v2", "en"].flatMap((folder) => {
  const own = join(REFERENCE, folder);
  const names = readdirSync(own).filter((name) => name.endsWith(".md"));
  return names.map((name) => ({ name: join(folder, name), text: readFileSync(join(own, name), "utf8") }));
});

describe.each(GUIDES)("the guide $name", ({ name, text }) => {
  const examples = listExamples(name.startsWith("v1") ? "v1" : "v2");
  const printed = [...text.matchAll(/```json\n([^`]*)```/g)].map(([, json = ""]) => json.trim());

  it("prints no JSON that no test has sent or got", () => {
    expect(printed.filter((json) => !/^\{\{(?:body|answer):[^}]*\}\}$/.test(json))).toEqual([]);
  });

  it("prints below a request the answer to it and to no other", () => {
    let request: unknown;
    for (const json of printed) {
      const [, kind, name] = /^\{\{(\w+):([\w-]+)/.exec(json) ?? [];
      const example = examples.find((one) => one.name === name);
      if (example === undefined) throw new Error(`no example is called ${name}`);
      const own = bodyOf(example);
      if (kind === "body") request = own;
      // A refusal stands in a section of its own, whose request is told in words.
      else if (request !== undefined && example.answer.status < 400) expect(own, json).toEqual(request);
    }
  });
});

describe("an answer of the reference", () => {
  const buyers = listExamples("v2").flatMap(({ name, body, answer }) => {
    const code = /DocAdq: (\d+)/.exec(JSON.stringify(answer.body))?.[1];
    const sent = BUYER.safeParse(body);
    return code === undefined || !sent.success ? [] : [{ name, code, sent: sent.data.receptor.numero_doc }];
  });

  it("names the buyer of its request", () => {
    expect(buyers.length).toBeGreaterThan(5);
    expect(buyers.filter(({ code, sent }) => code !== sent)).toEqual([]);
  });
});

describe("a string of code", () => {
  const s = (text: string) => `<i class="s">${text}</i>`;
  it.each([
    ["csharp", '$"{a["b"].Text} c"', `${s("$&quot;")}{a[${s("&quot;b&quot;")}].Text}${s(" c&quot;")}`],
    ["csharp", '$"{{x: {y}}}" + 1', `${s("$&quot;{{x: ")}{y}${s("}}&quot;")} + <i class="n">1</i>`],
    ["csharp", '@"""a"": " + k', `${s("@&quot;&quot;&quot;a&quot;&quot;: &quot;")} + k`],
    ["csharp", '$"{Say("}")}"', `${s("$&quot;")}{Say(${s("&quot;}&quot;")})}${s("&quot;")}`],
    ["ts", `\`a \${b} c\``, `${s("`a ")}\${b}${s(" c`")}`],
    ["python", 'f"{a}"', `f${s("&quot;{a}&quot;")}`],
  ])("of %s has what is filled in as code: %s", (language, code, html) => {
    expect(highlight(code, language)).toBe(html);
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
    [
      "```json fold=Un `caso`\n{}\n```",
      '<details class="fold"><summary>Un <code>caso</code></summary><pre tabindex="0"><code>{}</code></pre></details>',
    ],
    [
      ":::fields\n:::field#a.b\nx\n:::fold#c Campos de `c`\ny\n:::\n:::\n:::",
      '<ul class="fields">\n<li id="a.b">\n<p>x</p>\n<details class="inner"><summary>Campos de <code>c</code></summary><div id="c">\n<p>y</p>\n</div></details>\n</li>\n</ul>',
    ],
    ["```json\n{}\n\n# x\n```", '<pre tabindex="0"><code>{}\n\n# x</code></pre>'],
  ])("%j", (markdown, html) => {
    expect(renderMarkdown(markdown).html).toBe(html);
  });

  it("has tables, whose cells may hold an escaped bar", () => {
    const { html } = renderMarkdown("| A | B |\n|---|---|\n| `x` | y \\| z |");
    expect(html).toContain("<tr><td><code>x</code></td><td>y | z</td></tr>");
  });

  it("goes on with a section behind what is folded in it, which is one of its own", () => {
    const { sections } = renderMarkdown("# A\n\nuno\n\n:::fold#b.c Campos de `b.c`\n\ndos\n\n:::\n\ntres");
    expect(sections.map(({ title, anchor, text }) => [title, anchor, text])).toEqual([
      ["A", "a", "uno tres"],
      ["b.c", "b.c", "dos"],
    ]);
  });

  it("has the prose of a section before its code, which a search shows last", () => {
    const { sections } = renderMarkdown("# A\n\n`POST /a`\n\n```sh\ncurl a\n```\n\nuno `b`");
    expect(sections.map(({ text }) => text)).toEqual(["uno b POST /a curl a"]);
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
