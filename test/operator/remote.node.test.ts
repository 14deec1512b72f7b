// Lines with --remote whose call of wrangler fails on the way: what is left, what is said, and that a repeat completes it.
import { rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openLocalArchive } from "../../operator/access/access.ts";
import { createVersionedKey, readSecretFile, writeSecret } from "../../operator/deployment.ts";
import { COMPANY, openWorkbench, type Workbench } from "./workbench.ts";

const REMOTE = { remote: true } as const;
/** What a line says before it writes, and nothing after it when all went well. */
const WHERE = "writes to Worker factura-edge, database factura-edge, bucket factura-edge-files";

let bench: Workbench;
beforeEach(() => {
  bench = openWorkbench();
  for (const name of ["TOKEN_PEPPER", "VAULT_KEY"]) writeSecret(remoteSecrets(), name, createVersionedKey(1));
});
afterEach(() => bench.close());

function remoteSecrets(): string {
  return `${bench.root}/.dev.vars.remote`;
}

describe("a line with --remote", () => {
  it("reads and writes the deployment's database through wrangler", async () => {
    expect(await bench.run("company add", { ...COMPANY, ...REMOTE })).toMatchObject({ code: 0, err: WHERE });
    expect(await bench.json("company show", { company: 1, ...REMOTE })).toMatchObject({ nit: "900373115" });
    expect(bench.deployed.statements.join("\n")).toContain('insert into "companies"');
  });
});

describe("a database that another deployment has marked", () => {
  const mark = (name: string) => bench.query("INSERT INTO deployments (id, name) VALUES (1, ?)", name);

  it("takes no write of a line, which says so; it is read all the same", async () => {
    mark("factura-edge-staging");
    const before = bench.dump();
    const { code, err } = await bench.run("company add", { ...COMPANY, ...REMOTE });
    expect(code).toBe(1);
    expect(err).toContain("factura-edge is marked by another deployment, factura-edge-staging");
    expect(err).toContain("nothing was changed");
    expect(bench.dump()).toBe(before);
    expect(await bench.run("company list", REMOTE)).toMatchObject({ code: 0 });
  });

  it.each([
    ["none", undefined],
    ["its own", "factura-edge"],
  ])("with %s mark, a write makes no call more", async (_, name) => {
    if (name !== undefined) mark(name);
    expect(await bench.run("company add", { ...COMPANY, ...REMOTE })).toMatchObject({ code: 0 });
    const asked = bench.deployed.calls.filter(([noun]) => noun === "d1").map((call) => call.at(-1) ?? "");
    const marked = asked.filter((sql) => sql.includes("deployments"));
    expect(marked).toHaveLength(1);
    expect(marked[0]).toContain('insert into "companies"');
  });
});

describe("a bucket that another deployment has marked", () => {
  async function* listNothing(): AsyncGenerator<never> {
    yield* [];
  }

  /** An archive of these files, and how often it was read. */
  function openFiles(files: Readonly<Record<string, string>>) {
    const put: string[] = [];
    const reads: string[] = [];
    bench.setArchive({
      readFile: async (path) => {
        reads.push(path);
        const text = files[path];
        return text === undefined ? undefined : new TextEncoder().encode(text);
      },
      listFiles: listNothing,
      putFile: async ({ path }) => {
        put.push(path);
        return "stored";
      },
      close: async () => undefined,
    });
    return { put, reads };
  }

  it("takes no head of an event, and with it the line writes nothing; it is not read either", async () => {
    writeSecret(remoteSecrets(), "AUDIT_KEY", createVersionedKey(1));
    const { put } = openFiles({ deployment: "factura-edge-staging" });
    const before = bench.dump();
    for (const [name, flags] of [
      ["company add", { ...COMPANY, ...REMOTE }],
      ["ledger rebuild", REMOTE],
    ] as const) {
      const { code, err } = await bench.run(name, flags);
      expect(code).toBe(1);
      expect(err).toContain("the bucket factura-edge-files is marked by another deployment, factura-edge-staging");
    }
    expect(bench.dump()).toBe(before);
    expect(put).toEqual([]);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ["none", {}],
    ["its own", { deployment: "factura-edge" }],
  ])("with %s mark, it is read once", async (_, files) => {
    writeSecret(remoteSecrets(), "AUDIT_KEY", createVersionedKey(1));
    const { put, reads } = openFiles(files);
    expect(await bench.run("company add", { ...COMPANY, ...REMOTE })).toMatchObject({ code: 0, err: WHERE });
    expect({ put, reads }).toEqual({ put: ["audit/heads/1/000000001.json"], reads: ["deployment"] });
  });

  it("that does not answer stops no line, whose head is complained of", async () => {
    writeSecret(remoteSecrets(), "AUDIT_KEY", createVersionedKey(1));
    const absent = () => Promise.reject(new Error("R2 get: no answer"));
    bench.setArchive({ readFile: absent, listFiles: listNothing, putFile: absent, close: async () => undefined });
    const { code, err } = await bench.run("company add", { ...COMPANY, ...REMOTE });
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining("its head did not get into the archive") });
  });
});

describe("vault rotate --remote", () => {
  const kept = () => readSecretFile(remoteSecrets()).VAULT_KEY ?? "";
  const versions = () => kept().replaceAll(/:[^,]+/g, "");

  beforeEach(async () => {
    await bench.deployed.wrangler(["secret", "put", "VAULT_KEY"], kept());
    await bench.run("company add", { ...COMPANY, ...REMOTE });
  });

  it("--new-key is repeated until the Worker and the file have the same", async () => {
    bench.deployed.failOnce(/secret put VAULT_KEY/, "before");
    expect(await bench.run("vault rotate", { "new-key": true, ...REMOTE })).toMatchObject({ code: 1 });
    expect([versions(), bench.deployed.secrets.get("VAULT_KEY")]).toEqual(["1", kept()]);
    bench.deployed.failOnce(/secret put VAULT_KEY/, "after");
    expect(await bench.run("vault rotate", { "new-key": true, ...REMOTE })).toMatchObject({ code: 1 });
    expect(await bench.run("vault rotate", { "new-key": true, ...REMOTE })).toMatchObject({ code: 0 });
    expect([versions(), bench.deployed.secrets.get("VAULT_KEY")]).toEqual(["2,1", kept()]);
  });

  it("--new-key sets the versions of the file again instead of adding a third", async () => {
    writeSecret(remoteSecrets(), "VAULT_KEY", `${createVersionedKey(2)},${kept()}`);
    const again = await bench.run("vault rotate", { "new-key": true, ...REMOTE });
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining("set on the Worker again") });
    expect([versions(), bench.deployed.secrets.get("VAULT_KEY")]).toEqual(["2,1", kept()]);
  });

  it("re-wraps nothing under a version that the Worker may lack", async () => {
    writeSecret(remoteSecrets(), "VAULT_KEY", `${createVersionedKey(2)},${kept()}`);
    const before = bench.dump();
    const { code, err } = await bench.run("vault rotate", REMOTE);
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/version 2.*\n.*vault rotate --remote --new-key/),
    });
    expect(bench.dump()).toBe(before);
    await bench.run("vault rotate", { "new-key": true, ...REMOTE });
    expect(await bench.json("vault rotate", REMOTE)).toEqual({ version: 2, rewrapped: 1, left: 0 });
    expect((await bench.run("vault rotate", { "drop-old": true, ...REMOTE })).code).toBe(0);
    expect([versions(), bench.deployed.secrets.get("VAULT_KEY")]).toEqual(["2", kept()]);
  });

  it("never takes a version from the Worker that a secret needs and an older copy of the file lacks", async () => {
    const old = kept();
    await bench.run("vault rotate", { "new-key": true, ...REMOTE });
    await bench.run("vault rotate", REMOTE);
    const onWorker = bench.deployed.secrets.get("VAULT_KEY");
    writeSecret(remoteSecrets(), "VAULT_KEY", old.replace("1:", "8:"));
    const { code, err } = await bench.run("vault rotate", { "new-key": true, ...REMOTE });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("1 secrets need a version") });
    expect(bench.deployed.secrets.get("VAULT_KEY")).toBe(onWorker);
  });

  it("takes the word of an operator who set the secret by hand", async () => {
    bench.environment.VAULT_KEY = `${createVersionedKey(7)},${kept()}`;
    expect((await bench.run("vault rotate", REMOTE)).code).toBe(1);
    expect(await bench.run("vault rotate", { "on-worker": true, ...REMOTE })).toMatchObject({ code: 0 });
    expect(await bench.json("vault status", REMOTE)).toEqual([{ version: 7, secrets: 1 }]);
  });
});

describe("secret init --remote", () => {
  const NAMES = ["AUDIT_KEY", "LINK_KEY", "TOKEN_PEPPER", "VAULT_KEY"];
  const onWorker = () => Object.fromEntries(bench.deployed.secrets);
  beforeEach(() => bench.deployed.wrangler(["deploy"]));

  it("of a Worker that is not there yet makes the file alone: asked to set one, wrangler would make a Worker without code", async () => {
    const fresh = openWorkbench();
    try {
      const first = await fresh.run("secret init", REMOTE);
      expect(first).toMatchObject({ code: 0, out: expect.stringContaining("factura-edge is not there yet") });
      expect(first.out).toContain("next: operator deploy --remote --secrets");
      expect(await fresh.run("secret init", REMOTE)).toMatchObject({ code: 0 });
      expect(fresh.deployed.calls.filter(([, verb]) => verb === "put")).toEqual([]);
      expect(await fresh.run("deploy", { ...REMOTE, secrets: true })).toMatchObject({ code: 0 });
      expect(Object.fromEntries(fresh.deployed.secrets)).toEqual(readSecretFile(`${fresh.root}/.dev.vars.remote`));
    } finally {
      fresh.close();
    }
  });

  it.each(NAMES)("is repeated until the Worker has all of them, when setting %s failed", async (name) => {
    rmSync(remoteSecrets());
    bench.deployed.failOnce(new RegExp(`secret put ${name}`), "before");
    expect(await bench.run("secret init", REMOTE)).toMatchObject({ code: 1 });
    expect(await bench.run("secret init", REMOTE)).toMatchObject({ code: 0 });
    expect(onWorker()).toEqual(readSecretFile(remoteSecrets()));
    expect(Object.keys(onWorker()).sort()).toEqual(NAMES);
  });

  it("sets what the file has again and makes nothing new", async () => {
    for (const name of ["AUDIT_KEY", "LINK_KEY"]) writeSecret(remoteSecrets(), name, createVersionedKey(1));
    const before = readSecretFile(remoteSecrets());
    expect(await bench.run("secret init", { ...REMOTE, json: true })).toMatchObject({
      code: 0,
      out: expect.stringContaining('"made": []'),
    });
    expect([readSecretFile(remoteSecrets()), onWorker()]).toEqual([before, before]);
  });

  it("makes what a deployment of before lacks, and leaves the rest", async () => {
    const before = readSecretFile(remoteSecrets());
    expect(await bench.run("secret init", REMOTE)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^AUDIT_KEY, LINK_KEY made; keep/),
    });
    const after = readSecretFile(remoteSecrets());
    const made = { AUDIT_KEY: expect.stringMatching(/^1:/), LINK_KEY: expect.stringMatching(/^1:/) };
    expect([after, onWorker()]).toEqual([{ ...before, ...made }, after]);
  });

  it.each(NAMES)("never takes the Worker's %s away for a new one, where the file lacks it", async (name) => {
    await bench.run("secret init", REMOTE);
    const before = onWorker();
    writeSecret(remoteSecrets(), name, "");
    const kept = readSecretFile(remoteSecrets());
    expect(await bench.run("secret init", REMOTE)).toMatchObject({
      code: 1,
      err: expect.stringMatching(new RegExp(`the Worker has ${name} already, which .* lacks\n {2}nothing was changed`)),
    });
    expect([onWorker(), readSecretFile(remoteSecrets())]).toEqual([before, kept]);
  });

  it("makes no key as long as the Worker does not say which ones it has", async () => {
    await bench.run("secret init", REMOTE);
    const before = onWorker();
    rmSync(remoteSecrets());
    bench.deployed.failOnce(/secret list/, "before");
    expect(await bench.run("secret init", REMOTE)).toMatchObject({
      code: 1,
      err: expect.stringContaining("secret list failed"),
    });
    expect([onWorker(), readSecretFile(remoteSecrets())]).toEqual([before, {}]);
  });

  it("never sets a VAULT_KEY that does not open what the deployment has sealed", async () => {
    const archive = openLocalArchive(`${bench.root}/.wrangler/state`);
    bench.setArchive(archive);
    await bench.run("secret init", REMOTE);
    expect(await bench.run("company add", { ...COMPANY, ...REMOTE })).toMatchObject({ code: 0, err: WHERE });
    await archive.close();
    const before = onWorker();
    writeSecret(remoteSecrets(), "VAULT_KEY", createVersionedKey(1));
    expect(await bench.run("secret init", REMOTE)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/software-pin of company 1 does not open.*\n {2}nothing was changed/),
    });
    expect(onWorker()).toEqual(before);
  });

  it("comes before the tables, too", async () => {
    rmSync(remoteSecrets());
    for (const table of ["software", "ranges", "certificates"])
      bench.query(`ALTER TABLE ${table} RENAME TO no_${table}`);
    expect(await bench.run("secret init", REMOTE)).toMatchObject({ code: 0 });
    expect(await bench.run("secret init", REMOTE)).toMatchObject({ code: 0 });
  });

  it("is refused on the local stand, whose file is all there is", async () => {
    await bench.run("secret init");
    expect(await bench.run("secret init")).toMatchObject({
      code: 1,
      err: expect.stringContaining("holds them already"),
    });
  });
});

describe("what a failed write says", () => {
  const company = { ...COMPANY, ...REMOTE };

  it("that nothing was changed, when a constraint refused it", async () => {
    await bench.run("company add", company);
    bench.query("CREATE UNIQUE INDEX one_name ON companies (name)");
    const before = bench.dump();
    const { code, err } = await bench.run("company add", { ...company, nit: "800197268-4" });
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/UNIQUE constraint.*\n {2}nothing was changed$/),
    });
    expect(bench.dump()).toBe(before);
  });

  it("that nothing was changed, when the database was not even asked to write", async () => {
    bench.deployed.failOnce(/--command select [^;]*from "events"/, "before");
    const { code, err } = await bench.run("company add", company);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/nothing was changed$/) });
  });

  it.each(["before", "after"] as const)(
    "to look before repeating, when wrangler ended %s the deployment had written",
    async (moment) => {
      bench.deployed.failOnce(/insert into "companies"/, moment);
      const { code, err } = await bench.run("company add", company);
      expect({ code, err }).toEqual({
        code: 1,
        err: expect.stringMatching(
          /did not answer clearly.*\n {2}it may have been written: .*event list --remote --company 1/,
        ),
      });
      expect(err).not.toContain("nothing was changed");
      expect(bench.query("SELECT id FROM companies")).toHaveLength(moment === "after" ? 1 : 0);
    },
  );

  it("which secret is on the Worker already, when the database refuses what goes with it", async () => {
    bench.query(
      "CREATE TRIGGER no_more BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed'); END",
    );
    const { code, err } = await bench.run("vault rotate", { "new-key": true, ...REMOTE });
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/VAULT_KEY has the versions 2, 1 already.*; nothing else was changed/),
    });
  });

  it("that a certificate's secret is on the Worker already", async () => {
    await bench.run("company add", company);
    bench.environment.CERTIFICATE_PASSWORD = "secreto";
    bench.deployed.failOnce(/insert into "certificates"/, "after");
    const flags = { company: 1, location: "secret:CERT_ONE", ...REMOTE };
    const { code, err } = await bench.run("certificate import", flags, `${import.meta.dirname}/fixture/encrypted.pem`);
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(
        /secret CERT_ONE is set already; the rest may have been written: .*event list --remote --company 1/,
      ),
    });
  });
});
