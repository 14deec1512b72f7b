// Lists ranges with the numbers and the days that they have left.
import { and, eq } from "drizzle-orm";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import { build, run } from "../../src/store/base/db.ts";
import { isRead } from "../../src/store/base/home.ts";
import { companies, ranges } from "../../src/store/base/schema.ts";
import { findLastNumber } from "../command/range-overlap.ts";
import type { Context } from "../command.ts";

const DAY_MS = 86_400_000;

/** Ranges with what they have left; of one company, or of all. */
export async function listRanges({ db, nowMs }: Pick<Context, "db" | "nowMs">, companyId: number | null) {
  const which = companyId === null ? undefined : eq(ranges.companyId, companyId);
  const all = build
    .select({ row: ranges, name: companies.name })
    .from(ranges)
    .innerJoin(companies, eq(companies.id, ranges.companyId))
    .where(and(which, isRead(ranges.companyId)));
  const rows = await run(db, all.orderBy(ranges.companyId, ranges.kind, ranges.id));
  const today = Date.parse(dateInBogota(nowMs()));
  return rows.map(({ row, name }) => ({
    id: row.id,
    company: row.companyId,
    name,
    kind: row.kind,
    prefix: row.prefix,
    from: row.fromNumber,
    to: row.toNumber,
    next: row.nextNumber,
    last: findLastNumber(row),
    numbers_left: Math.max(0, findLastNumber(row) - row.nextNumber + 1),
    valid_from: row.validFrom,
    valid_to: row.validTo,
    days_left: (Date.parse(row.validTo) - today) / DAY_MS,
    active: row.isActive,
    stopped_by: row.stoppedBy,
  }));
}
