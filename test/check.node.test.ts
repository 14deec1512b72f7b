// Types and lint of the whole project, beside the other tests: `npm run check` runs them alone.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };

const ROOT = join(import.meta.dirname, "..");
const COMMANDS = manifest.scripts.check.split(" && ").map((line) => line.split(" "));

/** @returns what a program says and how it ended. */
function run(program: string, parameters: readonly string[]): Promise<{ code: number | string; said: string }> {
  return new Promise((resolve) => {
    execFile(join(ROOT, "node_modules/.bin", program), parameters, { cwd: ROOT }, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, said: stdout + stderr });
    });
  });
}

it.each(COMMANDS)("%s finds nothing", async (program, ...parameters) => {
  const { code, said } = await run(program ?? "", parameters);
  expect(code, said).toBe(0);
});
