// `plan list` shows what companies have contracted for a year and used of it; `plan renew` contracts the same for another year.
import { and, eq, gte, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { dateInBogota, yearOf } from "../../src/domain/value/calendar.ts";
import { build, insertSelect, run } from "../../src/store/base/db.ts";
import { HOME } from "../../src/store/base/home.ts";
import { companies, plans } from "../../src/store/base/schema.ts";
import { type Command, type Context, commit, type Output } from "../command.ts";
import { countOf } from "../count.ts";
import { CSV } from "../csv.ts";
import { OperatorError } from "../error.ts";
import { optional, required, toggle } from "../flag.ts";
import { readInteger } from "../reader.ts";
import { answerRows, printTable } from "../table.ts";
import { findCompanyId, getCompanyWith } from "./company.ts";

const list: Command = {
  name: "plan list",
  reads: true,
  about: "lists the plans of a calendar year by company and module, and what is left of each",
  flags: [
    optional("company", "id of the company; all of them unless given"),
    optional("year", "calendar year in Bogotá; this one unless given"),
    CSV,
  ],
  run: async (context) => {
    const { input } = context;
    const companyId = await findCompanyId(context);
    const year = input.find("year", readInteger(2020, 2100)) ?? yearOf(dateInBogota(context.nowMs()));
    const found = await Promise.all(context.shards.map((one) => listPlans(one, companyId, year)));
    const data = found.flat().map((row) => ({ ...row, left: row.allowance - row.used }));
    return answerRows(data, `no plan of ${year}: \`operator plan set\``);
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
  isOfAll: true,
  about:
    "gives a company, or all, the plans of one year for another one, with nothing used; a plan that is there stays as it is",
  flags: [
    optional("company", "id of the company"),
    toggle("all", "every company, in one step"),
    required("from", "calendar year whose plans are taken"),
    required("to", "calendar year that gets them"),
  ],
  run: async (context) => {
    const { db, input } = context;
    if (input.has("all") && input.has("company"))
      throw new OperatorError("--all is every company", "leave --company out");
    const from = await input.get("from", readInteger(2020, 2100));
    const to = await input.get("to", readInteger(2020, 2100));
    if (from >= to)
      throw new OperatorError(`--to ${to} is not after --from ${from}`, "a plan is renewed for a later year");
    if (input.has("all")) return renewAll(context, from, to);
    const [company, [before, later]] = await getCompanyWith(context, (id) => {
      return Promise.all([listPlans({ db }, id, from), listPlans({ db }, id, to)]);
    });
    if (before.length === 0) {
      throw new OperatorError(`company ${company.id} has no plan of ${from}`, "see `operator plan list`");
    }
    const present = later.map(({ module }) => module);
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

/** One statement, and one event: of hundreds of companies it takes as long as of one. */
async function renewAll(context: Context, from: number, to: number): Promise<Output> {
  const { db } = context;
  const later = alias(plans, "later");
  const { companyId, module, allowance } = plans;
  const isMissing = notExists(
    build
      .select({ one: sql`1` })
      .from(later)
      .where(and(eq(later.companyId, companyId), eq(later.module, module), eq(later.year, to))),
  );
  const isRenewed = and(eq(plans.year, from), eq(companies.home, HOME.here), isMissing);
  const found = build.select({ company: companyId, module, allowance }).from(plans);
  const rows = await run(
    db,
    found.innerJoin(companies, eq(companies.id, companyId)).where(isRenewed).orderBy(companyId, module),
  );
  const data = { from, to, added: rows };
  if (rows.length === 0) return { data, text: `every company has its plans of ${to}` };
  const added = insertSelect(
    plans,
    { companyId, module, year: to, allowance, used: 0 },
    sql`FROM ${plans} INNER JOIN ${companies} ON ${companies.id} = ${companyId} WHERE ${isRenewed}`,
  );
  const those = new Set(rows.map(({ company }) => company)).size;
  const detail = { from, to, companies: those, plans: rows.length };
  await commit(context, { companyId: 0, action: "plan.renew", detail }, [build.run(added)]);
  return {
    data,
    text: `${countOf(rows.length, "plan")} of ${to} for ${those === 1 ? "1 company" : `${those} companies`}\n${printTable(rows, "")}`,
  };
}

export const PLAN_COMMANDS: readonly Command[] = [list, renew];
