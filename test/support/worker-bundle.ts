// Bundles Workers: those beside the service into one module each, the service itself as it is deployed.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { type BuildOptions, build } from "esbuild";

const ROOT = resolve(import.meta.dirname, "../..");

/** The text of the pretend authority's module. */
export function bundleSimulator(): Promise<string> {
  return bundle("simulator/index.ts");
}

/** The text of the renderer's module. */
export function bundleRenderer(): Promise<string> {
  return bundle("renderer/index.ts");
}

/** How a Worker's modules become one text. */
export const WORKER_BUILD = {
  bundle: true,
  write: false,
  format: "esm",
  target: "es2024",
  conditions: ["workerd", "worker", "browser"],
  mainFields: ["module", "main"],
  external: ["cloudflare:*", "node:*"],
  logLevel: "error",
} as const satisfies BuildOptions;

async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [resolve(ROOT, entry)],
    ...WORKER_BUILD,
  });
  return outputFiles[0]?.text ?? "";
}

/** Writes the service's modules into a folder as `wrangler deploy` would upload them; returns the path of its entry. */
export function bundleService(folder: string): string {
  const wrangler = join(ROOT, "node_modules/wrangler/bin/wrangler.js");
  const made = spawnSync(process.execPath, [wrangler, "deploy", "--dry-run", "--outdir", folder], {
    cwd: ROOT,
    encoding: "utf8",
    env: { ...process.env, WRANGLER_SEND_METRICS: "false", CI: "true" },
  });
  if (made.status !== 0) throw new Error(`the service could not be bundled: ${made.stderr}${made.stdout}`);
  return join(folder, "index.js");
}

/** What workerd runs of a bundle: the entry, and the modules that lie beside it. */
export function readModules(entry: string): { type: "ESModule"; path: string; contents: string }[] {
  const names = readdirSync(dirname(entry)).filter((name) => name.endsWith(".js") && name !== basename(entry));
  return [basename(entry), ...names].map((path) => {
    return { type: "ESModule", path, contents: readFileSync(join(dirname(entry), path), "utf8") };
  });
}
