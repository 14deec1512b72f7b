// Opens the console over a stand in a real browser: on a phone and at a desk, light and dark, with the keyboard alone, the PDF shown.
import { html } from "hono/html";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { page } from "../../console/html.ts";
import { showKinds, showWarnings } from "../../console/page/warning.ts";
import { STYLE } from "../../console/style.ts";
import { LANGUAGES, type Language, WORDS } from "../../console/words.ts";
import { connect } from "../../src/store/base/db.ts";
import type { Warning } from "../../src/store/watch/health.ts";
import { type ConsoleServer, serveConsole } from "../../stand/console-server.ts";
import { findFreePort } from "../../stand/port.ts";
import { type ClientCall, makeCall, sampleInvoice } from "../../stand/request.ts";
import { hasChromium, launchBrowser, takeScreenshot, visit, WIDTHS } from "../reference/browser.ts";
import { COUNT_SCRIPTS, FIND_CONTRAST, FIND_WIDTH } from "../support/page-look.ts";
import { visitSharedStand } from "../support/shared-stand.ts";

const CONTRAST_LEAST = 4.5;
const TABS_MOST = 60;
/** The browser shows a PDF by pages of its own. */
const OF_THE_VIEWER = /^another host: chrome(?:-extension)?:/;

/** Of each command: its part of the card's width, its lines, and how many other pieces of the card lie over it. */
const MEASURE_COMMANDS = `[...document.querySelectorAll("td .command")].map((one) => {
  const [own, card] = [one, one.closest("tr")].map((element) => element.getBoundingClientRect());
  const { paddingLeft, paddingRight } = getComputedStyle(one.closest("tr"));
  const { lineHeight, paddingTop } = getComputedStyle(one);
  const over = [...one.closest("tr").querySelectorAll("td p, td a, td .command")].filter((other) => {
    const { left, right, top, bottom } = other.getBoundingClientRect();
    return other !== one && left < own.right && right > own.left && top < own.bottom && bottom > own.top;
  });
  return {
    share: own.width / (card.width - parseFloat(paddingLeft) - parseFloat(paddingRight)),
    lines: Math.round((own.height - 2 * parseFloat(paddingTop)) / parseFloat(lineHeight)),
    overlaps: over.length,
  };
})`;
const COMMANDS = z.array(z.object({ share: z.number(), lines: z.number(), overlaps: z.number() }));

/** An overview's warnings of three companies, as a browser gets them. */
async function drawWarned(language: Language, show = showWarnings, companies = [1, 22, 333]): Promise<string> {
  const names = companies.map((id) => [id, `Comercializadora del Caribe Número ${id} S.A.S.`]);
  const db = connect(async (queries) => queries.map(() => names));
  const words = WORDS[language];
  const ledger = { databases: [db] as const, open: () => db, maker: null };
  const none = () => Promise.reject(new Error("the archive is not asked"));
  const view = {
    ledger: { ...ledger, readFile: none, listFiles: none, draw: none },
    ...{
      language,
      words,
      nowMs: Date.now(),
      target: " --remote --env top-level",
      runbooks: "",
      query: () => undefined,
    },
  };
  const warnings = companies.flatMap((companyId): Warning[] => [
    { code: "plan_missing", companyId, severity: "critical", module: "fe", year: 2027 },
    { code: "range_missing", companyId, severity: "critical", kind: "contingency" },
  ]);
  const body = html`<section>${await show(view, warnings)}</section>`;
  const frame = { product: "", skip: "", navigation: html``, search: html``, foot: html``, title: words.overview };
  const drawn = String(await page({ ...frame, language, body }));
  return drawn.replace('<link rel="stylesheet" href="/console.css">', `<style>${STYLE}</style>`);
}

describe.skipIf(!hasChromium())("the console in a browser", () => {
  let browser: Browser;
  let server: ConsoleServer;
  let pages: Readonly<Record<string, string>>;
  let fiscalId: string;

  beforeAll(async () => {
    const { base_url: base, companies } = await visitSharedStand();
    const [company] = companies;
    const token = company?.tokens.all ?? "";
    const path = `${base}/companies/${company?.id}/fe`;
    const post = (url: string, body: unknown): ClientCall => ({ method: "POST", url, token, body });
    const sold = await makeCall(post(`${path}/facturas`, sampleInvoice("Luis Rojas", crypto.randomUUID())));
    await makeCall(post(`${path}/facturas`, sampleInvoice("Luis Rojas #rechazo", crypto.randomUUID())));
    fiscalId = String(sold.body.cufe);
    const id = String(sold.body.factura_id);
    server = await serveConsole({ origin: new URL(base).origin, pid: process.pid }, await findFreePort());
    pages = {
      overview: "/es",
      companies: "/es/companies",
      company: `/es/companies/${company?.id}`,
      document: `/es/documents/${id}`,
      search: `/es/search?company=${company?.id}`,
      pending: "/en/pending",
      authority: "/en/authority",
      webhooks: "/en/webhooks",
    };
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  const look = async (page: Page, name: string, width: number) => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect([name, colorScheme, Number(await page.evaluate(FIND_CONTRAST)) >= CONTRAST_LEAST]).toEqual([
        name,
        colorScheme,
        true,
      ]);
      expect([name, Number(await page.evaluate(FIND_WIDTH)) <= width]).toEqual([name, true]);
      await takeScreenshot(page, `console-${name}-${width}-${colorScheme}`);
    }
  };

  it.each(WIDTHS)("is quiet, without scripts, readable light and dark, and never wider than %i px", async (width) => {
    for (const [name, path] of Object.entries(pages)) {
      const { page, troubles, close } = await visit(browser, `${server.origin}${path}`, { width });
      expect(await page.evaluate(COUNT_SCRIPTS)).toBe(0);
      await look(page, name, width);
      expect(troubles.filter((one) => !OF_THE_VIEWER.test(one))).toEqual([]);
      await close();
    }
  });

  it.each([390, 480, 640])(
    "shows on %i px each command of a warning as wide as its card, with nothing beside it",
    async (width) => {
      for (const language of LANGUAGES) {
        const tab = await (await browser.newContext({ viewport: { width, height: 900 } })).newPage();
        await tab.setContent(await drawWarned(language));
        for (const colorScheme of ["light", "dark"] as const) {
          await tab.emulateMedia({ colorScheme });
          expect(Number(await tab.evaluate(FIND_WIDTH))).toBe(width);
          expect(Number(await tab.evaluate(FIND_CONTRAST))).toBeGreaterThanOrEqual(CONTRAST_LEAST);
          const shown = COMMANDS.parse(await tab.evaluate(MEASURE_COMMANDS));
          expect(shown.length).toBeGreaterThan(5);
          expect(shown.filter((one) => one.share < 0.95 || one.lines > 4 || one.overlaps > 0)).toEqual([]);
          await takeScreenshot(tab, `console-commands-${language}-${width}-${colorScheme}`);
        }
        await tab.context().close();
      }
    },
  );

  it("shows two hundred warnings on a phone within a few screens, and opens a kind of them with the keyboard", async () => {
    const tab = await (await browser.newContext({ viewport: { width: 390, height: 900 } })).newPage();
    await tab.setContent(await drawWarned("es", showKinds, [...Array(107).keys()]));
    expect(Number(await tab.evaluate("document.documentElement.scrollHeight"))).toBeLessThan(3_000);
    for (const colorScheme of ["light", "dark"] as const) {
      await tab.emulateMedia({ colorScheme });
      expect(Number(await tab.evaluate(FIND_WIDTH))).toBe(390);
      expect(Number(await tab.evaluate(FIND_CONTRAST))).toBeGreaterThanOrEqual(CONTRAST_LEAST);
    }
    expect(await tab.locator("td .command").first().isVisible()).toBe(false);
    await tab.locator("summary").first().focus();
    await tab.keyboard.press("Enter");
    expect(await tab.locator("td .command").first().isVisible()).toBe(true);
    expect(Number(await tab.evaluate("document.documentElement.scrollHeight"))).toBeLessThan(6_000);
    await takeScreenshot(tab, "console-kinds-390");
    await tab.context().close();
  });

  it("is used with the keyboard alone: the content is one step away, a search is typed, what it finds is opened", async () => {
    const { page, close } = await visit(browser, `${server.origin}/es`, { width: 1440 });
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.getAttribute('href')")).toBe("#main");
    for (let tabs = 0; tabs < TABS_MOST; tabs += 1) {
      if ((await page.evaluate("document.activeElement.name")) === "q") break;
      await page.keyboard.press("Tab");
    }
    expect(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")).toBe("solid");
    await page.keyboard.type(fiscalId);
    await Promise.all([page.waitForURL(/\/es\/search\?/), page.keyboard.press("Enter")]);
    const first = page.locator("main td a").first();
    await first.focus();
    await Promise.all([page.waitForURL(/\/es\/documents\/\d+$/), page.keyboard.press("Enter")]);
    expect(await page.locator("main").innerText()).toContain(fiscalId);
    await close();
  });

  it("shows the PDF of a document", async () => {
    const response = await fetch(`${server.origin}${pages.document}/pdf`);
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
  });
});

describe("the console under another name of this machine", () => {
  it("shows nothing, and says in a sentence of each language what to open", async () => {
    const { base_url: base } = await visitSharedStand();
    const { origin, close } = await serveConsole(
      { origin: new URL(base).origin, pid: process.pid },
      await findFreePort(),
    );
    const response = await fetch(`${origin.replace("127.0.0.1", "localhost")}/es/companies`);
    expect([response.status, response.headers.get("content-type")]).toEqual([403, "text/plain; charset=utf-8"]);
    expect(await response.text()).toBe(
      `La consola se abre en ${origin}/ y bajo ningún otro nombre.\nThe console opens at ${origin}/ and under no other name.\n`,
    );
    await close();
  });
});
