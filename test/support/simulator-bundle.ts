// Bundles the pretend authority's source into the one module that workerd runs.
import { resolve } from "node:path";
import { build } from "esbuild";

/** The text of the module. */
export async function bundleSimulator(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [resolve(import.meta.dirname, "../../simulator/index.ts")],
    bundle: true,
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
