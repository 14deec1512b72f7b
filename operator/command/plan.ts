// `plan list` shows what companies have contracted for a year, beside what they used of it.
import { and, eq, gte } from "drizzle-orm";
import { dateInBogota, yearOf } from "../../src/domain/value/calendar.ts";
import { build, run } from "../../src/store/base/db.ts";
import { HOME } from "../../src/store/base/home.ts";
import { companies, plans } from "../../src/store/base/schema.ts";
import type { Command, Context } from "../command.ts";
import { writeCsv } from "../csv.ts";
import { optional, toggle } from "../flag.ts";
import { readInteger } from "../reader.ts";
import { printTable } from "../table.ts";
import { findCompanyId } from "./company.ts";

export const planList: Command = {
  name: "plan list",
  about: "lists the plans of a calendar year by company and module, and what is left of each",
  flags: [
    optional("company", "id of the company; all of them unless given"),
    optional("year", "calendar year in Bogotá; this one unless given"),
    toggle("csv", "answer in CSV"),
  ],
  run: async (context) => {
    const { input } = context;
    const companyId = await findCompanyId(context);
    const year = input.find("year", readInteger(2020, 2100)) ?? yearOf(dateInBogota(context.nowMs()));
    const found = await Promise.all(context.shards.map((one) => listPlans(one, companyId, year)));
    const data = found.flat().map((row) => ({ ...row, left: row.allowance - row.used }));
    if (input.has("csv")) return { data, text: writeCsv(data) };
    return { data, text: printTable(data, `no plan of ${year}: \`operator plan set\``) };
  },
};

/** A plan counts where its company lives; elsewhere its row is a copy that was left behind. */
function listPlans({ db }: Pick<Context, "db">, companyId: number | null, year: number) {
  const isAsked = companyId === null ? undefined : eq(companies.id, companyId);
  const columns = { company: companies.id, nit: companies.nit, name: companies.name };
  const { module, allowance, used } = plans;
  return run(
    db,
    build
      .select({ ...columns, module, year: plans.year, allowance, used })
      .from(plans)
      .innerJoin(companies, eq(companies.id, plans.companyId))
      .where(and(eq(plans.year, year), gte(companies.home, HOME.closed), isAsked))
      .orderBy(companies.id, module),
  );
}
