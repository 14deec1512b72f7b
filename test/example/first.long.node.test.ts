// Runs the programs that issue a first invoice, in each language: against a stand, also with a token that is none, and where nobody
// listens.
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, it } from "vitest";
import { openCauses } from "../client/cause-table.ts";
import { describeForClients, visitSharedStand } from "../support/shared-stand.ts";

const ROOT = join(import.meta.dirname, "../..");
const run = promisify(execFile);
const CSHARP = "mcs -langversion:7 -r:System.Net.Http examples/csharp/First.cs client-csharp/src/*.cs";

const PROGRAMS = [
  { language: "TypeScript", probe: "node --version", command: "node examples/typescript/first.ts" },
  { language: "Python", probe: "python3 --version", command: "python3 -B examples/python/first.py" },
  {
    language: "PHP",
    probe: `php -r 'exit((int) !extension_loaded("curl"));'`,
    command: "php -d display_errors=stderr examples/php/first.php",
  },
  {
    language: "C#",
    probe: "mcs --version && mono --version",
    command: `program=$(mktemp -p "$FOLDER"); ${CSHARP} -out:"$program" && mono "$program"`,
  },
] as const;

function isInstalled({ language, probe }: (typeof PROGRAMS)[number]): boolean {
  if (spawnSync("sh", ["-c", probe]).status === 0) return true;
  if (process.env.CI === "true") throw new Error(`CI lacks what the example in ${language} needs: "${probe}" fails`);
  console.warn(`skipped: the example in ${language} needs what is not installed here ("${probe}" fails)`);
  return false;
}

describe.concurrent("the first invoice", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "factura-edge-first-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function runProgram(command: string, environment: Readonly<Record<string, string>>) {
    const clients = { FOLDER: folder, PYTHONPATH: join(ROOT, "client-python") };
    return run("sh", ["-c", command], { cwd: ROOT, env: { ...process.env, ...clients, ...environment } });
  }

  it.for(PROGRAMS.filter(isInstalled))(
    "is issued in $language, which prints its number",
    async ({ command }, { expect }) => {
      const { stdout } = await runProgram(command, describeForClients(await visitSharedStand()));
      expect(stdout).toMatch(/^FEA \d+ [0-9a-f]{96}\n$/);
    },
  );

  it.for(PROGRAMS.filter(isInstalled))(
    "is not sent in $language without an address and a company, and says so",
    async ({ command }, { expect }) => {
      const nothing = { BASE_URL: "", COMPANY_ID: "", TOKEN: "" };
      const stderr = expect.stringMatching(/^(?:NotSentError: )?nothing was sent: the address [^\n]*\n$/);
      await expect(runProgram(command, nothing)).rejects.toMatchObject({ code: 1, stdout: "", stderr });
      await expect(runProgram(`unset BASE_URL COMPANY_ID TOKEN; ${command}`, nothing)).rejects.toMatchObject({
        stderr,
      });
    },
  );

  it.for(PROGRAMS.filter(isInstalled))(
    "is refused in $language in one line, with its code",
    async ({ command }, { expect }) => {
      const stand = { ...describeForClients(await visitSharedStand()), TOKEN: "fed_none" };
      const stderr = expect.stringMatching(/^(?:ApiError: )?unauthorized: La autorización Bearer [^\n]*\n$/);
      await expect(runProgram(command, stand)).rejects.toMatchObject({ code: 1, stdout: "", stderr });
    },
  );

  it.for(PROGRAMS.filter(isInstalled))(
    "is given up in $language within its patience where nobody listens, and says so",
    async ({ command }, { expect }) => {
      const {
        causes: [gone],
        close,
      } = await openCauses();
      close();
      const address = { BASE_URL: gone?.baseUrl ?? "", COMPANY_ID: "1", TOKEN: "fed_1" };
      const startedAt = Date.now();
      const stderr = expect.stringMatching(
        /^(?:OutcomeUnknownError: )?no conclusive answer.*(?:REFUSED|refused|connect).*repeat with the same key[^\n]*\n$/,
      );
      await expect(runProgram(command, address)).rejects.toMatchObject({ code: 1, stderr });
      expect(Date.now() - startedAt).toBeLessThan(90_000);
    },
  );
});
