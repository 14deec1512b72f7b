// Tests the opening of sealed rows inside workerd: the right secrets, kept, renewed, and never those of another company.
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { openSecrets } from "../../src/issuance/secret/secrets.ts";
import { digestSha256 } from "../../src/signature/xmldsig.ts";
import {
  certificateContext,
  importVaultKeys,
  pinContext,
  type SealContext,
  seal,
  technicalKeyContext,
} from "../../src/store/secret/vault.ts";
import { makeSigner } from "../support/signer.ts";

const RANGE = { kind: "fe", resolution: "18760000001", prefix: "SETP", fromNumber: 1 } as const;
const CERTIFICATE = {
  location: "vault",
  serialNumber: "12345678901234567890",
  notBefore: "2024-01-01T00:00:00Z",
  notAfter: "2044-01-01T00:00:00Z",
};
let lastCompanyId = 7_000;

async function sealed(context: SealContext, plain: string): Promise<string> {
  return seal(await importVaultKeys(env.VAULT_KEY), context, plain);
}

async function addSoftware(companyId: number, softwareId: string, pin: string): Promise<void> {
  await env.DB.prepare(
    `INSERT OR REPLACE INTO software (company_id, module, software_id, sealed_pin, provider_nit, provider_check_digit)
     VALUES (?1, 'fe', ?2, ?3, '900373115', '3')`,
  )
    .bind(companyId, softwareId, await sealed(pinContext(companyId, softwareId), pin))
    .run();
}

async function addRange(companyId: number, technicalKey: string | null): Promise<number> {
  const text = technicalKey === null ? null : await sealed(technicalKeyContext(companyId, RANGE), technicalKey);
  const row = await env.DB.prepare(
    `INSERT INTO ranges (company_id, kind, resolution, resolution_date, prefix, from_number, to_number, valid_from,
       valid_to, sealed_technical_key, next_number)
     VALUES (?1, 'fe', ?2, '2019-01-19', ?3, 1, 1000, '2019-01-19', '2030-01-19', ?4, 1) RETURNING id`,
  )
    .bind(companyId, RANGE.resolution, RANGE.prefix, text)
    .first<{ id: number }>();
  return row?.id ?? 0;
}

async function addCertificate(
  companyId: number,
  location: string,
  bundle: string | null,
  chain: readonly object[] = [],
): Promise<void> {
  const { certificate } = (await signing).signer;
  const { serialNumber } = certificate;
  const text = bundle === null ? null : await sealed(certificateContext(companyId, serialNumber), bundle);
  await env.DB.prepare(
    `INSERT INTO certificates (company_id, location, sealed_bundle, subject, issuer_name, serial_number, chain,
       cert_digest, not_before, not_after) VALUES (?1, ?2, ?3, 'CN=Prueba', ?4, ?5, ?9, ?6, ?7, ?8)`,
  )
    .bind(
      companyId,
      location,
      text,
      certificate.issuerName,
      serialNumber,
      certificate.certDigest,
      certificate.notBefore,
      certificate.notAfter,
      JSON.stringify(chain),
    )
    .run();
}

function newCompanyId(): number {
  lastCompanyId += 1;
  return lastCompanyId;
}

const signing = makeSigner();

describe("the secrets of a company", () => {
  it("are the PIN of its software and the technical key of its range", async () => {
    const companyId = newCompanyId();
    await addSoftware(companyId, "software-a", "75315");
    const rangeId = await addRange(companyId, "fc8eac42");
    const secrets = openSecrets(env, companyId);
    expect(await secrets.getPin("software-a")).toBe("75315");
    expect(await secrets.getTechnicalKey(rangeId)).toBe("fc8eac42");
  });

  it("are read once and then kept", async () => {
    const companyId = newCompanyId();
    await addSoftware(companyId, "software-a", "75315");
    await openSecrets(env, companyId).findNextRange({ issueDate: "2026-01-01", reserved: [], own: null });
    await addSoftware(companyId, "software-a", "changed");
    expect(await openSecrets(env, companyId).getPin("software-a")).toBe("75315");
  });

  it("are read again after a minute, so that a change is noticed", async () => {
    const companyId = newCompanyId();
    await addSoftware(companyId, "software-a", "75315");
    await openSecrets(env, companyId).findNextRange({ issueDate: "2026-01-01", reserved: [], own: null });
    await addSoftware(companyId, "software-a", "changed");
    const nowMs = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: nowMs + 59_000 });
    try {
      expect(await openSecrets(env, companyId).getPin("software-a")).toBe("75315");
      vi.setSystemTime(nowMs + 61_000);
      expect(await openSecrets(env, companyId).getPin("software-a")).toBe("changed");
    } finally {
      vi.useRealTimers();
    }
  });

  it("are read again when something newer is asked for", async () => {
    const companyId = newCompanyId();
    await openSecrets(env, companyId).findNextRange({ issueDate: "2026-01-01", reserved: [], own: null });
    await addSoftware(companyId, "software-b", "2468");
    const rangeId = await addRange(companyId, "0123456789abcdef");
    expect(await openSecrets(env, companyId).getPin("software-b")).toBe("2468");
    expect(await openSecrets(env, companyId).getTechnicalKey(rangeId)).toBe("0123456789abcdef");
  });

  it("do not open when they were sealed for another company", async () => {
    const [companyId, other] = [newCompanyId(), newCompanyId()];
    await addSoftware(other, "software-a", "75315");
    await env.DB.prepare("UPDATE software SET company_id = ?1 WHERE company_id = ?2").bind(companyId, other).run();
    await expect(openSecrets(env, companyId).getPin("software-a")).rejects.toThrow("does not open");
  });

  it.each([
    ["PIN", (companyId: number) => openSecrets(env, companyId).getPin("software-x")],
    ["technical key", (companyId: number) => openSecrets(env, companyId).getTechnicalKey(999_999)],
    ["certificate", (companyId: number) => openSecrets(env, companyId).getSigner(CERTIFICATE)],
  ])("that are not there are named: %s", async (name, ask) => {
    await expect(ask(newCompanyId())).rejects.toThrow(new RegExp(`has no ${name}`));
  });

  it("lack a technical key where the range has none", async () => {
    const companyId = newCompanyId();
    const rangeId = await addRange(companyId, null);
    await expect(openSecrets(env, companyId).getTechnicalKey(rangeId)).rejects.toThrow("has no technical key");
  });
});

describe("the signer of a certificate", () => {
  it("is in the vault, and its key cannot leave", async () => {
    const companyId = newCompanyId();
    const { pemBundle, signer } = await signing;
    await addCertificate(companyId, "vault", pemBundle);
    const opened = await openSecrets(env, companyId).getSigner(CERTIFICATE);
    expect(opened.certificate).toEqual(signer.certificate);
    expect(opened.certificate.certDigest).toBe(
      await digestSha256(Uint8Array.from(atob(opened.certificate.der), (character) => character.charCodeAt(0))),
    );
    expect(opened.key.extractable).toBe(false);
    expect(await openSecrets(env, companyId).getSigner(CERTIFICATE)).toBe(opened);
  });

  it("is in the Worker secret that its row names", async () => {
    const companyId = newCompanyId();
    const { pemBundle, signer } = await signing;
    await addCertificate(companyId, "secret:COMPANY_CERTIFICATE", null);
    const opened = await openSecrets({ ...env, COMPANY_CERTIFICATE: pemBundle } as typeof env, companyId).getSigner(
      CERTIFICATE,
    );
    expect(opened.certificate).toEqual(signer.certificate);
  });

  it("is not found when the deployment lacks that secret, and the message quotes no key", async () => {
    const companyId = newCompanyId();
    await addCertificate(companyId, "secret:NOWHERE", null);
    await expect(openSecrets(env, companyId).getSigner(CERTIFICATE)).rejects.toThrow(
      "the deployment has no Worker secret for secret:NOWHERE",
    );
  });

  const above = async (text: string) => ({
    issuerName: `CN=${text}`,
    serialNumber: "7",
    digest: await digestSha256(text),
  });
  const block = (text: string) => `-----BEGIN CERTIFICATE-----\n${btoa(text)}\n-----END CERTIFICATE-----\n`;

  it("comes with the certificates above it, in the order of the bundle", async () => {
    const companyId = newCompanyId();
    const { pemBundle } = await signing;
    await addCertificate(companyId, "vault", pemBundle + block("sub") + block("root"), [
      await above("sub"),
      await above("root"),
    ]);
    const { certificate } = await openSecrets(env, companyId).getSigner(CERTIFICATE);
    const entry = async (text: string) => {
      const { digest: certDigest, ...known } = await above(text);
      return { der: btoa(text), ...known, certDigest };
    };
    expect(certificate.chain).toEqual([await entry("sub"), await entry("root")]);
  });

  it.each([
    ["lacks a part of its chain", (bundle: string) => bundle],
    ["holds no certificate", (bundle: string) => bundle.slice(0, bundle.indexOf("-----BEGIN CERTIFICATE"))],
  ])("is not made of a bundle that %s", async (words, change) => {
    const companyId = newCompanyId();
    await addCertificate(companyId, "vault", change((await signing).pemBundle), [await above("sub")]);
    await expect(openSecrets(env, companyId).getSigner(CERTIFICATE)).rejects.toThrow(words);
  });

  it("is not found when its row has no bundle", async () => {
    const companyId = newCompanyId();
    await addCertificate(companyId, "vault", null);
    await expect(openSecrets(env, companyId).getSigner(CERTIFICATE)).rejects.toThrow("neither in the vault nor");
  });
});
