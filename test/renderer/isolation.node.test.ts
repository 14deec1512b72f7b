// Reads the renderer's configuration and source: it has nothing that it could lose, and nowhere to send anything.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { unstable_readConfig } from "wrangler";

const ROOT = resolve(import.meta.dirname, "../..");
const FOLDER = join(ROOT, "renderer");
/** Everything that a configuration may bind, as wrangler names it. */
const BINDINGS = [
  "d1_databases",
  "r2_buckets",
  "kv_namespaces",
  "services",
  "analytics_engine_datasets",
  "vectorize",
  "hyperdrive",
  "workflows",
  "dispatch_namespaces",
  "mtls_certificates",
  "send_email",
  "secrets_store_secrets",
  "ai",
  "browser",
  "images",
  "assets",
  "media",
  "pipelines",
] as const;

const sources = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !name.startsWith("."))
  .map((name) => ({ name, text: readFileSync(join(FOLDER, name), "utf8") }));

describe("the renderer", () => {
  const config = unstable_readConfig({ config: join(FOLDER, "wrangler.toml") });

  it("has no storage, no variable, no secret, no object and no cron", () => {
    for (const name of BINDINGS) expect(config[name] ?? [], name).toEqual([]);
    expect(config.vars).toEqual({});
    expect(config.durable_objects.bindings).toEqual([]);
    expect(config.queues).toEqual({ producers: [], consumers: [] });
    expect(config.triggers.crons ?? []).toEqual([]);
  });

  it("has no address: it is reached by the service's binding alone", () => {
    expect(config.workers_dev).toBe(false);
    expect(config.preview_urls).toBe(false);
    expect(config.route ?? config.routes ?? []).toEqual([]);
    const { services } = unstable_readConfig({ config: join(ROOT, "wrangler.toml") });
    expect(services).toEqual([{ binding: "RENDERER", service: config.name }]);
  });

  it("sends nothing, and reads neither a clock nor chance", () => {
    const reaching = sources.filter(({ text }) =>
      /(?<!async )\bfetch\(|\bconnect\(|WebSocket|Date\.now|new Date\(|Math\.random|crypto\.|console\.|from "(?:cloudflare|node):/.test(
        text,
      ),
    );
    expect(reaching.map(({ name }) => name)).toEqual([]);
  });
});
