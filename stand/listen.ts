// Runs `npm run listen`: receives webhooks of the stand on this machine, checks their signatures and prints them.
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { OperatorError } from "../operator/error.ts";
import { required } from "../operator/flag.ts";
import { openQuestions } from "../operator/question.ts";
import { createReceiver } from "./receiver.ts";

const HOST = "127.0.0.1";
const USUAL_PORT = "8799";
const SECRET = /^whsec_[A-Za-z0-9+/]{16,}={0,2}$/;
const USAGE = `npm run listen [-- --port PORT] [--secret-file FILE]

  --port         of 127.0.0.1; ${USUAL_PORT} unless given
  --secret-file  holds the secret that \`webhook add\` showed (two lines while it is rotated);
                 without it the secret is asked for, or read from standard input`;
const print = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { port, file, isHelp } = readOptions(process.argv.slice(2));
  if (isHelp) {
    print(USAGE);
    return;
  }
  print(`In another terminal, with \`npm start\` running:

  npm run operator -- webhook add --company 1 --url http://${HOST}:${port}/

It shows the secret, this once; \`webhook test --webhook ID\` then sends a test message within a minute.
`);
  const secrets = readSecrets(file === undefined ? await askForSecret() : readFile(file));
  const server = createReceiver({ secrets, print });
  server.on("error", (cause) => {
    process.stderr.write(`${cause.message}\n  choose another port: npm run listen -- --port ${port + 1}\n`);
    process.exitCode = 1;
  });
  server.listen(port, HOST, () => {
    const address = server.address();
    const actual = typeof address === "object" && address !== null ? address.port : port;
    print(`Listening on http://${HOST}:${actual}/. Ctrl-C stops it.`);
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => {
      server.close();
      server.closeAllConnections();
    });
  }
}

/** @throws OperatorError on an unknown flag or a port that is none. */
function readOptions(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { port: { type: "string" }, "secret-file": { type: "string" }, help: { type: "boolean" } },
    });
    const port = values.port ?? USUAL_PORT;
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new OperatorError(`--port: ${port} is no port`, USAGE);
    return { port: Number(port), file: values["secret-file"], isHelp: values.help === true };
  } catch (cause) {
    // It may quote what was given, and that may be a secret.
    if (cause instanceof TypeError) throw new OperatorError("a parameter is not known", USAGE);
    throw cause;
  }
}

function readFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new OperatorError(`--secret-file: ${String(cause)}`, "a file with the secret on its first line");
  }
}

async function askForSecret(): Promise<string> {
  if (process.stdin.isTTY !== true) return text(process.stdin);
  const questions = openQuestions();
  try {
    return await questions.ask(required("secret", "The secret, whsec_…").secret());
  } finally {
    questions.close();
  }
}

/** @throws OperatorError that does not repeat what was given. */
function readSecrets(given: string): readonly string[] {
  const secrets = given.split(/\s+/).filter((line) => line !== "");
  if (secrets.length > 0 && secrets.every((secret) => SECRET.test(secret))) return secrets;
  throw new OperatorError("this is no secret of a webhook", "whsec_… as `webhook add` or `webhook rotate` shows it");
}

try {
  await main();
} catch (cause) {
  if (!(cause instanceof OperatorError)) throw cause;
  process.stderr.write(`${cause.message}\n  ${cause.hint}\n`);
  process.exitCode = 1;
}
