// Opens the console over a stand in a real browser: on a phone and at a desk, light and dark, with the keyboard alone, the PDF shown.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

  it("shows the PDF of a document, and answers to no other name of this machine", async () => {
    const response = await fetch(`${server.origin}${pages.document}/pdf`);
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
    const elsewhere = server.origin.replace("127.0.0.1", "localhost");
    expect((await fetch(elsewhere)).status).toBe(403);
  });
});
