// Writes what a command says for its reader: instants by the clock of Bogotá, commands for the deployment that the line was about.
import { sayInstants } from "./moment.ts";

/** What the program prints as it is stored. */
const JSON_TEXT = /^\s*[[{]/;
/** They never work on a deployment. */
const LOCAL = ["stand register", "completion"];

/** What a terminal would obey or hide instead of showing: controls, and marks that turn the direction of writing. */
const CONTROL = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** The colours of tone.ts, the line ends of a page, or a control that is neither. */
const SHOWN = new RegExp(`(\\u001b\\[(?:1|2|22|31|32|33|39)m|\\r?\\n)|${CONTROL.source}`, "gu");

/** How a command is spoken of. */
export interface Listener {
  /** Names of every command. */
  readonly names: readonly string[];
  readonly isRemote: boolean;
  /** What the line's `--env` says. */
  readonly environment?: string;
}

/** Names of documents and answers of the authority come from strangers: their controls are written out, `\\u009b`. */
function escapeControls(text: string): string {
  return text.replace(CONTROL, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A text for a person; the same in JSON is left as it is, its controls apart, which JSON may write out anywhere in a text. */
export function toSpeech(text: string, { names, isRemote, environment }: Listener): string {
  const shown = text.replace(SHOWN, (found, own: string | undefined) => own ?? escapeControls(found));
  if (JSON_TEXT.test(text)) return shown;
  const timed = sayInstants(shown, " (Bogotá)");
  if (!isRemote) return timed;
  const remote = addRemote(timed, names);
  return environment === undefined ? remote : addEnvironment(remote, environment);
}

/** Without `--remote` the next line would be about the local stand. */
function addRemote(text: string, names: readonly string[]): string {
  const known = names.filter((name) => !LOCAL.includes(name)).toSorted((one, other) => other.length - one.length);
  return text.replace(
    new RegExp(`\\boperator (${known.join("|")})(?![\\w-])(?![^\`\\n]*--remote)`, "g"),
    "operator $1 --remote",
  );
}

/** Without `--env` the next line would be refused. */
function addEnvironment(text: string, environment: string): string {
  return text.replace(/\b(operator [^`\n]*?--remote)(?! --env)\b/g, `$1 --env ${environment}`);
}
