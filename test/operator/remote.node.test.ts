// Lines with --remote whose call of wrangler fails on the way: what is left, what is said, and that a repeat mends it.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createVersionedKey, writeSecret } from "../../src/operator/deployment.ts";
import { COMPANY, openWorkbench, type Workbench } from "./workbench.ts";

const REMOTE = { remote: true } as const;

let bench: Workbench;
beforeEach(() => {
  bench = openWorkbench();
  for (const name of ["TOKEN_PEPPER", "VAULT_KEY"]) writeSecret(remoteSecrets(), name, createVersionedKey(1));
});
afterEach(() => bench.close());

function remoteSecrets(): string {
  return `${bench.root}/.dev.vars.remote`;
}

describe("a line with --remote", () => {
  it("reads and writes the deployment's database through wrangler", async () => {
    expect(await bench.run("company add", { ...COMPANY, ...REMOTE })).toMatchObject({ code: 0, err: "" });
    expect(await bench.json("company show", { company: 1, ...REMOTE })).toMatchObject({ nit: "900373115" });
    expect(bench.deployed.statements.join("\n")).toContain('insert into "companies"');
  });
});
