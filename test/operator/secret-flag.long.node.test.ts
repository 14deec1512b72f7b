// A secret never stands on the command line: it is refused there, and taken from a file, standard input or a question.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ALL_COMMANDS } from "../../operator/commands.ts";
import { ROOT, readSecretFile } from "../../operator/deployment.ts";
import { type Flag, optional } from "../../operator/flag.ts";
import { runLine } from "../../operator/program.ts";
import { readSecretFlags } from "../../operator/secret-flag.ts";
import { createTokenText } from "../../src/store/company/clients.ts";
import { importVaultKeys, open, pinContext, technicalKeyContext } from "../../src/store/secret/vault.ts";
import { COMPANY, openWorkbench, RANGE, type Workbench } from "./workbench.ts";

const { text: TOKEN } = createTokenText("produccion");
const KEY = RANGE["technical-key"];
/** Command and flag -> a secret that somebody would type. */
const SECRETS: Readonly<Record<string, string>> = {
  "company add --fe-pin": "75315",
  "company add --dse-pin": "75315",
  "company add --dee-pin": "75315",
  "company edit --fe-pin": "75315",
  "company edit --dse-pin": "75315",
  "company edit --dee-pin": "75315",
  "company setup --fe-pin": "75315",
  "company setup --dse-pin": "75315",
  "company setup --dee-pin": "75315",
  "company setup --certificate-password": "clave-2026",
  "company setup --fe-technical-key": KEY,
  "range add --technical-key": KEY,
  "token revoke --token": TOKEN,
};

/** Flags whose name or meaning speaks of a secret, and which hold an id, a path, the name of a secret, a day or hours. */
const HARMLESS = [
  "company setup --fe-software-id",
  "company setup --dse-software-id",
  "company setup --dee-software-id",
  "company setup --location",
  "company setup --token-expires",
  "company add --fe-software-id",
  "company add --dse-software-id",
  "company add --dee-software-id",
  "company edit --fe-software-id",
  "company edit --dse-software-id",
  "company edit --dee-software-id",
  "certificate import --password-file",
  "certificate import --location",
  "certificate import --passwords",
  "range import --certificate",
  "range import --password-file",
  "token issue --expires",
  "token issue --output",
  "token rotate --grace",
  "token rotate --expires",
  "webhook rotate --grace",
  // A name that a client gave to its request.
  "document list --key",
];

let bench: Workbench;
beforeEach(async () => {
  bench = openWorkbench();
  await bench.run("company add", COMPANY);
});
afterEach(() => bench.close());

/** A line as it is typed. */
async function type(line: string, input = ""): Promise<{ code: number; printed: string }> {
  const printed: string[] = [];
  const code = await runLine(ALL_COMMANDS, line.split(" "), {
    root: bench.root,
    environment: {},
    isInteractive: false,
    print: (text) => printed.push(text),
    complain: (text) => printed.push(text),
    nowMs: () => Date.parse("2026-11-20T15:00:00Z"),
    readStandardInput: async () => input,
  });
  return { code, printed: printed.join("\n") };
}

async function openPin(): Promise<string> {
  const keys = await importVaultKeys(readSecretFile(join(bench.root, ".dev.vars")).VAULT_KEY ?? "");
  const [row] = bench.query("SELECT software_id, sealed_pin FROM software WHERE company_id = 1");
  return open(keys, pinContext(1, String(row?.software_id)), String(row?.sealed_pin));
}

describe("every flag that sounds like a secret", () => {
  it("is one, or takes a path or a name", () => {
    const named = ALL_COMMANDS.flatMap(({ name, flags }) =>
      flags
        .filter((flag) => !flag.isBoolean())
        .map((flag) => ({ flag, isSecret: flag.shown !== undefined }))
        .filter(
          ({ flag, isSecret }) =>
            isSecret || /pin\b|key|password|secret|token/i.test(`${flag.name()} ${flag.description}`),
        )
        .map(({ flag, isSecret }) => ({ flag: `${name} --${flag.name()}`, isSecret })),
    );
    expect(
      named
        .filter(({ isSecret }) => isSecret)
        .map(({ flag }) => flag)
        .sort(),
    ).toEqual(Object.keys(SECRETS).sort());
    expect(named.filter(({ isSecret }) => !isSecret).map(({ flag }) => flag)).toEqual(HARMLESS);
  });

  it.each(Object.entries(SECRETS))("%s is refused on the command line and not repeated", async (flag, secret) => {
    const name = flag.split("--")[1] ?? "";
    for (const spelled of [`${flag} ${secret}`, `${flag}=${secret}`, `${flag} - ${flag.split(" ").at(-1)} ${secret}`]) {
      const before = bench.dump();
      const { code, printed } = await type(spelled);
      expect({ code, printed }).toEqual({
        code: 1,
        printed: expect.stringMatching(
          new RegExp(`--${name} is a secret, .*history.*\\n  put it into .*--file, .*--${name} -`),
        ),
      });
      expect(printed).not.toContain(secret);
      expect(bench.dump()).toBe(before);
    }
  });
});

describe("a secret is taken", () => {
  it("from the file of --file, also when that is standard input", async () => {
    const path = join(bench.root, "software.json");
    writeFileSync(path, '{"fe-pin": "11111"}');
    expect((await type(`company edit --company 1 --file ${path}`)).code).toBe(0);
    expect(await openPin()).toBe("11111");
    expect((await type("company edit --company 1 --file -", '{"fe-pin": "22222"}')).code).toBe(0);
    expect(await openPin()).toBe("22222");
  });

  it("from standard input, a line for each flag that is -", async () => {
    expect((await type("company edit --company 1 --fe-pin -", "33333\n")).code).toBe(0);
    expect(await openPin()).toBe("33333");
    const { "technical-key": _secret, ...flags } = RANGE;
    const line = Object.entries(flags).map(([flag, value]) => `--${flag} ${value}`);
    expect((await type(`range add ${line.join(" ")} --technical-key -`, `${KEY}\r\n`)).code).toBe(0);
    const keys = await importVaultKeys(readSecretFile(join(bench.root, ".dev.vars")).VAULT_KEY ?? "");
    const [row] = bench.query("SELECT sealed_technical_key FROM ranges");
    const context = technicalKeyContext(1, {
      kind: "fe",
      resolution: RANGE.resolution,
      prefix: RANGE.prefix,
      fromNumber: 990_000_000,
    });
    expect(await open(keys, context, String(row?.sealed_technical_key))).toBe(KEY);
  });

  it("from nowhere when standard input is empty, or already the file", async () => {
    expect(await type("company edit --company 1 --fe-pin -")).toEqual({
      code: 1,
      printed: expect.stringContaining("--fe-pin - found no line"),
    });
    expect(await type("company edit --company 1 --fe-pin - --file -", "{}")).toEqual({
      code: 1,
      printed: expect.stringContaining("cannot be --file and a secret at once"),
    });
  });

  it("from a question, in the order of the flags", async () => {
    const asked: string[] = [];
    const flags = new Map([
      ["dse-pin", ["-"]],
      ["fe-pin", ["-"]],
      ["company", ["1"]],
    ]);
    const ask = async (flag: Flag) => `answer ${asked.push(flag.name())}`;
    const secrets = ["fe-pin", "dse-pin"].map((name) => optional(name, "PIN").secret());
    const read = await readSecretFlags(flags, secrets, { ask, readStandardInput: () => Promise.reject(new Error()) });
    expect([asked, [...read]]).toEqual([
      ["dse-pin", "fe-pin"],
      [
        ["dse-pin", ["answer 1"]],
        ["fe-pin", ["answer 2"]],
        ["company", ["1"]],
      ],
    ]);
  });

  it("from a pipe, by the program as it is started", () => {
    const line = ["operator/main.ts", "company", "edit", "--company", "1", "--fe-pin", "-"];
    const { status, stderr } = spawnSync(process.execPath, ["--no-warnings", ...line], {
      cwd: ROOT,
      env: { ...process.env, STAND_FOLDER: bench.root },
      input: "44444\n",
      encoding: "utf8",
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });
});

it("the id of a token is no secret", async () => {
  await bench.run("client add", { company: 1, name: "ERP", scopes: "fe.read" });
  const { id, token } = await bench.json<{ id: string; token: string }>("token issue", { client: 1 });
  expect((await type(`token revoke --token ${id}`)).code).toBe(0);
  await bench.json("token rotate", { client: 1 });
  expect(await type("token revoke --token -", token)).toEqual({
    code: 1,
    printed: expect.stringContaining(`token ${id} was`),
  });
});
