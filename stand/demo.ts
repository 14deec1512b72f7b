// `npm run demo`: a stand with a fast clock for questions, the whole story told on it, and an exit code that says whether it came true.
// `-- --picture FILE` draws what was told.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { OperatorError } from "../operator/error.ts";
import { readStandOptions, startStand } from "./stand.ts";
import { tellStory } from "./story.ts";
import { drawTerminal, type Line, printLine } from "./terminal.ts";

/** Waits of the reconciliation schedule are this fraction of the real ones. */
const POLL_SCALE = "0.05";
const tell = (line: string) => process.stdout.write(`${line}\n`);

const { values } = parseArgs({ options: { picture: { type: "string" } } });
const told: Line[] = [[{ text: "$ npm run demo", tone: "faint" }]];

try {
  const stand = await startStand({ ...readStandOptions({ POLL_SCALE, ...process.env }), tell });
  try {
    const isTrue = await tellStory(stand.demo, (line) => {
      told.push(line);
      tell(printLine(line));
    });
    if (values.picture !== undefined) writeFileSync(values.picture, drawTerminal(told, "npm run demo"));
    process.exitCode = isTrue ? 0 : 1;
  } finally {
    await stand.stop();
  }
} catch (cause) {
  if (!(cause instanceof OperatorError)) throw cause;
  process.stderr.write(`${cause.message}\n  ${cause.hint}\n`);
  process.exitCode = 1;
}
