// `plan list` shows what companies have contracted for a year and used of it; `plan renew` contracts the same for another year, `plan remove` takes back what nothing was counted against.
import { and, eq, gte, inArray, ne, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { dateInBogota, yearOf } from "../../src/domain/value/calendar.ts";
import { build, insertSelect, run } from "../../src/store/base/db.ts";
import { HOME } from "../../src/store/base/home.ts";
import { moduleEnvironment } from "../../src/store/base/module-environment.ts";
import { companies, plans, software } from "../../src/store/base/schema.ts";
import { type Command, type Context, commit, type Output } from "../command.ts";
import { countOf } from "../count.ts";
import { CSV } from "../csv.ts";
import { OperatorError } from "../error.ts";
import { optional, required, toggle } from "../flag.ts";
import { withRows } from "../many.ts";
import { readInteger, readModule } from "../reader.ts";
import { answerRows, printTable } from "../table.ts";
import { findCompanyId, getCompanyWith, readAllowance } from "./company.ts";

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
    toggle("all", "every company that is not archived, in one step"),
    required("from", "calendar year whose plans are taken"),
    required("to", "calendar year that gets them"),
    CSV,
  ],
  run: async (context) => {
    const { db, input } = context;
    if (input.has("all") && input.has("company"))
      throw new OperatorError("--all is every company", "leave --company out");
    const from = await input.get("from", readInteger(2020, 2100));
    const to = await input.get("to", readInteger(2020, 2100));
    // A year that is skipped would not be missed until it begins: a later one has its plan.
    if (to !== from + 1) {
      throw new OperatorError(
        `--to ${to} is not the year after --from ${from}`,
        `plans of another year: \`operator plan set --rows FILE --year ${to}\``,
      );
    }
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
    const rows = data.added.map((one) => ({ company: company.id, ...one }));
    if (added.length === 0) return { data, rows, text: `company ${company.id} has its plans of ${to}` };
    // A plan that another line made meanwhile refuses this one whole.
    const entry = { companyId: company.id, action: "plan.renew", detail: data };
    await commit(context, entry, [build.insert(plans).values(added)]);
    const said = added.map(({ module, allowance }) => `${module} ${allowance}`).join(", ");
    return { data, rows, text: `company ${company.id}, ${to}: ${said}` };
  },
};

/** Of companies without a plan those that an answer names. */
const NAMED = 5;
/** Some company has no plan to renew. */
const EXIT_LEFT = 3;

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
  const isAsked = and(eq(plans.year, from), eq(companies.home, HOME.here));
  const columns = { company: companyId, module, allowance, state: companies.state, lacks: sql<number>`${isMissing}` };
  const [known, without] = await db.batch([
    build
      .select(columns)
      .from(plans)
      .innerJoin(companies, eq(companies.id, companyId))
      .where(isAsked)
      .orderBy(companyId, module),
    selectWithout(from, to),
  ]);
  if (known.length === 0) await requireSome(context, from);
  const lacking = known.filter(({ lacks }) => lacks === 1);
  const renewed = lacking.filter(({ state }) => state !== "archived");
  const rows = renewed.map(({ company, module: of, allowance: agreed }) => ({
    company,
    module: of,
    allowance: agreed,
  }));
  const archived = countCompanies(lacking.filter(({ state }) => state === "archived"));
  const suspended = countCompanies(renewed.filter(({ state }) => state === "suspended"));
  const data = { from, to, added: rows, archived, suspended, without };
  const named = without.slice(0, NAMED).map((one) => `${one.module} of company ${one.company} (${one.name})`);
  const others = without.length > NAMED ? ` and ${without.length - NAMED} more` : "";
  const notes = [
    ...(suspended === 0
      ? []
      : [`${countOf(suspended, "company", "companies")} of these suspended: they may come back`]),
    ...(archived === 0
      ? []
      : [`${countOf(archived, "company", "companies")} left out, which ${archived === 1 ? "is" : "are"} archived`]),
    ...(without.length === 0 ? [] : [`no plan of ${from}, and none of ${to}: ${named.join(", ")}${others}`]),
  ].map((line) => `\n${line}`);
  const end = {
    data,
    rows,
    ...(without.length === 0 ? {} : { exitCode: EXIT_LEFT, next: [describeSetting(without, to)] }),
  };
  if (rows.length === 0) {
    return { ...end, text: `every plan of ${from} has its successor of ${to}: nothing was added${notes.join("")}` };
  }
  const isRenewed = and(isAsked, isMissing, ne(companies.state, "archived"));
  const added = insertSelect(
    plans,
    { companyId, module, year: to, allowance, used: 0 },
    sql`FROM ${plans} INNER JOIN ${companies} ON ${companies.id} = ${companyId} WHERE ${isRenewed}`,
  );
  const those = countCompanies(rows);
  const detail = { from, to, companies: those, plans: rows.length };
  await commit(context, { companyId: 0, action: "plan.renew", detail }, [build.run(added)]);
  const head = `${countOf(rows.length, "plan")} of ${to} for ${countOf(those, "company", "companies")}`;
  return { ...end, text: `${head}${notes.join("")}\n${printTable(rows, "")}` };
}

/** What issues in production, and has no plan of either year. */
function selectWithout(from: number, to: number) {
  const planned = build
    .select({ one: sql`1` })
    .from(plans)
    .where(
      and(eq(plans.companyId, software.companyId), eq(plans.module, software.module), inArray(plans.year, [from, to])),
    );
  return build
    .select({ company: companies.id, name: companies.name, module: software.module })
    .from(software)
    .innerJoin(companies, eq(companies.id, software.companyId))
    .where(
      and(
        eq(companies.home, HOME.here),
        inArray(companies.state, ["active", "suspended"]),
        sql`${moduleEnvironment} = 'produccion'`,
        notExists(planned),
      ),
    )
    .orderBy(companies.id, software.module);
}

/** @throws OperatorError where no company of any database has a plan of a year. */
async function requireSome({ shards }: Context, year: number): Promise<void> {
  const any = build.select({ company: plans.companyId }).from(plans).where(eq(plans.year, year)).limit(1);
  const found = await Promise.all(shards.map(({ db }) => run(db, any)));
  if (found.flat().length > 0) return;
  throw new OperatorError(`no company has a plan of ${year}`, `see \`operator plan list --year ${year}\``);
}

function describeSetting([first, ...others]: readonly { company: number; module: string }[], year: number): string {
  if (first !== undefined && others.length === 0) {
    return `operator plan set --company ${first.company} --module ${first.module} --year ${year} --allowance N`;
  }
  return `operator plan set --rows FILE --year ${year}, with the columns company, module and allowance`;
}

function countCompanies(rows: readonly { readonly company: number }[]): number {
  return new Set(rows.map(({ company }) => company)).size;
}

/** The name of the constraint by which a removal is refused. */
const GUARD = /plans_used_within/;

const remove: Command = {
  name: "plan remove",
  about:
    "takes back the plan of a company, module and year, as long as no document was counted against it; without one the module begins no documents in production in that year",
  flags: [
    required("company", "id of the company; not with --rows"),
    required("module", "fe, dse or dee"),
    required("year", "calendar year of the plan"),
    optional("allowance", "only a plan of so many documents: one that was changed since stays"),
  ],
  run: removePlan,
};

/** There is no plan to take back. */
class NoSuchPlan extends OperatorError {}

async function removePlan(context: Context): Promise<Output> {
  const { db, input } = context;
  const module = await input.get("module", readModule);
  const year = await input.get("year", readInteger(2020, 2100));
  const meant = input.find("allowance", readAllowance);
  const [{ id }, ofYear] = await getCompanyWith(context, (companyId) => listPlans({ db }, companyId, year));
  const present = ofYear.find((one) => one.module === module);
  if (present === undefined) {
    throw new NoSuchPlan(`company ${id} has no plan of ${year} for ${module}`, "see `operator plan list`");
  }
  const { used, allowance } = present;
  const stays = `the plan of ${year} for ${module} of company ${id} stays`;
  if (used > 0) {
    const counted = `${countOf(used, "document")} of ${allowance} ${used === 1 ? "is" : "are"} counted against it`;
    throw new OperatorError(
      `${stays}: ${counted}`,
      `a smaller one: \`operator plan set --company ${id} --module ${module} --year ${year} --allowance ${used}\` or more`,
    );
  }
  if (meant !== undefined && meant !== allowance) {
    throw new OperatorError(`${stays}: it is of ${allowance}, not ${meant}`, "leave --allowance out to remove it");
  }
  const data = { company: id, module, year, allowance };
  const detail = { module, year, allowance };
  try {
    await commit(context, { companyId: id, action: "plan.remove", detail }, [
      guardUnused({ companyId: id, module, year, allowance }),
      build.delete(plans).where(isPlan({ companyId: id, module, year })),
    ]);
  } catch (cause) {
    if (!(cause instanceof OperatorError) || !GUARD.test(cause.message)) throw cause;
    throw new OperatorError("the plan changed meanwhile, and nothing was removed", "see `operator plan list`");
  }
  return { data, text: `company ${id}, ${module} ${year}: the plan of ${allowance} is removed` };
}

const removePlans = withRows(remove, "plan", {
  run: async (context) => {
    try {
      return { result: "removed", note: (await removePlan(context)).text, isShown: true };
    } catch (cause) {
      if (!(cause instanceof NoSuchPlan)) throw cause;
      return { result: "not there", note: cause.message, isShown: true };
    }
  },
  known: "what `plan list --csv` and `plan renew --csv` give is such a file",
  subject: ["company", "module"],
  ignored: ["name", "used", "left"],
});

type Plan = Pick<typeof plans.$inferSelect, "companyId" | "module" | "year">;

function isPlan({ companyId, module, year }: Plan) {
  return and(eq(plans.companyId, companyId), eq(plans.module, module), eq(plans.year, year));
}

/** Fails the transaction where the plan is gone, counts something, or has another allowance than was read. */
function guardUnused({ allowance, ...plan }: Plan & { readonly allowance: number }) {
  const same = build
    .select({ one: sql`1` })
    .from(plans)
    .where(and(isPlan(plan), eq(plans.used, 0), eq(plans.allowance, allowance)));
  return build.run(insertSelect(plans, { ...plan, allowance, used: -1 }, sql`WHERE ${notExists(same)}`));
}

export const PLAN_COMMANDS: readonly Command[] = [list, renew, removePlans];
