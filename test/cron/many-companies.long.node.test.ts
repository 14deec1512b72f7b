// Runs the cron's look over fifty thousand companies: what is in order is not even read, and what is the same for all is one alert.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { reportWarnings } from "../../src/cron/warning.ts";
import type { Env } from "../../src/env.ts";
import { createD1 } from "../support/sqlite-d1.ts";

const COMPANIES = 50_000;
/** Megabytes that a look may hold at once. */
const MOST_HELD = 100;
const MB = 1024 * 1024;
/** Seconds of the processor for all of them, the database's own included. */
const MOST_CPU_SECONDS = 4;
/** Rows that one batch may bring into the isolate: what is wrong with the companies of one page. */
const MOST_ROWS = 20_000;

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Companies in order in the year 2026, with invoices and support documents. */
async function openCountry(): Promise<D1Database> {
  const db = createD1();
  const many = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${COMPANIES})`;
  const each = `${many}, module(name) AS (VALUES ('fe'), ('dse'))`;
  for (const sql of [
    `${many} INSERT INTO companies (id, nit, name, environment, profile, created_at)
      SELECT i, 900000000 + i, 'E', 'produccion', '{}', '2025-01-01 00:00:00' FROM n`,
    `${many} INSERT INTO certificates (company_id, location, subject, issuer_name, serial_number, chain, cert_digest, not_before, not_after)
      SELECT i, 'vault', 's', 'i', 'n', '[]', 'd', '2025-01-01T00:00:00Z', '2028-01-01T00:00:00Z' FROM n`,
    `${each} INSERT INTO software (company_id, module, software_id, sealed_pin, provider_nit, provider_check_digit)
      SELECT i, name, 's', 'p', '900373115', '3' FROM n, module`,
    `${each} INSERT INTO plans (company_id, module, year, allowance, used) SELECT i, name, 2026, 100000, 10 FROM n, module`,
    `${each} INSERT INTO ranges (company_id, kind, resolution, resolution_date, prefix, from_number, to_number, valid_from, valid_to, next_number)
      SELECT i, name, '18760000001', '2025-01-01', 'P', 1, 100000, '2025-01-01', '2028-01-01', 11 FROM n, module`,
  ]) {
    await db.prepare(sql).bind().run();
  }
  return db;
}

/** A database that says how many rows its largest batch brought, and how much was held meanwhile. */
function watch(db: D1Database) {
  const seen = { rows: 0, heldMb: 0 };
  const before = process.memoryUsage().heapUsed;
  const batch: D1Database["batch"] = async (statements) => {
    const results = await db.batch<never>(statements);
    seen.rows = Math.max(
      seen.rows,
      results.reduce((sum, { results: rows }) => sum + rows.length, 0),
    );
    seen.heldMb = Math.max(seen.heldMb, (process.memoryUsage().heapUsed - before) / MB);
    return results;
  };
  return { seen, db: { ...db, prepare: db.prepare.bind(db), batch } as D1Database };
}

it("a look at fifty thousand companies that are in order brings no rows, and says nothing", async () => {
  const { db, seen } = watch(await openCountry());
  const startedAt = process.cpuUsage();
  expect(await reportWarnings({ DB: db } as Env, Date.parse("2026-06-15T15:00:00Z"))).toBe(0);
  const { user } = process.cpuUsage(startedAt);
  expect(user / 1e6).toBeLessThan(MOST_CPU_SECONDS);
  expect(seen.rows).toBeLessThan(100);
  expect(seen.heldMb).toBeLessThan(MOST_HELD);
  const { results } = await db.prepare("SELECT * FROM alerts").bind().all();
  expect(results).toEqual([]);
});

it("on the day from which next year's plan is missed, all of them are one alert", async () => {
  const { db, seen } = watch(await openCountry());
  expect(await reportWarnings({ DB: db } as Env, Date.parse("2026-12-01T15:00:00Z"))).toBe(1);
  expect(seen.rows).toBeLessThan(MOST_ROWS);
  expect(seen.heldMb).toBeLessThan(MOST_HELD);
  const { results } = await db.prepare("SELECT code, company_id, detail FROM alerts").bind().all();
  const [alert, ...others] = results;
  expect(others).toEqual([]);
  expect(alert).toMatchObject({ code: "plan_missing", company_id: null });
  expect(JSON.parse(String(alert?.detail))).toMatchObject({ severity: "warning", companies: COMPANIES });
});
