import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { allocateNumber } from "../../src/store/allocation.ts";
import { findWarnings } from "../../src/store/health.ts";
import { sampleReservation, sampleSupportDocument, seedCompany } from "./sample.ts";

const NOW = "2026-11-20T15:00:00.000Z";

async function addCertificate(companyId: number, notAfter: string): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO certificates (company_id, location, subject, issuer_name, serial_number, chain, cert_digest, not_before,
      not_after) VALUES (?1, 'vault', 's', 'i', ?2, '[]', 'd', '2026-01-01T00:00:00Z', ?2)`,
  )
    .bind(companyId, notAfter)
    .run();
}

async function listOwn(companyId: number) {
  const warnings = await findWarnings(env.DB, Date.parse(NOW));
  return warnings.filter((warning) => warning.companyId === companyId);
}

describe("warnings", () => {
  it("are none for a company with everything in order", async () => {
    const id = await seedCompany(env.DB);
    await addCertificate(id, "2027-11-20T15:00:00Z");
    expect(await listOwn(id)).toEqual([]);
  });

  const cases = [
    {
      why: "a certificate of 60 days",
      notAfter: "2027-01-19T15:00:00Z",
      seed: {},
      says: { code: "certificate_ending", daysLeft: 60, severity: "warning" },
    },
    {
      why: "a certificate of 6 days",
      notAfter: "2026-11-26T16:00:00Z",
      seed: {},
      says: { code: "certificate_ending", daysLeft: 6, severity: "critical" },
    },
    {
      why: "10 % of a range",
      seed: { to: 100, next: 91 },
      says: { code: "range_ending", numbersLeft: 10, severity: "warning" },
    },
    {
      why: "no number left",
      seed: { to: 100, next: 101 },
      says: { code: "range_ending", numbersLeft: 0, severity: "critical" },
    },
    {
      why: "30 days of a range",
      seed: { validTo: "2026-12-20" },
      says: { code: "range_ending", daysLeft: 30, severity: "warning" },
    },
    {
      why: "a range that ended",
      seed: { validTo: "2026-11-19" },
      says: { code: "range_missing", kind: "dse", severity: "critical" },
    },
    {
      why: "90 % of a plan",
      seed: { used: 45 },
      says: { code: "plan_ending", used: 45, allowance: 50, severity: "warning" },
    },
    { why: "a plan used up", seed: { used: 50 }, says: { code: "plan_ending", severity: "critical" } },
    { why: "no plan", seed: { allowance: null }, says: { code: "plan_missing", year: 2026, severity: "critical" } },
  ];
  it.each(cases)("tell of $why", async ({ seed, says, notAfter = "2028-01-01T00:00:00Z" }) => {
    const id = await seedCompany(env.DB, seed);
    await addCertificate(id, notAfter);
    expect(await listOwn(id)).toMatchObject([says]);
  });

  it("count a newer certificate and a second range", async () => {
    const id = await seedCompany(env.DB, { to: 100, next: 100 });
    await addCertificate(id, "2026-11-21T00:00:00Z");
    await addCertificate(id, "2028-11-21T00:00:00Z");
    await env.DB.prepare(
      `INSERT INTO ranges (company_id, kind, resolution, resolution_date, prefix, from_number, to_number, valid_from,
        valid_to, next_number) VALUES (?1, 'dse', '2', '2026-01-01', 'DX', 1, 1000, '2026-01-01', '2028-12-31', 1)`,
    )
      .bind(id)
      .run();
    expect(await listOwn(id)).toEqual([]);
  });

  it("tell of documents that wait for more than ten minutes", async () => {
    const id = await seedCompany(env.DB);
    await addCertificate(id, "2028-01-01T00:00:00Z");
    const reserve = (reservedAt: string) =>
      allocateNumber(env.DB, sampleReservation(id, { reservedAt, wakeAt: NOW }), sampleSupportDocument());
    await reserve("2026-11-20T14:51:00.000Z");
    expect(await listOwn(id)).toEqual([]);
    await reserve("2026-11-20T14:49:00.000Z");
    await env.DB.prepare("UPDATE documents SET state = 'send_unknown' WHERE company_id = ?1").bind(id).run();
    expect(await listOwn(id)).toMatchObject([
      { code: "documents_pending", documents: 1, unknown: 1, oldestMinutes: 11, severity: "critical" },
    ]);
  });
});
