// Certificates, ranges, plans and waiting documents into the warnings that they deserve, and no others.
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { allocateNumber } from "../../src/store/allocation.ts";
import { countPending, findWarnings } from "../../src/store/health.ts";
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
      says: { code: "range_missing", kind: "dse", severity: "critical" },
    },
    {
      why: "a range that has not begun",
      seed: { validFrom: "2026-11-21" },
      says: { code: "range_missing", kind: "dse", severity: "critical" },
    },
    {
      why: "2 days of a range",
      seed: { validTo: "2026-11-22" },
      says: { code: "range_ending", daysLeft: 2, severity: "critical" },
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

  it("count a newer certificate", async () => {
    const id = await seedCompany(env.DB);
    await addCertificate(id, "2026-11-21T00:00:00Z");
    await addCertificate(id, "2028-11-21T00:00:00Z");
    expect(await listOwn(id)).toEqual([]);
  });

  it.each([
    { why: "tell of no first range that is nearly used up", first: { next: 995 }, second: {}, says: [] },
    { why: "tell of no first range that is used up", first: { next: 1001 }, second: { to: 50 }, says: [] },
    { why: "tell of no first range that ends soon", first: { validTo: "2026-11-24" }, second: {}, says: [] },
    {
      why: "take a second range that begins tomorrow into account",
      first: { next: 995 },
      second: { validFrom: "2026-11-21" },
      says: [],
    },
    {
      why: "tell of the end of the only range with numbers",
      first: { next: 1001 },
      second: { validTo: "2026-11-24" },
      says: [{ code: "range_ending", daysLeft: 4, numbersLeft: 1000 }],
    },
    {
      why: "tell of a day without a range before the second begins",
      first: { next: 1001 },
      second: { validFrom: "2026-11-21" },
      says: [{ code: "range_missing", kind: "dse" }],
    },
  ])("$why", async ({ first, second, says }) => {
    const id = await seedCompany(env.DB, { to: 1000, ...first });
    await addCertificate(id, "2028-01-01T00:00:00Z");
    const { to, validFrom, validTo } = { to: 1000, validFrom: "2026-01-01", validTo: "2028-12-31", ...second };
    await env.DB.prepare(
      `INSERT INTO ranges (company_id, kind, resolution, resolution_date, prefix, from_number, to_number, valid_from,
        valid_to, next_number) VALUES (?1, 'dse', '2', '2026-01-01', 'DX', 1, ?2, ?3, ?4, 1)`,
    )
      .bind(id, to, validFrom, validTo)
      .run();
    expect(await listOwn(id)).toMatchObject(says);
    expect(await listOwn(id)).toHaveLength(says.length);
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

it("whatever the cron asks about documents walks the open ones alone", async () => {
  const prepare = vi.spyOn(env.DB, "prepare");
  await findWarnings(env.DB, Date.parse(NOW));
  await countPending(env.DB, Date.parse(NOW));
  const asked = prepare.mock.calls.map(([sql]) => sql).filter((sql) => sql.includes("FROM documents"));
  prepare.mockRestore();
  expect(asked).toHaveLength(2);
  for (const sql of asked) {
    const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...new Set(sql.match(/\?\d/g)))
      .all<{ detail: string }>();
    expect(results.map(({ detail }) => detail).join()).toContain("USING INDEX documents_overdue");
  }
});
