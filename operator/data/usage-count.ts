// Counts what companies issued in a span of days, with the plan that pays for it.
import { and, eq, gte, or, type SQL, sql } from "drizzle-orm";
import { MODULES } from "../../src/domain/company.ts";
import { listCodes } from "../../src/domain/kind.ts";
import { yearOf } from "../../src/domain/value/calendar.ts";
import { build, run, writeCodes } from "../../src/store/base/db.ts";
import { HOME } from "../../src/store/base/home.ts";
import { companies, plans } from "../../src/store/base/schema.ts";
import type { Context } from "../command.ts";
import { COUNTED, countedDays } from "../counted-days.ts";

type Usage = Awaited<ReturnType<typeof countUsage>>[number];

/** One row for a company that spans several databases, whose plan is where it lives. */
export function mergeUsage(rows: readonly Usage[]): readonly Omit<Usage, "isHome">[] {
  const merged = [...Map.groupBy(rows, ({ company, module }) => `${company} ${module}`).values()].map((same) => {
    const sum = (read: (row: Usage) => number) => same.reduce((total, row) => total + read(row), 0);
    const [first, home = first] = [same[0], same.find(({ isHome }) => isHome === 1)];
    if (first === undefined || home === undefined) throw new Error("a group has a row");
    const { isHome: _, ...row } = home;
    return {
      ...row,
      documents: sum((one) => one.documents),
      accepted: sum((one) => one.accepted),
      rejected: sum((one) => one.rejected),
      open: sum((one) => one.open),
      notes: sum((one) => one.notes),
      in_plan: sum((one) => one.in_plan),
    };
  });
  return merged;
}

/** Production documents of a span of days, both counted, by company and module; the plan is that of the last day's year. */
export function countUsage({ db }: Pick<Context, "db">, companyId: number | null, from: string, to: string) {
  const { accepted, rejected, open, planned, typeCode } = COUNTED;
  const sum = (column: SQL<number>) => sql<number>`sum(${column})`;
  const all = sql<number>`${accepted} + ${rejected} + ${open}`;
  const cases = MODULES.map(
    (one) => sql` WHEN ${typeCode} IN (${writeCodes(listCodes({ module: one }))}) THEN ${sql.raw(`'${one}'`)}`,
  );
  const module = sql<string>`CASE${sql.join(cases)} END`;
  const isOfPlan = and(eq(plans.companyId, companies.id), eq(plans.module, module), eq(plans.year, yearOf(to)));
  const counted = build
    .select({
      company: companies.id,
      nit: companies.nit,
      name: companies.name,
      module: module.as("counted_module"),
      documents: sum(all).as("documents"),
      accepted: sum(accepted).as("accepted"),
      rejected: sum(rejected).as("rejected"),
      open: sum(open).as("open"),
      notes: sum(sql`iif(${typeCode} IN (${writeCodes(listCodes({ shape: "note" }))}), ${all}, 0)`).as("notes"),
      in_plan: sum(planned).as("in_plan"),
      plan_used: plans.used,
      plan_allowance: plans.allowance,
      isHome: sql<number>`${companies.home} >= ${HOME.closed}`.as("isHome"),
    })
    .from(countedDays(from, to, companyId))
    .innerJoin(companies, eq(companies.id, COUNTED.companyId))
    .leftJoin(plans, isOfPlan)
    // What a company left behind in another database is counted where it lives; what it keeps there, there.
    .where(and(or(gte(companies.home, HOME.closed), eq(companies.home, HOME.kept)), sql`${all} > 0`));
  return run(db, counted.groupBy(companies.id, sql`4`).orderBy(companies.id, sql`4`));
}
