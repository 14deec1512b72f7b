// `company import` registers every company of a file, each in one transaction, and says what each one still lacks.
import { isDeepStrictEqual } from "node:util";
import { max } from "drizzle-orm";
import { COMPANY_STATES, MODULES, type Module } from "../../src/domain/company.ts";
import { build, findOne } from "../../src/store/base/db.ts";
import { companies } from "../../src/store/base/schema.ts";
import type { Command, Context } from "../command.ts";
import { CSV } from "../csv.ts";
import { type CompanyRow, LISTED_ALONE, readCompanyRows } from "../data/company-rows.ts";
import { adviseMissing, listMissing, readEquipment } from "../data/missing.ts";
import { collectFaults, OperatorError, UnclearError } from "../error.ts";
import { createInput, type Input } from "../input.ts";
import { complainOfOpen, VERBOSE } from "../many.ts";
import { readChoice, readModule, readNit } from "../reader.ts";
import { describeFault, type FileRow, type Members, readRowFile } from "../row-file.ts";
import { listTried } from "../sealing.ts";
import { printTable } from "../table.ts";
import { NOT_KNOWN, runTogether } from "../together.ts";
import { addCompany, type NewCompany, prepareCompany, readAllowance, warnOfHost, writeCompany } from "./company.ts";
import { listProfileFaults, readNewProfile } from "./company-profile.ts";
import { listSoftwareFaults } from "./company-software.ts";

/** A row that is right, and what becomes of it. */
interface Plan {
  readonly line: number;
  readonly nit: string;
  readonly name: string;
  readonly id: number;
  readonly result: string;
  /** Absent for a company that is there. */
  readonly added?: NewCompany;
  /** What the row itself lacks. */
  readonly lacks: readonly string[];
  /** Modules that the row is about. */
  readonly modules: readonly Module[];
}

/** Names that a rehearsal shows: a file that was read wrongly is seen by them. */
const NAMED = 3;
/** In the place of `--draft`: a list has companies in other states, too. */
const STATE = "state";
const readState = readChoice(...COMPANY_STATES);
const KNOWN: readonly string[] = [
  ...LISTED_ALONE,
  STATE,
  // A flag without a value is no column.
  ...addCompany.flags.filter((flag) => !flag.isBoolean()).map((flag) => flag.name()),
];

export const importCompanies: Command = {
  name: "company import",
  about:
    "registers the companies of a CSV file or of JSON lines with the columns of `company list --csv`, and PINs where there are; says what each lacks. A company that is there stays as it is",
  operand: "FILE",
  flags: [VERBOSE, CSV],
  seals: true,
  isOfMany: () => true,
  run: async (context) => {
    const path = context.input.operand("the file");
    const file = readRowFile(path, KNOWN, "`operator company list --csv` shows its form");
    if (file.some(({ members }) => Object.keys(members).some((name) => name.endsWith("-pin")))) {
      complainOfOpen(context, path);
    }
    const planned = await planRows({ ...context, ...(await readSealedOnce(context)) }, file);
    if (planned.some(({ added }) => added?.environment === "produccion")) warnOfHost(context, "produccion");
    await writeRows(context, planned);
    const missing = await findMissing(context, planned);
    const rows = planned.map(({ line, id, nit, name, result }) => {
      return { line, company: id, nit, name, result, missing: (missing.get(id) ?? []).join(", ") };
    });
    const added = planned.filter((plan) => plan.added !== undefined).length;
    const lacking = rows.filter((row) => row.missing !== "").length;
    const summary = `${added} of ${rows.length} companies added, ${lacking} lack something`;
    const isBrief = context.isDryRun && !context.input.has("verbose");
    const text = `${summary}\n${isBrief ? summarize(rows) : printTable(rows, "no company")}`;
    return { data: rows, rows, text, next: adviseMissing(rows) };
  },
};

/** What the key is tried on, read once for all rows. */
async function readSealedOnce({ db, shards, sealed }: Context): Promise<Pick<Context, "sealed">> {
  if (shards.length > 1) return {};
  const tried = await (sealed ?? listTried({ db, shards }));
  return { sealed: Promise.resolve(tried) };
}

/** How many rows come to the same, and how many lack the same. */
function summarize(
  rows: readonly { readonly name: string; readonly result: string; readonly missing: string }[],
): string {
  const count = (words: readonly string[]) =>
    [...Map.groupBy(words, (word) => word)].map(([word, { length }]) => ({ companies: length, what: word }));
  const results = count(rows.map(({ result }) => result));
  const lacks = count(rows.flatMap(({ missing }) => missing.split(", ").filter((one) => one !== "")));
  const all = [...results, ...lacks.map(({ companies, what }) => ({ companies, what: `missing: ${what}` }))];
  const names = rows.slice(0, NAMED).map(({ name }) => name);
  return `the first: ${names.join("; ")}\n${printTable(all, "no company")}\n--verbose says it of each line, --csv for a spreadsheet`;
}

/** @throws OperatorError that names the first line that the database refused; the others are written. */
async function writeRows(context: Context, planned: readonly Plan[]): Promise<void> {
  const fresh = planned.flatMap(({ line, added }) => (added === undefined ? [] : [{ line, added }]));
  const write = async (together: Context, { line, added }: (typeof fresh)[number]) => {
    try {
      await writeCompany(together, added);
      return [];
    } catch (cause) {
      if (!(cause instanceof OperatorError)) throw cause;
      return [{ line, cause }];
    }
  };
  const resultOf = ([one]: Awaited<ReturnType<typeof write>>) => {
    if (one === undefined) return "added";
    return one.cause instanceof UnclearError ? NOT_KNOWN : "refused";
  };
  const refused = (await runTogether(context, "companies", fresh, ({ line }) => line, write, resultOf)).flat();
  const [first] = refused;
  if (first === undefined) return;
  const known = fresh.length - refused.length;
  const isSure = refused.every(({ cause }) => !(cause instanceof UnclearError));
  const hint = `${isSure ? "" : "at least "}${known} companies of the file are added; the same file again goes on from here`;
  throw new OperatorError(
    `line ${first.line}: ${first.cause.message}`,
    [first.cause.hint, hint].filter((one) => one !== "").join("; "),
  );
}

/** What becomes of each row. @throws OperatorError that names every line that is wrong, before anything is written. */
async function planRows(context: Context, rows: readonly FileRow[]): Promise<readonly Plan[]> {
  const { db, shards } = context;
  const listed = await Promise.all(shards.map((one) => readCompanyRows({ ...context, db: one.db })));
  const known = new Map(listed.flat().map((row) => [readNit(String(row.nit)).nit, row]));
  const last = await findOne(db, build.select({ id: max(companies.id) }).from(companies));
  let nextId = (last?.id ?? 0) + 1;
  const planned: Plan[] = [];
  const faults: Fault[] = [];
  for (const row of rows) {
    if (row.fault !== undefined) {
      faults.push({ line: row.line, cause: row.fault });
      continue;
    }
    try {
      const plan = await planRow(context, row, known, nextId);
      const same = planned.find(({ nit }) => nit === plan.nit);
      if (same !== undefined) throw new OperatorError(`--nit: ${plan.nit} stands in line ${same.line} as well`);
      if (plan.added !== undefined) nextId += 1;
      planned.push(plan);
    } catch (cause) {
      if (!(cause instanceof OperatorError)) throw cause;
      const listed = await listRowFaults(row.members, known);
      const others = listed.some(({ message }) => message === cause.message) ? [] : [cause];
      faults.push(...[...listed, ...others].map((one) => ({ line: row.line, cause: one })));
    }
  }
  if (faults.length === 0) return planned;
  const { size } = new Set(faults.map(({ line }) => line));
  const wrong = size === 1 ? "a line is wrong" : `${size} lines are wrong`;
  throw new OperatorError(`${wrong}, and nothing was written`, listFaults(faults).join("\n  "));
}

/** Everything that the cells of a row are refused for; of a company that is there its profile and state alone. */
async function listRowFaults(
  members: Members,
  known: ReadonlyMap<string, CompanyRow>,
): Promise<readonly OperatorError[]> {
  const input = openRow(members);
  const [nit] = await Promise.allSettled([input.get("nit", readNit)]);
  const isKnown = nit.status === "fulfilled" && known.has(nit.value.nit);
  const ofModules = await collectFaults([() => listModules(members)]);
  const ofState = await collectFaults([() => input.find(STATE, readState)]);
  const listed = [...(await listProfileFaults(input)), ...ofState, ...ofModules];
  if (isKnown || ofModules.length > 0) return listed;
  const complete = openRow((await leaveIncomplete(members)).complete);
  const plans = MODULES.map((module) => () => complete.find(`${module}-plan`, readAllowance));
  return [...listed, ...(await listSoftwareFaults(complete)), ...(await collectFaults(plans))];
}

/** What a line is refused for. */
interface Fault {
  readonly line: number;
  readonly cause: OperatorError;
}

/** So many lines that are wrong alike are named one by one. */
const ALIKE = 5;

/** A column that is missing is missing in every line: what many are refused for is said once, with the first of them. */
function listFaults(faults: readonly Fault[]): readonly string[] {
  const alike = Map.groupBy(faults, ({ cause }) => `${cause.message}\n${cause.hint}`);
  return [...alike.values()].flatMap((same) => {
    const [first, ...others] = same;
    if (first === undefined || same.length <= ALIKE) return same.map(({ line, cause }) => describeFault(line, cause));
    return [`${describeFault(first.line, first.cause)}; and ${others.length} more lines, to ${others.at(-1)?.line}`];
  });
}

async function planRow(
  context: Context,
  { line, members }: FileRow,
  known: ReadonlyMap<string, CompanyRow>,
  id: number,
): Promise<Plan> {
  const { nit } = await openRow(members).get("nit", readNit);
  const state = openRow(members).find(STATE, readState) ?? "active";
  const modules = listModules(members);
  const present = known.get(nit);
  if (present !== undefined) {
    const changed = await listChanged(present, members);
    const result = changed.length === 0 ? "unchanged" : `differs in ${changed.join(", ")}`;
    return { line, nit, name: String(present.name), id: Number(present.id), result, lacks: [], modules };
  }
  const { complete, lacks } = await leaveIncomplete(members);
  const added = await prepareCompany({ ...context, input: openRow(complete) }, id, state);
  return { line, nit, name: added.name, id, result: "added", added, lacks, modules };
}

function openRow(file: Members): Input {
  return createInput({ flags: new Map(), operands: [], file, declared: addCompany.flags });
}

/** Modules that a row names, or has a column for. */
function listModules(members: Members): readonly Module[] {
  const named = openRow(members).list("modules", readModule);
  return MODULES.filter((module) => {
    return named.includes(module) || Object.keys(members).some((name) => name.startsWith(`${module}-`));
  });
}

/** A software that cannot be used yet is left out, and what it lacks is said: the list of a deployment has no PINs. */
async function leaveIncomplete(members: Members): Promise<{ readonly complete: Members; readonly lacks: string[] }> {
  const lacks: string[] = [];
  const shared = { ...members };
  // One software may serve both modules: then it has one PIN.
  if (members["fe-software-id"] === members["dse-software-id"]) shared["dse-pin"] ??= members["fe-pin"];
  const left: string[] = [];
  for (const module of listModules(members)) {
    const environment = module === "dee" ? (members["dee-environment"] ?? "habilitacion") : members.environment;
    const needed = {
      software: shared[`${module}-software-id`],
      PIN: shared[`${module}-pin`],
      ...(environment === "habilitacion" ? { "test set": shared[`${module}-test-set`] } : {}),
    };
    const missing = Object.entries(needed).flatMap(([what, value]) => (value === undefined ? [what] : []));
    if (missing.length === 0) continue;
    lacks.push(...missing.map((what) => `${module} ${what}`));
    for (const name of ["software-id", "pin", "test-set", "environment"]) left.push(`${module}-${name}`);
  }
  const hasSoftware = MODULES.some((module) => `${module}-software-id` in shared && !left.includes(`${module}-pin`));
  if (!hasSoftware) left.push("provider-nit", "provider-code");
  const complete = Object.entries(shared).filter(([name, value]) => !left.includes(name) && value !== undefined);
  return { complete: Object.fromEntries(complete), lacks };
}

/** Columns in which a row says something else than is kept; what it leaves blank and what is secret says nothing. */
async function listChanged(present: CompanyRow, members: Members): Promise<readonly string[]> {
  const kept = Object.fromEntries(Object.entries(present).filter(([, value]) => value !== null && value !== ""));
  const before = await readNewProfile(openRow(kept));
  const changed: string[] = [];
  for (const name of Object.keys(members)) {
    if (LISTED_ALONE.some((one) => one === name) || name.endsWith("-pin")) continue;
    const after = await readNewProfile(openRow({ ...kept, [name]: members[name] }));
    const isOfProfile = name !== STATE && !/^(?:fe|dse|dee|provider)-/.test(name);
    const isSame = isOfProfile
      ? isDeepStrictEqual(after, before)
      : String(members[name]).toLowerCase() === String(kept[name] ?? "").toLowerCase();
    if (!isSame) changed.push(name);
  }
  return changed;
}

/** What each company of the file lacks before it can issue. */
async function findMissing(
  context: Context,
  planned: readonly Plan[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const has = await readEquipment(context);
  return new Map(
    planned.map(({ id, lacks, modules, added }) => {
      const isPlanned = (module: Module) => added?.allowances.some((one) => one.module === module) === true;
      const isAdded = added !== undefined;
      return [id, [...lacks, ...listMissing(has, id, modules, { isAdded, isPlanned })]] as const;
    }),
  );
}
