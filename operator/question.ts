// Asks questions at a terminal; of the answers that are secrets nothing is shown.
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** A person at a terminal. */
export interface Questions {
  readonly ask: (question: string, complaint: string | undefined, name: string) => Promise<string>;
  readonly close: () => void;
}

/** @param secrets names whose answers are not shown while they are typed. */
export function openQuestions(secrets: readonly string[]): Questions {
  let isHidden = false;
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (!isHidden) process.stderr.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  return {
    ask: async (question, complaint, name) => {
      if (complaint !== undefined) process.stderr.write(`  ${complaint}\n`);
      if (!secrets.includes(name)) return lines.question(`${question}: `);
      process.stderr.write(`${question} (not shown): `);
      isHidden = true;
      try {
        return await lines.question("");
      } finally {
        isHidden = false;
        process.stderr.write("\n");
      }
    },
    close: () => lines.close(),
  };
}
