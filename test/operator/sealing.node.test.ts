// A vault key that is not the one of the rows seals nothing beside them, by whichever command, and says so.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createVersionedKey, readSecretFile, writeSecret } from "../../operator/deployment.ts";
import { makeThrowAwayCertificate } from "../../operator/throw-away.ts";
import { COMPANY, NOW, openWorkbench, RANGE, type Workbench } from "./workbench.ts";

const CERTIFICATE = makeThrowAwayCertificate("900373115", "Prueba", Date.parse(NOW));
const OTHER = { ...COMPANY, nit: "800197268-4", name: "Otra S.A.S." };

let bench: Workbench;
beforeEach(async () => {
  bench = openWorkbench();
  await bench.run("company add", COMPANY);
});
afterEach(() => bench.close());

const local = () => join(bench.root, ".dev.vars");
const remote = () => join(bench.root, ".dev.vars.remote");
const kept = () => readSecretFile(local()).VAULT_KEY ?? "";
const tables = () => JSON.stringify(JSON.parse(bench.dump()));

type Line = (flags?: Readonly<Record<string, true>>) => Promise<{ code: number; err: string }>;

/** Everything that seals, or moves what is sealed to another key. */
const LINES: Readonly<Record<string, Line>> = {
  "company add": (flags) => bench.run("company add", { ...OTHER, ...flags }),
  "company edit": (flags) => bench.run("company edit", { company: 1, "fe-pin": "98765", ...flags }),
  "range add": (flags) => bench.run("range add", { ...RANGE, ...flags }),
  "certificate import": (flags) => {
    const path = join(bench.root, "certificate.pem");
    writeFileSync(path, CERTIFICATE);
    return bench.run("certificate import", { company: 1, ...flags }, path);
  },
  "vault rotate": (flags) => bench.run("vault rotate", { ...flags }),
  "vault rotate --new-key": (flags) => bench.run("vault rotate", { "new-key": true, ...flags }),
  "vault rotate --drop-old": (flags) => bench.run("vault rotate", { "drop-old": true, ...flags }),
};
const SEALING = ["company add", "company edit", "range add", "certificate import"];

describe.each(Object.keys(LINES))("%s", (name) => {
  const run: Line = (flags) => LINES[name]?.(flags) ?? Promise.reject(new Error(`no line ${name}`));

  it("refuses a key of the same version that opens nothing of what is sealed, and writes nothing", async () => {
    writeSecret(local(), "VAULT_KEY", createVersionedKey(1));
    const before = [tables(), kept()];
    const { code, err } = await run();
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(
        /software-pin of company 1 does not open.* 1 of 1 secrets.*\n {2}nothing was changed; /,
      ),
    });
    expect([tables(), kept()]).toEqual(before);
  });

  it("refuses a key of another version, and writes nothing", async () => {
    writeSecret(local(), "VAULT_KEY", createVersionedKey(8));
    const before = [tables(), kept()];
    const { code, err } = await run();
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/version 1|older version|need a version/) });
    expect([tables(), kept()]).toEqual(before);
  });
});

describe("a newest version that no row has yet", () => {
  it.each([...SEALING, "vault rotate"])("is refused by %s when another one was made", async (name) => {
    const old = kept();
    await bench.run("vault rotate", { "new-key": true });
    const made = kept();
    writeSecret(local(), "VAULT_KEY", `${createVersionedKey(2)},${old}`);
    const before = tables();
    expect(await LINES[name]?.()).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        "this VAULT_KEY has another version 2 than the one that `vault rotate --new-key` made",
      ),
    });
    expect(tables()).toBe(before);
    writeSecret(local(), "VAULT_KEY", made);
    expect(await LINES[name]?.()).toMatchObject({ code: 0 });
  });

  it.each(SEALING)("is refused by %s --remote when nothing shows that the Worker has it", async (name) => {
    writeSecret(remote(), "TOKEN_PEPPER", createVersionedKey(1));
    writeSecret(remote(), "VAULT_KEY", `${createVersionedKey(2)},${kept()}`);
    const before = tables();
    expect(await LINES[name]?.({ remote: true })).toMatchObject({
      code: 1,
      err: expect.stringContaining("no event says that the Worker has version 2"),
    });
    expect(tables()).toBe(before);
    writeSecret(remote(), "VAULT_KEY", kept());
    expect(await LINES[name]?.({ remote: true })).toMatchObject({ code: 0 });
  });
});

describe("rows that no key opens", () => {
  const SPOILED = ["v1.1.AAAA.AAAA", "none"];

  it.each(SPOILED)("such as %j do not condemn the key that opens the others", async (text) => {
    await bench.run("range add", RANGE);
    await bench.run("company add", OTHER);
    bench.query("UPDATE software SET sealed_pin = ? WHERE company_id = 2", text);
    expect(await bench.run("company edit", { company: 2, "fe-pin": "98765" })).toMatchObject({ code: 0, err: "" });
    const [row] = bench.query("SELECT sealed_pin FROM software WHERE company_id = 2");
    expect(row?.sealed_pin).not.toBe(text);
  });
});
