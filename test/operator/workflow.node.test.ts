// The example of a workflow runs scripts and commands that there are, in an order in which each finds what it needs.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { ROOT } from "../../operator/deployment.ts";
import { judgeCommand } from "./said-command.ts";

const STEP = z.object({
  if: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  env: z.record(z.string(), z.string()).optional(),
});
const JOB = z.object({
  if: z.string().optional(),
  needs: z.string().optional(),
  environment: z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
  steps: z.array(STEP),
});
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const INPUT = z.object({ type: z.string().optional(), default: z.union([z.boolean(), z.string()]).optional() });
const WORKFLOW = z.object({
  "run-name": z.string(),
  concurrency: z.object({ group: z.string(), "cancel-in-progress": z.string() }),
  on: z.object({ workflow_dispatch: z.object({ inputs: z.record(z.string(), INPUT) }) }),
  jobs: z.record(z.string(), JOB),
});
const { jobs, on, concurrency, "run-name": runName } = WORKFLOW.parse(parse(read("docs/deploy.yml")));
const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read("package.json")));
const page = read("docs/deploy.md");

const linesOf = (job: string) => (jobs[job]?.steps ?? []).flatMap(({ run = "" }) => (run === "" ? [] : [run]));
const LINES = Object.keys(jobs).flatMap((job) => linesOf(job).map((line) => ({ job, line })));

it.each(LINES)(
  "$job: `$line` names a script that there is, and a command of the operator with its flags",
  ({ line }) => {
    if (line === "npm ci") return;
    const [, script = line] = /^npm (?:run )?(\S+)/.exec(line) ?? [];
    expect(Object.keys(scripts)).toContain(script);
    const [, command] = /^npm run operator -- (.*)$/.exec(line) ?? [];
    if (command !== undefined) expect(judgeCommand(command)).toBeUndefined();
    const [, tool] = /^npm run deep -- (\S+)/.exec(line) ?? [];
    if (tool !== undefined) expect(read("test/deep.ts")).toContain(`${tool}`);
  },
);

it.each(["staging", "production"])("in %s tables come before the code, and what runs is compared at the end", (job) => {
  const verbs = linesOf(job).map((line) => line.replace(/ --env[ =]\S+| --url .*/g, ""));
  expect(verbs.slice(0, 4)).toEqual([
    "npm ci",
    "npm run operator -- migrate --remote",
    "npm run deploy --",
    "npm run operator -- version --remote",
  ]);
  const name = job === "production" ? "top-level" : job;
  for (const line of linesOf(job).slice(1, 4)) expect(line).toContain(`--env ${name}`);
  expect(jobs[job]?.environment).toBe(job);
});

it("production comes after conformance on staging, which comes after the checks", () => {
  expect([jobs.production?.needs, jobs.staging?.needs]).toEqual(["staging", "check"]);
  expect(linesOf("staging").at(-1)).toMatch(/^npm run conformance .* --issue$/);
  expect(linesOf("check")).toEqual(expect.arrayContaining(["npm run check", "npm test", "npm run deep -- size"]));
});

interface Inputs {
  readonly emergency?: boolean;
  readonly without_conformance?: string;
}

/** What GitHub runs: the inputs as given, all else well. */
function listRun(inputs: Inputs): string[] {
  const isMet = (condition: string | undefined) => {
    const [, name] = /!inputs\.([a-z_]+)/.exec(condition ?? "") ?? [];
    if (name === undefined) return true;
    if (name !== "emergency" && name !== "without_conformance") throw new Error(`${name} is no input`);
    return !inputs[name];
  };
  const run = new Set<string>();
  for (const [name, { needs, if: condition }] of Object.entries(jobs)) {
    // A job runs after one that was skipped only if its own condition says so.
    const isSkipped = needs !== undefined && !run.has(needs) && condition?.includes("|| inputs.emergency") !== true;
    if (isMet(condition) && !isSkipped) run.add(name);
  }
  return [...run].flatMap((name) =>
    (jobs[name]?.steps ?? []).flatMap(({ run: line = "", if: condition }) =>
      line !== "" && isMet(condition) ? [`${name}: ${line.replace(/ --url .*/, "")}`] : [],
    ),
  );
}

it("in an emergency production alone is deployed, without checks, conformance or migrations, if a person asked for it", () => {
  expect(on.workflow_dispatch.inputs.emergency).toEqual({ type: "boolean", default: false });
  expect(listRun({ emergency: true })).toEqual([
    "production: npm ci",
    "production: npm run deploy -- --env top-level",
    "production: npm run operator -- version --remote --env top-level",
  ]);
  const usual = listRun({});
  expect(new Set(usual.map((line) => line.split(":")[0]))).toEqual(new Set(["check", "staging", "production"]));
  expect(usual).toContain("production: npm run operator -- migrate --remote --env top-level");
  expect(page).toContain("`emergency`");
});

it("an emergency ends the run before it, also one that awaits its approval, and no other run ends one", () => {
  // One group: what was ended cannot deploy over the rollback afterwards.
  expect(concurrency.group).toBe("deploy");
  expect(concurrency["cancel-in-progress"]).toMatch(/^\$\{\{ inputs\.emergency == true \}\}$/);
  // A job that runs although its run was cancelled would not be ended.
  const conditions = Object.values(jobs).flatMap((job) => [job, ...job.steps].flatMap(({ if: one = [] }) => one));
  expect(conditions.filter((condition) => /always\(\)|(?<!!)cancelled\(\)/.test(condition))).toEqual([]);
});

it("without the authority's test environment conformance alone is left out, for a reason that the list of runs keeps", () => {
  expect(on.workflow_dispatch.inputs.without_conformance).toEqual({ default: "" });
  const left = listRun({}).filter((line) => !listRun({ without_conformance: "it does not answer" }).includes(line));
  expect(left).toEqual([expect.stringMatching(/^staging: npm run conformance /)]);
  expect(runName).toContain("format('(without conformance: {0})', inputs.without_conformance)");
  expect(page).toContain("`without_conformance`");
});

it("no text of an input is written into a line of a shell", () => {
  expect(LINES.filter(({ line }) => line.includes("${{"))).toEqual([]);
});

it("each job takes the release that a rollback names", () => {
  for (const { steps } of Object.values(jobs)) {
    expect(steps[0]).toMatchObject({ with: { ref: expect.stringMatching(/inputs\.release \|\| github\.sha/) } });
  }
});

it("every variable and secret that it takes is one that the page says to set", () => {
  const taken = [...read("docs/deploy.yml").matchAll(/(?:vars|secrets)\.([A-Z_]+)/g)].map(([, name = ""]) => name);
  expect(new Set(taken).size).toBeGreaterThan(3);
  for (const name of taken) expect(page).toContain(`\`${name}\``);
  expect(existsSync(join(ROOT, "docs/deploy.yml")) && page.includes("](deploy.yml)")).toBe(true);
});
