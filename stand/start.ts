// Runs `npm start`: starts the local stand, issues one document of each kind as a client would, and prints curl lines to go on
// with.

import { z } from "zod";
import { describeDeployment } from "../operator/deployment.ts";
import { OperatorError } from "../operator/error.ts";
import type { DemoFile } from "./demo-file.ts";
import { MAILING_COMPANY } from "./mail.ts";
import { type ClientCall, makeCall, printCurl, sampleInvoice, sampleSupportDocument, sampleTicket } from "./request.ts";
import { readStandOptions, type Stand, startStand, waitForSignal } from "./stand.ts";

/** What is read of the state of a company: whether it sells by tickets. */
const STATE = z.object({ modulos: z.object({ dee: z.object({ contratado: z.boolean() }).optional() }) });

const HELP = `npm start runs the local stand until Ctrl-C: the service and a pretend authority, with five demo companies; state of an
earlier start is kept, and \`npm run reset\` clears it. It takes no parameters but --help; variables say where it is:
  PORT            of the service; 8787 unless given
  AUTHORITY_PORT  of the pretend authority; 8790 unless given
  STAND_FOLDER    where its state and secrets are; this folder unless given
Beside it: \`npm run demo\` shows what it promises, \`npm run operator -- help\` changes it, \`npm run console\` shows it.
\`npm run sandbox\` is the same for others: each has a company of his own until the night (docs/deploy.md).`;

const print = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const parameters = process.argv.slice(2);
  if (parameters.some((one) => one === "--help" || one === "-h")) {
    print(HELP);
    return 0;
  }
  if (parameters.length > 0) throw new OperatorError(`npm start takes no ${parameters.join(", ")}`, HELP);
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
  const end = Promise.race([waitForSignal(print).then(() => "stopped"), ended.then(() => "ended")]);
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
    `The service: ${demo.base_url}\nThe pretend authority: ${demo.authority_url} (GET /ledger; GET /mail: e-mails to buyers, which company ${MAILING_COMPANY} sends by itself and every other when it is asked)\nCtrl-C stops both.`,
  );
  print(`The reference of the API: ${demo.base_url}/docs`);
}

async function showDocuments(demo: DemoFile): Promise<void> {
  const [company] = demo.companies;
  if (company === undefined) throw new Error("the stand has no company");
  const base = `${demo.base_url}/companies/${company.id}`;
  const token = company.tokens.all;
  const listCalls = (key: string): readonly (readonly [string, ClientCall])[] => [
    [
      "A support document",
      { method: "POST", url: `${base}/dse/documentos`, token, key, body: sampleSupportDocument("Ana Torres") },
    ],
    ["An invoice", { method: "POST", url: `${base}/fe/facturas`, token, body: sampleInvoice("Luis Rojas", key) }],
  ];
  const key = `stand-${Date.now()}`;
  const others = new Map(listCalls(`${key}-b`));
  for (const [what, call] of listCalls(key)) {
    const { status, body } = await makeCall(call);
    const other = others.get(what) ?? call;
    print(
      `\n${what}: ${status}\n${JSON.stringify(body, undefined, 2)}\n\nAnother one, which twice is a replay:\n\n${printCurl(other)}`,
    );
  }
  const { body: known } = await makeCall({ method: "GET", url: `${base}/empresa`, token });
  if (STATE.parse(known).modulos.dee?.contratado === true) {
    const ticket = {
      method: "POST",
      url: `${base}/dee/documentos`,
      token,
      key: `${key}-t`,
      body: sampleTicket(),
    } as const;
    print(`\nA POS ticket, of the till that is registered:\n\n${printCurl(ticket)}`);
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
