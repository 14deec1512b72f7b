// Reads the console's configuration and what it ships: it has no secret, no way to change anything, and the service has nothing of it.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import { unstable_readConfig } from "wrangler";
import { z } from "zod";
import { WORKER_BUILD } from "../support/worker-bundle.ts";

const ROOT = resolve(import.meta.dirname, "../..");
/** What the operator's program and the service lend it. */
const LENT = [
  "operator/command/authority-health.ts",
  "operator/command/document-advice.ts",
  "operator/command/range-overlap.ts",
  "operator/command/report-company.ts",
  "operator/command/report-data.ts",
  "operator/command/report-html.ts",
  "operator/command/report-page.ts",
  "operator/command/report-words.ts",
  "operator/count.ts",
  "operator/counted-days.ts",
  "operator/data/address.ts",
  "operator/data/amount.ts",
  "operator/data/company-search.ts",
  "operator/data/document-search.ts",
  "operator/data/heard.ts",
  "operator/data/mail-health.ts",
  "operator/data/missing.ts",
  "operator/data/outage.ts",
  "operator/data/over.ts",
  "operator/data/pdf-request.ts",
  "operator/data/range-list.ts",
  "operator/data/standing.ts",
  "operator/data/usage-count.ts",
  "operator/data/warning-advice.ts",
  "operator/data/warning-order.ts",
  "operator/data/webhook-state.ts",
  "operator/error.ts",
  "operator/left-behind.ts",
  "operator/moment.ts",
  "operator/number-span.ts",
  "src/api/message/kind-text.ts",
  "src/api/message/warning.ts",
  "src/issuance/file/printed-record.ts",
];

function listEnvironments(): readonly string[] {
  const text = readFileSync(join(ROOT, "console/wrangler.toml"), "utf8");
  return Object.keys(z.object({ env: z.record(z.string(), z.unknown()).default({}) }).parse(parse(text)).env);
}

async function listInputs(entry: string): Promise<string[]> {
  const { metafile } = await build({ entryPoints: [join(ROOT, entry)], ...WORKER_BUILD, metafile: true });
  return Object.keys(metafile.inputs);
}

describe("the console", () => {
  const config = unstable_readConfig({ config: join(ROOT, "console/wrangler.toml") });
  const service = unstable_readConfig({ config: join(ROOT, "wrangler.toml") });
  /** Those that whoever runs it has added. */
  const environments = listEnvironments().map((env) => ({
    own: unstable_readConfig({ config: join(ROOT, "console/wrangler.toml"), env }),
    of: unstable_readConfig({ config: join(ROOT, "wrangler.toml"), env }),
  }));

  it("has the service's database, bucket and renderer, and is closed until all of its door is configured", () => {
    for (const { own, of } of [{ own: config, of: service }, ...environments]) {
      expect(of.d1_databases).toMatchObject(own.d1_databases);
      expect(own.d1_databases).toHaveLength(of.d1_databases.length);
      expect(own.r2_buckets).toEqual(of.r2_buckets);
      expect(own.services).toEqual(of.services);
      const door = ["ACCESS_TEAM", "ACCESS_AUDIENCE", "READERS"].map((name) => own.vars[name] !== "");
      expect(new Set(door).size).toBe(1);
      expect(own.preview_urls).toBe(false);
    }
  });

  it("has no secret, no object, no queue, no cron and no mail", () => {
    expect(Object.keys(config.vars).filter((name) => /KEY|PEPPER|SECRET|TOKEN/.test(name))).toEqual([]);
    expect(config.durable_objects.bindings).toEqual([]);
    expect(config.queues).toEqual({ producers: [], consumers: [] });
    expect(config.triggers.crons ?? []).toEqual([]);
    expect(config.send_email ?? []).toEqual([]);
  });

  it("ships of the operator's program and of the api what reads and what it says, and nothing that opens a secret", async () => {
    const inputs = await listInputs("console/index.ts");
    const lent = inputs.filter((path) => /^(?:operator|src\/(?:api|issuance))\/.*\.ts$/.test(path));
    expect(lent.toSorted()).toEqual(LENT);
    // Of the cron the words of alerts, and which of them wait.
    const closed =
      /src\/(?:delivery|cron\/(?!alert-(?:advice|matter|severity|waiting)\.ts)|signature\/(?!base64))|secret\/vault/;
    expect(inputs.filter((path) => closed.test(path))).toEqual([]);
  });

  it("is in nothing that the service ships", async () => {
    expect((await listInputs("src/index.ts")).filter((path) => path.startsWith("console/"))).toEqual([]);
  });
});
