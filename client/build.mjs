// Builds the client into `dist`, as modules and, in `dist/cjs`, for `require`, also after every installation of the project, so that
// the folder itself can be installed.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = dirname(fileURLToPath(import.meta.url));
const compiler = join(folder, "../node_modules/typescript/bin/tsc");
const required = "--outDir dist/cjs --module commonjs --moduleResolution bundler --verbatimModuleSyntax false";

/** Whether it went well; the compiler has said what did not. */
function compile(...parameters) {
  const run = spawnSync(process.execPath, [compiler, "-p", folder, ...parameters], { cwd: folder, stdio: "inherit" });
  if (run.status !== 0) process.exitCode = run.status ?? 1;
  return run.status === 0;
}

/** Types name each other by what is shipped: older compilers take no `.ts` there. */
function nameShipped(directory) {
  for (const name of readdirSync(directory).filter((one) => one.endsWith(".d.ts"))) {
    const path = join(directory, name);
    writeFileSync(path, readFileSync(path, "utf8").replaceAll(/("\.\/[\w-]+)\.ts"/g, '$1.js"'));
  }
}

if (existsSync(compiler)) {
  rmSync(join(folder, "dist"), { recursive: true, force: true });
  if (compile() && compile(...required.split(" "))) {
    writeFileSync(join(folder, "dist/cjs/package.json"), '{ "type": "commonjs" }\n');
    nameShipped(join(folder, "dist"));
    nameShipped(join(folder, "dist/cjs"));
  }
} else {
  process.stdout.write("notice: the compiler is not installed, so that the client was not built\n");
}
