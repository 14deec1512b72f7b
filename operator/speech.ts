// Writes what a command says for its reader: instants by the clock of Bogotá, commands for the deployment that the line was about.
import { printInstant } from "./moment.ts";

const INSTANT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
/** What the program prints as it is stored. */
const JSON_TEXT = /^\s*[[{]/;
/** They never work on a deployment. */
const LOCAL = ["stand register", "completion"];

/** How a command is spoken of. */
export interface Listener {
  /** Names of every command. */
  readonly names: readonly string[];
  readonly isRemote: boolean;
}

/** A text for a person; the same in JSON is left as it is. */
export function toSpeech(text: string, { names, isRemote }: Listener): string {
  if (JSON_TEXT.test(text)) return text;
  const timed = text.replace(INSTANT, (instant) => `${printInstant(Date.parse(instant))} (Bogotá)`);
  return isRemote ? addRemote(timed, names) : timed;
}

/** Without `--remote` the next line would be about the local stand. */
function addRemote(text: string, names: readonly string[]): string {
  const known = names.filter((name) => !LOCAL.includes(name)).toSorted((one, other) => other.length - one.length);
  return text.replace(
    new RegExp(`\\boperator (${known.join("|")})(?![\\w-])(?![^\`\\n]*--remote)`, "g"),
    "operator $1 --remote",
  );
}
