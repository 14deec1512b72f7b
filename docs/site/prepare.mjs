// Writes the pages of the reference after an installation; they are not committed.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
/** The project's own Node reads TypeScript; the one that installs may be too old for it. */
const node = join(here, "../../node_modules/node/bin", process.platform === "win32" ? "node.exe" : "node");

const run = spawnSync(existsSync(node) ? node : process.execPath, [join(here, "build.ts")], { encoding: "utf8" });
if (run.status !== 0) {
  process.stdout.write(
    `notice: the pages of the reference were not written; \`npm run docs\` writes them\n${run.stderr}`,
  );
}
