// Asks questions at a terminal; of the answers that are secrets nothing is shown.
import { createInterface } from "node:readline/promises";
import { type Readable, Writable } from "node:stream";
import { OperatorError } from "./error.ts";

/** Asks until an answer comes. @throws OperatorError when the terminal ends instead. */
export type Ask = (question: string, complaint: string | undefined, name: string) => Promise<string>;

/** A person at a terminal. */
export interface Questions {
  readonly ask: Ask;
  /** Shows a text between questions. */
  readonly say: (text: string) => void;
  readonly close: () => void;
}

/** Where answers are typed, and questions shown. */
export interface Keyboard {
  readonly input: Readable;
  readonly output: Writable;
}

/** @param secrets names whose answers are not shown while they are typed. */
export function openQuestions(
  secrets: readonly string[],
  { input, output: screen }: Keyboard = { input: process.stdin, output: process.stderr },
): Questions {
  let isHidden = false;
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (!isHidden) screen.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input, output, terminal: true });
  const ended = new AbortController();
  // The end of the input, or Ctrl-C.
  lines.once("close", () => ended.abort());
  const readLine = async (prompt: string) => {
    try {
      return await lines.question(prompt, { signal: ended.signal });
    } catch (cause) {
      if (!ended.signal.aborted) throw cause;
      throw new OperatorError("ended before everything was answered", "nothing was written");
    }
  };
  return {
    ask: async (question, complaint, name) => {
      if (complaint !== undefined) screen.write(`  ${complaint}\n`);
      if (!secrets.includes(name)) return readLine(`${question}: `);
      screen.write(`${question} (not shown): `);
      isHidden = true;
      try {
        return await readLine("");
      } finally {
        isHidden = false;
        screen.write("\n");
      }
    },
    say: (text) => void screen.write(`${text}\n`),
    close: () => lines.close(),
  };
}
