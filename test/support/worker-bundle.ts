// Bundles the source of the Workers beside the service, each into the one module that workerd runs.
import { resolve } from "node:path";
import { type BuildOptions, build } from "esbuild";

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
    entryPoints: [resolve(import.meta.dirname, "../..", entry)],
    ...WORKER_BUILD,
  });
  return outputFiles[0]?.text ?? "";
}
