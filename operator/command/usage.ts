// `usage` counts what each company issued in a span of days, beside the plan that pays for it.
import { and, eq, gte, or, type SQL, sql } from "drizzle-orm";
import { MODULES } from "../../src/domain/company.ts";
import { listCodes } from "../../src/domain/kind.ts";
import { dateInBogota, yearOf } from "../../src/domain/value/calendar.ts";
import { build, run, writeCodes } from "../../src/store/base/db.ts";
import { HOME } from "../../src/store/base/home.ts";
import { companies, plans } from "../../src/store/base/schema.ts";
import type { Command, Context } from "../command.ts";
import { COUNTED, countedDays } from "../counted-days.ts";
import { writeCsv } from "../csv.ts";
import { OperatorError } from "../error.ts";
import { optional, toggle } from "../flag.ts";
import { readDate } from "../reader.ts";
import { printTable } from "../table.ts";
import { findCompanyId } from "./company.ts";

export const usage: Command = {
  name: "usage",
  about:
    "counts the production documents of each company and module by their day of issue, beside its plan of that year",
  flags: [
    optional("company", "id of the company; all of them unless given"),
    optional("from", "first day, YYYY-MM-DD; the first of this month unless given"),
    optional("to", "last day; today in Bogotá unless given"),
    toggle("csv", "answer in CSV"),
  ],
  run: async (context) => {
    const { input, nowMs } = context;
    const companyId = await findCompanyId(context);
    const today = dateInBogota(nowMs());
    const to = input.find("to", readDate) ?? today;
    const from = input.find("from", readDate) ?? `${to.slice(0, 7)}-01`;
    if (from > to) throw new OperatorError(`--from ${from} is after --to ${to}`);
    // A company is counted where it lives; a bill is one table.
    const counted = await Promise.all(context.shards.map((one) => countUsage(one, companyId, from, to)));
    const rows = mergeUsage(counted.flat());
    if (input.has("csv")) return { data: { from, to, rows }, text: writeCsv(rows) };
    const text = `${from} to ${to}, by day of issue; plans of ${yearOf(to)}\n${printTable(rows, "no production document")}`;
    return { data: { from, to, rows }, text };
  },
};

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
