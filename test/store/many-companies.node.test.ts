// Tests that a look at many companies finds what the forecasts of the domain say of each, and reads little of those in order.
import fc from "fast-check";
import { expect, it } from "vitest";
import { findCertificateGaps, findNumberGaps } from "../../src/domain/company/coverage.ts";
import { addDays, dateInBogota } from "../../src/domain/value/calendar.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { findWarnings, type Warning } from "../../src/store/watch/health.ts";
import { cases } from "../support/cases.ts";
import { createD1 } from "../support/sqlite-d1.ts";
import { seedCompany } from "./sample.ts";

const NOW_MS = Date.parse("2026-11-20T15:00:00.000Z");
const TODAY = dateInBogota(NOW_MS);
const anyDay = (from: number, to: number) => fc.integer({ min: from, max: to });

const anySpan = fc.tuple(anyDay(-200, 90), anyDay(-10, 400));
const anyRange = fc.record({
  kind: fc.constantFrom("fe", "fe", "contingency"),
  days: anySpan,
  size: fc.integer({ min: 1, max: 5_000 }),
  usedPart: fc.integer({ min: 0, max: 100 }),
  isStopped: fc.boolean(),
});
const anyCompany = fc.record({
  certificates: fc.array(anySpan, { maxLength: 3 }),
  ranges: fc.array(anyRange, { maxLength: 4 }),
  allowance: fc.integer({ min: 1, max: 3_000 }),
  usedPart: fc.integer({ min: 0, max: 100 }),
  /** Days since it was registered. */
  age: fc.integer({ min: 0, max: 500 }),
  usedBefore: fc.option(fc.integer({ min: 0, max: 3_000 })),
});
type Drawn = ReturnType<typeof anyCompany.generate>["value"];

it("warns of every company whose certificates, numbers or plan do not last, and of no other", async () => {
  const db = createD1();
  const drawn = new Map<number, Drawn>();
  for (const company of fc.sample(anyCompany, cases(200))) drawn.set(await seed(db, company), company);
  const warnings = Map.groupBy(await findWarnings(openDatabase(db), NOW_MS), ({ companyId }) => companyId);
  for (const [id, company] of drawn) {
    const codes = new Set((warnings.get(id) ?? []).map(nameWarning));
    expect([...codes].sort(), JSON.stringify(company)).toEqual([...foresee(company)].sort());
  }
});

it("reads no row of the answer of a thousand companies that have all they need", async () => {
  const db = createD1();
  const id = await seedCompany(db, { allowance: 100_000, to: 100_000 });
  await addCertificate(db, id, [-10, 400]);
  for (const [table, columns] of Object.entries(COLUMNS)) {
    const own = table === "companies" ? "id" : "company_id";
    await db
      .prepare(
        `WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
         INSERT INTO ${table} (${own}, ${columns.join()}) SELECT n.i, ${columns.map((name) => name.replace(/^nit$/, "nit || n.i"))} FROM ${table}, n WHERE ${own} = ${id}`,
      )
      .all();
  }
  const rows: unknown[] = [];
  const watched = {
    ...db,
    batch: async (statements: D1PreparedStatement[]) => {
      const results = await db.batch(statements);
      rows.push(...results.flatMap(({ results: found }) => found));
      return results;
    },
  } as D1Database;
  expect(await findWarnings(openDatabase(watched), NOW_MS)).toEqual([]);
  // One row says which id is the last.
  expect(rows).toHaveLength(1);
});

const COLUMNS = {
  companies: ["nit", "name", "environment", "profile"],
  software: ["module", "software_id", "sealed_pin", "provider_nit", "provider_check_digit"],
  plans: ["module", "year", "allowance", "used"],
  ranges: "kind resolution resolution_date prefix from_number to_number valid_from valid_to next_number".split(" "),
  certificates: "location subject issuer_name serial_number chain cert_digest not_before not_after".split(" "),
};

/** What there is to say of a company, by kind of thing. */
const nameWarning = ({ code, ...rest }: Warning) => `${code.split("_")[0]} ${"kind" in rest ? rest.kind : ""}`;

/** By the domain's own forecasts, of the whole company. */
function foresee({ certificates, ranges, allowance, usedPart, age, usedBefore }: Drawn): ReadonlySet<string> {
  const found = new Set<string>();
  const spans = certificates.map(([from, to]) => ({ notBefore: instantOf(from), notAfter: instantOf(to) }));
  if (findCertificateGaps(spans, NOW_MS).length > 0) found.add("certificate ");
  const used = Math.floor((allowance * usedPart) / 100);
  const days = 324;
  const pace = used / Math.max(30, Math.min(days, age + 1));
  const perDay = age + 1 < 30 && usedBefore !== null ? (used + usedBefore) / 30 : pace;
  for (const kind of ["fe", "contingency"]) {
    const own = ranges.filter((range) => range.kind === kind);
    if (kind === "contingency" && own.length === 0) continue;
    if (isShort(own, kind === "fe" ? perDay : 0)) found.add(`range ${kind}`);
  }
  const daysLeft = perDay === 0 ? Number.POSITIVE_INFINITY : Math.floor((allowance - used) / perDay);
  const isUsed = used >= allowance * 0.9;
  if (isUsed || (daysLeft <= 60 && addDays(TODAY, daysLeft).startsWith("2026"))) found.add("plan ");
  return found;
}

function isShort(ranges: Drawn["ranges"], perDay: number): boolean {
  const supplies = ranges
    .map(({ days: [from, to], size, usedPart, isStopped }) => ({
      validFrom: addDays(TODAY, from),
      validTo: addDays(TODAY, to),
      size,
      left: isStopped ? 0 : size - Math.floor((size * usedPart) / 100),
    }))
    .filter(({ left, validTo }) => left > 0 && validTo >= TODAY);
  const gaps = findNumberGaps(supplies, TODAY, perDay).filter(
    ({ startsIn, cause, endsOn }) => startsIn <= 31 || cause === "numbers" || endsOn !== null,
  );
  const soon = supplies.filter(({ validFrom }) => validFrom <= addDays(TODAY, 7));
  const sum = (of: "left" | "size") => soon.reduce((total, one) => total + one[of], 0);
  return gaps.length > 0 || sum("left") <= sum("size") * 0.1;
}

const instantOf = (day: number) => new Date(NOW_MS + day * 86_400_000).toISOString();

async function addCertificate(db: D1Database, id: number, [from, to]: readonly [number, number]): Promise<void> {
  await db
    .prepare(
      `INSERT INTO certificates (company_id, location, subject, issuer_name, serial_number, chain, cert_digest,
         not_before, not_after) VALUES (?1, 'vault', 's', 'i', ?2, '[]', 'd', ?3, ?4)`,
    )
    .bind(id, crypto.randomUUID(), instantOf(from), instantOf(to))
    .all();
}

async function seed(db: D1Database, { certificates, ranges, allowance, usedPart, age, usedBefore }: Drawn) {
  const used = Math.floor((allowance * usedPart) / 100);
  const id = await seedCompany(db, { modules: ["fe"], kind: null, allowance, used });
  await db
    .prepare("UPDATE companies SET created_at = ?2 WHERE id = ?1")
    .bind(id, `${addDays(TODAY, -age)} 12:00:00`)
    .all();
  if (usedBefore !== null) {
    await db
      .prepare("INSERT INTO plans (company_id, module, year, allowance, used) VALUES (?1, 'fe', 2025, 3000, ?2)")
      .bind(id, usedBefore)
      .all();
  }
  for (const span of certificates) await addCertificate(db, id, span);
  let from = 1;
  for (const { kind, days, size, usedPart: gone, isStopped } of ranges) {
    await db
      .prepare(
        `INSERT INTO ranges (company_id, kind, resolution, resolution_date, prefix, from_number, to_number, valid_from,
           valid_to, next_number, stopped_by) VALUES (?1, ?2, '18760000001', '2026-01-01', ?3, ?4, ?5, ?6, ?7, ?8, ?9)`,
      )
      .bind(
        id,
        kind,
        `P${from}`.slice(0, 4),
        from,
        from + size - 1,
        addDays(TODAY, days[0]),
        addDays(TODAY, days[1]),
        from + Math.floor((size * gone) / 100),
        isStopped ? 1 : null,
      )
      .all();
    from += size;
  }
  return id;
}
