// Runs the operator's command line: `npm run operator -- company add --nit 900123456 …`.
import { ALL_COMMANDS } from "./commands.ts";
import { findStandFolder } from "./deployment.ts";
import { complainOfStray, runLine, type Terminal } from "./program.ts";
import { hasColours } from "./tone.ts";

const line = process.argv.slice(2);
const terminal: Terminal = {
  root: findStandFolder(process.env),
  environment: process.env,
  isInteractive: process.stdin.isTTY === true && process.stdout.isTTY === true,
  print: (text) => process.stdout.write(`${text}\n`),
  complain: (text) => process.stderr.write(`${text}\n`),
  nowMs: Date.now,
  ...(process.stdout.columns === undefined ? {} : { columns: process.stdout.columns }),
  ...(process.stderr.isTTY === true
    ? { showProgress: (text: string) => void process.stderr.write(`\r\u001b[K${text}`) }
    : {}),
  isColoured: hasColours(process.stdout, process.env),
};

// Who reads the answer has enough of it, such as `head`.
process.stdout.on("error", (cause: NodeJS.ErrnoException) => {
  if (cause.code !== "EPIPE") throw cause;
  process.exit();
});
process.on("uncaughtException", (cause) => {
  process.exitCode = 1;
  complainOfStray(ALL_COMMANDS, line, terminal, cause);
  process.exit();
});
process.exitCode = await runLine(ALL_COMMANDS, line, terminal);
