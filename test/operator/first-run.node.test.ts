// Runs what docs/deploy.md says of a deployment's first lines, in their order, against a deployment that is not there yet.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { OWN_SECRETS, ROOT, readSecretFile } from "../../operator/deployment.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(() => {
  bench = openWorkbench();
});
afterEach(() => bench.close());

const PAGE = readFileSync(join(ROOT, "docs/deploy.md"), "utf8");

/** The lines of the operator in the block that has one with these words. */
function listLines(words: string): string[] {
  const block = [...PAGE.matchAll(/```sh\n([\s\S]*?)```/g)]
    .map(([, text = ""]) => text)
    .find((text) => text.includes(words));
  if (block === undefined) throw new Error(`no block has ${words}`);
  return block.split("\n").flatMap((line) => {
    const [command = ""] = line.split("#");
    const [, operator] = /^npm run operator -- (.*)$/.exec(command.trim()) ?? [];
    const [, deploy] = /^npm run deploy(?: -- (.*))?$/.exec(command.trim()) ?? [];
    if (operator !== undefined) return [operator];
    return /^npm run deploy\b/.test(command) ? [`deploy --remote ${deploy ?? ""}`.trim()] : [];
  });
}

/** What a deployment names. */
function describeLevel(prefix: string, worker: string): string {
  return `[${prefix}vars]
DEPLOYMENT = "${worker}"
[[${prefix}d1_databases]]
binding = "DB"
database_name = "${worker}"
[[${prefix}r2_buckets]]
binding = "FILES"
bucket_name = "${worker}-files"
`;
}

it.each([
  { words: "secret init --remote ", file: ".dev.vars.remote", environment: undefined },
  { words: "secret init --remote --env staging", file: ".dev.vars.remote.staging", environment: "staging" },
])("the block with `$words` ends with a Worker that has its four secrets", async ({ words, file, environment }) => {
  if (environment !== undefined) {
    const path = join(bench.root, "wrangler.toml");
    writeFileSync(
      path,
      `name = "factura-edge"\n${describeLevel("", "factura-edge")}${describeLevel("env.staging.", "factura-edge-staging")}`,
    );
    bench.setConfiguration(path);
  }
  const lines = listLines(words);
  expect(lines.map((line) => line.split(" --")[0])).toEqual(["migrate", "secret init", "deploy"]);
  for (const line of lines) {
    expect(line).toContain("--remote");
    const { code, err } = await bench.run(line.replace(" --remote", ""), { remote: true });
    expect({ line, code, err }).toEqual({ line, code: 0, err: expect.not.stringContaining("failed") });
  }
  const kept = readSecretFile(join(bench.root, file));
  expect(Object.keys(kept).sort()).toEqual([...OWN_SECRETS].sort());
  expect(Object.fromEntries(bench.deployed.secrets)).toEqual(kept);
  const chosen = bench.deployed.calls
    .filter(([noun]) => noun !== "whoami")
    .map((call) => call.filter((word) => word.startsWith("--env=")));
  expect(new Set(chosen.flat())).toEqual(new Set(environment === undefined ? [] : [`--env=${environment}`]));
});
