// Tests that no command writes a secret of the Worker that is not its own, under any name.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPutSecret } from "../../operator/access/secret.ts";
import { ALL_COMMANDS } from "../../operator/commands.ts";
import { ROOT } from "../../operator/deployment.ts";
import { makeThrowAwayCertificate } from "../../operator/throw-away.ts";
import { COMPANY, NOW, openWorkbench, type Workbench } from "./workbench.ts";

/** Every name that the Worker reads from its environment. */
const ENV_NAMES = [...readFileSync(join(ROOT, "src/env.ts"), "utf8").matchAll(/^ {2}readonly ([A-Z_]+)\??:/gm)].map(
  ([, name = ""]) => name,
);
/** A key takes a while to make. */
const made = new Map<string, string>();
function makeOnce(nit: string, at: string): string {
  const text = made.get(`${nit} ${at}`) ?? makeThrowAwayCertificate(nit, "Prueba", Date.parse(at));
  made.set(`${nit} ${at}`, text);
  return text;
}

const STRANGE = [
  "CERT_",
  "CERT",
  "cert_one",
  "CERT_ONE\n",
  "XCERT_ONE",
  "CERT_one",
  "CERT_ONE=",
  "VAULT_KEY\nCERT_A",
  "",
];

/** Commands that write secrets -> the names of the deployment that they may write. */
const WRITERS: Readonly<Record<string, readonly string[]>> = {
  "secret init": ["TOKEN_PEPPER", "VAULT_KEY", "AUDIT_KEY", "LINK_KEY"],
  "certificate import": [],
  "company setup": [],
  "vault rotate": ["VAULT_KEY"],
};

describe("a command writes its own secrets and no other", () => {
  it("and every command that writes any is in the table", () => {
    const writers = ALL_COMMANDS.filter(({ writesSecrets }) => writesSecrets !== undefined).map(({ name }) => name);
    expect(writers.sort()).toEqual(Object.keys(WRITERS).sort());
    expect(ENV_NAMES).toEqual(expect.arrayContaining(["DB", "ALERT_URL", "TOKEN_PEPPER", "VAULT_KEY"]));
  });

  const cases = ALL_COMMANDS.flatMap((command) =>
    [...ENV_NAMES, ...STRANGE].map((name) => ({
      command,
      name,
      isOwn: WRITERS[command.name]?.includes(name) ?? false,
    })),
  );
  it("for all commands and all names in src/env.ts", async () => {
    for (const { command, name, isOwn } of cases) {
      const written: string[] = [];
      const put = createPutSecret({
        command,
        isRemote: false,
        envFlags: [],
        isDryRun: false,
        wrangler: async () => new Uint8Array(),
        print: () => undefined,
        writeLocalSecret: (one) => written.push(one),
      });
      const outcome = await put(name, "value").then(
        () => "written",
        (cause: unknown) => String(cause),
      );
      const expected = isOwn
        ? { outcome: "written", written: [name] }
        : { outcome: expect.stringContaining(`\`${command.name}\` may not write the secret`), written: [] };
      expect({ outcome, written }).toEqual(expected);
    }
  });

  it("and there is no other way to them", () => {
    const sources = readdirSync(join(ROOT, "operator"), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .filter((path) => /"secret",\s*"(?:put|bulk|delete)"/.test(readFileSync(join(ROOT, "operator", path), "utf8")));
    // The others print the calls that a person, or a line that is no rehearsal, would make.
    const printing = ["command/alert.ts", "command/setup.ts"];
    expect(sources.sort()).toEqual(["access/secret.ts", ...printing]);
    for (const path of printing) {
      expect(readFileSync(join(ROOT, "operator", path), "utf8")).not.toMatch(/wrangler\(\["secret", "(?!list)/);
    }
  });
});

describe("certificate import --location", () => {
  let bench: Workbench;
  beforeEach(async () => {
    bench = openWorkbench();
    await bench.run("company add", COMPANY);
    await bench.run("company add", { ...COMPANY, nit: "800197268-4", name: "Otra S.A.S." });
  });
  afterEach(() => bench.close());

  const importNew = (company: number, location: string, madeAt = NOW) => {
    const path = join(bench.root, "certificate.pem");
    writeFileSync(path, makeOnce(company === 1 ? "900373115" : "800197268", madeAt));
    return bench.run("certificate import", { company, location }, path);
  };
  const readFile = () => readFileSync(join(bench.root, ".dev.vars"), "utf8");

  it("refuses every name in src/env.ts, and every strange one, and nothing is written anywhere", async () => {
    const before = [bench.dump(), readFile()];
    for (const name of [...ENV_NAMES, ...STRANGE]) {
      const { code, err } = await importNew(1, `secret:${name}`);
      const says = expect.stringContaining("neither vault nor secret:CERT_NAME");
      expect({ name, code, err }).toEqual({ name, code: 1, err: says });
    }
    expect([bench.dump(), readFile(), bench.deployed.secrets.size]).toEqual([...before, 0]);
  });

  it("refuses the name that holds another company's key", async () => {
    expect(await importNew(1, "secret:CERT_ONE")).toMatchObject({ code: 0 });
    const before = [bench.dump(), readFile()];
    expect(await importNew(2, "secret:CERT_ONE")).toMatchObject({
      code: 1,
      err: expect.stringContaining("CERT_ONE holds the key of a certificate of company 1"),
    });
    expect([bench.dump(), readFile()]).toEqual(before);
    expect(await importNew(2, "secret:CERT_TWO")).toMatchObject({ code: 0 });
  });

  it("takes the company's own name again once its certificate has ended, and not while it may sign", async () => {
    await importNew(1, "secret:CERT_ONE");
    const before = [bench.dump(), readFile()];
    const renewed = "2026-11-19T12:00:00.000Z";
    expect(await importNew(1, "secret:CERT_ONE", renewed)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/CERT_ONE holds the key of certificate \d+, which may sign until 2036-/),
    });
    expect([bench.dump(), readFile()]).toEqual(before);
    const later = "2037-01-01T12:00:00.000Z";
    bench.setNow(later);
    expect(await importNew(1, "secret:CERT_ONE", later)).toMatchObject({ code: 0 });
  });
});
