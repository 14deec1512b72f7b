// Tests who works on a deployment, what the two roles may do, and that two people are two.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Command, commit } from "../../operator/command.ts";
import { ALL_COMMANDS } from "../../operator/commands.ts";
import { runLine } from "../../operator/program.ts";
import { COMPANY, NOW, openWorkbench, type Workbench } from "./workbench.ts";

/** The role read is enough for these; one that is missing here needs the role operate. */
const READING =
  `alert list, archive compare, archive configuration, archive restore, branch list, certificate list, client list, company export,
  company list, company show, completion, cost-center list, document explain, document files, document find, document list,
  document show, event list, ledger gaps, ledger verify, mail list, mail status, payment-method list, pending, plan list, range list,
  report, series list, shard list, status, till list, token list, usage, vault status, version, webhook list, webhook show`
    .split(",")
    .map((name) => name.trim());
const WRITING = ALL_COMMANDS.map(({ name }) => name).filter((name) => !READING.includes(name));

let bench: Workbench;
beforeEach(() => {
  bench = openWorkbench();
});
afterEach(() => bench.close());

const actors = () => bench.query("SELECT actor FROM events ORDER BY company_id, sequence").map(({ actor }) => actor);
const setReceiver = () => bench.deployed.wrangler(["secret", "put", "ALERT_URL"], "https://alerts.example.com/");
const askedOf = () => bench.deployed.calls.map(([noun = ""]) => noun);

describe("the person of a line with --remote", () => {
  const REMOTE = { remote: true } as const;

  it("is the address that wrangler's login has, in small letters, and is asked once", async () => {
    bench.environment.OPERATOR = "luis";
    bench.deployed.logIn(" ANA@Example.com");
    await setReceiver();
    expect(await bench.run("alert test", REMOTE)).toMatchObject({ code: 0 });
    expect(actors()).toEqual(["ana@example.com"]);
    expect(askedOf().filter((noun) => noun === "whoami")).toHaveLength(1);
  });

  it("is nobody that a flag names", async () => {
    expect(await bench.run("alert test", { ...REMOTE, actor: "luis" })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^alert test: --actor names who plays on the local stand/),
    });
    expect(askedOf()).toEqual([]);
  });

  it("is its account where a token has no address, and is listed as such", async () => {
    bench.deployed.logIn(undefined);
    expect(await bench.run("alert test", REMOTE)).toMatchObject({ code: 1 });
    writeFileSync(bench.operators, 'operate = ["token:0a1b2c"]');
    await setReceiver();
    expect(await bench.run("alert test", REMOTE)).toMatchObject({ code: 0 });
    expect(actors()).toEqual(["token:0a1b2c"]);
  });

  it("is not known without a login, and nothing is done", async () => {
    bench.deployed.failOnce(/whoami/, "before");
    expect(await bench.run("alert test", REMOTE)).toMatchObject({
      code: 1,
      err: expect.stringContaining("wrangler whoami --json failed"),
    });
    expect(bench.query("SELECT * FROM events")).toEqual([]);
  });

  it("is not asked of a rehearsal, which contacts nothing", async () => {
    expect(await bench.run("alert test", { ...REMOTE, "dry-run": true })).toMatchObject({
      code: 0,
      out: expect.stringContaining("by the person of wrangler's login:"),
    });
    expect(askedOf()).toEqual([]);
  });
});

describe("the role read", () => {
  it("is that of exactly these commands", () => {
    expect(ALL_COMMANDS.flatMap(({ name, reads }) => (reads === undefined ? [] : [name])).toSorted()).toEqual(READING);
  });

  it.each(WRITING)("does not do: %s", async (name) => {
    bench.deployed.logIn("soporte@example.com");
    const before = bench.dump();
    const { code, out, err } = await bench.run(name, { remote: true });
    expect({ code, out, err }).toEqual({
      code: 1,
      out: "",
      err: [
        `${name}: soporte@example.com has the role read at factura-edge, and \`${name}\` needs the role operate`,
        '  nothing was changed; operators.toml says who has it: operate = ["soporte@example.com"]',
      ].join("\n"),
    });
    expect(bench.dump()).toBe(before);
    expect(askedOf().filter((noun) => noun !== "d1")).toEqual(["whoami"]);
    expect(bench.deployed.statements.filter((text) => !/^select/i.test(text))).toEqual([]);
  });

  it("reads, and wrangler is not asked who it is", async () => {
    await bench.run("company add", COMPANY);
    bench.deployed.logIn("soporte@example.com");
    for (const name of ["company list", "status", "pending", "plan list", "usage"]) {
      const { code } = await bench.run(name, {
        remote: true,
        ...(name === "usage" && { from: "2026-11-01", to: "2026-11-30" }),
      });
      expect([name, code]).toEqual([name, name === "status" ? expect.any(Number) : 0]);
    }
    expect(new Set(askedOf())).toEqual(new Set(["d1"]));
  });

  it("orders no comparison of journals, and reads what one found", async () => {
    bench.deployed.logIn("soporte@example.com");
    const flags = { remote: true, journals: true } as const;
    expect((await bench.run("ledger verify", flags)).err).toContain("needs the role operate");
    expect((await bench.run("ledger verify", { ...flags, report: true })).err).not.toContain("needs the role operate");
  });

  it("is everybody's where the file lists nobody, is not there, or names others for the deployment", async () => {
    writeFileSync(bench.operators, "operate = []\n[env.staging]\noperate = ['ana@example.com']\n");
    expect((await bench.run("alert test", { remote: true })).err).toContain('it lists nobody yet: operate = ["ana@');
    writeFileSync(bench.operators, "operators = ['ana@example.com']\n");
    expect((await bench.run("alert test", { remote: true })).err).toMatch(/operators\.toml cannot be read/);
    expect(bench.query("SELECT * FROM events")).toEqual([]);
  });

  it("stops a command that calls itself a reading one and writes", async () => {
    const sly: Command = {
      name: "sly",
      about: "writes all the same",
      flags: [],
      reads: true,
      run: async (context) => {
        await commit(context, { companyId: 0, action: "sly", detail: {} }, []);
        return { data: null, text: "done" };
      },
    };
    const said: string[] = [];
    const code = await runLine([sly], ["sly", "--remote"], {
      root: bench.root,
      environment: {},
      isInteractive: false,
      print: (text) => said.push(text),
      complain: (text) => said.push(text),
      nowMs: () => Date.parse(NOW),
      wrangler: bench.deployed.wrangler,
      configuration: join(bench.root, "wrangler.toml"),
    });
    expect({ code, said: said.join("\n") }).toEqual({ code: 1, said: expect.stringContaining("only reads") });
    expect(bench.query("SELECT * FROM events")).toEqual([]);
  });
});

describe("two people", () => {
  beforeEach(async () => {
    await bench.run("company add", COMPANY);
  });

  /** One asks that a list be sent again, another one approves. */
  async function propose(flags: Readonly<Record<string, string | true>>) {
    bench.query(
      `INSERT INTO events SELECT company_id, sequence + 1, at, ?, 'document.resend.propose', 'outage', NULL, ?, hash, 'x'
       FROM events ORDER BY sequence DESC LIMIT 1`,
      String(flags.by),
      JSON.stringify({ digest: "0123456789abcdef", documents: [1], keys: ["k"] }),
    );
  }

  it.each([
    { by: "Ana", actor: "ana", said: "ana proposed the list and cannot approve it" },
    { by: "ana", actor: "ANA", said: "ana proposed the list and cannot approve it" },
    { by: "ana", actor: "luis", said: "no document of the list waits any more" },
  ])("on the stand: $by and $actor", async ({ by, actor, said }) => {
    await propose({ by });
    const flags = { company: 1, approve: "0123456789abcdef", actor };
    expect((await bench.run("document resend", flags)).err).toContain(said);
  });

  it.each([
    {
      by: "Ana@example.com",
      login: "ana@example.com",
      said: "ana@example.com proposed the list and cannot approve it",
    },
    { by: "ana", login: "ana@example.com", said: "ana is no person's address, and two people are needed" },
    { by: "ana@example.com", login: undefined, said: "token:0a1b2c is no person's address" },
    { by: "luis@example.com", login: "ana@example.com", said: "no document of the list waits any more" },
  ])("on a deployment: $by and $login", async ({ by, login, said }) => {
    await propose({ by });
    writeFileSync(bench.operators, 'operate = ["Ana@Example.com", "token:0a1b2c"]');
    bench.deployed.logIn(login);
    const flags = { company: 1, approve: "0123456789abcdef", remote: true } as const;
    expect((await bench.run("document resend", flags)).err).toContain(said);
  });
});
