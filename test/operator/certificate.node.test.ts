// Certificate files of every usual make into a sealed key and its facts, and the vault under a new key.
import { X509Certificate } from "node:crypto";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readSecretFile } from "../../operator/deployment.ts";
import { makeThrowAwayCertificate } from "../../operator/throw-away.ts";
import { splitPemBundle } from "../../src/signature/xmldsig.ts";
import { certificateContext, importVaultKeys, open } from "../../src/store/secret/vault.ts";
import { COMPANY, openWorkbench, type Workbench } from "./workbench.ts";

// Made once with openssl 3: root, sub-CA and leaves of 2048 bits of invented owners; password `secreto`, or `contraseñá`.
const FIXTURES = join(import.meta.dirname, "fixture");
const LEAF = new X509Certificate(readFileSync(join(FIXTURES, "leaf.pem")));
const SERIAL = BigInt(`0x${LEAF.serialNumber}`).toString();

let bench: Workbench;
beforeEach(async () => {
  bench = openWorkbench();
  bench.environment.CERTIFICATE_PASSWORD = "secreto";
  await bench.run("company add", COMPANY);
});
afterEach(() => bench.close());

const importFile = (name: string, flags = {}) =>
  bench.run("certificate import", { company: 1, ...flags }, join(FIXTURES, name));

/** The bundle that the vault holds, opened. */
async function openStored(): Promise<string> {
  const keys = await importVaultKeys(readSecretFile(join(bench.root, ".dev.vars")).VAULT_KEY ?? "");
  const [row] = bench.query("SELECT sealed_bundle FROM certificates");
  return open(keys, certificateContext(1, SERIAL), String(row?.sealed_bundle));
}

describe("certificate import", () => {
  it.each(["modern-chain.p12", "legacy-chain.p12", "bundle.pem", "encrypted.pem", "traditional.pem"])(
    "opens %s, shows who signs, and keeps key and exact certificate in the vault",
    async (name) => {
      const { code, out, err } = await importFile(name);
      expect({ code, err }).toEqual({ code: 0, err: "" });
      expect(out).toContain(`serialNumber: ${SERIAL}`);
      expect(out).toContain(
        '2.5.4.5=9003731153,CN=\\#Compañía Ágil\\;Cía\\ ,O=Compañía \\"Ágil\\"\\, S.A.S.,ST=Bogotá,C=CO',
      );
      expect(out).not.toContain("PRIVATE KEY");
      const { privateKey, certificates } = splitPemBundle(await openStored());
      expect(privateKey.length).toBeGreaterThan(1000);
      expect(certificates[0]).toBe(LEAF.raw.toString("base64"));
      expect(bench.dump()).not.toContain("PRIVATE KEY");
    },
  );

  const accented = ["accented-pbes2.p12", "accented-legacy.p12", "accented-latin1.p12"];
  const saved = [
    { as: "in UTF-8", bytes: Buffer.from("contraseñá\n") },
    { as: "with a mark and its accents apart", bytes: Buffer.from("\ufeffcontrasen\u0303a\u0301\r\n") },
    { as: "in the code page of Windows", bytes: Buffer.from("contraseñá", "latin1") },
  ];
  it.each(accented.flatMap((name) => saved.map((file) => ({ name, ...file }))))(
    "opens $name with a password beyond ASCII that was saved $as",
    async ({ name, bytes }) => {
      const path = join(bench.root, "password");
      writeFileSync(path, bytes);
      expect(await importFile(name, { "password-file": path })).toMatchObject({ code: 0, err: "" });
    },
  );

  it.each(accented)("refuses %s with another password", async (name) => {
    bench.environment.CERTIFICATE_PASSWORD = "contraseña";
    expect((await importFile(name)).err).toContain("the password does not open the file");
  });

  it("keeps the chain in order, sub-CA first, root last, for any order in the file", async () => {
    await importFile("legacy-chain.p12");
    const [row] = bench.query("SELECT chain, issuer_name FROM certificates");
    const chain = JSON.parse(String(row?.chain)) as { issuerName: string; digest: string; serialNumber: string }[];
    expect(row?.issuer_name).toBe("CN=Sub CA de prueba,O=Certificadora Raíz\\, S.A.,C=CO");
    expect(chain.map(({ issuerName }) => issuerName)).toEqual([
      "CN=Raíz de prueba,O=Certificadora Raíz\\, S.A.,C=CO",
      "CN=Raíz de prueba,O=Certificadora Raíz\\, S.A.,C=CO",
    ]);
    expect(splitPemBundle(await openStored()).certificates).toHaveLength(3);
  });

  const wrong = [
    { name: "wrong-nit.p12", says: "does not name NIT 900373115" },
    { name: "wrong-usage.p12", says: "lacks digitalSignature and nonRepudiation" },
    { name: "weak-key.p12", says: "rsa of 1024 bits" },
    { name: "truncated.p12", says: "cut short" },
    { name: "no-key.p12", says: "no private key" },
    { name: "two-keys.p12", says: "2 private keys" },
    { name: "mismatched.pem", says: "no certificate of the file belongs" },
    { name: "absent.p12", says: "cannot be read (ENOENT)" },
  ];
  it.each(wrong)("refuses $name and leaves the database untouched", async ({ name, says }) => {
    const before = bench.dump();
    const { code, err } = await importFile(name);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(says) });
    expect(bench.dump()).toBe(before);
  });

  it.each(["modern-chain.p12", "legacy-chain.p12", "encrypted.pem"])("refuses a wrong password of %s", async (name) => {
    bench.environment.CERTIFICATE_PASSWORD = "otra";
    const { code, err } = await importFile(name);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/password/) });
  });

  it("takes the password from a file", async () => {
    bench.environment.CERTIFICATE_PASSWORD = "";
    const path = join(bench.root, "password");
    writeFileSync(path, "secreto\n");
    expect(await importFile("modern-chain.p12", { "password-file": path })).toMatchObject({ code: 0 });
  });

  it("refuses an expired certificate, and the same one twice", async () => {
    bench.setNow("2060-01-01T00:00:00Z");
    expect(await importFile("modern-chain.p12")).toMatchObject({ code: 1, err: expect.stringContaining("ended on") });
    bench.setNow("2026-11-20T15:00:00Z");
    await importFile("modern-chain.p12");
    expect(await importFile("legacy-chain.p12")).toMatchObject({
      code: 1,
      err: expect.stringContaining("stored already"),
    });
  });

  it.each([
    { what: "does not sign yet", madeOn: "2026-12-02T12:00:00Z", says: /it signs from 2026-12-01 07:00:00/ },
    { what: "has nine days left", madeOn: "2016-11-29T16:00:00Z", says: /it ends soon: .*\(9 days left\)/ },
    { what: "has ten days left", madeOn: "2016-11-30T16:00:00Z", says: /days_left: 10\nnext:/ },
  ])("says at once of a certificate that it $what", async ({ madeOn, says }) => {
    const file = join(bench.root, "made.pem");
    writeFileSync(file, makeThrowAwayCertificate("900373115", "Made", Date.parse(madeOn)));
    expect(await bench.run("certificate import", { company: 1 }, file)).toMatchObject({
      code: 0,
      out: expect.stringMatching(says),
    });
  });

  it("makes one for the stand in the place of a file, and none for a deployment", async () => {
    expect(await bench.run("certificate import", { company: 1 }, "throw-away")).toMatchObject({ code: 0 });
    expect(bench.query("SELECT count(*) AS count FROM certificates")).toEqual([{ count: 1 }]);
    expect(await bench.run("certificate import", { company: 1, remote: true }, "throw-away")).toMatchObject({
      code: 1,
      err: expect.stringContaining("the authority takes a certifier's file only"),
    });
  });

  it("makes one for each company of the stand that has none, in the place of a folder", async () => {
    await bench.run("company add", { ...COMPANY, nit: "800197268-4", name: "Otra S.A.S." });
    await bench.run("certificate import", { company: 1 }, "throw-away");
    expect(await bench.run("certificate import", { folder: "throw-away" })).toMatchObject({
      code: 0,
      out: expect.stringContaining("2 certificates: 1 unchanged, 1 imported"),
    });
    const { code, out } = await bench.run("certificate import", { folder: "throw-away", remote: true });
    expect([code, out]).toEqual([0, expect.stringContaining("2 certificates: 2 unchanged")]);
    bench.query("DELETE FROM certificates");
    const refused = await bench.run("certificate import", { folder: "throw-away", remote: true });
    expect([refused.code, refused.out]).toEqual([3, expect.stringContaining("2 certificates: 2 refused")]);
    expect(bench.query("SELECT count(*) AS count FROM certificates")).toEqual([{ count: 0 }]);
  });

  it("puts it into a Worker secret when asked, and only its facts into the database", async () => {
    expect(await importFile("encrypted.pem", { location: "secret:CERT_ONE" })).toMatchObject({ code: 0 });
    expect(bench.query("SELECT location, sealed_bundle FROM certificates")).toEqual([
      { location: "secret:CERT_ONE", sealed_bundle: null },
    ]);
    const { certificates } = splitPemBundle(readSecretFile(join(bench.root, ".dev.vars")).CERT_ONE ?? "");
    expect(certificates[0]).toBe(LEAF.raw.toString("base64"));
  });

  it("list shows the days left", async () => {
    await importFile("bundle.pem");
    const [row] = await bench.json<{ days_left: number }[]>("certificate list", { company: 1 });
    expect(row?.days_left).toBeGreaterThan(7000);
  });
});

describe("certificate disable", () => {
  const line = { company: 1, serial: SERIAL } as const;

  /** A second certificate that is valid now, as far as its row says. */
  function addAnother(notAfter = "2027-06-01T00:00:00.000Z"): void {
    bench.query(
      `INSERT INTO certificates (company_id, location, subject, issuer_name, serial_number, chain, cert_digest,
         not_before, not_after) VALUES (1, 'vault', 's', 'i', '77', '[]', 'd', '2026-01-01T00:00:00.000Z', ?)`,
      notAfter,
    );
  }

  const signers = async () => {
    const { certificates } = await bench.json<{ certificates: { serialNumber: string }[] }>("company show", {
      company: 1,
    });
    return certificates.map(({ serialNumber }) => serialNumber);
  };

  it("takes one out of use while another signs, keeps it listed, and remembers who did it", async () => {
    await importFile("bundle.pem");
    addAnother();
    expect(await bench.run("certificate disable", { ...line, reason: "revoked" })).toMatchObject({
      code: 0,
      out: `certificate ${SERIAL} signs no more; 77 may, until 2027-05-31 19:00:00 (Bogotá)`,
    });
    expect(await signers()).toEqual(["77"]);
    const listed = await bench.json<Record<string, unknown>[]>("certificate list", { company: 1 });
    expect(listed.find((one) => one.serial_number === SERIAL)).toMatchObject({
      disabled_at: "2026-11-20T15:00:00.000Z",
    });
    expect(bench.query("SELECT action, reason FROM events ORDER BY sequence DESC LIMIT 1")).toEqual([
      { action: "certificate.disable", reason: "revoked" },
    ]);
  });

  it.each([
    { why: "there is no other", another: undefined },
    { why: "the other has ended", another: "2026-11-20T14:59:59.000Z" },
  ])("refuses to leave the company none when $why, unless asked to", async ({ another }) => {
    await importFile("bundle.pem");
    if (another !== undefined) addAnother(another);
    const before = bench.dump();
    const { code, err } = await bench.run("certificate disable", line);
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/no certificate that can sign now\n.*--leave-none/),
    });
    expect(bench.dump()).toBe(before);
    expect(await bench.run("certificate disable", { ...line, "leave-none": true })).toMatchObject({ code: 0 });
    expect(await bench.json("certificate disable", { ...line, undo: true })).toMatchObject({ signs: SERIAL });
    expect(await signers()).toContain(SERIAL);
  });

  it("takes out one that has ended, also the last", async () => {
    addAnother("2026-11-20T14:59:59.000Z");
    expect(await bench.run("certificate disable", { company: 1, serial: "77" })).toMatchObject({ code: 0 });
  });

  it("of two that two people take out at once leaves one", async () => {
    copyFileSync(join(bench.root, ".dev.vars"), join(bench.root, ".dev.vars.remote"));
    await importFile("bundle.pem");
    addAnother();
    bench.deployed.beforeOnce(/update "certificates" set "disabled_at"/, () => {
      bench.query("UPDATE certificates SET disabled_at = '2026-11-20' WHERE serial_number = '77'");
    });
    expect(await bench.run("certificate disable", { ...line, remote: true })).toMatchObject({ code: 1 });
    expect(await signers()).toEqual([SERIAL]);
  });

  it("refuses a certificate that is not there, and one that is disabled already", async () => {
    await importFile("bundle.pem");
    addAnother();
    const unknown = await bench.run("certificate disable", { company: 1, serial: "78" });
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining("has no certificate 78") });
    await bench.run("certificate disable", line);
    expect(await bench.run("certificate disable", line)).toMatchObject({
      code: 1,
      err: expect.stringContaining("disabled since"),
    });
    const inUse = await bench.run("certificate disable", { company: 1, serial: "77", undo: true });
    expect(inUse).toMatchObject({ code: 1, err: expect.stringContaining("is in use") });
  });
});

describe("vault rotate", () => {
  it("adds a key, re-wraps everything under it, and only then lets the old one go", async () => {
    await importFile("modern-chain.p12");
    expect(await bench.run("vault rotate", { "new-key": true })).toMatchObject({
      code: 0,
      out: expect.stringContaining("2, 1"),
    });
    expect(await bench.run("vault rotate", { "drop-old": true })).toMatchObject({
      code: 1,
      err: expect.stringContaining("older"),
    });
    expect(await bench.json("vault rotate")).toEqual({ version: 2, rewrapped: 2, left: 0 });
    expect(await bench.json("vault status")).toEqual([{ version: 2, secrets: 2 }]);
    expect(await bench.run("vault rotate", { "drop-old": true })).toMatchObject({ code: 0 });
    expect(readSecretFile(join(bench.root, ".dev.vars")).VAULT_KEY).toMatch(/^2:[^,]+$/);
    expect(await openStored()).toContain("PRIVATE KEY");
  });
});
