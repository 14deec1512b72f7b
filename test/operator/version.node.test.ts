// Which release is deployed: the tag of the deployment, `operator version`, `operator --version` and /healthz say the same.
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { writeSecret } from "../../operator/deployment.ts";
import { describeRelease } from "../../operator/release.ts";
import { COMPANY, openWorkbench, type Workbench } from "./workbench.ts";

const REMOTE = { remote: true } as const;
const RELEASE = describeRelease();

let bench: Workbench;
beforeEach(() => {
  bench = openWorkbench();
});
afterEach(() => bench.close());

interface Answer {
  readonly is_same: boolean;
  readonly releases: readonly Record<string, unknown>[];
}

it("without --remote it is what --version says, and no deployment is asked", async () => {
  expect((await bench.run("version")).out).toBe(RELEASE);
  expect((await bench.run("--version")).out).toBe(RELEASE);
  expect(bench.deployed.calls).toEqual([]);
});

it("a deployment's tag is what both Workers are said to be", async () => {
  await bench.run("deploy", REMOTE);
  const { is_same: isSame, releases } = await bench.json<Answer>("version", REMOTE);
  expect(isSame).toBe(true);
  expect(releases).toMatchObject([
    { what: "this program", release: RELEASE },
    { what: "service", release: RELEASE, version: "service-1", percent: 100, made_by: "upload" },
    { what: "renderer", release: RELEASE, version: "renderer-1", percent: 100 },
  ]);
});

it.each([
  { team: "https://team.cloudflareaccess.com", workers: ["renderer", "service", "console"] },
  { team: "", workers: ["renderer", "service"] },
])(
  "the console is deployed last and compared as well where it is set up: its team is '$team'",
  async ({ team, workers }) => {
    mkdirSync(join(bench.root, "console"));
    writeFileSync(join(bench.root, "console/wrangler.toml"), `name = "pages"\n[vars]\nACCESS_TEAM = "${team}"\n`);
    await bench.run("deploy", REMOTE);
    const deploys = bench.deployed.calls.filter(([noun]) => noun === "deploy");
    const named = deploys.map((call) => workers.find((name) => call.includes(`${name}/wrangler.toml`)) ?? "service");
    expect(named).toEqual(workers);
    for (const call of deploys) expect(call.join(" ")).toContain(`--tag ${RELEASE}`);
    const answer = await bench.json<Answer>("version", REMOTE);
    expect(answer.is_same).toBe(true);
    expect(answer.releases.map(({ what }) => what).toSorted()).toEqual(["this program", ...workers].toSorted());
  },
);

it("a deployment that sets the secrets does so in the version of the service alone, from the private file", async () => {
  expect((await bench.run("deploy", { ...REMOTE, secrets: true })).err).toContain("has no TOKEN_PEPPER");
  expect(bench.deployed.calls.filter(([noun]) => noun === "deploy")).toEqual([]);
  await bench.run("secret init", REMOTE);
  const before = bench.deployed.calls.length;
  expect((await bench.run("deploy", { ...REMOTE, secrets: true })).code).toBe(0);
  const deploys = bench.deployed.calls.slice(before).filter(([noun]) => noun === "deploy");
  const file = join(bench.root, ".dev.vars.remote");
  expect(deploys.map((call) => call.slice(call.indexOf("--secrets-file")).slice(0, 2))).toEqual([
    expect.not.arrayContaining(["--secrets-file"]),
    ["--secrets-file", file],
  ]);
});

it.each([
  // What is sealed on the stand has the stand's key.
  ["a key that does not open what is sealed", () => bench.run("company add", COMPANY), /VAULT_KEY/],
  [
    "a secret that is another one's",
    async () => writeSecret(join(bench.root, ".dev.vars.remote"), "CERT_A", "x"),
    /has CERT_A as well/,
  ],
] as const)("a deployment does not set %s", async (_, prepare, words) => {
  await bench.run("secret init", REMOTE);
  await prepare();
  const ran = await bench.run("deploy", { ...REMOTE, secrets: true });
  expect([ran.code, ran.err]).toEqual([1, expect.stringMatching(words)]);
  expect(bench.deployed.calls.filter(([noun]) => noun === "deploy")).toEqual([]);
});

it("a version that a change of a secret made has no tag, and is known by its variable", async () => {
  await bench.run("deploy", REMOTE);
  await bench.run("secret init", REMOTE);
  const { is_same: isSame, releases } = await bench.json<Answer>("version", REMOTE);
  expect(isSame).toBe(true);
  expect(releases[1]).toMatchObject({ what: "service", release: RELEASE, version: "service-5", made_by: "secret" });
});

it("a deployment of another release, or of none that is known, ends with 3", async () => {
  await bench.deployed.wrangler(["deploy", "--config", "renderer/wrangler.toml", "--tag", RELEASE]);
  await bench.deployed.wrangler(["deploy", "--tag", "0.9.0-0a1b2c3"]);
  expect(await bench.run("version", REMOTE)).toMatchObject({
    code: 3,
    out: expect.stringMatching(/service +0\.9\.0-0a1b2c3[\s\S]*not all the same$/),
  });
  await bench.deployed.wrangler(["deploy"]);
  expect((await bench.run("version", REMOTE)).code).toBe(3);
});

it("a Worker that was never deployed is said in wrangler's words", async () => {
  expect(await bench.run("version", REMOTE)).toMatchObject({ code: 1, err: expect.stringContaining("does not exist") });
});

it.each([
  { answer: { ok: true, version: "1.0.0", release: RELEASE, deployed: "a-version" }, code: 0 },
  { answer: { ok: true, version: "1.0.0", release: "0.9.0-0a1b2c3", deployed: "a-version" }, code: 3 },
  { answer: { ok: true }, code: 1 },
])("--url asks the service itself: $answer is $code", async ({ answer, code }) => {
  const server = createServer((_, response) => response.end(JSON.stringify(answer)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  expect(await bench.run("version", { url: `http://127.0.0.1:${port}` })).toMatchObject({ code });
});
