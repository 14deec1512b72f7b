// Asks questions at a terminal; of the answers that are secrets nothing is shown.
import { createInterface } from "node:readline/promises";
import { type Readable, Writable } from "node:stream";
import { OperatorError } from "./error.ts";
import type { Flag } from "./flag.ts";

/**
 * Asks for a flag until an answer comes; what is typed of a secret is not shown.
 * @param complaint what was wrong with the answer before.
 * @param suggested what an empty answer stands for.
 * @throws OperatorError when the terminal ends instead.
 */
export type Ask = (flag: Flag, complaint?: string, suggested?: string) => Promise<string>;

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

/**
 * Opens a terminal for questions; close it when done.
 * @param speak makes of a text, which may hold what strangers wrote, what a terminal may show.
 */
export function openQuestions(
  { input, output: screen }: Keyboard = { input: process.stdin, output: process.stderr },
  speak: (text: string) => string = (text) => text,
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
      throw new OperatorError("ended before everything was answered", "nothing of it was written");
    }
  };
  return {
    ask: async ({ description, shown }, complaint, suggested = "") => {
      if (complaint !== undefined) screen.write(`  ${speak(complaint)}\n`);
      const isSecret = shown !== undefined;
      const question = suggested === "" ? description : `${description} [${isSecret ? "…" : suggested}]`;
      if (!isSecret) return (await readLine(`${question}: `)).trim() || suggested;
      screen.write(`${question} (not shown): `);
      isHidden = true;
      try {
        return (await readLine("")) || suggested;
      } finally {
        isHidden = false;
        screen.write("\n");
      }
    },
    say: (text) => void screen.write(`${speak(text)}\n`),
    close: () => lines.close(),
  };
}
