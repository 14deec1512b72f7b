// Runs `npm run deep -- rollback --base COMMIT`: deploys an earlier release and today's in turns on one state, issues with each,
// and repeats every key; then a company moves to another database, where the earlier release must refuse it.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { findLocalFile, nameLocalFile } from "../../operator/access/sqlite.ts";
import { describeDeployment } from "../../operator/deployment.ts";
import { type DemoFile, readDemoFile } from "../../stand/demo-file.ts";
import { findFreePort } from "../../stand/port.ts";
import { makeCall, sampleInvoice, sampleSupportDocument } from "../../stand/request.ts";
import { listMigrationFiles, MIGRATION_FOLDER } from "../support/migration.ts";

const ROOT = join(import.meta.dirname, "../..");
const STARTED_WITHIN_MS = 180_000;
const LOOK_MS = 200;
/** Documents of each kind that each release issues. */
const EACH = 3;
/** The migration that took away what earlier releases name. */
const TAKING = "0015";
/** A release with this file looks for each company in the database where it lives. */
const KNOWS_HOMES = "src/store/home.ts";

const { values } = parseArgs({ options: { base: { type: "string" } } });
const { base } = values;
if (base === undefined) throw new Error("--base names the commit of the earlier release");

const folder = mkdtempSync(join(tmpdir(), "factura-edge-rollback-"));
const earlier = join(folder, "earlier");
const state = join(folder, "state");
const environment = { ...process.env, STAND_FOLDER: state, POLL_SCALE: "0.05" };
const { demoFile, persistFolder } = describeDeployment(state, false);
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
  const isBefore = !readdirSync(join(earlier, "migrations")).some((name) => name.startsWith(TAKING));
  await deploy(earlier, "the earlier release", (demo) => issue(demo, 0, "a"));
  operator("migrate");
  if (!isBefore) await deploy(earlier, "the earlier release on today's tables", (demo) => issue(demo, 0, "b"));
  await deploy(ROOT, "today's release", (demo) => issue(demo, 0, "c"));
  if (isBefore) openFile("DB").exec(readFileSync(join(ROOT, "docs/rollback-0015.sql"), "utf8"));
  await deploy(earlier, "rolled back", (demo) => issue(demo, 0, "d"));
  if (isBefore) console.log("today's tables are not what it knows: the move is tried with a later base");
  else if (existsSync(join(earlier, KNOWS_HOMES)))
    console.log("it follows a company that moves: the move is tried with an earlier base");
  else await move();
  console.log(`${issued.length} documents, ${replays} replays, ${problems.length} problems`);
} finally {
  execFileSync("git", ["-C", ROOT, "worktree", "remove", "--force", earlier]);
  rmSync(folder, { recursive: true, force: true });
}
if (problems.length > 0) {
  console.log(problems.join("\n"));
  process.exitCode = 1;
}

async function move(): Promise<void> {
  await deploy(ROOT, "today's release again", (demo) => issue(demo, 0, "e"));
  for (const line of [
    ["ledger", "gaps"],
    ["ledger", "verify"],
  ])
    operator(...line);
  const { id } = companyOf(read(), 0);
  const second = openFile("DB1");
  for (const file of listMigrationFiles()) {
    second.exec(readFileSync(join(MIGRATION_FOLDER, file), "utf8").replaceAll("--> statement-breakpoint", ""));
  }
  second.close();
  operator("shard", "add");
  operator("company", "move", "--company", String(id), "--to", "1");
  // The earlier release's stand knows of one file alone.
  renameSync(fileOf("DB1"), join(folder, "second.sqlite"));
  const count = () => openFile("DB").prepare("SELECT count(*) AS n FROM documents WHERE company_id = ?").get(id)?.n;
  const before = count();
  await deploy(
    earlier,
    "the earlier release, once a company has moved",
    async (demo) => {
      await issue(demo, 1, "f");
      for (const kind of ["dse", "fe"] as const) {
        const { status } = await post(demo, 0, kind, `moved-${kind}`);
        expect(status >= 500, `${kind} of a company that has moved is answered with ${status}`);
      }
    },
    // It cannot read what lives elsewhere.
    ({ company }) => company !== id,
  );
  expect(count() === before, "the earlier release numbered a document of a company that has moved");
}

/** Starts a release on the state, repeats every key so far, and lets it work. */
async function deploy(
  root: string,
  name: string,
  work: (demo: DemoFile) => Promise<void>,
  isRepeated: (one: Issued) => boolean = () => true,
): Promise<void> {
  const ports = { PORT: String(await findFreePort()), AUTHORITY_PORT: String(await findFreePort()) };
  const stand = spawn(process.execPath, ["stand/start.ts"], {
    cwd: root,
    env: { ...environment, ...ports },
    stdio: ["ignore", "pipe", "pipe"],
  });
  try {
    await started(stand, name);
    const demo = read();
    for (const one of issued.filter(isRepeated)) {
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

function openFile(binding: "DB" | "DB1"): DatabaseSync {
  return new DatabaseSync(fileOf(binding));
}

function fileOf(binding: "DB" | "DB1"): string {
  const first = findLocalFile(persistFolder);
  if (first === undefined) throw new Error("the stand has no database");
  return binding === "DB" ? first : join(dirname(first), `${nameLocalFile(binding)}.sqlite`);
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
