// Runs `npm run deep -- runtimes`: what verifies webhooks, in Bun and Deno, which the registry gives in exact versions.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleCheck } from "./webhook-bundle.ts";

/** Each package fetches its program by a script of its own. */
const RUNTIMES = [
  { name: "bun", version: "1.4.5", installer: "install.js" },
  { name: "deno", version: "2.9.6", installer: "install.cjs" },
] as const;

const folder = mkdtempSync(join(tmpdir(), "factura-edge-runtimes-"));
const run = (program: string, ...parameters: string[]) =>
  execFileSync(program, parameters, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim();
try {
  writeFileSync(join(folder, "package.json"), '{"private":true}');
  const packages = RUNTIMES.map(({ name, version }) => `${name}@${version}`);
  run("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", ...packages);
  for (const { name, installer } of RUNTIMES) run(process.execPath, join("node_modules", name, installer));
  writeFileSync(join(folder, "check.mjs"), `${await bundleCheck()}\ncheck.checkWebhook().then(console.log);\n`);
  for (const { name, version } of RUNTIMES) {
    const outcome = run(`node_modules/.bin/${name}`, "run", "check.mjs");
    console.log(`${name} ${version}: ${outcome}`);
    if (outcome !== "verified") process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}
