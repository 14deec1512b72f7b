// `company`, add, list and edit, and `plan set` keep who may issue, and how much.
import { and, count, eq, gt, gte, inArray, isNull, notInArray, or, sql } from "drizzle-orm";
import {
  COMPANY_STATES,
  type Company,
  type Environment,
  inModule,
  MODULES,
  type Module,
  RANGE_KINDS,
  type StateOfCompany,
} from "../../src/domain/company.ts";
import { codeOfRange, KINDS } from "../../src/domain/kind.ts";
import { dateInBogota, yearOf } from "../../src/domain/value/calendar.ts";
import { build, run } from "../../src/store/base/db.ts";
import { HOME } from "../../src/store/base/home.ts";
import {
  apiClients,
  companies,
  documents,
  now,
  plans,
  ranges,
  software as softwareTable,
  tokens,
} from "../../src/store/base/schema.ts";
import { loadCompany } from "../../src/store/company/companies.ts";
import { loadLetterhead } from "../../src/store/company/letterhead.ts";
import { addDefaultSeries } from "../../src/store/number/series.ts";
import { isProductionHost } from "../access/configuration.ts";
import { type Command, type Context, commit } from "../command.ts";
import { CSV } from "../csv.ts";
import { readCompanyRows } from "../data/company-rows.ts";
import { isNamedLike } from "../data/company-search.ts";
import { adviseMissing, FIRST_RANGES, listMissingNow, readEquipment } from "../data/missing.ts";
import { AlreadyThere, OperatorError } from "../error.ts";
import { optional, required, toggle } from "../flag.ts";
import { doMany, readManyRows, rowsFlag, VERBOSE, withRows } from "../many.ts";
import { readChoice, readId, readInteger, readModule, readText } from "../reader.ts";
import { printTable } from "../table.ts";
import { editRow, NothingToChange } from "./company-edit-row.ts";
import { archiveLogo, LETTERHEAD_FLAGS, readLetterhead } from "./company-letterhead.ts";
import { findEnvironment, PROFILE_FLAGS, readNewProfile, readProfileChanges } from "./company-profile.ts";
import {
  describeSoftware,
  readSoftware,
  SOFTWARE_FLAGS,
  type SoftwareChange,
  writeSoftware,
} from "./company-software.ts";

const ALLOWANCE_MAX = 10_000_000;
export const readAllowance = readInteger(1, ALLOWANCE_MAX);
const ANY_NUMBER = "any number that you sold, such as 50, 100 or 500";

function describePlan(module: Module): string {
  const what = { fe: "invoices", dse: "support documents", dee: "POS tickets" }[module];
  return `how many ${what} it may issue in a calendar year, their notes among them: ${ANY_NUMBER}. Without it, in produccion, none until \`plan set\``;
}

/** The company that --company names. */
export async function getCompany({ db, input }: Context): Promise<Company> {
  const id = await input.get("company", readId);
  const company = await loadCompany(db, id);
  if (company === undefined) throw refuseUnknown(id);
  return company;
}

/** The company that --company names, and what else is read of it with the same call. */
export async function getCompanyWith<T>(
  context: Context,
  read: (companyId: number) => Promise<T>,
): Promise<[Company, T]> {
  const id = await context.input.get("company", readId);
  return Promise.all([getCompany(context), read(id)]);
}

/** The company that --company names, all of them (null) without it. @throws OperatorError when there is no such company. */
export async function findCompanyId({ db, input }: Context): Promise<number | null> {
  const id = input.find("company", readId) ?? null;
  if (id !== null && (await loadCompany(db, id)) === undefined) throw refuseUnknown(id);
  return id;
}

function refuseUnknown(id: number): OperatorError {
  return new OperatorError(`there is no company ${id}`, "see `operator company list`");
}

export const addCompany: Command = {
  name: "company add",
  seals: true,
  about: "registers a company with its fiscal profile, its software and its plans",
  flags: [
    required("nit", "NIT, with or without -check digit"),
    ...PROFILE_FLAGS,
    ...SOFTWARE_FLAGS,
    toggle("draft", "it is not set up yet: it warns nobody until `company activate`"),
    ...MODULES.map((module) => optional(`${module}-plan`, describePlan(module))),
  ],
  run: async (context) => {
    const registered = await listRegistered(context);
    const company = await prepareCompany(context, Math.max(0, ...registered.map((one) => one.id)) + 1);
    const { id, nit, name, environment, state, profile } = company;
    await refuseRegistered(context, nit, registered);
    warnOfHost(context, environment);
    await writeCompany(context, company);
    const modules = company.software.map((row) => row.module);
    return {
      data: { id, nit, name, environment, state, modules },
      text: `company ${id}: ${name}, NIT ${nit}-${profile.checkDigit}`,
      next: [
        `operator certificate import --company ${id} FILE.p12 --password-file FILE`,
        ...modules.map((module) => `operator range import --company ${id} --kind ${FIRST_RANGES[module]}`),
        ...(state === "draft"
          ? [`operator company activate --company ${id}, once it is set up: it warns nobody before`]
          : []),
      ],
    };
  },
};

async function listRegistered({ db }: Context) {
  return run(db, build.select({ id: companies.id, nit: companies.nit, state: companies.state }).from(companies));
}

/** @throws OperatorError that names what the company of this NIT lacks, where there is one. */
export async function refuseRegistered(
  context: Context,
  nit: string,
  registered?: Awaited<ReturnType<typeof listRegistered>>,
): Promise<void> {
  const known = (registered ?? (await listRegistered(context))).find((one) => one.nit === nit);
  if (known === undefined) return;
  throw new OperatorError(`NIT ${nit} is company ${known.id}`, await adviseKnown(context, known));
}

/** What a company that is there lacks, with the commands for it: a setup may have ended before its end. */
async function adviseKnown(
  context: Context,
  { id, state }: { readonly id: number; readonly state: StateOfCompany },
): Promise<string> {
  const calling = build.select({ id: apiClients.id }).from(apiClients).where(eq(apiClients.companyId, id)).limit(1);
  const [has, ...clients] = await Promise.all([
    readEquipment(context),
    ...context.shards.map(({ db }) => run(db, calling)),
  ]);
  const missing = listMissingNow(has, id);
  const isCalled = clients.flat().length > 0;
  const commands = [
    ...adviseMissing([{ company: id, missing: missing.join(", ") }]),
    ...(isCalled ? [] : [`operator client add --company ${id} --name ERP --scopes fe.read,fe.write`]),
    ...(state === "draft" ? [`operator company activate --company ${id}`] : []),
  ];
  if (commands.length === 0) return "it lacks nothing; `operator company edit` changes it";
  const lacks = [...missing, ...(isCalled ? [] : ["client"])].join(", ") || "nothing";
  return [`it is ${state} and lacks ${lacks}; go on with:`, ...commands].join("\n    ");
}

/** Says of a company in `produccion` that its documents will not count, where the deployment sends them elsewhere. */
export function warnOfHost({ isRemote, deployment, complain }: Context, environment: Environment): void {
  const { worker, authorityUrl } = deployment;
  if (!isRemote || environment !== "produccion" || isProductionHost(authorityUrl)) return;
  complain(
    `AUTHORITY_URL of ${worker} is ${authorityUrl ?? "not set"}: no document of a company in produccion reaches the authority's production`,
  );
}

/** A company that is not written yet. */
export type NewCompany = Awaited<ReturnType<typeof prepareCompany>>;

/** What the input says of a new company, checked; its PINs are sealed. */
export async function prepareCompany(
  context: Context,
  id: number,
  state: StateOfCompany = context.input.has("draft") ? "draft" : "active",
) {
  const { input } = context;
  const { nit, name, environment, profile } = await readNewProfile(input);
  const owner = { id, nit, checkDigit: profile.checkDigit, environment, software: {} };
  const software = await readSoftware(context, owner, environment);
  const year = yearOf(dateInBogota(context.nowMs()));
  const allowances = MODULES.flatMap((module) => {
    const allowance = input.find(`${module}-plan`, readAllowance);
    return allowance === undefined ? [] : [{ companyId: id, module, year, allowance }];
  });
  return { id, nit, name, environment, state, profile, software, allowances };
}

/** Writes all of a new company, or nothing. */
export async function writeCompany(context: Context, company: NewCompany): Promise<void> {
  const { id, nit, name, environment, state, profile, software, allowances } = company;
  const modules = software.map((row) => row.module);
  await commit(context, { companyId: id, action: "company.add", detail: { nit, name, environment, state, modules } }, [
    build.insert(companies).values({ id, nit, name, environment, state, profile }),
    addDefaultSeries(id, modules),
    ...software.map(writeSoftware),
    ...allowances.map((plan) => build.insert(plans).values(plan)),
  ]);
}

const edit: Command = {
  name: "company edit",
  about: "changes what the flags name and nothing else",
  flags: [
    required("company", "id of the company; not with --rows"),
    ...PROFILE_FLAGS.map((flag) => optional(flag.name(), flag.description)),
    ...LETTERHEAD_FLAGS,
    ...SOFTWARE_FLAGS,
    rowsFlag("what is as a row says stays, and a cell that is empty changes nothing"),
    VERBOSE,
    CSV,
  ],
  isOfMany: (has) => has("rows"),
  run: async (context) => {
    const { input } = context;
    if (input.has("rows")) {
      return doMany(context, edit, "company", await readManyRows(context, edit), (own, { members }) => {
        return editRow(own, members, async (changed) => void (await edit.run(changed)));
      });
    }
    const [company, before] = await getCompanyWith(context, (id) => loadLetterhead(context.db, id));
    const environment = findEnvironment(input) ?? company.environment;
    const name = input.find("name", readText) ?? company.name;
    const software = await readSoftware(context, company, environment);
    const begun = software.map(({ module }) => module).filter((module) => company.software[module] === undefined);
    const moved = listMoved(company, environment, software);
    await requireRest(context, company, moved);
    const profile = readProfileChanges(input, company);
    const letterhead = await readLetterhead(context, company.id, before);
    const isSame = Object.entries({ name, environment, ...profile }).every(
      ([field, value]) => JSON.stringify(value) === JSON.stringify(company[field as keyof Company]),
    );
    if (isSame && software.length === 0 && JSON.stringify(letterhead.after) === JSON.stringify(before)) {
      throw new NothingToChange();
    }
    const detail = { name, environment, profile, ...letterhead.after, software: software.map(describeSoftware) };
    if (environment !== company.environment) warnOfHost(context, environment);
    await archiveLogo(context, letterhead);
    await commit(context, { companyId: company.id, action: "company.edit", detail }, [
      build
        .update(companies)
        .set({ name, environment, profile, ...letterhead.after, updatedAt: now })
        .where(eq(companies.id, company.id)),
      ...software.map(writeSoftware),
      ...(begun.length === 0 ? [] : [addDefaultSeries(company.id, begun)]),
    ]);
    const isInProduction = environment === "produccion" && company.environment !== environment;
    const isUnwatched = isInProduction && company.state === "draft";
    const next = [
      ...(isUnwatched ? [`operator company activate --company ${company.id}: nobody is warned of a draft`] : []),
      ...(isInProduction ? await adviseProduction(context, company.id) : []),
      ...adviseModules(company, moved, software),
    ];
    return { data: { id: company.id, ...detail }, text: `company ${company.id} changed`, next };
  },
};

/** Modules that leave an environment: those without one of their own with the company. */
function listMoved(company: Company, environment: Environment, changes: readonly SoftwareChange[]): readonly Module[] {
  return MODULES.filter((module) => {
    const own = company.software[module]?.environment;
    if (own == null) return environment !== company.environment;
    return (changes.find((one) => one.module === module)?.software.environment ?? own) !== own;
  });
}

/** What a module with an environment of its own still lacks, when it is new and when it comes into production. */
function adviseModules(company: Company, moved: readonly Module[], changes: readonly SoftwareChange[]): string[] {
  return changes.flatMap(({ module, software }) => {
    const isNew = company.software[module] === undefined;
    if (software.environment == null || !(isNew || moved.includes(module))) return [];
    const plan = `operator plan set --company ${company.id} --module ${module} --allowance N: production counts against a plan`;
    return [
      `operator range import --company ${company.id} --kind ${FIRST_RANGES[module]}`,
      ...(isNew ? [`operator till add --company ${company.id}`] : []),
      ...(software.environment === "produccion" ? [plan] : []),
    ];
  });
}

/** What a company that has left `habilitacion` still has from there. */
async function adviseProduction({ db, nowMs }: Context, companyId: number): Promise<string[]> {
  const isLive = or(isNull(tokens.expiresAt), gt(tokens.expiresAt, new Date(nowMs()).toISOString()));
  const own = build
    .select({ id: apiClients.id, name: apiClients.name, live: count() })
    .from(apiClients)
    .innerJoin(tokens, and(eq(tokens.clientId, apiClients.id), isNull(tokens.revokedAt), isLive))
    .where(eq(apiClients.companyId, companyId));
  const clients = await run(db, own.groupBy(apiClients.id).orderBy(apiClients.id));
  return [
    `operator range import --company ${companyId} --kind fe, and the other kinds: its ranges were those of the test set`,
    ...clients.map(({ id, name }) => {
      return `operator token rotate --client ${id}: the tokens of ${name} still begin with fed_habilitacion and work in production`;
    }),
    `operator plan set --company ${companyId} --module fe --allowance N: production counts against a plan`,
  ];
}

/**
 * Ranges and open documents belong to the environment that they began in: moved, the ranges would number documents that
 * they were not granted for, and the documents would be asked about at an authority that never saw them. A
 * `send_unknown` may never end, and stays unknown there.
 * @param modules those that leave an environment; none: nothing does.
 * @throws OperatorError when the company has any of them.
 */
async function requireRest({ db }: Context, company: Company, modules: readonly Module[]): Promise<void> {
  const [module, ...others] = modules;
  if (module === undefined) return;
  const { id } = company;
  const { environment } = inModule(company, module);
  const isOpen = and(
    notInArray(documents.state, ["aceptado", "rechazado", "send_unknown"]),
    inArray(documents.module, modules),
  );
  const kinds = RANGE_KINDS.filter((kind) => modules.includes(KINDS[codeOfRange(kind)].module));
  const isActive = and(eq(ranges.companyId, id), eq(ranges.isActive, true), inArray(ranges.kind, kinds));
  const [[counted], rows] = await db.batch([
    build
      .select({ waiting: count() })
      .from(documents)
      .where(and(eq(documents.companyId, id), isOpen)),
    build.select({ range: ranges.id }).from(ranges).where(isActive).orderBy(ranges.id),
  ]);
  const waiting = counted?.waiting ?? 0;
  const active = rows.map(({ range }) => range);
  if (waiting === 0 && active.length === 0) return;
  const open = waiting === 1 ? "1 document is open" : `${waiting} documents are open`;
  const what = [...(waiting === 0 ? [] : [open]), ...active.map((range) => `range ${range} is active`)];
  const todo = [
    ...(waiting === 0 ? [] : [`until \`operator pending --company ${id}\` shows nothing but \`send_unknown\`, wait`]),
    ...active.map((range) => `\`operator range edit --range ${range} --active false\``),
  ];
  throw new OperatorError(
    `${others.length === 0 ? `${module} of company` : "company"} ${id} cannot leave ${environment} yet: ${what.join(", ")}`,
    `${todo.join("; ")}; then the same command again`,
  );
}

const list: Command = {
  name: "company list",
  reads: true,
  isOfAll: true,
  about:
    "lists the companies, or those with this NIT or these words in their name, in any order; in CSV with all that `company import` takes",
  operand: "TEXT",
  flags: [optional("state", `only companies that are ${COMPANY_STATES.join(", ")}`), CSV],
  run: async (context) => {
    const { id, nit, name, environment, state } = companies;
    const modules = sql<string | null>`group_concat(${softwareTable.module}, ',')`;
    const owned = build
      .select({ id, nit, name, environment, state, modules: modules.as("modules") })
      .from(companies)
      .leftJoin(softwareTable, eq(softwareTable.companyId, id));
    const { input } = context;
    const asked = input.hasOperand() ? readText(input.operand("TEXT")) : undefined;
    const inState = input.find("state", readChoice(...COMPANY_STATES));
    const isShown = and(
      gte(companies.home, HOME.closed),
      asked === undefined ? undefined : isNamedLike(asked),
      inState === undefined ? undefined : eq(state, inState),
    );
    const rows = await run(context.db, owned.where(isShown).groupBy(id).orderBy(id));
    const none = describeNone(asked, inState);
    const those = new Set(rows.map((row) => row.id));
    const whole = input.has("csv") ? await readCompanyRows(context) : [];
    return {
      data: rows,
      rows: whole.filter((row) => those.has(Number(row.id))),
      text: printTable(rows, none),
    };
  },
};

function describeNone(asked: string | undefined, state: StateOfCompany | undefined): string {
  if (asked === undefined && state === undefined) return "no company yet: `operator company add`";
  const like = asked === undefined ? "" : ` like "${asked}"`;
  return `no company${like}${state === undefined ? "" : ` is ${state}`}`;
}

const setPlan: Command = {
  name: "plan set",
  about:
    "sets the documents per calendar year that a company has contracted for a module, also of a plan that is there",
  flags: [
    required("company", "id of the company; not with --rows"),
    required("module", "fe, dse or dee"),
    required("allowance", `documents of that year, notes among them: ${ANY_NUMBER}`),
    optional("year", "calendar year in Bogotá; this one unless given"),
    optional("used", "documents already used, when the plan begins elsewhere; only for a new plan"),
  ],
  run: async (context) => {
    const { plan, text } = await putPlan(context);
    return { data: plan, text };
  },
};

/** Changes the allowance of the plan that a line names, or begins it. @throws AlreadyThere for a plan that is as the line says. */
async function putPlan(context: Context) {
  const { db, input } = context;
  const { companyId, module: of, year: inYear, used: counted, allowance: agreed } = plans;
  const own = build.select({ module: of, year: inYear, used: counted, allowance: agreed }).from(plans);
  const [company, contracted] = await getCompanyWith(context, (id) => run(db, own.where(eq(companyId, id))));
  const { id } = company;
  const module = await input.get("module", readModule);
  const allowance = await input.get("allowance", readAllowance);
  const year = input.find("year", readInteger(2020, 2100)) ?? yearOf(dateInBogota(context.nowMs()));
  const present = contracted.find((one) => one.module === module && one.year === year);
  const given = input.find("used", readInteger(0, ALLOWANCE_MAX));
  if (present !== undefined && given !== undefined) {
    throw new OperatorError(
      `the plan of ${year} exists and counts by itself (${present.used} used)`,
      "leave --used out",
    );
  }
  if (present?.allowance === allowance) {
    throw new AlreadyThere(`company ${id} has this plan of ${year}: ${present.used} of ${allowance} ${module} used`);
  }
  const used = present?.used ?? given ?? 0;
  if (used > allowance)
    throw new OperatorError(`${used} documents are used, more than ${allowance}`, "raise --allowance");
  const plan = { companyId: id, module, year, allowance, used };
  const whose = `company ${id}, ${module} ${year}`;
  if (present === undefined) {
    // A plan that another line made meanwhile refuses this one: it would change what it never saw.
    await commit(context, { companyId: id, action: "plan.set", detail: plan }, [build.insert(plans).values(plan)]);
    return { plan, isNew: true, text: `${whose}: ${used} of ${allowance} used` };
  }
  const { allowance: before } = present;
  const detail = { ...plan, before };
  const isIt = and(eq(companyId, id), eq(of, module), eq(inYear, year));
  await commit(context, { companyId: id, action: "plan.set", detail }, [
    build.update(plans).set({ allowance }).where(isIt),
  ]);
  return { plan: detail, isNew: false, text: `${whose}: ${before} → ${allowance}, ${used} used` };
}

const setPlans = withRows(setPlan, "plan", {
  run: async (context) => {
    const { isNew, text } = await putPlan(context);
    return isNew ? { result: "added", note: text } : { result: "changed", note: text, isShown: true };
  },
  known: "a plan that is there gets the allowance of its row, and the answer and --dry-run say each such change",
  subject: ["company", "module"],
});

export const COMPANY_COMMANDS: readonly Command[] = [addCompany, list, edit, setPlans];
