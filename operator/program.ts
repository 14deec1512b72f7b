// Runs the command that one line of the operator names; its answer is text or JSON, and an exit code.
import { userInfo } from "node:os";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { z } from "zod";
import { CertificateError } from "../src/signature/signer.ts";
import { D1_LIMITS } from "../src/store/db.ts";
import { DeadlineError } from "../src/store/deadline.ts";
import { VaultError } from "../src/store/vault.ts";
import { openAccess } from "./access/access.ts";
import type { Archive } from "./access/archive.ts";
import { createPutSecret } from "./access/secret.ts";
import { runWrangler, type Wrangler } from "./access/wrangler.ts";
import { readInputFile } from "./command/certificate.ts";
import type { Command, Context, Output } from "./command.ts";
import { createKeyring, describeDeployment, writeSecret } from "./deployment.ts";
import { OperatorError } from "./error.ts";
import { createInput, type InputSource } from "./input.ts";
import { openQuestions } from "./question.ts";
import { readSecretFlags } from "./secret-flag.ts";

/** Where the program reads and writes. */
export interface Terminal {
  readonly root: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly isInteractive: boolean;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
  readonly nowMs: () => number;
  /** What reaches a deployment; the installed one unless given. */
  readonly wrangler?: Wrangler;
  /** Everything on standard input; the process's own unless given. */
  readonly readStandardInput?: () => Promise<string>;
  /** The archive, where it serves several lines; each line opens its own unless given. */
  readonly archive?: Archive;
}

const COMMON_FLAGS = {
  file: "JSON file with members named like the flags, secrets among them; - for standard input",
  actor: "who does this; the login name unless given",
  reason: "why, for the record",
};
const COMMON_SWITCHES = {
  remote: "work on the deployed service, through wrangler's login",
  json: "answer in JSON",
  "dry-run": "say what would be written, write nothing",
  help: "explain the command",
};

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
  const { print, complain } = terminal;
  const command = commands.find(({ name }) => name === line.slice(0, name.split(" ").length).join(" "));
  if (command === undefined) {
    const isQuestion = line.length === 0 || line[0] === "help" || line[0] === "--help";
    (isQuestion ? print : complain)(explainProgram(commands, isQuestion ? undefined : line.join(" ")));
    return isQuestion ? 0 : 2;
  }
  try {
    const parsed = parseLine(command, line.slice(command.name.split(" ").length));
    if (parsed.switches.has("help")) {
      print(explainCommand(command));
      return 0;
    }
    const output = await runCommand(command, parsed, terminal);
    print(parsed.switches.has("json") ? JSON.stringify(output.data, undefined, 2) : output.text);
    return output.exitCode ?? 0;
  } catch (cause) {
    const { message, hint } = toOperatorError(cause);
    complain(`${command.name}: ${message}${hint === "" ? "" : `\n  ${hint}`}`);
    return 1;
  }
}

/** What an operator can do something about; anything else is a bug of the program, and thrown as it is. */
function toOperatorError(cause: unknown): OperatorError {
  if (cause instanceof OperatorError) return cause;
  if (cause instanceof VaultError) {
    return new OperatorError(cause.message, "is this the deployment's VAULT_KEY? The environment wins over the file");
  }
  if (cause instanceof CertificateError) {
    return new OperatorError(cause.message, "see `operator certificate list`, then `operator certificate import`");
  }
  if (cause instanceof DeadlineError) {
    const hint = "what this line writes may be written: look with `operator event list` before repeating";
    return new OperatorError(cause.message, hint);
  }
  throw cause;
}

interface ParsedLine {
  readonly flags: ReadonlyMap<string, readonly string[]>;
  readonly switches: ReadonlySet<string>;
  readonly operands: readonly string[];
}

function parseLine(command: Command, rest: readonly string[]): ParsedLine {
  const texts = Object.keys({ ...command.flags, ...COMMON_FLAGS });
  const switches = Object.keys({ ...command.switches, ...COMMON_SWITCHES });
  const options = Object.fromEntries([
    ...texts.map((name) => [name, { type: "string", multiple: true }] as const),
    ...switches.map((name) => [name, { type: "boolean" }] as const),
  ]);
  try {
    const { values, positionals } = parseArgs({ args: [...rest], options, allowPositionals: true, strict: true });
    const given = Object.entries(values);
    if (positionals.length > (command.operand === undefined ? 0 : 1)) {
      throw new OperatorError(`"${positionals.at(-1)}" is not understood`, explainCommand(command));
    }
    return {
      flags: new Map(given.flatMap(([name, value]) => (Array.isArray(value) ? [[name, value.map(String)]] : []))),
      switches: new Set(given.flatMap(([name, value]) => (value === true ? [name] : []))),
      operands: positionals,
    };
  } catch (cause) {
    if (cause instanceof OperatorError || !(cause instanceof TypeError)) throw cause;
    throw new OperatorError(cause.message.split(". ")[0] ?? "the flags are not understood", explainCommand(command));
  }
}

async function runCommand(command: Command, parsed: ParsedLine, terminal: Terminal): Promise<Output> {
  const { root, environment, wrangler = runWrangler } = terminal;
  const { switches, operands } = parsed;
  const isRemote = switches.has("remote");
  const isDryRun = switches.has("dry-run");
  const deployment = describeDeployment(root, isRemote);
  const questions = terminal.isInteractive ? openQuestions(Object.keys(command.secretFlags ?? {})) : undefined;
  const { flags, file } = await readFlags(command, parsed, terminal, questions?.ask).catch((cause: unknown) => {
    questions?.close();
    throw cause;
  });
  const input = createInput({
    flags: new Map([...flags, ...[...switches].map((name) => [name, []] as const)]),
    operands,
    meanings: listMeanings(command),
    ...(file === undefined ? {} : { file }),
    ...(questions === undefined ? {} : { ask: questions.ask }),
  });
  const writeLocalSecret = (name: string, value: string) => writeSecret(deployment.secretFile, name, value);
  const options = { ...deployment, isRemote, isDryRun, wrangler, print: terminal.print, archive: terminal.archive };
  const access = command.needsNoDatabase === true ? NO_ACCESS : await openAccess(options);
  const context: Context = {
    ...access,
    putSecret: createPutSecret({ ...options, command, writeLocalSecret }),
    input,
    deployment,
    wrangler,
    environment,
    keyring: createKeyring(deployment, environment),
    actor: flags.get("actor")?.[0] ?? environment.OPERATOR ?? userInfo().username,
    isDryRun,
    isRemote,
    nowMs: terminal.nowMs,
    complain: terminal.complain,
  };
  try {
    return await command.run(context);
  } finally {
    questions?.close();
    await access.close();
  }
}

const absent = () => {
  throw new Error("this command works without a database");
};
const NO_ACCESS = {
  db: { batch: absent },
  execute: absent,
  limits: D1_LIMITS,
  readFile: absent,
  listFiles: absent,
  putFile: absent,
  close: async () => undefined,
};

type Ask = NonNullable<InputSource["ask"]>;

/** The flags of a line, those that are secrets out of a private place, and what --file holds. */
async function readFlags(command: Command, { flags }: ParsedLine, terminal: Terminal, ask: Ask | undefined) {
  const { readStandardInput = () => text(process.stdin) } = terminal;
  const meanings = listMeanings(command);
  const whole = await readSecretFlags(flags, command.secretFlags ?? {}, {
    readStandardInput,
    ask: ask && ((name) => ask(meanings[name] ?? name, undefined, name)),
  });
  const [path] = flags.get("file") ?? [];
  if (path === undefined) return { flags: whole, file: undefined };
  if (path === "-" && whole !== flags && ask === undefined) {
    throw new OperatorError("standard input cannot be --file and a secret at once", "put the secret into the file");
  }
  const content = path === "-" ? await readStandardInput() : Buffer.from(readInputFile(path)).toString("utf8");
  return { flags: whole, file: readJsonFile(path, content, Object.keys({ ...command.flags, ...COMMON_FLAGS })) };
}

function listMeanings({ flags }: Command): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(flags).map(([name, about]) => [name, about.replace(/^\*/, "")]));
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

function explainProgram(commands: readonly Command[], asked: string | undefined): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`);
  const first = asked === undefined ? "npm run operator -- COMMAND [flags]" : `there is no command "${asked}"`;
  return [
    first,
    "",
    ...lines,
    "",
    "COMMAND --help explains one; --remote, --dry-run and --json work with every one.",
  ].join("\n");
}

function explainCommand(command: Command): string {
  const flags = { ...command.flags, ...command.switches, ...COMMON_FLAGS, ...COMMON_SWITCHES };
  const width = Math.max(...Object.keys(flags).map((name) => name.length));
  const lines = Object.entries(flags).map(([name, about]) => {
    const isRequired = about.startsWith("*");
    return `  --${name.padEnd(width)}  ${about.replace(/^\*/, "")}${isRequired ? " (required)" : ""}`;
  });
  const operand = command.operand === undefined ? "" : ` ${command.operand}`;
  return [`${command.name}${operand}: ${command.about}`, "", ...lines].join("\n");
}
