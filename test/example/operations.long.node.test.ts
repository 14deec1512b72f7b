// Runs the calls that the reference shows, in each language, against a stand: every one is answered as its client expects.
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { visitSharedStand } from "../support/shared-stand.ts";

const ROOT = join(import.meta.dirname, "../..");
const run = promisify(execFile);
/** What a document's fiscal id looks like. */
const FISCAL_ID = /\b[0-9a-f]{96}\b/g;
/** A sale, two notes on it, a purchase and its note. */
const CREATIONS = 5;

const LANGUAGES = [
  { language: "curl", probe: ["curl", "--version"], program: ["sh", "examples/curl/operations.sh"] },
  { language: "TypeScript", probe: ["node", "--version"], program: ["node", "examples/typescript/operations.ts"] },
  { language: "Python", probe: ["python3", "--version"], program: ["python3", "-B", "examples/python/operations.py"] },
  {
    language: "PHP",
    probe: ["php", "-r", "exit((int) !extension_loaded('curl'));"],
    program: ["php", "examples/php/operations.php"],
  },
  { language: "C#", probe: ["mcs", "--version"], program: ["mono", "operations.exe"] },
] as const;

function isInstalled({ language, probe: [command, ...parameters] }: (typeof LANGUAGES)[number]): boolean {
  if (spawnSync(command, parameters).status === 0) return true;
  if (process.env.CI === "true") throw new Error(`CI has no ${language}`);
  console.warn(`skipped: ${language} is not installed`);
  return false;
}

describe("the calls of the reference in", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "factura-edge-operations-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The program with its client in one file. */
  async function compile() {
    const sources = readdirSync(join(ROOT, "client-csharp/src")).map((name) => join(ROOT, "client-csharp/src", name));
    const all = [...sources, join(ROOT, "examples/csharp/Operations.cs")];
    await run("mcs", ["-langversion:7", `-out:${join(folder, "operations.exe")}`, "-r:System.Net.Http", ...all]);
  }

  it.each(LANGUAGES.filter(isInstalled))(
    "$language are answered, all of them",
    async ({ language, program: [command, ...parameters] }) => {
      if (language === "C#") await compile();
      const { base_url: base, companies } = await visitSharedStand();
      const [company] = companies;
      const { stdout } = await run(
        command,
        parameters.map((one) => (one.includes("/") ? join(ROOT, one) : one)),
        {
          cwd: folder,
          maxBuffer: 2 ** 26,
          env: {
            ...process.env,
            ...{ BASE_URL: base, COMPANY_ID: String(company?.id), TOKEN: company?.tokens.all },
            PYTHONPATH: join(ROOT, "client-python"),
          },
        },
      );
      expect(new Set(stdout.match(FISCAL_ID)).size, stdout).toBeGreaterThanOrEqual(CREATIONS);
    },
  );
});
