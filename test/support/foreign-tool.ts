// Runs foreign checkers (libxml2, xmlsec1) where they are installed, or says that it cannot.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Whether all these commands can be run. Under CI a missing one is a failure, elsewhere the tests say that they skip.
 * Use as `describe.skipIf(!hasTools("xmllint"))`.
 */
export function hasTools(...names: readonly string[]): boolean {
  const missing = names.filter((name) => spawnSync(name, ["--version"]).error !== undefined);
  if (missing.length === 0) return true;
  if (process.env.CI === "true") throw new Error(`not installed: ${missing.join(", ")}; CI needs them`);
  console.warn(`skipped: not installed: ${missing.join(", ")} (see .ci/run for their packages)`);
  return false;
}

/**
 * Runs one command on files with the given contents, all at once.
 * @returns what it printed (both streams), and whether it exited with 0.
 */
export function runOnFiles(
  command: string,
  options: readonly string[],
  contents: Readonly<Record<string, string | Uint8Array>>,
): { readonly output: string; readonly isOk: boolean } {
  const folder = mkdtempSync(join(tmpdir(), "factura-edge-"));
  try {
    const paths = Object.entries(contents).map(([name, content]) => {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    });
    const run = spawnSync(command, [...options, ...paths], { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
    return { output: `${run.stdout}${run.stderr}`, isOk: run.status === 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
