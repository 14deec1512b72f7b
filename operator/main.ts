// Runs the operator's command line: `npm run operator -- company add --nit 900123456 …`.
import { ALL_COMMANDS } from "./commands.ts";
import { findStandFolder } from "./deployment.ts";
import { runLine } from "./program.ts";
import { hasColours } from "./tone.ts";

// Who reads the answer has enough of it, such as `head`.
process.stdout.on("error", (cause: NodeJS.ErrnoException) => {
  if (cause.code !== "EPIPE") throw cause;
  process.exit();
});
process.exitCode = await runLine(ALL_COMMANDS, process.argv.slice(2), {
  root: findStandFolder(process.env),
  environment: process.env,
  isInteractive: process.stdin.isTTY === true && process.stdout.isTTY === true,
  print: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
  nowMs: Date.now,
  ...(process.stdout.columns === undefined ? {} : { columns: process.stdout.columns }),
  ...(process.stderr.isTTY === true
    ? { showProgress: (line: string) => void process.stderr.write(`\r\u001b[K${line}`) }
    : {}),
  isColoured: hasColours(process.stdout, process.env),
});
