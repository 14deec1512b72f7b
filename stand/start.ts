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
  const stopped = stopOnSignal(stand);
  await showDocuments(stand.demo);
  print(
    "\nWhat the two programs log is in .wrangler/state/service.log and authority.log; warnings of the service appear here too.",
  );
  print(`Everything a client needs to know is in ${describeDeployment(options.folder, false).demoFile}`);
  print(
    `The service: ${stand.demo.base_url}\nThe pretend authority: ${stand.demo.authority_url} (GET /ledger)\nCtrl-C stops both.`,
  );
  print(`The reference of the API: ${stand.demo.base_url}/docs`);
  await Promise.race([stand.ended, stopped]);
  await stand.stop();
  return 0;
}

/** Ctrl-C, a signal, or the end of the process that started this. */
function stopOnSignal(stand: Stand): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      clearInterval(watch);
      print("\nStopping…");
      stand.stop().then(resolve, resolve);
    };
    const parent = process.ppid;
    const watch = setInterval(() => process.ppid === parent || stop(), WATCH_MS);
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
