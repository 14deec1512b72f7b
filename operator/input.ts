// Reads checked values from flags, a JSON file or questions at the terminal.
import { OperatorError } from "./error.ts";
import { type Flag, required } from "./flag.ts";
import type { Ask } from "./question.ts";

/** Turns a text into a value. @throws OperatorError that says what came and what is expected. */
export type Reader<T> = (text: string) => T;

export interface Input {
  /** A value that must be there: from the flag, else from --file, else asked until it is right. */
  get<T>(name: string, read: Reader<T>): Promise<T>;
  /** A value that may be left out. */
  find<T>(name: string, read: Reader<T>): T | undefined;
  /** A flag given several times, or once with commas. */
  list<T>(name: string, read: Reader<T>): readonly T[];
  /** The same, of at least one value: asked for where there is none. */
  getList<T>(name: string, read: Reader<T>): Promise<readonly T[]>;
  has(name: string): boolean;
  /** Whether something stands after the command's name. */
  hasOperand(): boolean;
  /** What stands after the command's name. @throws OperatorError when it is missing. */
  operand(meaning: string): string;
}

export interface InputSource {
  readonly flags: ReadonlyMap<string, readonly string[]>;
  readonly operands: readonly string[];
  /** Members named like the flags; numbers and lists allowed. */
  readonly file?: Readonly<Record<string, unknown>>;
  /** Asks a person; absent where there is none. */
  readonly ask?: Ask;
  /** The flags of the command, for questions. */
  readonly declared?: readonly Flag[];
}

/** The input of one run of a command. */
export function createInput(source: InputSource): Input {
  const { flags, operands, file = {}, ask, declared = [] } = source;

  function findTexts(name: string): readonly string[] | undefined {
    const given = flags.get(name);
    if (given !== undefined) return given;
    const value = file[name];
    if (value === undefined || value === null) return undefined;
    return (Array.isArray(value) ? value : [value]).map((one) => readFileMember(name, one));
  }

  function check<T>(name: string, text: string, read: Reader<T>): T {
    try {
      return read(text);
    } catch (cause) {
      if (cause instanceof OperatorError) throw new OperatorError(`--${name}: ${cause.message}`, cause.hint);
      throw cause;
    }
  }

  function list<T>(name: string, read: Reader<T>): readonly T[] {
    return (findTexts(name) ?? []).flatMap(splitList).map((text) => check(name, text, read));
  }

  async function askFor<T>(name: string, read: Reader<T>): Promise<T> {
    const flag = declared.find((one) => one.name() === name) ?? required(name, "a value");
    if (ask === undefined) {
      throw new OperatorError(`--${name} is missing (${flag.description})`, "give the flag, or put it in --file");
    }
    let complaint: string | undefined;
    for (;;) {
      const text = await ask(flag, complaint);
      try {
        return read(text);
      } catch (cause) {
        if (!(cause instanceof OperatorError)) throw cause;
        complaint = cause.hint === "" ? cause.message : `${cause.message}: ${cause.hint}`;
      }
    }
  }

  return {
    get: async (name, read) => {
      const [text] = findTexts(name) ?? [];
      return text === undefined ? askFor(name, read) : check(name, text, read);
    },
    find: (name, read) => {
      const [text] = findTexts(name) ?? [];
      return text === undefined ? undefined : check(name, text, read);
    },
    list,
    getList: async (name, read) => {
      const found = list(name, read);
      return found.length > 0
        ? found
        : askFor(name, (text) => {
            const texts = splitList(text);
            if (texts.length === 0) throw new OperatorError("it is blank");
            return texts.map(read);
          });
    },
    has: (name) => flags.has(name),
    hasOperand: () => operands.length > 0,
    operand: (meaning) => {
      const [first] = operands;
      if (first === undefined) throw new OperatorError(`${meaning} is missing`, "it stands after the command's name");
      return first;
    },
  };
}

function splitList(text: string): readonly string[] {
  return text
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

function readFileMember(name: string, value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  throw new OperatorError(`"${name}" of the file is neither text nor number`, "spell its members like the flags");
}
