// Declares the flags of commands as options of commander.
import { Option } from "commander";

/** For flags whose every value is a secret. */
export const NEVER = /(?!)/;

/** A flag, kept under its name as it is typed; given several times it is a list. */
export class Flag extends Option {
  /** Of a secret: values that may stand on the command line all the same, besides `-`. */
  shown: RegExp | undefined;

  /** Makes it a secret, which is refused on the command line and not shown while it is typed. */
  secret(shown = NEVER): this {
    this.shown = shown;
    return this;
  }

  override attributeName(): string {
    return this.name();
  }
}

const collect = (value: string, before: unknown): string[] => [...(Array.isArray(before) ? before : []), value];

const REQUIRED = "Required:";

/** A flag with a value that must be there; at a terminal it is asked for. */
export function required(name: string, about: string): Flag {
  return new Flag(`--${name} <value>`, about).argParser(collect).helpGroup(REQUIRED);
}

/** Whether a command does nothing without this flag. */
export function isRequired({ helpGroupHeading }: Flag): boolean {
  return helpGroupHeading === REQUIRED;
}

/** A flag that may be left out; with `[value]` its value may be left out, too. */
export function optional(name: string, about: string, value: "<value>" | "[value]" = "<value>"): Flag {
  return new Flag(`--${name} ${value}`, about).argParser(collect).helpGroup("Flags:");
}

/** A flag without a value. */
export function toggle(name: string, about: string): Flag {
  return new Flag(`--${name}`, about).helpGroup("Flags:");
}

/** Flags of every command. */
const COMMON_FLAGS: readonly Flag[] = [
  optional("file", "JSON file with members named like the flags, secrets among them; - for standard input"),
  optional("actor", "on the local stand: who does this; the login name unless given"),
  optional("reason", "why, for the record"),
  toggle("remote", "work on the deployed service, through wrangler's login"),
  optional("env", "with --remote: which deployment of wrangler.toml, by the name of its environment, or top-level"),
  toggle("json", "answer in JSON, complaints too"),
  toggle("dry-run", "say what would be written, write nothing"),
  toggle("sql", "with --dry-run: say it in SQL"),
].map((flag) => flag.helpGroup("Of every command:"));

/** The flags of a command and those of every one; one of its own goes before a common one of its name. */
export function listFlags(own: readonly Flag[]): readonly Flag[] {
  return [...own, ...COMMON_FLAGS.filter((flag) => !own.some((one) => one.name() === flag.name()))];
}
