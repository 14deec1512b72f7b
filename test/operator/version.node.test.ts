// Which release is deployed: the tag of the deployment, `operator version`, `operator --version` and /healthz say the same.
import { createServer } from "node:http";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { describeRelease } from "../../operator/release.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

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
