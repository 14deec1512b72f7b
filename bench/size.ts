// The production bundle into its gzip size, against the budget of 250 KB: fails when the bundle outgrows it.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

const ROOT = resolve(import.meta.dirname, "..");
const OUT = join(ROOT, "dist");
const BUDGET_BYTES = 250 * 1024;

const dryRun = spawnSync("wrangler", ["deploy", "--dry-run", "--outdir", OUT, "--minify"], {
  cwd: ROOT,
  encoding: "utf8",
  env: { ...process.env, WRANGLER_SEND_METRICS: "false", CI: "true" },
});
process.stdout.write(dryRun.stdout);
if (dryRun.status !== 0) {
  process.stderr.write(dryRun.stderr);
  process.exit(dryRun.status ?? 1);
}

const gzipBytes = readdirSync(OUT)
  .filter((name) => name.endsWith(".js"))
  .reduce((total, name) => total + gzipSync(readFileSync(join(OUT, name)), { level: 9 }).byteLength, 0);
process.stdout.write(`bundle: ${(gzipBytes / 1024).toFixed(1)} KB gzip of ${BUDGET_BYTES / 1024} KB\n`);
if (gzipBytes > BUDGET_BYTES) process.exit(1);
