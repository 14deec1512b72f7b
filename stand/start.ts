// Runs `npm start`: starts the local stand, issues one document of each kind as a client would, and prints curl lines to go on
// with.

import { describeDeployment } from "../operator/deployment.ts";
import { OperatorError } from "../operator/error.ts";
import type { DemoFile } from "./demo-file.ts";
import { type ClientCall, makeCall, printCurl, sampleInvoice, sampleSupportDocument } from "./request.ts";
import { readStandOptions, type Stand, startStand } from "./stand.ts";

const WATCH_MS = 1_000;
const print = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const options = readStandOptions(process.env);
  const stand = await startStand({ ...options, print });
  try {
    return await serve(stand, describeDeployment(options.folder, false).demoFile);
  } finally {
    await stand.stop();
  }
}

/** @returns once it is to stop. @throws OperatorError when one of the programs ended by itself. */
async function serve({ demo, ended }: Stand, demoFile: string): Promise<number> {
  const end = Promise.race([waitForSignal().then(() => "stopped"), ended.then(() => "ended")]);
  const first = await Promise.race([showDocuments(demo).then(() => "shown"), end]);
  if (first === "shown") showAddresses(demo, demoFile);
  if ((await end) === "stopped") return 0;
  throw new OperatorError(
    "a program of the stand ended by itself",
    "see the last lines of .wrangler/state/service.log and authority.log",
  );
}

function showAddresses(demo: DemoFile, demoFile: string): void {
  print(
    "\nWhat the two programs log is in .wrangler/state/service.log and authority.log; warnings of the service appear here too.",
  );
  print(`Everything a client needs to know is in ${demoFile}`);
  print(
    `The service: ${demo.base_url}\nThe pretend authority: ${demo.authority_url} (GET /ledger)\nCtrl-C stops both.`,
  );
  print(`The reference of the API: ${demo.base_url}/docs`);
}

/** Ctrl-C, a signal, or the end of the process that started this. */
function waitForSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      clearInterval(watch);
      print("\nStopping…");
      resolve();
    };
    const parent = process.ppid;
    const watch = setInterval(() => process.ppid === parent || stop(), WATCH_MS);
    // What runs keeps this process alive; once it ended, nothing may.
    watch.unref();
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
  });
}

async function showDocuments(demo: DemoFile): Promise<void> {
  const [company] = demo.companies;
  if (company === undefined) throw new Error("the stand has no company");
  const base = `${demo.base_url}/companies/${company.id}`;
  const key = `stand-${Date.now()}`;
  const token = company.tokens.all;
  const calls: Readonly<Record<string, ClientCall>> = {
    "A support document": {
      method: "POST",
      url: `${base}/dse/documentos`,
      token,
      key,
      body: sampleSupportDocument("Ana Torres"),
    },
    "An invoice": { method: "POST", url: `${base}/fe/facturas`, token, body: sampleInvoice("Luis Rojas", key) },
  };
  for (const [what, call] of Object.entries(calls)) {
    const { status, body } = await makeCall(call);
    print(
      `\n${what}: ${status}\n${JSON.stringify(body, undefined, 2)}\n\nThe same again is a replay:\n\n${printCurl(call)}`,
    );
  }
  print(`\nPayment methods:\n\n${printCurl({ method: "GET", url: `${base}/fe/payment-methods`, token })}`);
}

try {
  process.exitCode = await main();
} catch (cause) {
  if (!(cause instanceof OperatorError)) throw cause;
  process.stderr.write(`${cause.message}\n  ${cause.hint}\n`);
  process.exitCode = 1;
}
