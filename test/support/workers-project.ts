// Configures the test build of the Worker: test secrets, D1 migrations, and the pretend authority behind every outgoing
// request.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { readD1Migrations } from "@cloudflare/vitest-plugin";
import { readBudget } from "./budget.ts";
import { keepFile } from "./evidence-folder.ts";
import { AUTHORITY_TEST_ORIGIN } from "./origin.ts";
import { hasShared, listShared, readShared } from "./shared.ts";
import { TEST_KEY } from "./test-key.ts";
import { bundleRenderer, bundleSimulator } from "./worker-bundle.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const COMPATIBILITY_DATE = "2026-09-15";

async function writeBundle(name: string, text: Promise<string>): Promise<string> {
  const path = resolve(ROOT, `.wrangler/test/${name}.js`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, await text);
  return path;
}

/** The Workers beside the service. */
function writeBundles(): Promise<[simulator: string, renderer: string]> {
  return Promise.all([writeBundle("simulator", bundleSimulator()), writeBundle("renderer", bundleRenderer())]);
}

/** The reference's own documents by name, for tests that cannot read files; none without the reference. */
function readSamples(): Readonly<Record<string, string>> {
  const folder = "authority/samples/synthetic/";
  const names = hasShared() ? listShared(folder).filter((name) => name.endsWith(".unsigned.xml")) : [];
  return Object.fromEntries(names.map((name) => [name.replace(".unsigned.xml", ""), readShared(folder + name)]));
}

let bundles: ReturnType<typeof writeBundles> | undefined;

/** Options of the Workers projects; the other Workers are bundled once per run. */
export function workersTestOptions() {
  return makeOptions({});
}

/** The same with a second database. */
export function twoDatabasesTestOptions() {
  return makeOptions({ DB1: "DB1" });
}

async function makeOptions(d1Databases: Readonly<Record<string, string>>) {
  bundles ??= writeBundles();
  const [migrations, [simulator, renderer]] = await Promise.all([
    readD1Migrations(resolve(ROOT, "migrations")),
    bundles,
  ]);
  return {
    // The runtime would also report what every killed object leaves behind, of D1's and R2's own objects too.
    verbose: process.env.SHOW_LOG === "true",
    wrangler: { configPath: resolve(ROOT, "wrangler.toml") },
    // The source itself, not what wrangler uploads.
    main: resolve(ROOT, "src/index.ts"),
    miniflare: {
      d1Databases: { ...d1Databases },
      // Each that a stand leaves in `.dev.vars` has its own value here: that file is read too.
      bindings: {
        TEST_MIGRATIONS: migrations,
        TEST_BUDGET: { ...readBudget(process.env) },
        TEST_SAMPLES: readSamples(),
        TOKEN_PEPPER: TEST_KEY,
        VAULT_KEY: TEST_KEY,
        AUDIT_KEY: TEST_KEY,
        LINK_KEY: "",
        PUBLIC_ORIGIN: "",
        AUTHORITY_URL: AUTHORITY_TEST_ORIGIN,
        AUTHORITY_TEST_URL: AUTHORITY_TEST_ORIGIN,
        SOAP_SECURITY_VARIANT: "plain",
        RATE_LIMITED: "false",
        // On a crowded machine the database of a storm would be behind.
        D1_IN_FLIGHT: "10000",
        WEBHOOK_LOCAL: "true",
        POLL_SCALE: "0.01",
        MAIL_FROM: "facturas@correo.example.com",
        MAKER_NAME: "Programas Ejemplo S.A.S.",
        MAKER_NIT: "900123456",
        MAKER_SOFTWARE: "factura-edge",
        MAKER_PERSON: "Laura Gómez Ríos",
        DRIVE_SEED: process.env.DRIVE_SEED ?? "",
        DRIVE_TIMES: process.env.DRIVE_TIMES ?? "",
        SHOW_LOG: process.env.SHOW_LOG ?? "",
        RECORD_EXAMPLES: process.env.RECORD_EXAMPLES ?? "false",
      },
      // Without it the runtime's own simulator of e-mail stays behind the name.
      email: { send_email: [] },
      serviceBindings: { TEST_EVIDENCE: keepFile, EMAIL: { name: "simulator", entrypoint: "PretendMail" } },
      outboundService: "simulator",
      workers: [
        {
          name: "simulator",
          modules: true,
          scriptPath: simulator,
          compatibilityDate: COMPATIBILITY_DATE,
          compatibilityFlags: ["nodejs_compat"],
          durableObjects: { AUTHORITY: { className: "Authority", useSQLite: true } },
          bindings: {
            SILENCE_MS: "200",
            SLOW_MS: "1500",
            AUTHORITY_URL: AUTHORITY_TEST_ORIGIN,
            HOLD_MS: "200",
            MAIL_DOMAIN: "correo.example.com",
          },
          // Nothing consumes it: tests hand events over themselves.
          queueProducers: { MAIL_EVENTS: "mail-events" },
          outboundService: "simulator",
        },
        { name: "factura-edge-renderer", modules: true, scriptPath: renderer, compatibilityDate: COMPATIBILITY_DATE },
      ],
    },
  };
}
