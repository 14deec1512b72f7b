// Runs `npm run deep -- mutate [--only FOLDER --incremental]`: plants mutants in one folder after the other and counts those
// that its tests notice.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { FOLDERS, type MutatedFolder } from "./folder.ts";
import { findWeak, type MutationReport, printScores, printSurvivors, scoreOf } from "./report.ts";

const ROOT = resolve(import.meta.dirname, "../..");
/** Ignored by git: the tool with its own packages, the copies of the project, the reports. */
const GROUND = resolve(ROOT, ".stryker");
const TOOL = resolve(GROUND, "tool");
const WORK = resolve(GROUND, "work");
/** Nothing of these is read by the tests, or it is linked. */
const NOT_COPIED = [".stryker", ".demo", ".wrangler", "dist", "public", "bench", "client", "examples"];

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    workers: { type: "string", default: "2" },
    /** Mutants and tests that did not change keep their last results. */
    incremental: { type: "boolean", default: false },
  },
});

process.exitCode = main() ? 0 : 1;

function main(): boolean {
  const folders = FOLDERS.filter(({ name }) => values.only === "" || values.only.split(",").includes(name));
  if (folders.length === 0) throw new Error(`--only takes ${FOLDERS.map(({ name }) => name).join(", ")}`);
  installTool();
  linkReference();
  const scores = folders.map((folder) => {
    const report = mutate(folder);
    writeFileSync(resolve(GROUND, `${folder.name}-survivors.txt`), printSurvivors(report));
    return scoreOf(folder.name, report);
  });
  const commit = spawnSync("git", ["rev-parse", "--short", "HEAD"], { cwd: ROOT, encoding: "utf8" }).stdout.trim();
  console.log(`\nmutation testing at ${commit}, ${new Date().toISOString().slice(0, 10)}\n\n${printScores(scores)}`);
  console.log("survivors: .stryker/FOLDER-survivors.txt; what they are: docs/mutation.md");
  const weak = findWeak(scores);
  for (const line of weak) console.log(line);
  return weak.length === 0;
}

/** The tool is 64 MB that nothing else needs: it has its own lock file and its own place, and finds our vitest above it. */
function installTool(): void {
  const source = resolve(import.meta.dirname, "tool");
  const installed = resolve(TOOL, "package-lock.json");
  const wanted = readFileSync(resolve(source, "package-lock.json"), "utf8");
  const hasTool = existsSync(resolve(TOOL, "node_modules/.bin/stryker"));
  if (hasTool && existsSync(installed) && readFileSync(installed, "utf8") === wanted) return;
  mkdirSync(TOOL, { recursive: true });
  for (const name of ["package.json", "package-lock.json"]) copyFileSync(resolve(source, name), resolve(TOOL, name));
  const options = ["ci", "--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund"];
  const { status } = spawnSync("npm", options, { cwd: TOOL, stdio: "inherit" });
  if (status !== 0) throw new Error("the tool could not be installed");
}

/** Tests in a copy find the reference where they find it in the project: beside it. */
function linkReference(): void {
  const reference = resolve(ROOT, "../shared");
  const link = resolve(WORK, "shared");
  mkdirSync(WORK, { recursive: true });
  if (existsSync(reference) && !existsSync(link)) symlinkSync(reference, link);
}

function mutate(folder: MutatedFolder): MutationReport {
  const report = resolve(GROUND, `${folder.name}.json`);
  const incremental = resolve(GROUND, `${folder.name}-incremental.json`);
  if (!values.incremental) rmSync(incremental, { force: true });
  const options = {
    plugins: ["@stryker-mutator/vitest-runner"],
    testRunner: "vitest",
    vitest: { configFile: "test/mutation/vitest.config.ts", related: false },
    mutate: folder.mutated,
    coverageAnalysis: "perTest",
    concurrency: Number(values.workers),
    timeoutMS: 8_000,
    ignoreStatic: folder.isStaticIgnored === true,
    ignorePatterns: NOT_COPIED,
    tempDirName: WORK,
    incremental: true,
    incrementalFile: incremental,
    reporters: ["progress-append-only", "json"],
    jsonReporter: { fileName: report },
    allowEmpty: false,
    checkers: [],
    // It would rewrite ours with an interface that TypeScript 7 no longer has; there is nothing to rewrite.
    tsconfigFile: "none.json",
  };
  const file = resolve(GROUND, `${folder.name}-options.json`);
  writeFileSync(file, JSON.stringify(options, undefined, 2));
  const { status } = spawnSync(
    resolve(ROOT, "node_modules/.bin/node"),
    [resolve(TOOL, "node_modules/.bin/stryker"), "run", file],
    {
      cwd: ROOT,
      stdio: "inherit",
      env: { ...process.env, MUTATED_FOLDER: folder.name },
    },
  );
  if (status !== 0) throw new Error(`the run on ${folder.name} broke off`);
  return JSON.parse(readFileSync(report, "utf8")) as MutationReport;
}
