// Failures that an operator can do something about into a line of complaint and exit code 1, never a stack trace.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { ALL_COMMANDS } from "../../operator/commands.ts";
import { createVersionedKey, ROOT, readSecretFile, writeSecret } from "../../operator/deployment.ts";
import { runLine } from "../../operator/program.ts";
import { withDeadline } from "../../src/deadline.ts";
import { COMPANY, openWorkbench, RANGE, type Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(async () => {
  bench = openWorkbench();
  await bench.run("company add", COMPANY);
});
afterEach(() => bench.close());

it("a VAULT_KEY that opens nothing names what does not open, and which key to look at", async () => {
  bench.environment.VAULT_KEY = `${createVersionedKey(2)},${createVersionedKey(1)}`;
  const { code, err } = await bench.run("vault rotate");
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(/^vault rotate: a sealed software-pin of company 1 does not open.*\n {2}.*VAULT_KEY/),
  });
});

it("a VAULT_KEY of another form is reported without its text", async () => {
  bench.environment.VAULT_KEY = "1:secreto";
  const { code, err } = await bench.run("range add", RANGE);
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringContaining("VAULT_KEY must be a list of version:base64"),
  });
  expect(err).not.toContain("secreto");
});

it.each(["secreto", "1:AAAAAAAAAAAAAAAAAAAAAAAAA"])(
  "the TOKEN_PEPPER %s is reported without its text",
  async (pepper) => {
    await bench.run("client add", { company: 1, name: "ERP", scopes: "fe.read" });
    bench.environment.TOKEN_PEPPER = pepper;
    const { code, err } = await bench.run("token issue", { client: 1 });
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^token issue: TOKEN_PEPPER .*\n {2}.*\.dev\.vars/),
    });
    expect(err).not.toContain(pepper);
  },
);

it("a certificate's secret that holds no key says what is expected", async () => {
  bench.environment.CERTIFICATE_PASSWORD = "secreto";
  const file = join(import.meta.dirname, "fixture/encrypted.pem");
  await bench.run("certificate import", { company: 1, location: "secret:CERT_ONE" }, file);
  writeSecret(join(bench.root, ".dev.vars"), "CERT_ONE", "no key");
  const { code, err } = await bench.run("range import", { company: 1, kind: "fe" });
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(
      /^range import: the PEM holds 0 private keys; exactly one is expected\n {2}.*certificate/,
    ),
  });
});

it.each([
  { reads: undefined, hint: "what this line writes may be written: .*event list" },
  { reads: true, hint: "this line only reads: give it again" },
] as const)(
  "a database that does not answer in time leaves it open what was done, unless it only reads: $reads",
  async (it) => {
    const err: string[] = [];
    const command = {
      name: "ask",
      about: "asks for ever",
      flags: [],
      needsNoDatabase: true,
      ...(it.reads === undefined ? {} : { reads: it.reads }),
      run: () => withDeadline(new Promise<never>(() => undefined), 1, "D1 read"),
    };
    const code = await runLine([command], ["ask"], {
      root: bench.root,
      environment: {},
      isInteractive: false,
      print: () => undefined,
      complain: (line) => err.push(line),
      nowMs: Date.now,
    });
    expect({ code, err: err.join("\n") }).toEqual({
      code: 1,
      err: expect.stringMatching(new RegExp(`^ask: D1 read: no answer within 1 ms\\n {2}${it.hint}`)),
    });
  },
);

it("the first secrets are made in a folder that is not there yet", async () => {
  const out: string[] = [];
  const root = join(bench.root, "new", "stand");
  const code = await runLine(ALL_COMMANDS, ["secret", "init"], {
    root,
    environment: {},
    isInteractive: false,
    print: (line) => out.push(line),
    complain: (line) => out.push(line),
    nowMs: Date.now,
  });
  expect({ code, out }).toEqual({ code: 0, out: [expect.stringContaining("VAULT_KEY")] });
  expect(readSecretFile(join(root, ".dev.vars")).VAULT_KEY).toMatch(/^1:/);
});

it("a file that is not there, and one that needs a password, are named with what to do", async () => {
  const none = await bench.run("certificate import", { company: 1 }, join(bench.root, "none.p12"));
  expect(none).toMatchObject({
    code: 1,
    err: expect.stringMatching(/none\.p12 cannot be read.*\n {2}there is no such file/),
  });
  const shut = await bench.run(
    "certificate import",
    { company: 1 },
    join(import.meta.dirname, "fixture/encrypted.pem"),
  );
  expect(shut).toMatchObject({ code: 1, err: expect.stringMatching(/password/) });
});

it("a range says what it gives from now on, and one that is over says so at once", async () => {
  expect((await bench.run("range add", { ...RANGE, "valid-to": "2026-11-19" })).out).toContain(
    "it ended on 2026-11-19 and gives no number",
  );
  const last = await bench.run("range edit", { range: 1, last: 990000004 });
  expect(last.out).toBe("range 1 (SETP) gives 990000000 next, 990000004 last: 5 numbers left");
  expect((await bench.run("range edit", { range: 1, active: "false" })).out).toContain("gives no number");
});

it("a rehearsal speaks by the clock of Bogotá as well", async () => {
  await bench.run("client add", { company: 1, name: "ERP", scopes: "fe.read" });
  const { out } = await bench.run("token issue", { client: 1, expires: "2026-12-31", "dry-run": true });
  expect(out).toContain("2026-12-31 23:59:59 (Bogotá)");
});

/** A value of every required flag that most commands accept. */
const GIVEN: Readonly<Record<string, string>> = {
  kind: "fe",
  module: "fe",
  type: "91",
  form: "contado",
  shell: "bash",
};

it("every command says in words that the tables of this release are not there", async () => {
  const present =
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '%names%'";
  bench.query("PRAGMA foreign_keys = OFF");
  for (const { name } of bench.query(present)) bench.query(`DROP TABLE "${String(name)}"`);
  const others: string[] = [];
  for (const { name, flags, operand } of ALL_COMMANDS) {
    const required = flags.filter((flag) => flag.helpGroupHeading === "Required:").map((flag) => flag.name());
    const given = Object.fromEntries(required.map((flag) => [flag, GIVEN[flag] ?? "1"]));
    const { code, err } = await bench.run(name, given, operand === undefined ? undefined : "none.p12");
    expect(err).not.toMatch(/^\s+at /m);
    if (/no such table.*\n {2}`operator migrate`/.test(err)) expect(code).toBe(1);
    else others.push(name);
  }
  // They refuse what they were given before they ask, or ask no database.
  const asking = [
    "company setup",
    "company import",
    "plan renew",
    "plan remove",
    "shard add",
    "range edit",
    "document resend",
    "archive compare",
    "archive configuration",
    "archive restore",
    "event lost",
    "stand register",
  ];
  expect(others).toEqual(["secret init", "migrate", "deploy", "version", ...asking, "completion"]);
});

it("what nobody waited for ends the program with a sentence, not with a stack", () => {
  const stray =
    "process.on('newListener', (name) => name === 'uncaughtException' && setImmediate(() => Promise.reject(new TypeError('fetch failed', { cause: new Error('other side closed') }))))";
  const line = [
    "--no-warnings",
    "--import",
    `data:text/javascript,${encodeURIComponent(stray)}`,
    "operator/main.ts",
    "help",
  ];
  const { status, stderr } = spawnSync(process.execPath, line, { cwd: ROOT, encoding: "utf8" });
  expect({ status, said: stderr.split("\n") }).toEqual({
    status: 1,
    said: ["it failed: other side closed", expect.stringMatching(/^ {2}what this line writes may be written/), ""],
  });
});

it("a fresh clone says what to do first, in one line", () => {
  const folder = mkdtempSync(join(tmpdir(), "clone-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const path of ["package.json", "stand/installed.mjs"]) cpSync(join(ROOT, path), join(folder, path));
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")));
  for (const name of ["operator", "simulator", "console", "listen"]) {
    const [, ...words] = (scripts[name] ?? "").split(" ");
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: "utf8" });
    const said = "The packages of the project are not installed: run `npm ci` first.\n";
    expect({ name, status, stdout, stderr }).toEqual({ name, status: 1, stdout: "", stderr: said });
  }
});
