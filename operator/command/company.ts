// company add, show, list and edit; plan set: who may issue, and how much.
import { dateInBogota, yearOf } from "../../src/domain/calendar.ts";
import type { Company } from "../../src/domain/company.ts";
import { loadCompany } from "../../src/store/companies.ts";
import { readAll, readOne } from "../../src/store/database.ts";
import { insertCompany, putPlan, updateCompany } from "../../src/store/registry.ts";
import { type Command, type Context, commit } from "../command.ts";
import { OperatorError } from "../error.ts";
import { readId, readInteger, readModule, readText } from "../reader.ts";
import { printTable } from "../table.ts";
import { findEnvironment, PROFILE_FLAGS, readNewProfile, readProfileChanges } from "./company-profile.ts";
import { describeSoftware, readSoftware, SOFTWARE_FLAGS, SOFTWARE_SECRETS, writeSoftware } from "./company-software.ts";

const ALLOWANCE_MAX = 10_000_000;
const readAllowance = readInteger(1, ALLOWANCE_MAX);

/** The company that --company names. */
export async function getCompany({ binding, input }: Context): Promise<Company> {
  const id = await input.get("company", readId);
  const company = await loadCompany(binding, id);
  if (company === undefined) throw refuseUnknown(id);
  return company;
}

/** The company that --company names, all of them (null) without it. @throws OperatorError when there is no such company. */
export async function findCompanyId({ binding, input }: Context): Promise<number | null> {
  const id = input.find("company", readId) ?? null;
  if (id !== null && (await loadCompany(binding, id)) === undefined) throw refuseUnknown(id);
  return id;
}

function refuseUnknown(id: number): OperatorError {
  return new OperatorError(`there is no company ${id}`, "see `operator company list`");
}

const add: Command = {
  name: "company add",
  about: "registers a company with its fiscal profile, its software and its plans",
  flags: {
    nit: "*NIT, with or without -check digit",
    ...PROFILE_FLAGS,
    ...SOFTWARE_FLAGS,
    "fe-plan": "documents per year contracted for FE: 50, 100 or 500 are what is sold",
    "dse-plan": "documents per year contracted for DSE",
  },
  secretFlags: SOFTWARE_SECRETS,
  run: async (context) => {
    const { binding, input } = context;
    const { nit, name, environment, profile } = await readNewProfile(input);
    const known = await readOne<{ id: number }>(binding.prepare("SELECT id FROM companies WHERE nit = ?1").bind(nit));
    if (known !== undefined)
      throw new OperatorError(`NIT ${nit} is company ${known.id}`, "use `operator company edit`");
    const last = await readOne<{ id: number | null }>(binding.prepare("SELECT max(id) AS id FROM companies"));
    const id = (last?.id ?? 0) + 1;
    const software = await readSoftware(
      context,
      { id, nit, checkDigit: profile.checkDigit, environment, software: {} },
      environment,
    );
    const year = yearOf(dateInBogota(context.nowMs()));
    const plans = (["fe", "dse"] as const).flatMap((module) => {
      const allowance = input.find(`${module}-plan`, readAllowance);
      return allowance === undefined ? [] : [{ companyId: id, module, year, allowance }];
    });
    const modules = software.map((row) => row.module);
    await commit(context, { companyId: id, action: "company.add", detail: { nit, name, environment, modules } }, [
      insertCompany(binding, { id, nit, name, environment, profile }),
      ...software.map((change) => writeSoftware(binding, change)),
      ...plans.map((row) => putPlan(binding, row)),
    ]);
    return {
      data: { id, nit, name, environment, modules },
      text: `company ${id}: ${name}, NIT ${nit}-${profile.checkDigit}`,
    };
  },
};

const edit: Command = {
  name: "company edit",
  about: "changes what the flags name and nothing else",
  flags: { company: "*id of the company", ...optional(PROFILE_FLAGS), ...SOFTWARE_FLAGS },
  secretFlags: SOFTWARE_SECRETS,
  run: async (context) => {
    const { binding, input } = context;
    const company = await getCompany(context);
    const environment = findEnvironment(input) ?? company.environment;
    if (environment !== company.environment) await requireRest(context, company);
    const name = input.find("name", readText) ?? company.name;
    const software = await readSoftware(context, company, environment);
    const profile = readProfileChanges(input, company);
    const isSame = Object.entries({ name, environment, ...profile }).every(
      ([field, value]) => JSON.stringify(value) === JSON.stringify(company[field as keyof Company]),
    );
    if (isSame && software.length === 0) {
      throw new OperatorError("nothing to change", "`operator company edit --help` lists what can be");
    }
    const detail = { name, environment, profile, software: software.map(describeSoftware) };
    await commit(context, { companyId: company.id, action: "company.edit", detail }, [
      updateCompany(binding, company.id, { name, environment, profile }),
      ...software.map((change) => writeSoftware(binding, change)),
    ]);
    return { data: { id: company.id, ...detail }, text: `company ${company.id} changed` };
  },
};

/**
 * Ranges and open documents belong to the environment that they began in: moved, the ranges would number documents that
 * they were not granted for, and the documents would be asked about at an authority that never saw them. What nobody
 * knows (`send_unknown`) may never end, and stays unknown there.
 * @throws OperatorError when the company has any of them.
 */
async function requireRest({ binding }: Context, { id, environment }: Company): Promise<void> {
  const sql = `SELECT
    (SELECT count(*) FROM documents WHERE company_id = ?1 AND state NOT IN ('aceptado', 'rechazado', 'send_unknown'))
      AS documents,
    (SELECT group_concat(id) FROM ranges WHERE company_id = ?1 AND is_active) AS ranges`;
  const found = await readOne<{ documents: number; ranges: string | null }>(binding.prepare(sql).bind(id));
  const { documents = 0, ranges } = found ?? {};
  const active = ranges?.split(",") ?? [];
  if (documents === 0 && active.length === 0) return;
  const open = documents === 1 ? "1 document is open" : `${documents} documents are open`;
  const what = [...(documents === 0 ? [] : [open]), ...active.map((range) => `range ${range} is active`)];
  const todo = [
    ...(documents === 0 ? [] : [`until \`operator pending --company ${id}\` shows nothing but \`send_unknown\`, wait`]),
    ...active.map((range) => `\`operator range edit --range ${range} --active false\``),
  ];
  throw new OperatorError(
    `company ${id} cannot leave ${environment} yet: ${what.join(", ")}`,
    `${todo.join("; ")}; then the same command again`,
  );
}

const show: Command = {
  name: "company show",
  about: "shows a company's profile, software, plans and configuration",
  flags: { company: "*id of the company" },
  run: async (context) => {
    const company = await getCompany(context);
    const sql = "SELECT module, year, allowance, used FROM plans WHERE company_id = ?1 ORDER BY year, module";
    const plans = await readAll<Record<string, unknown>>(context.binding.prepare(sql).bind(company.id));
    const data = { ...company, plans };
    return { data, text: JSON.stringify(data, undefined, 2) };
  },
};

const list: Command = {
  name: "company list",
  about: "lists the companies",
  flags: {},
  run: async ({ binding }) => {
    const sql = `SELECT c.id, c.nit, c.name, c.environment,
      (SELECT group_concat(module, ',') FROM software WHERE company_id = c.id) AS modules FROM companies c ORDER BY c.id`;
    const rows = await readAll<Record<string, unknown>>(binding.prepare(sql));
    return { data: rows, text: printTable(rows, "no company yet: `operator company add`") };
  },
};

const setPlan: Command = {
  name: "plan set",
  about: "sets the documents per calendar year that a company has contracted for a module",
  flags: {
    company: "*id of the company",
    module: "*fe or dse",
    allowance: "*documents per year: 50, 100 or 500 are what is sold",
    year: "calendar year in Bogotá; this one unless given",
    used: "documents already used, when the plan begins elsewhere; only for a new plan",
  },
  run: async (context) => {
    const { binding, input } = context;
    const company = await getCompany(context);
    const module = await input.get("module", readModule);
    const allowance = await input.get("allowance", readAllowance);
    const year = input.find("year", readInteger(2020, 2100)) ?? yearOf(dateInBogota(context.nowMs()));
    const sql = "SELECT used FROM plans WHERE company_id = ?1 AND module = ?2 AND year = ?3";
    const present = await readOne<{ used: number }>(binding.prepare(sql).bind(company.id, module, year));
    const given = input.find("used", readInteger(0, ALLOWANCE_MAX));
    if (present !== undefined && given !== undefined) {
      throw new OperatorError(
        `the plan of ${year} exists and counts by itself (${present.used} used)`,
        "leave --used out",
      );
    }
    const used = present?.used ?? given ?? 0;
    if (used > allowance)
      throw new OperatorError(`${used} documents are used, more than ${allowance}`, "raise --allowance");
    const plan = { companyId: company.id, module, year, allowance, used };
    await commit(context, { companyId: company.id, action: "plan.set", detail: plan }, [putPlan(binding, plan)]);
    return { data: plan, text: `company ${company.id}, ${module} ${year}: ${used} of ${allowance} used` };
  },
};

function optional<T extends Readonly<Record<string, string>>>(flags: T): Record<string, string> {
  return Object.fromEntries(Object.entries(flags).map(([name, about]) => [name, about.replace(/^\*/, "")]));
}

export const COMPANY_COMMANDS: readonly Command[] = [add, list, show, edit, setPlan];
