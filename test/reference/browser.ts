// Serves the reference, and visits pages with a real browser, which may be a slow phone, and notes everything that should not be.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { writePages } from "../../docs/site/build.ts";

const ROOT = join(import.meta.dirname, "../..");
const SCREENSHOTS = join(ROOT, ".demo/page");
const CHROMIUM = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
const CHROMIUM_OPTIONS =
  "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync".split(
    " ",
  );
/** A phone of some years on a slow mobile network, as browsers' own audits emulate it. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 7.5e5 / 8 };
const SLOWER_CPU = 4;

/** Pages that stand for the others, in both languages: the first one, guides, an operation. Paths below `docs`. */
export const SOME_PAGES = [
  "",
  "/idempotencia",
  "/errores",
  "/createInvoice",
  "/lo-que-no-hay",
  "/en",
  "/en/idempotencia",
  "/en/errores",
  "/en/createInvoice",
  "/en/pruebas",
] as const;

/** Pixels of the screens that the pages are looked at on: a phone and a desk. */
export const WIDTHS = [390, 1440] as const;

/** Under CI a missing browser is a failure, elsewhere the tests say that they skip. */
export function hasChromium(): boolean {
  if (existsSync(CHROMIUM)) return true;
  if (process.env.CI === "true") throw new Error(`${CHROMIUM} is not installed; CI needs it`);
  console.warn(`skipped: ${CHROMIUM} is not installed (apt-get install -y chromium)`);
  return false;
}

/** A browser that asks nobody but the pages it visits. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_OPTIONS });
}

/** A browser, and the reference as the platform serves it. */
export interface Served {
  readonly browser: Browser;
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** Writes the pages and serves them on a free port. */
export async function serveReference(): Promise<Served> {
  writePages();
  const server = spawn("node", [join(import.meta.dirname, "serve.ts")], {
    cwd: ROOT,
    env: { ...process.env, CI: "1", WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false" },
  });
  const [origin, browser] = await Promise.all([readOrigin(server), launchBrowser()]);
  const close = async () => {
    await browser.close();
    server.kill("SIGTERM");
  };
  return { browser, origin, close };
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

interface Wish {
  readonly width: number;
  readonly colorScheme?: "light" | "dark";
  readonly isSlow?: boolean;
  readonly javaScriptEnabled?: boolean;
}

/** What a page did that should not be, and what it asked for. */
interface Seen {
  readonly origin: string;
  readonly troubles: string[];
  readonly requests: string[];
}

interface Tab {
  readonly page: Page;
  /** Of the visit that it is open for. */
  seen: Seen;
}

/** Tabs whose visit is over, by what they were opened with: a new one costs more than a second of the processor. */
const idle = new WeakMap<Browser, Map<string, Tab>>();

/** A page, and everything about its visit that should not be; each visit finds the browser's storage empty. */
export async function visit(browser: Browser, address: string, wish: Wish) {
  const { width, colorScheme = "light", isSlow = false, javaScriptEnabled = true } = wish;
  const tabs = idle.get(browser) ?? new Map<string, Tab>();
  idle.set(browser, tabs);
  const kind = `${width} ${javaScriptEnabled}`;
  const known = isSlow ? undefined : tabs.get(kind);
  tabs.delete(kind);
  const seen: Seen = { origin: new URL(address).origin, troubles: [], requests: [] };
  const tab = known ?? (await openTab(browser, { width, javaScriptEnabled }, seen));
  tab.seen = seen;
  const { page } = tab;
  await page.emulateMedia({ colorScheme, media: null });
  if (isSlow) await slowDown(page);
  await page.goto(address, { waitUntil: "load" });
  const close = async () => {
    if (isSlow || tabs.has(kind)) return page.context().close();
    await page.evaluate("localStorage.clear()");
    await page.goto("about:blank");
    tabs.set(kind, tab);
  };
  const { troubles, requests } = seen;
  return { page, troubles, requests, close };
}

interface Screen {
  readonly width: number;
  readonly javaScriptEnabled: boolean;
}

async function openTab(browser: Browser, { width, javaScriptEnabled }: Screen, seen: Seen): Promise<Tab> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, javaScriptEnabled });
  const page = await context.newPage();
  const tab: Tab = { page, seen };
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) tab.seen.troubles.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => tab.seen.troubles.push(`thrown: ${error.message}`));
  page.on("requestfailed", (request) => tab.seen.troubles.push(`failed: ${request.url()}`));
  page.on("response", (response) => {
    if (response.status() >= 400) tab.seen.troubles.push(`${response.status()}: ${response.url()}`);
  });
  page.on("request", (request) => {
    const { requests, origin, troubles } = tab.seen;
    requests.push(request.url());
    const isElsewhere = !/^(blob|data):/.test(request.url()) && !request.url().startsWith(origin);
    if (isElsewhere) troubles.push(`another host: ${request.url()}`);
  });
  return tab;
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", SLOW);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER_CPU });
}

/** For people to look at, where SCREENSHOTS=true asks for them. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (process.env.SCREENSHOTS !== "true") return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
}
