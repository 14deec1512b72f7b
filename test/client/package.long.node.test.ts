// Tests the client as a package: its types are those of the OpenAPI document, and from a tarball or from its folder it installs
// into any project, where plain Node runs it and a strict compiler reads its types.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { printTypes, TYPES_FILE, V2_TYPES_FILE } from "../../client/generate.ts";
import { describeForClients, visitSharedStand } from "../support/shared-stand.ts";
import { PROGRAM } from "./package-program.ts";

const ROOT = join(import.meta.dirname, "../..");
const CLIENT = join(ROOT, "client");
const STRICT =
  "--noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --target ES2022 --lib ES2022,DOM --module nodenext --types node --skipLibCheck false";
const QUIET = ["--offline", "--no-audit", "--no-fund", "--loglevel=error"];

let folder: string;
let tarball: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "factura-edge-client-"));
  const packed = execFileSync("npm", ["pack", CLIENT, "--pack-destination", folder, "--json"], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(packed).toContain("factura-edge-client");
  tarball = join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "none");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Entry {
  readonly types: string;
  readonly default: string;
}

interface Conditions {
  readonly import: Entry;
  readonly require: Entry;
}

interface Manifest {
  readonly version: string;
  readonly main: string;
  readonly types: string;
  readonly typesVersions: { readonly "*": { readonly v2: readonly string[] } };
  readonly exports: { readonly ".": Conditions; readonly "./v2": Conditions; readonly "./package.json": string };
}

function readManifest(): Manifest {
  return JSON.parse(readFileSync(join(CLIENT, "package.json"), "utf8")) as Manifest;
}

/** A project of its own outside the repository, with the client installed. */
function install(name: string, source: string): string {
  const project = join(folder, name);
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ name, private: true, type: "module" }));
  execFileSync("npm", ["install", source, ...QUIET], { cwd: project, stdio: "pipe" });
  return project;
}

/** The programs of the README: the sale, and what it shows of everything else. */
function writeReadme(project: string): void {
  const readme = readFileSync(join(CLIENT, "README.md"), "utf8");
  const [sale = "", ...ofSecond] = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, example]) => example ?? "");
  expect(sale).toContain("InvoiceItem");
  expect(ofSecond.join("")).toContain("changes.follow");
  writeFileSync(join(project, "sale.ts"), sale);
  writeFileSync(join(project, "second.ts"), ofSecond.join(""));
}

describe("the client's package", () => {
  it("has the types that the document gives today (else: npm run client)", async () => {
    expect(readFileSync(TYPES_FILE, "utf8")).toBe(await printTypes("v1"));
    expect(readFileSync(V2_TYPES_FILE, "utf8")).toBe(await printTypes("v2"));
  });

  it("depends on nothing, and says what a registry shows", () => {
    const manifest = readManifest();
    expect(Object.keys(manifest).filter((name) => /dependencies/i.test(name))).toEqual([]);
    for (const name of ["main", "types", "exports", "license", "keywords", "description"]) {
      expect(manifest, name).toHaveProperty(name);
    }
    // No address that leads nowhere: the repository has none that is public.
    expect(JSON.stringify(manifest)).not.toMatch(/https?:|\.example/);
    const readme = readFileSync(join(CLIENT, "README.md"), "utf8");
    expect(readme).toContain(`factura-edge-client-${manifest.version}.tgz`);
    expect(readFileSync(join(CLIENT, "LICENSE"), "utf8")).toBe(readFileSync(join(ROOT, "LICENSE"), "utf8"));
  });

  it.each(["tarball", "folder"])("installs from a %s; plain Node runs it, and a strict compiler reads it", (kind) => {
    const project = install(kind, kind === "tarball" ? tarball : CLIENT);
    const program = 'import("factura-edge-client").then((m) => console.log(Object.keys(m).sort().join()))';
    const run = ["--no-experimental-strip-types", "-e", program];
    const printed = execFileSync("node", run, { cwd: project, encoding: "utf8" });
    const names = "ApiError,NoAnswerError,NotSentError,OutcomeUnknownError,WebhookError,createClient,verifyWebhook";
    expect(printed.trim()).toBe(names);
    const required = `for (const name of ["factura-edge-client", "factura-edge-client/v2"]) console.log(Object.keys(require(name)).sort().join())`;
    const asRequired = ["--no-experimental-require-module", "--input-type=commonjs", "-e", required];
    expect(execFileSync("node", asRequired, { cwd: project, encoding: "utf8" })).toBe(`${names}\n${names}\n`);
    writeReadme(project);
    const types = ["--typeRoots", join(ROOT, "node_modules/@types")];
    const compile = () =>
      execFileSync("tsc", [...STRICT.split(" "), ...types, "sale.ts", "second.ts"], { cwd: project, stdio: "pipe" });
    expect(compile).not.toThrow();
    const shipped = readdirSync(join(project, "node_modules/factura-edge-client"));
    expect(shipped).toEqual(expect.arrayContaining(["LICENSE", "README.md", "dist", "package.json"]));
  });

  it("sells, hands over, annuls, closes and follows as its README says", async () => {
    const project = install("readme", CLIENT);
    writeReadme(project);
    const env = { ...process.env, ...describeForClients(await visitSharedStand()) };
    const run = (program: string) =>
      execFileSync("node", ["--no-warnings", program], { cwd: project, env, encoding: "utf8" });
    // 43,200 and its 8 %, 30,000 and its 19 %.
    expect(run("sale.ts")).toMatch(
      /^82356\.00 \[[\s\S]*?\] \[\]\nFEA\d+ 82356\.00 [0-9a-f]{96}\n(?:[A-Z]+ \d+ aceptado\n)+$/,
    );
    const second = run("second.ts");
    expect(second).toMatch(
      /^[A-Z]+\d+ 11900\.00 [0-9a-f]{96}\nundefined\nannulled accepted\n249040\.00 249040\.00 5700\.00\n\S+\.zip \d+ \S+\n\S+-tirilla-80\.escpos \d+ \S+\n[0-9a-f]{96} 0\.00\n/,
    );
    expect(second).toMatch(/\nchg_\S+ documento\.aceptado \d+ aceptado\n/);
    expect(second).toMatch(/\nhttps?:\S+\/d\/\S+ \d{4}-\d{2}-\d{2} \w+\n/);
  });

  it.each([
    { resolution: "node16", file: "program.cts", options: "--module node16" },
    { resolution: "node16", file: "program.mts", options: "--module node16" },
    { resolution: "nodenext", file: "program.cts", options: "--module nodenext" },
    { resolution: "bundler", file: "program.ts", options: "--module esnext --moduleResolution bundler" },
  ])("has its types for $resolution in $file", ({ file, options }) => {
    const project = join(folder, "resolutions");
    if (!existsSync(project)) install("resolutions", tarball);
    writeFileSync(join(project, file), PROGRAM);
    const types = ["--typeRoots", join(ROOT, "node_modules/@types")];
    const strict = STRICT.replace("--module nodenext", options).split(" ");
    const compile = () => execFileSync("tsc", [...strict, ...types, file], { cwd: project, stdio: "pipe" });
    expect(compile).not.toThrow();
  });

  it("shows the resolution node10, which reads no exports, each of its entries (`deep -- runtimes` compiles it)", () => {
    const { main, types, typesVersions, exports } = readManifest();
    expect([main, types]).toEqual([exports["."].require.default, exports["."].require.types]);
    expect(typesVersions["*"].v2).toEqual([exports["./v2"].require.types]);
    const shipped = Object.values(exports).flatMap((entry) => (typeof entry === "string" ? [entry] : []));
    for (const entry of [exports["."], exports["./v2"]]) {
      shipped.push(...[entry.import, entry.require].flatMap(({ types, default: code }) => [types, code]));
    }
    for (const path of shipped) expect(existsSync(join(CLIENT, path)), path).toBe(true);
  });

  it("says that an accepted invoice has its cufe", () => {
    const types = readFileSync(TYPES_FILE, "utf8");
    const settled = /export interface InvoiceSettled \{[\s\S]*?\n\}/.exec(types)?.[0];
    expect(settled).toContain("cufe: string;");
  });
});
