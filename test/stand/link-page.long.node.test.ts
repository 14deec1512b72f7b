// Opens a buyer's link in a real browser: on a phone and at a desk, light and dark, with a long name, and once it is ended.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ClientCall, makeCall, sampleInvoice } from "../../stand/request.ts";
import { hasChromium, launchBrowser, takeScreenshot, visit, WIDTHS } from "../reference/browser.ts";
import { COUNT_SCRIPTS, FIND_CONTRAST, FIND_WIDTH } from "../support/page-look.ts";
import { visitSharedStand } from "../support/shared-stand.ts";

/** Of text against what is behind it, and the least for a finger, as accessibility guidelines count them. */
const CONTRAST_LEAST = 4.5;
const FINGER_PIXELS = 44;
const NAME_LONGEST = 450;

describe.skipIf(!hasChromium())("the page that a buyer's link opens", () => {
  let browser: Browser;
  let link: string;
  let ended: string;

  beforeAll(async () => {
    const { base_url: base, companies } = await visitSharedStand();
    const [company] = companies;
    const token = company?.tokens.all ?? "";
    const path = `${base}/companies/${company?.id}/fe`;
    const post = (url: string, body: unknown): ClientCall => ({ method: "POST", url, token, body });
    const issue = () => makeCall(post(`${path}/facturas`, sampleInvoice("Luis Rojas", crypto.randomUUID())));
    const [first, second] = [await issue(), await issue()];
    link = String(first.body.enlace);
    ended = String(second.body.enlace);
    await makeCall(post(`${path}/docs/${String(second.body.factura_id)}/enlace`, { renovar: true }));
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  it.each(WIDTHS)("is quiet, without scripts, readable light and dark, and never wider than %i px", async (width) => {
    const { page, troubles, requests, close } = await visit(browser, link, { width });
    expect(requests.filter((url) => !url.startsWith("data:"))).toEqual([link, `${new URL(link).origin}/link.css`]);
    expect(await page.evaluate(COUNT_SCRIPTS)).toBe(0);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate(FIND_CONTRAST)).toBeGreaterThanOrEqual(CONTRAST_LEAST);
      expect(await page.evaluate(FIND_WIDTH)).toBeLessThanOrEqual(width);
      await takeScreenshot(page, `link-${width}-${colorScheme}`);
    }
    for (const button of await page.locator(".files a").all()) {
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(FINGER_PIXELS);
    }
    expect(troubles).toEqual([]);
    await close();
  });

  it("holds the longest name and a total of 20 digits on a phone of 320 px, even one word", async () => {
    for (const name of ["Comercial ".repeat(NAME_LONGEST / 10), "M".repeat(NAME_LONGEST)]) {
      const { page, close } = await visit(browser, link, { width: 320 });
      await page.evaluate(`document.querySelector("dd").textContent = ${JSON.stringify(name)}`);
      await page.evaluate(`document.querySelector("dd strong").textContent = "COP 99.999.999.999.999.999.999,99"`);
      expect((await page.locator("dd").first().innerText()).length).toBeGreaterThanOrEqual(NAME_LONGEST - 1);
      expect(await page.evaluate(FIND_WIDTH)).toBeLessThanOrEqual(320);
      await close();
    }
  });

  it("hands the three files over, whole, where scripts are off", async () => {
    const { page, close } = await visit(browser, link, { width: 390, javaScriptEnabled: false });
    for (const name of ["PDF", "XML", "ZIP"]) {
      const waiting = page.waitForEvent("download");
      await page.getByRole("link", { name, exact: true }).click();
      const download = await waiting;
      expect(download.suggestedFilename()).toMatch(new RegExp(`\\.${name.toLowerCase()}$`));
      expect(await download.failure()).toBeNull();
    }
    await close();
  });

  it.each(["light", "dark"] as const)(
    "says in %s whom to ask, and no number, once the link is ended; and nothing of a link that is none",
    async (colorScheme) => {
      for (const [address, status] of [
        [ended, 410],
        [`${link}x`, 404],
      ] as const) {
        const { page, troubles, close } = await visit(browser, address, { width: 390, colorScheme });
        expect(troubles.filter((one) => !one.startsWith("console:"))).toEqual([`${status}: ${address}`]);
        const text = await page.locator("main").innerText();
        expect(text.includes("Pida uno nuevo a")).toBe(status === 410);
        expect(text).not.toMatch(/FEA\d/);
        expect(await page.evaluate(FIND_CONTRAST)).toBeGreaterThanOrEqual(CONTRAST_LEAST);
        await takeScreenshot(page, `link-${status}-${colorScheme}`);
        await close();
      }
    },
  );
});
