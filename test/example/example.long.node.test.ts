// Runs what a newcomer runs against a stand: each example program, whose documents are accepted and sent once although the answer
// to every first try is lost; and the demo.
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { DemoFile } from "../../stand/demo-file.ts";
import { playStory } from "../../stand/story.ts";
import { printLine } from "../../stand/terminal.ts";
import { openLossyFront } from "../support/front.ts";
import { visitSharedStand } from "../support/shared-stand.ts";

const ROOT = join(import.meta.dirname, "../..");
const EXAMPLES = [
  { language: "curl", command: ["sh", "examples/curl/issue.sh"], probe: ["curl", "--version"] },
  { language: "TypeScript", command: ["node", "examples/typescript/issue.ts"], probe: ["node", "--version"] },
  { language: "Python", command: ["python3", "examples/python/issue.py"], probe: ["python3", "--version"] },
  {
    language: "PHP",
    command: ["php", "examples/php/issue.php"],
    probe: ["php", "-r", "exit(extension_loaded('curl') ? 0 : 1);"],
  },
  {
    language: "C#",
    command: ["sh", "examples/csharp/run.sh"],
    probe: ["sh", "-c", "mcs --version && mono --version"],
  },
] as const;
function isInstalled({ language, probe }: (typeof EXAMPLES)[number]): boolean {
  const [command, ...parameters] = probe;
  if (spawnSync(command, parameters).status === 0) return true;
  if (process.env.CI === "true") throw new Error(`CI has no ${language}: "${probe.join(" ")}" fails`);
  console.warn(`skipped: the example in ${language} needs what is not installed here ("${probe.join(" ")}" fails)`);
  return false;
}

let demo: DemoFile;
beforeAll(async () => {
  demo = await visitSharedStand();
});

/** Runs a program to its end; its exit code and everything that it printed. */
function run(command: readonly string[], environment: Readonly<Record<string, string>>) {
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const [program = "", ...parameters] = command;
    const child = spawn(program, parameters, { cwd: ROOT, env: { ...process.env, ...environment } });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.on("error", reject);
    child.on("exit", (code) => resolve({ code, output }));
  });
}

async function countSendings(fiscalId: string): Promise<number> {
  const response = await fetch(`${demo.authority_url}/ledger`);
  const { arrivals } = (await response.json()) as { arrivals: { operation: string; document_key: string | null }[] };
  return arrivals.filter((one) => one.document_key === fiscalId && one.operation.startsWith("Send")).length;
}

describe("the example in", () => {
  it.each(EXAMPLES.filter(isInstalled))(
    "$language issues, repeats with the same key after a timeout, and annuls its invoice",
    async ({ command }) => {
      const [company] = demo.companies;
      const { origin } = new URL(demo.base_url);
      const front = await openLossyFront(origin);
      const { code, output } = await run(command, {
        BASE_URL: demo.base_url.replace(origin, front.origin),
        COMPANY_ID: String(company?.id),
        TOKEN: company?.tokens.all ?? "",
        FIRST_TIMEOUT_S: "0.5",
        WAIT_SCALE: "0.05",
      }).finally(front.close);
      expect(code, output).toBe(0);
      const settled = output.split("\n").filter((line) => line.startsWith("aceptado "));
      expect(
        settled.map((line) => line.replace(/\d+ (\d+\.\d\d) [0-9a-f]{96}$/, " $1")),
        output,
      ).toEqual(["aceptado DSA 142800.00", "aceptado FEA 59500.00", "aceptado NC 59500.00"]);
      const lost = output
        .split("\n")
        .filter((line) => line === "POST, try 1: no answer in time" || line === "POST, try 1: 000");
      expect(lost, output).toHaveLength(3);
      expect(front.lost(), output).toBe(3);
      for (const line of settled) expect(await countSendings(line.split(" ").at(-1) ?? "")).toBe(1);
    },
    120_000,
  );

  it("C# says what it needs where it finds neither Mono nor .NET", async () => {
    const { code, output } = await run(["/bin/sh", "examples/csharp/run.sh"], { PATH: "/nowhere" });
    expect([code, output]).toEqual([
      1,
      expect.stringContaining("needs Mono (mono-mcs, mono-runtime) or the SDK of .NET 8"),
    ]);
  });

  it("any language says what the service refuses, and stops", async () => {
    const [company] = demo.companies;
    const { code, output } = await run(["python3", "examples/python/issue.py"], {
      BASE_URL: demo.base_url,
      COMPANY_ID: String(company?.id),
      TOKEN: company?.tokens.revoked ?? "",
      FIRST_TIMEOUT_S: "30",
    });
    expect(code).toBe(1);
    expect(output).toContain("unauthorized");
  });
});

describe("the file of the demo", () => {
  it("names the series of each company's notes, with the number that comes next", () => {
    const DEFAULTS = {
      "91": { prefix: "NC", next: 1 },
      "92": { prefix: "ND", next: 1 },
      "95": { prefix: "NAS", next: 1 },
    };
    const TICKETS = { "93": { prefix: "NDP", next: 1 }, "94": { prefix: "NCP", next: 1 } };
    expect(demo.companies.map(({ series }) => series)).toEqual(
      demo.companies.map((_, index) => (index === 0 ? { ...DEFAULTS, ...TICKETS } : DEFAULTS)),
    );
  });
});

describe("the demo", () => {
  it("comes true, step by step, and says how long each took", async () => {
    const printed: string[] = [];
    expect(await playStory(demo, (line) => printed.push(printLine(line)))).toBe(true);
    const steps = printed.filter((line) => /^✓ +\d+\/10 {2}.+ {2}\d+\.\d s$/.test(line));
    expect(steps).toHaveLength(10);
    const annulment = printed.findIndex((line) => line.includes("A credit note annuls the invoice"));
    expect(printed[annulment + 1]?.trim()).toMatch(/^201 NC\d+ 227000\.00, then 400 reference_annulled$/);
    expect(printed.at(-1)).toBe("All of it came true.");
  });

  it("says what did not come true, and is then no success", async () => {
    const [company, ...others] = demo.companies;
    if (company === undefined) throw new Error("the stand has no company");
    const wrong = { ...demo, companies: [{ ...company, tokens: { ...company.tokens, all: "fed_x" } }, ...others] };
    const printed: string[] = [];
    expect(await playStory(wrong, (line) => printed.push(printLine(line)))).toBe(false);
    expect(printed).toContain("       NOT TRUE: status is 401, not 201");
    expect(printed.at(-1)).toBe("Not all of it came true.");
  });
});
