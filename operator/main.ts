// Runs the operator's command line: `npm run operator -- company add --nit 900123456 …`.
import { ALL_COMMANDS } from "./commands.ts";
import { findStandFolder } from "./deployment.ts";
import { runLine } from "./program.ts";

process.exitCode = await runLine(ALL_COMMANDS, process.argv.slice(2), {
  root: findStandFolder(process.env),
  environment: process.env,
  isInteractive: process.stdin.isTTY === true && process.stdout.isTTY === true,
  print: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
  nowMs: Date.now,
});
