// Tests the reference page in a real browser, served by the Worker alone: complete, quiet, readable on a phone, without a field
// for a token.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const SCREENSHOTS = join(ROOT, ".demo/page");
const CHROMIUM = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
const CHROMIUM_OPTIONS =
  "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync".split(
    " ",
  );

/** A loaded machine draws the page slowly. */
const PAGE_TIMEOUT_MS = 180_000;

const DSE_OPERATIONS = ["Crear documento soporte", "Consultar documento soporte"];

/** Under CI a missing browser is a failure, elsewhere the tests say that they skip. */
function hasChromium(): boolean {
  if (existsSync(CHROMIUM)) return true;
  if (process.env.CI === "true") throw new Error(`${CHROMIUM} is not installed; CI needs it`);
  console.warn(`skipped: ${CHROMIUM} is not installed (apt-get install -y chromium)`);
  return false;
}

/** The address that the server prints once it is up. */
function readOrigin(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    const listen = (chunk: Buffer) => {
      output += chunk.toString();
      const [, found] = /ORIGIN (\S+)/.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    };
    server.stdout?.on("data", listen);
    server.stderr?.on("data", listen);
    server.on("error", reject);
    server.on("exit", (code) => reject(new Error(`the Worker ended with ${code}: ${output.slice(-2000)}`)));
  });
}

/** A page, and everything about its visit that should not be. */
async function visit(browser: Browser, origin: string, width: number, hash = "") {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  const troubles: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) troubles.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => troubles.push(`thrown: ${error.message}`));
  page.on("requestfailed", (request) => troubles.push(`failed: ${request.url()}`));
  page.on("response", (response) => {
    if (response.status() >= 400) troubles.push(`${response.status()}: ${response.url()}`);
  });
  page.on("request", (request) => {
    if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(origin)) {
      troubles.push(`another host: ${request.url()}`);
    }
  });
  await page.goto(`${origin}/api/ext/v1/docs${hash}`, { waitUntil: "networkidle" });
  await page.getByRole("heading", { name: "Primer documento", exact: true }).waitFor();
  return { page, troubles };
}

/** For people to look at; the wheel makes a headless browser draw what it jumped to. */
async function takeScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.waitForTimeout(500);
  await page.mouse.wheel(0, 1);
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
}

describe.skipIf(!hasChromium())("the reference page", () => {
  let worker: ChildProcess;
  let browser: Browser;
  let origin: string;

  beforeAll(async () => {
    worker = spawn("node", [join(import.meta.dirname, "serve.ts")], {
      cwd: ROOT,
      env: { ...process.env, CI: "1", WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false" },
    });
    origin = await readOrigin(worker);
    browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_OPTIONS });
  });

  afterAll(async () => {
    await browser?.close();
    worker?.kill("SIGTERM");
  });

  it.each([
    [390, ["", "#description/idempotencia-y-reintentos", "#tag/dse", "#tag/fe"]],
    [1440, ["", "#tag/fe"]],
  ])(
    "is whole and quiet at %i px, from this host alone, and never wider than the screen",
    async (width, places) => {
      for (const hash of places) {
        const { page, troubles } = await visit(browser, origin, width, hash);
        for (const guide of ["Idempotencia y reintentos", "Estados", "Errores", "Pruebas con etiquetas"]) {
          await page.getByRole("heading", { name: guide, exact: true }).first().waitFor({ state: "attached" });
        }
        await takeScreenshot(page, `${hash.replaceAll(/\W+/g, "-").slice(1) || "top"}-${width}`);
        expect(await page.evaluate("document.documentElement.scrollWidth"), hash).toBeLessThanOrEqual(width);
        expect(troubles, hash).toEqual([]);
        await page.close();
      }
    },
    PAGE_TIMEOUT_MS,
  );

  it(
    "has no place for a token and no button that sends a request",
    async () => {
      const { page } = await visit(browser, origin, 1440, "#tag/dse");
      // Nothing is there either while the operations are not drawn yet.
      for (const operation of DSE_OPERATIONS) {
        await page.getByRole("heading", { name: operation, exact: true }).first().waitFor();
      }
      expect(await page.locator("input[type=password]").count()).toBe(0);
      expect(await page.getByRole("button", { name: /probar|enviar solicitud|test request/i }).count()).toBe(0);
      await page.close();
    },
    PAGE_TIMEOUT_MS,
  );

  it(
    "leads from the link of an error to its place",
    async () => {
      const { page, troubles } = await visit(browser, origin, 1440, "#error-plan_exhausted");
      const heading = page.getByRole("heading", { name: "plan exhausted" });
      await expect
        .poll(async () => (await heading.boundingBox())?.y ?? -1, { timeout: 10_000 })
        .toSatisfy((top: number) => top >= 0 && top < 900);
      expect(troubles).toEqual([]);
      await page.close();
    },
    PAGE_TIMEOUT_MS,
  );

  it(
    "finds a guide and a route by search",
    async () => {
      const { page } = await visit(browser, origin, 1440);
      await page.locator("button", { hasText: "Buscar" }).first().click();
      for (const [words, found] of [
        ["Idempotencia", /Idempotencia y reintentos/],
        ["Consultar un adquirente", /adquirente/i],
      ] as const) {
        await page.keyboard.press("ControlOrMeta+A");
        await page.keyboard.type(words);
        await page.getByRole("option", { name: found }).first().waitFor();
      }
      await takeScreenshot(page, "search-1440");
      await page.close();
    },
    PAGE_TIMEOUT_MS,
  );

  it("serves the document and the summary for language models beside it", async () => {
    const document = await fetch(`${origin}/api/ext/v1/openapi.json`);
    expect(document.headers.get("content-type")).toContain("application/json");
    expect(((await document.json()) as { openapi: string }).openapi).toBe("3.1.0");
    const summary = await fetch(`${origin}/llms.txt`);
    expect(summary.status).toBe(200);
    expect(await summary.text()).toContain("/api/ext/v1/openapi.json");
    const page = await fetch(`${origin}/api/ext/v1/docs`);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  });
});
