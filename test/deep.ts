// Runs one of the long programmes: `npm run deep -- crash --cycles 50`; without a name it lists them.
import { spawn } from "node:child_process";
import { join } from "node:path";

/** Name -> what it does, and the file that does it. Options after the name are the programme's own. */
const PROGRAMMES: Readonly<Record<string, readonly [about: string, file: string]>> = {
  candidates: ["writers of PDF that the renderer could use, in workerd (needs the registry)", "bench/candidate.ts"],
  ceiling: [
    "what one company can do in one database, deployed (--remote) or embedded: commits a second, queue",
    "bench/ceiling/run.ts",
  ],
  chaos: ["every answer and every transport failure of the authority, over the wire", "test/chaos/run.ts"],
  containers: ["random containers for buyers before libxml2, xmlsec1 and unzip", "test/foreign/containers.ts"],
  crash: ["kills the service under load, again and again, then audits disk, HTTP and ledger", "test/crash/run.ts"],
  deliveries: ["webhooks in a world of crashes, lost alarms and endpoints that lie", "test/simulation/delivery-run.ts"],
  feed: ["a poller that follows the cursor while many clients issue", "test/contract/change-feed-run.ts"],
  foreign: [
    "random signed documents, tickets and notes before libxml2 and xmlsec1; tickets before the pretend authority too",
    "test/foreign/run.ts",
  ],
  freeze: ["freezes today's stored states for tests of later releases", "test/upgrade/freeze.ts"],
  fuzz: ["hostile requests against a stand", "test/fuzz/run.ts"],
  generators: [
    "six generators of clients, three of them run against a stand, and Spectral over both OpenAPI documents (needs the registry)",
    "test/reference/generators.ts",
  ],
  grouped: ["numbers of one range committed in groups, beside one batch for each document", "bench/grouped/run.ts"],
  growth: ["what files, container and printable facts add to the bundle", "bench/growth.ts"],
  house: [
    "how the code is built: what a document enters, imports, loops, the start of an isolate",
    "bench/house/run.ts",
  ],
  "link-tokens": [
    "wrong, altered, expired and revoked tokens of buyers' links: alike in body and in time",
    "test/timing/link.ts",
  ],
  list: ["lists, searches and the feed beside a thousand and a million documents of other companies", "bench/list.ts"],
  mail: [
    "e-mail in a world of crashes, lost answers and events that come late, twice or never",
    "test/simulation/mail-run.ts",
  ],
  move: ["a large company between two well filled databases, the mover killed three times", "bench/move.ts"],
  mutants: ["planted bugs that the simulation must find", "test/simulation/mutants.ts"],
  mutate: ["mutation scores of single folders", "test/mutation/run.ts"],
  overload: [
    "three times of what an emulated D1 with a deep queue can do: what is served, and how soon everything is again",
    "test/overload/run.ts",
  ],
  outage: [
    "an hour without the authority before eight companies: alerts, what is uncertain, when the last verdict comes",
    "test/outage/run.ts",
  ],
  outages: ["outages of the authority of every length, ten thousand documents each", "test/simulation/outage-run.ts"],
  pair: ["what a document costs, beside earlier commits, in turns", "bench/pair.ts"],
  "pair-path": ["the path from request to SOAP request, beside an earlier commit, in turns", "bench/pair-path.ts"],
  property: ["the property tests, with more cases", "test/property/run.ts"],
  record: ["records the answers that the reference shows", "test/reference/record.ts"],
  rows: ["how many settled invoices a database of 10 GB holds, by filling one", "bench/row-run.ts"],
  runtimes: [
    "what verifies webhooks, in Bun and Deno; the client's types by node10 (needs the registry)",
    "test/client/runtimes.ts",
  ],
  returns: [
    "random sales with notes until nothing is left: what was paid is what was paid back",
    "test/property/returns-run.ts",
  ],
  rollback: ["an earlier release and today's in turns on one state", "test/upgrade/rollback-run.ts"],
  simulate: ["the engine in a simulated world, a seed for each schedule", "test/simulation/run.ts"],
  size: ["the size of the bundle against its budget", "bench/size.ts"],
  "slow-phone": ["the first text of the reference on an emulated slow phone", "test/reference/slow-phone.ts"],
  soak: ["hours of ordinary traffic with a kill now and then", "test/soak/run.ts"],
  "soak-issuing": ["twenty thousand documents, one after another: time and memory", "bench/soak.ts"],
  wheel: ["the wheel of the Python client in an empty environment (needs the registry)", "test/client/wheel.ts"],
  "token-timing": ["the time that an unknown and a wrong token take", "test/timing/run.ts"],
  year: ["four hundred days of random companies: renewals, New Year, moves, a database set back", "test/year/run.ts"],
};

const [name = "", ...options] = process.argv.slice(2);
const programme = Object.hasOwn(PROGRAMMES, name) ? PROGRAMMES[name] : undefined;
if (programme === undefined) {
  const width = Math.max(...Object.keys(PROGRAMMES).map((one) => one.length));
  const lines = Object.entries(PROGRAMMES).map(([one, [about]]) => `  ${one.padEnd(width)}  ${about}`);
  console.log(`usage: npm run deep -- <programme> [options]\n\n${lines.join("\n")}`);
  process.exitCode = name === "" ? 0 : 2;
} else {
  const child = spawn(process.execPath, [join(import.meta.dirname, "..", programme[1]), ...options], {
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? (signal === null ? 1 : 130);
  });
}
