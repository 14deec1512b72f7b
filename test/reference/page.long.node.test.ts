// Tests the reference in a real browser: text before everything else, quiet, searchable, without a field for a token.
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { hasChromium, type Served, SOME_PAGES, serveReference, takeScreenshot, visit, WIDTHS } from "./browser.ts";
import { SEARCHES } from "./search-table.ts";

/** Words (of fewer letters than a line has) that go on in the next line, outside of code that scrolls. */
const FIND_BROKEN_WORDS = `(() => {
  const broken = [];
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement.closest("pre") || !node.parentElement.checkVisibility()) continue;
    for (const { index, 0: word } of node.data.matchAll(/(?<![\\p{L}\\d])[\\p{L}\\d]{2,24}(?![\\p{L}\\d])/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (tops.size > 1) broken.push(word);
    }
  }
  return broken;
})()`;

/** The longest page of an operation, its fields folded, is no longer. */
const OPERATION_PIXELS_MOST = 18_000;
/** Where a page of an operation was scrolled to when its right column showed no code and no title of code. */
const FIND_EMPTY_SCREENS = `(async () => {
  const empty = [];
  for (let top = 0; top < document.documentElement.scrollHeight - innerHeight; top += 450) {
    scrollTo(0, top);
    await new Promise(requestAnimationFrame);
    const shown = [...document.querySelectorAll(".beside > *")].map((one) => one.getBoundingClientRect());
    if (!shown.some(({ top, bottom, height }) => height > 0 && bottom > 20 && top < innerHeight - 20)) empty.push(top);
  }
  return empty;
})()`;

/** The lines of the code in sight that lie under its button; code of one language is in sight at a time. */
const FIND_COVERED_LINES = `(() => {
  const covered = [];
  const buttons = [...document.querySelectorAll(".code .copy")].filter((one) => one.checkVisibility());
  for (const button of buttons) {
    const own = button.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(button.parentElement.querySelector("code"));
    for (const line of range.getClientRects()) {
      const isApart = line.right <= own.left || line.left >= own.right || line.bottom <= own.top || line.top >= own.bottom;
      if (!isApart) covered.push(button.parentElement.querySelector("code").textContent.slice(0, 40));
    }
  }
  return { buttons: buttons.length, covered };
})()`;

/** How many places the keyboard goes to: past the navigation into the text. */
const KEYBOARD_STOPS = 16;
/** Where the focus is. */
const FOCUSED = `(() => {
  const { width, height } = document.activeElement.getBoundingClientRect();
  const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
  return {
    name: document.activeElement.textContent.trim(),
    isShown: width > 0 && height > 0,
    hasOutline: outlineStyle !== "none" && outlineWidth !== "0px",
  };
})()`;
const STOP = z.object({ name: z.string(), isShown: z.boolean(), hasOutline: z.boolean() });

/** Compressed: fetched when the field of the search is entered, on a phone too. */
const SEARCH_BYTES_MOST = 200 * 1024;

function withoutAccents(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "");
}

describe.skipIf(!hasChromium())("the reference", () => {
  let served: Served;
  let browser: Browser;
  let origin: string;
  let docs: string;

  beforeAll(async () => {
    served = await serveReference();
    ({ browser, origin } = served);
    docs = `${origin}/api/ext/v2/docs`;
  });
  afterAll(() => served?.close());

  it.each(WIDTHS)(
    "has nothing before its first text at %i px, is from this host alone, breaks no word, and light and dark never wider than the screen",
    async (width) => {
      for (const path of [...SOME_PAGES, "/getInvoice", "/pruebas", "/facturas-completas"]) {
        const { page, troubles, close } = await visit(browser, docs + path, { width });
        // What the browser had to wait for before it could draw: every one costs a slow phone a round.
        const blocking = `performance.getEntriesByType("resource").filter((one) => one.renderBlockingStatus === "blocking").map((one) => one.name)`;
        expect(await page.evaluate(blocking), path).toEqual([]);
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await page.evaluate("document.documentElement.scrollWidth"), path).toBeLessThanOrEqual(width);
          await takeScreenshot(page, `${path.slice(1).replaceAll("/", "-") || "top"}-${width}-${colorScheme}`);
        }
        expect(await page.evaluate(FIND_BROKEN_WORDS), path).toEqual([]);
        expect(troubles, path).toEqual([]);
        if (path === "" || path === "/en") {
          await page.addStyleTag({ content: "main { word-break: break-all }" });
          expect(await page.evaluate(FIND_BROKEN_WORDS)).not.toEqual([]);
        }
        await close();
      }
    },
  );

  it("shows the call of an operation in five languages, remembers which, and copies it; without scripts it can be chosen too", async () => {
    const { page, troubles, close } = await visit(browser, `${docs}/createInvoice`, { width: 1440 });
    const shown = page.locator(".tabs pre:visible");
    expect(await page.locator(".tabs label").allInnerTexts()).toEqual(["curl", "TypeScript", "Python", "PHP", "C#"]);
    expect(await shown.innerText()).toContain("curl -sS");
    await page.getByText("PHP", { exact: true }).click();
    expect(await shown.innerText()).toContain("$client->createInvoice");
    await page.goto(`${docs}/getInvoice`);
    expect(await shown.innerText()).toContain("$client->getInvoice");
    await page.locator(".tabs .code:visible .copy").click();
    await page.getByText(/^(?:Copiado|Seleccionado)$/).waitFor();
    expect(troubles).toEqual([]);
    await close();
    const plain = await visit(browser, `${docs}/createInvoice`, { width: 390, javaScriptEnabled: false });
    await plain.page.getByText("Python", { exact: true }).click();
    expect(await plain.page.locator(".tabs pre:visible").innerText()).toContain("client.create_invoice");
    await plain.close();
  });

  it.each([
    [1440, true],
    [390, false],
  ])("at %i px has the call and the examples of an operation beside what is said: %s", async (width, isBeside) => {
    const { page, close } = await visit(browser, `${docs}/createInvoice`, { width });
    for (const [code, text] of [
      [".tabs", ".head h1"],
      ['.pair:has(h3[id="201"]) .fold', '.pair:has(h3[id="201"]) .head'],
    ] as const) {
      const [shown, said] = await Promise.all([
        page.locator(code).first().boundingBox(),
        page.locator(text).first().boundingBox(),
      ]);
      if (shown === null || said === null) throw new Error(`${code} is not there`);
      expect(shown.x >= said.x + said.width, code).toBe(isBeside);
      expect(shown.y < said.y + said.height, code).toBe(isBeside);
    }
    await close();
  });

  it.each(["/createInvoice", "/createTicket", "/en/createTicket"])(
    "at a desk %s is short, and code is beside every screenful of it",
    async (path) => {
      const { page, close } = await visit(browser, docs + path, { width: 1440 });
      expect(await page.evaluate("document.documentElement.scrollHeight")).toBeLessThan(OPERATION_PIXELS_MOST);
      expect(await page.evaluate(FIND_EMPTY_SCREENS)).toEqual([]);
      await page.addStyleTag({ content: ".operation .beside { position: static }" });
      expect(await page.evaluate(FIND_EMPTY_SCREENS)).not.toEqual([]);
      await close();
    },
  );

  it.each(WIDTHS)("has no code under the button that copies it at %i px, in any language", async (width) => {
    for (const path of [
      "/createTicket",
      "/createInvoice",
      "/getInvoice",
      "/createCreditNote",
      "/en/listChanges",
      "/clientes",
    ]) {
      const { page, close } = await visit(browser, docs + path, { width });
      for (const language of await page.locator(".tabs").first().locator("label").all()) {
        await language.click();
        const found = z
          .object({ buttons: z.number(), covered: z.array(z.string()) })
          .parse(await page.evaluate(FIND_COVERED_LINES));
        expect(found.buttons, path).toBeGreaterThan(0);
        expect(found.covered, `${path}, ${await language.innerText()}`).toEqual([]);
      }
      if (path === "/createTicket") {
        await page.addStyleTag({ content: ".code pre { padding-top: 0.2rem !important }" });
        expect(await page.evaluate(FIND_COVERED_LINES)).not.toMatchObject({ covered: [] });
      }
      await close();
    }
  });

  it.each([true, false])(
    "folds the fields of an object, and opens them for a link to one of them (with scripts: %s)",
    async (javaScriptEnabled) => {
      const { page, close } = await visit(browser, `${docs}/createInvoice`, { width: 390, javaScriptEnabled });
      const field = page.locator('[id="items.codigo_estandar.esquema"]');
      expect(await field.isVisible()).toBe(false);
      await page.locator('summary:has-text("Campos de items")').first().click();
      expect(await page.locator('[id="items.desc"]').isVisible()).toBe(true);
      await page.goto(`${docs}/getInvoice`);
      await page.goto(`${docs}/createInvoice#items.codigo_estandar.esquema`);
      await expect
        .poll(async () => (await field.boundingBox())?.y ?? -1)
        .toSatisfy((top: number) => top >= 0 && top < 900);
      await close();
    },
  );

  it("prints what is folded too", async () => {
    const { page, close } = await visit(browser, `${docs}/createInvoice`, { width: 1440, javaScriptEnabled: false });
    await page.emulateMedia({ media: "print" });
    const field = page.locator('[id="items.codigo_estandar.esquema"]');
    expect((await field.boundingBox())?.height ?? 0).toBeGreaterThan(20);
    await close();
  });

  it("is whole without scripts, and asks for nothing but its own page and icon then", async () => {
    for (const path of SOME_PAGES) {
      const { page, troubles, close, requests } = await visit(browser, docs + path, {
        width: 390,
        javaScriptEnabled: false,
      });
      expect(((await page.locator("main").textContent()) ?? "").length, path).toBeGreaterThan(1_000);
      expect(requests.filter((url) => !url.endsWith("/icon.svg"))).toEqual([docs + path]);
      expect(troubles, path).toEqual([]);
      await close();
    }
  });

  it.each(["v1", "v2"])("leads from the link of an error of %s to its place", async (version) => {
    const address = `${origin}/api/ext/${version}/docs#error-plan_exhausted`;
    const { page, troubles, close } = await visit(browser, address, { width: 1440 });
    await page.waitForURL(`**/api/ext/${version}/docs/errores#plan_exhausted`);
    const heading = page.getByRole("heading", { name: "Plan agotado" });
    await expect
      .poll(async () => (await heading.boundingBox())?.y ?? -1, { timeout: 120_000 })
      .toSatisfy((top: number) => top >= 0 && top < 900);
    expect(troubles).toEqual([]);
    await close();
  });

  it.each([
    ["", "/en", "Ir al contenido", "English"],
    ["/en", "", "Go to the content", "Español"],
  ])(
    "at %j is read by keyboard: its content, the other language, and whatever has the focus shows it",
    async (path, twin, skip, language) => {
      for (const width of WIDTHS) {
        const { page, troubles, close } = await visit(browser, docs + path, { width });
        const stops: string[] = [];
        for (let times = 0; times < KEYBOARD_STOPS; times += 1) {
          await page.keyboard.press("Tab");
          const stop = STOP.parse(await page.evaluate(FOCUSED));
          expect(stop, `${path} at ${width} px`).toMatchObject({ isShown: true, hasOutline: true });
          stops.push(stop.name);
        }
        expect(stops[0]).toBe(skip);
        await page.getByRole("link", { name: skip }).focus();
        await page.keyboard.press("Enter");
        expect(new URL(page.url()).hash).toBe("#content");
        expect(troubles).toEqual([]);
        expect(stops).toContain(language);
        await page.getByRole("link", { name: language, exact: true }).focus();
        await page.keyboard.press("Enter");
        await page.waitForURL(docs + twin);
        await close();
      }
    },
  );

  it("has no link in English that leads nowhere, as it is served", async () => {
    const pages = new Map<string, string>();
    const waiting = [`${docs}/en`];
    const dead: string[] = [];
    const read = async (address: string) => {
      const known = pages.get(address);
      if (known !== undefined) return known;
      const response = await fetch(address);
      const html = response.ok ? await response.text() : "";
      if (!response.ok) dead.push(`${response.status}: ${address}`);
      pages.set(address, html);
      return html;
    };
    for (let here = waiting.pop(); here !== undefined; here = waiting.pop()) {
      const html = await read(here);
      for (const [, href = ""] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) {
        const target = new URL(href.replaceAll("&amp;", "&"), here);
        if (target.origin !== origin) continue;
        const [address = "", anchor = ""] = target.href.split("#");
        const isNew = !pages.has(address);
        const found = await read(address);
        if (anchor !== "" && !found.includes(` id="${anchor}"`)) dead.push(`${here}: ${href}`);
        if (isNew && address.startsWith(`${docs}/en/`)) waiting.push(address);
      }
    }
    expect(dead).toEqual([]);
    expect([...pages.keys()].filter((address) => address.startsWith(`${docs}/en/`)).length).toBeGreaterThan(50);
  });

  it.each(Object.entries(SEARCHES))(
    "at %j finds first what the words of a till mean, misspelt too, and Enter opens it",
    async (path, searches) => {
      const { page, troubles, close } = await visit(browser, docs + path, { width: 1440 });
      await page.keyboard.press("/");
      await page.keyboard.type("factura");
      const first = page.locator("#found a").first();
      await first.waitFor();
      const wrong: string[] = [];
      const plain = searches.map(([words, expected]) => [withoutAccents(words), expected] as const);
      for (const [words, expected] of [...searches, ...plain]) {
        await page.locator("#search").fill(words);
        const href = (await first.getAttribute("href")) ?? "";
        const found = expected.includes("#") ? href : href.replace(/#.*/, "");
        if (found !== `/api/ext/v2/docs${path}/${expected}`) wrong.push(`${words}: ${href}`);
      }
      expect(wrong).toEqual([]);
      await page.locator("#search").fill(searches[0]?.[0] ?? "");
      await page.keyboard.press("Enter");
      await page.waitForURL(`${docs}${path}/${searches[0]?.[1]}`);
      expect(troubles).toEqual([]);
      await close();
    },
  );

  it("has the search in sight beside the operation whose place in the menu is far below", async () => {
    const { page, close } = await visit(browser, `${docs}/getCompany`, { width: 1440 });
    const [field, here] = await Promise.all([
      page.locator("#search").boundingBox(),
      page.locator("nav [aria-current]").boundingBox(),
    ]);
    if (field === null || here === null) throw new Error("the menu is not there");
    expect(field.y).toBeGreaterThanOrEqual(0);
    expect(here.y).toBeGreaterThan(field.y + field.height);
    expect(here.y + here.height).toBeLessThanOrEqual(900);
    await close();
  });

  it("finds nothing only where nothing is, marks what it found, and what it reads stays small", async () => {
    const { page, close } = await visit(browser, `${docs}/errores`, { width: 390 });
    await page.locator("#search").fill("la respuesta perdída");
    expect(await page.locator("#found mark").first().innerText()).toMatch(/^(?:respuesta|perdida)s?$/i);
    await page.locator("#search").fill("xilófono");
    expect(await page.locator("#found").innerText()).toBe("Nada encontrado.");
    await close();
    const list = await (await fetch(`${docs}/search.json`)).arrayBuffer();
    expect(gzipSync(Buffer.from(list)).length).toBeLessThan(SEARCH_BYTES_MOST);
  });

  it.each([
    ["/no-such-page", "", "Ir al comienzo de la referencia", "Buscar en ella"],
    ["/en/no-such-page", "/en", "Go to the beginning of the reference", "Search it"],
  ])(
    "says at %s that there is no such page, and leads on to the first one and to the search",
    async (path, first, start, search) => {
      for (const width of WIDTHS) {
        const { page, troubles, close } = await visit(browser, docs + path, { width });
        expect(troubles.splice(0)).toEqual([expect.stringMatching("404"), expect.stringMatching("404")]);
        await page.getByRole("link", { name: search }).click();
        await page.keyboard.type("cufe");
        await page.locator("#found a").first().waitFor();
        await page.getByRole("link", { name: start }).click();
        await page.waitForURL(docs + first);
        expect(troubles).toEqual([]);
        await close();
      }
    },
  );

  it("serves the document and the summary for language models beside it", async () => {
    const document = await fetch(`${origin}/api/ext/v1/openapi.json`);
    expect(document.headers.get("content-type")).toContain("application/json");
    expect(((await document.json()) as { openapi: string }).openapi).toBe("3.1.0");
    const summary = await fetch(`${origin}/llms.txt`);
    expect(summary.status).toBe(200);
    expect(await summary.text()).toContain("/api/ext/v2/openapi.json");
    expect((await fetch(`${origin}/api/ext/v2/llms.txt`)).url).toBe(`${origin}/llms.txt`);
    const first = await fetch(`${origin}/api/ext/v1/llms.txt`);
    expect(first.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await first.text()).toContain("/api/ext/v1/openapi.json");
    for (const path of ["/api/ext/v1/docs", "/api/ext/v2/docs/errores"]) {
      const page = await fetch(`${origin}${path}`);
      expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    }
  });
});
