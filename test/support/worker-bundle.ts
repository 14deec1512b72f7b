// Bundles the source of the Workers beside the service, each into the one module that workerd runs.
import { resolve } from "node:path";
import { build } from "esbuild";

/** The text of the pretend authority's module. */
export function bundleSimulator(): Promise<string> {
  return bundle("simulator/index.ts");
}

/** The text of the renderer's module. */
export function bundleRenderer(options: { readonly minify?: boolean } = {}): Promise<string> {
  return bundle("renderer/index.ts", options.minify);
}

async function bundle(entry: string, minify = false): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [resolve(import.meta.dirname, "../..", entry)],
    bundle: true,
    minify,
    write: false,
    format: "esm",
    target: "es2024",
    conditions: ["workerd", "worker", "browser"],
    mainFields: ["module", "main"],
    external: ["cloudflare:*", "node:*"],
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}
