// Runs `npm run sandbox`: a stand that anybody may try. Who leaves an address gets a company of his own; once a day all of it is
// forgotten.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describeDeployment, ROOT } from "../operator/deployment.ts";
import { OperatorError } from "../operator/error.ts";
import { openFront } from "./front.ts";
import { createRegistry } from "./registry.ts";
import { readPort, readStandOptions, type Stand, type StandOptions, startStand, waitForSignal } from "./stand.ts";

const DAY_MS = 86_400_000;
/** 3 o'clock in Bogotá, after midnight in UTC. */
const WIPED_AT_MS = 8 * 3_600_000;
const print = (line: string) => process.stdout.write(`${line}\n`);

/** How long it is until everything is forgotten. */
export function untilWiped(nowMs: number): number {
  return DAY_MS - ((nowMs - WIPED_AT_MS) % DAY_MS);
}

/** The state of before is forgotten at every start, so that no company outlives its day. */
async function startAnew(options: StandOptions): Promise<Stand> {
  const { persistFolder } = describeDeployment(options.folder, false);
  rmSync(persistFolder, { recursive: true, force: true });
  return startStand(options);
}

async function main(): Promise<number> {
  const { STAND_FOLDER = join(ROOT, ".wrangler/sandbox"), ...environment } = process.env;
  const port = readPort(environment, "SANDBOX_PORT", 8780);
  const origin = environment.SANDBOX_ORIGIN ?? `http://127.0.0.1:${port}`;
  const options = {
    ...readStandOptions({ ...environment, STAND_FOLDER, RATE_LIMITED: "true" }),
    publicOrigin: origin,
    companies: [],
    print,
  };
  const front = await openFront(port, origin);
  // Between two days there is nothing to end, and a signal that nobody hears would end the program.
  let endDay: (() => void) | undefined;
  process.on("SIGUSR2", () => endDay?.());
  const end = waitForSignal(print).then(() => "stopped" as const);
  try {
    for (;;) {
      const stand = await startAnew(options);
      front.open(options.port, options.authorityPort, createRegistry(options.folder, stand.demo.authority_url));
      print(`The sandbox is open: ${origin}`);
      const { promise: wiped, resolve: wipe } = Promise.withResolvers<"wiped">();
      const timer = setTimeout(() => wipe("wiped"), untilWiped(Date.now()));
      endDay = () => wipe("wiped");
      const what = await Promise.race([end, wiped, stand.ended.then(() => "ended" as const)]);
      clearTimeout(timer);
      front.shut();
      await stand.stop();
      if (what === "stopped") return 0;
      print(
        what === "wiped" ? "A day is over: everything is forgotten." : "A program of the stand ended: starting anew.",
      );
    }
  } finally {
    await front.close();
  }
}

if (import.meta.main) {
  try {
    process.exitCode = await main();
  } catch (cause) {
    if (!(cause instanceof OperatorError)) throw cause;
    process.stderr.write(`${cause.message}\n  ${cause.hint}\n`);
    process.exitCode = 1;
  }
}
