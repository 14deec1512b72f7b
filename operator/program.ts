// Runs the command that one line of the operator names; its answer is text or JSON, and an exit code.

import { userInfo } from "node:os";
import { text } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { DeadlineError } from "../src/deadline.ts";
import { CertificateError } from "../src/signature/xmldsig.ts";
import { selectNewest } from "../src/store/audit/events.ts";
import { D1_LIMITS, type SqlQuery } from "../src/store/base/db.ts";
import { MovedError } from "../src/store/base/home.ts";
import { VaultError } from "../src/store/secret/vault.ts";
import { openAccess } from "./access/access.ts";
import type { Archive } from "./access/archive.ts";
import { type Configured, chooseDeployment } from "./access/configuration.ts";
import type { Ahead } from "./access/database.ts";
import { createPutSecret } from "./access/secret.ts";
import { addressAll, runWrangler, type Wrangler } from "./access/wrangler.ts";
import { type Command, type Context, isReading, type Output } from "./command.ts";
import { readCompanyNames } from "./company-name.ts";
import { writeCsv } from "./csv.ts";
import { createKeyring, describeDeployment, writeSecret } from "./deployment.ts";
import { BrokenOff, OperatorError } from "./error.ts";
import { listFlags } from "./flag.ts";
import { runAtHome, selectOwner } from "./home.ts";
import { createInput } from "./input.ts";
import { readInputText } from "./input-file.ts";
import { type ParsedLine, readLine } from "./line.ts";
import { askPerson, normalizePerson, requireOperator } from "./person.ts";
import { createProgress } from "./progress.ts";
import { type Ask, type Keyboard, openQuestions, type Questions } from "./question.ts";
import { describeRelease, VERSION } from "./release.ts";
import { listTried } from "./sealing.ts";
import { readSecretFlags } from "./secret-flag.ts";
import { toSpeech } from "./speech.ts";
import { coloured, type Paint, plain } from "./tone.ts";

/** Where the program reads and writes. */
export interface Terminal {
  readonly root: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly isInteractive: boolean;
  /** Where an interactive line asks; the process's own terminal unless given. */
  readonly keyboard?: Keyboard;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
  readonly nowMs: () => number;
  /** Whether the answer may have colours; none unless given. */
  readonly isColoured?: boolean;
  /** Characters of a line; 100 unless given. */
  readonly columns?: number;
  /** Shows a line in the place of the one before, and an empty one at the end; none unless given. */
  readonly showProgress?: (line: string) => void;
  /** Aborts when a command that goes on should end; never unless given. */
  readonly stopped?: AbortSignal;
  /** What reaches a deployment; the installed one unless given. */
  readonly wrangler?: Wrangler;
  /** The configuration that names the deployments; the project's own unless given. */
  readonly configuration?: string;
  /** The file that says who may change a deployment; the project's own unless given. */
  readonly operators?: string;
  /** Everything on standard input; the process's own unless given. */
  readonly readStandardInput?: () => Promise<string>;
  /** The archive, where it serves several lines; each line opens its own unless given. */
  readonly archive?: Archive;
}

/** Empties a screen, not what was scrolled off it, and goes to its corner. */
const CLEAR = "\u001b[2J\u001b[H";
const COLUMNS = 100;
/**
 * Runs one line, such as `company add --nit 900123456`.
 * @returns the exit code: 0 done, 1 refused or failed (nothing was changed unless the complaint says otherwise),
 * 2 not understood; `status` has its own.
 */
export async function runLine(
  commands: readonly Command[],
  line: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const paint = terminal.isColoured === true ? coloured : plain;
  const { isJson, speak, refuse } = openVoice(commands, line, terminal);
  const asked = readLine(commands, line, {
    version: line.includes("--version") ? describeRelease() : VERSION,
    columns: terminal.columns ?? COLUMNS,
    paint,
  });
  if (asked.type === "text") {
    terminal.print(asked.text);
    return 0;
  }
  if (asked.type === "refused") {
    refuse(asked.command?.name, asked);
    return asked.command === undefined ? 2 : 1;
  }
  const { command, parsed } = asked;
  try {
    const output = await runCommand(command, parsed, {
      ...terminal,
      speak,
      print: (text) => terminal.print(isJson || parsed.flags.has("sql") ? text : speak(text)),
      complain: (text) => terminal.complain(speak(isJson ? JSON.stringify({ complaint: text }) : text)),
      showScreen: (text) => terminal.print(`${terminal.isInteractive ? CLEAR : ""}${speak(text)}`),
    });
    const isCsv = parsed.flags.has("csv") && output.rows !== undefined;
    const said = isCsv ? writeCsv(output.rows ?? []) : printOutput(output, paint);
    terminal.print(speak(isJson ? JSON.stringify(output.data, undefined, 2) : said));
    return output.exitCode ?? 0;
  } catch (cause) {
    refuse(command.name, toOperatorError(cause, terminal, isReading(command, parsed.flags)));
    return 1;
  }
}

/** Says what nobody waited for and would end the program with its stack, such as a rejection. */
export function complainOfStray(
  commands: readonly Command[],
  line: readonly string[],
  terminal: Terminal,
  cause: unknown,
): void {
  openVoice(commands, line, terminal).refuse(undefined, toOperatorError(cause, terminal));
}

/** How the answer to a line is said, and what is wrong with it. */
function openVoice(commands: readonly Command[], line: readonly string[], { complain }: Pick<Terminal, "complain">) {
  const isJson = line.includes("--json");
  const environment = findEnvironment(line);
  const listener = {
    names: commands.map(({ name }) => name),
    isRemote: line.includes("--remote"),
    ...(environment === undefined ? {} : { environment }),
  };
  const speak = (text: string) => toSpeech(text, listener);
  const refuse = (name: string | undefined, { message, hint }: Pick<OperatorError, "message" | "hint">) => {
    if (isJson) complain(speak(JSON.stringify({ error: { command: name ?? null, message, hint } })));
    else complain(speak(`${name === undefined ? "" : `${name}: `}${message}${hint === "" ? "" : `\n  ${hint}`}`));
  };
  return { isJson, speak, refuse };
}

/** What `--env` says, as the line has it. */
function findEnvironment(line: readonly string[]): string | undefined {
  const at = line.findIndex((word) => /^--env(?:=|$)/.test(word));
  const [, joined = line[at + 1]] = /^--env=(.*)$/.exec(line[at] ?? "") ?? [];
  return at < 0 ? undefined : joined;
}

/** The answer, and what comes after it. */
function printOutput({ text, next = [] }: Output, paint: Paint): string {
  return [text, ...next.map((step) => `${paint("faint", "next:")} ${step}`)].join("\n");
}

/** The database's words for tables that its release does not have yet. */
const NOT_MIGRATED = /no such (?:table|column): ?[\w.]*/;

/** What went wrong in words, with what to do; where in the program it was is only shown when OPERATOR_STACK asks for it. */
function toOperatorError(cause: unknown, terminal: Terminal, isReader = false): OperatorError {
  if (cause instanceof OperatorError) return cause;
  if (cause instanceof BrokenOff) {
    const { message } = toOperatorError(cause.cause, terminal, isReader);
    return new OperatorError(
      `${message}, after ${cause.done}`,
      "the same line goes on from there: what is there already stays",
    );
  }
  if (cause instanceof VaultError) {
    return new OperatorError(cause.message, "is this the deployment's VAULT_KEY? The environment wins over the file");
  }
  if (cause instanceof CertificateError) {
    return new OperatorError(cause.message, "see `operator certificate list`, then `operator certificate import`");
  }
  if (cause instanceof MovedError) {
    return new OperatorError(
      cause.message,
      "`operator shard list` shows where the company is, whether it is moving, and whether its database is bound here",
    );
  }
  const after = isReader
    ? "this line only reads: give it again"
    : "what this line writes may be written: look with `operator event list` before repeating";
  if (cause instanceof DeadlineError) return new OperatorError(cause.message, after);
  if (terminal.environment.OPERATOR_STACK !== undefined) throw cause;
  const words = findReason(cause);
  const [missing] = NOT_MIGRATED.exec(words) ?? [];
  if (missing !== undefined) {
    return new OperatorError(
      `a database lacks tables of this release (${missing})`,
      "`operator migrate` brings all of them up to date",
    );
  }
  return new OperatorError(`it failed: ${words}`, `${after}. A fault of the program? OPERATOR_STACK=1 shows where`);
}

/** The words of the error that the others come from. */
function findReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? findReason(error.cause) : error.message;
}

/** A terminal that also shows one screen in the place of another, and speaks to its reader. */
type ScreenTerminal = Terminal & Pick<Context, "showScreen"> & { readonly speak: (text: string) => string };

async function runCommand(command: Command, parsed: ParsedLine, terminal: ScreenTerminal): Promise<Output> {
  const questions = terminal.isInteractive ? openQuestions(terminal.keyboard, terminal.speak) : undefined;
  try {
    return await runAsking(command, parsed, terminal, questions);
  } finally {
    questions?.close();
  }
}

async function runAsking(
  command: Command,
  parsed: ParsedLine,
  terminal: ScreenTerminal,
  questions: Questions | undefined,
): Promise<Output> {
  const { root, environment } = terminal;
  const isRemote = parsed.flags.has("remote");
  const isDryRun = parsed.flags.has("dry-run");
  const chosen = choose(parsed, terminal);
  const deployment = describeDeployment(root, chosen);
  const announce = createAnnouncement(chosen, terminal);
  const isReader = isReading(command, parsed.flags);
  // A command that calls itself a reading one, and writes all the same, is stopped here.
  const wrangler = addressAll(terminal.wrangler ?? runWrangler, deployment, () => {
    if (isReader)
      throw new OperatorError(`\`${command.name}\` only reads, and would have written`, "nothing was changed");
    announce();
  });
  const person = findActor(command, parsed, terminal, chosen, wrangler);
  await knowFirst(person, questions !== undefined || command.needsNoDatabase === true);
  const { flags, file } = await readFlags(command, parsed, terminal, questions?.ask);
  const given = {
    flags,
    operands: parsed.operands,
    declared: command.flags,
    ...(file === undefined ? {} : { file }),
    ...(questions === undefined ? {} : { ask: questions.ask }),
  };
  const writeLocalSecret = (name: string, value: string) => writeSecret(deployment.secretFile, name, value);
  const rehearsed: string[] = [];
  let isRehearsed = false;
  const say = flags.has("json") ? (line: string) => void rehearsed.push(line) : terminal.print;
  const rehearse = (line: string) => {
    isRehearsed = true;
    if (!isBrief(command, flags)) say(line);
  };
  const isSql = flags.has("sql");
  if (isSql && !isDryRun) throw new OperatorError("--sql is for --dry-run", "give --dry-run as well");
  const options = {
    ...deployment,
    isDryRun,
    isSql,
    wrangler,
    print: rehearse,
    archive: terminal.archive,
    ...(isReader ? {} : { ahead: askNewestEvent({ flags, file }), admission: person }),
  };
  const source = saySource(command, chosen, flags, terminal);
  const access = command.needsNoDatabase === true ? NO_ACCESS : await openAccess(options);
  const context: Omit<Context, "input"> = {
    ...access,
    putSecret: createPutSecret({ ...options, command, writeLocalSecret }),
    questions,
    deployment,
    wrangler,
    environment,
    keyring: createKeyring(deployment, environment),
    actor: () => person,
    isDryRun,
    isRemote,
    rehearse: isSql ? () => undefined : rehearse,
    nowMs: terminal.nowMs,
    complain: terminal.complain,
    showScreen: terminal.showScreen,
    progress: createProgress(terminal.showProgress, terminal.nowMs),
    paint: terminal.isColoured === true ? coloured : plain,
    stopped: terminal.stopped ?? new AbortController().signal,
  };
  try {
    const read = command.needsNoDatabase === true ? given : await readCompanyNames(access.db, given);
    const output = await runAdmitted(command, { ...context, input: createInput(read) });
    if (!isDryRun) return output;
    const said = isRehearsed ? describeRehearsal(output) : output;
    return { ...said, data: { ...source, dry_run: rehearsed, answer: output.data } };
  } catch (cause) {
    // Who may do nothing hears that first, whatever else is wrong with the line.
    await person;
    throw cause;
  } finally {
    terminal.showProgress?.("");
    await access.close();
  }
}

/** Whether a rehearsal leaves out what each of many rows would write. */
function isBrief({ isOfMany }: Command, flags: ParsedLine["flags"]): boolean {
  return isOfMany?.((flag) => flags.has(flag)) === true && !flags.has("verbose") && !flags.has("sql");
}

/** Who does what a line says. @throws OperatorError, before anybody is asked anything, for a person who may not. */
async function findActor(
  command: Command,
  { flags }: ParsedLine,
  terminal: Terminal,
  chosen: Configured | false,
  wrangler: Wrangler,
): Promise<string> {
  if (chosen === false) {
    return normalizePerson(flags.get("actor")?.[0] ?? terminal.environment.OPERATOR ?? userInfo().username);
  }
  // What only reads is nobody's deed, and a rehearsal contacts no deployment.
  if (isReading(command, flags) || flags.has("dry-run")) return "the person of wrangler's login";
  const person = await askPerson(wrangler, chosen);
  requireOperator(person, command.name, chosen, terminal.operators);
  return person;
}

async function runAdmitted(command: Command, context: Context): Promise<Output> {
  const output = await runAtHome(command, { ...context, ...readSealed(command, context) });
  // What asked no database was not held back by it.
  await context.actor();
  return output;
}

/** Beside a person or on a stand a command reads this when it seals: nothing is spared there. */
function readSealed({ seals }: Command, context: Context): Pick<Context, "sealed"> {
  const { isRemote, isDryRun, questions, shards } = context;
  // Where there are several databases, it is the company's own that says.
  if (seals !== true || !isRemote || isDryRun || questions !== undefined || shards.length > 1) return {};
  const sealed = listTried(context);
  void Promise.allSettled([sealed]);
  return { sealed };
}

/** Beside a person at the terminal, and where no database holds its answers back until then, it is known first who asks. */
async function knowFirst(person: Promise<string>, isFirst: boolean): Promise<void> {
  if (isFirst) await person;
  // What it rejects for is said by whoever waits for it.
  else void Promise.allSettled([person]);
}

/** What is read before anything is written: the last event of the company that a line is about, or of the deployment. */
function askNewestEvent({ flags, file = {} }: Awaited<ReturnType<typeof readFlags>>): Ahead {
  const find = (name: string) => flags.get(name)?.[0] ?? String(file[name] ?? "");
  const company = /^\d{1,15}$/.test(find("company")) ? Number(find("company")) : 0;
  const owner = company === 0 ? selectOwner(find) : undefined;
  const known = toQuery(selectNewest(company));
  const ask = owner === undefined ? known : toQuery(selectNewest(sql`(${owner})`));
  return {
    ask,
    // An event begins with the company whose it is.
    isAnswerOf: (query, [row]) => {
      const asked = owner === undefined || row === undefined ? known : toQuery(selectNewest(Number(row[0])));
      return isDeepStrictEqual(query, asked) && (owner === undefined || row !== undefined);
    },
  };
}

/** A statement as a database is asked it. */
function toQuery(statement: { toSQL: () => { sql: string; params: readonly unknown[] } }): SqlQuery {
  const { sql: text, params } = statement.toSQL();
  return { sql: text, params: params.filter((value) => typeof value === "number" || typeof value === "string") };
}

/** The deployment that a line is about; false for the local stand. */
function choose({ flags }: ParsedLine, { configuration }: Terminal): Configured | false {
  const [asked] = flags.get("env") ?? [];
  if (flags.has("remote") && flags.has("actor")) {
    throw new OperatorError(
      "--actor names who plays on the local stand; a deployment asks wrangler who you are",
      "leave it out",
    );
  }
  if (flags.has("remote")) return chooseDeployment(asked, configuration);
  if (asked !== undefined) {
    throw new OperatorError(
      "--env chooses a deployment, and the line is about the local stand",
      "give --remote as well",
    );
  }
  return false;
}

/** Says once, before anything is written, where to. */
function createAnnouncement(chosen: Configured | false, { complain }: Pick<Terminal, "complain">): () => void {
  let isSaid = chosen === false;
  return () => {
    if (isSaid || chosen === false) return;
    isSaid = true;
    const { worker, databases, bucket } = chosen;
    complain(`writes to Worker ${worker}, database ${databases.join(" and ")}, bucket ${bucket}`);
  };
}

/** Says what answers the reads of a rehearsal where a person would take it for the deployment. @returns its member of JSON. */
function saySource(
  { needsNoDatabase }: Command,
  chosen: Configured | false,
  flags: ParsedLine["flags"],
  { print, complain }: Terminal,
): { readonly read_from?: string } {
  if (chosen === false || needsNoDatabase === true || !flags.has("dry-run")) return {};
  const source = `the deployment ${chosen.worker} is not contacted; what is shown was read from the local stand, not from it`;
  // Among lines that a program reads it would be one of them.
  const say = ["json", "csv", "sql"].some((flag) => flags.has(flag)) ? complain : print;
  say(`dry run: ${source}`);
  return { read_from: source };
}

/** What would follow a write is no step yet; what a line that writes nothing says to do stands. */
function describeRehearsal(output: Output): Output {
  return { ...output, text: `nothing was written; the answer would be:\n${output.text}`, next: [] };
}

const absent = () => {
  throw new Error("this command works without a database");
};
const NO_ACCESS = {
  db: { batch: absent },
  execute: absent,
  limits: D1_LIMITS,
  shards: [],
  readFile: absent,
  listFiles: absent,
  putFile: absent,
  close: async () => undefined,
};

/** The flags of a line, those that are secrets out of a private place, and what --file holds. */
async function readFlags(command: Command, { flags }: ParsedLine, terminal: Terminal, ask: Ask | undefined) {
  const { readStandardInput = () => text(process.stdin) } = terminal;
  const whole = await readSecretFlags(flags, command.flags, {
    readStandardInput,
    ask,
  });
  const [path] = flags.get("file") ?? [];
  if (path === undefined) return { flags: whole, file: undefined };
  if (path === "-" && whole !== flags && ask === undefined) {
    throw new OperatorError("standard input cannot be --file and a secret at once", "put the secret into the file");
  }
  const named = listFlags(command.flags).flatMap((flag) => (flag.isBoolean() ? [] : [flag.name()]));
  const content = path === "-" ? await readStandardInput() : readInputText(path);
  return { flags: whole, file: readJsonFile(path, content, named) };
}

const MEMBERS = z.record(z.string(), z.unknown());

function readJsonFile(path: string, content: string, names: readonly string[]): Record<string, unknown> {
  try {
    const { data: value } = MEMBERS.safeParse(JSON.parse(content));
    if (value !== undefined) {
      const unknown = Object.keys(value).filter((name) => !names.includes(name));
      if (unknown.length === 0) return value;
      throw new OperatorError(
        `${path} has members that no flag is named like: ${unknown.join(", ")}`,
        `known: ${names.join(", ")}`,
      );
    }
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  throw new OperatorError(`${path} is not a JSON object`, "its members are named like the flags");
}
