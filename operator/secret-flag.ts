// Reads flags that are secrets from a private place: the command line is kept by shells and seen by other users.
import { OperatorError } from "./error.ts";
import type { Flag } from "./flag.ts";
import type { Ask } from "./question.ts";

/** What stands for a value that comes from standard input, or from a question that shows nothing. */
const FROM_INPUT = "-";

type Flags = ReadonlyMap<string, readonly string[]>;

/** Where secrets may come from. */
export interface SecretSource {
  /** Asks a person and shows nothing of the answer; absent where there is none. */
  readonly ask?: Ask | undefined;
  /** Everything on standard input. */
  readonly readStandardInput: () => Promise<string>;
}

/**
 * @param declared the flags of the command, which say what is a secret.
 * @returns the flags with each `-` replaced: asked for, or the next line of standard input.
 * @throws OperatorError when a secret stands on the command line; it is never repeated.
 */
export async function readSecretFlags(
  flags: Flags,
  declared: readonly Flag[],
  { ask, readStandardInput }: SecretSource,
): Promise<Flags> {
  const missing: Flag[] = [];
  for (const [name, values] of flags) {
    const flag = declared.find((one) => one.name() === name);
    if (flag?.shown === undefined) continue;
    if (values.some((value) => value !== FROM_INPUT && flag.shown?.test(value) !== true)) throw refuse(name);
    if (values.includes(FROM_INPUT)) missing.push(flag);
  }
  if (missing.length === 0) return flags;
  const lines = ask === undefined ? (await readStandardInput()).split(/\r?\n/) : [];
  const read = new Map(flags);
  for (const flag of missing) {
    const name = flag.name();
    const value = ask === undefined ? lines.shift() : await ask(flag);
    if (value === undefined || value === "") {
      throw new OperatorError(`--${name} - found no line on standard input`, "one line for each flag, in their order");
    }
    read.set(name, [value]);
  }
  return read;
}

function refuse(name: string): OperatorError {
  return new OperatorError(
    `--${name} is a secret, and the command line is kept in the shell's history and shown in the list of processes`,
    `put it into the file of --file, or give \`--${name} -\` to be asked for it or to pipe it in`,
  );
}
