// Bundles the service into `dist` whenever wrangler is about to read it. What is loaded at its first use lies in files of its own: in
// one file, the start of an isolate would compile every module twice.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const FOLDER = join(ROOT, "dist");

const { outputFiles } = await build({
  absWorkingDir: ROOT,
  entryPoints: ["src/index.ts"],
  outdir: FOLDER,
  write: false,
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2024",
  platform: "browser",
  conditions: ["workerd", "worker", "browser"],
  mainFields: ["browser", "module", "main"],
  external: ["cloudflare:*", "node:*"],
  sourcemap: true,
  logLevel: "warning",
});

mkdirSync(FOLDER, { recursive: true });
for (const { path, contents } of outputFiles) {
  // A `wrangler dev` starts its Worker again for each file that is written, and may be reading it.
  if (existsSync(path) && readFileSync(path).equals(contents)) continue;
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, contents);
  renameSync(unfinished, path);
}
const names = outputFiles.map(({ path }) => basename(path));
for (const name of readdirSync(FOLDER).filter((one) => /\.js(?:\.map)?$/.test(one) && !names.includes(one)))
  rmSync(join(FOLDER, name), { force: true });
