// Runs `npm run deep -- runtimes`: what verifies webhooks, in Bun and Deno, and the client's types under `moduleResolution` node10,
// which the compiler of this project no longer has. The registry gives all three in exact versions.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROGRAM } from "./package-program.ts";
import { bundleCheck } from "./webhook-bundle.ts";

/** Each package fetches its program by a script of its own. */
const RUNTIMES = [
  { name: "bun", version: "1.4.5", installer: "install.js" },
  { name: "deno", version: "2.9.6", installer: "install.cjs" },
] as const;

const COMPILER = "typescript@5.9.3";
const NODE10 =
  "--noEmit --strict --skipLibCheck false --target ES2022 --lib ES2022,DOM --module commonjs --moduleResolution node10";
const CLIENT = join(import.meta.dirname, "../../client");

const folder = mkdtempSync(join(tmpdir(), "factura-edge-runtimes-"));
const run = (program: string, ...parameters: string[]) =>
  execFileSync(program, parameters, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim();
try {
  writeFileSync(join(folder, "package.json"), '{"private":true}');
  const packages = RUNTIMES.map(({ name, version }) => `${name}@${version}`);
  run("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", ...packages, COMPILER, CLIENT);
  for (const { name, installer } of RUNTIMES) run(process.execPath, join("node_modules", name, installer));
  writeFileSync(join(folder, "check.mjs"), `${await bundleCheck()}\ncheck.checkWebhook().then(console.log);\n`);
  for (const { name, version } of RUNTIMES) {
    const outcome = run(`node_modules/.bin/${name}`, "run", "check.mjs");
    console.log(`${name} ${version}: ${outcome}`);
    if (outcome !== "verified") process.exitCode = 1;
  }
  writeFileSync(join(folder, "program.ts"), PROGRAM);
  run("node_modules/.bin/tsc", ...NODE10.split(" "), "--typeRoots", "node_modules/none", "program.ts");
  console.log(`${COMPILER}, node10: compiles`);
} finally {
  rmSync(folder, { recursive: true });
}
