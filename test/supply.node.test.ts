// Checks what the project takes from others: exact versions with their digests, few packages at run time, and a reason for
// each.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { build } from "esbuild";
import { parse } from "smol-toml";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { PERIOD_SECONDS } from "../src/api/app/auth.ts";
import { WORKER_BUILD } from "./support/worker-bundle.ts";

const ROOT = resolve(import.meta.dirname, "..");
const read = (path: string) => readFileSync(resolve(ROOT, path), "utf8");

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}
interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly version?: string;
        readonly resolved?: string;
        readonly integrity?: string;
        readonly hasInstallScript?: boolean;
        readonly link?: boolean;
      }
    >
  >;
}

const manifest = JSON.parse(read("package.json")) as Manifest;
const lock = JSON.parse(read("package-lock.json")) as Lock;

/** Every package whose code a Worker ships, and why. SECURITY.md repeats the list; a new one needs a line there. */
const SHIPPED: Readonly<Record<string, "direct" | "indirect">> = {
  fflate: "direct",
  uqr: "direct",
  hono: "direct",
  zod: "direct",
  "big.js": "direct",
  "drizzle-orm": "direct",
  saxes: "direct",
  xmlchars: "indirect",
};

const REGISTRY = "https://registry.npmjs.org/";

function packageOf(path: string): string | undefined {
  return /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(path)?.[1];
}

/** Of these, what the renderer ships. */
const DRAWING = ["fflate", "uqr", "zod"];
const ONLY_DRAWING = ["uqr"];

async function listInputs(entry: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [resolve(ROOT, entry)],
    ...WORKER_BUILD,
    metafile: true,
  });
  return Object.keys(metafile.inputs);
}

function listPackages(inputs: readonly string[]): string[] {
  return [...new Set(inputs.flatMap((path) => packageOf(path) ?? []))].sort();
}

describe("the bundle", () => {
  let inputs: readonly string[];

  beforeAll(async () => {
    inputs = await listInputs("src/index.ts");
  });

  it("ships the packages on the list and no other", () => {
    const expected = Object.keys(SHIPPED).filter((name) => !ONLY_DRAWING.includes(name));
    expect(listPackages(inputs)).toEqual(expected.sort());
  });

  it("of the renderer ships its own packages, and of the service no more than what can be drawn and how a place is written", async () => {
    const drawing = await listInputs("renderer/index.ts");
    expect(listPackages(drawing)).toEqual(DRAWING);
    expect(drawing.filter((path) => path.startsWith("src/") && !path.endsWith(".json"))).toEqual([
      "src/domain/document/drawing.ts",
      "src/domain/default/printed-place.ts",
    ]);
  });

  it("leaves out everything that belongs to operators, tests and the pretend authority", () => {
    expect(inputs.filter((path) => /src\/(?:operator|simulator)|^test\//.test(path))).toEqual([]);
  });

  it("`dependencies` are those packages that our code or their peers name, nothing more", () => {
    const direct = Object.keys(SHIPPED).filter((name) => SHIPPED[name] === "direct");
    expect(Object.keys(manifest.dependencies).sort()).toEqual(direct.sort());
  });

  it("every shipped package has its reason in SECURITY.md", () => {
    const text = read("SECURITY.md");
    expect(Object.keys(SHIPPED).filter((name) => !text.includes(`| \`${name}\` |`))).toEqual([]);
  });
});

describe("versions", () => {
  it("are exact, whichever package asks for them", () => {
    const all = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
  });

  // Without its address a package is looked up first, in a list of all its versions: an installation takes twice as long. The
  // setting `omit-lockfile-registry-resolved` of npm leaves addresses out.
  it("are those that were reviewed: each with its digest and its address, none from elsewhere than the registry", () => {
    const odd = Object.entries(lock.packages)
      .filter(([path, { link }]) => path !== "" && link !== true)
      .filter(([, { resolved = "", integrity = "" }]) => {
        return !resolved.startsWith(REGISTRY) || !integrity.startsWith("sha512-");
      })
      .map(([path]) => path);
    expect(odd).toEqual([]);
    expect(Object.keys(lock.packages).length).toBeGreaterThan(Object.keys(SHIPPED).length);
  });

  it("of the framework are past its known holes (GHSA-9vqf-7f2p-gf9v, CVE-2026-44456, CVE-2026-47673…47676)", () => {
    const [major = 0, minor = 0, patch = 0] = (manifest.dependencies.hono ?? "").split(".").map(Number);
    expect(major * 1e6 + minor * 1e3 + patch).toBeGreaterThanOrEqual(4_012_021);
  });

  it("that run something when they are installed are named one by one", () => {
    const scripted = Object.entries(lock.packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([path]) => packageOf(`${path}/`) ?? path);
    expect([...new Set(scripted)].filter((name) => !(name in manifest.allowScripts)).sort()).toEqual([]);
  });
});

/** What a deployment limits, and what it says of it. */
const LIMITED = z.object({
  vars: z.record(z.string(), z.string()),
  ratelimits: z.array(z.object({ name: z.string(), simple: z.object({ limit: z.number(), period: z.number() }) })),
});

describe("the deployment", () => {
  const config = read("wrangler.toml");

  it("limits as its headers say, at the top level and in each environment that was added", () => {
    const { env, ...whole } = LIMITED.extend({ env: z.record(z.string(), LIMITED).default({}) }).parse(parse(config));
    for (const { ratelimits, vars } of [whole, ...Object.values(env)]) {
      expect(ratelimits.map(({ name, simple }) => [name, String(simple.limit), simple.period])).toEqual([
        ["RATE_LIMIT", vars.TOKEN_REQUESTS, PERIOD_SECONDS],
        ["SEARCH_LIMIT", vars.SEARCH_REQUESTS, PERIOD_SECONDS],
        ["COMPANY_LIMIT", vars.COMPANY_REQUESTS, PERIOD_SECONDS],
        ["ADDRESS_LIMIT", vars.ADDRESS_REQUESTS, PERIOD_SECONDS],
        ["LINK_LIMIT", vars.LINK_REQUESTS, PERIOD_SECONDS],
      ]);
    }
  });

  it("is tested under the date of compatibility that it runs under, as is every Worker beside it", () => {
    const dateOf = (text: string) => /^compatibility_date = "(.+)"$/m.exec(text)?.[1];
    const [, tested] = /^const COMPATIBILITY_DATE = "(.+)";$/m.exec(read("test/support/workers-project.ts")) ?? [];
    expect(dateOf(config)).toBe(tested);
    for (const folder of ["renderer", "simulator"]) expect(dateOf(read(`${folder}/wrangler.toml`))).toBe(tested);
    // From that day on work in hand keeps an object alive without its client, and the pinned runtime does not know it.
    expect(dateOf(config)).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect((dateOf(config) ?? "") < "2026-10-01").toBe(true);
  });

  it("keeps the addresses of requests, which may hold the token of a buyer's link, out of the platform's log", () => {
    expect(config).toMatch(/^invocation_logs = false$/m);
  });

  it("gives no request more of the processor than ten seconds", () => {
    expect(config).toMatch(/^cpu_ms = 10_000$/m);
  });

  it("holds no secret, opens no preview, and names only the authority's two hosts", () => {
    expect(config).not.toMatch(/TOKEN_PEPPER|VAULT_KEY|ALERT_URL|PRIVATE KEY/);
    expect(config).toMatch(/^preview_urls = false$/m);
    const urls = [...config.matchAll(/https?:\/\/[^\s"]+/g)].map(([url]) => url);
    expect(urls.filter((url) => !/^https:\/\/vpfe(?:-hab)?\.dian\.gov\.co$/.test(url))).toEqual([]);
  });

  it("limits requests unless a stand says otherwise", () => {
    expect(config).toMatch(/^RATE_LIMITED = "true"$/m);
    expect(config).toMatch(/^POLL_SCALE = "1"$/m);
  });
});
