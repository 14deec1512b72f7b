// Times the first text of the reference on an emulated slow phone: `npm run deep -- slow-phone`. A machine with other work measures
// that work too: the best of some visits counts.
import { parseArgs } from "node:util";
import type { Page } from "playwright-core";
import { hasChromium, SOME_PAGES, serveReference, visit, WIDTHS } from "./browser.ts";

const { values } = parseArgs({
  options: { within: { type: "string", default: "1500" }, visits: { type: "string", default: "6" } },
});
const COLOR_SCHEMES = ["light", "dark"] as const;
const withinMs = Number(values.within);
const visitsMost = Number(values.visits);

/** Milliseconds until the first text was on the screen. */
async function readFirstText(page: Page): Promise<number> {
  await page.waitForFunction("performance.getEntriesByName('first-contentful-paint').length > 0");
  return Number(await page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"));
}

async function main(): Promise<void> {
  const { browser, origin, close } = await serveReference();
  const troubles = new Set<string>();
  try {
    for (const version of ["v1", "v2"]) {
      for (const screen of WIDTHS.flatMap((width) => COLOR_SCHEMES.map((colorScheme) => ({ width, colorScheme })))) {
        // The first version has no pages in English.
        for (const path of SOME_PAGES.filter((one) => version !== "v1" || !one.startsWith("/en"))) {
          const address = `${origin}/api/ext/${version}/docs${path}`;
          let best = Number.POSITIVE_INFINITY;
          for (let visits = 0; visits < visitsMost && best > withinMs; visits += 1) {
            const visited = await visit(browser, address, { ...screen, isSlow: true });
            best = Math.min(best, await readFirstText(visited.page));
            for (const trouble of visited.troubles) troubles.add(`${address}: ${trouble}`);
            await visited.close();
          }
          console.log(`${version} ${screen.width} ${screen.colorScheme} ${path || "/"}: ${Math.round(best)} ms`);
          if (best > withinMs) troubles.add(`${address} at ${screen.width}: first text after ${Math.round(best)} ms`);
        }
      }
    }
  } finally {
    await close();
  }
  for (const trouble of troubles) console.error(trouble);
  process.exitCode = troubles.size === 0 ? 0 : 1;
}

if (hasChromium()) await main();
