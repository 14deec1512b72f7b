// Holds the first page to what it promises: short, true examples, and the same in both languages.
import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { visitSharedStand } from "./support/shared-stand.ts";

const ROOT = join(import.meta.dirname, "..");
const WORDS_MOST = 1_000;
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const english = read("README.md");
const spanish = read("README.es.md");
const run = promisify(execFile);

/** Levels of the headings, blocks of code, commands and addresses in their order: what a translation leaves as it is. */
function outline(page: string) {
  return {
    headings: [...page.matchAll(/^#+/gm)].map(([level]) => level),
    blocks: [...page.matchAll(/```[\s\S]*?```/g)].map(([block]) => block),
    code: [...page.replace(/```[\s\S]*?```/g, "").matchAll(/`[^`\n]+`/g)].map(([code]) => code),
    addresses: [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, to]) => to).slice(1),
    rows: [...page.matchAll(/^(?:\||- ).*$/gm)].length,
  };
}

const EXAMPLES = [
  { language: "ts", file: "examples/typescript/first.ts", command: "node" },
  { language: "python", file: "examples/python/first.py", command: "python3" },
] as const;

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

  it("has the same headings, commands, rows and links in both languages", () => {
    expect(outline(spanish)).toEqual(outline(english));
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
    ["Spanish", "docs/reference/01-primer-documento.md"],
    ["English", "docs/reference/en/01-primer-documento.md"],
  ])("leads to a first guide in %s whose invoice is rehearsed and issued as it is copied", async (language, file) => {
    const [, body = ""] = /```json\n(\{[^`]*"draft_key"[^`]*)```/.exec(read(file)) ?? [];
    const { base_url: base, companies } = await visitSharedStand();
    const [company] = companies;
    const url = `${base}/companies/${company?.id}/fe/facturas`;
    const headers = { Authorization: `Bearer ${company?.tokens.all}`, "Content-Type": "application/json" };
    const statuses: number[] = [];
    for (const query of ["?dry_run=true", ""]) {
      // A sale of its own in each language.
      const own = body.replace("venta-2026-000123", `venta-${language}`);
      statuses.push((await fetch(url + query, { method: "POST", headers, body: own })).status);
    }
    expect(statuses).toEqual([200, 201]);
  });
});
