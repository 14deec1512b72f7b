// `company import` registers every company of a file, each in one transaction, and says what each one still lacks.
import { isDeepStrictEqual } from "node:util";
import { and, eq, gt, isNull, max } from "drizzle-orm";
import { z } from "zod";
import { COMPANY_STATES, MODULES, type Module } from "../../src/domain/company.ts";
import { dateInBogota, yearOf } from "../../src/domain/value/calendar.ts";
import { build, findOne } from "../../src/store/base/db.ts";
import { certificates, companies, plans, ranges, software } from "../../src/store/base/schema.ts";
import type { Command, Context } from "../command.ts";
import { CSV, readCsv } from "../csv.ts";
import { type CompanyRow, LISTED_ALONE, readCompanyRows } from "../data/company-rows.ts";
import { OperatorError } from "../error.ts";
import { createInput, type Input } from "../input.ts";
import { readInputFile } from "../input-file.ts";
import { readChoice, readModule, readNit } from "../reader.ts";
import { printTable } from "../table.ts";
import { addCompany, FIRST_RANGES, type NewCompany, prepareCompany, writeCompany } from "./company.ts";
import { readNewProfile } from "./company-profile.ts";

/** Without a value there is no member. */
type Members = Readonly<Record<string, unknown>>;

interface FileRow {
  readonly line: number;
  readonly members: Members;
}

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

const OBJECT = z.record(z.string(), z.unknown());
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
  flags: [CSV],
  run: async (context) => {
    const path = context.input.operand("the file");
    const planned = await planRows(context, readRows(Buffer.from(readInputFile(path)).toString("utf8")));
    for (const [done, { added, line }] of planned.entries()) {
      if (added === undefined) continue;
      context.progress("companies", done, planned.length);
      await writeRow(context, added, line);
    }
    const missing = await findMissing(context, planned);
    const rows = planned.map(({ line, id, nit, name, result }) => {
      return { line, company: id, nit, name, result, missing: (missing.get(id) ?? []).join(", ") };
    });
    const added = planned.filter((plan) => plan.added !== undefined).length;
    const lacking = rows.filter((row) => row.missing !== "").length;
    const text = `${added} of ${rows.length} companies added, ${lacking} lack something\n${printTable(rows, "no company")}`;
    return { data: rows, rows, text, next: adviseMissing(rows) };
  },
};

async function writeRow(context: Context, company: NewCompany, line: number): Promise<void> {
  try {
    await writeCompany(context, company);
  } catch (cause) {
    if (!(cause instanceof OperatorError)) throw cause;
    const hint = "the companies of the lines before it are added; the same file again goes on from here";
    throw new OperatorError(
      `line ${line}: ${cause.message}`,
      [cause.hint, hint].filter((one) => one !== "").join("; "),
    );
  }
}

/** @throws OperatorError for a file that is neither, or has a column that says nothing. */
function readRows(text: string): readonly FileRow[] {
  const rows = text.trimStart().startsWith("{") ? readJsonLines(text) : readTable(text);
  if (rows.length === 0)
    throw new OperatorError("the file has no company", "`operator company list --csv` shows its form");
  const unknown = [...new Set(rows.flatMap(({ members }) => Object.keys(members)))].filter(
    (one) => !KNOWN.includes(one),
  );
  if (unknown.length === 0) return rows;
  throw new OperatorError(
    `line ${rows[0]?.line}: no column is named ${unknown.join(", ")}`,
    `known: ${KNOWN.join(", ")}`,
  );
}

function readTable(text: string): readonly FileRow[] {
  const [head, ...records] = readCsv(text);
  const names = (head?.cells ?? []).map((cell) => cell.trim());
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) throw new OperatorError(`line 1: column ${twice} stands there twice`);
  return records.map(({ line, cells }) => {
    if (cells.length !== names.length) {
      throw new OperatorError(`line ${line}: ${cells.length} cells, and line 1 names ${names.length} columns`);
    }
    const named = names.map((name, place) => [name, (cells[place] ?? "").trim()] as const);
    return { line, members: Object.fromEntries(named.filter(([, cell]) => cell !== "")) };
  });
}

function readJsonLines(text: string): readonly FileRow[] {
  return text.split("\n").flatMap((content, index) => {
    if (content.trim() === "") return [];
    const line = index + 1;
    const { data } = OBJECT.safeParse(parseJson(content, line));
    if (data === undefined) throw new OperatorError(`line ${line}: it is not a JSON object`);
    const said = Object.entries(data).filter(([, value]) => value !== null && value !== "");
    return [{ line, members: Object.fromEntries(said) }];
  });
}

function parseJson(content: string, line: number): unknown {
  try {
    return JSON.parse(content);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new OperatorError(`line ${line}: it is not JSON (${cause.message})`);
  }
}

/** What becomes of each row. @throws OperatorError that names every line that is wrong, before anything is written. */
async function planRows(context: Context, rows: readonly FileRow[]): Promise<readonly Plan[]> {
  const { db, shards } = context;
  const listed = await Promise.all(shards.map((one) => readCompanyRows({ ...context, db: one.db })));
  const known = new Map(listed.flat().map((row) => [readNit(String(row.nit)).nit, row]));
  const last = await findOne(db, build.select({ id: max(companies.id) }).from(companies));
  let nextId = (last?.id ?? 0) + 1;
  const planned: Plan[] = [];
  const faults: string[] = [];
  for (const row of rows) {
    try {
      const plan = await planRow(context, row, known, nextId);
      const same = planned.find(({ nit }) => nit === plan.nit);
      if (same !== undefined) throw new OperatorError(`--nit: ${plan.nit} stands in line ${same.line} as well`);
      if (plan.added !== undefined) nextId += 1;
      planned.push(plan);
    } catch (cause) {
      if (!(cause instanceof OperatorError)) throw cause;
      faults.push(describeFault(row.line, cause));
    }
  }
  if (faults.length === 0) return planned;
  const wrong = faults.length === 1 ? "a line is wrong" : `${faults.length} lines are wrong`;
  throw new OperatorError(`${wrong}, and nothing was written`, faults.join("\n  "));
}

/** `line 3, column email: …`: what a flag of `company add` is refused for, said of the column that is named like it. */
function describeFault(line: number, { message, hint }: OperatorError): string {
  const [, column, words = message] = /^--([a-z-]+):? (.*)$/s.exec(message) ?? [];
  const place = column === undefined ? `line ${line}` : `line ${line}, column ${column}`;
  const isFlag = hint.includes("--file");
  return `${place}: ${words}${hint === "" || isFlag ? "" : ` (${hint})`}`;
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
  const now = new Date(context.nowMs()).toISOString();
  const today = dateInBogota(context.nowMs());
  const isCurrent = and(isNull(certificates.disabledAt), gt(certificates.notAfter, now));
  const isUsable = and(eq(ranges.isActive, true), isNull(ranges.stoppedBy), gt(ranges.validTo, today));
  const has = new Set<string>();
  for (const { db } of context.shards) {
    const [signing, numbering, contracted, owned] = await db.batch([
      build.selectDistinct({ id: certificates.companyId }).from(certificates).where(isCurrent),
      build.selectDistinct({ id: ranges.companyId, kind: ranges.kind }).from(ranges).where(isUsable),
      build
        .select({ id: plans.companyId, module: plans.module })
        .from(plans)
        .where(eq(plans.year, yearOf(today))),
      build.select({ id: software.companyId, module: software.module }).from(software),
    ]);
    for (const { id } of signing) has.add(`${id} certificate`);
    for (const { id, kind } of numbering) has.add(`${id} range ${kind}`);
    for (const { id, module } of contracted) has.add(`${id} plan ${module}`);
    for (const { id, module } of owned) has.add(`${id} software ${module}`);
  }
  return new Map(
    planned.map(({ id, lacks, modules, added }) => {
      const isPlanned = (module: Module) => added?.allowances.some((one) => one.module === module) === true;
      const missing = modules.flatMap((module) => [
        ...(added === undefined && !has.has(`${id} software ${module}`) ? [`${module} software`] : []),
        ...(has.has(`${id} range ${FIRST_RANGES[module]}`) ? [] : [`${module} range`]),
        ...(has.has(`${id} plan ${module}`) || isPlanned(module) ? [] : [`${module} plan`]),
      ]);
      const none = modules.length === 0 ? ["software"] : [];
      return [id, [...lacks, ...none, ...(has.has(`${id} certificate`) ? [] : ["certificate"]), ...missing]] as const;
    }),
  );
}

/** A command for each kind of what is missing, for the first company that lacks it. */
function adviseMissing(rows: readonly { readonly company: number; readonly missing: string }[]): string[] {
  const find = (what: RegExp) => {
    const row = rows.find(({ missing }) => what.test(missing));
    const [, module = "fe"] = new RegExp(`(\\w+) ${what.source}`).exec(row?.missing ?? "") ?? [];
    return row === undefined
      ? undefined
      : { company: row.company, module: MODULES.find((one) => one === module) ?? "fe" };
  };
  const [signing, numbering, plan, pin] = [/certificate/, /range/, /plan/, /software|PIN|test set/].map(find);
  return [
    ...(pin === undefined ? [] : [`operator company edit --company ${pin.company} --file software.json`]),
    ...(signing === undefined
      ? []
      : [`operator certificate import --company ${signing.company} FILE.p12 --password-file FILE`]),
    ...(numbering === undefined
      ? []
      : [`operator range import --company ${numbering.company} --kind ${FIRST_RANGES[numbering.module]}`]),
    ...(plan === undefined
      ? []
      : [`operator plan set --company ${plan.company} --module ${plan.module} --allowance N`]),
  ];
}
