// Runs `npm run demo`: starts a stand that asks the authority often, plays the demonstration, and exits with 0 only if every
// step came out as promised. `-- --picture FILE` draws it.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { OperatorError } from "../operator/error.ts";
import { readStandOptions, startStand } from "./stand.ts";
import { playStory } from "./story.ts";
import { drawTerminal, type Line, printLine } from "./terminal.ts";

/** Waits of the reconciliation schedule are this fraction of the real ones. */
const POLL_SCALE = "0.05";
const print = (line: string) => process.stdout.write(`${line}\n`);

const { values } = parseArgs({ options: { picture: { type: "string" } } });
const lines: Line[] = [[{ text: "$ npm run demo", tone: "faint" }]];

try {
  const stand = await startStand({ ...readStandOptions({ POLL_SCALE, ...process.env }), print });
  try {
    const isTrue = await playStory(stand.demo, (line) => {
      lines.push(line);
      print(printLine(line));
    });
    if (values.picture !== undefined) writeFileSync(values.picture, drawTerminal(lines, "npm run demo"));
    process.exitCode = isTrue ? 0 : 1;
  } finally {
    await stand.stop();
  }
} catch (cause) {
  if (!(cause instanceof OperatorError)) throw cause;
  process.stderr.write(`${cause.message}\n  ${cause.hint}\n`);
  process.exitCode = 1;
}
