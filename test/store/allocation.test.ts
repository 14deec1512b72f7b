// Reservations into numbers, one after the other and in storms: no hole, no twin, and nothing consumed without one.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../../src/store/base/db.ts";
import type { Reservation } from "../../src/store/number/allocation.ts";
import { allocateNumber } from "../../src/store/number/allocation.ts";
import {
  ISSUE_DATE,
  sampleInvoice,
  sampleParty,
  sampleReservation,
  sampleSupportDocument,
  seedCompany,
} from "./sample.ts";

/** Everything that an allocation may consume, to prove that it did not. */
async function readConsumption(companyId: number) {
  const [range, plan, sequence, counts] = await env.DB.batch([
    env.DB.prepare("SELECT next_number FROM ranges WHERE company_id = ?1").bind(companyId),
    env.DB.prepare("SELECT used FROM plans WHERE company_id = ?1").bind(companyId),
    env.DB.prepare("SELECT next FROM file_sequences WHERE company_id = ?1").bind(companyId),
    env.DB.prepare(
      `SELECT (SELECT count(*) FROM documents WHERE company_id = ?1) AS documents,
        (SELECT count(*) FROM third_parties WHERE company_id = ?1) AS parties`,
    ).bind(companyId),
  ]);
  return { range: range?.results, plan: plan?.results, sequence: sequence?.results, counts: counts?.results[0] };
}

async function allocate(reservation: Reservation, document = sampleSupportDocument()) {
  return allocateNumber(openDatabase(env.DB), reservation, document);
}

describe("a reservation gets its number", () => {
  it("takes the next number, one of the plan, one file sequence and the third party", async () => {
    const companyId = await seedCompany(env.DB, { from: 984_000_000, to: 985_000_000, next: 984_000_005, used: 48 });
    const result = await allocate(sampleReservation(companyId));
    expect(result).toMatchObject({
      type: "allocated",
      numbering: {
        resolution: "18760000001",
        prefix: "DS",
        from: 984_000_000,
        to: 985_000_000,
        validFrom: "2026-01-01",
        validTo: "2027-12-31",
        number: 984_000_005,
        fileSequence: 1,
      },
    });
    expect(await readConsumption(companyId)).toEqual({
      range: [{ next_number: 984_000_006 }],
      plan: [{ used: 49 }],
      sequence: [{ next: 2 }],
      counts: { documents: 1, parties: 1 },
    });
  });

  it("stores numbers as integers and prints the full number without a decimal point", async () => {
    const companyId = await seedCompany(env.DB);
    await allocate(sampleReservation(companyId));
    const row = await env.DB.prepare(
      `SELECT typeof(number) AS number, typeof(version) AS version, typeof(company_id) AS company, full_number, state,
        cost_center_id, plan_sequence, third_party_id IS NOT NULL AS linked, due_at FROM documents WHERE company_id = ?1`,
    )
      .bind(companyId)
      .first();
    expect(row).toEqual({
      number: "integer",
      version: "integer",
      company: "integer",
      full_number: "DS1",
      state: "creating",
      cost_center_id: 4,
      plan_sequence: 1,
      linked: 1,
      due_at: "2026-11-20T15:01:00.000Z",
    });
  });

  it("writes of a counterpart only what is new, and nothing when it is repeated", async () => {
    const companyId = await seedCompany(env.DB, { modules: ["fe"], kind: "fe" });
    const reserve = () => sampleReservation(companyId, { module: "fe", rangeKind: "fe" });
    const called = (name: string, email: string | null = null) =>
      sampleInvoice({ counterpart: { ...sampleParty("52000111", name), email } });
    const readParty = () =>
      env.DB.prepare("SELECT id, name, email, updated_at FROM third_parties WHERE company_id = ?1")
        .bind(companyId)
        .first<Readonly<Record<string, unknown>>>();
    const first = reserve();
    await allocateNumber(openDatabase(env.DB), first, called("Ana Muñoz", "ana@example.com"));
    await env.DB.prepare("UPDATE third_parties SET updated_at = '2026-01-01 00:00:00' WHERE company_id = ?1")
      .bind(companyId)
      .run();
    const known = await readParty();
    await allocateNumber(openDatabase(env.DB), reserve(), called("Ana Muñoz"));
    expect(await readParty()).toEqual(known);
    await allocateNumber(openDatabase(env.DB), reserve(), called("Ana María Muñoz"));
    expect(await readParty()).toMatchObject({ id: known?.id, name: "Ana María Muñoz", email: "ana@example.com" });
    await allocateNumber(openDatabase(env.DB), first, called("Ana Muñoz", "ana@example.com"));
    expect(await readParty()).toMatchObject({ name: "Ana María Muñoz" });
  });

  it("gives the same number to the same reservation, however often it is repeated, and consumes once", async () => {
    const companyId = await seedCompany(env.DB);
    const reservation = sampleReservation(companyId);
    const first = await allocate(reservation);
    await allocate(sampleReservation(companyId));
    const again = await Promise.all([allocate(reservation), allocate(reservation), allocate(reservation)]);
    for (const result of again) expect(result).toEqual(first);
    expect(await readConsumption(companyId)).toMatchObject({
      range: [{ next_number: 3 }],
      plan: [{ used: 2 }],
      sequence: [{ next: 3 }],
    });
  });

  it("answers `taken` with the row when the name belongs to another reservation", async () => {
    const companyId = await seedCompany(env.DB);
    const lost = sampleReservation(companyId, { fingerprint: "1:lost" });
    const first = await allocate(lost);
    const result = await allocate(sampleReservation(companyId, { name: lost.name }));
    expect(result).toMatchObject({
      type: "taken",
      row: {
        reservationId: lost.reservationId,
        fingerprint: "1:lost",
        state: "creating",
        rangeKind: "dse",
        verdict: null,
      },
    });
    expect(result.type === "taken" && first.type === "allocated" && result.row.documentId === first.documentId).toBe(
      true,
    );
    expect(await readConsumption(companyId)).toMatchObject({ plan: [{ used: 1 }], counts: { documents: 1 } });
  });

  it("updates a known third party instead of adding a twin", async () => {
    const companyId = await seedCompany(env.DB);
    const contact = { ...sampleParty("52000111", "Ana Muñoz"), email: "ana@example.com" };
    await allocate(sampleReservation(companyId), sampleSupportDocument({ counterpart: contact }));
    const renamed = sampleParty("52000111", "Ána Muñoz de Díaz");
    await allocate(sampleReservation(companyId), sampleSupportDocument({ counterpart: renamed }));
    const { results } = await env.DB.prepare("SELECT name, folded_name, email FROM third_parties WHERE company_id = ?1")
      .bind(companyId)
      .all();
    expect(results).toEqual([
      { name: "Ána Muñoz de Díaz", folded_name: "ana munoz de diaz", email: "ana@example.com" },
    ]);
  });

  it("draws from the valid range that ends first", async () => {
    const companyId = await seedCompany(env.DB, { validTo: "2027-12-31", prefix: "LATE" });
    await env.DB.prepare(
      `INSERT INTO ranges (company_id, kind, resolution, resolution_date, prefix, from_number, to_number, valid_from,
        valid_to, next_number) VALUES (?1, 'dse', '2', '2026-01-01', 'SOON', 7, 7, '2026-01-01', '2026-12-31', 7)`,
    )
      .bind(companyId)
      .run();
    const first = await allocate(sampleReservation(companyId));
    const second = await allocate(sampleReservation(companyId));
    expect([first, second]).toMatchObject([
      { numbering: { prefix: "SOON", number: 7 } },
      { numbering: { prefix: "LATE", number: 1 } },
    ]);
  });

  it("counts the plan of the year of its reservation in Bogotá, and the files of the document's own year", async () => {
    const companyId = await seedCompany(env.DB, { used: 7 });
    await env.DB.prepare(
      "INSERT INTO plans (company_id, module, year, allowance, used) VALUES (?1, 'dse', 2027, 50, 3)",
    )
      .bind(companyId)
      .run();
    const lastWeek = sampleSupportDocument({ issueDate: "2026-12-29" });
    const before = sampleReservation(companyId, { reservedAt: "2027-01-01T04:59:59.999Z" });
    const after = sampleReservation(companyId, { reservedAt: "2027-01-01T05:00:00.000Z" });
    expect(await allocate(before, lastWeek)).toMatchObject({ planSequence: 8, numbering: { fileSequence: 1 } });
    expect(await allocate(after, lastWeek)).toMatchObject({ planSequence: 4, numbering: { fileSequence: 2 } });
    expect(await readConsumption(companyId)).toMatchObject({
      plan: [{ used: 8 }, { used: 4 }],
      sequence: [{ next: 3 }],
    });
  });

  it("is refused a number when the plan of that year is missing, though the document's year has one", async () => {
    const companyId = await seedCompany(env.DB);
    const reservation = sampleReservation(companyId, { reservedAt: "2027-01-01T05:00:00.000Z" });
    expect(await allocate(reservation, sampleSupportDocument({ issueDate: "2026-12-31" }))).toMatchObject({
      type: "refused",
      code: "plan_exhausted",
      why: { reason: "no-plan", module: "dse", year: 2027 },
      problems: [],
    });
  });

  it("asks no plan of an enablement company and counts nothing", async () => {
    const companyId = await seedCompany(env.DB, { environment: "habilitacion", allowance: 50, used: 50 });
    const reservation = sampleReservation(companyId, { environment: "habilitacion" });
    expect(await allocate(reservation)).toMatchObject({ type: "allocated" });
    expect(await readConsumption(companyId)).toMatchObject({ plan: [{ used: 50 }] });
  });
});

describe("a reservation that cannot have a number consumes nothing", () => {
  const cases = [
    {
      when: "the module is not contracted",
      seed: { modules: ["fe"] },
      code: "module_not_contracted",
      why: { reason: "no-module", module: "dse" },
    },
    {
      when: "there is no plan for the year",
      seed: { allowance: null },
      code: "plan_exhausted",
      why: { reason: "no-plan", year: 2026 },
    },
    {
      when: "the plan is used up",
      seed: { used: 50 },
      code: "plan_exhausted",
      why: { reason: "plan-used-up", year: 2026, used: 50, allowance: 50 },
    },
    {
      when: "there is no range of the kind",
      seed: { kind: "contingency" },
      code: "range_missing",
      why: { reason: "no-range", rangeKind: "dse" },
    },
    {
      when: "the range has ended",
      seed: { validTo: "2026-11-19" },
      code: "range_expired",
      problem: { reason: "range-not-in-force", last: "2026-11-19", rule: "DSAD09b" },
    },
    {
      when: "the range has not begun",
      seed: { validFrom: "2026-11-21" },
      code: "range_expired",
      problem: { reason: "range-not-in-force", first: "2026-11-21", rule: "DSAD09a" },
    },
    {
      when: "the range is used up",
      seed: { to: 9, next: 10 },
      code: "range_exhausted",
      problem: { reason: "range-used-up", ranges: "DS 1-9", rule: "DSAD05c" },
    },
  ] as const;

  it.each(cases)("when $when", async ({ when: _, seed, code, ...because }) => {
    const companyId = await seedCompany(env.DB, seed);
    const before = await readConsumption(companyId);
    const result = await allocate(sampleReservation(companyId));
    const expected = "problem" in because ? { why: null, problems: [because.problem] } : { ...because, problems: [] };
    expect(result).toMatchObject({ type: "refused", code, ...expected });
    expect(await readConsumption(companyId)).toEqual(before);
  });

  it("and on the last and first day of the range it gets one", async () => {
    const companyId = await seedCompany(env.DB, { validFrom: ISSUE_DATE, validTo: ISSUE_DATE });
    expect(await allocate(sampleReservation(companyId))).toMatchObject({ type: "allocated" });
  });

  it("and an invoice does not draw from the range of support documents", async () => {
    const companyId = await seedCompany(env.DB, { modules: ["fe", "dse"] });
    const reservation = sampleReservation(companyId, { module: "fe", rangeKind: "fe" });
    expect(await allocateNumber(openDatabase(env.DB), reservation, sampleInvoice())).toMatchObject({
      code: "range_missing",
    });
  });

  it("and an unknown company has no module", async () => {
    expect(await allocate(sampleReservation(999_999))).toMatchObject({ code: "module_not_contracted" });
  });
});

describe("under a storm", () => {
  it("500 reservations over 2 numbers left: exactly 2 get one", async () => {
    const companyId = await seedCompany(env.DB, { from: 1, to: 100, next: 99, allowance: 1000 });
    const results = await Promise.all(Array.from({ length: 500 }, () => allocate(sampleReservation(companyId))));
    const numbers = results.flatMap((result) => (result.type === "allocated" ? [result.numbering.number] : []));
    expect(numbers.sort()).toEqual([100, 99]);
    expect(results.filter((result) => result.type === "refused" && result.code === "range_exhausted")).toHaveLength(
      498,
    );
    expect(await readConsumption(companyId)).toMatchObject({ range: [{ next_number: 101 }], plan: [{ used: 2 }] });
  });

  it("100 reservations over a plan with 3 left: numbers without hole or twin", async () => {
    const companyId = await seedCompany(env.DB, { allowance: 50, used: 47 });
    const results = await Promise.all(Array.from({ length: 100 }, () => allocate(sampleReservation(companyId))));
    const given = results.flatMap((result) => (result.type === "allocated" ? [result.numbering] : []));
    expect(given.map(({ number }) => number).sort()).toEqual([1, 2, 3]);
    expect(given.map(({ fileSequence }) => fileSequence).sort()).toEqual([1, 2, 3]);
  });
});
