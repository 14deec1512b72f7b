// The Worker's configuration into its test build: test secrets, D1 migrations, and the pretend authority behind every outgoing request.
import { resolve } from "node:path";
import { readD1Migrations } from "@cloudflare/vitest-plugin";
import { build } from "esbuild";
import { readBudget } from "./budget.ts";
import { keepFile } from "./evidence-folder.ts";
import { AUTHORITY_TEST_ORIGIN } from "./origin.ts";
import { hasShared, listShared, readShared } from "./shared.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const COMPATIBILITY_DATE = "2026-09-15";

/** Thirty-two zero-free bytes that are secret to nobody. */
const TEST_KEY = btoa("factura-edge-test-key-32-bytes!!");

async function bundleSimulator(): Promise<string> {
  const outfile = resolve(ROOT, ".wrangler/test/simulator.js");
  await build({
    entryPoints: [resolve(ROOT, "src/simulator/index.ts")],
    outfile,
    bundle: true,
    format: "esm",
    target: "es2024",
    platform: "browser",
    conditions: ["workerd", "worker", "browser"],
    mainFields: ["module", "main"],
    external: ["cloudflare:*", "node:*"],
    logLevel: "error",
  });
  return outfile;
}

/** The reference's own documents by name, for tests that cannot read files; none without the reference. */
function readSamples(): Readonly<Record<string, string>> {
  const folder = "authority/samples/synthetic/";
  const names = hasShared() ? listShared(folder).filter((name) => name.endsWith(".unsigned.xml")) : [];
  return Object.fromEntries(names.map((name) => [name.replace(".unsigned.xml", ""), readShared(folder + name)]));
}

let simulatorBundle: Promise<string> | undefined;

/** Options of the Workers projects; the simulator is bundled once per run. */
export async function workersTestOptions() {
  simulatorBundle ??= bundleSimulator();
  const [migrations, simulator] = await Promise.all([readD1Migrations(resolve(ROOT, "migrations")), simulatorBundle]);
  return {
    wrangler: { configPath: resolve(ROOT, "wrangler.toml") },
    miniflare: {
      bindings: {
        TEST_MIGRATIONS: migrations,
        TEST_BUDGET: { ...readBudget(process.env) },
        TEST_SAMPLES: readSamples(),
        TOKEN_PEPPER: `1:${TEST_KEY}`,
        VAULT_KEY: `1:${TEST_KEY}`,
        AUTHORITY_URL: AUTHORITY_TEST_ORIGIN,
        AUTHORITY_TEST_URL: AUTHORITY_TEST_ORIGIN,
        SOAP_SECURITY_VARIANT: "plain",
        RATE_LIMITED: "false",
        POLL_SCALE: "0.01",
        DRIVE_SEED: process.env.DRIVE_SEED ?? "",
        SHOW_LOG: process.env.SHOW_LOG ?? "",
        RECORD_EXAMPLES: process.env.RECORD_EXAMPLES ?? "false",
      },
      serviceBindings: { TEST_EVIDENCE: keepFile },
      outboundService: "simulator",
      workers: [
        {
          name: "simulator",
          modules: true,
          scriptPath: simulator,
          compatibilityDate: COMPATIBILITY_DATE,
          compatibilityFlags: ["nodejs_compat"],
          durableObjects: { AUTHORITY: { className: "Authority", useSQLite: true } },
          bindings: { SILENCE_MS: "200", SLOW_MS: "3000" },
        },
      ],
    },
  };
}
