// Runs `npm run demo`: starts a stand that asks the authority often, plays the demonstration, and exits with 0 only if every
// step came out as promised. Beside a stand that is up it plays on one of its own. `-- --picture FILE` draws it.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { describeDeployment, ROOT } from "../operator/deployment.ts";
import { OperatorError } from "../operator/error.ts";
import { findFreePort } from "./port.ts";
import { findRunningStand, readStandOptions, type StandOptions, startStand } from "./stand.ts";
import { playStory } from "./story.ts";
import { drawTerminal, type Line, printLine } from "./terminal.ts";

/** Waits of the reconciliation schedule are this fraction of the real ones. */
const POLL_SCALE = "0.05";
const print = (line: string) => process.stdout.write(`${line}\n`);

const { values } = parseArgs({ options: { picture: { type: "string" } } });
const lines: Line[] = [[{ text: "$ npm run demo", tone: "faint" }]];

/** The usual stand; where that one is up, a new one in a folder and on ports of its own. */
async function chooseStand(): Promise<StandOptions> {
  const environment = { POLL_SCALE, ...process.env };
  const usual = readStandOptions(environment);
  const running = findRunningStand(describeDeployment(usual.folder, false).persistFolder);
  if (running === undefined) return { ...usual, print };
  const folder = join(ROOT, ".wrangler/demo");
  rmSync(folder, { recursive: true, force: true });
  const [port, authorityPort] = [await findFreePort(), await findFreePort()];
  print(`A stand is up on ${running.origin}: the demonstration plays on one of its own, on port ${port}.`);
  return { ...usual, folder, port, authorityPort, print };
}

try {
  const stand = await startStand(await chooseStand());
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
