// The report of 306 companies in a real browser: how tall it is, on a phone and at a desk, and what stands first.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { writeCsv } from "../../operator/csv.ts";
import { findCheckDigit } from "../../src/domain/catalogue/catalogue.ts";
import { hasChromium, launchBrowser, WIDTHS } from "../reference/browser.ts";
import { COMPANY, openWorkbench, type Workbench } from "./workbench.ts";

const SIZE = z.object({ width: z.number(), height: z.number() });
const COMPANIES = 306;
/** Companies without a certificate, and those whose range was renewed. */
const [UNSIGNED, RENEWED] = [12, 40];

let bench: Workbench;
let path: string;
beforeAll(async () => {
  bench = openWorkbench();
  const rows = Array.from({ length: COMPANIES }, (_, place) => {
    const nit = String(900_500_000 + place);
    return { ...COMPANY, nit: `${nit}-${findCheckDigit(nit)}`, name: `Comercializadora Número ${place + 1} S.A.S.` };
  });
  writeFileSync(join(bench.root, "companies.csv"), writeCsv(rows));
  await bench.run("company import", {}, join(bench.root, "companies.csv"));
  bench.query(`INSERT INTO certificates (company_id, location, subject, issuer_name, serial_number, chain, cert_digest, not_before, not_after)
    SELECT id, 'vault', 's', 'i', '77', '[]', 'd', '2026-01-01T00:00:00Z', '2028-01-01T03:00:00Z' FROM companies WHERE id > ${UNSIGNED}`);
  const range = (prefix: string, last: string, validTo: string, which: string) =>
    bench.query(`INSERT INTO ranges (company_id, kind, resolution, resolution_date, prefix, from_number, to_number, last_number, valid_from, valid_to,
      next_number, sealed_technical_key) SELECT id, 'fe', '1876' || '${prefix}', '2026-01-01', '${prefix}', 1, 9000, ${last}, '2026-01-01', '${validTo}', 31, sealed.key
      FROM companies, (SELECT sealed_pin AS key FROM software LIMIT 1) AS sealed WHERE ${which}`);
  // The numbers of a renewed range end five days from now; another one goes on.
  range("FE", "NULL", "2028-01-01", `id > ${RENEWED}`);
  range("FA", "30", "2026-11-25", `id <= ${RENEWED}`);
  range("FB", "NULL", "2028-01-01", `id <= ${RENEWED}`);
  path = join(bench.root, "report.html");
  const ran = await bench.run("report", { output: path });
  if (ran.code !== 0) throw new Error(ran.err);
});
afterAll(() => bench.close());

describe("the report of 306 companies", () => {
  it("says first what needs somebody, a line for each kind", () => {
    const page = readFileSync(path, "utf8");
    expect(page.indexOf("What needs somebody")).toBeLessThan(page.indexOf("Documents by day"));
    expect(page).toContain('<b class="bad">certificate_missing</b>: 12 companies, 1 Comercializadora Número 1 S.A.S.');
    expect(page.match(/<details class="company">/g)).toHaveLength(COMPANIES);
    const order = [...page.matchAll(/<details class="company"><summary><span class="who">(\d+) /g)].map(([, id]) => id);
    expect(order.slice(0, UNSIGNED)).toEqual(Array.from({ length: UNSIGNED }, (_, place) => String(place + 1)));
  });

  it("has no red for a range after which another one goes on", () => {
    const page = readFileSync(path, "utf8");
    expect(page.match(/<span class="faint">2026-11-25, another one goes on<\/span>/g)).toHaveLength(RENEWED);
    expect(page).not.toMatch(/class="(?:bad|warn)">2026-11-25/);
  });

  it("has one clock", () => {
    const page = readFileSync(path, "utf8");
    expect(page).toContain("2027-12-31 22:00:00");
    expect(page).not.toMatch(/\d{4}-\d\d-\d\dT\d\d:\d\d/);
  });
});

describe.runIf(hasChromium())("in a browser, the report of 306 companies", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it.each(WIDTHS)(
    "is less than 9,000 pixels tall and not wider than the %i of its screen, also with companies opened",
    async (width) => {
      const page = await browser.newPage({ viewport: { width, height: 900 } });
      await page.goto(pathToFileURL(path).href);
      const measure = async () => {
        return SIZE.parse(
          await page.evaluate(
            "({ width: document.documentElement.scrollWidth, height: document.documentElement.scrollHeight })",
          ),
        );
      };
      const closed = await measure();
      expect(closed.width).toBe(width);
      expect(closed.height).toBeLessThan(9_000);
      await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
      expect((await measure()).width).toBe(width);
      await page.close();
    },
  );
});
