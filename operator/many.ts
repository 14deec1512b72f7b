// Does one thing for many companies, each by the row that says it, and answers with a line for each.
import { gte } from "drizzle-orm";
import type { StateOfCompany } from "../src/domain/company.ts";
import { CertificateError } from "../src/signature/xmldsig.ts";
import { build, run } from "../src/store/base/db.ts";
import { HOME } from "../src/store/base/home.ts";
import { companies } from "../src/store/base/schema.ts";
import { VaultError } from "../src/store/secret/vault.ts";
import type { Command, Context, Output } from "./command.ts";
import { countOf, pluralOf } from "./count.ts";
import { CSV } from "./csv.ts";
import { AlreadyThere, OperatorError, UnclearError } from "./error.ts";
import { isRequired, optional, toggle } from "./flag.ts";
import { enter } from "./home.ts";
import { createInput } from "./input.ts";
import { isOpenToOthers } from "./private-file.ts";
import { readId, readNit } from "./reader.ts";
import { type FileRow, type Members, readRowFile } from "./row-file.ts";
import { listTried } from "./sealing.ts";
import { printTable } from "./table.ts";
import { countResults, NOT_KNOWN, runTogether } from "./together.ts";

/** The flag of every command about many rows. */
export const VERBOSE = toggle(
  "verbose",
  "of many rows: a line for each, what is unchanged too; with --dry-run also all that would be written",
);
/** A file of many rows in the place of the other flags. @param known what becomes of what a row finds there. */
export function rowsFlag(known: string) {
  const form =
    "file of many, CSV or JSON lines: column nit (or company), the others named like the flags, which may also be given for all rows";
  return optional("rows", `${form}; ${known}`);
}
const REFUSED = "refused";
/** What became of a row that found everything as it says. */
const UNCHANGED = "unchanged";
/** Some row was refused, or is not ready. */
const EXIT_LEFT = 3;
/** Lines that a rehearsal shows of what would not go. */
const SHOWN = 10;

/** A company as a row finds it. */
export interface Known {
  readonly id: number;
  readonly nit: string;
  readonly name: string;
  readonly state: StateOfCompany;
  /** The number of the database in which it lives. */
  readonly shard: number;
}

/** One of many: where it stands, and whose it is. */
export interface ManyRow {
  /** `line 7`, or the name of a file. */
  readonly from: string;
  readonly company: Known | undefined;
  /** What would be its flags, the id of its company among them. */
  readonly members: Members;
  /** Why nothing can be done with it. */
  readonly fault?: string;
}

/** What became of a row. */
export interface Done {
  /** One word or two: they are counted. */
  readonly result: string;
  readonly note?: string;
  /** It has a line where others of its result are only counted: in a rehearsal, and of what is unchanged. */
  readonly isShown?: boolean;
  /** It is not as it should be, although nothing was refused. */
  readonly isLeft?: boolean;
}

/** Every company that lives here. */
export async function listKnown({ shards }: Pick<Context, "shards">): Promise<readonly Known[]> {
  const { id, nit, name, state, home } = companies;
  const owned = build.select({ id, nit, name, state }).from(companies).where(gte(home, HOME.closed)).orderBy(id);
  const found = await Promise.all(shards.map(({ db }) => run(db, owned)));
  return found.flatMap((rows, shard) => rows.map((row) => ({ ...row, shard })));
}

/** Companies that issue, or are about to. */
export async function listOpen(context: Context): Promise<readonly ManyRow[]> {
  const open = (await listKnown(context)).filter(({ state }) => state === "draft" || state === "active");
  return open.map((company) => ({ from: `company ${company.id}`, company, members: { company: company.id } }));
}

/** Finds a company by its NIT, with or without check digit. */
export function findByNit(known: readonly Known[]): (nit: string) => Known | undefined {
  const byNit = new Map(known.map((one) => [one.nit, one]));
  return (text) => byNit.get(readNit(text).nit);
}

/**
 * The rows of the file that `--rows` names, each with its company, by column `nit` or `company`, and with the other flags of the line.
 * @param ignored columns of a list that may stay in the file, and of which nothing is read.
 * @throws OperatorError for a file that is not read, before anything is written.
 */
export async function readManyRows(
  context: Context,
  { flags }: Pick<Command, "flags">,
  ignored: readonly string[] = [],
): Promise<readonly ManyRow[]> {
  const { input } = context;
  if (input.has("company")) throw new OperatorError("--company is one, and --rows are many", "give one of both");
  const path = await input.get("rows", (text) => text);
  const names = flags.filter((flag) => !flag.isBoolean() && flag.name() !== "rows").map((flag) => flag.name());
  const rows = readRowFile(
    path,
    ["nit", ...names.filter((name) => name !== "nit"), ...ignored],
    "its columns are named like the flags",
  );
  const isSecret = rows.some(({ members }) => flags.some((flag) => flag.shown !== undefined && flag.name() in members));
  if (isSecret) complainOfOpen(context, path);
  // What the line says is meant of each row that says nothing of it.
  const common = names.flatMap((name) => input.find(name, (text) => [[name, text]]) ?? []);
  const known = await listKnown(context);
  const find = findByNit(known);
  return rows.map((row): ManyRow => {
    const owner = readOwner(row, known, find);
    return { ...owner, members: { ...Object.fromEntries(common), ...row.members, ...owner.members } };
  });
}

/** The companies of the file that `--rows` names, by its column nit or company; what else it says is not read. */
export async function readOwners(context: Context): Promise<readonly ManyRow[]> {
  const rows = readRowFile(await context.input.get("rows", (text) => text), undefined, "its column nit, or company");
  const known = await listKnown(context);
  const find = findByNit(known);
  return rows.map((row) => readOwner(row, known, find));
}

function readOwner(row: FileRow, known: readonly Known[], find: (nit: string) => Known | undefined): ManyRow {
  const from = `line ${row.line}`;
  try {
    const company = findOwner(row, known, find);
    return { from, company, members: { company: company.id } };
  } catch (cause) {
    if (!(cause instanceof OperatorError)) throw cause;
    return { from, company: undefined, members: {}, fault: describe(cause) };
  }
}

function findOwner(
  { members, fault }: FileRow,
  known: readonly Known[],
  find: (nit: string) => Known | undefined,
): Known {
  if (fault !== undefined) throw fault;
  const { company, nit } = members;
  if (company === undefined && nit === undefined) {
    throw new OperatorError("it names no company", "its column nit does, or company");
  }
  const found = company === undefined ? find(String(nit)) : known.find(({ id }) => id === readId(String(company)));
  if (found === undefined) {
    const whose = company === undefined ? `of NIT ${String(nit)}` : String(company);
    throw new OperatorError(`there is no company ${whose}`, "`operator company import` registers many");
  }
  if (nit !== undefined && find(String(nit)) !== found) {
    throw new OperatorError(`company ${found.id} has NIT ${found.nit}, not ${String(nit)}`);
  }
  return found;
}

/** What a command does with a row of many. */
interface ByRow {
  readonly run: (context: Context) => Promise<Done>;
  /** What becomes of what a row finds there. */
  readonly known: string;
  /** The flags that say what a row is about. */
  readonly subject: readonly string[];
  /** Columns of a list that may stay in the file. */
  readonly ignored?: readonly string[];
}

/**
 * A command about something of a company, and with `--rows` of the companies of a file. Of rows about the same thing the
 * second finds what the first one left.
 * @param what one of these things is.
 * @param byRow unless given it adds one, and rows that say the same in all that they have to say are about the same.
 */
export function withRows(command: Command, what: string, byRow: ByRow = addByRow(command)): Command {
  const work = async (own: Context): Promise<Done> => {
    try {
      return await byRow.run(own);
    } catch (cause) {
      if (!(cause instanceof AlreadyThere)) throw cause;
      return { result: UNCHANGED, note: cause.message };
    }
  };
  const whole: Command = {
    ...command,
    flags: [...command.flags, rowsFlag(byRow.known), VERBOSE, CSV],
    isOfMany: (has) => has("rows"),
    run: async (context) => {
      if (!context.input.has("rows")) return command.run(context);
      const subjectOf = ({ members }: ManyRow) => JSON.stringify(byRow.subject.map((name) => members[name]));
      return doMany(context, whole, what, await readManyRows(context, whole, byRow.ignored), work, subjectOf);
    },
  };
  return whole;
}

function addByRow({ flags, run }: Command): ByRow {
  return {
    run: async (own) => ({ result: "added", note: (await run(own)).text }),
    known: "what is there already stays",
    subject: flags.filter(isRequired).map((flag) => flag.name()),
  };
}

/** A file with secrets that others of the machine may read is used all the same, and complained of. */
export function complainOfOpen({ complain }: Pick<Context, "complain">, path: string): void {
  if (isOpenToOthers(path))
    complain(`${path} holds secrets, and others of this machine may read it: chmod 600 ${path}`);
}

/**
 * Does one thing for each row, what a row is refused for included: it stops no other.
 * @param declared the flags of the command, for what is missing.
 * @param what a row is, as the progress and the summary say it of many.
 * @param subjectOf what a row is about, see `runTogether`; its company unless given.
 */
export async function doMany<Row extends ManyRow>(
  context: Context,
  { flags: declared, seals }: Pick<Command, "flags" | "seals">,
  what: string,
  rows: readonly Row[],
  work: (context: Context, row: Row, company: Known) => Promise<Done>,
  subjectOf: (row: Row) => unknown = ({ company, from }) => company?.id ?? from,
): Promise<Output> {
  const reason = context.input.find("reason", (text) => text);
  const sealed = seals === true && context.shards.length === 1 ? { sealed: context.sealed ?? listTried(context) } : {};
  // What it rejects for, the rows say that wait for it.
  void Promise.allSettled(Object.values(sealed));
  const one = async (together: Context, row: Row): Promise<Done> => {
    const { company, fault, members } = row;
    if (company === undefined || fault !== undefined) return { result: REFUSED, note: fault ?? "it has no company" };
    const file = reason === undefined ? members : { ...members, reason };
    const input = createInput({ flags: new Map(), operands: [], file, declared });
    const home =
      context.shards.length > 1 ? enter(together, { companyId: company.id, shard: company.shard }) : together;
    try {
      return await work({ ...home, ...sealed, input }, row, company);
    } catch (cause) {
      const isOfRow =
        cause instanceof OperatorError || cause instanceof CertificateError || cause instanceof VaultError;
      if (!isOfRow) throw cause;
      if (cause instanceof UnclearError) return { result: NOT_KNOWN, note: describe(cause), isLeft: true };
      return { result: REFUSED, note: describe(cause) };
    }
  };
  // Nobody is asked of one row among many.
  const alone = { ...context, questions: undefined };
  const done = await runTogether(alone, pluralOf(what), rows, subjectOf, one, ({ result }) => result);
  return answerMany(context, what, rows, done);
}

/**
 * The counts, then what was done, and at the end what is left, which a terminal still shows. What is unchanged is only counted,
 * and in a rehearsal what would be done, unless --verbose.
 */
function answerMany(context: Context, what: string, rows: readonly ManyRow[], done: readonly Done[]): Output {
  const placed = rows.map(({ from, company }, place) => {
    const { result = "", note = "", isShown = false, isLeft = result === REFUSED } = done[place] ?? {};
    const whose = { company: company?.id ?? null, nit: company?.nit ?? null, name: company?.name ?? null };
    return { isShown, isLeft, line: { from, ...whose, result, note } };
  });
  const lines = placed.map(({ line }) => line);
  const left = placed.flatMap(({ line, isLeft }) => (isLeft ? [line] : []));
  const isVerbose = context.input.has("verbose");
  const isBrief = context.isDryRun && !isVerbose;
  const through = placed.flatMap(({ line, isShown, isLeft }) => {
    const isFolded = !isShown && (isBrief || line.result === UNCHANGED);
    return isLeft || (isFolded && !isVerbose) ? [] : [line];
  });
  const shown = isBrief ? left.slice(0, SHOWN) : left;
  const text = [
    `${countOf(lines.length, what)}: ${countLines(lines) || "none"}`,
    ...(through.length === 0 ? [] : [printTable(through, "")]),
    ...(through.length === 0 || left.length === 0 ? [] : [`to look at: ${countLines(left)}`]),
    ...(shown.length === 0 ? [] : [printTable(shown, "")]),
    ...(shown.length === left.length ? [] : [`… and ${left.length - shown.length} more: --verbose shows all`]),
  ];
  return {
    data: lines,
    rows: lines,
    text: text.join("\n"),
    ...(left.length === 0 ? {} : { exitCode: EXIT_LEFT }),
  };
}

function countLines(lines: readonly { readonly result: string }[]): string {
  return countResults(lines.map(({ result }) => result));
}

/** An error in one line, as far as it helps: a flag that is missing is a column that is. */
function describe(cause: Error): string {
  const hint = cause instanceof OperatorError ? cause.hint : "";
  const isFlag = hint.includes("--file");
  return `${cause.message.replace(/^--([a-z-]+):? /, "column $1: ")}${hint === "" || isFlag ? "" : ` (${hint})`}`;
}
