// Certificates, ranges, plans and waiting documents into the warnings that they deserve, and no others.
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { openDatabase } from "../../src/store/base/db.ts";
import { allocateNumber } from "../../src/store/number/allocation.ts";
import { countPending, findWarnings, measurePaces } from "../../src/store/watch/health.ts";
import { sampleReservation, sampleSupportDocument, seedCompany } from "./sample.ts";

const NOW = "2026-11-20T15:00:00.000Z";

async function addCertificate(
  companyId: number,
  notAfter: string,
  notBefore = "2026-01-01T00:00:00Z",
  disabledAt: string | null = null,
): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO certificates (company_id, location, subject, issuer_name, serial_number, chain, cert_digest, not_before,
      not_after, disabled_at) VALUES (?1, 'vault', 's', 'i', ?2, '[]', 'd', ?3, ?2, ?4)`,
  )
    .bind(companyId, notAfter, notBefore, disabledAt)
    .run();
}

function companyEnvironment(companyId: number): Promise<string | null> {
  return env.DB.prepare("SELECT environment FROM companies WHERE id = ?1").bind(companyId).first("environment");
}

async function listOwn(companyId: number, now = NOW) {
  const warnings = await findWarnings(openDatabase(env.DB), Date.parse(now));
  return warnings.filter((warning) => warning.companyId === companyId);
}

describe("warnings", () => {
  it("are none for a company with everything in order", async () => {
    const id = await seedCompany(env.DB);
    await addCertificate(id, "2027-11-20T15:00:00Z");
    expect(await listOwn(id)).toEqual([]);
  });

  it.each([
    ["draft", []],
    ["active", ["documents_pending", "range_ending"]],
    ["suspended", ["documents_pending"]],
    ["archived", []],
  ])("of a company that is %s are %j", async (state, codes) => {
    const id = await seedCompany(env.DB, { to: 100, next: 95 });
    await addCertificate(id, "2027-11-20T15:00:00Z");
    await allocateNumber(
      openDatabase(env.DB),
      sampleReservation(id, { reservedAt: "2026-11-20T14:00:00.000Z" }),
      sampleSupportDocument(),
    );
    await env.DB.prepare("UPDATE companies SET state = ?2 WHERE id = ?1").bind(id, state).run();
    expect((await listOwn(id)).map(({ code }) => code).sort()).toEqual(codes);
  });

  it.each([
    { why: "nothing at all", seed: { modules: [], kind: null }, missing: [undefined] },
    { why: "a range, and no software", seed: { modules: [], kind: "contingency" }, missing: ["fe"] },
    { why: "a range of another module than its software's", seed: { modules: ["fe"], kind: "dse" }, missing: ["dse"] },
    { why: "a range that ended", seed: { modules: [], kind: "dse", validTo: "2026-11-19" }, missing: [undefined] },
    { why: "a software without a range", seed: { modules: ["fe"], kind: null }, missing: [] },
  ] as const)("say of a company with $why which software is missing", async ({ seed, missing }) => {
    const id = await seedCompany(env.DB, seed);
    const said = (await listOwn(id)).filter(({ code }) => code === "software_missing");
    expect(said).toEqual(
      missing.map((module) => ({
        code: "software_missing",
        severity: "warning",
        companyId: id,
        ...(module === undefined ? {} : { module }),
      })),
    );
  });

  it("say of a plan of this year or a later one that its module has no software", async () => {
    const id = await seedCompany(env.DB, { modules: ["fe"] as const, kind: "fe" });
    const plan = env.DB.prepare("INSERT INTO plans (company_id, module, year, allowance) VALUES (?1, ?2, ?3, 10)");
    await env.DB.batch([plan.bind(id, "dse", 2025), plan.bind(id, "dee", 2027)]);
    const said = (await listOwn(id)).filter(({ code }) => code === "software_missing");
    expect(said).toMatchObject([{ module: "dee" }]);
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
      why: "31 days of a range",
      seed: { validTo: "2026-12-21" },
      says: undefined,
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
  it.each(cases)("judge $why", async ({ seed, says, notAfter = "2028-01-01T00:00:00Z" }) => {
    const id = await seedCompany(env.DB, seed);
    await addCertificate(id, notAfter);
    const warnings = await listOwn(id);
    expect(warnings).toMatchObject(says === undefined ? [] : [says]);
    expect(warnings).toHaveLength(says === undefined ? 0 : 1);
  });

  it("count a newer certificate", async () => {
    const id = await seedCompany(env.DB);
    await addCertificate(id, "2026-11-21T00:00:00Z");
    await addCertificate(id, "2028-11-21T00:00:00Z");
    expect(await listOwn(id)).toEqual([]);
  });

  it.each([
    { why: "report no first range that is nearly used up", first: { next: 995 }, second: {}, says: [] },
    { why: "report no first range that is used up", first: { next: 1001 }, second: { to: 50 }, says: [] },
    { why: "report no first range that ends soon", first: { validTo: "2026-11-24" }, second: {}, says: [] },
    {
      why: "take a second range that begins tomorrow into account",
      first: { next: 995 },
      second: { validFrom: "2026-11-21" },
      says: [],
    },
    {
      why: "report the end of the only range with numbers",
      first: { next: 1001 },
      second: { validTo: "2026-11-24" },
      says: [{ code: "range_ending", daysLeft: 4, numbersLeft: 1000 }],
    },
    {
      why: "report a day without a range before the second begins",
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

  it.each([
    {
      why: "that is not in force yet",
      certificates: [["2028-01-01", "2026-11-25"]],
      says: [{ code: "certificate_missing", begins: "2026-11-25T00:00:00.000Z" }],
    },
    {
      why: "after a gap",
      certificates: [
        ["2026-12-10", "2026-01-01"],
        ["2028-01-01", "2026-12-15"],
      ],
      says: [{ code: "certificate_ending", daysLeft: 19, begins: "2026-12-15T00:00:00.000Z", severity: "warning" }],
    },
    {
      why: "that follows on another",
      certificates: [
        ["2026-12-10", "2026-01-01"],
        ["2028-01-01", "2026-12-09"],
      ],
      says: [],
    },
    {
      why: "that is the only one between two gaps",
      certificates: [
        ["2026-12-01", "2026-01-01"],
        ["2026-12-20", "2026-12-05"],
      ],
      says: [
        { code: "certificate_ending", daysLeft: 10 },
        { code: "certificate_ending", daysLeft: 29 },
      ],
    },
    {
      why: "that ended after all others",
      certificates: [
        ["2026-10-01", "2025-01-01"],
        ["2026-11-01", "2025-01-01"],
      ],
      says: [{ code: "certificate_ending", daysLeft: -20, severity: "critical" }],
    },
  ])("judge a certificate $why by the days on which it signs", async ({ certificates, says }) => {
    const id = await seedCompany(env.DB);
    for (const [notAfter = "", notBefore = ""] of certificates) {
      await addCertificate(id, `${notAfter}T00:00:00.000Z`, `${notBefore}T00:00:00.000Z`);
    }
    const warnings = await listOwn(id);
    expect(warnings).toMatchObject(says);
    expect(warnings).toHaveLength(says.length);
  });

  it("count no certificate that was disabled", async () => {
    const id = await seedCompany(env.DB);
    await addCertificate(id, "2028-01-01T00:00:00Z", "2026-01-01T00:00:00Z", "2026-11-19T00:00:00Z");
    expect(await listOwn(id)).toMatchObject([{ code: "certificate_missing", severity: "critical" }]);
  });

  async function addRange(
    companyId: number,
    kind: string,
    validFrom: string,
    validTo: string,
    numbers = 1000,
  ): Promise<void> {
    await env.DB.prepare(
      `INSERT INTO ranges (company_id, kind, resolution, resolution_date, prefix, from_number, to_number, valid_from,
        valid_to, next_number) VALUES (?1, ?2, ?3 || ?2, '2026-01-01', 'DX', 1, ?5, ?3, ?4, 1)`,
    )
      .bind(companyId, kind, validFrom, validTo, numbers)
      .run();
  }

  it.each([
    {
      why: "a gap that a later range hides",
      ranges: [["dse", "2026-12-30", "2028-12-31"]],
      says: [{ code: "range_ending", kind: "dse", daysLeft: 30, begins: "2026-12-30" }],
    },
    {
      why: "two gaps",
      ranges: [
        ["dse", "2026-12-30", "2027-01-08"],
        ["dse", "2027-01-18", "2028-12-31"],
      ],
      says: [
        { daysLeft: 30, begins: "2026-12-30" },
        { code: "range_ending", daysLeft: 49, begins: "2027-01-18" },
      ],
    },
    {
      why: "no gap when one follows the other",
      ranges: [["dse", "2026-12-21", "2028-12-31"]],
      says: [],
    },
    {
      why: "contingency that is over",
      ranges: [
        ["dse", "2026-12-21", "2028-12-31"],
        ["contingency", "2025-01-01", "2026-11-19"],
      ],
      says: [{ code: "range_missing", kind: "contingency" }],
    },
    {
      why: "contingency that ends",
      ranges: [
        ["dse", "2026-12-21", "2028-12-31"],
        ["contingency", "2025-01-01", "2026-12-05"],
      ],
      says: [{ code: "range_ending", kind: "contingency", daysLeft: 15 }],
    },
  ])("judge ranges day by day: $why", async ({ ranges, says }) => {
    const id = await seedCompany(env.DB, { validTo: "2026-12-20", modules: ["dse", "fe"] });
    await addCertificate(id, "2028-01-01T00:00:00Z");
    await addRange(id, "fe", "2026-01-01", "2028-01-01");
    for (const [kind = "", from = "", to = ""] of ranges) await addRange(id, kind, from, to);
    const warnings = await listOwn(id);
    expect(warnings).toMatchObject(says);
    expect(warnings).toHaveLength(says.length);
  });

  it("name a stopped series of notes, in the environment in which the company issues", async () => {
    const id = await seedCompany(env.DB);
    await addCertificate(id, "2028-01-01T00:00:00Z");
    const other = (await companyEnvironment(id)) === "produccion" ? "habilitacion" : "produccion";
    for (const [typeCode, prefix, environment, stoppedBy] of [
      ["91", "NC", await companyEnvironment(id), 12],
      ["92", "ND", await companyEnvironment(id), null],
      ["91", "NC", other, 13],
    ] as const) {
      await env.DB.prepare(
        `INSERT OR REPLACE INTO series (company_id, type_code, environment, prefix, first_number, next_number, stopped_by)
         VALUES (?1, ?2, ?3, ?4, 1, 9, ?5)`,
      )
        .bind(id, typeCode, environment, prefix, stoppedBy)
        .run();
    }
    expect(await listOwn(id)).toEqual([
      { code: "series_stopped", severity: "warning", companyId: id, typeCode: "91", prefix: "NC", documentId: 12 },
    ]);
  });

  it.each([
    {
      why: "few numbers until a range that begins in ten days",
      numbers: { to: 1000, next: 950 },
      from: "2026-11-30",
      used: 0,
      says: [{ code: "range_ending", numbersLeft: 51, size: 1000 }],
    },
    {
      why: "numbers that will be used up before the range ends, as fast as documents come",
      numbers: { to: 1000, next: 801 },
      from: "2027-03-01",
      used: 1620,
      says: [{ code: "range_ending", cause: "numbers", daysLeft: 39, numbersLeft: 200 }],
    },
    {
      why: "no numbers that will do until the next range",
      numbers: { to: 1000, next: 801 },
      from: "2026-12-20",
      used: 1620,
      says: [],
    },
  ])("judge $why", async ({ numbers, from, used, says }) => {
    const id = await seedCompany(env.DB, { ...numbers, allowance: 5000, used });
    await env.DB.prepare("UPDATE companies SET created_at = '2025-01-01 00:00:00' WHERE id = ?1").bind(id).run();
    await addCertificate(id, "2028-01-01T00:00:00Z");
    await addRange(id, "dse", from, "2028-12-31");
    expect(await listOwn(id)).toMatchObject(says);
    expect(await listOwn(id)).toHaveLength(says.length);
  });

  it("report a plan that will be used up before the year ends, as fast as documents come", async () => {
    const id = await seedCompany(env.DB, { allowance: 2000, used: 1780 });
    await env.DB.prepare("UPDATE companies SET created_at = '2025-01-01 00:00:00' WHERE id = ?1").bind(id).run();
    await addCertificate(id, "2028-01-01T00:00:00Z");
    expect(await listOwn(id)).toMatchObject([{ code: "plan_ending", daysLeft: 40, severity: "warning" }]);
  });

  it.each([
    { now: "2026-12-01T04:59:00.000Z", says: [] },
    {
      now: "2026-12-01T05:00:00.000Z",
      says: [{ code: "plan_missing", module: "dse", year: 2027, severity: "warning" }],
    },
    { now: "2026-12-24T04:59:00.000Z", says: [{ code: "plan_missing", year: 2027, severity: "warning" }] },
    { now: "2026-12-24T05:00:00.000Z", says: [{ code: "plan_missing", year: 2027, severity: "critical" }] },
    { now: "2027-01-01T04:59:00.000Z", says: [{ code: "plan_missing", year: 2027, severity: "critical" }] },
    { now: "2027-01-01T05:00:00.000Z", says: [{ code: "plan_missing", year: 2027, severity: "critical" }] },
  ])("report at $now that the plan of the new year is missing", async ({ now, says }) => {
    const id = await seedCompany(env.DB, { validTo: "2028-12-31" });
    await addCertificate(id, "2028-12-31T00:00:00Z");
    expect(await listOwn(id, now)).toMatchObject(says);
    await env.DB.prepare("INSERT INTO plans (company_id, module, year, allowance) VALUES (?1, 'dse', 2027, 50)")
      .bind(id)
      .run();
    expect(await listOwn(id, now)).toEqual([]);
  });

  it("report no plan in habilitacion, which needs none", async () => {
    const id = await seedCompany(env.DB, { environment: "habilitacion", allowance: null, validTo: "2028-12-31" });
    await addCertificate(id, "2028-12-31T00:00:00Z");
    expect(await listOwn(id, "2026-12-24T12:00:00.000Z")).toEqual([]);
  });

  it("report documents that wait for more than ten minutes", async () => {
    const id = await seedCompany(env.DB);
    await addCertificate(id, "2028-01-01T00:00:00Z");
    const reserve = (reservedAt: string) =>
      allocateNumber(openDatabase(env.DB), sampleReservation(id, { reservedAt, wakeAt: NOW }), sampleSupportDocument());
    await reserve("2026-11-20T14:51:00.000Z");
    expect(await listOwn(id)).toEqual([]);
    await reserve("2026-11-20T14:49:00.000Z");
    await env.DB.prepare("UPDATE documents SET state = 'send_unknown' WHERE company_id = ?1").bind(id).run();
    expect(await listOwn(id)).toMatchObject([
      { code: "documents_pending", documents: 1, unknown: 1, oldestMinutes: 11, severity: "critical" },
    ]);
  });
});

it("every question of the cron about documents walks the open ones alone", async () => {
  const prepare = vi.spyOn(env.DB, "prepare");
  await findWarnings(openDatabase(env.DB), Date.parse(NOW));
  await countPending(openDatabase(env.DB), Date.parse(NOW));
  const asked = prepare.mock.calls.map(([sql]) => sql).filter((sql) => /from "documents"/i.test(sql));
  prepare.mockRestore();
  expect(asked).toHaveLength(2);
  for (const sql of asked) {
    const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...(sql.match(/\?/g) ?? []))
      .all<{ detail: string }>();
    expect(results.map(({ detail }) => detail).join()).toContain("USING INDEX documents_overdue");
  }
});

describe("the pace of a plan", () => {
  it("is that of the year, of companies that live here alone", async () => {
    const id = await seedCompany(env.DB, { allowance: 1000, used: 648 });
    await env.DB.prepare("UPDATE companies SET created_at = '2025-06-01 12:00:00' WHERE id = ?1").bind(id).run();
    const measure = async () =>
      (await measurePaces(openDatabase(env.DB), "2026-11-20")).filter(({ companyId }) => companyId === id);
    // 648 in 324 days.
    expect(await measure()).toContainEqual({ companyId: id, module: "dse", perDay: 2 });
    await env.DB.prepare("UPDATE companies SET home = -2 WHERE id = ?1").bind(id).run();
    expect(await measure()).toEqual([]);
  });
});

describe("ranges of branches", () => {
  async function seedBranches(own: number, common: number): Promise<number> {
    const id = await seedCompany(env.DB, { to: 100, next: common });
    await addCertificate(id, "2028-11-20T15:00:00Z");
    await env.DB.batch([
      env.DB.prepare(
        "INSERT INTO branches (company_id, code, name, address, prefix) VALUES (?1, 'NOR', 'Norte', '{}', 'NOR')",
      ).bind(id),
      env.DB.prepare(
        `INSERT INTO ranges (company_id, kind, resolution, resolution_date, prefix, from_number, to_number, valid_from,
          valid_to, next_number) VALUES (?1, 'dse', 'NOR', '2026-01-01', 'NOR', 1, 100, '2026-01-01', '2028-12-31', ?2)`,
      ).bind(id, own),
    ]);
    return id;
  }

  it.each([
    { why: "nothing while each has numbers", own: 1, common: 1, says: [] },
    {
      why: "those of a branch, though the others have many",
      own: 96,
      common: 1,
      says: [{ code: "range_ending", prefix: "NOR", numbersLeft: 5 }],
    },
    {
      why: "those of a branch that are used up",
      own: 101,
      common: 1,
      says: [{ code: "range_missing", kind: "dse", prefix: "NOR" }],
    },
    {
      why: "the others, though a branch has many",
      own: 1,
      common: 101,
      says: [{ code: "range_missing", kind: "dse" }],
    },
  ])("report $why", async ({ own, common, says }) => {
    const warnings = await listOwn(await seedBranches(own, common));
    expect(warnings).toMatchObject(says);
    expect(warnings.map((warning) => "prefix" in warning)).toEqual(says.map((one) => "prefix" in one));
  });

  it("are all that a company wants whose branches have every range of a kind", async () => {
    const id = await seedBranches(1, 101);
    await env.DB.prepare("DELETE FROM ranges WHERE company_id = ?1 AND prefix <> 'NOR'").bind(id).run();
    expect(await listOwn(id)).toEqual([]);
  });
});
