// Secrets sealed and opened again: never alike twice, never in another place, never once altered, and whole after a change of key.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../../src/store/base/db.ts";
import {
  certificateContext,
  importVaultKeys,
  loadSealedSecrets,
  open,
  openBundle,
  openPin,
  openTechnicalKey,
  pinContext,
  rewrap,
  type SealContext,
  seal,
  technicalKeyContext,
  versionOf,
} from "../../src/store/secret/vault.ts";
import { seedCompany } from "./sample.ts";

const OLD = `1:${btoa("0123456789abcdef0123456789abcdef")}`;
const NEW = `2:${btoa("fedcba9876543210fedcba9876543210")}`;
const CONTEXT: SealContext = { companyId: 7, subject: "software-1", purpose: "software-pin" };

describe("the vault", () => {
  it("opens what it sealed, in any letters, and never seals alike twice", async () => {
    const keys = await importVaultKeys(OLD);
    const texts = await Promise.all([seal(keys, CONTEXT, "pín\uFEFF 🔑"), seal(keys, CONTEXT, "pín\uFEFF 🔑")]);
    expect(texts[0]).not.toBe(texts[1]);
    for (const text of texts) expect(await open(keys, CONTEXT, text)).toBe("pín\uFEFF 🔑");
  });

  it.each<Partial<SealContext>>([{ companyId: 8 }, { subject: "software-2" }, { purpose: "technical-key" }])(
    "does not open what was sealed for something else: %o",
    async (change) => {
      const keys = await importVaultKeys(OLD);
      const sealed = await seal(keys, CONTEXT, "12345");
      await expect(open(keys, { ...CONTEXT, ...change }, sealed)).rejects.toThrow(/does not open/);
    },
  );

  it("does not open what was altered in any part", async () => {
    const keys = await importVaultKeys(OLD);
    const parts = (await seal(keys, CONTEXT, "12345")).split(".");
    for (const index of [2, 3]) {
      const altered = parts.map((part, at) => (at === index ? `${part[0] === "A" ? "B" : "A"}${part.slice(1)}` : part));
      await expect(open(keys, CONTEXT, altered.join("."))).rejects.toThrow(/does not open/);
    }
    await expect(open(keys, CONTEXT, parts.slice(0, 3).join("."))).rejects.toThrow(/unknown form/);
  });

  it("wraps again under a new key, then needs the old one no more", async () => {
    const sealed = await seal(await importVaultKeys(OLD), CONTEXT, "12345");
    const both = await importVaultKeys(`${NEW},${OLD}`);
    const again = await rewrap(both, CONTEXT, sealed);
    expect([versionOf(sealed), versionOf(again)]).toEqual([1, 2]);
    expect(again.split(".")[3]).toBe(sealed.split(".")[3]);
    const onlyNew = await importVaultKeys(NEW);
    expect(await open(onlyNew, CONTEXT, again)).toBe("12345");
    expect(await rewrap(onlyNew, CONTEXT, again)).toBe(again);
    await expect(open(onlyNew, CONTEXT, sealed)).rejects.toThrow(/no version 1/);
  });

  it.each(["", "1", "1:AAAA", "x:AAAA", `${OLD},${OLD}`, `${OLD};${NEW}`])("refuses the key text %j", async (text) => {
    await expect(importVaultKeys(text)).rejects.toThrow(/VAULT_KEY/);
  });
});

describe("secrets of a company", () => {
  async function seedSecrets() {
    const keys = await importVaultKeys(OLD);
    const companyId = await seedCompany(env.DB, { prefix: "SETP", kind: "fe", from: 990_000_000, to: 995_000_000 });
    const range = { kind: "fe", resolution: "18760000001", prefix: "SETP", fromNumber: 990_000_000 } as const;
    const pin = await seal(keys, pinContext(companyId, "software"), "75315");
    const key = await seal(keys, technicalKeyContext(companyId, range), "fc8eac");
    const bundle = await seal(keys, certificateContext(companyId, "42"), "PEM of a key");
    await env.DB.batch([
      env.DB.prepare("UPDATE software SET sealed_pin = ?2 WHERE company_id = ?1").bind(companyId, pin),
      env.DB.prepare("UPDATE ranges SET sealed_technical_key = ?2 WHERE company_id = ?1").bind(companyId, key),
      env.DB.prepare(
        `INSERT INTO certificates (company_id, location, sealed_bundle, subject, issuer_name, serial_number, chain,
           cert_digest, not_before, not_after) VALUES (?1, 'vault', ?2, 's', 'CN=i', '42', '[]', 'd', '2026', '2027')`,
      ).bind(companyId, bundle),
    ]);
    return { companyId, keys, secrets: await loadSealedSecrets(openDatabase(env.DB), companyId) };
  }

  it("are read whole and still sealed in one round trip, then open one by one", async () => {
    const { keys, companyId, secrets } = await seedSecrets();
    expect(JSON.stringify(secrets)).not.toMatch(/75315|fc8eac|PEM of/);
    expect(await openPin(keys, secrets, "software")).toBe("75315");
    expect(await openTechnicalKey(keys, secrets, secrets.ranges[0]?.id ?? 0)).toBe("fc8eac");
    const [certificate] = secrets.certificates;
    expect(certificate).toMatchObject({ location: "vault", issuerName: "CN=i", chain: [] });
    const sealed = { serialNumber: "42", sealedBundle: certificate?.sealedBundle ?? "" };
    expect(await openBundle(keys, companyId, sealed)).toBe("PEM of a key");
  });

  it("that the company does not have are undefined", async () => {
    const { keys, secrets } = await seedSecrets();
    expect(await openPin(keys, secrets, "another")).toBeUndefined();
    expect(await openTechnicalKey(keys, secrets, 999_999)).toBeUndefined();
  });
});
