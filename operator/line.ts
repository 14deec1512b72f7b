// Reads a line of the operator's program with commander: which command it names, its flags, or the help that it asks for.
import { CommanderError, Help, Command as Parser } from "commander";
import { type Command, subjectOf } from "./command.ts";
import { listFlags } from "./flag.ts";
import { findGroup, sortByGroup } from "./group.ts";
import type { Paint } from "./tone.ts";

/** What a line says beside the name of its command. */
export interface ParsedLine {
  /** Values by the names of their flags; none for a flag that stands alone. */
  readonly flags: ReadonlyMap<string, readonly string[]>;
  readonly operands: readonly string[];
}

/** What a line asks for. */
export type ReadLine =
  | { readonly type: "run"; readonly command: Command; readonly parsed: ParsedLine }
  /** Help, or the version. */
  | { readonly type: "text"; readonly text: string }
  /** `command` is absent when the line names none. */
  | { readonly type: "refused"; readonly command?: Command; readonly message: string; readonly hint: string };

/** How help is written. */
export interface LineStyle {
  readonly version: string;
  /** Characters of a line of help. */
  readonly columns: number;
  readonly paint: Paint;
}

/** Asked for before the name of a command. */
const HELP = ["help", "--help", "-h"];

/** Reads a line; nothing of it is printed or run. */
export function readLine(commands: readonly Command[], line: readonly string[], style: LineStyle): ReadLine {
  const [first, ...others] = line;
  if (first !== undefined && !HELP.includes(first)) return read(commands, line, style);
  // Beside a name that no command has, the help of the whole program would hide that there is none.
  if (others.length > 0 && !isBeginning(commands, others)) return read(commands, others, style);
  // `help range add` is `range add --help`.
  return read(commands, [...others, "--help"], style);
}

/** Whether a command's name is these words, or begins with them. */
function isBeginning(commands: readonly Command[], words: readonly string[]): boolean {
  const name = words.filter((word) => !word.startsWith("-")).join(" ");
  return name === "" || commands.some((command) => `${command.name} `.startsWith(`${name} `));
}

function read(commands: readonly Command[], line: readonly string[], style: LineStyle): ReadLine {
  const written: string[] = [];
  let chosen: { readonly command: Command; readonly parsed: ParsedLine } | undefined;
  const root = createRoot(commands, written, style);
  for (const command of sortByGroup(commands)) {
    addCommand(root, command, (parsed) => {
      chosen = { command, parsed };
    });
  }
  try {
    root.parse([...line], { from: "user" });
  } catch (cause) {
    if (!(cause instanceof CommanderError)) throw cause;
    const text = written.join("").trimEnd();
    if (cause.exitCode === 0) return { type: "text", text };
    return refuse(commands, line, cause, text);
  }
  if (chosen !== undefined) return { type: "run", ...chosen };
  throw new Error("commander neither ran a command nor refused the line");
}

function refuse(commands: readonly Command[], line: readonly string[], cause: CommanderError, text: string): ReadLine {
  const command = findCommand(commands, line);
  const flag = line.findIndex((word) => word.startsWith("-"));
  const words = line.slice(0, flag < 0 ? undefined : flag).join(" ");
  // A name that only begins commands: its help says which.
  if (cause.code === "commander.help") {
    return { type: "refused", message: `there is no command "${words}"`, hint: text };
  }
  const [whole = "", ...suggestions] = cause.message.replace(/^error: /, "").split("\n");
  // What stands after a mistyped name may be a secret.
  const said = whole
    .replace(/=[^']*/, "")
    .replace(/'(-[^-])[^']*'/, "'$1'")
    .replace(/ but got .*/, "");
  if (command === undefined) {
    const isName = cause.code === "commander.unknownCommand";
    const meant = isName ? suggestions.map((one) => completeNames(commands, words, one)) : suggestions;
    const message = isName ? `there is no command "${words}"` : said;
    return { type: "refused", message, hint: [...meant, "see `operator help`"].join("\n  ") };
  }
  return {
    type: "refused",
    command,
    message: said,
    hint: [...suggestions, `see \`operator ${command.name} --help\``].join("\n  "),
  };
}

/** The words that are suggested follow those that were right: `(Did you mean document list?)`. */
function completeNames(commands: readonly Command[], words: string, suggestion: string): string {
  const typed = words.split(" ");
  const wrong = typed.findIndex((_, place) => !isBeginning(commands, typed.slice(0, place + 1)));
  return suggestion.replace(/[\w-]+(?=[,?])/g, (word) => [...typed.slice(0, wrong), word].join(" "));
}

function findCommand(commands: readonly Command[], line: readonly string[]): Command | undefined {
  const named = commands.filter(({ name }) => name === line.slice(0, name.split(" ").length).join(" "));
  return named.toSorted((one, other) => other.name.length - one.name.length)[0];
}

function createRoot(commands: readonly Command[], written: string[], { version, columns, paint }: LineStyle): Parser {
  const names = new Set(commands.map(({ name }) => name));
  return (
    new Parser("operator")
      .usage("COMMAND [flags]")
      // What stands after the name of a command is its own, also where the name of another one begins so.
      .enablePositionalOptions()
      .version(version, "--version", "say the version")
      .helpOption("--help", "explain the program or a command")
      .helpCommand(false)
      .exitOverride()
      .configureOutput({
        writeOut: (text) => written.push(text),
        writeErr: (text) => written.push(text),
        getOutHelpWidth: () => columns,
        getErrHelpWidth: () => columns,
        getOutHasColors: () => true,
        getErrHasColors: () => true,
      })
      .configureHelp({
        formatHelp: (parser, helper) => {
          // Commands themselves instead of the words that they begin with; suggestions are made of words.
          helper.visibleCommands = (parser) => listBelow(parser).filter((one) => names.has(nameOf(one)));
          return Help.prototype.formatHelp.call(helper, parser, helper);
        },
        subcommandTerm: (parser) => nameOf(parser),
        styleTitle: (text) => paint("strong", text),
        styleSubcommandTerm: (text) => paint("good", text),
        styleOptionTerm: (text) => paint("good", text),
      })
      .addHelpText("after", "\nCOMMAND --help explains one; --remote, --dry-run and --json work with every one.")
  );
}

/** All below a word: some are commands, some only the beginning of others, and `pending` is both. */
function listBelow(parser: Parser): Parser[] {
  return parser.commands.flatMap((one) => [one, ...listBelow(one)]);
}

/** `range add`: all words but the program's own. */
function nameOf(parser: Parser): string {
  const words = [parser.name()];
  for (let above = parser.parent; above !== null && above.parent !== null; above = above.parent) {
    words.unshift(above.name());
  }
  return words.join(" ");
}

function addCommand(root: Parser, command: Command, choose: (parsed: ParsedLine) => void): void {
  const words = command.name.split(" ");
  const group = findGroup(words[0] ?? "");
  const last = words.pop() ?? "";
  const above = words.reduce((parser, word) => {
    const known = parser.commands.find((one) => one.name() === word);
    if (known !== undefined) return known;
    return parser.command(word).usage("COMMAND [flags]").helpGroup(group).helpCommand(false);
  }, root);
  const leaf = above
    .command(last)
    .helpCommand(false)
    .helpGroup(group)
    .summary(command.about)
    .description(command.about);
  const subject = subjectOf(command);
  const alone = command.operand ?? subject?.name.toUpperCase();
  const shown = subject?.isNeeded === false ? `[${alone}]` : alone;
  leaf.usage(shown === undefined ? "[flags]" : `${shown} [flags]`);
  if (alone !== undefined) leaf.argument(`[${alone}]`);
  leaf.allowExcessArguments(false);
  const flags = listFlags(command.flags);
  for (const flag of flags) leaf.addOption(flag);
  leaf.action(() => {
    const given = flags.flatMap((flag) => {
      const value: unknown = leaf.getOptionValue(flag.name());
      // A flag without a value, or whose value was left out, is there with none.
      return value === undefined ? [] : [[flag.name(), Array.isArray(value) ? value.map(String) : []] as const];
    });
    if (subject === undefined || leaf.args.length === 0) return choose({ flags: new Map(given), operands: leaf.args });
    const { name, form, foundBy } = subject;
    if (leaf.getOptionValue(name) !== undefined) leaf.error(`error: --${name} and ${alone} are the same`);
    if (!leaf.args.every((text) => form.test(text))) {
      const hint = foundBy === undefined ? "" : `: ${foundBy}`;
      leaf.error(`error: what stands alone is no id of a ${name}${hint}`);
    }
    choose({ flags: new Map([...given, [name, leaf.args]]), operands: [] });
  });
}
