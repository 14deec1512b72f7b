// Holds the first page to what it promises: short, true examples, and the same in both languages.
import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { buildReference } from "../docs/openapi/build.ts";
import { createTranslator } from "../docs/openapi/translate.ts";
import { visitSharedStand } from "./support/shared-stand.ts";

const ROOT = join(import.meta.dirname, "..");
const WORDS_MOST = 1_000;
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const english = read("README.md");
const spanish = read("README.es.md");
const run = promisify(execFile);

/** The guides have their English beside the Spanish, under other folders. */
const toSpanish = (address: string) => address.replace("reference/en/", "reference/v2/");

/** A comment of code behind a blank. */
const COMMENT = / +(?:#|\/\/) .*$/gm;

/** Levels of the headings, blocks of code but their comments, commands and addresses in their order: what a translation leaves as it is. */
function outline(page: string) {
  return {
    headings: [...page.matchAll(/^#+/gm)].map(([level]) => level),
    blocks: [...page.matchAll(/```[\s\S]*?```/g)].map(([block]) => block.replace(COMMENT, "")),
    code: [...page.replace(/```[\s\S]*?```/g, "").matchAll(/`[^`\n]+`/g)].map(([code]) => code),
    // The first one leads to the other language, whose own pages and headings have other names.
    addresses: [...page.matchAll(/\]\(([^)]+)\)/g)]
      .slice(1)
      .map(([, to = ""]) => toSpanish(to).replace(/^#.*|\.es(?=\.md$)/, "")),
    rows: [...page.matchAll(/^(?:\||- ).*$/gm)].length,
  };
}

const EXAMPLES = [
  { language: "ts", file: "examples/typescript/first.ts", command: "node" },
  { language: "python", file: "examples/python/first.py", command: "python3" },
] as const;

/** Where the page of costs has what the page on selling reckons with: issuing, reading, keeping for a month and for five years. */
const PRICES = [
  /^\| new invoice, 1 line, at a till \(v2\) \|.*\*\*([\d.]+)\*\*/m,
  /^\| read by id \|.*\*\*([\d.]+)\*\*/m,
  /^\| invoice, 1 line \| .* \| ([\d.]+) \| [\d.]+ \|$/m,
  /^\| invoice, 1 line \| .* \| ([\d.]+) \|$/m,
];
/** The page says "about": costs are counted again with every change. */
const PRICE_TOLERANCE = 0.2;

/** What an answer owes to its request: the totals of the lines, and the buyer, whom the code names. */
const ISSUED = z.object({
  subtotal: z.string(),
  impuestos: z.string(),
  total: z.string(),
  moneda: z.string(),
  representacion: z.object({ qr_texto: z.string().transform((text) => /DocAdq: .*/.exec(text)?.[0]) }),
});

/** As a program that has installed the client writes it. */
function asPublished(text: string): string {
  return text.replace("../../client/src/client-v2.ts", "factura-edge-client/v2");
}

describe("the first page", () => {
  it.each([
    ["English", english],
    ["Spanish", spanish],
  ])("in %s says whose authority it is, what was not tried, and ends before it tires", (_, page) => {
    expect(page.split("##")[0]).toContain("DIAN");
    expect(page.split("##")[0]).toContain("1.0.0");
    expect(page.split("##")[0]).toMatch(/\*\*(?:Not tried|No probado): /);
    expect(page.trim().split(/\s+/).length).toBeLessThanOrEqual(english === page ? WORDS_MOST : WORDS_MOST * 1.15);
  });

  it.each(["README", "docs/selling"])(
    "has in %s the same headings, commands, rows and links in both languages",
    (page) => {
      expect(outline(read(`${page}.es.md`))).toEqual(outline(read(`${page}.md`)));
    },
  );

  it.each([
    ["English", "docs/selling.md", "."],
    ["Spanish", "docs/selling.es.md", ","],
  ])("leads to a page on selling in %s whose prices are those of what a document costs", (_, path, point) => {
    const cost = read("docs/cost.md");
    const text = read(path).replaceAll(new RegExp(`(?<=\\d)[${point}](?=\\d)`, "g"), ".");
    const products = [...text.matchAll(/(\d+) × (0\.\d+) = (\d\.\d\d)/g)];
    expect(products).toHaveLength(PRICES.length);
    for (const [index, [sum, thousands, price, product]] of products.entries()) {
      expect((Number(thousands) * Number(price)).toFixed(2), sum).toBe(product);
      const counted = Number(PRICES[index]?.exec(cost)?.[1]);
      expect(Math.abs(Number(price) - counted), `${sum}, counted ${counted}`).toBeLessThan(counted * PRICE_TOLERANCE);
    }
  });

  it.each(EXAMPLES)("shows $file as it stands", ({ language, file }) => {
    expect(english).toContain(`\`\`\`${language}\n${asPublished(read(file)).trim()}\n\`\`\``);
  });

  it.each(EXAMPLES)(
    "shows in $file what issues an invoice",
    async ({ file, command }) => {
      if (spawnSync(command, ["--version"]).status !== 0) {
        if (process.env.CI === "true") throw new Error(`CI has no ${command}`);
        return console.warn(`skipped: ${command} is not installed`);
      }
      const { base_url: base, companies } = await visitSharedStand();
      const [company] = companies;
      const { stdout } = await run(command, [file], {
        cwd: ROOT,
        env: {
          ...process.env,
          BASE_URL: base,
          COMPANY_ID: String(company?.id),
          TOKEN: company?.tokens.all,
          PYTHONPATH: join(ROOT, "client-python"),
        },
      });
      expect(stdout).toMatch(/^FEA \d+ [0-9a-f]{96}\n$/);
    },
    // The first one of them starts the stand.
    240_000,
  );

  it.each([
    ["Spanish", buildReference("v2")],
    ["English", buildReference("v2", createTranslator())],
  ] as const)(
    "leads to a first guide in %s whose invoice is rehearsed, issued and answered as it is printed",
    async (language, { guides }) => {
      const printed = [...(guides[0]?.markdown ?? "").matchAll(/```json\n([^`]*)```/g)].map(([, json = ""]) => json);
      const [request = "", answer = ""] = printed;
      expect(printed).toHaveLength(2);
      const { base_url: base, companies } = await visitSharedStand();
      const [company] = companies;
      const url = `${base}/companies/${company?.id}/fe/facturas`;
      const headers = { Authorization: `Bearer ${company?.tokens.all}`, "Content-Type": "application/json" };
      // A sale of its own in each language.
      const body = request.replace("venta-2026-000123", `venta-${language}`);
      const rehearsed = await fetch(`${url}?dry_run=true`, { method: "POST", headers, body });
      const issued = await fetch(url, { method: "POST", headers, body });
      expect([rehearsed.status, issued.status]).toEqual([200, 201]);
      expect(ISSUED.parse(await issued.json())).toEqual(ISSUED.parse(JSON.parse(answer)));
    },
  );
});
