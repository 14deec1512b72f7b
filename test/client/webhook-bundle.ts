// Bundles the check of `verifyWebhook` as one script for any runtime; it defines `check`.
import { join } from "node:path";
import { build } from "esbuild";

export async function bundleCheck(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "webhook-check.ts")],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "check",
    platform: "neutral",
    target: "es2022",
  });
  return outputFiles[0]?.text ?? "";
}
