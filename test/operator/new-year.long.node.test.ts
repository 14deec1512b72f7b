// The demo companies of the stand on 1 January, over midnight of 31 December, and on state that an earlier year left.
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSqlite } from "../../operator/access/sqlite.ts";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import { findShortage } from "../../src/store/number/refusal-reason.ts";
import { listDemoCompanies } from "../../stand/demo-company.ts";
import type { DemoFileCompany } from "../../stand/demo-file.ts";
import { onboardDemo } from "../../stand/onboard.ts";
import { findFreePort } from "../../stand/port.ts";
import { startAuthority } from "../../stand/stand.ts";
import { registerTaxpayers } from "../../stand/taxpayer.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

/** The first minute of 2027 in Bogotá. */
const NEW_YEAR = "2027-01-01T05:00:00.000Z";
const DAYS = "kind, resolution, prefix, from_number, to_number, valid_from, valid_to";

let bench: Workbench;
let known: DemoFileCompany[] = [];
beforeAll(async () => {
  bench = openWorkbench();
  known = await onboardDemo(bench.root, Date.parse(NEW_YEAR), []);
});
afterAll(() => bench.close());

/** Starts again, later, on what is there. */
async function onboardAgain(iso: string): Promise<void> {
  bench.setNow(iso);
  known = await onboardDemo(bench.root, Date.parse(iso), known);
}

/** Codes of the refusals that documents of every company and kind would get on a day. */
async function listShortages(date: string): Promise<string[]> {
  const { db, close } = openSqlite(bench.databaseFile);
  const codes: string[] = [];
  for (const { id: companyId, ranges } of listDemoCompanies()) {
    for (const { kind: rangeKind } of ranges) {
      const module = rangeKind === "dse" ? "dse" : "fe";
      // Company 4 has contingency numbers like all others, and no FE to use them for.
      if (companyId === 4 && module === "fe") continue;
      const reservedAt = `${date}T17:00:00.000Z`;
      const shortage = await findShortage(db, { companyId, module, rangeKind, reservedAt }, date);
      if (shortage !== undefined) codes.push(`${companyId} ${rangeKind} ${shortage.code}`);
    }
  }
  await close();
  return codes;
}

/** Ranges by company as the pretend authority holds them once the stand has registered them. */
async function readRegister(): Promise<Record<string, unknown>[]> {
  const authority = await startAuthority(await findFreePort(), join(bench.root, ".wrangler/state"));
  try {
    await registerTaxpayers(authority.origin, listDemoCompanies());
    const response = await fetch(`${authority.origin}/taxpayers`);
    const { taxpayers } = (await response.json()) as {
      taxpayers: { nit: string; ranges: Record<string, unknown>[] }[];
    };
    return taxpayers.flatMap(({ nit, ranges }) =>
      ranges.map(({ resolution_date: _date, technical_key: _key, from, to, ...rest }) => ({
        nit,
        ...{ from_number: from, to_number: to },
        ...rest,
      })),
    );
  } finally {
    await authority.stop();
  }
}

function byResolution(rows: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  return [...rows].sort((a, b) => `${a.nit} ${a.resolution}`.localeCompare(`${b.nit} ${b.resolution}`));
}

describe("the demo companies", () => {
  it("issue on 1 January, the day of their first start", async () => {
    expect(dateInBogota(Date.parse(NEW_YEAR))).toBe("2027-01-01");
    expect(await listShortages("2027-01-01")).toEqual([]);
  });

  it("issue after midnight of 31 December without another start, from a plan of the new year", async () => {
    expect(await listShortages("2028-01-01")).toEqual([]);
    expect(bench.query("SELECT year, allowance, used FROM plans WHERE company_id = 4 ORDER BY year")).toEqual([
      { year: 2027, allowance: 50, used: 48 },
      { year: 2028, allowance: 50, used: 48 },
    ]);
  });

  it("issue in a later year on the same state, and what was used in the year that began is still used", async () => {
    bench.query("UPDATE plans SET used = 50 WHERE company_id = 4 AND year = 2028");
    await onboardAgain("2028-03-01T15:00:00.000Z");
    expect(await listShortages("2028-03-01")).toEqual(["4 dse plan_exhausted"]);
    await onboardAgain("2029-06-30T15:00:00.000Z");
    expect(await listShortages("2029-06-30")).toEqual([]);
    expect(await listShortages("2030-01-01")).toEqual([]);
  });

  it("have the days that the authority knows, also on state whose ranges had others, and go on with their numbers", async () => {
    await bench.run("range edit", { range: 1, next: 41 });
    bench.query("UPDATE ranges SET valid_from = '2026-01-02', valid_to = '2027-12-31' WHERE prefix NOT LIKE 'SE%'");
    const numbers = bench.query("SELECT id, next_number, is_active FROM ranges ORDER BY id");
    await onboardAgain("2029-07-01T15:00:00.000Z");
    expect(bench.query("SELECT id, next_number, is_active FROM ranges ORDER BY id")).toEqual(numbers);
    expect(numbers[0]).toEqual({ id: 1, next_number: 41, is_active: 1 });
    expect(await listShortages("2029-07-01")).toEqual([]);
    const rows = bench.query(`SELECT nit, ${DAYS} FROM ranges JOIN companies ON companies.id = company_id`);
    expect(byResolution(rows)).toEqual(byResolution(await readRegister()));
  });
});
