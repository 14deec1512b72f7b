// `plan list` shows what companies have contracted for a year and used of it; `plan renew` contracts the same for another year.
import { and, eq, gte } from "drizzle-orm";
import { dateInBogota, yearOf } from "../../src/domain/value/calendar.ts";
import { build, run } from "../../src/store/base/db.ts";
import { HOME } from "../../src/store/base/home.ts";
import { companies, plans } from "../../src/store/base/schema.ts";
import { type Command, type Context, commit } from "../command.ts";
import { writeCsv } from "../csv.ts";
import { OperatorError } from "../error.ts";
import { optional, required, toggle } from "../flag.ts";
import { readInteger } from "../reader.ts";
import { printTable } from "../table.ts";
import { findCompanyId, getCompany } from "./company.ts";

const list: Command = {
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

const renew: Command = {
  name: "plan renew",
  about:
    "gives a company the plans of one year for another one, with nothing used; a plan that is there stays as it is",
  flags: [
    required("company", "id of the company"),
    required("from", "calendar year whose plans are taken"),
    required("to", "calendar year that gets them"),
  ],
  run: async (context) => {
    const { db, input } = context;
    const company = await getCompany(context);
    const from = await input.get("from", readInteger(2020, 2100));
    const to = await input.get("to", readInteger(2020, 2100));
    if (from >= to)
      throw new OperatorError(`--to ${to} is not after --from ${from}`, "a plan is renewed for a later year");
    const before = await listPlans({ db }, company.id, from);
    if (before.length === 0) {
      throw new OperatorError(`company ${company.id} has no plan of ${from}`, "see `operator plan list`");
    }
    const present = (await listPlans({ db }, company.id, to)).map(({ module }) => module);
    const added = before
      .filter(({ module }) => !present.includes(module))
      .map(({ module, allowance }) => ({ companyId: company.id, module, year: to, allowance }));
    const data = {
      company: company.id,
      from,
      to,
      added: added.map(({ module, allowance }) => ({ module, allowance })),
    };
    if (added.length === 0) return { data, text: `company ${company.id} has its plans of ${to}` };
    // A plan that another line made meanwhile refuses this one whole.
    const entry = { companyId: company.id, action: "plan.renew", detail: data };
    await commit(context, entry, [build.insert(plans).values(added)]);
    const said = added.map(({ module, allowance }) => `${module} ${allowance}`).join(", ");
    return { data, text: `company ${company.id}, ${to}: ${said}` };
  },
};

export const PLAN_COMMANDS: readonly Command[] = [list, renew];
