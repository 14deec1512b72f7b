// The operator's program never reaches two deployments with one command, whatever wrangler.toml says.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parse, stringify } from "smol-toml";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { describeBucket } from "../../operator/access/archive.ts";
import { CONFIGURATION, chooseDeployment, readTopLevel } from "../../operator/access/configuration.ts";
import { ROOT, readSecretFile } from "../../operator/deployment.ts";
import { COMPANY, openWorkbench, readShipped } from "./workbench.ts";

const BOUND = z.array(z.object({ binding: z.string() }));
/** What an environment does not inherit. */
const LEVEL = z.object({
  vars: z.record(z.string(), z.string()),
  d1_databases: BOUND,
  r2_buckets: BOUND,
  services: BOUND,
  durable_objects: z.object({ bindings: z.array(z.record(z.string(), z.string())) }),
  version_metadata: z.object({ binding: z.string() }),
  ratelimits: z.array(z.object({ name: z.string(), simple: z.record(z.string(), z.number()) })),
});

/** What a deployment names, below a table of the file; a name twice in two of them is one deployment that writes to the other. */
function describe(prefix: string, names: Readonly<Record<string, string>> = {}): string {
  const at = (table: string) => (prefix === "" ? table : `env.${prefix}.${table}`);
  const name = prefix === "" ? "first" : prefix;
  const own = prefix === "" ? "facturas" : `facturas-${prefix}`;
  const {
    worker = "",
    mark = worker === "" ? own : worker,
    database = `${name}-data`,
    bucket = `${name}-files`,
    limit = name,
    renderer,
  } = names;
  return `${prefix === "" ? 'name = "facturas"' : `[env.${prefix}]${worker === "" ? "" : `\nname = "${worker}"`}`}
[${at("vars")}]
DEPLOYMENT = "${mark}"
[[${at("d1_databases")}]]
binding = "DB"
database_name = "${database}"
[[${at("r2_buckets")}]]
binding = "FILES"
bucket_name = "${bucket}"
[[${at("services")}]]
binding = "RENDERER"
service = "${renderer ?? (prefix === "" ? "drawer" : `drawer-${prefix}`)}"
[[${at("ratelimits")}]]
name = "RATE_LIMIT"
namespace_id = "${limit}"
`;
}

/** What docs/deploy.md writes at the top for a domain. */
const DOMAIN = 'routes = [{ pattern = "facturas.example.co", custom_domain = true }]\n';
const RENDERER = 'name = "drawer"\n[env.staging]\n';

function write(text: string, renderer = RENDERER): string {
  const folder = mkdtempSync(join(tmpdir(), "configuration-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "wrangler.toml");
  mkdirSync(join(folder, "renderer"));
  writeFileSync(path, text);
  writeFileSync(join(folder, "renderer/wrangler.toml"), renderer);
  return path;
}

/** What whoever runs the project has added to its own configuration. */
const { env: OWN } = z
  .object({ env: z.record(z.string(), LEVEL.pick({ vars: true })).default({}) })
  .parse(parse(readFileSync(CONFIGURATION, "utf8")));

it.each(Object.keys(OWN).length === 0 ? [undefined] : ["top-level", ...Object.keys(OWN)])(
  "the project's own configuration describes its deployment %s whole, and names each bucket once",
  (asked) => {
    const { bucket } = chooseDeployment(asked);
    expect(readFileSync(CONFIGURATION, "utf8").split(`"${bucket}"`)).toHaveLength(2);
    const shipped = LEVEL.pick({ vars: true }).parse(parse(readShipped()));
    const { vars } = OWN[asked ?? ""] ?? shipped;
    expect(Object.keys(shipped.vars).filter((name) => !(name in vars))).toEqual([]);
  },
);

it("the configuration as it is shipped names one deployment", () => {
  const { worker, databases, bucket } = chooseDeployment(
    undefined,
    write(readShipped(), 'name = "factura-edge-renderer"'),
  );
  expect([worker, databases, bucket]).toEqual(["factura-edge", ["factura-edge"], "factura-edge-files"]);
});

it.each([describe("") + describe("staging"), `${describe("")}\n${describe("staging")}\n${describe("qa")}`])(
  "the databases of a stand are those of the top level, of\n%s",
  (text) => {
    expect(readTopLevel(write(text)).databases).toEqual(["first-data"]);
  },
);

it.each([
  {
    text: describe("") + describe("staging"),
    asked: undefined,
    refusal: "(top-level, staging), and the line chooses none",
  },
  { text: describe("") + describe("staging"), asked: "production", refusal: 'has no environment "production"' },
  { text: describe(""), asked: "staging", refusal: 'has no environment "staging"' },
  { text: describe("") + describe("staging", { bucket: "first-files" }), refusal: "share the bucket first-files" },
  { text: describe("") + describe("staging", { database: "first-data" }), refusal: "share the database first-data" },
  { text: describe("") + describe("staging", { limit: "first" }), refusal: "share the rate-limit namespace first" },
  { text: describe("") + describe("staging", { renderer: "drawer" }), refusal: "share the service drawer" },
  { text: describe("") + describe("staging", { renderer: "other" }), refusal: "names drawer-staging" },
  { text: describe("") + describe("staging", { mark: "facturas" }), refusal: "its bucket as those of facturas" },
  {
    text: `${describe("")}[env.staging]\n[[env.staging.durable_objects.bindings]]\nname = "ISSUANCE"\nscript_name = "facturas"\n`,
    refusal: "share the Worker facturas",
  },
  { text: `${describe("")}[env.staging]\n`, refusal: "names no bucket" },
  {
    text: describe("") + describe("staging").replace(/RATE_LIMIT/, "OTHER_LIMIT"),
    refusal: "has no binding RATE_LIMIT",
  },
  { text: `${DOMAIN}${describe("")}${describe("staging")}`, refusal: "share the address facturas.example.co" },
  {
    text: `route = "facturas.example.co/*"\n${describe("")}${describe("staging")}`,
    refusal: "share the address facturas.example.co/*",
  },
  {
    text:
      describe("") +
      describe("staging", { worker: "b" }).replace('name = "b"', `name = "b"\n${DOMAIN}`) +
      describe("qa", { worker: "c" }).replace('name = "c"', `name = "c"\n${DOMAIN}`),
    refusal: "qa and staging share the address",
  },
  { text: "name = ", refusal: "cannot be read" },
])("--remote with --env $asked is refused: $refusal", ({ text, refusal, ...given }) => {
  const asked = "asked" in given ? given.asked : "staging";
  expect(() => chooseDeployment(asked, write(text))).toThrow(refusal);
});

it("an environment with an address of its own, or with none, leaves the top level its own", () => {
  for (const own of ["routes = []", 'routes = ["staging.example.co/*"]']) {
    const staging = describe("staging", { worker: "b" }).replace('name = "b"', `name = "b"\n${own}`);
    expect(chooseDeployment("staging", write(`${DOMAIN}${describe("")}${staging}`)).worker).toBe("b");
  }
});

/** The block of docs/deploy.md that has a text of its own. */
function findBlock(own: string): string {
  const page = readFileSync(join(ROOT, "docs/deploy.md"), "utf8");
  const blocks = [...page.matchAll(/```toml\n([\s\S]*?)```/g)].map(([, text = ""]) => text);
  return blocks.find((text) => text.includes(own)) ?? "";
}

it("the environment of docs/deploy.md names all that the top level has, each binding under a name of its own", () => {
  const block = findBlock("[env.staging.durable_objects]");
  // With a domain at the top, as the page tells it: the environment inherits none of it.
  const text = `${DOMAIN}${readShipped()}\n${block}`;
  const path = write(text, 'name = "factura-edge-renderer"\n[env.staging]\n');
  expect(chooseDeployment("staging", path)).toMatchObject({
    worker: "factura-edge-staging",
    databases: ["factura-edge-staging"],
    bucket: "factura-edge-files-staging",
    authorityUrl: "https://vpfe-hab.dian.gov.co",
  });
  expect(chooseDeployment("top-level", path).worker).toBe("factura-edge");
  const { env, ...whole } = z
    .object({ env: z.object({ staging: LEVEL }) })
    .and(LEVEL)
    .parse(parse(text));
  const namesOf = (level: z.infer<typeof LEVEL>) => ({
    vars: Object.keys(level.vars),
    bindings: [...level.d1_databases, ...level.r2_buckets, ...level.services].map(({ binding }) => binding),
    objects: level.durable_objects.bindings,
    version: level.version_metadata,
    limits: level.ratelimits.map(({ name, simple }) => ({ name, simple })),
  });
  expect(namesOf(env.staging)).toEqual(namesOf(whole));
});

const CONSOLE_LEVEL = LEVEL.pick({ vars: true, d1_databases: true, r2_buckets: true, services: true });
const CONSOLE = CONSOLE_LEVEL.extend({ env: z.record(z.string(), CONSOLE_LEVEL).default({}) });
const readConsole = () => CONSOLE.parse(parse(readFileSync(join(ROOT, "console/wrangler.toml"), "utf8")));
/** The console's configuration with the environment of docs/deploy.md in the place of those that were added to it. */
const readDocumentedConsole = () => {
  const { env: _, ...level } = readConsole();
  const whole = { ...level, d1_databases: level.d1_databases.slice(0, 1) };
  return CONSOLE.parse(parse(`${stringify(whole)}\n${findBlock("ACCESS_TEAM =")}`));
};

it("the console of docs/deploy.md for staging has all that the console has, of staging's own", () => {
  const { env, ...whole } = readDocumentedConsole();
  const namesOf = ({ vars, ...bound }: z.infer<typeof CONSOLE_LEVEL>) => [
    ...Object.keys(vars),
    ...Object.values(bound).flatMap((list) => list.map(({ binding }) => binding)),
  ];
  expect(env.staging === undefined ? [] : namesOf(env.staging)).toEqual(namesOf(whole));
  const service = findBlock("[env.staging.durable_objects]");
  for (const [, named] of findBlock("ACCESS_TEAM =").matchAll(/^(\w+_name = .*|service = .*)$/gm)) {
    expect(service).toContain(named);
  }
});

it("--env is refused on the local stand", async () => {
  const bench = openWorkbench();
  onTestFinished(() => bench.close());
  expect(await bench.run("company list", { env: "staging" })).toMatchObject({
    code: 1,
    err: expect.stringContaining("give --remote as well"),
  });
});

/** Lines that reach every part of a deployment. */
const LINES = [
  { name: "migrate" },
  { name: "deploy" },
  { name: "secret init" },
  { name: "company add", flags: COMPANY },
  { name: "company list" },
  { name: "vault rotate", flags: { "new-key": true } },
] as const;

it.each([
  { asked: "top-level", own: "first", flag: "--env=", file: ".dev.vars.remote" },
  { asked: "staging", own: "staging", flag: "--env=staging", file: ".dev.vars.remote.staging" },
])(
  "a line about $asked calls wrangler with its names alone, says them before it writes, and keeps its own secrets",
  async (it) => {
    const bench = openWorkbench();
    onTestFinished(() => bench.close());
    const path = write(describe("") + describe("staging"));
    bench.setConfiguration(path);
    const other = it.own === "first" ? "staging" : "first";
    for (const { name, ...given } of LINES) {
      const { code, out, err } = await bench.run(name, {
        ...("flags" in given ? given.flags : {}),
        remote: true,
        env: it.asked,
      });
      expect([name, code, `${out}${err}`.includes(`${other}-`)]).toEqual([name, 0, false]);
      const isWriting = name !== "company list";
      expect([name, /^writes to Worker facturas/m.test(err)]).toEqual([name, isWriting]);
      if (isWriting) expect(err).toContain(`database ${it.own}-data, bucket ${it.own}-files`);
    }
    expect(bench.deployed.calls.length).toBeGreaterThan(8);
    for (const call of bench.deployed.calls) {
      expect(call.at(-1)).toBe(it.flag);
      expect(call.join(" ")).not.toContain(`${other}-`);
    }
    expect(Object.keys(readSecretFile(join(bench.root, it.file))).length).toBeGreaterThan(3);
    const { configPath } = describeBucket(
      { ...chooseDeployment(it.asked, path), isRemote: true, persistFolder: "" },
      join(dirname(path), "archive.json"),
    );
    expect(readFileSync(configPath ?? "", "utf8")).toContain(`"bucket_name":"${it.own}-files","remote":true`);
  },
);

it.each([
  { level: "staging", url: "https://vpfe-hab.dian.gov.co", words: "no document of a company in produccion reaches" },
  { level: "production", url: "https://vpfe-hab.dian.gov.co", words: "no document of a company in produccion reaches" },
  { level: "production", url: "https://vpfe.dian.gov.co", words: undefined },
  { level: "top-level", url: "https://vpfe.dian.gov.co", words: undefined },
])("a company in produccion below $level, which sends to $url: $words", async ({ level, url, words }) => {
  const bench = openWorkbench();
  onTestFinished(() => bench.close());
  const other = level === "top-level" ? "staging" : level;
  const text = (describe("") + describe(other)).replaceAll(/^DEPLOYMENT/gm, `AUTHORITY_URL = "${url}"\nDEPLOYMENT`);
  bench.setConfiguration(write(text, `name = "drawer"\n[env.${other}]\n`));
  const target = { remote: true, env: level } as const;
  await bench.run("deploy", target);
  await bench.run("secret init", target);
  const says = (err: string) => (words === undefined ? !err.includes("AUTHORITY_URL") : err.includes(words));
  const added = await bench.run("company add", { ...COMPANY, ...target });
  expect([added.code, says(added.err)]).toEqual([0, true]);
  const edited = await bench.run("company edit", { company: 1, name: "Otra S.A.S.", ...target });
  expect([edited.code, edited.err]).toEqual([0, expect.not.stringContaining("produccion")]);
});

/** A top level that issues real documents, and an environment whose variables begin with these. */
const besideProduction = (level: string, variables: string) => {
  const text = describe("") + describe(level).replace("DEPLOYMENT", `${variables}\nDEPLOYMENT`);
  return write(text, `name = "drawer"\n[env.${level}]\n`);
};
const PRODUCTION_HOST = 'AUTHORITY_URL = "https://vpfe.dian.gov.co"';

it.each(["staging", "norte", "preproduction", "prod-test"])(
  "every line about %s is refused while it sends to the authority's production and does not say that it should",
  async (level) => {
    const bench = openWorkbench();
    onTestFinished(() => bench.close());
    for (const host of [
      PRODUCTION_HOST,
      PRODUCTION_HOST.replace('co"', 'co/"'),
      `${PRODUCTION_HOST}\nREAL_DOCUMENTS = "false"`,
    ]) {
      bench.setConfiguration(besideProduction(level, host));
      for (const name of ["deploy", "migrate", "company list"]) {
        const { code, err } = await bench.run(name, { remote: true, env: level });
        expect([name, code, err]).toEqual([name, 1, expect.stringContaining("the authority's production")]);
        expect(err).toContain(`REAL_DOCUMENTS = "true" below [env.${level}.vars]`);
      }
    }
    expect(bench.deployed.calls).toEqual([]);
  },
);

it.each([
  { level: "norte", variables: `${PRODUCTION_HOST}\nREAL_DOCUMENTS = "true"` },
  { level: "production", variables: PRODUCTION_HOST },
  { level: "Produccion", variables: PRODUCTION_HOST },
  { level: "staging", variables: 'AUTHORITY_URL = "https://vpfe-hab.dian.gov.co"' },
])("a line about $level with $variables is obeyed", ({ level, variables }) => {
  expect(chooseDeployment(level, besideProduction(level, variables)).environment).toBe(level);
});

it("what --dry-run shows of a deployment is what would be called", async () => {
  const bench = openWorkbench();
  onTestFinished(() => bench.close());
  bench.setConfiguration(write(describe("") + describe("staging")));
  const { out } = await bench.run("migrate", { remote: true, env: "staging", "dry-run": true });
  expect(out).toContain("wrangler d1 migrations apply staging-data --remote --env=staging");
  expect(out).not.toContain("next:");
  expect((await bench.run("deploy", { remote: true, env: "staging", "dry-run": true })).out).toMatch(
    // Alerts and the console's pages show commands that choose the same deployment.
    /deploy --config renderer\/wrangler\.toml --tag \S+ --env=staging\n.*deploy --tag \S+ --var RELEASE:\S+ --var OPERATOR_ENV:staging/,
  );
  expect(bench.deployed.calls).toEqual([]);
});
