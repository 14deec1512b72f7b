// `npx wrangler dev` in a clean copy of the project: it says what is missing and which command prepares it, then serves.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { findLocalFile } from "../../operator/access/sqlite.ts";
import { createTokenText } from "../../src/store/company/clients.ts";
import type { DemoFile } from "../../stand/demo-file.ts";
import { findFreePort } from "../../stand/port.ts";
import { makeCall, sampleInvoice } from "../../stand/request.ts";
import { listMigrationFiles, MIGRATION_FOLDER } from "../support/migration.ts";

const ROOT = join(import.meta.dirname, "../..");
const COPIED = [
  "src",
  "operator",
  "stand",
  "simulator",
  "renderer",
  "migrations",
  "public",
  "wrangler.toml",
  "package.json",
];
const QUIET = { CI: "1", NO_COLOR: "1", WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false" };
const WRANGLER = "node_modules/wrangler/wrangler-dist/cli.js";
const run = promisify(execFile);

let clone: string;
let environment: NodeJS.ProcessEnv;
let port: number;

beforeAll(async () => {
  clone = mkdtempSync(join(tmpdir(), "clean-clone-"));
  for (const name of COPIED) cpSync(join(ROOT, name), join(clone, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(clone, "node_modules"));
  port = await findFreePort();
  environment = { ...process.env, ...QUIET, PORT: String(port), AUTHORITY_PORT: String(await findFreePort()) };
  delete environment.STAND_FOLDER;
});
afterAll(() => rmSync(clone, { recursive: true, force: true }));

interface Program {
  readonly said: () => string;
}

const running: ChildProcess[] = [];

afterEach(async () => {
  for (const child of running.splice(0)) {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
  }
});

async function start(parameters: readonly string[], ready: RegExp): Promise<Program> {
  const child = spawn(process.execPath, ["--no-warnings", ...parameters], { cwd: clone, env: environment });
  running.push(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      said += chunk.toString("utf8");
    });
  }
  await vi.waitFor(() => expect(said).toMatch(ready), { timeout: 120_000, interval: 100 });
  return { said: () => said };
}

function startDev(): Promise<Program> {
  const options = ["--port", String(port), "--inspector-port", "0", "--show-interactive-dev-session=false"];
  return start([WRANGLER, "dev", ...options], /Ready on/);
}

/** Runs wrangler's own command in a project that has these migrations. */
async function applyMigrations(names: readonly string[]): Promise<void> {
  const folder = join(clone, "migrations");
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  for (const name of names) cpSync(join(MIGRATION_FOLDER, name), join(folder, name));
  const command = [WRANGLER, "d1", "migrations", "apply", "factura-edge", "--local"];
  await run(process.execPath, command, { cwd: clone, env: environment });
}

const readDemo = () => JSON.parse(readFileSync(join(clone, ".demo/demo.json"), "utf8")) as DemoFile;

function issue(token: string) {
  const url = `http://127.0.0.1:${port}/api/ext/v1/companies/1/fe/facturas`;
  return makeCall({ method: "POST", url, token, body: sampleInvoice("Luis Rojas", `dev-${Date.now()}`) });
}

async function hears(program: Program, what: RegExp): Promise<void> {
  await vi.waitFor(() => expect(program.said()).toMatch(what), { timeout: 120_000, interval: 100 });
}

describe("plain wrangler dev", () => {
  it("on a clean clone names the command that prepares the local data, at start and at the first request", async () => {
    const dev = await startDev();
    expect(dev.said()).toMatch(/NOT READY, missing: secret TOKEN_PEPPER, secret VAULT_KEY\. Run `npm run local-data`/);
    const { status, body } = await issue(createTokenText("produccion").text);
    expect({ status, code: body.code }).toEqual({ status: 500, code: "internal_error" });
    expect(body.error).toBe(
      "El servicio no está preparado: le faltan secretos. Su registro dice con qué comando se prepara.",
    );
    await hears(
      dev,
      /missing: secret TOKEN_PEPPER, secret VAULT_KEY, tables, demo companies\. Run `npm run local-data`/,
    );
  });

  it("has its tables from wrangler's own command, and says which companies are missing", async () => {
    const names = listMigrationFiles();
    await applyMigrations(names.slice(0, 1));
    // The command starts a platform for each migration: those between are applied here.
    const db = new DatabaseSync(findLocalFile(join(clone, ".wrangler/state")) ?? "");
    for (const name of names.slice(1, -1)) {
      db.exec(readFileSync(join(MIGRATION_FOLDER, name), "utf8"));
      db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").run(name);
    }
    db.close();
    await applyMigrations(names);
    const dev = await startDev();
    await issue(createTokenText("produccion").text);
    await hears(dev, /missing: secret TOKEN_PEPPER, secret VAULT_KEY, demo companies\. Run/);
  });

  it("serves the demo companies after that command, and names the pretend authority while it is not there", async () => {
    await run(process.execPath, ["--no-warnings", "stand/local-data.ts"], { cwd: clone, env: environment });
    const dev = await startDev();
    expect(dev.said()).not.toContain("NOT READY");
    const { base_url: base, companies } = readDemo();
    expect(base).toBe(`http://127.0.0.1:${port}/api/ext/v2`);
    const token = companies[0]?.tokens.all ?? "";
    const methods = await makeCall({ method: "GET", url: `${base}/companies/1/fe/payment-methods`, token });
    expect(methods.status).toBe(200);
    await hears(dev, /NO AUTHORITY: nothing answers at http:\/\/127\.0\.0\.1:\d+\. Run `npm run simulator`/);
    await start(["stand/simulator.ts"], /The pretend authority:/);
    expect(await issue(token)).toMatchObject({ status: 201, body: { estado: "aceptado" } });
  });
});
