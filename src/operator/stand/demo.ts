// `npm run demo`: a stand with a fast clock for questions, the whole story told on it, and an exit code that says whether it came true.
import { OperatorError } from "../command.ts";
import { readStandOptions, startStand } from "./stand.ts";
import { tellStory } from "./story.ts";

/** Waits of the reconciliation schedule are this fraction of the real ones. */
const POLL_SCALE = "0.05";
const tell = (line: string) => process.stdout.write(`${line}\n`);

try {
  const stand = await startStand({ ...readStandOptions({ POLL_SCALE, ...process.env }), tell });
  try {
    const isTrue = await tellStory(stand.demo, tell);
    tell(isTrue ? "\nAll of it came true." : "\nNot all of it came true.");
    process.exitCode = isTrue ? 0 : 1;
  } finally {
    await stand.stop();
  }
} catch (cause) {
  if (!(cause instanceof OperatorError)) throw cause;
  process.stderr.write(`${cause.message}\n  ${cause.hint}\n`);
  process.exitCode = 1;
}
