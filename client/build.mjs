// Builds the client into `dist`, also after every installation of the project, so that the folder itself can be installed.
import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = dirname(fileURLToPath(import.meta.url));
const compiler = join(folder, "../node_modules/typescript/bin/tsc");

if (existsSync(compiler)) {
  rmSync(join(folder, "dist"), { recursive: true, force: true });
  const run = spawnSync(process.execPath, [compiler, "-p", folder], { stdio: "inherit" });
  process.exitCode = run.status ?? 1;
} else {
  process.stdout.write("notice: the compiler is not installed, so that the client was not built\n");
}
