// Runs `npm run console`: the console over the stand that `npm start` runs beside it.
import { readStandFile } from "../operator/access/stand.ts";
import { describeDeployment, findStandFolder } from "../operator/deployment.ts";
import { OperatorError } from "../operator/error.ts";
import { requirePorts } from "./child.ts";
import { serveConsole } from "./console-server.ts";

const PORT = 8791;
const print = (line: string) => process.stdout.write(`${line}\n`);

try {
  const port = Number(process.env.CONSOLE_PORT ?? PORT);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new OperatorError(`CONSOLE_PORT is "${process.env.CONSOLE_PORT}"`, "a port from 1 to 65535 is expected");
  }
  await requirePorts([{ port, variable: "CONSOLE_PORT", what: "the console" }]);
  const stand = readStandFile(describeDeployment(findStandFolder(process.env), false).persistFolder);
  if (stand === undefined) throw new OperatorError("no stand is running", "start it with `npm start`");
  const server = await serveConsole(stand, port);
  print(`The console: ${server.origin} (CONSOLE_PORT chooses another port). Ctrl-C stops it.`);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => void server.close());
} catch (cause) {
  if (!(cause instanceof OperatorError)) throw cause;
  process.stderr.write(`${cause.message}\n  ${cause.hint}\n`);
  process.exitCode = 1;
}
