// Generates clients of both OpenAPI documents with three generators and compiles them under `strict`, lints the documents with
// Spectral, and runs clients in three other languages and the collection of Postman against a stand: `npm run deep -- generators`. The tools are installed from
// the registry into a folder that is removed.
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { openapiFileOf } from "../../docs/openapi/build.ts";
import { API_VERSIONS } from "../../src/api/base/version.ts";
import { preparedFolder, startTestStand } from "../support/stand.ts";
import { FOREIGN_TOOLS, listForeignClients, runForeignClient } from "./foreign-client.ts";

/** Exact versions: what they made of the documents on one day they make on any other. */
const TOOLS = {
  "openapi-typescript": "7.13.0",
  "@hey-api/openapi-ts": "0.99.0",
  orval: "8.38.0",
  "@stoplight/spectral-cli": "6.16.3",
  newman: "6.2.2",
  // What the generated code and its generators are written for.
  typescript: "5.9.3",
  ...FOREIGN_TOOLS,
};
// Nothing beyond `strict`: the runtime that hey-api copies into its output does not hold under `exactOptionalPropertyTypes`.
const STRICT =
  "--noEmit --strict --target ES2022 --lib ES2022,DOM,DOM.Iterable --module esnext --moduleResolution bundler --skipLibCheck";
const RULES = 'extends: ["spectral:oas"]\n';
const MINUTES_MOST = 5;

const folder = mkdtempSync(join(tmpdir(), "factura-edge-generators-"));

function run(tool: string, parameters: readonly string[]): void {
  execFileSync(join(folder, "node_modules/.bin", tool), parameters, {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
    timeout: MINUTES_MOST * 60_000,
    env: { ...process.env, ORVAL_DISABLE_ANALYTICS: "1", DO_NOT_TRACK: "1" },
  });
}

/** What each generator is asked for, and the file that compiles all of it. */
function generate(version: string, document: string): ReadonlyMap<string, string> {
  const types = `${version}-openapi-typescript.ts`;
  run("openapi-typescript", [document, "-o", types]);
  const client = `${version}-hey-api`;
  run("openapi-ts", ["-i", document, "-o", client, "-c", "@hey-api/client-fetch"]);
  const calls = `${version}-orval.ts`;
  const configuration = `${version}-orval.config.mjs`;
  const output = { target: `./${calls}`, client: "fetch", mode: "single" };
  writeFileSync(
    join(folder, configuration),
    `export default ${JSON.stringify({ api: { input: { target: document }, output } })};\n`,
  );
  run("orval", ["--config", `./${configuration}`]);
  return new Map([
    ["openapi-typescript", types],
    ["hey-api", `${client}/index.ts`],
    ["orval", calls],
  ]);
}

async function runForeignClients(): Promise<void> {
  const stand = await startTestStand();
  try {
    for (const [name, prepare] of listForeignClients(folder)) {
      await attempt(`${name} against a stand`, async () => runForeignClient(folder, await prepare(), stand.demo));
    }
    const { base_url: base, companies } = stand.demo;
    await attempt("Newman against a stand", () => playCollection(base, companies[0]?.tokens.all ?? ""));
  } finally {
    await stand.stop();
    rmSync(preparedFolder(process.ppid), { recursive: true, force: true });
  }
}

/** Sent twice, as a person does: the second time everything is a repetition. */
async function playCollection(base: string, token: string): Promise<void> {
  const collection = join(dirname(openapiFileOf("v2")), "postman.json");
  const values = ["--env-var", `base_url=${base}`, "--env-var", `token=${token}`, "--iteration-count", "2"];
  const newman = join(folder, "node_modules/.bin/newman");
  // The stand's gateway lives in this process, which therefore must not be held.
  await promisify(execFile)(newman, ["run", collection, ...values, "--color", "off"], { cwd: folder });
}

const failures: string[] = [];

async function attempt(what: string, work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
    console.log(`${what}: clean`);
  } catch (cause) {
    const said = cause instanceof Error && "stdout" in cause ? String(cause.stdout) : String(cause);
    console.error(`${what}: ${said.slice(0, 4_000)}`);
    failures.push(what);
  }
}

try {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module", dependencies: TOOLS }));
  writeFileSync(join(folder, "rules.yaml"), RULES);
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder, stdio: "inherit" });
  for (const version of API_VERSIONS) {
    const document = openapiFileOf(version);
    const older = join(dirname(document), "openapi-3.0.json");
    await attempt(`${version} Spectral`, () => {
      run("spectral", ["lint", document, older, "--ruleset", "rules.yaml", "--fail-severity", "warn"]);
    });
    await attempt(`${version} openapi-typescript of the edition 3.0`, () => {
      run("openapi-typescript", [older, "-o", `${version}-older.ts`]);
      run("tsc", [...STRICT.split(" "), `${version}-older.ts`]);
    });
    let files: ReadonlyMap<string, string> = new Map();
    await attempt(`${version} generated`, () => {
      files = generate(version, document);
    });
    for (const [name, file] of files) {
      await attempt(`${version} ${name} under strict`, () => run("tsc", [...STRICT.split(" "), file]));
    }
  }
  await runForeignClients();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failures.length === 0 ? 0 : 1;
