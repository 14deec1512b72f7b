// Runs `npm run deep -- rollback --base COMMIT`: deploys an earlier release and today's in turns on one state, issues with each,
// and repeats every key.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { describeDeployment } from "../../operator/deployment.ts";
import { type DemoFile, readDemoFile } from "../../stand/demo-file.ts";
import { findFreePort } from "../../stand/port.ts";
import { makeCall, sampleInvoice, sampleSupportDocument } from "../../stand/request.ts";

const ROOT = join(import.meta.dirname, "../..");
const STARTED_WITHIN_MS = 180_000;
const LOOK_MS = 200;
/** Documents of each kind that each release issues. */
const EACH = 3;

const { values } = parseArgs({ options: { base: { type: "string" } } });
const { base } = values;
if (base === undefined) throw new Error("--base names the commit of the earlier release");

const folder = mkdtempSync(join(tmpdir(), "factura-edge-rollback-"));
const earlier = join(folder, "earlier");
const state = join(folder, "state");
const environment = { ...process.env, STAND_FOLDER: state, POLL_SCALE: "0.05" };
const { demoFile } = describeDeployment(state, false);
const problems: string[] = [];
let replays = 0;

interface Issued {
  readonly kind: "dse" | "fe";
  readonly company: number;
  readonly key: string;
  /** What makes the document the same one: number and code. */
  readonly identity: string;
}
const issued: Issued[] = [];

try {
  execFileSync("git", ["-C", ROOT, "worktree", "add", "--detach", earlier, base], { stdio: "ignore" });
  execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: earlier, stdio: "ignore" });
  await deploy(earlier, "the earlier release", (demo) => issue(demo, 0, "a"));
  operator("migrate");
  await deploy(earlier, "the earlier release on today's tables", (demo) => issue(demo, 0, "b"));
  await deploy(ROOT, "today's release", (demo) => issue(demo, 0, "c"));
  await deploy(earlier, "rolled back", (demo) => issue(demo, 0, "d"));
  console.log(`${issued.length} documents, ${replays} replays, ${problems.length} problems`);
} finally {
  execFileSync("git", ["-C", ROOT, "worktree", "remove", "--force", earlier]);
  rmSync(folder, { recursive: true, force: true });
}
if (problems.length > 0) {
  console.log(problems.join("\n"));
  process.exitCode = 1;
}

/** Starts a release on the state, repeats every key so far, and lets it work. */
async function deploy(root: string, name: string, work: (demo: DemoFile) => Promise<void>): Promise<void> {
  const ports = { PORT: String(await findFreePort()), AUTHORITY_PORT: String(await findFreePort()) };
  const stand = spawn(process.execPath, ["stand/start.ts"], {
    cwd: root,
    env: { ...environment, ...ports },
    stdio: ["ignore", "pipe", "pipe"],
  });
  try {
    await started(stand, name);
    const demo = read();
    for (const one of issued) {
      const { status, body } = await post(demo, one.company, one.kind, one.key);
      replays += 1;
      const identity = identify(body);
      expect(
        status === 200 && identity === one.identity,
        `${name}: ${one.key} was ${one.identity}, and is ${status} ${identity}`,
      );
    }
    await work(demo);
    console.log(`${name}: ${issued.length} documents so far`);
  } finally {
    stand.kill("SIGTERM");
    await Promise.race([new Promise((done) => stand.once("exit", done)), setTimeout(30_000)]);
  }
}

async function started(stand: ChildProcess, name: string): Promise<void> {
  let text = "";
  for (const stream of [stand.stdout, stand.stderr]) stream?.on("data", (chunk) => (text += String(chunk)));
  const end = Date.now() + STARTED_WITHIN_MS;
  while (!text.includes("Ctrl-C stops both")) {
    if (stand.exitCode !== null || Date.now() > end) throw new Error(`${name} did not start:\n${text.slice(-2_000)}`);
    await setTimeout(LOOK_MS);
  }
}

async function issue(demo: DemoFile, place: number, letter: string): Promise<void> {
  for (let index = 0; index < EACH; index += 1) {
    for (const kind of ["dse", "fe"] as const) {
      const key = `${letter}-${kind}-${index}`;
      const { status, body } = await post(demo, place, kind, key);
      expect(status === 201, `${key} is answered with ${status}: ${JSON.stringify(body).slice(0, 300)}`);
      issued.push({ kind, company: place, key, identity: identify(body) });
    }
  }
}

function post(demo: DemoFile, place: number, kind: "dse" | "fe", key: string) {
  const { id, tokens } = companyOf(demo, place);
  const url = `${demo.base_url}/companies/${id}/${kind === "dse" ? "dse/documentos" : "fe/facturas"}`;
  const call = { method: "POST", url, token: tokens.all } as const;
  if (kind === "dse") return makeCall({ ...call, key, body: sampleSupportDocument("Ana Torres") });
  return makeCall({ ...call, body: sampleInvoice("Luis Rojas", key) });
}

/** The code of a document says company, number, moment and total. */
function identify(body: Readonly<Record<string, unknown>>): string {
  return /"(?:cufe|cuds)":"([0-9a-f]{96})"/.exec(JSON.stringify(body))?.[1] ?? "without a code";
}

function companyOf(demo: DemoFile, place: number) {
  const company = demo.companies.filter(({ modules }) => modules.length === 2)[place];
  if (company === undefined) throw new Error("the stand has not enough companies");
  return company;
}

function read(): DemoFile {
  const demo = readDemoFile(demoFile);
  if (demo === undefined) throw new Error("the stand has written no demo.json");
  return demo;
}

/** Runs today's operator program on the state. */
function operator(...line: readonly string[]): void {
  execFileSync(process.execPath, ["operator/main.ts", ...line], {
    cwd: ROOT,
    env: environment,
    stdio: ["ignore", "ignore", "inherit"],
  });
}

function expect(isSo: boolean, problem: string): void {
  if (!isSo) problems.push(problem);
}
