// Tests numbers as they are printed: two prefixes that meet (FE with 11, FE1 with 1) never give one number twice.
import { describe, expect, it } from "vitest";
import { openDatabase } from "../../src/store/base/db.ts";
import { allocateNumber } from "../../src/store/number/allocation.ts";
import { findShortage } from "../../src/store/number/refusal-reason.ts";
import { createD1 } from "../support/sqlite-d1.ts";
import { ISSUE_DATE, sampleReservation, sampleSupportDocument, seedCompany } from "./sample.ts";

async function count(db: D1Database, sql: string, ...values: readonly unknown[]): Promise<unknown> {
  return db
    .prepare(sql)
    .bind(...values)
    .first();
}

/** A company whose range `DS1` is disabled after it gave 1, and whose range `DS` has 11 next. */
async function seedMeeting() {
  const db = createD1();
  const companyId = await seedCompany(db, { prefix: "DS1", from: 1, to: 100, next: 1 });
  const first = await allocateNumber(openDatabase(db), sampleReservation(companyId), sampleSupportDocument());
  expect(first).toMatchObject({ type: "allocated", numbering: { prefix: "DS1", number: 1 } });
  await db.prepare("UPDATE ranges SET is_active = 0 WHERE company_id = ?1").bind(companyId).run();
  await db
    .prepare(
      `INSERT INTO ranges (company_id, kind, resolution, resolution_date, prefix, from_number, to_number, valid_from,
         valid_to, next_number) VALUES (?1, 'dse', '18760000002', '2026-01-01', 'DS', 1, 1000, '2026-01-01', '2027-12-31', 11)`,
    )
    .bind(companyId)
    .run();
  return { db, companyId };
}

describe("a range whose next number another document holds", () => {
  it("gives none, consumes nothing, and says which number it is", async () => {
    const { db, companyId } = await seedMeeting();
    for (let tries = 0; tries < 3; tries += 1) {
      const refused = await allocateNumber(openDatabase(db), sampleReservation(companyId), sampleSupportDocument());
      expect(refused).toMatchObject({ type: "refused", code: "range_missing", heldNumber: "DS11" });
      expect(refused).toMatchObject({ why: { reason: "number-held", number: "DS11" } });
    }
    const taken = "SELECT (SELECT count(*) FROM documents) AS documents, (SELECT max(used) FROM plans) AS used";
    expect(await count(db, taken)).toMatchObject({ documents: 1, used: 1 });
    expect(await count(db, "SELECT next_number AS next FROM ranges WHERE prefix = 'DS'")).toEqual({ next: 11 });
    const { module, rangeKind, reservedAt } = sampleReservation(companyId);
    const demand = { companyId, module, rangeKind, reservedAt };
    expect((await findShortage(openDatabase(db), demand, ISSUE_DATE))?.why).toMatchObject({ number: "DS11" });
  });

  it("goes on past it once an operator moved it on", async () => {
    const { db, companyId } = await seedMeeting();
    await db
      .prepare("UPDATE ranges SET next_number = 12 WHERE prefix = 'DS' AND company_id = ?1")
      .bind(companyId)
      .run();
    const given = await allocateNumber(openDatabase(db), sampleReservation(companyId), sampleSupportDocument());
    expect(given).toMatchObject({ type: "allocated", numbering: { prefix: "DS", number: 12 } });
  });

  it("is no hindrance to another environment, type of document or company", async () => {
    const { db, companyId } = await seedMeeting();
    for (const change of ["environment = 'habilitacion'", "type_code = '01'", "company_id = 0"]) {
      await db.prepare(`UPDATE documents SET ${change} WHERE company_id = ?1`).bind(companyId).run();
      const { module, rangeKind, reservedAt } = sampleReservation(companyId);
      const demand = { companyId, module, rangeKind, reservedAt };
      expect(await findShortage(openDatabase(db), demand, ISSUE_DATE), change).toBeUndefined();
      await db
        .prepare("UPDATE documents SET environment = 'produccion', type_code = '05', company_id = ?1")
        .bind(companyId)
        .run();
      expect(await findShortage(openDatabase(db), demand, ISSUE_DATE), change).toBeDefined();
    }
  });
});
